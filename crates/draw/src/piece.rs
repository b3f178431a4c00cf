//! A piece on a square.

use crate::{Side, label::Label};

/// A piece on the board: its owner and its look.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    pub(crate) side: Side,
    pub(crate) face: Face,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Face {
    /// A label that points away from the owner.
    Label(Label),
    /// A round stone in the colour of the owner.
    Disc,
}

impl Piece {
    /// A shogi piece from its kanji (`歩`, `と`, `成香`) and its SFEN letters (`P`, `+P`).
    ///
    /// Without kanji (a piece of a custom army) every renderer draws the letters. Pass upper case
    /// letters: where case tells the sides apart, the owner decides the case.
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
