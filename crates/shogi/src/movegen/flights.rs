//! Where a king may flee to, and what guards the squares about it: cheap measures of how near a check is to mate.

use super::mate::Hunt;
use crate::geometry::Geometry;
use crate::piece::Kind;
use crate::position::Position;
use yose_board::{Bits, Square};

/// Where a king may flee to.
pub struct Flights<B> {
    /// Squares next to it where nothing of its own stands and that are not attacked, the king itself being no
    /// obstacle.
    free: B,
    /// All pieces but the king.
    occupied: B,
    /// The squares it could step to on an empty board; those that the other side attacks, and attacks twice.
    ring: B,
    guarded: B,
    twice: B,
}

impl<B: Bits> Flights<B> {
    /// How many are left when a piece of the kind, of this colour, attacks from a square as well.
    #[inline]
    pub fn left<G: Geometry<Bits = B>>(&self, position: &Position<G>, kind: Kind, sq: Square) -> u32 {
        if self.free.is_empty() {
            return 0;
        }
        let t = position.t();
        let shape = t.shape_of[kind.index()] as usize;
        let attacked = t.attacks(position.turn, shape, sq, self.occupied);
        // There are few, and counting bits is long where the processor may not be asked to.
        let (mut left, mut n) = (self.free & !attacked, 0);
        while !left.is_empty() {
            left = left.without_lowest();
            n += 1;
        }
        n
    }

    /// Whether a piece of the side to move that goes to a square, by a drop or by a move that attacks it, has another behind it.
    /// (Next to the king a piece that attacks a square both by a step and by a slide counts as two.)
    #[inline]
    pub fn supported<G: Geometry<Bits = B>>(&self, position: &Position<G>, sq: Square, drop: bool) -> bool {
        if self.ring.has(sq) {
            // No slider attacks the king, so none looks through it.
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
    /// Where the king of the side not to move may flee to, as things stand; `None` if it has no king.
    pub fn flights(&self) -> Option<Flights<G::Bits>> {
        let target = self.king(self.turn.other())?;
        let mut hunt = Hunt::new(self, target, None, G::Bits::EMPTY, G::Bits::EMPTY);
        hunt.surround::<false>();
        Some(Flights {
            free: hunt.steps & !hunt.guarded,
            occupied: hunt.occupied,
            ring: hunt.ring,
            guarded: hunt.guarded,
            twice: hunt.twice,
        })
    }
}
