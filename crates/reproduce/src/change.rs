//! A rule that differs from the rules of Shibahara, Tajima and Kotani (2006). Runs with one changed
//! rule show which starts depend on that rule.

use yose_shogi::{Promotion, Rules, Stalemate};

/// One changed rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Mate by a dropped pawn is allowed.
    PawnDropMate,
    /// Two pawns in a file are allowed.
    Nifu,
    /// Stalemate is a draw.
    Stalemate,
    /// Promotion is compulsory.
    Promotion,
    /// A knight attacks squares on which it may not land.
    Knight,
}

impl Change {
    /// Applies the change to `rules`.
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
