//! Reports of a running search.

use crate::number::Number;
use crate::packed_line::PackedLine;
use std::time::Duration;

/// A report of a running search.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub elapsed: Duration,
    /// The state of the search.
    pub state: SearchState,
}

/// The state of a search, as far as reports show it. The search keeps it up to date
/// ([`crate::Meter::state`]).
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchState {
    /// No proof is shorter than this.
    pub lower: u32,
    /// The length of the shortest proof so far; 0 if there is none.
    pub upper: u32,
    /// The proof number of the root.
    pub pn: Number,
    /// The disproof number of the root.
    pub dn: Number,
    /// The proof and disproof number at which the search leaves the root's best move for another.
    pub thresholds: (Number, Number),
    /// The line that the search is at: the moves of both sides that look best.
    pub line: PackedLine,
    /// The line of the shortest proof so far, as far as the table has it.
    pub best: PackedLine,
    /// The used share of the table, in thousandths.
    pub full: u32,
    /// The exact length of the problem, where it is known and other moves are tried; 0 before.
    pub settled: u32,
    /// The ply at which other moves are tried.
    pub ply: u32,
}
