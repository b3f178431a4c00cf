//! Limits of a search, and the meter that obeys them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why a search stopped before it knew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The time is up.
    Time,
    /// The nodes are used up.
    Nodes,
    /// The memory is used up.
    Memory,
    /// Somebody asked it to stop.
    Interrupted,
}

impl Reason {
    /// The word used in answers.
    pub const fn word(self) -> &'static str {
        match self {
            Reason::Time => "time",
            Reason::Nodes => "nodes",
            Reason::Memory => "memory",
            Reason::Interrupted => "interrupted",
        }
    }
}

/// What a search may use. The default is no limit but 256 MB.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Memory for tables, in MB.
    pub hash_mb: usize,
    /// Set from outside to stop the search.
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

/// What a running search tells about itself.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Nodes so far.
    pub nodes: u64,
    /// No mate is shorter than this, proved so far.
    pub lower: u32,
    /// Time so far.
    pub elapsed: Duration,
}

/// Counts nodes and says when to stop. The clock and the flag are looked at every 1,024 nodes.
pub struct Meter<'a> {
    limits: &'a Limits,
    start: Instant,
    nodes: u64,
    /// The lower bound to show in progress reports.
    pub(crate) lower: u32,
    report: &'a mut dyn FnMut(Progress),
}

impl<'a> Meter<'a> {
    /// Starts the clock.
    pub fn new(limits: &'a Limits, report: &'a mut dyn FnMut(Progress)) -> Self {
        Meter {
            limits,
            start: Instant::now(),
            nodes: 0,
            lower: 1,
            report,
        }
    }

    /// Counts one node.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Reason> {
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            return Err(Reason::Nodes);
        }
        self.nodes += 1;
        if self.nodes & 1023 == 0 {
            self.look()
        } else {
            Ok(())
        }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Reason> {
        let elapsed = self.start.elapsed();
        (self.report)(Progress {
            nodes: self.nodes,
            lower: self.lower,
            elapsed,
        });
        if self.limits.interrupt.load(Ordering::Relaxed) {
            return Err(Reason::Interrupted);
        }
        if self.limits.time.is_some_and(|most| elapsed >= most) {
            return Err(Reason::Time);
        }
        Ok(())
    }

    /// Nodes so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time so far.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The limits it obeys.
    pub fn limits(&self) -> &Limits {
        self.limits
    }
}
