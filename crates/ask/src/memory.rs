//! The memory that all jobs share.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Time between two looks at the flag of a job that waits.
const PAUSE: Duration = Duration::from_millis(20);

/// One budget of memory. A job takes a share before it makes its table and gives it back at its
/// end. A job that finds too little waits; jobs get their shares in the order in which they ask.
#[derive(Debug)]
pub struct Memory {
    total_mb: usize,
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    used_mb: usize,
    /// Tickets of the jobs that wait, the first of them next.
    waiting: VecDeque<u64>,
    next_ticket: u64,
}

/// Why a job gets no share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoShare {
    /// The whole budget is smaller.
    #[error("the request needs {needed_mb} MB, and all jobs together have {total_mb}")]
    TooLarge {
        /// What the request needs.
        needed_mb: usize,
        /// The whole budget.
        total_mb: usize,
    },
    /// The job was cancelled while it waited.
    #[error("cancelled while the job waited for memory")]
    Cancelled,
}

impl Memory {
    /// A budget of this number of MB.
    pub fn new(total_mb: usize) -> Memory {
        Memory {
            total_mb,
            state: Mutex::default(),
            freed: Condvar::new(),
        }
    }

    /// The whole budget in MB.
    pub fn total_mb(&self) -> usize {
        self.total_mb
    }

    /// The MB in use.
    pub fn used_mb(&self) -> usize {
        self.lock().used_mb
    }

    /// Waits until the share is free and takes it.
    ///
    /// # Errors
    /// See [`NoShare`].
    pub fn share(&self, mb: usize, cancel: &AtomicBool) -> Result<Share<'_>, NoShare> {
        if mb > self.total_mb {
            return Err(NoShare::TooLarge {
                needed_mb: mb,
                total_mb: self.total_mb,
            });
        }
        let mut state = self.lock();
        let ticket = state.next_ticket;
        state.next_ticket += 1;
        state.waiting.push_back(ticket);
        loop {
            if state.waiting.front() == Some(&ticket) && state.used_mb + mb <= self.total_mb {
                state.waiting.pop_front();
                state.used_mb += mb;
                self.freed.notify_all();
                return Ok(Share { memory: self, mb });
            }
            if cancel.load(Ordering::Relaxed) {
                state.waiting.retain(|&other| other != ticket);
                self.freed.notify_all();
                return Err(NoShare::Cancelled);
            }
            // The flag of a job has no condition variable, so the flag is looked at now and then.
            let waited = self.freed.wait_timeout(state, PAUSE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A share of the memory, which goes back when it is dropped.
#[derive(Debug)]
pub struct Share<'a> {
    memory: &'a Memory,
    mb: usize,
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        self.memory.lock().used_mb -= self.mb;
        self.memory.freed.notify_all();
    }
}
