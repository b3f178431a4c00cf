//! One job of the queue: the work, who asked for it, and how it is told to stop.

use std::sync::Arc;
use std::time::Instant;
use tokio::sync::watch;
use yose_ask::{Event, Request};
use yose_interface::{State, Status, Work};

/// Who asked: for jobs that end when a tab is closed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asker {
    /// The tab.
    pub tab: Option<String>,
    /// The browser of the tab.
    pub browser: Option<String>,
}

/// One job.
#[derive(Debug)]
pub struct Entry {
    /// Who asked.
    pub asker: Asker,
    /// What is known of the job.
    pub work: Work,
    /// When it ended.
    pub ended: Option<Instant>,
    /// Becomes true when the job shall stop.
    pub stop: watch::Sender<bool>,
    /// Becomes true when the job has ended.
    pub over: watch::Sender<bool>,
}

impl Entry {
    /// A job that waits.
    pub fn new(request: Arc<Request>, asker: Asker) -> Entry {
        Entry {
            asker,
            work: Work::new(request),
            ended: None,
            stop: watch::Sender::new(false),
            over: watch::Sender::new(false),
        }
    }

    /// The job reports something.
    pub fn hear(&mut self, event: Event) {
        self.work.hear(event);
        if self.work.state == State::Ended {
            self.ended = Some(Instant::now());
            self.over.send_replace(true);
        }
    }

    /// The job as JSON has it.
    pub fn status(&self, id: &str, ahead: Option<usize>) -> Status {
        self.work.status(id, self.asker.tab.as_deref(), ahead)
    }
}
