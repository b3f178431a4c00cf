//! What a side could do with other pieces in hand. Proofs by dominance depend on these questions.

use crate::geometry::Geometry;
use crate::hand::Hand;
use crate::piece::Kind;
use crate::position::Position;
use yose_board::{Bits, Color, Square};

impl<G: Geometry> Position<G> {
    /// The squares on which a piece of the side to move would block the check. Empty if the side is
    /// not in check, is in double check, or the check comes from an adjacent square or from a jump.
    pub fn blocks(&self) -> G::Bits {
        let Some(king) = self.king(self.turn) else {
            return G::Bits::EMPTY;
        };
        let checkers = self.king_lines(king, self.turn).checkers;
        if checkers.is_empty() || checkers.several() {
            return G::Bits::EMPTY;
        }
        let checker = checkers.lowest();
        if self.slides_at(checker, king) {
            self.t().between(king, checker)
        } else {
            G::Bits::EMPTY
        }
    }

    /// Those of the `kinds` that the side to move could drop on one of the squares if it held them.
    pub fn droppable_kinds(&self, kinds: Hand, squares: G::Bits) -> Hand {
        let mut found = Hand::EMPTY;
        if squares.is_empty() {
            return found;
        }
        for kind in kinds.kinds() {
            if !self.droppable(kind, squares).is_empty() {
                found = found.plus(kind);
            }
        }
        found
    }

    /// Those of the `kinds` that the side to move could drop with check if it held them. The side
    /// to move must not be in check.
    pub fn checking_kinds(&self, kinds: Hand) -> Hand {
        let mut found = Hand::EMPTY;
        let Some(target) = self.king(self.turn.other()) else {
            return found;
        };
        if kinds.is_empty() {
            return found;
        }
        let t = self.t();
        let squares = self.check_squares(target, self.turn);
        let empty = t.all & !self.occupied();
        for kind in kinds.kinds() {
            let to = empty & squares[t.shape_of[kind.index()] as usize & 15];
            if !to.is_empty() && !self.droppable(kind, to).is_empty() {
                found = found.plus(kind);
            }
        }
        found
    }

    /// Whether a promoted piece of the kind on `to` attacks every square that an unpromoted one
    /// would attack. `from` counts as empty.
    pub fn promotion_loses_nothing(&self, color: Color, kind: Kind, from: Square, to: Square) -> bool {
        let t = self.t();
        let Some(promoted) = self.promotion_of(kind) else {
            return false;
        };
        let occupied = self.occupied() & !G::Bits::bit(from);
        let plain = t.attacks(color, t.shape_of[kind.index()] as usize, to, occupied);
        let better = t.attacks(color, t.shape_of[promoted.index()] as usize, to, occupied);
        (plain & !better).is_empty()
    }

    /// Whether a piece of the kind may promote when it moves from `from` to `to`.
    pub fn may_promote(&self, color: Color, kind: Kind, from: Square, to: Square) -> bool {
        let zone = self.t().zone[color.index()];
        self.promotion_of(kind).is_some() && (zone.has(from) || zone.has(to))
    }

    /// The kind that a captured piece of this kind becomes in hand.
    #[inline]
    pub fn held_as(&self, kind: Kind) -> Kind {
        Kind(self.t().in_hand[kind.index()])
    }
}
