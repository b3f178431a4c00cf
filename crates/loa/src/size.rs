//! The size of a board and the names of its squares.
//!
//! Squares are numbered rank by rank from the bottom left corner: a1 has index 0, and the square
//! one rank up has an index higher by `files`. A square name is a file letter and a rank digit, so
//! no side is longer than nine.

use std::fmt;
use std::str::FromStr;
use yose_board::Square;

/// The minimum length of a side. With fewer files or ranks the starting position has no stones.
pub const MIN_SIDE: u8 = 3;
/// The maximum length of a side. It gives 81 squares, and square names of two characters.
pub const MAX_SIDE: u8 = 9;

/// The number of files and ranks of a board, each from [`MIN_SIDE`] to [`MAX_SIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    files: u8,
    ranks: u8,
}

impl Size {
    /// The standard 8x8 board.
    pub const STANDARD: Size = Size { files: 8, ranks: 8 };

    /// The size with these sides, or `None` if no board has it.
    pub const fn new(files: u8, ranks: u8) -> Option<Size> {
        if files < MIN_SIDE || files > MAX_SIDE || ranks < MIN_SIDE || ranks > MAX_SIDE {
            return None;
        }
        Some(Size { files, ranks })
    }

    /// All sizes.
    pub fn all() -> impl Iterator<Item = Size> {
        (MIN_SIDE..=MAX_SIDE).flat_map(|files| (MIN_SIDE..=MAX_SIDE).map(move |ranks| Size { files, ranks }))
    }

    /// The number of files (the width).
    pub const fn files(self) -> u8 {
        self.files
    }

    /// The number of ranks (the height).
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// The number of squares.
    pub const fn area(self) -> u32 {
        self.files as u32 * self.ranks as u32
    }

    /// The square at this file and rank, both counted from 0. `None` if it is not on the board.
    pub const fn square(self, file: u8, rank: u8) -> Option<Square> {
        if file < self.files && rank < self.ranks {
            Some(Square::new(rank * self.files + file))
        } else {
            None
        }
    }

    /// The file of a square of this board, counted from 0.
    pub const fn file(self, square: Square) -> u8 {
        square.raw() % self.files
    }

    /// The rank of a square of this board, counted from 0.
    pub const fn rank(self, square: Square) -> u8 {
        square.raw() / self.files
    }

    /// All squares, rank by rank from a1.
    pub fn squares(self) -> impl ExactSizeIterator<Item = Square> {
        (0..self.area() as u8).map(Square::new)
    }

    /// The name of a square. `a1` is at the bottom left.
    pub const fn name(self, square: Square) -> SquareName {
        SquareName {
            file: self.file(square),
            rank: self.rank(square),
        }
    }

    /// The square with this name.
    pub fn named(self, name: &str) -> Option<Square> {
        let mut chars = name.chars();
        let (file, rank, rest) = (chars.next()?, chars.next()?, chars.next());
        if rest.is_some() || !file.is_ascii_lowercase() || !rank.is_ascii_digit() || rank == '0' {
            return None;
        }
        self.square(file as u8 - b'a', rank as u8 - b'1')
    }
}

/// Files, then ranks: `8x8`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.files, self.ranks)
    }
}

/// A text that is not a board size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no board size: expected FILESxRANKS, each from {MIN_SIDE} to {MAX_SIDE}")]
pub struct SizeError(String);

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Size, SizeError> {
        let side = |s: &str| match s.as_bytes() {
            [digit @ b'1'..=b'9'] => Some(digit - b'0'),
            _ => None,
        };
        text.split_once('x')
            .and_then(|(files, ranks)| Size::new(side(files)?, side(ranks)?))
            .ok_or_else(|| SizeError(text.to_owned()))
    }
}

/// The name of a square. Implements `Display`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SquareName {
    /// The file, counted from 0.
    pub file: u8,
    /// The rank, counted from 0.
    pub rank: u8,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A setup may name squares that no board has. The letters end at z.
        match self.file {
            0..26 => write!(f, "{}{}", (b'a' + self.file) as char, u32::from(self.rank) + 1),
            _ => write!(
                f,
                "file {} rank {}",
                u32::from(self.file) + 1,
                u32::from(self.rank) + 1
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_squares_are_inverse() {
        for size in Size::all() {
            assert_eq!(size.to_string().parse(), Ok(size));
            for square in size.squares() {
                assert_eq!(size.named(&size.name(square).to_string()), Some(square));
            }
        }
        let size = Size::STANDARD;
        assert_eq!(size.named("a1"), Some(Square::new(0)));
        assert_eq!(size.named("h8"), Some(Square::new(63)));
        for bad in ["", "a", "a0", "i1", "a9", "A1", "1a", "a1 ", "a10", "é1", "aé"] {
            assert_eq!(size.named(bad), None, "{bad}");
        }
        for bad in ["", "8", "8x", "x8", "2x8", "8x10", "8X8", "08x8", " 8x8", "+8x8"] {
            assert!(bad.parse::<Size>().is_err(), "{bad}");
        }
    }
}
