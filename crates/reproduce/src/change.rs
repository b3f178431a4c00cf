//! A rule other than the paper's: the probes that show which starts a rule matters for.

use yose_shogi::{Promotion, Rules, Stalemate};

/// One rule changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Mate by a dropped pawn is allowed.
    PawnDropMate,
    /// Two pawns in a file are allowed.
    Nifu,
    /// Stalemate draws.
    Stalemate,
    /// Promotion is compulsory.
    Promotion,
    /// A knight attacks squares on which it may not land.
    Knight,
}

impl Change {
    /// Changes the rule.
    pub fn apply(self, rules: &mut Rules) {
        match self {
            Change::PawnDropMate => rules.pawn_drop_mate = false,
            Change::Nifu => rules.nifu = false,
            Change::Stalemate => rules.stalemate = Stalemate::Draws,
            Change::Promotion => rules.promotion = Promotion::Compulsory,
            Change::Knight => rules.dead_end_attacks = true,
        }
    }
}
