//! The question of the defender: what does the other side threaten, and which moves parry it? The
//! side to move defends.

use thiserror::Error;
use yose_board::{Color, Faults, Place};
use yose_shogi::{Geometry, Position};

/// A position with the question. The defender is the side to move.
#[derive(Clone, Debug)]
pub struct Threatened<G: Geometry> {
    position: Position<G>,
}

/// Why the question cannot be asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ThreatFault {
    /// Only the other side has a king.
    #[error(
        "there is no king to defend: {0}, who is to move, has none on the board; \
         `yose hisshi` asks about the other king"
    )]
    NoKing(Color),
    /// The game has the Try rule.
    #[error("threats are not defined under the Try rule: a king that arrives wins without mate")]
    TryRule,
}

impl<G: Geometry> Threatened<G> {
    /// Asks the question. The defender may be in check; the attacker's king may be absent.
    pub fn new(position: Position<G>) -> Result<Self, Faults<ThreatFault>> {
        let defender = position.turn();
        let fault = if position.variant().rules.try_rule {
            ThreatFault::TryRule
        } else if position.king(defender).is_none() {
            ThreatFault::NoKing(defender)
        } else {
            return Ok(Threatened { position });
        };
        Err(Faults::one(Place::Whole, fault))
    }

    /// The position.
    pub fn position(&self) -> &Position<G> {
        &self.position
    }

    /// The side that is to move and defends.
    pub fn defender(&self) -> Color {
        self.position.turn()
    }
}
