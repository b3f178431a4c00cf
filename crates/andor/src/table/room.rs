//! Makes room: first the table grows in place up to its full size, then it collects the least
//! valuable entries.
//!
//! The table allocates all its memory at once and touches it only as it grows, so small problems
//! stay in the cache. Growing doubles the home slots in place. The home of a key is
//! `key * homes / 2^64`, so the home at least doubles. Moving entries from the top down therefore
//! never lands on an entry that has not been moved, except for the lowest few entries, which wait
//! in a list. Collecting removes the entries with the least work below them, and closes the gaps
//! from each free slot on, in place.
//!
//! No other thread may use the table meanwhile. The threads that have stopped for the growth grow
//! the table together: they would only wait otherwise, and half of the time is spent by the
//! operating system, clearing fresh pages. The entries of the upper half move to slots behind all
//! entries, so they can move in parallel. Then the same holds for the upper half of the rest.

use super::slot::NEVER;
use super::{Entry, NO_PROOF, TAIL, Table};
use std::ops::Range;
use std::sync::atomic::Ordering;

/// The home slots of a new table: about 2,000, or all of a very small table.
pub(super) fn first_homes(most: usize) -> usize {
    let mut homes = most;
    while homes > 4_000 {
        homes /= 2;
    }
    homes
}

/// Up to this number of entries, or slots, a single thread does the moving.
const ALONE: usize = 1 << 14;

/// From this slot on, the new home of an entry is never below its present slot.
fn low(furthest: usize, end: usize) -> usize {
    (4 * furthest + 4).min(end)
}

/// Part `number` of `of` parts of a range, all of about the same size.
fn share(range: Range<usize>, number: usize, of: usize) -> Range<usize> {
    let at = |n| range.start + range.len() * n / of;
    at(number)..at(number + 1)
}

