//! How files and ranks are named.

/// The two conventions of naming squares. They also set the style of an SVG board: shogi boards are
/// black on white, chess-like boards have the colour of light wood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// Files 9..1 from left to right above the board. Ranks 一..九 (in ASCII a..i) from top to
    /// bottom on its right.
    Shogi,
    /// Files a..h from left to right below the board. Ranks 8..1 from top to bottom on its left.
    Chess,
}

impl Coordinates {
    /// The name of a file in ASCII. `column` counts from the left.
    pub(crate) fn file(self, column: u8, files: u8) -> String {
        match self {
            Coordinates::Shogi => files.saturating_sub(column).to_string(),
            Coordinates::Chess => letter(column),
        }
    }

    /// The name of a rank in ASCII. `row` counts from the top.
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
