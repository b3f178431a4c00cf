//! The frame, the squares and the names at the edges, which both text renderers share.

use crate::Coordinates;

/// A board whose cells are strings. Every cell and every file name takes exactly `pitch` columns.
pub(super) struct Grid {
    pub(super) coordinates: Coordinates,
    pub(super) pitch: usize,
    /// Blanks between the last square and the frame.
    pub(super) tail: &'static str,
    /// From left to right.
    pub(super) files: Vec<String>,
    /// From top to bottom, all of equal width.
    pub(super) ranks: Vec<String>,
    /// Row by row from the top left corner.
    pub(super) cells: Vec<String>,
}

impl Grid {
    /// Appends the board to `out`, line by line.
    pub(super) fn write(&self, out: &mut String) {
        let dashes = "-".repeat(self.files.len() * self.pitch + self.tail.len());
        let names = self.files.concat();
        // In chess style the names of ranks stand left of the frame and move the rest to the right.
        let indent = match self.coordinates {
            Coordinates::Shogi => String::new(),
            Coordinates::Chess => " ".repeat(self.ranks.first().map_or(0, String::len) + 1),
        };
        if self.coordinates == Coordinates::Shogi {
            line(out, &format!(" {names}"));
        }
        line(out, &format!("{indent}+{dashes}+"));
        for (rank, row) in self.ranks.iter().zip(self.cells.chunks(self.files.len().max(1))) {
            let squares = format!("|{}{}|", row.concat(), self.tail);
            match self.coordinates {
                Coordinates::Shogi => line(out, &format!("{squares}{rank}")),
                Coordinates::Chess => line(out, &format!("{rank} {squares}")),
            }
        }
        line(out, &format!("{indent}+{dashes}+"));
        if self.coordinates == Coordinates::Chess {
            line(out, &format!("{indent} {names}"));
        }
    }
}

/// Appends one line without trailing blanks.
pub(super) fn line(out: &mut String, text: &str) {
    out.push_str(text.trim_end());
    out.push('\n');
}
