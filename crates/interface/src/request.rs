//! Requests as they come in. Rules have a name: the text of a rules file would stay in memory for
//! the life of the process, so requests cannot bring one.

use crate::refusal::Refusal;
use serde_json::Value;
use std::time::Duration;
use yose_ask::{Game, MOST_THREADS, Question, Request};

/// The longest name of rules.
const LONGEST_RULES: usize = 40;

/// The request of a JSON object.
///
/// # Errors
/// It is no request, or brings rules of its own.
pub fn read(request: Value) -> Result<Request, Refusal> {
    let rules = request
        .pointer("/question/position/rules")
        .and_then(Value::as_str);
    check_rules(rules.unwrap_or_default())?;
    serde_json::from_value(request).map_err(Refusal::bad)
}

/// The most that a request may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Most {
    /// Time of one search.
    pub time: Option<Duration>,
    /// Threads of one search.
    pub threads: usize,
    /// The table of one search, in MB.
    pub hash_mb: usize,
    /// The memory of all searches, in MB.
    pub memory_mb: usize,
}

impl Most {
    /// The request within these limits.
    ///
    /// # Errors
    /// The question is not one of positions or certificates.
    pub fn fit(&self, mut request: Request) -> Result<Request, Refusal> {
        if matches!(request.question, Question::Frame(_)) {
            return Err(Refusal::bad("frames of an enumeration are not answered here"));
        }
        let limits = &mut request.limits;
        limits.time = match (limits.time, self.time) {
            (Some(asked), Some(most)) => Some(asked.min(most)),
            (asked, most) => asked.or(most),
        };
        limits.threads = limits
            .threads
            .clamp(1, self.threads.clamp(1, MOST_THREADS as usize));
        limits.hash_mb = limits.hash_mb.clamp(1, self.hash_mb.max(1));
        // A certificate needs room beside the table.
        while request.memory_mb() > self.memory_mb && request.limits.hash_mb > 1 {
            request.limits.hash_mb /= 2;
        }
        Ok(request)
    }
}

/// The game of the rules of a request.
pub(crate) fn game(rules: Option<&str>) -> Result<Game, Refusal> {
    match rules {
        None | Some("") => Ok(Game::Any),
        Some(rules) => {
            check_rules(rules)?;
            Ok(Game::named(rules)?)
        }
    }
}

/// Whether rules are given by their name.
pub(crate) fn check_rules(rules: &str) -> Result<(), Refusal> {
    match rules.contains('=') || rules.len() > LONGEST_RULES {
        true => Err(Refusal::bad("rules are given by their name")),
        false => Ok(()),
    }
}
