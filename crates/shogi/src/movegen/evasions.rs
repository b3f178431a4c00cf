//! The moves of a side in check: the king steps away, or the only checker is taken or blocked.

use crate::attack::KingLines;
use crate::geometry::Geometry;
use crate::moves::Sink;
use crate::position::Position;
use yose_board::{Bits, Square};

impl<G: Geometry> Position<G> {
    /// Generates the legal moves of a side in check; all legal moves if it is not in check. Returns
    /// whether the sink stopped the generator.
    pub fn evasions<S: Sink<G::Bits>>(&self, sink: &mut S) -> bool {
        // `legal` already distinguishes the two cases, and a side in check has no other legal
        // moves.
        self.legal(sink)
    }

    /// Generates the legal moves against the given checkers.
    ///
    /// A pinned piece can never help, because the line of its pin differs from the line of the
    /// check. If two sliders attacked along one line, only the nearer one would give check, with no
    /// piece between it and the king.
    #[inline(always)]
    pub(super) fn evade<S: Sink<G::Bits>>(
        &self,
        king: Square,
        lines: KingLines<G::Bits>,
        sink: &mut S,
    ) -> bool {
        let t = self.t();
        if self.king_moves(king, t.all, sink) {
            return true;
        }
        if lines.checkers.several() {
            return false;
        }
        let checker = lines.checkers.lowest();
        let between = t.between(king, checker);
        // A checker that jumps can be on a line with the king, but its check cannot be blocked.
        let between = if self.slides_at(checker, king) {
            between
        } else {
            G::Bits::EMPTY
        };
        let own = self.by_color[self.turn.index()];
        let free = own & !lines.blockers & !G::Bits::bit(king);
        let occupied = self.occupied();
        for to in (between | lines.checkers).squares() {
            let movers = self.attackers_given(to, self.turn, occupied) & free;
            for from in movers.squares() {
                if self.piece_moves(from, G::Bits::bit(to), sink) {
                    return true;
                }
            }
        }
        !between.is_empty() && self.drops(between, sink)
    }

    /// Whether the piece on `sq` attacks the king by a slide and not by a step.
    #[inline(always)]
    pub(super) fn slides_at(&self, sq: Square, king: Square) -> bool {
        let t = self.t();
        let by = self.turn.other();
        let shape = t.shape_of[self.board[sq.index()].kind().index()] as usize;
        let d = t.line[sq.index()][king.index()];
        d < 8 && t.slides[by.index()][shape & 15] & (1 << d) != 0
    }
}
