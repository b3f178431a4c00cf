//! The table: facts and numbers of positions, in memory of a fixed size.
//!
//! The key without the resource leads to a slot. So all resources of one board lie together, and
//! one walk finds a proof that needs less and a disproof that holds with more. The table uses open
//! addressing without wrap-around: an entry lies in the first free slot from its home slot on.
//! Entries are never removed one by one. `room.rs` lets the table grow to its full size, and then
//! throws out the entries with the least work below them.

mod room;
mod slot;

use crate::number::{LARGEST, Number, Plies};
use crate::platform::{Pages, prefetch};
use crate::resource::Resource;
use slot::Slot;
pub(crate) use slot::{Entry, NO_PROOF};
use std::sync::atomic::{AtomicUsize, Ordering};
use yose_board::Key;

/// What the table knows about a position with a resource.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Proved within this number of plies and every larger one ([`Plies::MAX`]: no proof is known).
    pub yes_from: Plies,
    /// Disproved within every smaller number of plies ([`Plies::MAX`]: there is no proof at all).
    pub no_below: Plies,
    /// The resource of the entry that proves.
    pub need: u64,
    /// The resource of the entry that disproves.
    pub bound: u64,
    /// The proving move.
    pub mv: u16,
    /// Whether exactly this position, with exactly this resource, has been visited.
    pub seen: bool,
    /// The proof number, if the position is open.
    pub pn: Number,
    /// The disproof number, if the position is open.
    pub dn: Number,
    /// The smallest depth at which the position was visited.
    pub depth: u16,
    /// Whether the repetition table may know more about the position.
    pub repeats: bool,
}

impl Known {
    /// The answer for a position without an entry.
    const NOTHING: Known = Known {
        yes_from: NO_PROOF,
        no_below: 0,
        need: 0,
        bound: 0,
        mv: 0,
        seen: false,
        pn: 1,
        dn: 1,
        depth: u16::MAX,
        repeats: false,
    };
}

/// Extra slots behind the last home slot, so that walks end without wrapping around.
const TAIL: usize = 1024;

/// A number alone in its cache lines. Every new entry changes the number, while the fields beside
/// it in a table are only read.
#[derive(Default)]
#[repr(align(128))]
struct Apart(AtomicUsize);

/// A table of fixed size.
pub struct Table {
    slots: Pages<Slot>,
    /// Home slots in use: grows to `most`.
    homes: AtomicUsize,
    most: usize,
    used: Apart,
    /// The largest distance of an entry from its home, found by the threads that grow the table
    /// together.
    furthest: AtomicUsize,
    collections: AtomicUsize,
    /// Whether numbers of open entries with other resources count as bounds.
    share_numbers: bool,
}

impl Table {
    /// Bytes of an entry.
    pub const ENTRY: usize = size_of::<Slot>();

    /// A table of `megabytes` MB (at least one).
    pub fn new(megabytes: usize) -> Self {
        let slots = Pages::new(((megabytes.max(1) << 20) / size_of::<Slot>()).max(4 * TAIL));
        let most = slots.len() - TAIL;
        let table = Table {
            slots,
            homes: AtomicUsize::new(most),
            most,
            used: Apart::default(),
            furthest: AtomicUsize::new(0),
            collections: AtomicUsize::new(0),
            share_numbers: true,
        };
        table.homes.store(room::first_homes(most), Ordering::Relaxed);
        table
    }

    #[inline(always)]
    fn home(&self, key: Key) -> usize {
        ((u128::from(key) * self.homes.load(Ordering::Relaxed) as u128) >> 64) as usize
    }

    /// Sets whether numbers of open positions with other resources count as bounds.
    pub fn share_numbers(&mut self, on: bool) {
        self.share_numbers = on;
    }

    /// Prefetches the home slot of a position. After a prefetch for all children, looking them up
    /// one by one is cheap.
    #[inline(always)]
    pub(crate) fn touch(&self, key: Key) {
        prefetch(&self.slots[self.home(key.max(1))]);
    }

    /// What the table knows about a position.
    #[inline]
    pub fn look<R: Resource>(&self, key: Key, resource: R) -> Known {
        self.look_in(0, key, resource)
    }

    /// Like [`Table::look`], with the numbers of one setting of the search. Numbers of other
    /// settings would mislead the search.
    #[inline]
    pub(crate) fn look_in<R: Resource>(&self, setting: u8, key: Key, resource: R) -> Known {
        let key = key.max(1);
        let home = self.home(key);
        if self.slots[home].key() == 0 {
            return Known::NOTHING;
        }
        self.walk(setting, key, home, resource)
    }

