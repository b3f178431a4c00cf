//! The moves that give check, generated directly.
//!
//! A move gives check because the piece attacks the king from its target square (*direct*), because
//! it leaves a line on which a slider of its own side then attacks the king (*discovered*), or for
//! both reasons (double check).

use crate::attack::KingLines;
use crate::geometry::Geometry;
use crate::moves::Sink;
use crate::piece::{Kind, MAX_KINDS};
use crate::position::Position;
use crate::tables::NO_LINE;
use yose_board::{Bits, Square};

impl<G: Geometry> Position<G> {
    /// Generates every legal move that gives check; none if the opponent has no king. Returns
    /// whether the sink stopped the generator.
    #[inline]
    pub fn checks<S: Sink<G::Bits>>(&self, sink: &mut S) -> bool {
        let us = self.turn;
        let Some(target) = self.king(us.other()) else {
            return false;
        };
        if self.tried() {
            return false;
        }
        let squares = self.check_squares(target, us);
        let discoverers = self.king_lines(target, us.other()).blockers & self.by_color[us.index()];
        let mut pinned = G::Bits::EMPTY;
        let king = self.king(us);
        if let Some(king) = king {
            let lines = self.king_lines(king, us);
            if !lines.checkers.is_empty() {
                return self.counter_checks(king, lines, target, discoverers, &squares, sink);
            }
            pinned = lines.blockers & self.by_color[us.index()];
        }
        self.quiet_checks(king, pinned, target, discoverers, &squares, sink)
    }

    /// Generates the checks of a side that is not in check itself.
    #[inline(always)]
    fn quiet_checks<S: Sink<G::Bits>>(
        &self,
        king: Option<Square>,
        pinned: G::Bits,
        target: Square,
        discoverers: G::Bits,
        squares: &[G::Bits; MAX_KINDS],
        sink: &mut S,
    ) -> bool {
        let t = self.t();
        let us = self.turn;
        let own = self.by_color[us.index()];
        let occupied = self.occupied();
        for shape in self.army_shapes() {
            let candidates = t.check_from[us.index()][shape & 15][target.index()] | discoverers;
            for from in (self.by_shape[shape & 15] & own & candidates).squares() {
                let mut targets = t.attacks(us, shape, from, occupied) & !own;
                if pinned.has(from)
                    && let Some(king) = king
                {
                    targets &= self.closed_line(king, from);
                }
                if self.checking_part(from, targets, target, discoverers, squares, sink) {
                    return true;
                }
            }
        }
        if let Some(king) = king
            && discoverers.has(king)
            && self.king_moves(king, !self.closed_line(target, king), sink)
        {
            return true;
        }
        self.checking_drops(t.all & !occupied, squares, sink)
    }

    /// Passes on those of the `targets` of a piece on which it gives check. The piece is not the
    /// king.
    #[inline(always)]
    fn checking_part<S: Sink<G::Bits>>(
        &self,
        from: Square,
        targets: G::Bits,
        target: Square,
        discoverers: G::Bits,
        squares: &[G::Bits; MAX_KINDS],
        sink: &mut S,
    ) -> bool {
        let t = self.t();
        let kind = self.board[from.index()].kind();
        let (mut plain, mut promoted) = self.split(kind, from, targets);
        let uncovered = if discoverers.has(from) {
            !self.closed_line(target, from)
        } else {
            G::Bits::EMPTY
        };
        plain &= squares[t.shape_of[kind.index()] as usize & 15] | uncovered;
        if !promoted.is_empty() {
            let after = Kind(t.promoted[kind.index()]);
            let mut direct = squares[t.shape_of[after.index()] as usize & 15];
            if t.gains_slides {
                direct |= self.through_origin(from, after, target);
            }
            promoted &= direct | uncovered;
        }
        !(plain | promoted).is_empty() && sink.board(from, plain, promoted)
    }

    /// The squares from which a piece that becomes a slider by promoting attacks the king across
    /// its origin square. A piece that slid in this direction before promoting would already be
    /// giving check.
    #[cold]
    pub(super) fn through_origin(&self, from: Square, after: Kind, target: Square) -> G::Bits {
        let t = self.t();
        let us = self.turn.index();
        let d = t.line[target.index()][from.index()];
        let shape = t.shape_of[after.index()] as usize & 15;
        if d == NO_LINE
            || t.slides[us][shape] & (1 << (d ^ 4)) == 0
            || !t.land[us][shape].has(target)
            || t.between(target, from).meets(self.occupied())
        {
            return G::Bits::EMPTY;
        }
        t.slide_one(d as usize, from, self.occupied())
    }

    #[inline(always)]
    fn checking_drops<S: Sink<G::Bits>>(
        &self,
        empty: G::Bits,
        squares: &[G::Bits; MAX_KINDS],
        sink: &mut S,
    ) -> bool {
        let t = self.t();
        for kind in self.hands[self.turn.index()].kinds() {
            let to = empty & squares[t.shape_of[kind.index()] as usize & 15];
            if !to.is_empty() {
                let to = self.droppable(kind, to);
                if !to.is_empty() && sink.drops(kind, to) {
                    return true;
                }
            }
        }
        false
    }

    /// Generates the checks of a side that is in check: its evasions that give check.
    #[cold]
    fn counter_checks<S: Sink<G::Bits>>(
        &self,
        king: Square,
        lines: KingLines<G::Bits>,
        target: Square,
        discoverers: G::Bits,
        squares: &[G::Bits; MAX_KINDS],
        sink: &mut S,
    ) -> bool {
        let mut filter = CheckFilter {
            position: self,
            target,
            king,
            discoverers,
            squares,
            sink,
        };
        self.evade(king, lines, &mut filter)
    }
}

/// A sink that passes on those evasions that give check.
struct CheckFilter<'a, G: Geometry, S> {
    position: &'a Position<G>,
    target: Square,
    king: Square,
    discoverers: G::Bits,
    squares: &'a [G::Bits; MAX_KINDS],
    sink: &'a mut S,
}

impl<G: Geometry, S: Sink<G::Bits>> Sink<G::Bits> for CheckFilter<'_, G, S> {
    fn board(&mut self, from: Square, plain: G::Bits, promoted: G::Bits) -> bool {
        if from == self.king {
            if !self.discoverers.has(from) {
                return false;
            }
            let plain = plain & !self.position.closed_line(self.target, from);
            return !plain.is_empty() && self.sink.board(from, plain, promoted);
        }
        self.position.checking_part(
            from,
            plain | promoted,
            self.target,
            self.discoverers,
            self.squares,
            self.sink,
        )
    }

    fn drops(&mut self, kind: Kind, to: G::Bits) -> bool {
        let t = self.position.t();
        let to = to & self.squares[t.shape_of[kind.index()] as usize & 15];
        !to.is_empty() && self.sink.drops(kind, to)
    }
}
