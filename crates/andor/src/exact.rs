//! A bounded map from exact positions, for the reference searches.
//!
//! It knows no dominance, throws nothing out and mixes nothing up: a full one ends the search, or, where a search can do
//! without ([`Exact::forgetful`]), takes nothing new. All its memory is asked for at once, so a search allocates nothing
//! on the way.

use crate::limits::Reason;
use crate::number::Plies;
use crate::resource::Resource;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use yose_board::Key;

/// What is known of a position, whatever the path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// Proved within so many plies and more ([`Plies::MAX`]: no proof known).
    pub yes_from: Plies,
    /// Disproved within less than so many plies ([`Plies::MAX`]: there is no proof at all).
    pub no_below: Plies,
    /// At the prover's turn the move of the proof, at the other side's that of the last disproof; 0 for none.
    pub mv: u16,
}

impl Facts {
    /// Nothing.
    pub const NONE: Facts = Facts {
        yes_from: Plies::MAX,
        no_below: 0,
        mv: 0,
    };

    /// A proof within `plies`, by this move.
    pub fn prove(&mut self, plies: Plies, mv: u16) {
        if plies < self.yes_from {
            self.yes_from = plies;
            self.mv = if mv == 0 { self.mv } else { mv };
        }
    }

    /// A disproof within `plies`, by this reply.
    pub fn disprove(&mut self, plies: Plies, mv: u16) {
        if plies >= self.no_below {
            self.no_below = plies + 1;
            self.mv = if mv == 0 { self.mv } else { mv };
        }
    }
}

/// Keys are random already: two words become one.
#[derive(Default)]
pub(crate) struct Mix(u64);

impl Hasher for Mix {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = self.0.rotate_left(32) ^ word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

/// The map.
pub(crate) struct Exact<V> {
    known: HashMap<(Key, u64), V, BuildHasherDefault<Mix>>,
    most: usize,
    forgetful: bool,
}

impl<V: Copy> Exact<V> {
    /// As much as fits into so many MB (at least one).
    pub fn new(megabytes: usize) -> Self {
        // A map has room for seven eighths of a power of two of slots, each with one byte of its own.
        let slots = (megabytes.max(1) << 20) / (size_of::<((Key, u64), V)>() + 1);
        let slots = slots.next_power_of_two() / 2;
        let most = slots / 8 * 7;
        Exact::with_entries(most)
    }

    /// So many entries.
    pub fn with_entries(most: usize) -> Self {
        Exact {
            known: HashMap::with_capacity_and_hasher(most, BuildHasherDefault::default()),
            most,
            forgetful: false,
        }
    }

    /// Takes nothing new when full.
    pub fn forgetful(self) -> Self {
        Exact {
            forgetful: true,
            ..self
        }
    }

    /// Entries.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// What is known of a position.
    pub fn get<R: Resource>(&self, key: Key, resource: R) -> Option<V> {
        self.known.get(&(key, resource.pack())).copied()
    }

    /// Changes what is known of a position, which is `fresh` if it is nothing.
    pub fn change<R: Resource>(
        &mut self,
        key: Key,
        resource: R,
        fresh: V,
        change: impl FnOnce(&mut V),
    ) -> Result<(), Reason> {
        let at = (key, resource.pack());
        if self.known.len() >= self.most && !self.known.contains_key(&at) {
            return if self.forgetful {
                Ok(())
            } else {
                Err(Reason::Memory)
            };
        }
        change(self.known.entry(at).or_insert(fresh));
        Ok(())
    }
}
