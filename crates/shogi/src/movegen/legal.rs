//! All legal moves.

use crate::attack::members;
use crate::geometry::Geometry;
use crate::moves::Sink;
use crate::position::Position;
use yose_board::{Bits, Square};

impl<G: Geometry> Position<G> {
    /// Generates every legal move. Returns whether the sink stopped the generator.
    #[inline]
    pub fn legal<S: Sink<G::Bits>>(&self, sink: &mut S) -> bool {
        if self.tried() {
            return false;
        }
        let mut pinned = G::Bits::EMPTY;
        let king = self.king(self.turn);
        if let Some(king) = king {
            let lines = self.king_lines(king, self.turn);
            if !lines.checkers.is_empty() {
                return self.evade(king, lines, sink);
            }
            pinned = lines.blockers & self.by_color[self.turn.index()];
        }
        self.quiet(king, pinned, sink)
    }

    /// Generates every legal move of a side that is not in check.
    #[inline(always)]
    fn quiet<S: Sink<G::Bits>>(&self, king: Option<Square>, pinned: G::Bits, sink: &mut S) -> bool {
        let t = self.t();
        let us = self.turn;
        let own = self.by_color[us.index()];
        let occupied = self.occupied();
        for shape in 0..t.shapes as usize {
            if shape == t.royal_shape as usize {
                continue;
            }
            for from in (self.by_shape[shape & 15] & own).squares() {
                let mut targets = t.attacks(us, shape, from, occupied) & !own;
                if pinned.has(from)
                    && let Some(king) = king
                {
                    targets &= self.closed_line(king, from);
                }
                let (plain, promoted) = if t.promotable_shapes & (1 << shape) != 0 || t.stuck_kinds {
                    self.split(self.board[from.index()].kind(), from, targets)
                } else {
                    (targets, G::Bits::EMPTY)
                };
                if !(plain | promoted).is_empty() && sink.board(from, plain, promoted) {
                    return true;
                }
            }
        }
        if let Some(king) = king
            && self.king_moves(king, t.all, sink)
        {
            return true;
        }
        self.drops(t.all & !occupied, sink)
    }

    /// Generates the legal moves of one piece to the given `targets`, which it attacks. The piece
    /// is not the king and is not pinned.
    #[inline(always)]
    pub(super) fn piece_moves<S: Sink<G::Bits>>(&self, from: Square, targets: G::Bits, sink: &mut S) -> bool {
        let (plain, promoted) = self.split(self.board[from.index()].kind(), from, targets);
        !(plain | promoted).is_empty() && sink.board(from, plain, promoted)
    }

    /// The shapes of the variant except the king's.
    #[inline(always)]
    pub(super) fn army_shapes(&self) -> impl Iterator<Item = usize> + use<G> {
        let t = self.t();
        members(((1u32 << t.shapes) - 1) as u16 & !(1 << t.royal_shape))
    }
}
