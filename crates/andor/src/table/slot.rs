//! One entry in four words, half a cache line. A reader never sees an entry that mixes two writes.
//!
//! The word with the resource carries a version (a seqlock). A writer makes the version odd,
//! writes, and makes it the next even number. A reader that saw an odd version, or different words
//! before and after reading, reads again. All words are atomics, so there is no data race and no
//! `unsafe`. On x86 the reads are plain loads.
//!
//! The work below an entry is only compared, to throw out the entries with the least work. Six bits
//! keep it to within a factor of two.

use crate::number::{INFINITE, Number, Plies};
use std::sync::atomic::{AtomicU64, Ordering, fence};
use yose_board::Key;

/// The setting lies above the proof number, in its two highest bits.
const SETTING: u32 = 30;
const _: () = assert!(INFINITE <= 1 << SETTING);

/// No proof is known.
pub(crate) const NO_PROOF: Plies = Plies::MAX;
/// `no_below` of a position without any proof.
pub(crate) const NEVER: Plies = Plies::MAX;

/// The stored facts and numbers of a position with a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub key: Key,
    pub resource: u64,
    pub pn: Number,
    pub dn: Number,
    /// Proved within this number of plies and every larger one.
    pub yes_from: Plies,
    /// Disproved within every smaller number of plies.
    pub no_below: Plies,
    /// The smallest depth at which the position was visited.
    pub depth: u16,
    /// The proving move of a prover's position, 0 if none is known.
    pub mv: u16,
    /// The work below the position, for collection. Rounded down.
    pub amount: u32,
    /// A disproof that depends on the path was found: the repetition table may hold it.
    pub repeats: bool,
    /// The setting of the search that the numbers come from, below 4.
    pub setting: u8,
}

#[derive(bytemuck::Zeroable, Default)]
#[repr(C)]
pub(crate) struct Slot {
    key: AtomicU64,
    /// Bits 0-16 version, 17 the repetition flag, 18-23 amount, 24-63 resource.
    state: AtomicU64,
    numbers: AtomicU64,
    plies: AtomicU64,
}

const _: () = assert!(size_of::<Slot>() == 32);

const VERSION: u64 = (1 << 17) - 1;
const REPEATS: u64 = 1 << 17;
const AMOUNT: u32 = 18;
const RESOURCE: u32 = 24;

/// An amount in six bits: the place of its highest bit, and the bit after it.
fn short(amount: u32) -> u64 {
    match amount.checked_ilog2() {
        None | Some(0) => amount.into(),
        Some(high) => u64::from(2 * high + (amount >> (high - 1) & 1)),
    }
}

/// The amount that [`short`] stored.
fn long(short: u64) -> u32 {
    let short = short as u32 & 63;
    match short {
        0 | 1 => short,
        _ => (2 + (short & 1)) << (short / 2 - 1),
    }
}

impl Slot {
    /// The key of the entry; 0 if the slot is empty.
    #[inline(always)]
    pub fn key(&self) -> Key {
        self.key.load(Ordering::Relaxed)
    }

    /// The whole entry, as a single writer wrote it.
    #[inline]
    pub fn read(&self) -> Entry {
        loop {
            let before = self.state.load(Ordering::Acquire);
            if before & 1 == 0 {
                let entry = self.unpack(before);
                fence(Ordering::Acquire);
                if self.state.load(Ordering::Relaxed) == before {
                    return entry;
                }
            }
            std::hint::spin_loop();
        }
    }

    #[inline(always)]
    fn unpack(&self, state: u64) -> Entry {
        let numbers = self.numbers.load(Ordering::Relaxed);
        let plies = self.plies.load(Ordering::Relaxed);
        Entry {
            key: self.key.load(Ordering::Relaxed),
            resource: state >> RESOURCE,
            pn: numbers as u32 & ((1 << SETTING) - 1),
            dn: (numbers >> 32) as u32,
            yes_from: plies as u16,
            no_below: (plies >> 16) as u16,
            depth: (plies >> 32) as u16,
            mv: (plies >> 48) as u16,
            amount: long(state >> AMOUNT),
            repeats: state & REPEATS != 0,
            setting: (numbers as u32 >> SETTING) as u8,
        }
    }

    /// Locks the slot for writing, and writes the entry that `change` makes from the present entry.
    #[inline]
    pub fn update(&self, change: impl FnOnce(Entry) -> Option<Entry>) -> bool {
        let before = loop {
            let state = self.state.load(Ordering::Relaxed);
            if state & 1 == 0
                && self
                    .state
                    .compare_exchange_weak(state, state | 1, Ordering::Acquire, Ordering::Relaxed)
                    .is_ok()
            {
                break state;
            }
            std::hint::spin_loop();
        };
        fence(Ordering::Release);
        let version = (before + 2) & VERSION;
        match change(self.unpack(before)) {
            None => {
                self.state.store(before, Ordering::Release);
                false
            }
            Some(e) => {
                debug_assert!(e.resource >> (64 - RESOURCE) == 0, "a resource packs below 2^40");
                self.key.store(e.key, Ordering::Relaxed);
                self.numbers.store(
                    u64::from(e.pn) | u64::from(e.setting) << SETTING | u64::from(e.dn) << 32,
                    Ordering::Relaxed,
                );
                self.plies.store(
                    u64::from(e.yes_from)
                        | u64::from(e.no_below) << 16
                        | u64::from(e.depth) << 32
                        | u64::from(e.mv) << 48,
                    Ordering::Relaxed,
                );
                let repeats = if e.repeats { REPEATS } else { 0 };
                let rest = short(e.amount) << AMOUNT | e.resource << RESOURCE;
                self.state.store(version | repeats | rest, Ordering::Release);
                true
            }
        }
    }

    /// Empties the slot and returns its entry.
    pub fn take(&self) -> Entry {
        let mut taken = None;
        self.update(|e| {
            taken = Some(e);
            Some(Entry { key: 0, ..e })
        });
        taken.unwrap_or_else(|| self.read())
    }

    /// Writes an entry if the slot is empty; `false` if it is not.
    pub fn claim(&self, entry: Entry) -> bool {
        self.update(|e| (e.key == 0).then_some(entry))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::LARGEST;

    #[test]
    fn amounts_keep_their_order_and_half_of_them() {
        let amounts = (0..5_000)
            .chain((0..32).flat_map(|n| [(1 << n) - 1, 1 << n, 3 << n >> 1]))
            .chain([u32::MAX]);
        let mut sorted: Vec<u32> = amounts.collect();
        sorted.sort_unstable();
        let kept: Vec<u32> = sorted.iter().map(|&n| long(short(n))).collect();
        assert!(kept.is_sorted());
        for (n, kept) in sorted.into_iter().zip(kept) {
            assert!(kept <= n && n / 2 <= kept, "{n} {kept}");
        }
    }

    #[test]
    fn a_slot_gives_back_what_it_was_given() {
        let entry = Entry {
            key: u64::MAX - 1,
            resource: (1 << 40) - 3,
            pn: LARGEST - 5,
            dn: 7,
            yes_from: 65_535,
            no_below: 65_533,
            depth: 65_531,
            mv: 65_529,
            amount: 3 << 20,
            repeats: true,
            setting: 3,
        };
        let slot = Slot::default();
        for _ in 0..3 {
            assert!(slot.claim(entry));
            assert_eq!(slot.read(), entry);
            assert!(!slot.claim(Entry { pn: 1, ..entry }));
            assert_eq!(slot.take(), entry);
            assert_eq!(slot.key(), 0);
        }
    }
}
