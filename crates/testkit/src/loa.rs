//! [`Play`] for Lines of Action.

use crate::Play;
use yose_loa::{Geometry, Move, Outcome, Position, Rules, Undo};

impl<G: Geometry> Play for Position<G> {
    type Move = Move;
    type Undo = Undo;

    fn moves(&self) -> Vec<Move> {
        // A decided position has no moves. The move generator does not look whether the game is
        // over.
        if self.connection(Rules::PAPER) == Outcome::Running {
            Position::legal_moves(self).to_vec()
        } else {
            Vec::new()
        }
    }
    fn make(&mut self, m: Move) -> Undo {
        Position::make(self, m)
    }
    fn unmake(&mut self, m: Move, undo: Undo) {
        Position::unmake(self, m, undo);
    }
    fn key(&self) -> u64 {
        Position::key(self)
    }
    fn computed_key(&self) -> u64 {
        Position::computed_key(self)
    }
    fn key_after(&self, m: Move) -> u64 {
        Position::key_after(self, m)
    }
    fn reread(&self) -> Self {
        self.to_string()
            .parse()
            .unwrap_or_else(|e| panic!("{self:?}: {e}"))
    }

    /// `connects` predicts whether a move connects the side that makes it.
    fn own_laws(&self) {
        for m in Play::moves(self) {
            assert_eq!(
                self.connects(m),
                self.after(m).connected(self.turn()),
                "{m:?} in {self}"
            );
        }
    }
}
