//! Limits of a search, and the meter that obeys them.

use crate::number::Number;
use crate::platform::Clock;
use crate::track::Track;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Why a search stopped before it knew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The time is up.
    Time,
    /// The nodes are used up.
    Nodes,
    /// The memory is used up.
    Memory,
    /// A line became too deep to follow.
    Depth,
    /// More cycle candidates than allowed ([`crate::Candidates`]).
    Candidates,
    /// A step inside a search was allowed no more nodes; never the reason of an answer.
    Step,
    /// Somebody asked it to stop.
    Interrupted,
    /// Only threats were played, and they prove nothing.
    Threats,
}

impl Reason {
    /// The word used in answers.
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

impl Limits {
    /// What is left for showing an answer when the limits are used up: a tenth of the effort so far, within bounds that nobody notices.
    #[must_use]
    pub fn last_words(nodes: u64, elapsed: Duration) -> Limits {
        Limits {
            time: Some((elapsed / 10).clamp(Duration::from_millis(200), Duration::from_secs(2))),
            nodes: Some((nodes / 10).max(100_000)),
            ..Limits::default()
        }
    }

    /// The same once more, for telling why an answer holds: what was for the answer may be used up. Nodes are enough to read what a small
    /// limit has found.
    #[must_use]
    pub fn once_more(&self) -> Self {
        const LEAST: u64 = 1_000_000;
        Limits {
            nodes: self.nodes.map(|nodes| nodes.max(LEAST)),
            ..self.clone()
        }
    }
}

/// What a running search tells about itself.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub elapsed: Duration,
    /// What the search knows.
    pub shown: Shown,
}

impl Shown {
    /// In words.
    pub fn note(&self) -> String {
        let mut note = if self.upper > 0 {
            format!("mate in {}, looking for shorter ones; ", self.upper)
        } else if self.lower > 1 {
            format!("no mate shorter than {}; ", self.lower)
        } else {
            String::new()
        };
        let (thpn, thdn) = self.thresholds;
        note.push_str(&format!(
            "pn {} (of {thpn}) dn {} (of {thdn}), table {} %",
            self.pn,
            self.dn,
            self.full / 10
        ));
        note
    }
}

/// What several threads at one search share.
#[derive(Debug, Default)]
pub struct Crew {
    /// One of them knows: the others may stop.
    pub done: AtomicBool,
    /// Nodes of all, by the thousand.
    nodes: AtomicU64,
}

/// Counts nodes and says when to stop. The clock and the flags are looked at every 1,024 nodes.
pub struct Meter<'a> {
    limits: &'a Limits,
    clock: Clock,
    nodes: u64,
    /// Nodes after which [`Meter::tick`] refuses.
    most: u64,
    /// Whether `most` is a limit of one step and not the user's.
    stepping: bool,
    crew: Option<&'a Crew>,
    /// What to show in progress reports.
    pub shown: Shown,
    report: &'a mut (dyn FnMut(Progress) + Send),
}

/// The part of a progress report that the search fills in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shown {
    /// Nothing shorter exists, proved so far.
    pub lower: u32,
    /// The shortest proof so far; 0 if none.
    pub upper: u32,
    /// Numbers at the root.
    pub pn: Number,
    /// Numbers at the root.
    pub dn: Number,
    /// The proof and disproof number at which the search leaves the root's best move for another.
    pub thresholds: (Number, Number),
    /// The line that the search is at: both sides' moves that look best.
    pub line: Track,
    /// The best line so far: that of the shortest proof, as far as the table has it.
    pub best: Track,
    /// Used share of the table, in thousandths.
    pub full: u32,
}

impl<'a> Meter<'a> {
    /// Starts the clock.
    pub fn new(limits: &'a Limits, report: &'a mut (dyn FnMut(Progress) + Send)) -> Self {
        Meter {
            limits,
            clock: Clock::start(),
            nodes: 0,
            most: limits.nodes.unwrap_or(u64::MAX),
            stepping: false,
            crew: None,
            shown: Shown {
                lower: 1,
                ..Shown::default()
            },
            report,
        }
    }

    /// A meter for one thread of a crew, which shares their clock.
    pub fn in_crew(
        limits: &'a Limits,
        crew: &'a Crew,
        clock: Clock,
        report: &'a mut (dyn FnMut(Progress) + Send),
    ) -> Self {
        Meter {
            clock,
            crew: Some(crew),
            most: u64::MAX,
            ..Meter::new(limits, report)
        }
    }

    /// Counts one node.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Reason> {
        if self.nodes >= self.most {
            return Err(if self.stepping {
                Reason::Step
            } else {
                Reason::Nodes
            });
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
        let elapsed = self.clock.elapsed();
        let mut nodes = self.nodes;
        if let Some(crew) = self.crew {
            nodes = crew.nodes.fetch_add(1024, Ordering::Relaxed) + 1024;
            if crew.done.load(Ordering::Relaxed) {
                return Err(Reason::Interrupted);
            }
            if self.limits.nodes.is_some_and(|most| nodes >= most) {
                return Err(Reason::Nodes);
            }
        }
        (self.report)(Progress {
            nodes,
            elapsed,
            shown: self.shown,
        });
        if self.limits.interrupt.load(Ordering::Relaxed) {
            return Err(Reason::Interrupted);
        }
        if self.limits.time.is_some_and(|most| elapsed >= most) {
            return Err(Reason::Time);
        }
        Ok(())
    }

    /// Does one step that may cost so many nodes; `None` if they do not suffice. Steps may lie within steps: where those
    /// of an outer one end first, that is an error here and `None` there.
    pub fn step<T>(
        &mut self,
        nodes: u64,
        step: impl FnOnce(&mut Self) -> Result<T, Reason>,
    ) -> Result<Option<T>, Reason> {
        let before = (self.most, self.stepping);
        let most = self.nodes.saturating_add(nodes);
        let ours = most < self.most;
        if ours {
            (self.most, self.stepping) = (most, true);
        }
        let result = step(self);
        (self.most, self.stepping) = before;
        match result {
            Err(Reason::Step) if ours => Ok(None),
            done => done.map(Some),
        }
    }

    /// Passes on what a crew reports.
    pub(crate) fn relay(&mut self, progress: Progress, shown: Shown) {
        (self.report)(Progress {
            nodes: self.nodes + progress.nodes,
            shown: Shown {
                pn: progress.shown.pn,
                dn: progress.shown.dn,
                full: progress.shown.full,
                thresholds: progress.shown.thresholds,
                line: progress.shown.line,
                ..shown
            },
            ..progress
        });
    }

    /// Nodes so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts nodes that others searched.
    pub fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Time so far.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// The clock, which started with the meter.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// The limits it obeys.
    pub fn limits(&self) -> &'a Limits {
        self.limits
    }
}
