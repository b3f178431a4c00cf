//! What to try first.
//!
//! A search checks everything that a hint suggests. So a bad hint costs time and never an answer.

use crate::Outcome;
use crate::lookahead::{Judgement, Lookahead};
use crate::query::Edge;

/// Suggestions for move ordering, killer trees, replayed proofs and lambda search. The defaults
/// suggest nothing.
pub trait Hints: Lookahead {
    /// Whether the move takes something. After a capture the play resembles that of its siblings
    /// less (`killer.rs`).
    fn takes(&self, m: Self::Move) -> bool {
        let _ = m;
        false
    }

    /// Lets the side to move pass, and returns whether it did. A pass is no move of the game
    /// (`killer.rs`, `lambda.rs`).
    ///
    /// *Law.* After a pass the other side is to move, and [`Hints::unpass`] takes the pass back. If
    /// it returns `false`, the position is as before.
    fn pass(&mut self) -> bool {
        false
    }

    /// Takes a pass back.
    ///
    /// *Law.* The position is again what it was before [`Hints::pass`].
    fn unpass(&mut self) {}

    /// At the prover's turn: whether the move threatens to reach the goal with the next move, if
    /// the other side passes (`lambda.rs`). The default makes the move, passes and looks.
    ///
    /// *Law.* Depends on the position and the move alone, and leaves the position as it was.
    fn threatens(&mut self, m: Self::Move) -> bool {
        let undo = self.make(m);
        let mut threat = false;
        if !self.prover_to_move() && self.pass() {
            threat = matches!(self.glance(1), Some(Outcome::Proved(_)))
                || matches!(self.judge(), Judgement::Proved { plies: 1, .. });
            self.unpass();
        }
        self.unmake(m, undo);
        threat
    }

    /// The moves made so far, where the game counts them.
    fn moves_made(&self) -> u64 {
        0
    }

    /// Counts moves that were made on a clone of this position.
    fn add_moves_made(&mut self, moves: u64) {
        let _ = moves;
    }

    /// At the other side's turn, for a reply that merely puts something in the way: the prover's
    /// move after `reply` that brings the position before `reply` back as nearly as possible.
    /// `None` for every other reply (`dfpn/replay.rs`).
    fn restore(&self, reply: Self::Move) -> Option<Self::Move> {
        let _ = reply;
        None
    }

    /// At the prover's turn: the move of `edges` that does here what `m` does in the position
    /// `similar`. The move `m` itself is not among `edges` (`dfpn/replay.rs`).
    ///
    /// *Law.* The result is a move of `edges`.
    fn counterpart(
        &self,
        similar: &Self,
        m: Self::Move,
        edges: &[Edge<Self::Move, Self::Resource>],
    ) -> Option<Self::Move> {
        let _ = (similar, m, edges);
        None
    }
}
