//! Squares. A square is an index below 128; each game defines what the index means (file-major or
//! rank-major).

use std::fmt;

/// A square of some board: an index into the board's bit set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// The square with this index.
    #[inline(always)]
    pub const fn new(index: u8) -> Self {
        debug_assert!(index < 128);
        Square(index)
    }

    /// The index, for indexing arrays.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The index as a byte.
    #[inline(always)]
    pub const fn raw(self) -> u8 {
        self.0
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}
