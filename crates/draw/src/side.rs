//! The two sides.

/// One of the two players. Black (先手) plays up the board, White (後手) plays down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// 先手, the player at the bottom.
    Black,
    /// 後手, the player at the top.
    White,
}

impl Side {
    pub(crate) fn english(self) -> &'static str {
        match self {
            Side::Black => "Black",
            Side::White => "White",
        }
    }

    pub(crate) fn japanese(self) -> &'static str {
        match self {
            Side::Black => "先手",
            Side::White => "後手",
        }
    }
}
