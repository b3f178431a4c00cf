//! A search in a thread of its own.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use yose_ask::solve::{Solved, line_so_far, solve};
use yose_ask::{Options, Problem};
use yose_tsume::Progress;

/// Time between two reports.
const PAUSE: Duration = Duration::from_secs(1);

/// How much stack is asked for, if need be less. Searches recurse, and a mate in 1,525 is deep. Memory that is not
/// touched costs nothing.
const STACKS: [usize; 3] = [1 << 30, 1 << 28, 1 << 26];

/// What a search tells.
#[derive(Debug)]
pub(crate) enum Report {
    /// How it is getting on, and its best line so far.
    Progress(Box<Progress>, Vec<String>),
    /// What it found; `None` if it broke down. Always the last.
    Done(Option<Box<Solved>>),
}

/// Starts a search, which tells `tell`. [`Report::Done`] comes exactly once, unless there is no thread to be had.
pub(crate) fn start(
    problem: Problem,
    options: Options,
    tell: impl Fn(Report) + Clone + Send + Sync + 'static,
) -> io::Result<()> {
    let work = Arc::new((problem, options));
    let mut started = Err(io::ErrorKind::OutOfMemory.into());
    for stack in STACKS {
        let (work, tell) = (Arc::clone(&work), tell.clone());
        started = thread::Builder::new()
            .name("search".to_owned())
            .stack_size(stack)
            .spawn(move || {
                let solved = catch_unwind(AssertUnwindSafe(|| search(&work.0, &work.1, &tell)));
                tell(Report::Done(solved.ok().map(Box::new)));
            })
            .map(drop);
        if started.is_ok() {
            break;
        }
    }
    started
}

fn search(problem: &Problem, options: &Options, tell: &(impl Fn(Report) + Sync)) -> Solved {
    let mut next = PAUSE;
    solve(problem, options, &mut |progress| {
        if progress.elapsed >= next {
            next = progress.elapsed + PAUSE;
            let line = line_so_far(problem, &progress);
            tell(Report::Progress(Box::new(progress), line));
        }
    })
}
