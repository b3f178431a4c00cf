//! Drops, with nifu, dead ends and the rule against mate by a dropped pawn.

use crate::geometry::Geometry;
use crate::moves::Sink;
use crate::piece::Kind;
use crate::position::Position;
use yose_board::{Bits, Color, Square};

impl<G: Geometry> Position<G> {
    /// Every legal drop on the given empty squares. The side to move is not in check, or the squares
    /// are those that block it.
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

    /// The squares among `squares` on which the side to move may drop the kind.
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
        // At most one pawn a file, so within each run of `ranks` bits "top bit minus pawn" borrows from
        // the top bit exactly if there is a pawn. Then each remaining top bit fills its run.
        let free = t.file_tops.minus(pawns) & t.file_tops;
        free | free.minus(free.down(u32::from(t.ranks) - 1))
    }

    /// Whether a pawn dropped on `sq`, next to the opponent's king, would mate it: no piece can take
    /// the pawn, and the king has no safe square. A pawn's check cannot be blocked.
    #[cold]
    fn pawn_drop_mates(&self, sq: Square, king: Square) -> bool {
        let t = self.t();
        let us = self.turn;
        let them = us.other();
        let occupied = self.occupied() | G::Bits::bit(sq);
        let takers = self.attackers_given(sq, them, occupied) & !G::Bits::bit(king);
        for taker in takers.squares() {
            // After taking, the taker stands on `sq`; its old square is empty.
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

    /// Whether a slider of `by` attacks the king's square on a board occupied as given. A taken slider
    /// is not left out: the only piece taken here is the dropped pawn.
    fn slider_attacks(&self, king: Square, by: Color, occupied: G::Bits) -> bool {
        let t = self.t();
        (0..t.groups as usize).any(|group| {
            let snipers = self.group(group, by) & t.aim[by.index()][group & 3][king.index()];
            snipers
                .squares()
                .any(|sniper| !t.between(king, sniper).meets(occupied))
        })
    }

    /// Whether the piece of the side *not* to move on `from` may really go to `to`, which it attacks:
    /// under the reading by which pieces attack squares where they could not stand, it may not.
    pub(super) fn may_land(&self, from: Square, to: Square) -> bool {
        let t = self.t();
        let them = self.turn.other().index();
        let kind = self.board[from.index()].kind().index();
        !t.dead[them][kind].has(to)
            || (t.promoted[kind] != crate::tables::NONE && (t.zone[them].has(from) || t.zone[them].has(to)))
    }
}
