//! Pieces in hand, packed into one word with one byte for each kind. The test "this hand has at
//! least the pieces of that hand" is one subtraction. Proofs by dominance depend on this order.

use crate::piece::{Kind, MAX_HAND_KINDS};

/// The high bit of each byte. Counts stay below it, so a cleared guard bit shows a borrow.
const GUARD: u64 = 0x8080_8080_8080_8080;

/// The pieces one side holds.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Hand(u64);

impl Hand {
    /// The empty hand.
    pub const EMPTY: Hand = Hand(0);
    /// The number of kinds that a hand can hold.
    pub const KINDS: usize = MAX_HAND_KINDS;
    /// The maximum number of pieces of one kind in a hand.
    pub const MAX_COUNT: u8 = 127;

    /// The number of pieces of the kind in this hand; 0 for kinds that cannot be held.
    #[inline(always)]
    pub const fn count(self, kind: Kind) -> u8 {
        if kind.index() >= MAX_HAND_KINDS {
            return 0;
        }
        (self.0 >> (8 * kind.index())) as u8
    }

    /// Whether the hand has a piece of the kind.
    #[inline(always)]
    pub const fn has(self, kind: Kind) -> bool {
        self.count(kind) != 0
    }

    /// Whether the hand is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// This hand with one more piece of a kind that can be held.
    #[inline(always)]
    #[must_use]
    pub const fn plus(self, kind: Kind) -> Hand {
        debug_assert!(kind.index() < MAX_HAND_KINDS && self.count(kind) < Self::MAX_COUNT);
        Hand(self.0 + (1 << (8 * kind.index())))
    }

    /// This hand with one piece less of a kind that it has.
    #[inline(always)]
    #[must_use]
    pub const fn minus(self, kind: Kind) -> Hand {
        debug_assert!(self.has(kind));
        Hand(self.0 - (1 << (8 * kind.index())))
    }

    /// The hand with these counts, indexed by kind. Counts above [`Hand::MAX_COUNT`] are reduced to
    /// it; they do not occur in a validated setup.
    pub fn from_counts(counts: [u8; MAX_HAND_KINDS]) -> Hand {
        Hand(u64::from_le_bytes(counts.map(|n| n.min(Self::MAX_COUNT))))
    }

    /// The counts, indexed by kind.
    pub const fn counts(self) -> [u8; MAX_HAND_KINDS] {
        self.0.to_le_bytes()
    }

    /// Whether this hand has at least as many pieces as the other, of every kind.
    #[inline(always)]
    pub const fn at_least(self, other: Hand) -> bool {
        ((self.0 | GUARD) - other.0) & GUARD == GUARD
    }

    /// The hand with the given [`Hand::packed`] value.
    #[inline(always)]
    pub const fn from_packed(word: u64) -> Hand {
        Hand(word & !GUARD)
    }

    /// For each kind the larger count of the two hands.
    #[inline]
    #[must_use]
    pub const fn most(self, other: Hand) -> Hand {
        let pick = self.lanes_at_least(other);
        Hand((self.0 & pick) | (other.0 & !pick))
    }

    /// For each kind the smaller count of the two hands.
    #[inline]
    #[must_use]
    pub const fn least(self, other: Hand) -> Hand {
        let pick = self.lanes_at_least(other);
        Hand((other.0 & pick) | (self.0 & !pick))
    }

    /// A mask with all bits set in each byte where this hand's count is at least the other's.
    #[inline(always)]
    const fn lanes_at_least(self, other: Hand) -> u64 {
        let guard = ((self.0 | GUARD) - other.0) & GUARD;
        (guard >> 7) * 0xff
    }

    /// This hand, limited to the kinds that `kinds` has.
    #[inline]
    #[must_use]
    pub const fn masked(self, kinds: Hand) -> Hand {
        Hand(self.0 & kinds.lanes_at_least(Hand(GUARD >> 7)))
    }

    /// This hand without the kinds that `kinds` has.
    #[inline]
    #[must_use]
    pub const fn without(self, kinds: Hand) -> Hand {
        Hand(self.0 & !kinds.lanes_at_least(Hand(GUARD >> 7)))
    }

    /// The sum of both hands.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Hand) -> Hand {
        Hand(self.0 + other.0)
    }

    /// The packed counts, for hashing and storage.
    #[inline(always)]
    pub const fn packed(self) -> u64 {
        self.0
    }

    /// The kinds in this hand, lowest first.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let lane = rest.trailing_zeros() / 8;
            rest &= !(0xff << (8 * lane));
            Some(Kind(lane as u8))
        })
    }
}

impl std::fmt::Debug for Hand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Hand({:?})", self.counts())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_componentwise() {
        let counts = [0u8, 1, 2, 127];
        for a in counts {
            for b in counts {
                for c in counts {
                    for d in counts {
                        let x = Hand::from_counts([a, b, 0, 0, 0, 0, 0, a]);
                        let y = Hand::from_counts([c, d, 0, 0, 0, 0, 0, c]);
                        assert_eq!(x.at_least(y), a >= c && b >= d, "{x:?} {y:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn plus_and_minus_touch_one_kind() {
        let hand = Hand::EMPTY.plus(Kind::ROOK).plus(Kind::PAWN).plus(Kind::PAWN);
        assert_eq!(hand.counts(), [2, 0, 0, 0, 0, 0, 1, 0]);
        assert_eq!(
            hand.minus(Kind::PAWN).minus(Kind::PAWN).minus(Kind::ROOK),
            Hand::EMPTY
        );
        assert_eq!(hand.kinds().collect::<Vec<_>>(), [Kind::PAWN, Kind::ROOK]);
    }
}
