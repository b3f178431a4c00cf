//! Making room: growing in place up to the full size, then collecting the least valuable entries.
//!
//! The memory is asked for at once and touched as it is used, so small problems stay in the cache. Growing
//! doubles the homes in place: the home of a key is `key * homes / 2^64`, so it at least doubles, and
//! moving entries from the top down never lands on one that has not been moved, but for the few lowest,
//! which wait in a side list. Collecting removes entries below a limit of work, and closes the gaps from
//! each free slot on, in place.
//!
//! Nobody else may use the table meanwhile.

use super::slot::NEVER;
use super::{Entry, NO_PROOF, TAIL, Table};
use std::sync::atomic::Ordering;

/// Homes of a fresh table: about 2,000, or all of a very small one.
pub(super) fn first_homes(most: usize) -> usize {
    let mut homes = most;
    while homes > 4_000 {
        homes /= 2;
    }
    homes
}

impl Table {
    /// Whether it is time for [`Table::make_room`].
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        let homes = self.homes.load(Ordering::Relaxed);
        self.used.load(Ordering::Relaxed) >= homes / 2 + homes / 8
    }

    /// Grows or collects.
    #[cold]
    pub fn make_room(&self) {
        let homes = self.homes.load(Ordering::Relaxed);
        let mut next = self.most;
        while next / 2 > homes {
            next /= 2;
        }
        if next > homes {
            self.grow(next)
        } else {
            self.collect()
        }
    }

    /// Forgets everything: problems with other piece totals, or other questions, never share entries.
    pub fn renew(&self) {
        if self.used.load(Ordering::Relaxed) > 0 {
            for slot in &self.slots[..self.end()] {
                if slot.key() != 0 {
                    slot.take();
                }
            }
        }
        self.used.store(0, Ordering::Relaxed);
        self.homes.store(first_homes(self.most), Ordering::Relaxed);
    }

    /// Behind the last entry: one board with very many hands may fill more than the tail behind the last home.
    fn end(&self) -> usize {
        let tail = self.homes.load(Ordering::Relaxed) + TAIL;
        let more = self.slots[tail..].iter().take_while(|slot| slot.key() != 0);
        tail + more.count()
    }

    fn grow(&self, next: usize) {
        let end = self.end();
        let mut furthest = 0;
        for (i, slot) in self.slots[..end].iter().enumerate() {
            if slot.key() != 0 {
                furthest = furthest.max(i - self.home(slot.key()));
            }
        }
        // From here up, an entry's new home is not below its old slot.
        let low = (4 * furthest + 4).min(end);
        let waiting: Vec<Entry> = self.slots[..low]
            .iter()
            .filter(|slot| slot.key() != 0)
            .map(super::Slot::take)
            .collect();
        self.homes.store(next, Ordering::Relaxed);
        for slot in self.slots[low..end].iter().rev() {
            if slot.key() != 0 {
                let entry = slot.take();
                self.place(entry);
            }
        }
        for entry in waiting {
            self.place(entry);
        }
    }

    /// Puts an entry into the first free slot from its home on; drops it if the end is reached.
    fn place(&self, entry: Entry) {
        for slot in &self.slots[self.home(entry.key)..] {
            if slot.key() == 0 {
                slot.put(entry);
                return;
            }
        }
        self.used.fetch_sub(1, Ordering::Relaxed);
    }

    /// The worth of an entry: the work below it; results count four times, because they end searches.
    fn worth(entry: &Entry) -> u32 {
        let decided = entry.yes_from != NO_PROOF || entry.no_below == NEVER;
        entry.amount.saturating_mul(if decided { 4 } else { 1 })
    }

    fn collect(&self) {
        self.collections.fetch_add(1, Ordering::Relaxed);
        let homes = self.homes.load(Ordering::Relaxed);
        let slots = &self.slots[..homes + TAIL];
        // The least worth that stays: about half of the entries go.
        let step = (slots.len() / 20_000).max(1);
        let mut sample: Vec<u32> = slots
            .iter()
            .step_by(step)
            .filter(|slot| slot.key() != 0)
            .map(|slot| Self::worth(&slot.read()))
            .collect();
        sample.sort_unstable();
        let limit = sample.get(sample.len() / 2).copied().unwrap_or(0);
        // Of those right at the limit every second goes.
        let mut turn = false;
        for slot in slots {
            if slot.key() == 0 {
                continue;
            }
            let entry = slot.take();
            let worth = Self::worth(&entry);
            turn ^= worth == limit;
            if worth > limit || (worth == limit && turn) {
                // Everything before this slot has been placed: it moves down or stays.
                let halved = Entry {
                    amount: entry.amount / 2,
                    ..entry
                };
                self.place(halved);
            } else {
                self.used.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yose_board::splitmix;

    #[test]
    fn growing_keeps_every_entry() {
        let table = Table::new(4);
        let mut n = 0;
        while n < 50_000 {
            if table.is_full() {
                table.make_room();
            }
            table.open(splitmix(n), (), 0, (n as u32 + 1, 7), 3, 1);
            n += 1;
        }
        assert_eq!(table.collections(), 0);
        assert_eq!(table.used(), 50_000);
        for i in 0..n {
            let known = table.look(splitmix(i), ());
            assert!(known.seen && known.pn == i as u32 + 1, "{i}");
        }
    }

    /// More hands of one board than the tail has slots, at the end of a small table.
    #[test]
    fn growing_keeps_many_resources_of_one_position() {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct Name(u64);
        impl crate::Resource for Name {
            fn pack(self) -> u64 {
                self.0
            }
            fn unpack(word: u64) -> Self {
                Name(word)
            }
            fn covers(self, other: Self) -> bool {
                self == other
            }
            fn join(self, _: Self) -> Self {
                self
            }
            fn meet(self, _: Self) -> Self {
                self
            }
        }
        let table = Table::new(4);
        let key = u64::MAX - 5;
        for n in 1..3_000 {
            if table.is_full() {
                table.make_room();
            }
            table.open(key, Name(n), 0, (n as u32, 7), 3, 1);
        }
        for n in 1..3_000 {
            assert_eq!(table.look(key, Name(n)).pn, n as u32);
        }
    }

    #[test]
    fn collecting_keeps_the_most_valuable() {
        let table = Table::new(1);
        let n = 60_000u64;
        for i in 0..n {
            if table.is_full() {
                table.make_room();
            }
            table.open(
                splitmix(i),
                (),
                0,
                (1, 1),
                3,
                if i % 100 == 0 { 1 << 20 } else { 1 },
            );
        }
        assert!(table.collections() > 0);
        assert!(table.used() < table.capacity());
        for i in (0..n).step_by(100) {
            assert!(table.look(splitmix(i), ()).seen, "{i}");
        }
    }
}
