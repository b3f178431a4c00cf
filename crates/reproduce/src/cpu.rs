//! CPU time of a search. Limits in CPU time give the same answers on a machine that has other work.

use cpu_time::ThreadTime;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use yose_tsume::{Limits, Progress};

/// The CPU time of a search, and whether the limit of time stopped it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    /// CPU time when the search last reported, which it does every 1,024 nodes.
    pub(super) time: Duration,
    /// Whether the limit of time stopped the search.
    pub(super) late: bool,
}

/// Runs a search that has a thread of its own and reports from it. The limit of time is taken as
/// CPU time of that thread. A search that it stops says that it was interrupted.
pub(super) fn by_cpu<T>(
    limits: &Limits,
    search: impl FnOnce(&Limits, &mut (dyn FnMut(Progress) + Send)) -> T,
) -> (T, Spent) {
    let stop = Arc::new(AtomicBool::new(false));
    let own = Limits {
        time: None,
        interrupt: Arc::clone(&stop),
        ..limits.clone()
    };
    let mut spent = Spent::default();
    let found = search(&own, &mut |_| {
        spent.time = ThreadTime::now().as_duration();
        spent.late = limits.time.is_some_and(|most| spent.time >= most);
        if spent.late || limits.interrupt.load(Ordering::Relaxed) {
            stop.store(true, Ordering::Relaxed);
        }
    });
    (found, spent)
}
