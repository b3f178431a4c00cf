//! Jobs: a request at work.
//!
//! A job runs on a thread of its own ([`Job::start`]) or on the thread of the caller ([`run`]).
//! What a caller may rely on:
//!
//! - Every job ends with exactly one reply, also after a cancellation and after a panic.
//! - A job never waits for whoever reads its events. Of several progress events that nobody has
//!   read, only the latest stays. An event [`Event::Found`] and the reply are never lost.
//! - Unread events come out in this order, whatever came in first: [`Event::Found`], progress, the
//!   reply.
//! - A job takes a share of one memory budget before it makes its table, and waits until the share
//!   is free.
//! - A cancelled job ends soon, and replies with what it has. A dropped job is cancelled.

use crate::memory::Memory;
use crate::progress::Progress;
use crate::question::Question;
use crate::reply::Reply;
use crate::request::Request;
use crate::run::Run;
use crate::tables::Tables;
use crate::verdict::Reason;
use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What all jobs of a program share. (Not the resource of the prover in a search.)
#[derive(Debug)]
pub struct Resources {
    /// The memory for tables of searches.
    pub memory: Memory,
    /// Full tables of small games, with the value of every position.
    pub tables: Tables,
}

impl Resources {
    /// A memory budget in MB, and no store that keeps full tables for later.
    pub fn new(memory_mb: usize) -> Resources {
        Resources {
            memory: Memory::new(memory_mb),
            tables: Tables::default(),
        }
    }
}

/// What a job reports while it runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// How far the search is, with its best line so far.
    Progress(Box<Progress>),
    /// A mate or a win within this number of plies is proved. It is not yet proved shortest.
    Found {
        /// The number of plies.
        within: u32,
        /// The first moves of the line, as far as the search knows them.
        line: Vec<String>,
    },
    /// The reply. Always the last event.
    Reply(Box<Reply>),
}

/// How often a job reports before its reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Never: neither [`Event::Progress`] nor [`Event::Found`].
    Silent,
    /// Progress at most once in this time, and every [`Event::Found`].
    Every(Duration),
}

/// The system gives no further thread, so the job did not start.
#[derive(Debug, thiserror::Error)]
#[error("no thread to search in: {0}")]
pub struct NoThread(io::Error);

impl From<io::Error> for NoThread {
    fn from(error: io::Error) -> NoThread {
        NoThread(error)
    }
}

/// A running request.
#[derive(Debug)]
pub struct Job {
    mailbox: Arc<Mailbox>,
    cancel: Arc<AtomicBool>,
}

impl Job {
    /// Starts a request on a thread of its own. `wake` is called after each new event; it must not
    /// block.
    ///
    /// # Errors
    /// [`NoThread`].
    pub fn start(
        request: Request,
        resources: &Arc<Resources>,
        pace: Pace,
        mut wake: impl FnMut() + Send + 'static,
    ) -> Result<Job, NoThread> {
        let job = Job {
            mailbox: Arc::default(),
            cancel: Arc::default(),
        };
        let (mailbox, cancel) = (Arc::clone(&job.mailbox), Arc::clone(&job.cancel));
        let resources = Arc::clone(resources);
        std::thread::Builder::new()
            .name("job".to_owned())
            .spawn(move || {
                let reply = run(&request, &resources, &cancel, pace, &mut |event| {
                    mailbox.put(event);
                    wake();
                });
                mailbox.put(Event::Reply(Box::new(reply)));
                wake();
            })?;
        Ok(job)
    }

    /// Asks the job to end soon with what it has.
    pub fn cancel(&self) {
        self.cancel.store(true, Ordering::SeqCst);
    }

    /// The next event, if there is one now.
    pub fn take_event(&self) -> Option<Event> {
        self.mailbox.lock().take()
    }

