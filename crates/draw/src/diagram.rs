//! The model that every renderer draws.

use crate::{Coordinates, HandEntry, Piece, Side, clean::clean};

/// One of the two conventions names files and ranks with single letters, so 26 is the limit.
const MAX_SIZE: u8 = 26;

/// A board to draw: the pieces on its squares and the text around it.
///
/// The model knows no rules. It only guarantees one cell for every square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    pub(crate) coordinates: Coordinates,
    pub(crate) files: u8,
    pub(crate) ranks: u8,
    pub(crate) cells: Vec<Option<Piece>>,
    pub(crate) hands: Option<[Vec<HandEntry>; 2]>,
    pub(crate) to_move: Option<Side>,
    pub(crate) highlight: Vec<(u8, u8)>,
    pub(crate) title: Option<String>,
    pub(crate) captions: Vec<String>,
}

/// Why a [`Diagram`] cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// The number of files or ranks is 0 or above 26.
    #[error("a board of {files}x{ranks} cannot be drawn: both sides must be between 1 and {MAX_SIZE}")]
    Size {
        /// The number of files.
        files: u8,
        /// The number of ranks.
        ranks: u8,
    },
    /// The number of cells is not files times ranks.
    #[error("a board of {files}x{ranks} has {} cells, not {cells}", area(*files, *ranks))]
    Cells {
        /// The number of files.
        files: u8,
        /// The number of ranks.
        ranks: u8,
        /// The number of cells.
        cells: usize,
    },
    /// A highlighted square is not on the board.
    #[error("column {column}, row {row} is not on a board of {files}x{ranks}")]
    Highlight {
        /// Column from the left, from 0.
        column: u8,
        /// Row from the top, from 0.
        row: u8,
        /// The number of files.
        files: u8,
        /// The number of ranks.
        ranks: u8,
    },
}

impl Diagram {
    /// A board without any text around it. `cells` goes row by row from the top left corner as
    /// Black sees the board.
    pub fn new(
        coordinates: Coordinates,
        files: u8,
        ranks: u8,
        cells: Vec<Option<Piece>>,
    ) -> Result<Self, DiagramError> {
        if !(1..=MAX_SIZE).contains(&files) || !(1..=MAX_SIZE).contains(&ranks) {
            return Err(DiagramError::Size { files, ranks });
        }
        if cells.len() != area(files, ranks) {
            return Err(DiagramError::Cells {
                files,
                ranks,
                cells: cells.len(),
            });
        }
        Ok(Diagram {
            coordinates,
            files,
            ranks,
            cells,
            hands: None,
            to_move: None,
            highlight: Vec::new(),
            title: None,
            captions: Vec::new(),
        })
    }

    /// Adds the hands, each in drawing order. Without this call the game has no hands, and nothing
    /// is drawn for them. An empty hand is drawn as empty.
    pub fn with_hands(mut self, black: Vec<HandEntry>, white: Vec<HandEntry>) -> Self {
        self.hands = Some([black, white].map(|mut hand| {
            hand.retain(|entry| entry.count > 0);
            hand
        }));
        self
    }

    /// Sets the side to move.
    pub fn with_to_move(mut self, side: Side) -> Self {
        self.to_move = Some(side);
        self
    }

    /// Highlights squares, for example the squares of the last move. Each square is (column from
    /// the left, row from the top), both from 0.
    pub fn with_highlight(mut self, squares: &[(u8, u8)]) -> Result<Self, DiagramError> {
        for &(column, row) in squares {
            if column >= self.files || row >= self.ranks {
                let (files, ranks) = (self.files, self.ranks);
                return Err(DiagramError::Highlight {
                    column,
                    row,
                    files,
                    ranks,
                });
            }
        }
        self.highlight = squares.to_vec();
        self.highlight.sort_unstable();
        self.highlight.dedup();
        Ok(self)
    }

    /// Adds a line above the picture.
    pub fn with_title(mut self, title: impl AsRef<str>) -> Self {
        self.title = Some(clean(title.as_ref()));
        self
    }

    /// Adds a line below the picture, after earlier captions.
    pub fn with_caption(mut self, line: impl AsRef<str>) -> Self {
        self.captions.push(clean(line.as_ref()));
        self
    }

    /// The squares row by row from the top left corner: (column, row, piece).
    pub(crate) fn squares(&self) -> impl Iterator<Item = (u8, u8, Option<&Piece>)> {
        let columns = 0..self.files;
        (0..self.ranks)
            .flat_map(move |row| columns.clone().map(move |column| (column, row)))
            .zip(&self.cells)
            .map(|((column, row), cell)| (column, row, cell.as_ref()))
    }

    pub(crate) fn is_highlighted(&self, column: u8, row: u8) -> bool {
        self.highlight.contains(&(column, row))
    }
}

fn area(files: u8, ranks: u8) -> usize {
    usize::from(files) * usize::from(ranks)
}
