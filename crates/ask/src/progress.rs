//! How far a job is.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How far a job is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub elapsed: Duration,
    /// What the job does, in words.
    pub note: String,
    /// No shorter mate exists, proved.
    pub lower: u32,
    /// A mate within this number of plies is proved; `None` if none is known yet.
    pub upper: Option<u32>,
    /// How full the table is, in thousandths.
    pub full: u32,
    /// The first moves of the best line so far.
    pub line: Vec<String>,
}
