//! A square: an index below 128, whose meaning (file-major, rank-major) belongs to the game.

use std::fmt;

/// A square of some board, as an index into its bit set.
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

    /// Its index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its index, as stored.
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
