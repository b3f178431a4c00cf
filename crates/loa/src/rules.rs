//! The rules in which variants of the game differ, as data, and the outcome of a game.

use std::fmt;
use std::str::FromStr;
use yose_board::Color;

/// What happens if a move connects both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Simultaneous {
    /// The side that made the move wins.
    MoverWins,
    /// The game is a draw.
    Draw,
}

/// What happens if the side to move has no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoMove {
    /// It loses.
    Loses,
    /// It passes: the other side is to move.
    Passes,
}

/// When a repeated position, with the same side to move, is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// The second occurrence is a draw.
    SecondOccurrenceDraws,
    /// The third occurrence is a draw.
    ThirdOccurrenceDraws,
}

impl Repetition {
    /// The number of occurrences that ends the game.
    #[inline]
    pub const fn limit(self) -> usize {
        match self {
            Repetition::SecondOccurrenceDraws => 2,
            Repetition::ThirdOccurrenceDraws => 3,
        }
    }
}

/// The rules in which variants differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// What happens if a move connects both sides.
    pub simultaneous: Simultaneous,
    /// What happens if the side to move has no move.
    pub no_move: NoMove,
    /// When a repeated position is a draw.
    pub repetition: Repetition,
}

impl Rules {
    /// Rules (1) to (9) of Sakuta, Nagashima, Hashimoto and Iida 2002. A move that connects both
    /// sides wins for the mover, a side without a move loses, the second occurrence of a position
    /// is a draw.
    pub const PAPER: Rules = Rules {
        simultaneous: Simultaneous::MoverWins,
        no_move: NoMove::Loses,
        repetition: Repetition::SecondOccurrenceDraws,
    };

    /// The rules of the Mind Sports Olympiad. A move that connects both sides is a draw, a side
    /// without a move passes, the third occurrence of a position is a draw.
    pub const MSO: Rules = Rules {
        simultaneous: Simultaneous::Draw,
        no_move: NoMove::Passes,
        repetition: Repetition::ThirdOccurrenceDraws,
    };

    /// The named variants.
    pub const NAMED: [(&'static str, Rules); 2] = [("paper", Rules::PAPER), ("mso", Rules::MSO)];

    /// The name of these rules, if they have one.
    pub fn name(self) -> Option<&'static str> {
        Rules::NAMED
            .iter()
            .find(|(_, rules)| *rules == self)
            .map(|(name, _)| *name)
    }
}

/// [`Rules::PAPER`].
impl Default for Rules {
    fn default() -> Self {
        Rules::PAPER
    }
}

/// A name that no rules have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no rules are called \"{0}\": expected paper or mso")]
pub struct RulesError(String);

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Rules, RulesError> {
        Rules::NAMED
            .iter()
            .find(|(name, _)| *name == text)
            .map(|(_, rules)| *rules)
            .ok_or_else(|| RulesError(text.to_owned()))
    }
}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The game goes on.
    Running,
    /// This side has won.
    Win(Color),
    /// The game is a draw.
    Draw,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Running => f.write_str("running"),
            Outcome::Win(color) => write!(f, "{color} has won"),
            Outcome::Draw => f.write_str("draw"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_are_found_by_their_names() {
        for (name, rules) in Rules::NAMED {
            assert_eq!(name.parse(), Ok(rules));
            assert_eq!(rules.name(), Some(name));
        }
        assert!("MSO".parse::<Rules>().is_err());
        assert_eq!(
            Rules {
                no_move: NoMove::Passes,
                ..Rules::PAPER
            }
            .name(),
            None
        );
    }
}
