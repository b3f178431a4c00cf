//! A request at work, as the module that answers it sees it: limits, the flag that stops it, and
//! somebody to report to.

use crate::job::{Event, Pace, Resources};
use crate::progress::{Doing, Progress};
use crate::request::{Limits, Request};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use yose_andor::Clock;

/// A request at work.
pub(crate) struct Run<'a> {
    /// What the request may use.
    pub limits: &'a Limits,
    /// What all jobs share.
    pub resources: &'a Resources,
    cancel: &'a Arc<AtomicBool>,
    started: Clock,
    pace: Pace,
    /// When progress is reported again.
    next: Duration,
    /// The shortest mate that was reported.
    found: Option<u32>,
    on_event: &'a mut (dyn FnMut(Event) + Send),
}

impl<'a> Run<'a> {
    /// The beginning of the work.
    pub fn new(
        request: &'a Request,
        resources: &'a Resources,
        cancel: &'a Arc<AtomicBool>,
        pace: Pace,
        on_event: &'a mut (dyn FnMut(Event) + Send),
    ) -> Run<'a> {
        Run {
            limits: &request.limits,
            resources,
            cancel,
            started: Clock::start(),
            pace,
            next: match pace {
                Pace::Silent => Duration::MAX,
                Pace::Every(pause) => pause,
            },
            found: None,
            on_event,
        }
    }

    /// The limits as the search crates have them.
    pub fn search_limits(&self) -> yose_andor::Limits {
        self.limits.for_search(self.cancel)
    }

    /// The flag that stops the work.
    pub fn flag(&self) -> &'a Arc<AtomicBool> {
        self.cancel
    }

    /// Whether the work was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// What is left of the time of the request; `None` without a limit.
    pub fn time_left(&self) -> Option<Duration> {
        self.limits
            .time
            .map(|time| time.saturating_sub(self.started.elapsed()))
    }

    /// Reports how far a search is. `line` finds the first moves of its best line.
    pub fn report(&mut self, progress: &yose_andor::Progress, line: impl Fn() -> Vec<String>) {
        let shown = &progress.state;
        let upper = [shown.settled, shown.upper].into_iter().find(|&plies| plies > 0);
        if let Some(within) = upper
            && self.pace != Pace::Silent
            && self.found.is_none_or(|found| within < found)
        {
            self.found = Some(within);
            let line = line();
            (self.on_event)(Event::Found { within, line });
        }
        if self.is_due() {
            (self.on_event)(Event::Progress(Box::new(Progress {
                nodes: progress.nodes,
                elapsed: progress.elapsed,
                note: Progress::note_of(shown),
                doing: Progress::doing_of(shown),
                lower: shown.lower,
                upper,
                full: shown.full,
                line: line(),
            })));
        }
    }

    /// Reports what the work is at, in words and as data.
    pub fn note(&mut self, nodes: u64, doing: Option<Doing>, note: impl FnOnce() -> String) {
        if self.is_due() {
            (self.on_event)(Event::Progress(Box::new(Progress {
                nodes,
                elapsed: self.started.elapsed(),
                note: note(),
                doing,
                ..Progress::default()
            })));
        }
    }

    /// Whether it is time to report.
    fn is_due(&mut self) -> bool {
        let elapsed = self.started.elapsed();
        let Pace::Every(pause) = self.pace else {
            return false;
        };
        let due = elapsed >= self.next;
        if due {
            self.next = elapsed + pause;
        }
        due
    }
}
