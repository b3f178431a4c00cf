//! A move in sixteen bits, and a list of moves that never allocates.

use crate::piece::Kind;
use arrayvec::ArrayVec;
use std::num::NonZeroU16;
use yose_board::{Bits, Square};

/// Origin values from this one on stand for drops: `DROP` plus the kind.
const DROP: u16 = 96;
const PROMOTE: u16 = 1 << 14;
const MARK: u16 = 1 << 15;

/// A move. Bits 0-6 are the target square, bits 7-13 the origin square (or 96 plus the kind for a
/// drop), bit 14 is promotion. Bit 15 is always set, so that `Option<Move>` also fits in two bytes.
/// The moving piece and the captured piece are not part of the move; the position determines them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

impl Move {
    #[inline(always)]
    fn pack(bits: u16) -> Move {
        // The marker bit is set, so the compiler removes the alternative.
        Move(NonZeroU16::new(bits | MARK).unwrap_or(NonZeroU16::MIN))
    }

    /// A move on the board; `from` and `to` differ.
    #[inline(always)]
    pub fn board(from: Square, to: Square, promote: bool) -> Move {
        debug_assert!(from != to);
        Move::pack(u16::from(to.raw()) | u16::from(from.raw()) << 7 | u16::from(promote) << 14)
    }

    /// A drop.
    #[inline(always)]
    pub fn drop(kind: Kind, to: Square) -> Move {
        Move::pack(u16::from(to.raw()) | (DROP + u16::from(kind.0)) << 7)
    }

    /// The target square.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::new((self.0.get() & 127) as u8)
    }

    /// The origin square; `None` for a drop.
    #[inline(always)]
    pub const fn from(self) -> Option<Square> {
        let from = (self.0.get() >> 7) & 127;
        if from < DROP {
            Some(Square::new(from as u8))
        } else {
            None
        }
    }

    /// The dropped kind; `None` for a move on the board.
    #[inline(always)]
    pub const fn dropped(self) -> Option<Kind> {
        let from = (self.0.get() >> 7) & 127;
        if from < DROP {
            None
        } else {
            Some(Kind((from - DROP) as u8))
        }
    }

    /// Whether the piece promotes.
    #[inline(always)]
    pub const fn promotes(self) -> bool {
        self.0.get() & PROMOTE != 0
    }

    /// The sixteen bits, for storage.
    #[inline(always)]
    pub const fn packed(self) -> u16 {
        self.0.get()
    }

    /// The move with these bits. The move need not be legal in any position.
    #[inline(always)]
    pub const fn unpack(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(bits) if bits.get() & MARK != 0 => Some(Move(bits)),
            _ => None,
        }
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.from(), self.dropped()) {
            (Some(from), _) => {
                write!(
                    f,
                    "{from:?}-{:?}{}",
                    self.to(),
                    if self.promotes() { "+" } else { "" }
                )
            }
            (None, kind) => write!(f, "{kind:?}*{:?}", self.to()),
        }
    }
}

/// An upper bound on the number of legal moves in a position. Shogi has at most 593. For other
/// armies [`crate::Variant::intern`] tests a bound of their own against this one.
pub const MAX_MOVES: usize = 1024;

/// A list of moves of fixed capacity.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// Receives generated moves. Generators pass whole sets of moves, so counting needs no list and a
/// caller can stop at the first move. A method that returns `true` stops the generator.
pub trait Sink<B: Bits> {
    /// The piece on `from` can move to each square of `plain` without promoting, and to each square
    /// of `promoted` with promotion.
    fn board(&mut self, from: Square, plain: B, promoted: B) -> bool;
    /// A piece of the kind can be dropped on each square of `to`.
    fn drops(&mut self, kind: Kind, to: B) -> bool;
}

impl<B: Bits> Sink<B> for MoveList {
    #[inline(always)]
    fn board(&mut self, from: Square, plain: B, promoted: B) -> bool {
        promoted.each(|to| self.push(Move::board(from, to, true)));
        plain.each(|to| self.push(Move::board(from, to, false)));
        false
    }

    #[inline(always)]
    fn drops(&mut self, kind: Kind, to: B) -> bool {
        to.each(|to| self.push(Move::drop(kind, to)));
        false
    }
}

/// Counts moves without listing them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counter(pub u64);

impl<B: Bits> Sink<B> for Counter {
    #[inline(always)]
    fn board(&mut self, _: Square, plain: B, promoted: B) -> bool {
        self.0 += u64::from(plain.count());
        // Few moves promote, and without a popcount instruction the test is cheaper than the count.
        if !promoted.is_empty() {
            self.0 += u64::from(promoted.count());
        }
        false
    }

    #[inline(always)]
    fn drops(&mut self, _: Kind, to: B) -> bool {
        self.0 += u64::from(to.count());
        false
    }
}

/// Stops at the first move, to test whether there is any.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Any(pub(crate) bool);

impl<B: Bits> Sink<B> for Any {
    #[inline(always)]
    fn board(&mut self, _: Square, plain: B, promoted: B) -> bool {
        self.0 |= !(plain | promoted).is_empty();
        self.0
    }

    #[inline(always)]
    fn drops(&mut self, _: Kind, to: B) -> bool {
        self.0 |= !to.is_empty();
        self.0
    }
}

const _: () = assert!(size_of::<Option<Move>>() == 2);
