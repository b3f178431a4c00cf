//! Disproofs that hold only on the path on which they were found.
//!
//! Results that depend on the path are kept apart, as in A. Kishimoto and M. Müller, *A general
//! solution to the graph history interaction problem* (2004). Here only disproofs depend on the
//! path: a repetition is always the prover's failure, so a proof never rests on one. A disproof
//! whose repetitions all lie within its own subtree does not depend on the path and never comes
//! here.
//!
//! A disproof *rests on* depth `d` if `d` is the smallest depth of a path position that it repeats
//! (`dfpn/mod.rs`). It needs only the positions of the path from `d` on, in any order and at any
//! depth. So it is kept with a hash of the set of these positions, and holds on every path whose
//! last positions are the same set. (To keep it with the whole path is sound too. But then the
//! search repeats the work on every path to the set, and that work grows exponentially already on
//! graphs of a dozen nodes.)

use crate::number::Plies;
use yose_board::{Key, splitmix};

/// A disproof that is kept.
#[derive(Clone, Copy, Default, bytemuck::Zeroable)]
struct Kept {
    /// The key of the position with its resource.
    position: Key,
    /// The hash of the set of path positions that it rests on.
    path: Key,
    /// There is no proof within this number of plies.
    plies: Plies,
    /// How many positions at the end of the path it rests on. 0: the entry is empty.
    span: u16,
}

/// Entries in a slot. All disproofs of one position share a slot.
const WAYS: usize = 4;

/// Slots of a table with its first entry.
const FIRST: usize = 256;

/// A small table that doubles until it has its full size. A full slot loses an entry for a new one.
/// A table without entries has no slots: most short searches need none.
pub(crate) struct Repetitions {
    slots: Box<[[Kept; WAYS]]>,
    /// Entries in use.
    used: usize,
    /// The table does not grow beyond this number of slots.
    most: usize,
}

impl Repetitions {
    /// A table of at most `bytes` bytes, but of no fewer than [`FIRST`] slots.
    pub fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<[Kept; WAYS]>()).max(FIRST);
        Repetitions {
            slots: Box::default(),
            used: 0,
            most: most.next_power_of_two() / 2,
        }
    }

    #[cold]
    fn grow(&mut self) {
        let larger = bytemuck::allocation::zeroed_slice_box((2 * self.slots.len()).max(FIRST));
        let old = std::mem::replace(&mut self.slots, larger);
        self.used = 0;
        for kept in old.iter().flatten().filter(|kept| kept.span > 0) {
            self.put(*kept);
        }
    }

    /// The slot of a position. There is none in a table without slots.
    #[inline(always)]
    fn at(&self, position: Key) -> usize {
        splitmix(position) as usize & self.slots.len().wrapping_sub(1)
    }

    /// Keeps a disproof of `position` within `plies` plies. It rests on the last `span` positions
    /// of the path to it, whose hash is `path`.
    pub fn keep(&mut self, position: Key, path: Key, plies: Plies, span: u16) {
        if self.used >= 2 * self.slots.len() && self.slots.len() < self.most {
            self.grow();
        }
        self.put(Kept {
            position,
            path,
            plies,
            span,
        });
    }

    fn put(&mut self, kept: Kept) {
        let i = self.at(kept.position);
        let ways = &mut self.slots[i];
        let same = |k: &Kept| {
            k.span == 0 || (k.position == kept.position && k.path == kept.path && k.span == kept.span)
        };
        let way = ways.iter().position(same);
        let way = way.unwrap_or(splitmix(kept.path) as usize % WAYS);
        self.used += usize::from(ways[way].span == 0);
        ways[way] = kept;
    }

    /// The plies and the span of a disproof of `position`, within `plies` plies or more, that holds
    /// on the path at hand. `last(span)` is the hash of the last `span` positions of this path. Of
    /// several disproofs, the one that rests on the fewest positions.
    pub fn look(
        &self,
        position: Key,
        plies: Plies,
        last: impl Fn(u16) -> Option<Key>,
    ) -> Option<(Plies, u16)> {
        let holds = |k: &&Kept| {
            k.position == position && k.span > 0 && k.plies >= plies && last(k.span) == Some(k.path)
        };
        let ways = self.slots.get(self.at(position))?;
        ways.iter()
            .filter(holds)
            .min_by_key(|k| k.span)
            .map(|k| (k.plies, k.span))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails if `look` ignores the path, or finds a disproof within fewer plies than asked for.
    #[test]
    fn a_disproof_holds_on_its_path_and_within_its_plies() {
        let mut table = Repetitions::new(0);
        table.keep(1, 77, 9, 3);
        let path = |span| Some(if span == 3 { 77 } else { 0 });
        assert_eq!(table.look(1, 9, path), Some((9, 3)));
        assert_eq!(table.look(1, 5, path), Some((9, 3)));
        assert_eq!(table.look(1, 10, path), None);
        assert_eq!(table.look(1, 9, |_| Some(78)), None);
        assert_eq!(table.look(1, 9, |_| None), None);
        assert_eq!(table.look(2, 9, path), None);
    }

    /// Fails if `look` prefers the largest span: the result would rest on more of the path than it
    /// has to.
    #[test]
    fn the_smallest_span_is_best() {
        let mut table = Repetitions::new(0);
        for span in [5, 2, 4] {
            table.keep(1, u64::from(span), 9, span);
        }
        assert_eq!(table.look(1, 9, |span| Some(span.into())), Some((9, 2)));
    }

    /// Fails if the same disproof is kept twice (then it drives out others), or if `grow` loses
    /// entries.
    #[test]
    fn entries_are_kept_once_and_survive_growth() {
        let mut table = Repetitions::new(1 << 20);
        for _ in 0..WAYS {
            table.keep(1, 77, 9, 3);
        }
        assert_eq!(table.used, 1);
        for position in 2..4_000 {
            table.keep(position, 77, 9, 3);
        }
        assert!(table.slots.len() > FIRST);
        let found = (1..4_000).filter(|&position| table.look(position, 9, |_| Some(77)).is_some());
        assert!(found.count() > 3_500);
    }
}
