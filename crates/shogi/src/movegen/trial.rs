//! Legal moves by trial: make every move and reject it if the king can then be taken. The tests
//! compare the direct generators with this one, and the bench measures against it.

use crate::geometry::Geometry;
use crate::moves::{Move, MoveList, Sink};
use crate::position::Position;
use yose_board::{Bits, Square};

impl<G: Geometry> Position<G> {
    /// All legal moves, found by trial.
    pub fn legal_by_trial(&self) -> MoveList {
        let mut list = MoveList::new();
        if self.tried() {
            return list;
        }
        let mut position = self.clone();
        let us = self.turn;
        self.pseudo_legal(&mut |m| {
            let undo = position.make(m);
            let safe = !position.king_in_danger(us);
            // Tested for safe moves only: after an unsafe move the reply could take the king.
            let pawn_mate = safe
                && self.t().no_pawn_drop_mate
                && m.dropped()
                    .is_some_and(|kind| self.t().pawns & (1 << kind.index()) != 0)
                && position.in_check()
                && position.legal_by_trial().is_empty();
            position.unmake(m, undo);
            if safe && !pawn_mate {
                list.push(m);
            }
        });
        list
    }

    /// All legal moves that give check, found by trial.
    pub fn checks_by_trial(&self) -> MoveList {
        let mut position = self.clone();
        let mut list = self.legal_moves();
        list.retain(|m| {
            let undo = position.make(*m);
            let check = position.in_check();
            position.unmake(*m, undo);
            check
        });
        list
    }

    /// Passes on all moves that obey how pieces move, promote and are dropped. King safety and mate
    /// by a pawn drop are not tested. Moves are passed one by one, because there may be more than a
    /// list can hold.
    fn pseudo_legal(&self, each: &mut dyn FnMut(Move)) {
        let t = self.t();
        let us = self.turn;
        let own = self.by_color[us.index()];
        let occupied = self.occupied();
        let mut sink = Each(each);
        for from in own.squares() {
            let kind = self.board[from.index()].kind();
            let targets = t.attacks(us, t.shape_of[kind.index()] as usize, from, occupied) & !own;
            let (plain, promoted) = self.split(kind, from, targets);
            sink.board(from, plain, promoted);
        }
        for kind in self.hands[us.index()].kinds() {
            let mut to = t.all & !occupied & !t.dead[us.index()][kind.index()];
            if t.nifu && t.pawns & (1 << kind.index()) != 0 {
                for square in own.squares().filter(|sq| self.board[sq.index()].kind() == kind) {
                    let file = square.raw() / t.ranks;
                    for rank in 0..t.ranks {
                        to &= !G::Bits::bit(Square::new(file * t.ranks + rank));
                    }
                }
            }
            sink.drops(kind, to);
        }
    }
}

struct Each<'a>(&'a mut dyn FnMut(Move));

impl<B: Bits> Sink<B> for Each<'_> {
    fn board(&mut self, from: Square, plain: B, promoted: B) -> bool {
        promoted
            .squares()
            .for_each(|to| (self.0)(Move::board(from, to, true)));
        plain
            .squares()
            .for_each(|to| (self.0)(Move::board(from, to, false)));
        false
    }

    fn drops(&mut self, kind: crate::piece::Kind, to: B) -> bool {
        to.squares().for_each(|to| (self.0)(Move::drop(kind, to)));
        false
    }
}
