//! Pieces in hand.

use crate::label::Label;

/// One kind of piece in a hand and its count. An entry with count 0 is not drawn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HandEntry {
    pub(crate) label: Label,
    pub(crate) count: u32,
}

impl HandEntry {
    /// `count` pieces of one kind, with names as in [`Piece::new`](crate::Piece::new).
    pub fn new(kanji: impl AsRef<str>, ascii: impl AsRef<str>, count: u32) -> Self {
        HandEntry {
            label: Label::new(kanji, ascii),
            count,
        }
    }
}
