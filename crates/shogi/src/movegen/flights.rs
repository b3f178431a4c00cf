//! Where a king may flee to: a cheap measure of how near a check is to mate.

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
    occupied: B,
}

impl<B: Bits> Flights<B> {
    /// How many are left when a piece of the kind, of this colour, attacks from a square as well.
    #[inline]
    pub fn left<G: Geometry<Bits = B>>(&self, position: &Position<G>, kind: Kind, sq: Square) -> u32 {
        let t = position.t();
        let shape = t.shape_of[kind.index()] as usize;
        let attacked = t.attacks(position.turn, shape, sq, self.occupied);
        (self.free & !attacked).count()
    }
}

impl<G: Geometry> Position<G> {
    /// Where the king of the side not to move may flee to, as things stand; `None` if it has no king.
    pub fn flights(&self) -> Option<Flights<G::Bits>> {
        let target = self.king(self.turn.other())?;
        let mut hunt = Hunt::new(self, target, None, G::Bits::EMPTY);
        hunt.surround();
        Some(Flights {
            free: hunt.steps & !hunt.guarded,
            occupied: hunt.occupied,
        })
    }
}
