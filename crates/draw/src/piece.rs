//! What stands on a square.

use crate::{Side, label::Label};

/// A piece on the board: whose it is and what it looks like.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    pub(crate) side: Side,
    pub(crate) face: Face,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Face {
    /// Written on, and pointing away from its owner.
    Label(Label),
    /// A round stone in its owner's colour.
    Disc,
}

impl Piece {
    /// A shogi-like piece from its kanji (`歩`, `と`, `成香`) and its SFEN letters (`P`, `+P`).
    ///
    /// Without kanji (a piece of a custom army) the letters are drawn everywhere. They are given in capitals:
    /// the owner decides the case where case tells the sides apart.
    pub fn new(side: Side, kanji: impl AsRef<str>, ascii: impl AsRef<str>) -> Self {
        Piece {
            side,
            face: Face::Label(Label::new(kanji, ascii)),
        }
    }

    /// A round stone, as in Lines of Action.
    pub fn disc(side: Side) -> Self {
        Piece {
            side,
            face: Face::Disc,
        }
    }
}
