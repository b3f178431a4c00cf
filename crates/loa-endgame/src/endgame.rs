//! A position with the question: does the side to move force a win?

use crate::question::{Question, Techniques};
use thiserror::Error;
use yose_board::{Color, Faults, Place};
use yose_loa::{Geometry, Outcome, Position, Rules};

/// A position in which nobody is connected, under rules that are solved.
#[derive(Clone, Copy, Debug)]
pub struct Endgame<G: Geometry> {
    position: Position<G>,
}

/// Why the question cannot be asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum EndgameFault {
    /// A side is connected.
    #[error("the game is over: {0} is connected")]
    Over(Color),
    /// Rules other than [`Rules::PAPER`].
    #[error(
        "only the rules of the paper are solved: a move that connects both sides wins, no move loses, the second occurrence of a position is a draw"
    )]
    Rules,
}

impl<G: Geometry> Endgame<G> {
    /// Asks about the side to move.
    pub fn new(position: Position<G>, rules: Rules) -> Result<Self, Faults<EndgameFault>> {
        if rules != Rules::PAPER {
            return Err(Faults::one(Place::Whole, EndgameFault::Rules));
        }
        if let Outcome::Win(color) = position.connection(rules) {
            return Err(Faults::one(Place::Whole, EndgameFault::Over(color)));
        }
        Ok(Endgame { position })
    }

    /// The position.
    pub fn position(&self) -> &Position<G> {
        &self.position
    }

    /// The question as a search asks it.
    pub fn question(&self, techniques: Techniques) -> Question<G> {
        Question::start(self.position, techniques)
    }

    /// The question of the other side: does it win, whatever the side to move does?
    pub fn against(&self, techniques: Techniques) -> Question<G> {
        Question::against(self.position, techniques)
    }
}
