//! The squares to which a king can flee, and the attacks on the squares around it. Searches use
//! them as cheap measures of how close a check is to mate.

use super::mate::KingAttack;
use crate::geometry::Geometry;
use crate::piece::Kind;
use crate::position::Position;
use yose_board::{Bits, Square};

/// The squares to which a king can flee.
pub struct Flights<B> {
    /// The squares to which the king can step: no piece of its own side is on them and they are not
    /// attacked. The king itself does not block the attacks.
    free: B,
    /// All pieces except the king.
    occupied: B,
    /// The squares to which the king could step on an empty board. The next two fields are the
    /// squares that the other side attacks, and attacks at least twice.
    ring: B,
    guarded: B,
    twice: B,
}

impl<B: Bits> Flights<B> {
    /// The number of flight squares that are left if a piece of the kind, of the side to move, also
    /// attacks from `sq`.
    #[inline]
    pub fn left<G: Geometry<Bits = B>>(&self, position: &Position<G>, kind: Kind, sq: Square) -> u32 {
        if self.free.is_empty() {
            return 0;
        }
        let t = position.t();
        let shape = t.shape_of[kind.index()] as usize;
        let attacked = t.attacks(position.turn, shape, sq, self.occupied);
        // The set is small, and counting bits is slow without a popcount instruction.
        let (mut left, mut n) = (self.free & !attacked, 0);
        while !left.is_empty() {
            left = left.without_lowest();
            n += 1;
        }
        n
    }

    /// Whether a piece of the side to move that goes to `sq` is protected by another piece. The
    /// move is a drop, or a move of a piece that attacks `sq`. On squares next to the king, a piece
    /// that attacks `sq` both by a step and by a slide counts as two.
    #[inline]
    pub fn supported<G: Geometry<Bits = B>>(&self, position: &Position<G>, sq: Square, drop: bool) -> bool {
        if self.ring.has(sq) {
            // No slider attacks the king, so no slider attacks through it.
            return if drop { self.guarded } else { self.twice }.has(sq);
        }
        let attackers = position.attackers(sq, position.turn);
        if drop {
            !attackers.is_empty()
        } else {
            attackers.several()
        }
    }
}

impl<G: Geometry> Position<G> {
    /// The squares to which the king of the side not to move can flee; `None` if that side has no
    /// king.
    pub fn flights(&self) -> Option<Flights<G::Bits>> {
        let target = self.king(self.turn.other())?;
        let mut attack = KingAttack::new(self, target, None, G::Bits::EMPTY, G::Bits::EMPTY);
        attack.find_attackers::<false>();
        Some(Flights {
            free: attack.steps & !attack.guarded,
            occupied: attack.occupied,
            ring: attack.ring,
            guarded: attack.guarded,
            twice: attack.twice,
        })
    }
}
