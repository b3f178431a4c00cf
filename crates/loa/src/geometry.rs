//! Which tables a position uses: the static tables of the 8x8 board, or tables built at run time.
//!
//! All code is written once, generic over [`Geometry`]. [`Standard`] is a type without data: the
//! compiler knows the address and the contents of its tables. [`Runtime`] holds a reference to
//! tables that are built on the first request for a size and kept until the process ends. There are
//! 49 sizes and three words, so the number of tables is bounded. Building a geometry takes a lock;
//! making a move does not.

use crate::Size;
use crate::tables::{Tables, narrow, wide};
use std::fmt::{self, Debug};
use std::hash::Hash;
use std::sync::OnceLock;
use yose_board::Bits;

/// A board: its size and the tables that belong to it.
pub trait Geometry: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The word type that holds a set of squares.
    type Bits: Bits;

    /// The geometry for this size, or `None` if this type does not support the size.
    fn of(size: Size) -> Option<Self>;

    /// The tables of the board.
    fn tables(self) -> &'static Tables<Self::Bits>;

    /// The size of the board.
    #[inline]
    fn size(self) -> Size {
        self.tables().size
    }
}

static STANDARD: Tables<u64> = narrow!(u64, wide(Size::STANDARD));

/// The 8x8 board, with tables that are compiled into the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standard;

impl Geometry for Standard {
    type Bits = u64;

    fn of(size: Size) -> Option<Self> {
        (size == Size::STANDARD).then_some(Standard)
    }

    #[inline(always)]
    fn tables(self) -> &'static Tables<u64> {
        &STANDARD
    }
}

/// A board of any size that fits the word.
#[derive(Clone, Copy)]
pub struct Runtime<B: Word>(&'static Tables<B>);

impl<B: Word> Geometry for Runtime<B> {
    type Bits = B;

    fn of(size: Size) -> Option<Self> {
        (size.area() <= B::CAPACITY).then(|| Runtime(B::tables(size)))
    }

    #[inline(always)]
    fn tables(self) -> &'static Tables<B> {
        self.0
    }
}

// Tables are interned, so two geometries of one type are equal exactly if their sizes are equal.
impl<B: Word> PartialEq for Runtime<B> {
    fn eq(&self, other: &Self) -> bool {
        self.0.size == other.0.size
    }
}
impl<B: Word> Eq for Runtime<B> {}
impl<B: Word> Hash for Runtime<B> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.size.hash(state);
    }
}
impl<B: Word> Debug for Runtime<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Runtime({})", self.0.size)
    }
}

/// A word type that can hold a board: `u32`, `u64` or `u128`.
pub trait Word: Bits {
    /// The tables for this size, built on the first request. The board must fit the word.
    fn tables(size: Size) -> &'static Tables<Self>;
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            fn tables(size: Size) -> &'static Tables<Self> {
                static KNOWN: [[OnceLock<Box<Tables<$word>>>; 10]; 10] =
                    [const { [const { OnceLock::new() }; 10] }; 10];
                assert!(size.area() <= <$word>::BITS, "{size} does not fit the word");
                KNOWN[usize::from(size.files())][usize::from(size.ranks())]
                    .get_or_init(|| Box::new(narrow!($word, wide(size))))
            }
        }
    };
}

word!(u32);
word!(u64);
word!(u128);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn static_and_runtime_tables_are_the_same() {
        assert_eq!(Standard.tables(), <u64 as Word>::tables(Size::STANDARD));
    }

    #[test]
    fn a_geometry_takes_what_fits() {
        let size = |files, ranks| Size::new(files, ranks).unwrap();
        assert!(Standard::of(size(8, 7)).is_none());
        assert!(Runtime::<u32>::of(size(4, 8)).is_some() && Runtime::<u32>::of(size(4, 9)).is_none());
        assert!(Runtime::<u64>::of(size(7, 9)).is_some() && Runtime::<u64>::of(size(8, 9)).is_none());
        assert!(Runtime::<u128>::of(size(9, 9)).is_some());
        assert_eq!(Runtime::<u32>::of(size(5, 5)), Runtime::<u32>::of(size(5, 5)));
    }
}
