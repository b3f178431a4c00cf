//! The kin-gin family (K. Noshita and T. Iida, on enumerating "Kin-Gin Zushiki"): a king and all golds and silvers, of
//! either side, fill a square of 3x3; Black mates; White holds the rest.
//!
//! Left and right are alike, so the right edge of the square stands on files 1 to 4, and on file 4, where the square
//! is its own mirror image, the king does not stand on the file to its left. Other symmetries are not folded away.

use yose_board::Color;
use yose_shogi::{Kind, Piece, SHOGI, Setup, Shogi};

/// How many diagrams there are, kings in check included.
pub const DIAGRAMS: usize = 28 * ARRANGEMENTS * 9 - 7 * ARRANGEMENTS * 3;

/// Which four of the eight are golds, and whose each is.
const ARRANGEMENTS: usize = 70 * 256;

/// How many of the diagrams of a square are problems, because the king is not in check.
pub const fn problems(file: u8) -> usize {
    if file == 4 { 19_141 } else { 32_101 }
}

/// One diagram: the square's top right corner, the king's place in it, the golds among the other eight places and
/// Black's pieces among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The file of the right edge, from 1.
    pub file: u8,
    /// The rank of the upper edge, from 1.
    pub rank: u8,
    king: u8,
    golds: u8,
    black: u8,
}

/// All diagrams, in one order.
pub fn diagrams() -> impl Iterator<Item = Diagram> {
    let frames = (1..=4).flat_map(|file| (1..=7).map(move |rank| (file, rank)));
    frames.flat_map(|(file, rank)| {
        // Places count down the files, from the right.
        let kings = if file == 4 { 6 } else { 9 };
        (0..kings).flat_map(move |king| {
            let golds = (0..=u8::MAX).filter(|golds| golds.count_ones() == 4);
            golds.flat_map(move |golds| {
                (0..=u8::MAX).map(move |black| Diagram {
                    file,
                    rank,
                    king,
                    golds,
                    black,
                })
            })
        })
    })
}

impl Diagram {
    /// The problem; `None` if the king is in check and it is not its turn.
    pub fn problem(&self) -> Option<Shogi> {
        let mut setup = Setup::empty(&SHOGI);
        let mut other = 0;
        for place in 0..9 {
            let (file, rank) = (self.file - 1 + place / 3, self.rank - 1 + place % 3);
            let piece = if place == self.king {
                Piece::new(Color::White, Kind::KING)
            } else {
                let bit = 1 << other;
                other += 1;
                let kind = if self.golds & bit != 0 {
                    Kind::GOLD
                } else {
                    Kind::SILVER
                };
                let color = if self.black & bit != 0 {
                    Color::Black
                } else {
                    Color::White
                };
                Piece::new(color, kind)
            };
            setup.put(SHOGI.square(file, rank)?, Some(piece));
        }
        setup.give_rest(Color::White);
        setup.position(yose_shogi::Nine).ok()
    }
}
