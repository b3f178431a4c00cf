//! What variants of the game disagree about, as data, and how a game ends.

use std::fmt;
use std::str::FromStr;
use yose_board::Color;

/// A move left both sides connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Simultaneous {
    /// The side that made the move has won.
    MoverWins,
    /// Nobody has won.
    Draw,
}

/// A side is to move and cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoMove {
    /// It has lost.
    Loses,
    /// It passes, and the other side is to move.
    Passes,
}

/// A position, side to move included, has occurred before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// Its second occurrence is a draw.
    SecondOccurrenceDraws,
    /// Its third occurrence is a draw.
    ThirdOccurrenceDraws,
}

impl Repetition {
    /// The occurrence that ends the game.
    #[inline]
    pub const fn limit(self) -> usize {
        match self {
            Repetition::SecondOccurrenceDraws => 2,
            Repetition::ThirdOccurrenceDraws => 3,
        }
    }
}

/// The rules that are not the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Both sides are connected after a move.
    pub simultaneous: Simultaneous,
    /// The side to move has no move.
    pub no_move: NoMove,
    /// A position occurs again.
    pub repetition: Repetition,
}

impl Rules {
    /// Rules (1) to (9) of the paper on Lines of Action endgames: both connected is a win for the mover, no
    /// move is a loss, the second occurrence of a position is a draw.
    pub const PAPER: Rules = Rules {
        simultaneous: Simultaneous::MoverWins,
        no_move: NoMove::Loses,
        repetition: Repetition::SecondOccurrenceDraws,
    };

    /// The Mind Sports Olympiad: both connected is a draw, a side without a move passes, the third
    /// occurrence of a position is a draw.
    pub const MSO: Rules = Rules {
        simultaneous: Simultaneous::Draw,
        no_move: NoMove::Passes,
        repetition: Repetition::ThirdOccurrenceDraws,
    };

    /// The variants that have a name.
    pub const NAMED: [(&'static str, Rules); 2] = [("paper", Rules::PAPER), ("mso", Rules::MSO)];

    /// The variant's name, if it has one.
    pub fn name(self) -> Option<&'static str> {
        Rules::NAMED
            .iter()
            .find(|(_, rules)| *rules == self)
            .map(|(name, _)| *name)
    }
}

/// The rules of the paper.
impl Default for Rules {
    fn default() -> Self {
        Rules::PAPER
    }
}

/// A name that no variant has.
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

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It goes on.
    Running,
    /// This side has won.
    Win(Color),
    /// Nobody has won.
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
