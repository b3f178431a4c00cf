//! `M(P)`: the attacker mates by checks alone, at any length.

use super::BruteError;
use super::closure::{Attacks, Decisions, replies};
use super::state::suitable;
use yose_board::Color;
use yose_shogi::{Geometry, Move, Position};

/// Decides `M` for many positions of one attacker, and remembers every decision.
pub struct Mates {
    attacker: Color,
    decisions: Decisions,
    /// How many positions may still be visited.
    budget: usize,
}

impl Mates {
    /// Mates by `attacker`. All decisions together may visit `limit` positions.
    pub fn new(attacker: Color, limit: usize) -> Mates {
        Mates {
            attacker,
            decisions: Decisions::default(),
            budget: limit,
        }
    }

    /// How many positions all decisions together have visited.
    pub fn visited(&self) -> usize {
        self.decisions.visited()
    }

    /// Whether the attacker, who is to move, mates by checks alone.
    pub fn mates<G: Geometry>(&mut self, position: &Position<G>) -> Result<bool, BruteError> {
        suitable(position, self.attacker.other())?;
        assert!(
            position.turn() == self.attacker,
            "the attacker moves in {position:?}"
        );
        self.decisions.decide(position, &mut Checks, &mut self.budget)
    }
}

/// The attacker's moves in mate mode.
struct Checks;

impl<G: Geometry> Attacks<G> for Checks {
    fn attacks(&mut self, position: &Position<G>) -> Result<Vec<(Move, Vec<Move>)>, BruteError> {
        let mut after = position.clone();
        let moves = position.checking_moves();
        Ok(moves
            .into_iter()
            .map(|m| {
                let undo = after.make(m);
                let replies = replies(&after);
                after.unmake(m, undo);
                (m, replies)
            })
            .collect())
    }
}
