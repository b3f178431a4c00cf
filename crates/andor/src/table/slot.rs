//! One entry in five words, written and read so that a mixed entry is never seen.
//!
//! The last word carries a version. A writer makes it odd, writes, and makes it the next even number; a
//! reader that saw an odd version, or two different ones before and after reading, reads again (a seqlock).
//! All words are atomics, so there is no data race and no `unsafe`; on x86 the reads are plain loads.

use crate::number::{Number, Plies};
use std::sync::atomic::{AtomicU64, Ordering, fence};
use yose_board::Key;

/// No proof is known.
pub(crate) const NO_PROOF: Plies = Plies::MAX;
/// `no_below` of a position without any proof.
pub(crate) const NEVER: Plies = Plies::MAX;

/// What is stored of a position with a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub key: Key,
    pub resource: u64,
    pub pn: Number,
    pub dn: Number,
    /// Proved within so many plies and more.
    pub yes_from: Plies,
    /// Disproved within less than so many plies.
    pub no_below: Plies,
    /// The smallest depth at which it was visited.
    pub depth: u16,
    /// The proving move of a prover's position, 0 if none is known.
    pub mv: u16,
    /// The work below it, for collection.
    pub amount: u32,
    /// A disproof that depended on the path was found: the repetition table may know.
    pub repeats: bool,
}

#[derive(bytemuck::Zeroable, Default)]
pub(crate) struct Slot {
    key: AtomicU64,
    resource: AtomicU64,
    numbers: AtomicU64,
    plies: AtomicU64,
    /// Bits 0-15 version, 16 the repetition flag, 32-63 amount.
    state: AtomicU64,
}

const VERSION: u64 = 0xffff;
const REPEATS: u64 = 1 << 16;

impl Slot {
    /// The key it holds; 0 if it is empty.
    #[inline(always)]
    pub fn key(&self) -> Key {
        self.key.load(Ordering::Relaxed)
    }

    /// The whole entry, unmixed.
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
            resource: self.resource.load(Ordering::Relaxed),
            pn: numbers as u32,
            dn: (numbers >> 32) as u32,
            yes_from: plies as u16,
            no_below: (plies >> 16) as u16,
            depth: (plies >> 32) as u16,
            mv: (plies >> 48) as u16,
            amount: (state >> 32) as u32,
            repeats: state & REPEATS != 0,
        }
    }

    /// Takes the slot for writing and gives what it holds to `change`; what that returns is written.
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
                self.key.store(e.key, Ordering::Relaxed);
                self.resource.store(e.resource, Ordering::Relaxed);
                self.numbers
                    .store(u64::from(e.pn) | u64::from(e.dn) << 32, Ordering::Relaxed);
                self.plies.store(
                    u64::from(e.yes_from)
                        | u64::from(e.no_below) << 16
                        | u64::from(e.depth) << 32
                        | u64::from(e.mv) << 48,
                    Ordering::Relaxed,
                );
                let repeats = if e.repeats { REPEATS } else { 0 };
                self.state
                    .store(version | repeats | u64::from(e.amount) << 32, Ordering::Release);
                true
            }
        }
    }

    /// Empties the slot and returns what was in it.
    pub fn take(&self) -> Entry {
        let mut taken = None;
        self.update(|e| {
            taken = Some(e);
            Some(Entry { key: 0, ..e })
        });
        taken.unwrap_or_else(|| self.read())
    }

    /// Writes an entry, whatever was there.
    pub fn put(&self, entry: Entry) {
        self.update(|_| Some(entry));
    }
}
