//! When a series says that a request takes long: once, and only if the request has no limit. A
//! problem of three plies may have cooks that take minutes, and whoever asked may not know that
//! limits exist.

use crate::progress::Progress as ProgressLine;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use yose_ask::{Progress, Request};

/// The time after which a request takes long.
pub const LONG: Duration = Duration::from_secs(10);

/// Watches the requests of one series.
pub(crate) struct Patience<'a> {
    /// Whether it was said.
    told: AtomicBool,
    /// Says it.
    on_long: &'a (dyn Fn(&Request, &Progress) + Sync),
}

impl<'a> Patience<'a> {
    /// Prepares to call `on_long` once.
    pub fn new(on_long: &'a (dyn Fn(&Request, &Progress) + Sync)) -> Self {
        Patience {
            told: AtomicBool::new(false),
            on_long,
        }
    }

    /// Whether a request may run on without end and nobody was told yet.
    pub fn watches(&self, request: &Request) -> bool {
        let limits = &request.limits;
        limits.time.is_none() && limits.nodes.is_none() && !self.told.load(Ordering::Relaxed)
    }

    /// Says that a request takes long, if it does, above the progress line.
    pub fn look(&self, request: &Request, progress: &Progress, line: &ProgressLine) {
        let is_long = progress.elapsed >= LONG && self.watches(request);
        if is_long && !self.told.swap(true, Ordering::Relaxed) {
            line.aside(|| (self.on_long)(request, progress));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use yose_ask::question::Check;
    use yose_ask::{Game, Limits, Name, Question, Subject};

    fn request(limits: Limits) -> Request {
        let position = Subject::read("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", Game::Any);
        Request {
            name: Name::default(),
            question: Question::Check(Check::new(position)),
            limits,
        }
    }

    /// How often `on_long` is called if progress comes after these times.
    fn calls(request: &Request, times: &[Duration]) -> usize {
        let calls = AtomicUsize::new(0);
        let count = |_: &Request, _: &Progress| {
            calls.fetch_add(1, Ordering::Relaxed);
        };
        let patience = Patience::new(&count);
        for &elapsed in times {
            let progress = Progress {
                elapsed,
                ..Progress::default()
            };
            patience.look(request, &progress, &ProgressLine::over(1));
        }
        calls.into_inner()
    }

    #[test]
    fn a_request_without_a_limit_is_told_of_once() {
        let endless = request(Limits::default());
        let short = LONG - Duration::from_millis(1);
        assert_eq!(calls(&endless, &[Duration::ZERO, short]), 0);
        assert_eq!(calls(&endless, &[short, LONG, 2 * LONG]), 1);
    }

    #[test]
    fn a_request_with_a_limit_is_not_told_of() {
        for (nodes, time) in [(Some(1_000), None), (None, Some(Duration::from_secs(60)))] {
            let limited = request(Limits {
                nodes,
                time,
                ..Limits::default()
            });
            assert_eq!(calls(&limited, &[2 * LONG]), 0);
        }
    }
}
