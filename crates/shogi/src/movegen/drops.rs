//! Drops, with nifu, dead ends and the rule against mate by dropping a pawn.

use crate::geometry::Geometry;
use crate::moves::Sink;
use crate::piece::Kind;
use crate::position::Position;
use yose_board::{Bits, Color, Square};

impl<G: Geometry> Position<G> {
    /// Generates every legal drop on the given empty squares. If the side to move is in check, the
    /// squares must be those that block the check.
    #[inline(always)]
    pub(super) fn drops<S: Sink<G::Bits>>(&self, squares: G::Bits, sink: &mut S) -> bool {
        if self.hands[self.turn.index()].is_empty() || squares.is_empty() {
            return false;
        }
        for kind in self.hands[self.turn.index()].kinds() {
            let to = self.droppable(kind, squares);
            if !to.is_empty() && sink.drops(kind, to) {
                return true;
            }
        }
        false
    }

    /// Those of the `squares` on which the side to move may drop the kind.
    #[inline(always)]
    pub(super) fn droppable(&self, kind: Kind, squares: G::Bits) -> G::Bits {
        let t = self.t();
        let us = self.turn;
        let mut to = squares & !t.dead[us.index()][kind.index()];
        if t.pawns & (1 << kind.index()) == 0 {
            return to;
        }
        if t.nifu {
            to &= self.files_without(kind, us);
        }
        if t.no_pawn_drop_mate
            && let Some(king) = self.king(us.other())
        {
            let shape = t.shape_of[kind.index()] as usize;
            let checking = to & t.step_sources(us, shape, king);
            if !checking.is_empty() && self.pawn_drop_mates(checking.lowest(), king) {
                to &= !checking;
            }
        }
        to
    }

    /// All squares of the files on which a side has no pawn of the kind.
    #[inline(always)]
    pub(crate) fn files_without(&self, kind: Kind, color: Color) -> G::Bits {
        let t = self.t();
        let shape = t.shape_of[kind.index()] as usize;
        let pawns = self.by_shape[shape & 15] & self.by_color[color.index()];
        // A file has at most one pawn. In each run of `ranks` bits, "top bit minus pawn" borrows
        // from the top bit exactly if the file has a pawn. Then each remaining top bit is spread
        // over its run.
        let free = t.file_tops.minus(pawns) & t.file_tops;
        free | free.minus(free.down(u32::from(t.ranks) - 1))
    }

    /// Whether a pawn dropped on `sq`, next to the opponent's king, would mate: no piece can take
    /// the pawn, and the king has no safe square. The check of a pawn cannot be blocked.
    #[cold]
    fn pawn_drop_mates(&self, sq: Square, king: Square) -> bool {
        let t = self.t();
        let us = self.turn;
        let them = us.other();
        let occupied = self.occupied() | G::Bits::bit(sq);
        let takers = self.attackers_given(sq, them, occupied) & !G::Bits::bit(king);
        for taker in takers.squares() {
            // After the capture the taker is on `sq` and its origin square is empty.
            if !self.slider_attacks(king, us, occupied ^ G::Bits::bit(taker)) && self.may_land(taker, sq) {
                return false;
            }
        }
        let steps = t.steps[them.index()][t.royal_shape as usize & 15][king.index()];
        let without_king = occupied ^ G::Bits::bit(king);
        for to in (steps & !self.by_color[them.index()]).squares() {
            if self.attackers_given(to, us, without_king).is_empty() {
                return false;
            }
        }
        true
    }

    /// Whether a slider of `by` attacks the king's square on a board occupied as given. No slider
    /// is removed, because the only piece that can be taken here is the dropped pawn.
    fn slider_attacks(&self, king: Square, by: Color, occupied: G::Bits) -> bool {
        let t = self.t();
        (0..t.groups as usize).any(|group| {
            let snipers = self.group(group, by) & t.aim[by.index()][group & 3][king.index()];
            snipers
                .squares()
                .any(|sniper| !t.between(king, sniper).meets(occupied))
        })
    }

    /// Whether the piece on `from` of the side *not* to move may move to `to`, a square that it
    /// attacks. With [`crate::Rules::dead_end_attacks`] pieces also attack squares on which they
    /// may not land.
    pub(super) fn may_land(&self, from: Square, to: Square) -> bool {
        let t = self.t();
        let them = self.turn.other().index();
        let kind = self.board[from.index()].kind().index();
        !t.dead[them][kind].has(to)
            || (t.promoted[kind] != crate::tables::NONE && (t.zone[them].has(from) || t.zone[them].has(to)))
    }
}
