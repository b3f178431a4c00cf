//! Disproofs that rested on the path and no longer do.
//!
//! A disproof of `E` that rests on path positions says: *`E` is not won before one of them is*. While those are open it holds
//! on this path only. When one of them, `N`, is itself disproved, what rested on `N` rests on what `N` rests on; and when `N`
//! rests on nothing above it, neither does what rested on `N` alone: the closed set that refutes `N` contains it. (By
//! induction over lengths of proofs: nothing that rests on `N` is won before `N`, and `N` never is. "Never" may be "not within
//! so many plies", the smaller number of both.) The search alone keeps only `N`; where a whole game is asked, closed sets have
//! thousands of positions, and each of them would be refuted again on its next path. Tarjan's strongly connected components
//! by another name.
//!
//! The log is a stack. A node that ends undecided or proved takes with it what was logged below it, because that may rest
//! on it. Entries come in post-order, so an entry lies within those after it whose first index is not beyond it.
//!
//! Switched off by [`Options::promote`](crate::Options). Worth: docs/lab/small-boards.md.

use crate::number::Plies;
use crate::resource::Resource;
use yose_board::Key;

/// At most so many entries wait; more are forgotten, which costs time only.
const MOST: usize = 1 << 22;

/// A disproof that rests on the path.
#[derive(Clone, Copy)]
struct Waiting<R> {
    key: Key,
    /// Still not enough.
    bound: R,
    plies: Plies,
    /// The smallest depth it rests on.
    rests_on: u16,
    /// Where its own subtree starts in the log.
    start: u32,
}

/// The disproofs below the path that rest on it.
pub(crate) struct Log<R> {
    waiting: Vec<Waiting<R>>,
}

impl<R: Resource> Log<R> {
    pub fn new() -> Self {
        Log { waiting: Vec::new() }
    }

    /// Where the next entry goes.
    pub fn mark(&self) -> u32 {
        self.waiting.len() as u32
    }

    /// A node was left undecided or proved: what was logged since `start` may rest on it.
    pub fn forget(&mut self, start: u32) {
        self.waiting.truncate(start as usize);
    }

    /// A node whose subtree was logged since `start` is disproved, resting on a smaller depth.
    pub fn wait(&mut self, key: Key, bound: R, plies: Plies, rests_on: u16, start: u32) {
        if self.waiting.len() < MOST {
            self.waiting.push(Waiting {
                key,
                bound,
                plies,
                rests_on,
                start,
            });
        }
    }

    /// The node at `depth`, whose subtree was logged since `start`, is disproved within `plies` and rests on nothing: tells
    /// what of its subtree is a fact now.
    pub fn close(&mut self, depth: u16, plies: Plies, start: u32, mut fact: impl FnMut(Key, R, Plies)) {
        let start = start as usize;
        // The nodes within which the walk is: where they start, and what everything within them rests on.
        let mut within: Vec<(u32, u16, Plies)> = Vec::new();
        for i in (start..self.waiting.len()).rev() {
            while within.last().is_some_and(|&(first, ..)| first as usize > i) {
                within.pop();
            }
            let entry = &mut self.waiting[i];
            if let Some(&(_, rests_on, plies)) = within.last() {
                entry.rests_on = entry.rests_on.min(rests_on);
                entry.plies = entry.plies.min(plies);
            }
            if (entry.start as usize) < i {
                within.push((entry.start, entry.rests_on, entry.plies));
            }
            // What it rests on is told; it stands for itself from now on.
            entry.start = i as u32;
        }
        let mut kept = start;
        for i in start..self.waiting.len() {
            let entry = self.waiting[i];
            if entry.rests_on >= depth {
                fact(entry.key, entry.bound, entry.plies.min(plies));
            } else {
                self.waiting[kept] = Waiting {
                    start: kept as u32,
                    ..entry
                };
                kept += 1;
            }
        }
        self.waiting.truncate(kept);
    }
}
