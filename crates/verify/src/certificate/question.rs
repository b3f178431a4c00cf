//! The questions that a certificate can answer.

use std::fmt;

/// The question that a certificate answers about its root. The *prover* is the side to move at the
/// root; in `loss` it is the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Question {
    /// Shogi: can the prover mate by checks alone, against every reply?
    Tsume,
    /// Lines of Action, and shogi with all legal moves: can the prover win? A repetition is not a
    /// win.
    Win,
    /// The same games: does the *other* side win, against every move of the side to move?
    Loss,
    /// Version 3 only. Shogi: can the prover mate by checks and by quiet moves that threaten mate?
    Hisshi,
}

impl Question {
    /// Every question of version 1, in no particular order.
    pub const ALL: [Question; 3] = [Question::Tsume, Question::Win, Question::Loss];

    /// The word in the file: `tsume`, `win`, `loss` or `hisshi`.
    pub fn name(self) -> &'static str {
        match self {
            Question::Tsume => "tsume",
            Question::Win => "win",
            Question::Loss => "loss",
            Question::Hisshi => "hisshi",
        }
    }

    /// The word for the goal in claims: `mate`, `win`, `loss` (the side to move loses) or `hisshi`.
    pub fn goal(self) -> &'static str {
        match self {
            Question::Tsume => "mate",
            Question::Win => "win",
            Question::Loss => "loss",
            Question::Hisshi => "hisshi",
        }
    }

    /// The question of version 1 with this word.
    pub fn from_name(name: &str) -> Option<Question> {
        Question::ALL.into_iter().find(|question| question.name() == name)
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
