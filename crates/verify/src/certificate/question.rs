//! What is asked of the root.

use std::fmt;

/// The question a certificate answers. The *prover* is the side to move at the root; of `loss`, the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Question {
    /// Shogi: does the prover mate by checks alone, whatever the other side replies?
    Tsume,
    /// Lines of Action, and shogi with every legal move: does the prover win, a repetition of positions being no win?
    Win,
    /// The same games: does the *other* side win, whatever the side to move does?
    Loss,
}

impl Question {
    /// Every question, in no particular order.
    pub const ALL: [Question; 3] = [Question::Tsume, Question::Win, Question::Loss];

    /// The word in the header: `tsume`, `win`, `loss`.
    pub fn name(self) -> &'static str {
        match self {
            Question::Tsume => "tsume",
            Question::Win => "win",
            Question::Loss => "loss",
        }
    }

    /// What the prover is after, as claims call it: `mate`, `win`; `loss` of the side to move.
    pub fn goal(self) -> &'static str {
        match self {
            Question::Tsume => "mate",
            Question::Win => "win",
            Question::Loss => "loss",
        }
    }

    /// The question with this word.
    pub fn from_name(name: &str) -> Option<Question> {
        Question::ALL.into_iter().find(|question| question.name() == name)
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
