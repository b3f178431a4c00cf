//! The meter: counts nodes, keeps limits and sends reports.

use crate::hits::Hits;
use crate::limits::{Limits, Reason};
use crate::platform::Clock;
use crate::progress::{Progress, SearchState};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Nodes between two looks at the clock and the flags.
const LOOK: u64 = 1024;

/// What the meters of a team of threads share.
#[derive(Debug)]
pub(crate) struct TeamCount {
    /// One thread has the answer: the others may stop.
    pub done: AtomicBool,
    /// Nodes that were given out to the threads, before they are searched.
    nodes: AtomicU64,
    /// Nodes that all threads may search together.
    most: u64,
    /// The same once the table has lost much.
    most_after_loss: u64,
    /// Whether the table has lost much.
    lost: AtomicBool,
}

impl TeamCount {
    /// A count for a team that may search the nodes that a meter has left.
    pub fn of(meter: &Meter<'_>) -> Self {
        TeamCount {
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            most: meter.left(),
            most_after_loss: meter.most_after_loss.saturating_sub(meter.nodes),
            lost: AtomicBool::new(meter.lost),
        }
    }

    /// Whether the table has lost much.
    pub fn has_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// Gives nodes to a thread: at most [`LOOK`], fewer at the end. The second number is how many
    /// were given out before.
    fn give(&self) -> (u64, u64) {
        let before = self.nodes.fetch_add(LOOK, Ordering::Relaxed);
        let most = match self.has_lost() {
            true => self.most.min(self.most_after_loss),
            false => self.most,
        };
        (most.saturating_sub(before).min(LOOK), before)
    }
}

/// Nodes that some work must leave over ([`Meter::reserving`]).
#[derive(Clone, Copy, Debug, Default)]
pub struct Reserve {
    /// Nodes to leave in any case.
    pub nodes: u64,
    /// Nodes to leave once the table has lost much.
    pub after_loss: u64,
}

/// Counts nodes and says when to stop. The meter reads the clock and the flags every 1,024 nodes.
pub struct Meter<'a> {
    limits: &'a Limits,
    clock: Clock,
    nodes: u64,
    /// Nodes after which [`Meter::tick`] refuses.
    most: u64,
    /// The same once the table has lost much, where nodes are reserved for that.
    most_after_loss: u64,
    /// Whether the table has lost much.
    lost: bool,
    /// Whether `most` is the limit of a step and not the user's.
    stepping: bool,
    team: Option<&'a TeamCount>,
    /// The state of the search, for reports.
    pub state: SearchState,
    /// What killer trees and the order of moves were worth so far.
    pub hits: Hits,
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
            most_after_loss: u64::MAX,
            lost: false,
            stepping: false,
            team: None,
            state: SearchState {
                lower: 1,
                ..SearchState::default()
            },
            hits: Hits::default(),
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
        let (given, _) = team.give();
        Meter {
            clock,
            team: Some(team),
            most: if given < LOOK { given } else { u64::MAX },
            ..Meter::new(limits, report)
        }
    }

    /// Counts one node.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Reason> {
        if self.nodes >= self.most {
            return Err(self.out_of_nodes());
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) {
            self.look()
        } else {
            Ok(())
        }
    }

    /// The reason for which the meter refuses a node.
    pub(crate) fn out_of_nodes(&self) -> Reason {
        if self.stepping {
            Reason::Step
        } else {
            Reason::Nodes
        }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Reason> {
        let elapsed = self.clock.elapsed();
        let mut nodes = self.nodes;
        if let Some(team) = self.team {
            if team.done.load(Ordering::Relaxed) {
                return Err(Reason::Interrupted);
            }
            let (given, before) = team.give();
            // The rest, less than a whole portion for each thread, is not searched.
            if given < LOOK {
                return Err(Reason::Nodes);
            }
            nodes = before;
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
        self.keep_to_loss();
        match result {
            Err(Reason::Step) if ours => Ok(None),
            done => done.map(Some),
        }
    }

    /// Does some work that leaves a part of the nodes that are left. For the work its own part is
    /// the limit.
    pub fn reserving<T>(&mut self, reserve: Reserve, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = (self.most, self.most_after_loss);
        self.most = before.0.saturating_sub(reserve.nodes);
        let after_loss = before.0.saturating_sub(reserve.after_loss);
        self.most_after_loss = before.1.min(after_loss);
        self.keep_to_loss();
        let done = work(self);
        (self.most, self.most_after_loss) = before;
        self.keep_to_loss();
        done
    }

    /// Takes note that the table has lost much.
    pub(crate) fn lose(&mut self) {
        self.lost = true;
        if let Some(team) = self.team {
            team.lost.store(true, Ordering::Relaxed);
        }
        self.keep_to_loss();
    }

    fn keep_to_loss(&mut self) {
        if self.lost {
            self.most = self.most.min(self.most_after_loss);
        }
    }

    /// Whether a table of the search has lost much.
    pub fn has_lost(&self) -> bool {
        self.lost
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

    /// Takes over whether the table of a team has lost much.
    pub(crate) fn lose_with(&mut self, team: &TeamCount) {
        if team.has_lost() {
            self.lose();
        }
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
