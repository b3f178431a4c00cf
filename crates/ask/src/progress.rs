//! How far a job is.

use serde::{Deserialize, Serialize};
use std::time::Duration;
use yose_andor::SearchState;

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

impl Progress {
    /// The state of a search in words.
    pub fn note_of(state: &SearchState) -> String {
        let mut note = if state.settled > 0 {
            format!("mate in {}, other moves at ply {}; ", state.settled, state.ply)
        } else if state.upper > 0 {
            format!("mate in {}, looking for shorter ones; ", state.upper)
        } else if state.lower > 1 {
            format!("no mate shorter than {}; ", state.lower)
        } else {
            String::new()
        };
        let (thpn, thdn) = state.thresholds;
        note.push_str(&format!(
            "pn {} (of {thpn}) dn {} (of {thdn}), table {} %",
            state.pn,
            state.dn,
            state.full / 10
        ));
        note
    }
}
