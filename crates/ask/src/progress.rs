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
    /// What the job does beside the search for its first answer, as data.
    #[serde(default)]
    pub doing: Option<Doing>,
    /// No shorter mate exists, proved.
    pub lower: u32,
    /// A mate within this number of plies is proved; `None` if none is known yet.
    pub upper: Option<u32>,
    /// How full the table is, in thousandths.
    pub full: u32,
    /// The first moves of the best line so far.
    pub line: Vec<String>,
}

/// What a job does beside the search for its first answer. Front ends have their own words for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Doing {
    /// The length is known, and other moves are tried.
    OtherMoves {
        /// The ply of the solution at which they are.
        ply: u32,
    },
    /// Other moves of a brinkmate are tried.
    Cooks {
        /// The moves that are still open.
        open: usize,
        /// The moves in all.
        of: usize,
    },
    /// Edits of the position are tried.
    Edits {
        /// The number of this edit, from 1.
        number: usize,
        /// The edits in all.
        of: usize,
    },
    /// Every variation is looked for.
    Variations,
    /// The mate after a pass is looked for.
    Pass,
    /// The mates after the moves of the defender are looked for.
    Replies,
    /// What a move of the defender threatens is looked for.
    Counter,
    /// The brinkmates after the moves of the defender are looked for.
    Brinkmates,
    /// A table is made.
    Table,
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

    /// The same as data, as far as bounds do not tell it.
    pub fn doing_of(state: &SearchState) -> Option<Doing> {
        (state.settled > 0).then_some(Doing::OtherMoves { ply: state.ply })
    }
}
