//! Promotion (of disproofs, not of pieces): disproofs that rested on the path become facts when the
//! set they lie in closes.
//!
//! A disproof of `E` that rests on positions of the path says: *`E` has no proof that is smaller
//! than the smallest proof of one of them*. While these positions are open, the disproof holds on
//! this path only. When one of them, `N`, is disproved, every disproof that rested on `N` rests on
//! the positions that `N` rests on. If `N` rests on nothing above it, a disproof that rested on `N`
//! alone is a fact: the closed set that disproves `N` contains it. (By induction over the size of
//! proofs: no node that rests on `N` has a proof before `N` has one, and `N` has none. With bounds,
//! the fact holds within the smaller number of plies of both.)
//!
//! The search alone stores only `N`. Where a whole game is asked about, closed sets have thousands
//! of positions, and the search would disprove each of them again on its next path. (The idea is
//! that of Tarjan's algorithm for strongly connected components.)
//!
//! The log is a stack of the disproofs that wait for this. A node that is left undecided or proved
//! removes the entries of its subtree, because they may rest on it. Entries come in post-order, so
//! entry `i` lies in the subtree of a later entry if that entry's `start` is at most `i`.
//!
//! An entry has only the smallest depth that it rests on. It may rest on any deeper position of the
//! path, too, also on a disproved node around it that is in the log itself. So when a set closes,
//! an entry takes over what the nodes around it rest on ([`Log::close`]).
//!
//! Off unless [`Options::promote`](crate::Options::promote) is set: for whole games, for evidence
//! and for enumerations. Its value: docs/lab/small-boards.md.

use crate::number::Plies;
use crate::resource::Resource;
use yose_board::Key;

/// The most entries that wait. An entry that finds no room is dropped together with the entries of
/// its subtree ([`Log::wait`]), which costs time only.
const MOST: usize = 1 << 22;

/// A disproof that rests on the path.
#[derive(Clone, Copy)]
struct Waiting<R> {
    key: Key,
    /// The resource that still does not suffice.
    bound: R,
    plies: Plies,
    /// The smallest depth that it rests on.
    rests_on: u16,
    /// Where its own subtree starts in the log.
    start: u32,
}

/// The disproofs below the path that rest on it.
pub(crate) struct Log<R> {
    waiting: Vec<Waiting<R>>,
    /// The most entries.
    most: usize,
}

impl<R: Resource> Log<R> {
    pub fn new() -> Self {
        Log::with_room(MOST)
    }

    /// A log of at most `most` entries.
    fn with_room(most: usize) -> Self {
        Log {
            waiting: Vec::new(),
            most,
        }
    }

    /// Where the next entry goes.
    pub fn mark(&self) -> u32 {
        self.waiting.len() as u32
    }

    /// Removes the entries since `start`: their node was left undecided or proved, and they may
    /// rest on it.
    pub fn forget(&mut self, start: u32) {
        self.waiting.truncate(start as usize);
    }

    /// Adds a disproved node that rests on a position above it, at depth `rests_on`. Its subtree
    /// has the entries since `start`.
    ///
    /// In a full log these entries go, too. They may rest on this node. Without its entry they
    /// would not take over what it rests on, and would become facts too early.
    pub fn wait(&mut self, key: Key, bound: R, plies: Plies, rests_on: u16, start: u32) {
        if self.waiting.len() >= self.most {
            self.forget(start);
        }
        if self.waiting.len() < self.most {
            self.waiting.push(Waiting {
                key,
                bound,
                plies,
                rests_on,
                start,
            });
        }
    }

    /// The node at `depth` is disproved within `plies` plies and rests on nothing above it. Its
    /// subtree has the entries since `start`. Calls `fact` for each entry that is a fact now, and
    /// removes it.
    pub fn close(&mut self, depth: u16, plies: Plies, start: u32, mut fact: impl FnMut(Key, R, Plies)) {
        let start = start as usize;
        // A walk back over the entries. The stack has the nodes around the entry at hand, the
        // innermost last: where their subtrees start, the smallest depth that they rest on, and
        // their plies.
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
            // From now on the entry stands alone: it has taken over what the nodes around it rest
            // on.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Stock;

    fn close(log: &mut Log<Stock>, depth: u16, plies: Plies, start: u32) -> Vec<(Key, Plies)> {
        let mut facts = Vec::new();
        log.close(depth, plies, start, |key, _, plies| facts.push((key, plies)));
        facts
    }

    /// Fails if `entry.rests_on >= depth` is `>`, or if what rests on a smaller depth is a fact
    /// too.
    #[test]
    fn what_rests_on_the_closed_node_becomes_a_fact() {
        let mut log = Log::new();
        for (key, rests_on) in [(1, 4), (2, 2), (3, 7)] {
            let start = log.mark();
            log.wait(key, Stock(0), 9, rests_on, start);
        }
        assert_eq!(close(&mut log, 4, 20, 0), [(1, 9), (3, 9)]);
        // What is left waits for the node at depth 2.
        assert_eq!(log.mark(), 1);
        assert_eq!(close(&mut log, 2, 20, 0), [(2, 9)]);
        assert_eq!(log.mark(), 0);
    }

    /// Fails if an entry does not take over what the node around it rests on, or its plies, or the
    /// plies of the node that closes.
    #[test]
    fn an_entry_rests_on_what_the_node_around_it_rests_on() {
        let mut log = Log::new();
        // Node 2 lies below node 3, which rests on depth 1; node 4 lies beside them.
        log.wait(2, Stock(0), 9, 5, 0);
        log.wait(3, Stock(0), 7, 1, 0);
        let start = log.mark();
        log.wait(4, Stock(0), 8, 5, start);
        assert_eq!(close(&mut log, 5, 20, 0), [(4, 8)]);
        assert_eq!(close(&mut log, 1, 6, 0), [(2, 6), (3, 6)]);
        let mut log = Log::new();
        log.wait(2, Stock(0), 9, 5, 0);
        log.wait(3, Stock(0), 7, 5, 0);
        assert_eq!(close(&mut log, 5, 20, 0), [(2, 7), (3, 7)]);
    }

    /// Fails if a full log drops a node and keeps the entries of its subtree: node 2 would be a
    /// fact when depth 5 closes, although node 3 around it rests on depth 1.
    #[test]
    fn a_full_log_drops_a_node_with_its_subtree() {
        let mut log = Log::with_room(2);
        log.wait(1, Stock(0), 9, 5, 0);
        let start = log.mark();
        log.wait(2, Stock(0), 9, 5, start);
        log.wait(3, Stock(0), 7, 1, start);
        assert_eq!(close(&mut log, 5, 20, 0), [(1, 9)]);
        assert_eq!(close(&mut log, 1, 20, 0), [(3, 7)]);
        // Nothing of the subtree is left to drop: the node itself goes.
        let mut log = Log::with_room(1);
        log.wait(1, Stock(0), 9, 5, 0);
        log.wait(2, Stock(0), 9, 5, 1);
        assert_eq!(close(&mut log, 5, 20, 0), [(1, 9)]);
    }

    /// Fails if `forget` keeps the entries of a node that was left undecided, or if `close` touches
    /// entries before `start`.
    #[test]
    fn an_undecided_node_takes_its_entries_along() {
        let mut log = Log::new();
        log.wait(1, Stock(0), 9, 3, 0);
        let start = log.mark();
        log.wait(2, Stock(0), 9, 3, start);
        log.forget(start);
        assert_eq!(log.mark(), 1);
        assert_eq!(close(&mut log, 3, 9, start), []);
        assert_eq!(close(&mut log, 3, 9, 0), [(1, 9)]);
    }
}
