//! The question of tsume-shogi: the side to move gives check with every move and mates. The other
//! side resists with every legal move. A repetition is a failure of the attacker.

use thiserror::Error;
use yose_board::{Color, Faults, Place};
use yose_shogi::{Ending, Geometry, Position};

/// A position with the question. The attacker is the side to move.
#[derive(Clone, Debug)]
pub struct Tsume<G: Geometry> {
    position: Position<G>,
}

/// Why the question cannot be asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TsumeFault {
    /// The defender has no king.
    #[error("there is no king to mate: {0} has none on the board")]
    NoKing(Color),
    /// The defender's king has reached the far rank under the Try rule.
    #[error("the game is over: {0}'s king has reached the far rank (Try rule)")]
    Over(Color),
}

impl<G: Geometry> Tsume<G> {
    /// Asks the question. A validated position cannot have the defender's king in check already;
    /// the attacker's own king may be in check or absent.
    pub fn new(position: Position<G>) -> Result<Self, Faults<TsumeFault>> {
        let defender = position.turn().other();
        if position.king(defender).is_none() {
            return Err(Faults::one(Place::Whole, TsumeFault::NoKing(defender)));
        }
        if position.ending() == Some(Ending::Try) {
            return Err(Faults::one(Place::Whole, TsumeFault::Over(defender)));
        }
        Ok(Tsume { position })
    }

    /// The position.
    pub fn position(&self) -> &Position<G> {
        &self.position
    }

    /// Whether a mate stays a mate if the attacker holds more (and the defender, of the same set,
    /// less). In shogi it does.
    pub fn more_is_as_good(&self) -> bool {
        crate::pieces::more_is_as_good(self.position.variant())
    }

    /// The side that is to mate.
    pub fn attacker(&self) -> Color {
        self.position.turn()
    }
}
