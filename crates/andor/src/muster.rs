//! Threads that wait for each other: a barrier that threads may leave for good.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

struct State {
    /// Threads that are waited for.
    members: usize,
    /// Those of them that are here.
    here: usize,
    /// How often all have met, and how many they were the last time.
    met: u64,
    crew: usize,
}

/// A place where threads meet.
pub(crate) struct Muster {
    state: Mutex<State>,
    all_here: Condvar,
}

impl Muster {
    /// For so many threads.
    pub fn new(members: usize) -> Self {
        Muster {
            state: Mutex::new(State {
                members,
                here: 0,
                met: 0,
                crew: 0,
            }),
            all_here: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing under the lock can panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all members are here. Returns which of them this is, in the order of coming, and how many they are.
    pub fn meet(&self) -> (usize, usize) {
        let mut state = self.state();
        let (number, meeting) = (state.here, state.met);
        state.here += 1;
        self.go_on(&mut state);
        while state.met == meeting {
            state = self.all_here.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        (number, state.crew)
    }

    /// Is a member no longer: nobody waits for it.
    pub fn leave(&self) {
        let mut state = self.state();
        state.members -= 1;
        if state.here > 0 {
            self.go_on(&mut state);
        }
    }

    fn go_on(&self, state: &mut State) {
        if state.here == state.members {
            state.here = 0;
            state.met += 1;
            state.crew = state.members;
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
        let (muster, sum) = (Muster::new(threads), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for n in 0..threads {
                let (muster, sum) = (&muster, &sum);
                scope.spawn(move || {
                    // The last ones meet more often: those before have left by then.
                    for round in 0..100 * (n + 1) {
                        let expected = threads - round / 100;
                        let (number, crew) = muster.meet();
                        assert!(number < crew && crew == expected);
                        sum.fetch_add(number, Ordering::Relaxed);
                    }
                    muster.leave();
                });
            }
        });
        // In each meeting of k the numbers are 0 to k - 1.
        assert_eq!(sum.load(Ordering::Relaxed), 100 * (6 + 3 + 1));
    }
}
