//! What is asked of the root.

use std::fmt;

/// The question a certificate answers. The *prover* is the side to move at the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Question {
    /// Shogi: does the prover mate by checks alone, whatever the other side replies?
    Tsume,
    /// Lines of Action, and shogi with every legal move: does the prover win, a repetition of positions being no win?
    Win,
}

impl Question {
    /// Every question, in no particular order.
    pub const ALL: [Question; 2] = [Question::Tsume, Question::Win];

    /// The word in the header: `tsume`, `win`.
    pub fn name(self) -> &'static str {
        match self {
            Question::Tsume => "tsume",
            Question::Win => "win",
        }
    }

    /// What the prover is after, as claims call it: `mate`, `win`.
    pub fn goal(self) -> &'static str {
        match self {
            Question::Tsume => "mate",
            Question::Win => "win",
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
