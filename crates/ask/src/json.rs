//! The one shape of answers: an object a line. Field names are a contract (docs/format/answers.md).

use crate::invalid::{FaultText, Invalid};
use crate::problem::Problem;
use serde::Serialize;

/// The version of the shape.
pub const SCHEMA: u32 = 1;

/// An answer to one problem. `body` holds the fields of the command.
#[derive(Clone, Debug, Serialize)]
pub struct Answer<B> {
    /// The version of the shape.
    pub schema: u32,
    /// The position or file as it was given.
    pub input: String,
    /// The problem's name, if it has one.
    pub id: Option<String>,
    /// The file and line it came from, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The verdict, in the command's own words; `invalid` for input that could not be used.
    pub verdict: &'static str,
    /// The fields of the command.
    #[serde(flatten)]
    pub body: B,
    /// Why the verdict is unknown.
    pub reason: Option<&'static str>,
    /// What is wrong with the input and where, in one line.
    pub error: Option<String>,
    /// The same, one entry a fault.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultText>,
}

impl<B> Answer<B> {
    /// An answer to a problem.
    pub fn new(problem: &Problem, verdict: &'static str, body: B) -> Answer<B> {
        Answer {
            schema: SCHEMA,
            input: problem.input.clone(),
            id: problem.id.clone(),
            source: problem.source(),
            verdict,
            body,
            reason: None,
            error: None,
            faults: Vec::new(),
        }
    }

    /// The answer to an input that could not be used.
    pub fn invalid(problem: &Problem, invalid: &Invalid, body: B) -> Answer<B> {
        Answer {
            error: Some(invalid.to_string()),
            faults: invalid.faults.clone(),
            ..Answer::new(problem, "invalid", body)
        }
    }

    /// The answer to a problem that an interrupt left out: every problem gets one, and an input that could not be read is still one
    /// that could not be used.
    pub(crate) fn skipped(problem: &Problem, body: B) -> Answer<B> {
        match &problem.content {
            Err(invalid) => Answer::invalid(problem, invalid, body),
            Ok(_) => Answer {
                reason: Some(yose_tsume::Reason::Interrupted.word()),
                ..Answer::new(problem, "unknown", body)
            },
        }
    }
}

impl<B: Serialize> Answer<B> {
    /// The object as one line, with its line feed.
    pub fn line(&self) -> String {
        line(self)
    }
}

/// An object as one line, with its line feed.
pub fn line(object: &impl Serialize) -> String {
    match serde_json::to_string(object) {
        Ok(text) => text + "\n",
        // Plain strings and numbers always serialise; say so rather than lose an answer.
        Err(error) => format!("{{\"schema\":{SCHEMA},\"verdict\":\"invalid\",\"error\":\"{error}\"}}\n"),
    }
}
