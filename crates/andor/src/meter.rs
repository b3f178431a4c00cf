//! The meter: counts nodes, keeps limits and sends reports.

use crate::limits::{Limits, Reason};
use crate::platform::Clock;
use crate::progress::{Progress, SearchState};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// What the meters of a team of threads share.
#[derive(Debug, Default)]
pub(crate) struct TeamCount {
    /// One thread has the answer: the others may stop.
    pub done: AtomicBool,
    /// Nodes of all threads, counted by 1,024.
    nodes: AtomicU64,
}

/// Counts nodes and says when to stop. The meter reads the clock and the flags every 1,024 nodes.
pub struct Meter<'a> {
    limits: &'a Limits,
    clock: Clock,
    nodes: u64,
    /// Nodes after which [`Meter::tick`] refuses.
    most: u64,
    /// Whether `most` is the limit of a step and not the user's.
    stepping: bool,
    team: Option<&'a TeamCount>,
    /// The state of the search, for reports.
    pub state: SearchState,
    report: &'a mut (dyn FnMut(Progress) + Send),
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
            team: None,
            state: SearchState {
                lower: 1,
                ..SearchState::default()
            },
            report,
        }
    }

    /// A meter for one thread of a team, all of which have the same clock.
    pub(crate) fn in_team(
        limits: &'a Limits,
        team: &'a TeamCount,
        clock: Clock,
        report: &'a mut (dyn FnMut(Progress) + Send),
    ) -> Self {
        Meter {
            clock,
            team: Some(team),
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
        if let Some(team) = self.team {
            nodes = team.nodes.fetch_add(1024, Ordering::Relaxed) + 1024;
            if team.done.load(Ordering::Relaxed) {
                return Err(Reason::Interrupted);
            }
            if self.limits.nodes.is_some_and(|most| nodes >= most) {
                return Err(Reason::Nodes);
            }
        }
        (self.report)(Progress {
            nodes,
            elapsed,
            state: self.state,
        });
        if self.limits.interrupt.load(Ordering::Relaxed) {
            return Err(Reason::Interrupted);
        }
        if self.limits.time.is_some_and(|most| elapsed >= most) {
            return Err(Reason::Time);
        }
        Ok(())
    }

    /// Does one step that may cost at most `nodes` nodes; `None` if they do not suffice. Steps may
    /// lie within steps. If the nodes of an outer step end first, the inner step returns an error
    /// and the outer step returns `None`.
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

    /// Passes on a report of another meter, which knows the lines and numbers of this search;
    /// `state` has the rest.
    pub fn relay(&mut self, progress: Progress, state: SearchState) {
        (self.report)(Progress {
            nodes: self.nodes + progress.nodes,
            state: SearchState {
                pn: progress.state.pn,
                dn: progress.state.dn,
                full: progress.state.full,
                thresholds: progress.state.thresholds,
                line: progress.state.line,
                ..state
            },
            ..progress
        });
    }

    /// Nodes so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nodes that may still be counted.
    pub fn left(&self) -> u64 {
        self.most.saturating_sub(self.nodes)
    }

    /// Counts nodes of other meters.
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

    /// The limits that it keeps.
    pub fn limits(&self) -> &'a Limits {
        self.limits
    }
}