impl Table {
    /// Whether the table needs [`Table::make_room`].
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        let homes = self.homes.load(Ordering::Relaxed);
        self.used.0.load(Ordering::Relaxed) >= homes / 2 + homes / 8
    }

    /// Grows or collects.
    #[cold]
    pub fn make_room(&self) {
        match self.next_homes() {
            Some(next) => self.grow(next),
            None => self.collect(),
        }
    }

    /// Removes all entries. Problems with other piece totals, and other questions, need this before
    /// they use the table.
    pub fn renew(&self) {
        if self.used.0.load(Ordering::Relaxed) > 0 {
            for slot in &self.slots[..self.end()] {
                if slot.key() != 0 {
                    slot.take();
                }
            }
        }
        self.used.0.store(0, Ordering::Relaxed);
        self.homes.store(first_homes(self.most), Ordering::Relaxed);
    }

    /// The slot behind the last entry. One board with very many resources may fill more than the
    /// tail behind the last home slot.
    fn end(&self) -> usize {
        let tail = self.homes.load(Ordering::Relaxed) + TAIL;
        let more = self.slots[tail..].iter().take_while(|slot| slot.key() != 0);
        tail + more.count()
    }

    /// The number of home slots after growing; `None` if the table has its full size.
    fn next_homes(&self) -> Option<usize> {
        let homes = self.homes.load(Ordering::Relaxed);
        let mut next = self.most;
        while next / 2 > homes {
            next /= 2;
        }
        (next > homes).then_some(next)
    }

    fn grow(&self, next: usize) {
        let end = self.end();
        let low = low(self.furthest(0..end), end);
        let waiting = self.take_low(low);
        self.homes.store(next, Ordering::Relaxed);
        self.spread(low..end);
        for entry in waiting {
            self.place(entry);
        }
    }

    /// [`Table::make_room`] by all threads that use the table. Each thread calls this with a
    /// different number below `threads`. `wait` returns when all threads have called it.
    #[cold]
    pub(crate) fn make_room_together(&self, number: usize, threads: usize, wait: impl Fn()) {
        let next = self.next_homes();
        let (Some(next), true) = (next, threads > 1 && self.used() > ALONE) else {
            // All threads must see whether the table grows before one thread changes the size.
            wait();
            if number == 0 {
                self.make_room();
            }
            wait();
            return;
        };
        let end = self.end();
        let furthest = self.furthest(share(0..end, number, threads));
        self.furthest.fetch_max(furthest, Ordering::Relaxed);
        wait();
        let furthest = self.furthest.load(Ordering::Relaxed);
        let low = low(furthest, end);
        wait();
        let mut waiting = Vec::new();
        if number == 0 {
            self.furthest.store(0, Ordering::Relaxed);
            waiting = self.take_low(low);
            self.homes.store(next, Ordering::Relaxed);
        }
        wait();
        let mut rest = low..end;
        while rest.len() > ALONE {
            // An entry in slot `i` had its home at `i - furthest` or above, and the home has at
            // least doubled.
            let upper = low.max(rest.end / 2 + furthest + 1)..rest.end;
            self.spread(share(upper.clone(), number, threads));
            rest.end = upper.start;
            wait();
        }
        if number == 0 {
            self.spread(rest);
            for entry in waiting {
                self.place(entry);
            }
        }
        wait();
    }

    /// The largest distance of the entries of some slots from their home slots.
    fn furthest(&self, range: Range<usize>) -> usize {
        let mut furthest = 0;
        for (i, slot) in range.clone().zip(&self.slots[range]) {
            if slot.key() != 0 {
                furthest = furthest.max(i - self.home(slot.key()));
            }
        }
        furthest
    }

    /// Removes and returns the entries of the lowest slots.
    fn take_low(&self, low: usize) -> Vec<Entry> {
        self.slots[..low]
            .iter()
            .filter(|slot| slot.key() != 0)
            .map(super::Slot::take)
            .collect()
    }

    /// Moves the entries of some slots to their new places, from the top down.
    fn spread(&self, range: Range<usize>) {
        for slot in self.slots[range].iter().rev() {
            if slot.key() != 0 {
                let entry = slot.take();
                self.place(entry);
            }
        }
    }

    /// Puts an entry into the first free slot from its home on, or drops it if there is no free
    /// slot.
    fn place(&self, entry: Entry) {
        for slot in &self.slots[self.home(entry.key)..] {
            if slot.key() == 0 && slot.claim(entry) {
                return;
            }
        }
        self.used.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// The value of an entry: the work below it. Results count four times, because they end
    /// searches.
    fn value(entry: &Entry) -> u32 {
        let decided = entry.yes_from != NO_PROOF || entry.no_below == NEVER;
        entry.amount.saturating_mul(if decided { 4 } else { 1 })
    }

    fn collect(&self) {
        self.collections.fetch_add(1, Ordering::Relaxed);
        let homes = self.homes.load(Ordering::Relaxed);
        let slots = &self.slots[..homes + TAIL];
        // The smallest value that stays. About half of the entries are removed.
        let step = (slots.len() / 20_000).max(1);
        let mut sample: Vec<u32> = slots
            .iter()
            .step_by(step)
            .filter(|slot| slot.key() != 0)
            .map(|slot| Self::value(&slot.read()))
            .collect();
        sample.sort_unstable();
        let limit = sample.get(sample.len() / 2).copied().unwrap_or(0);
        // Of the entries exactly at the limit, every second entry is removed.
        let mut turn = false;
        for slot in slots {
            if slot.key() == 0 {
                continue;
            }
            let entry = slot.take();
            let value = Self::value(&entry);
            turn ^= value == limit;
            if value > limit || (value == limit && turn) {
                // The entries before this slot are in place, so this entry moves down or stays.
                let halved = Entry {
                    amount: entry.amount / 2,
                    ..entry
                };
                self.place(halved);
            } else {
                self.used.0.fetch_sub(1, Ordering::Relaxed);
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

    #[test]
    fn growing_together_keeps_every_entry() {
        for threads in 1..=5 {
            let table = Table::new(64);
            let n = 700_000;
            for i in 0..n {
                if table.is_full() {
                    let barrier = std::sync::Barrier::new(threads);
                    let (table, barrier) = (&table, &barrier);
                    std::thread::scope(|scope| {
                        for number in 0..threads {
                            scope.spawn(move || {
                                table.make_room_together(number, threads, || {
                                    barrier.wait();
                                });
                            });
                        }
                    });
                    assert!(!table.is_full());
                }
                table.open(splitmix(i), (), 0, (i as u32 + 1, 7), 3, 1);
            }
            assert_eq!(table.used(), n as usize);
            for i in 0..n {
                let known = table.look(splitmix(i), ());
                assert!(known.seen && known.pn == i as u32 + 1, "{i}");
            }
        }
    }

    /// More resources of one board than the tail has slots, at the end of a small table.
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