    /// What the entries from a home slot on say about a position.
    #[inline(never)]
    fn walk<R: Resource>(&self, setting: u8, key: Key, home: usize, resource: R) -> Known {
        let mut known = Known::NOTHING;
        // The numbers of other entries, and the smallest depth of each.
        let (mut least_pn, mut least_dn) = ((0, u16::MAX), (0, u16::MAX));
        for slot in &self.slots[home..] {
            let found = slot.key();
            if found != key {
                if found == 0 {
                    break;
                }
                continue;
            }
            let entry = slot.read();
            if entry.key != key {
                continue;
            }
            let theirs = R::unpack(entry.resource);
            let more = resource.covers(theirs);
            let less = theirs.covers(resource);
            let ours = entry.setting == setting;
            if more {
                if entry.yes_from < known.yes_from {
                    known.yes_from = entry.yes_from;
                    known.need = entry.resource;
                    known.mv = entry.mv;
                }
                // A position that is hard to disprove with less is at least as hard to disprove
                // with more.
                if ours && entry.dn > least_dn.0 {
                    least_dn = (entry.dn, entry.depth);
                }
            }
            if less {
                if entry.no_below > known.no_below {
                    known.no_below = entry.no_below;
                    known.bound = entry.resource;
                }
                if ours && entry.pn > least_pn.0 {
                    least_pn = (entry.pn, entry.depth);
                }
            }
            if more && less {
                known.repeats = entry.repeats;
                if ours {
                    known.seen = entry.pn != 0;
                    known.pn = entry.pn;
                    known.dn = entry.dn;
                    known.depth = entry.depth;
                }
            }
        }
        if self.share_numbers {
            // A number brings its depth with it. The number may come from around a loop even if
            // exactly this position was never nearer to the root. Threshold control must see that.
            if least_pn.0 > known.pn {
                known.pn = least_pn.0.min(LARGEST);
                known.depth = known.depth.min(least_pn.1);
            }
            if least_dn.0 > known.dn {
                known.dn = least_dn.0.min(LARGEST);
                known.depth = known.depth.min(least_dn.1);
            }
        }
        known
    }

    /// Whether exactly this position has been visited: [`Known::seen`] in one setting of the
    /// search.
    #[inline]
    pub(crate) fn seen<R: Resource>(&self, setting: u8, key: Key, resource: R) -> bool {
        let key = key.max(1);
        let packed = resource.pack();
        for slot in &self.slots[self.home(key)..] {
            let found = slot.key();
            if found == key {
                let entry = slot.read();
                if entry.key == key && entry.resource == packed {
                    return entry.pn != 0 && entry.setting == setting;
                }
            } else if found == 0 {
                break;
            }
        }
        false
    }

    /// Applies `change` to the entry of exactly this position and resource, or to a new entry.
    /// Returns `false` if there was no room.
    #[inline]
    pub(crate) fn change(&self, key: Key, resource: u64, change: impl Fn(Entry) -> Entry) -> bool {
        let key = key.max(1);
        let fresh = Entry {
            key,
            resource,
            pn: 0,
            dn: 0,
            yes_from: NO_PROOF,
            no_below: 0,
            depth: u16::MAX,
            mv: 0,
            amount: 0,
            repeats: false,
            setting: 0,
        };
        for slot in &self.slots[self.home(key)..] {
            let found = slot.key();
            if found != key && found != 0 {
                continue;
            }
            let done = slot.update(|e| {
                if e.key == key && e.resource == resource {
                    Some(change(e))
                } else if e.key == 0 {
                    self.used.0.fetch_add(1, Ordering::Relaxed);
                    Some(change(fresh))
                } else {
                    None
                }
            });
            if done {
                return true;
            }
        }
        false
    }

    /// Stores the numbers of an open position.
    #[inline]
    pub(crate) fn open<R: Resource>(
        &self,
        key: Key,
        resource: R,
        setting: u8,
        numbers: (Number, Number),
        depth: u16,
        amount: u32,
    ) {
        self.change(key, resource.pack(), |e| Entry {
            pn: numbers.0,
            dn: numbers.1,
            depth: if e.setting == setting {
                e.depth.min(depth)
            } else {
                depth
            },
            amount: e.amount.max(amount),
            setting,
            ..e
        });
    }

    /// Stores a proof within `plies` plies that needs `need`. The caller guarantees that the proof
    /// is true.
    #[inline]
    pub fn prove<R: Resource>(&self, key: Key, need: R, plies: Plies, mv: u16, amount: u32) {
        self.change(key, need.pack(), |e| {
            let better = plies < e.yes_from;
            Entry {
                yes_from: e.yes_from.min(plies),
                mv: if better { mv } else { e.mv },
                amount: e.amount.max(amount),
                ..e
            }
        });
    }

    /// Stores a disproof within `plies` plies that holds with at most `bound`.
    #[inline]
    pub(crate) fn disprove<R: Resource>(&self, key: Key, bound: R, plies: Plies, amount: u32) {
        self.change(key, bound.pack(), |e| Entry {
            no_below: e.no_below.max(plies + 1),
            amount: e.amount.max(amount),
            ..e
        });
    }

    /// Marks that the repetition table holds a result for this position on some path.
    #[inline]
    pub(crate) fn repeats<R: Resource>(&self, key: Key, resource: R, setting: u8, depth: u16, amount: u32) {
        self.change(key, resource.pack(), |e| {
            let (pn, dn, least) = if e.setting == setting {
                (e.pn, e.dn, e.depth)
            } else {
                (1, 1, depth)
            };
            Entry {
                repeats: true,
                pn: pn.max(1),
                dn: dn.max(1),
                depth: least.min(depth),
                amount: e.amount.max(amount),
                setting,
                ..e
            }
        });
    }

    /// The number of entries in the table.
    pub fn used(&self) -> usize {
        self.used.0.load(Ordering::Relaxed)
    }

    /// The number of entries that the table may hold before it collects.
    pub fn capacity(&self) -> usize {
        self.most
    }

    /// The size of the table in MB, rounded down.
    pub fn megabytes(&self) -> usize {
        (self.capacity() * Table::ENTRY) >> 20
    }

    /// Whether so much was collected that the line of a proof may be lost. Collections take what
    /// took the least work, and the first few leave the line.
    pub(crate) fn has_lost_much(&self) -> bool {
        const MUCH: usize = 8;
        self.collections() >= MUCH
    }

    /// The number of collections so far.
    pub fn collections(&self) -> usize {
        self.collections.load(Ordering::Relaxed)
    }
}
