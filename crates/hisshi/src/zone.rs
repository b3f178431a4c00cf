//! The squares around a king that attacks and defences of a brinkmate are about (Nagai 2011,
//! figure 2).
//!
//! Seen from the king, with the attacker's side before it:
//!
//! ```text
//!   . x x x .      the rank behind: 3 squares
//!   x x K x x      the king's rank: 4
//!   x x x x x      the rank before: 5
//!   . n n n .      for knights only: 3
//! ```

use yose_board::{Bits, Color, Square};
use yose_shogi::{Geometry, Position};

/// The squares around a king.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Zone<B> {
    /// The king.
    pub king: Square,
    /// The squares next to the king.
    pub ring: B,
    /// The twelve squares.
    pub near: B,
    /// The three squares for knights.
    pub knights: B,
}

impl<B: Bits> Zone<B> {
    /// The squares around the king of a side; `None` if it has no king.
    pub fn of<G: Geometry<Bits = B>>(position: &Position<G>, side: Color) -> Option<Self> {
        let king = position.king(side)?;
        let mut zone = Zone {
            king,
            ring: B::EMPTY,
            near: B::EMPTY,
            knights: B::EMPTY,
        };
        let board = Board::of(position);
        let forward = match side {
            Color::Black => -1,
            Color::White => 1,
        };
        for (rank, width) in [(-1, 1), (0, 2), (1, 2)] {
            for file in -width..=width {
                let Some(square) = board.step(king, file, rank * forward) else {
                    continue;
                };
                if square != king {
                    zone.near |= B::bit(square);
                    if file.abs() <= 1 {
                        zone.ring |= B::bit(square);
                    }
                }
            }
        }
        for file in -1..=1 {
            if let Some(square) = board.step(king, file, 2 * forward) {
                zone.knights |= B::bit(square);
            }
        }
        Some(zone)
    }
}

/// The size of a board, to step over its edges safely.
#[derive(Clone, Copy)]
pub(crate) struct Board {
    files: i8,
    ranks: i8,
}

impl Board {
    pub fn of<G: Geometry>(position: &Position<G>) -> Self {
        let variant = position.variant();
        Board {
            files: variant.files as i8,
            ranks: variant.ranks as i8,
        }
    }

    /// File and rank of a square, from 0.
    pub fn place(self, square: Square) -> (i8, i8) {
        let index = square.index() as i8;
        (index / self.ranks, index % self.ranks)
    }

    /// The square some files and ranks away; `None` beyond the edge.
    pub fn step(self, from: Square, files: i8, ranks: i8) -> Option<Square> {
        let (file, rank) = self.place(from);
        let (file, rank) = (file + files, rank + ranks);
        let inside = (0..self.files).contains(&file) && (0..self.ranks).contains(&rank);
        inside.then(|| Square::new((file * self.ranks + rank) as u8))
    }
}
