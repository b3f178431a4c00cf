//! Sets of squares as machine words. The width of the word is a type parameter. Each board uses the
//! narrowest word that holds all its squares, because `u128` operations cost more than `u64`
//! operations.

use crate::Square;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The number of squares that the type can hold.
    const CAPACITY: u32;
    /// The empty set.
    const EMPTY: Self;

    /// The set that contains one square.
    fn bit(square: Square) -> Self;
    /// The low `CAPACITY` bits of a wide set. Tables are computed once in `u128` and then narrowed.
    fn narrow(wide: u128) -> Self;
    /// The same set as a `u128`.
    fn widen(self) -> u128;
    /// The number of squares in the set.
    fn count(self) -> u32;
    /// Whether the set has no square.
    fn is_empty(self) -> bool;
    /// Whether the set has two or more squares.
    fn several(self) -> bool;
    /// The lowest square of a non-empty set.
    fn lowest(self) -> Square;
    /// The set without its lowest square.
    fn without_lowest(self) -> Self;
    /// The squares of `line` up to and including the lowest one that is also in `occupied`. If no
    /// square of `line` is occupied, all of `line`. This is the attack of a slider towards higher
    /// indices.
    fn up_to_first(line: Self, occupied: Self) -> Self;
    /// The squares of `line` down to and including the highest one that is also in `occupied`. If
    /// no square of `line` is occupied, all of `line`. This is the attack of a slider towards lower
    /// indices.
    fn down_to_last(line: Self, occupied: Self) -> Self;
    /// The attack of a slider in two opposite directions. Equals `up_to_first(up, occupied) |
    /// down_to_last(down, occupied)`. Every square of `up` must have a higher index than every
    /// square of `down`.
    fn both_ways(up: Self, down: Self, occupied: Self) -> Self;
    /// Wrapping subtraction of the sets as numbers.
    fn minus(self, other: Self) -> Self;
    /// Every square moved up by `n` indices. Squares that leave the word are lost.
    fn up(self, n: u32) -> Self;
    /// Every square moved down by `n` indices. Squares that fall below index 0 are lost.
    fn down(self, n: u32) -> Self;

    /// Whether the square is in the set.
    fn has(self, square: Square) -> bool;

    /// Whether the sets share a square.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The squares of the set, lowest first.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }

    /// Calls `f` for each square of the set, lowest first. For a `u128` this is cheaper than
    /// iterating over [`squares`](Bits::squares), because `each` walks the two `u64` halves.
    fn each(self, f: impl FnMut(Square));
}

/// The squares of a set, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count() as usize;
        (n, Some(n))
    }
}

impl<B: Bits> ExactSizeIterator for Squares<B> {}

/// Words that can be filled upwards from their highest set bit.
trait WithAbove {
    /// The highest set bit and all bits above it. If only bit 0 is set, or no bit, all bits.
    fn with_above(self) -> Self;
}

macro_rules! with_above {
    ($word:ty) => {
        impl WithAbove for $word {
            #[inline(always)]
            fn with_above(self) -> Self {
                <$word>::MAX << (<$word>::BITS - 1 - (self | 1).leading_zeros())
            }
        }
    };
}

with_above!(u32);
with_above!(u64);

impl WithAbove for u128 {
    /// Handles each half separately, because shifting a whole `u128` costs twice as much.
    #[inline(always)]
    fn with_above(self) -> Self {
        let (high, low) = ((self >> 64) as u64, self as u64);
        let low = if high == 0 { low.with_above() } else { 0 };
        u128::from(high.with_above()) << 64 | u128::from(low)
    }
}

/// Calls `f` for each set bit of `word`, lowest first. Bit 0 is the square with index `base`.
#[inline(always)]
fn walk(mut word: u64, base: u8, mut f: impl FnMut(Square)) {
    while word != 0 {
        f(Square::new(base + word.trailing_zeros() as u8));
        word &= word - 1;
    }
}

