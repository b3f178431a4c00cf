//! The path: the positions between the root and the position under search.
//!
//! The search cuts a child that repeats a position of the path, *or that is the same board with no
//! more resource for the prover*. If the prover could reach its goal from the child, it could reach
//! it from the earlier position at least as soon (more never hurts). So a shortest proof never
//! passes through the child.
//!
//! Switch: [`crate::Options::cut_worse`]. Its value: docs/lab/search.md.

use crate::resource::Resource;
use std::cell::RefCell;
use yose_board::{Key, splitmix};

/// Slots of a fresh index. The index doubles when it is half full.
const FIRST_SLOTS: usize = 256;

#[derive(Clone, Copy)]
struct Step<R> {
    key: Key,
    resource: R,
    depth: u16,
}

/// An index of the path by board.
pub(crate) struct Path<R> {
    slots: Vec<Option<Step<R>>>,
    /// Slots taken, from the root on. The last is freed first, so a walk never meets a gap.
    taken: Vec<u16>,
    /// For each position the exclusive or of its key and all keys before it. Computed on demand:
    /// the search leaves most positions without a need for it.
    sums: RefCell<Vec<Key>>,
}

impl<R: Resource> Path<R> {
    pub fn new() -> Self {
        Path {
            slots: vec![None; FIRST_SLOTS],
            taken: Vec::new(),
            sums: RefCell::new(vec![0]),
        }
    }

    #[inline(always)]
    fn at(&self, key: Key) -> usize {
        (key >> 32) as usize & (self.slots.len() - 1)
    }

    /// Doubles the slots, and puts all positions in again from the root on.
    #[cold]
    fn grow(&mut self) {
        let steps: Vec<_> = self
            .taken
            .iter()
            .filter_map(|&i| self.slots[i as usize])
            .collect();
        self.slots = vec![None; 2 * self.slots.len()];
        self.taken.clear();
        for step in steps {
            self.put(step);
        }
    }

    #[inline(always)]
    fn put(&mut self, step: Step<R>) {
        let mask = self.slots.len() - 1;
        let mut i = self.at(step.key);
        while self.slots[i].is_some() {
            i = (i + 1) & mask;
        }
        self.slots[i] = Some(step);
        self.taken.push(i as u16);
    }

    /// A hash of the set of the last `span` positions.
    pub fn last(&self, span: u16) -> Option<Key> {
        let n = self.taken.len();
        let from = n.checked_sub(usize::from(span))?;
        let mut sums = self.sums.borrow_mut();
        for i in sums.len() - 1..n {
            let step = self.slots[self.taken[i] as usize]?;
            let sum = sums[i] ^ Self::stir(step.key, step.resource);
            sums.push(sum);
        }
        Some(sums[n] ^ sums[from])
    }

    #[inline(always)]
    fn stir(key: Key, resource: R) -> Key {
        splitmix(key ^ splitmix(resource.pack()))
    }

    /// Goes down to a position.
    #[inline]
    pub fn push(&mut self, key: Key, resource: R) -> u16 {
        let depth = self.taken.len() as u16;
        if 2 * self.taken.len() >= self.slots.len() {
            self.grow();
        }
        self.put(Step { key, resource, depth });
        depth
    }

    /// Goes up again.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(i) = self.taken.pop() {
            self.slots[i as usize] = None;
            self.sums.get_mut().truncate(self.taken.len() + 1);
        }
    }

    /// The depth and the resource of the deepest position of the path that the given position
    /// repeats; with `worse`, that it repeats or is no better than.
    #[inline]
    pub fn repeated(&self, key: Key, resource: R, worse: bool) -> Option<(u16, R)> {
        let mask = self.slots.len() - 1;
        let mut i = self.at(key);
        let mut found: Option<(u16, R)> = None;
        while let Some(step) = self.slots[i] {
            if step.key == key
                && (if worse {
                    step.resource.covers(resource)
                } else {
                    step.resource == resource
                })
                && found.is_none_or(|(depth, _)| depth < step.depth)
            {
                found = Some((step.depth, step.resource));
            }
            i = (i + 1) & mask;
        }
        found
    }

    /// The depths and resources with which a board stands on the path.
    pub fn of(&self, key: Key) -> impl Iterator<Item = (u16, R)> {
        let mask = self.slots.len() - 1;
        let start = self.at(key);
        (0..self.slots.len())
            .map_while(move |i| self.slots[(start + i) & mask])
            .filter(move |step| step.key == key)
            .map(|step| (step.depth, step.resource))
    }

    /// Positions on the path.
    pub fn len(&self) -> usize {
        self.taken.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Stock;

    /// Fails if `repeated` returns the position nearest the root instead of the deepest one, or
    /// compares resources the other way round.
    #[test]
    fn the_deepest_position_that_is_no_worse() {
        let mut path = Path::new();
        for (key, stock) in [(7, 3), (8, 0), (7, 2), (7, 5), (7, 1)] {
            path.push(key, Stock(stock));
        }
        assert_eq!(path.repeated(7, Stock(2), true), Some((3, Stock(5))));
        assert_eq!(path.repeated(7, Stock(2), false), Some((2, Stock(2))));
        assert_eq!(path.repeated(7, Stock(6), true), None);
        assert_eq!(path.repeated(9, Stock(0), true), None);
        assert_eq!(path.of(7).count(), 4);
    }

    /// Fails if `grow` puts the steps in again in another order: `pop` would free the slot of
    /// another position, and a walk would end at the gap.
    #[test]
    fn a_path_that_grows_can_be_taken_back() {
        // All keys have the same home.
        let key = |i: u16| (5 << 32) | u64::from(i);
        let mut path = Path::new();
        for i in 0..300 {
            assert_eq!(path.push(key(i), Stock(0)), i);
        }
        for last in (0..300).rev() {
            assert_eq!(path.repeated(key(0), Stock(0), true), Some((0, Stock(0))));
            assert_eq!(path.repeated(key(last), Stock(0), true), Some((last, Stock(0))));
            path.pop();
            assert_eq!(path.repeated(key(last), Stock(0), true), None);
        }
        assert_eq!(path.len(), 0);
    }

    /// Fails if `last` hashes the whole path, or depends on the order, or if `pop` keeps old sums.
    #[test]
    fn the_hash_of_the_last_positions_is_the_hash_of_a_set() {
        let walk = |keys: &[Key]| {
            let mut path = Path::new();
            for &key in keys {
                path.push(key, Stock(0));
            }
            path
        };
        let (one, other) = (walk(&[1, 2, 3]), walk(&[9, 8, 3, 2]));
        assert_eq!(one.last(2), other.last(2));
        assert_ne!(one.last(3), other.last(3));
        assert_eq!(one.last(4), None);
        let mut path = walk(&[1, 5]);
        path.last(2);
        path.pop();
        path.push(2, Stock(0));
        assert_eq!(path.last(1), walk(&[2]).last(1));
    }
}
