//! What came out.

use crate::Reason;
use std::time::Duration;
use yose_shogi::Move;

/// The verdict on a tsume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A mate in `length` plies; no shorter one exists if `exact`.
    Mate {
        /// Plies of the line.
        length: u32,
        /// Whether the length is proved shortest.
        exact: bool,
    },
    /// There is no mate: a theorem, not a failure to find one.
    NoMate,
    /// The search stopped before it knew.
    Unknown(Reason),
}

/// A verdict with its line and effort.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The verdict.
    pub verdict: Verdict,
    /// No mate is shorter than this, proved.
    pub lower: u32,
    /// The line: shortest attack, longest resistance. Empty where a limit was met before what the table has forgotten was found again.
    pub line: Vec<Move>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
}
