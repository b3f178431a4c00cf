//! The result of a run.

use serde::Serialize;
use std::fmt::Write as _;
use yose_ask::Status;
use yose_ask::answer::line;
use yose_enumerate::summary::Summary;

/// The result of a run.
#[derive(Debug, Serialize)]
pub struct Enumerated {
    pub(super) schema: u32,
    #[serde(flatten)]
    pub(super) summary: Option<Summary>,
    pub(super) files: Vec<String>,
    pub(super) reason: Option<&'static str>,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    #[serde(skip)]
    pub(super) note: String,
}

impl Enumerated {
    /// The counts, if the run is finished.
    pub fn summary(&self) -> Option<&Summary> {
        self.summary.as_ref()
    }

    /// The result as text.
    pub fn text(&self) -> String {
        let mut text = self.summary.as_ref().map_or_else(String::new, Summary::text);
        text.push_str(&self.note);
        for file in &self.files {
            let _ = writeln!(text, "{file}");
        }
        text
    }

    /// The result as one line of JSON.
    pub fn line(&self) -> String {
        line(self)
    }

    /// The exit status for this result.
    pub fn status(&self) -> Status {
        match (&self.summary, self.reason) {
            (Some(summary), _) if summary.open > 0 => Status::Unknown,
            (_, Some(_)) => Status::Unknown,
            _ => Status::Answered,
        }
    }
}
