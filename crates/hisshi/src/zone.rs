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

#[cfg(test)]
mod tests {
    use super::*;
    use yose_shogi::notation::sfen;
    use yose_shogi::with_position;

    /// The squares of a set, as words in order.
    fn words<B: Bits>(set: B, variant: &yose_shogi::Variant) -> String {
        let mut words: Vec<String> = set.squares().map(|sq| variant.square_name(sq)).collect();
        words.sort();
        words.join(" ")
    }

    /// A board with a king on a square, the twelve squares, and the three for knights.
    const KINGS: [(&str, &str, &str); 9] = [
        // Away from the edges. The attacker's side is before the king: below White's, above
        // Black's.
        (
            "9/9/9/9/4k4/9/9/9/9 b - 1",
            "3e 3f 4d 4e 4f 5d 5f 6d 6e 6f 7e 7f",
            "4g 5g 6g",
        ),
        (
            "9/9/9/9/4K4/9/9/9/9 w - 1",
            "3d 3e 4d 4e 4f 5d 5f 6d 6e 6f 7d 7e",
            "4c 5c 6c",
        ),
        // In the corners: nothing behind the king, or nothing before it.
        ("8k/9/9/9/9/9/9/9/9 b - 1", "1b 2a 2b 3a 3b", "1c 2c"),
        ("k8/9/9/9/9/9/9/9/9 b - 1", "7a 7b 8a 8b 9b", "8c 9c"),
        ("9/9/9/9/9/9/9/9/8k b - 1", "1h 2h 2i 3i", ""),
        ("9/9/9/9/9/9/9/9/8K w - 1", "1h 2h 2i 3h 3i", "1g 2g"),
        ("8K/9/9/9/9/9/9/9/9 w - 1", "1b 2a 2b 3a", ""),
        // One file and one rank from the edge.
        ("9/9/9/9/9/9/9/7k1/9 b - 1", "1g 1h 1i 2g 2i 3g 3h 3i 4h 4i", ""),
        ("9/7K1/9/9/9/9/9/9/9 w - 1", "1a 1b 1c 2a 2c 3a 3b 3c 4a 4b", ""),
    ];

    #[test]
    fn the_squares_around_a_king() {
        for (text, near, knights) in KINGS {
            let (position, _) = sfen::position(text).unwrap();
            with_position!(&position, |p| {
                let zone = Zone::of(p, p.turn().other()).unwrap();
                assert_eq!(words(zone.near, p.variant()), near, "{text}");
                assert_eq!(words(zone.knights, p.variant()), knights, "{text}");
                // Next to the king are the squares within one file.
                let (file, _) = Board::of(p).place(zone.king);
                for square in zone.near.squares() {
                    let beside = (Board::of(p).place(square).0 - file).abs() <= 1;
                    assert_eq!(zone.ring.has(square), beside, "{text}");
                }
                assert!(Zone::of(p, p.turn()).is_none(), "{text}");
            });
        }
    }
}
