//! The question of brinkmates: the side to move mates by checks and by quiet moves that threaten
//! mate. The other side resists with every legal move.

use thiserror::Error;
use yose_board::{Color, Faults, Place};
use yose_shogi::{Geometry, Position};

/// A position with the question. The attacker is the side to move.
#[derive(Clone, Debug)]
pub struct Hisshi<G: Geometry> {
    position: Position<G>,
}

/// Why the question cannot be asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum HisshiFault {
    /// Neither side has a king.
    #[error("there is no king to mate: {0} has none on the board")]
    NoKing(Color),
    /// Only the side to move has a king.
    #[error(
        "there is no king to mate: {0} has none on the board; \
         `yose threat` asks about the king of the side to move"
    )]
    OnlyMover(Color),
    /// The game has the Try rule.
    #[error("brinkmates are not defined under the Try rule: a king that arrives wins without mate")]
    TryRule,
}

impl<G: Geometry> Hisshi<G> {
    /// Asks the question. A validated position cannot have the defender's king in check already;
    /// the attacker's own king may be in check or absent.
    pub fn new(position: Position<G>) -> Result<Self, Faults<HisshiFault>> {
        let defender = position.turn().other();
        let fault = if position.variant().rules.try_rule {
            Some(HisshiFault::TryRule)
        } else if position.king(defender).is_some() {
            None
        } else if position.king(position.turn()).is_some() {
            Some(HisshiFault::OnlyMover(defender))
        } else {
            Some(HisshiFault::NoKing(defender))
        };
        match fault {
            Some(fault) => Err(Faults::one(Place::Whole, fault)),
            None => Ok(Hisshi { position }),
        }
    }

    /// The position.
    pub fn position(&self) -> &Position<G> {
        &self.position
    }

    /// The side that is to mate.
    pub fn attacker(&self) -> Color {
        self.position.turn()
    }
}
