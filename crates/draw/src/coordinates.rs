//! How files and ranks are named.

/// The two customs of naming squares. They also set the look of a board: shogi boards are black on white,
/// chess-like ones have the colour of light wood in SVG.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// Files 9..1 from left to right above the board, ranks 一..九 (in ASCII a..i) downwards at its right.
    Shogi,
    /// Files a..h from left to right below the board, ranks 8..1 downwards at its left.
    Chess,
}

impl Coordinates {
    /// The file's name in ASCII; `column` counts from the left.
    pub(crate) fn file(self, column: u8, files: u8) -> String {
        match self {
            Coordinates::Shogi => files.saturating_sub(column).to_string(),
            Coordinates::Chess => letter(column),
        }
    }

    /// The rank's name in ASCII; `row` counts from the top.
    pub(crate) fn rank(self, row: u8, ranks: u8) -> String {
        match self {
            Coordinates::Shogi => letter(row),
            Coordinates::Chess => ranks.saturating_sub(row).to_string(),
        }
    }
}

fn letter(index: u8) -> String {
    // A diagram has at most 26 files and ranks.
    char::from(b'a' + index.min(25)).to_string()
}
