//! Sets of squares as machine words. The width is a type: `u128` where `u64` would do costs half as
//! much again, so each board uses the narrowest word that holds it.

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
    /// The number of squares the type can hold.
    const CAPACITY: u32;
    /// The empty set.
    const EMPTY: Self;

    /// The set of one square.
    fn bit(square: Square) -> Self;
    /// The low `CAPACITY` bits of a wide set. Tables are computed once in `u128` and narrowed.
    fn narrow(wide: u128) -> Self;
    /// The same set as a `u128`.
    fn widen(self) -> u128;
    /// The number of squares in the set.
    fn count(self) -> u32;
    /// Whether there is none.
    fn is_empty(self) -> bool;
    /// Whether there are two or more.
    fn several(self) -> bool;
    /// The lowest square of a non-empty set.
    fn lowest(self) -> Square;
    /// The set without its lowest square.
    fn without_lowest(self) -> Self;
    /// The squares of `line` up to and including the lowest one that is also in `occupied`; all of
    /// `line` where there is none. This is the attack of a slider towards higher indices.
    fn up_to_first(line: Self, occupied: Self) -> Self;
    /// The squares of `line` down to and including the highest one that is also in `occupied`.
    fn down_to_last(line: Self, occupied: Self) -> Self;
    /// Both at once, of the two halves of a line, `up` lying above `down`: up to the first and down to the last.
    fn both_ways(up: Self, down: Self, occupied: Self) -> Self;
    /// Subtraction of sets as numbers, wrapping.
    fn minus(self, other: Self) -> Self;
    /// Every square moved up by `n` places; those beyond the word are lost.
    fn up(self, n: u32) -> Self;
    /// Every square moved down by `n` places; those below zero are lost.
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

    /// Does something for each square of the set, lowest first. A `u128` is walked as two `u64`, which an
    /// iterator cannot do as cheaply: in move lists this saves a quarter of the instructions.
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

/// The highest bit of a word with everything above it.
trait WithAbove {
    /// All bits from the highest one of the word on; all there are if it is bit 0, or none.
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
    /// Each half by itself: shifting a whole `u128` costs twice as much.
    #[inline(always)]
    fn with_above(self) -> Self {
        let (high, low) = ((self >> 64) as u64, self as u64);
        let low = if high == 0 { low.with_above() } else { 0 };
        u128::from(high.with_above()) << 64 | u128::from(low)
    }
}

/// Walks a word from its lowest bit, counting squares from `base`.
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
                // All bits up to and including the lowest of `met`; all of them when it is empty.
                (met ^ met.wrapping_sub(1)) & line
            }
            #[inline(always)]
            fn down_to_last(line: Self, occupied: Self) -> Self {
                // No square lies below bit 0, so it never cuts.
                line & (line & occupied).with_above()
            }
            #[inline(always)]
            fn both_ways(up: Self, down: Self, occupied: Self) -> Self {
                // Taking the highest bit met below from what is met above changes just the bits from there up to and
                // including the lowest met above (G. Isenberg's "obstruction difference"): adding all bits from it on does that.
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
        // The same: half the instructions of a shift of the whole.
        let half = 1u64 << (square.raw() & 63);
        let (high, low) = if square.raw() < 64 { (0, half) } else { (half, 0) };
        u128::from(high) << 64 | u128::from(low)
    },
    {
        // Choosing a half is cheaper than shifting both.
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
            // Sliding over the whole word, towards both ends, with one stone in the way.
            let all = !B::EMPTY;
            assert_eq!(B::up_to_first(all, b).count(), u32::from(i) + 1);
            assert_eq!(B::down_to_last(all, b).count(), u32::from(top - i) + 1);
            assert_eq!(B::up_to_first(all ^ b, b), all ^ b, "nothing met: the whole line");
            assert_eq!(B::down_to_last(all ^ b, b), all ^ b);
            // Both ways from this square, with every stone above and every one below it, and with none.
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
