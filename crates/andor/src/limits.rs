//! Limits of a search, and the reasons for which it may stop without an answer.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub use crate::meter::Meter;

/// Why a search stopped without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The limit of time is reached.
    Time,
    /// The limit of nodes is reached.
    Nodes,
    /// The limit of memory is reached.
    Memory,
    /// A path became longer than [`crate::Options::max_depth`].
    Depth,
    /// More cycle candidates than allowed ([`crate::Candidates`]).
    Candidates,
    /// A step inside a search has used the nodes that it was allowed ([`Meter::step`]). Never the
    /// reason of an answer.
    Step,
    /// [`Limits::interrupt`] was set.
    Interrupted,
    /// Only threats were tried, and they prove nothing ([`crate::Order::Only`]).
    Threats,
    /// Lines of best play lead through more positions than are looked at.
    Lines,
    /// Not every move was tried, so a failure proves nothing.
    Moves,
}

impl Reason {
    /// The word for it in answers.
    pub const fn word(self) -> &'static str {
        match self {
            Reason::Time => "time",
            Reason::Nodes => "nodes",
            Reason::Memory => "memory",
            Reason::Depth => "depth",
            Reason::Candidates => "candidates",
            Reason::Step => "nodes",
            Reason::Interrupted => "interrupted",
            Reason::Threats => "threats",
            Reason::Lines => "lines",
            Reason::Moves => "moves",
        }
    }
}

/// What a search may use. The default has no limit but 256 MB of memory.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Memory for tables, in MB.
    pub hash_mb: usize,
    /// A flag that stops the search when somebody sets it.
    pub interrupt: Arc<AtomicBool>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            time: None,
            nodes: None,
            hash_mb: 256,
            interrupt: Arc::default(),
        }
    }
}

impl Limits {
    /// The limits for preparing an answer after the limits of the search are reached: a tenth of
    /// the nodes so far and at least 100,000, a tenth of the time so far and 0.2 to 2 seconds.
    #[must_use]
    pub fn last_words(nodes: u64, elapsed: Duration) -> Limits {
        Limits {
            time: Some((elapsed / 10).clamp(Duration::from_millis(200), Duration::from_secs(2))),
            nodes: Some((nodes / 10).max(100_000)),
            ..Limits::default()
        }
    }

    /// The same limits again, for evidence of an answer. A small limit of nodes is raised, so that
    /// the evidence of whatever it has found can be read.
    #[must_use]
    pub fn once_more(&self) -> Self {
        const LEAST: u64 = 1_000_000;
        Limits {
            nodes: self.nodes.map(|nodes| nodes.max(LEAST)),
            ..self.clone()
        }
    }
}
