//! A barrier that threads may leave for good.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

struct State {
    /// Threads that have not left.
    members: usize,
    /// Members that wait.
    waiting: usize,
    /// How often all members have met.
    meetings: u64,
    /// How many members met the last time.
    met: usize,
}

/// A place where threads wait for each other.
pub(crate) struct Barrier {
    state: Mutex<State>,
    all_here: Condvar,
}

impl Barrier {
    /// A barrier for `members` threads.
    pub fn new(members: usize) -> Self {
        Barrier {
            state: Mutex::new(State {
                members,
                waiting: 0,
                meetings: 0,
                met: 0,
            }),
            all_here: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing under the lock can panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all members wait. Returns the number of this thread, in the order in which they
    /// came, and how many they are.
    pub fn wait(&self) -> (usize, usize) {
        let mut state = self.state();
        let (number, meeting) = (state.waiting, state.meetings);
        state.waiting += 1;
        self.release_if_complete(&mut state);
        while state.meetings == meeting {
            state = self.all_here.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        (number, state.met)
    }

    /// Leaves for good: the others no longer wait for this thread.
    pub fn leave(&self) {
        let mut state = self.state();
        state.members -= 1;
        if state.waiting > 0 {
            self.release_if_complete(&mut state);
        }
    }

    fn release_if_complete(&self, state: &mut State) {
        if state.waiting == state.members {
            state.waiting = 0;
            state.meetings += 1;
            state.met = state.members;
            self.all_here.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn all_meet_until_they_leave() {
        let threads = 4;
        let (barrier, sum) = (Barrier::new(threads), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for n in 0..threads {
                let (barrier, sum) = (&barrier, &sum);
                scope.spawn(move || {
                    // The last threads meet more often: those before have left by then.
                    for round in 0..100 * (n + 1) {
                        let expected = threads - round / 100;
                        let (number, met) = barrier.wait();
                        assert!(number < met && met == expected);
                        sum.fetch_add(number, Ordering::Relaxed);
                    }
                    barrier.leave();
                });
            }
        });
        // In each meeting of k threads the numbers are 0 to k - 1.
        assert_eq!(sum.load(Ordering::Relaxed), 100 * (6 + 3 + 1));
    }
}