    /// Waits for the next event. `None` after the reply.
    pub fn wait_event(&self) -> Option<Event> {
        let mut unread = self.mailbox.lock();
        loop {
            if unread.is_over {
                return None;
            }
            if let Some(event) = unread.take() {
                return Some(event);
            }
            unread = self
                .mailbox
                .arrived
                .wait(unread)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits for the reply, and drops the events before it. `None` if the reply was taken already.
    pub fn wait(&self) -> Option<Reply> {
        while let Some(event) = self.wait_event() {
            if let Event::Reply(reply) = event {
                return Some(*reply);
            }
        }
        None
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// The events that nobody has read yet, between the thread of the job and its readers.
#[derive(Debug, Default)]
struct Mailbox {
    unread: Mutex<Unread>,
    /// Notified after each event.
    arrived: Condvar,
}

/// The events in a mailbox.
#[derive(Debug, Default)]
struct Unread {
    /// Every [`Event::Found`], in order.
    found: VecDeque<Event>,
    /// The latest progress.
    progress: Option<Event>,
    reply: Option<Event>,
    /// Whether the reply was taken.
    is_over: bool,
}

impl Unread {
    fn take(&mut self) -> Option<Event> {
        let event = self.found.pop_front().or_else(|| self.progress.take());
        event.or_else(|| {
            let reply = self.reply.take();
            self.is_over |= reply.is_some();
            reply
        })
    }
}

impl Mailbox {
    fn put(&self, event: Event) {
        let mut unread = self.lock();
        match &event {
            Event::Progress(_) => unread.progress = Some(event),
            Event::Found { .. } => unread.found.push_back(event),
            Event::Reply(_) => unread.reply = Some(event),
        }
        self.arrived.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Unread> {
        self.unread.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs a request on the caller's thread, and returns the reply. `on_event` gets every event but
/// the reply. The search may call `on_event` from a thread of its own.
pub fn run(
    request: &Request,
    resources: &Resources,
    cancel: &Arc<AtomicBool>,
    pace: Pace,
    on_event: &mut (dyn FnMut(Event) + Send),
) -> Reply {
    let share = match resources.memory.share(request.memory_mb(), cancel) {
        Ok(share) => share,
        Err(crate::memory::NoShare::Cancelled) => return Reply::skipped(request),
        Err(error) => return Reply::open(request, Reason::Memory, Some(error.to_string())),
    };
    let answered = catch_unwind(AssertUnwindSafe(|| {
        answer(request, &mut Run::new(request, resources, cancel, pace, on_event))
    }));
    drop(share);
    answered.unwrap_or_else(|panic| {
        let what = panic
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "a panic without words".to_owned());
        let error = format!("the search broke down, which is a fault of yose: {what}");
        Reply::open(request, Reason::Fault, Some(error))
    })
}

fn answer(request: &Request, run: &mut Run<'_>) -> Reply {
    match &request.question {
        Question::Solve(solve) => Reply::Solve(crate::solve::answer(&request.name, solve, run)),
        Question::Check(check) => Reply::Check(crate::check::answer(&request.name, check, run)),
        Question::Hisshi(hisshi) => Reply::Hisshi(crate::hisshi::answer(&request.name, hisshi, run)),
        Question::Threat(threat) => Reply::Threat(crate::threat::answer(&request.name, threat, run)),
        #[cfg(not(target_family = "wasm"))]
        Question::Value(value) => Reply::Value(crate::value::answer(&request.name, value, run)),
        #[cfg(not(target_family = "wasm"))]
        Question::LoaSolve(solve) => Reply::LoaSolve(crate::loa::solve::answer(&request.name, solve, run)),
        Question::Verify(verify) => Reply::Verify(crate::verify::verify(
            &request.name.input,
            verify.certificate.as_bytes(),
        )),
        #[cfg(not(target_family = "wasm"))]
        Question::Frame(frame) => Reply::Frame(crate::frame::answer(&request.name, frame, run)),
        // A browser has no room for the tables of values, and loads no more than it needs.
        #[cfg(target_family = "wasm")]
        Question::Value(_) | Question::LoaSolve(_) | Question::Frame(_) => {
            let error = "this question is not answered in a browser".to_owned();
            Reply::open(request, Reason::Memory, Some(error))
        }
    }
}
