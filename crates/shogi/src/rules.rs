//! Optional rules as data.

/// What happens to the side to move when it has no legal move and is not in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stalemate {
    /// It has lost, as in shogi.
    Loses,
    /// The game is drawn.
    Draws,
}

/// Whether a piece that may promote must.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promotion {
    /// It may stay as it is, unless it could never move again.
    Optional,
    /// It must promote whenever it can.
    Compulsory,
}

/// What a repeated position is worth. A repetition is a fact of a path, so positions do not judge it:
/// each question counts it against the side that has something to prove, which is sound whatever
/// the path was. Perpetual check is allowed; a rule against it would depend on the path in another way
/// and is not offered (see ARCHITECTURE.md, "Repetition").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// A draw: neither side has reached anything.
    Draws,
}

/// The optional rules of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// How many far ranks are the promotion zone.
    pub zone: u8,
    /// Whether promotion is optional.
    pub promotion: Promotion,
    /// Two unpromoted pawns of one side in a file are forbidden (nifu, 二歩).
    pub nifu: bool,
    /// Mate by dropping a pawn is forbidden (打歩詰).
    pub pawn_drop_mate: bool,
    /// A piece may not be put where it could never move (行き所のない駒).
    pub dead_ends: bool,
    /// Whether a piece attacks squares on which it may not land: a dead end where it cannot promote,
    /// such as the far second rank for the knight of 3x4 shogi with a zone of one rank. `false` is the
    /// reading under which the values of the 3x4 paper come out: a king is in check only if it can be
    /// captured by a playable move.
    pub dead_end_attacks: bool,
    /// What no legal move means for a side that is not in check.
    pub stalemate: Stalemate,
    /// What a repetition is worth.
    pub repetition: Repetition,
    /// The Try rule of Dobutsu shogi: a king that reaches its far rank, where it cannot be taken, wins.
    pub try_rule: bool,
}

impl Rules {
    /// The rules of shogi with a promotion zone of this many ranks.
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
