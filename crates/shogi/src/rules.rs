//! Optional rules as data.

/// What happens to the side to move when it has no legal move and is not in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stalemate {
    /// The side to move loses, as in shogi.
    Loses,
    /// The game is a draw.
    Draws,
}

/// Whether promotion is compulsory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promotion {
    /// A piece may stay unpromoted, unless it could then never move again.
    Optional,
    /// A piece must promote whenever it can.
    Compulsory,
}

/// The result of a repeated position. Repetition depends on the path, so positions do not judge it.
/// Each question counts a repetition against the prover, which is sound for every path. Perpetual
/// check is allowed. A rule against it would depend on the path in another way and is not offered
/// (see ARCHITECTURE.md, "Repetition").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// A draw.
    Draws,
}

/// The optional rules of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The depth of the promotion zone, in ranks.
    pub zone: u8,
    /// Whether promotion is optional.
    pub promotion: Promotion,
    /// Whether two unpromoted pawns of one side on a file are forbidden (nifu, 二歩).
    pub nifu: bool,
    /// Whether mate by dropping a pawn is forbidden (打歩詰).
    pub pawn_drop_mate: bool,
    /// Whether a piece may not be put where it could never move again (行き所のない駒).
    pub dead_ends: bool,
    /// Whether a piece attacks squares on which it may not land: dead ends where it cannot promote.
    /// An example is the far second rank for the knight of 3x4 shogi with a zone of one rank. With
    /// `false` a king is in check only if a playable move can take it. The values of Shibahara,
    /// Tajima and Kotani 2006 for 3x4 shogi follow from `false`.
    pub dead_end_attacks: bool,
    /// The result for a side that has no legal move and is not in check.
    pub stalemate: Stalemate,
    /// The result of a repetition.
    pub repetition: Repetition,
    /// Whether the Try rule of Dobutsu shogi applies: a king wins by reaching its far rank, if it
    /// cannot be taken there.
    pub try_rule: bool,
}

impl Rules {
    /// The rules of shogi with a promotion zone of `zone` ranks.
    pub const fn shogi(zone: u8) -> Rules {
        Rules {
            zone,
            promotion: Promotion::Optional,
            nifu: true,
            pawn_drop_mate: true,
            dead_ends: true,
            dead_end_attacks: false,
            stalemate: Stalemate::Loses,
            repetition: Repetition::Draws,
            try_rule: false,
        }
    }
}
