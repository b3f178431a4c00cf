//! Making room: growing in place up to the full size, then collecting the least valuable entries.
//!
//! The memory is asked for at once and touched as it is used, so small problems stay in the cache. Growing
//! doubles the homes in place: the home of a key is `key * homes / 2^64`, so it at least doubles, and
//! moving entries from the top down never lands on one that has not been moved, but for the few lowest,
//! which wait in a side list. Collecting removes entries below a limit of work, and closes the gaps from
//! each free slot on, in place.
//!
//! Nobody else may use the table meanwhile. Several threads that stopped for it grow it together: half of its time is spent
//! by the system, clearing fresh pages, and they would only wait. What lies in the upper half moves to slots
//! behind everything there is, so it can move at the same time; then so can the upper half of what is left.

use super::slot::NEVER;
use super::{Entry, NO_PROOF, TAIL, Table};
use std::ops::Range;
use std::sync::atomic::Ordering;

/// Homes of a fresh table: about 2,000, or all of a very small one.
pub(super) fn first_homes(most: usize) -> usize {
    let mut homes = most;
    while homes > 4_000 {
        homes /= 2;
    }
    homes
}

/// So few entries, or slots, are moved by one thread alone.
const ALONE: usize = 1 << 14;

/// From here up, an entry's new home is not below its old slot.
fn low(furthest: usize, end: usize) -> usize {
    (4 * furthest + 4).min(end)
}

/// One of `of` parts of a range, about as large as the others.
fn share(range: Range<usize>, number: usize, of: usize) -> Range<usize> {
    let at = |n| range.start + range.len() * n / of;
    at(number)..at(number + 1)
}

impl Table {
    /// Whether it is time for [`Table::make_room`].
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

    /// Forgets everything: problems with other piece totals, or other questions, never share entries.
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

    /// Behind the last entry: one board with very many hands may fill more than the tail behind the last home.
    fn end(&self) -> usize {
        let tail = self.homes.load(Ordering::Relaxed) + TAIL;
        let more = self.slots[tail..].iter().take_while(|slot| slot.key() != 0);
        tail + more.count()
    }

    /// The number of homes after growing; `None` if it has its full size.
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

    /// [`Table::make_room`] by all who use the table: each calls this with a number of its own below `crew`, and `meet` returns when
    /// all have called it.
    #[cold]
    pub(crate) fn make_room_together(&self, number: usize, crew: usize, meet: impl Fn()) {
        let next = self.next_homes();
        let (Some(next), true) = (next, crew > 1 && self.used() > ALONE) else {
            // All have seen whether it grows before one changes that.
            meet();
            if number == 0 {
                self.make_room();
            }
            meet();
            return;
        };
        let end = self.end();
        let furthest = self.furthest(share(0..end, number, crew));
        self.furthest.fetch_max(furthest, Ordering::Relaxed);
        meet();
        let furthest = self.furthest.load(Ordering::Relaxed);
        let low = low(furthest, end);
        meet();
        let mut waiting = Vec::new();
        if number == 0 {
            self.furthest.store(0, Ordering::Relaxed);
            waiting = self.take_low(low);
            self.homes.store(next, Ordering::Relaxed);
        }
        meet();
        let mut rest = low..end;
        while rest.len() > ALONE {
            // An entry in slot i was at home at i - furthest or above, and its home has at least doubled.
            let upper = low.max(rest.end / 2 + furthest + 1)..rest.end;
            self.spread(share(upper.clone(), number, crew));
            rest.end = upper.start;
            meet();
        }
        if number == 0 {
            self.spread(rest);
            for entry in waiting {
                self.place(entry);
            }
        }
        meet();
    }

    /// How far the entries of some slots are from home, at most.
    fn furthest(&self, range: Range<usize>) -> usize {
        let mut furthest = 0;
        for (i, slot) in range.clone().zip(&self.slots[range]) {
            if slot.key() != 0 {
                furthest = furthest.max(i - self.home(slot.key()));
            }
        }
        furthest
    }

    /// Takes the entries of the lowest slots out.
    fn take_low(&self, low: usize) -> Vec<Entry> {
        self.slots[..low]
            .iter()
            .filter(|slot| slot.key() != 0)
            .map(super::Slot::take)
            .collect()
    }

    /// Moves the entries of some slots to where they belong now, from the top down.
    fn spread(&self, range: Range<usize>) {
        for slot in self.slots[range].iter().rev() {
            if slot.key() != 0 {
                let entry = slot.take();
                self.place(entry);
            }
        }
    }

    /// Puts an entry into the first free slot from its home on; drops it if the end is reached.
    fn place(&self, entry: Entry) {
        for slot in &self.slots[self.home(entry.key)..] {
            if slot.key() == 0 && slot.claim(entry) {
                return;
            }
        }
        self.used.0.fetch_sub(1, Ordering::Relaxed);
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
        for crew in 1..=5 {
            let table = Table::new(64);
            let n = 700_000;
            for i in 0..n {
                if table.is_full() {
                    let barrier = std::sync::Barrier::new(crew);
                    let (table, barrier) = (&table, &barrier);
                    std::thread::scope(|scope| {
                        for number in 0..crew {
                            scope.spawn(move || {
                                table.make_room_together(number, crew, || {
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