macro_rules! bits {
    ($word:ty, $self:ident, $square:ident, $bit:expr, $has:expr, $f:ident, $each:expr) => {
        impl Bits for $word {
            const CAPACITY: u32 = <$word>::BITS;
            const EMPTY: Self = 0;

            #[inline(always)]
            fn bit($square: Square) -> Self {
                $bit
            }
            #[inline(always)]
            fn narrow(wide: u128) -> Self {
                wide as $word
            }
            #[inline(always)]
            fn widen(self) -> u128 {
                self as u128
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }
            #[inline(always)]
            fn several(self) -> bool {
                self & self.wrapping_sub(1) != 0
            }
            #[inline(always)]
            fn lowest(self) -> Square {
                Square::new(self.trailing_zeros() as u8)
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn up_to_first(line: Self, occupied: Self) -> Self {
                let met = line & occupied;
                // All bits up to and including the lowest bit of `met`; all bits if `met` is empty.
                (met ^ met.wrapping_sub(1)) & line
            }
            #[inline(always)]
            fn down_to_last(line: Self, occupied: Self) -> Self {
                // If nothing is met, or only bit 0, `with_above` returns all bits. That is right
                // for bit 0 too, because no square lies below it.
                line & (line & occupied).with_above()
            }
            #[inline(always)]
            fn both_ways(up: Self, down: Self, occupied: Self) -> Self {
                // G. Isenberg's "obstruction difference": subtract the highest occupied bit of
                // `down` (bit 0 if there is none) from the occupied bits of `up`. The bits that
                // change are those from the subtracted bit up to and including the lowest occupied
                // bit of `up`. Adding the result of `with_above` is the same as that subtraction.
                let met = up & occupied;
                let changed = met ^ met.wrapping_add((down & occupied).with_above());
                (up | down) & changed
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn up(self, n: u32) -> Self {
                self << n
            }
            #[inline(always)]
            fn down(self, n: u32) -> Self {
                self >> n
            }
            #[inline(always)]
            fn has($self, $square: Square) -> bool {
                $has
            }
            #[inline(always)]
            #[allow(unused_mut)]
            fn each($self, mut $f: impl FnMut(Square)) {
                $each
            }
        }
    };
}

bits!(
    u32,
    self,
    square,
    1 << square.raw(),
    self >> square.raw() & 1 != 0,
    f,
    walk(u64::from(self), 0, f)
);
bits!(
    u64,
    self,
    square,
    1 << square.raw(),
    self >> square.raw() & 1 != 0,
    f,
    walk(self, 0, f)
);
bits!(
    u128,
    self,
    square,
    {
        // One shift of a `u64` needs half the instructions of a shift of a `u128`.
        let half = 1u64 << (square.raw() & 63);
        let (high, low) = if square.raw() < 64 { (0, half) } else { (half, 0) };
        u128::from(high) << 64 | u128::from(low)
    },
    {
        // Selecting a half is cheaper than shifting a `u128`.
        let half = if square.raw() < 64 {
            self as u64
        } else {
            (self >> 64) as u64
        };
        half >> (square.raw() & 63) & 1 != 0
    },
    f,
    {
        walk(self as u64, 0, &mut f);
        walk((self >> 64) as u64, 64, &mut f);
    }
);

#[cfg(test)]
mod tests {
    use super::*;

    fn laws<B: Bits>() {
        let mixed = B::narrow(0x8000_0001_0000_00f0_8000_0040_8000_0005);
        let mut walked = Vec::new();
        mixed.each(|square| walked.push(square));
        assert_eq!(walked, mixed.squares().collect::<Vec<_>>());
        let top = B::CAPACITY as u8 - 1;
        for i in 0..=top {
            let b = B::bit(Square::new(i));
            assert_eq!(b.lowest().raw(), i);
            assert_eq!(b.count(), 1);
            assert!(b.has(Square::new(i)) && !(!b).has(Square::new(i)));
            assert!(!b.several() && b.without_lowest().is_empty());
            assert_eq!(B::narrow(b.widen()), b);
            // Slide over the whole word, towards both ends, with one obstacle.
            let all = !B::EMPTY;
            assert_eq!(B::up_to_first(all, b).count(), u32::from(i) + 1);
            assert_eq!(B::down_to_last(all, b).count(), u32::from(top - i) + 1);
            assert_eq!(B::up_to_first(all ^ b, b), all ^ b, "nothing met: the whole line");
            assert_eq!(B::down_to_last(all ^ b, b), all ^ b);
            // Slide both ways from this square, for every pair of obstacles and for none.
            let down = b.minus(B::narrow(1));
            let up = all ^ b ^ down;
            let stones = (0..=top).map(|n| B::bit(Square::new(n))).chain([B::EMPTY]);
            for (one, two) in stones
                .clone()
                .flat_map(|one| stones.clone().map(move |two| (one, two)))
            {
                let occupied = (one | two) & !b;
                let expected = B::up_to_first(up, occupied) | B::down_to_last(down, occupied);
                assert_eq!(B::both_ways(up, down, occupied), expected, "{i} {occupied:?}");
            }
        }
    }

    #[test]
    fn every_width_obeys_the_same_laws() {
        laws::<u32>();
        laws::<u64>();
        laws::<u128>();
    }
}
