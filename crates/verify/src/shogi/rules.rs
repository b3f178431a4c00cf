//! The rules in which shogi-like games differ.

use super::Army;

/// The rules of one game: its army and every rule in which such games differ.
///
/// ```
/// use yose_verify::shogi::Rules;
///
/// // Minishogi: the pieces of shogi, and a promotion zone of one rank.
/// let rules = Rules::with_zone(1);
/// assert!(rules.nifu_forbidden);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    /// The kinds of pieces.
    pub army: Army,
    /// Depth of the promotion zone in ranks, from 0 to the whole board.
    pub promotion_zone: usize,
    /// A piece that may promote must promote. A piece may promote if its move starts or ends in the
    /// zone.
    pub promotion_compulsory: bool,
    /// No pawn may be dropped on a file with an unpromoted pawn of the same side.
    pub nifu_forbidden: bool,
    /// No pawn may be dropped if that mates.
    pub drop_pawn_mate_forbidden: bool,
    /// No piece may move to, or be dropped on, a square from which all its moves leave the board.
    /// Only the geometry counts: a move to a square where the piece may not stay still counts as a
    /// move.
    pub dead_ends_forbidden: bool,
    /// A piece attacks even a square on which it may not stay: a dead end where it cannot promote.
    /// This matters for kings only. Without this rule, a king is safe where no pseudo-legal move
    /// takes it.
    pub dead_end_attacks: bool,
    /// A side that is not in check and has no legal move loses. Otherwise the game is drawn.
    pub stalemate_loses: bool,
    /// A king that reaches the far rank and cannot be captured there wins at once.
    pub try_rule: bool,
}

impl Rules {
    /// Shogi: a zone of three ranks.
    pub fn standard() -> Rules {
        Rules::with_zone(3)
    }

    /// The pieces and rules of shogi with another promotion zone, for boards of other sizes.
    pub fn with_zone(promotion_zone: usize) -> Rules {
        Rules {
            army: Army::standard(),
            promotion_zone,
            promotion_compulsory: false,
            nifu_forbidden: true,
            drop_pawn_mate_forbidden: true,
            dead_ends_forbidden: true,
            dead_end_attacks: false,
            stalemate_loses: true,
            try_rule: false,
        }
    }

    /// Dobutsu shogi: chicks must promote on the far rank and may be dropped anywhere, and a lion
    /// that reaches the far rank safely wins.
    pub fn dobutsu() -> Rules {
        Rules {
            army: Army::dobutsu(),
            promotion_zone: 1,
            promotion_compulsory: true,
            nifu_forbidden: false,
            drop_pawn_mate_forbidden: false,
            dead_ends_forbidden: false,
            dead_end_attacks: false,
            stalemate_loses: true,
            try_rule: true,
        }
    }
}
