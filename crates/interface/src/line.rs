//! Lines: every position of a line, and the legal moves after it.

use crate::language;
use crate::refusal::Refusal;
use crate::request::game;
use serde::Deserialize;
use yose_ask::Subject;
use yose_present::walk::{Walk, walk};

/// A position with moves from it.
#[derive(Clone, Debug, Deserialize)]
pub struct Line {
    /// The position as SFEN or FEN.
    pub position: String,
    /// The rules by their name.
    #[serde(default)]
    pub rules: Option<String>,
    /// The moves.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The language of the names of moves.
    #[serde(default)]
    pub language: Option<String>,
}

impl Line {
    /// Every position of the line, and the legal moves after it.
    ///
    /// # Errors
    /// There are no such rules, the position has faults, or a move is not legal.
    pub fn walk(&self) -> Result<Walk, Refusal> {
        let subject = Subject::read(&self.position, game(self.rules.as_deref())?);
        Ok(walk(&subject, &self.moves, language(self.language.as_deref()))?)
    }
}
