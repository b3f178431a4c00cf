//! A bounded map from exact positions, for the reference searches.
//!
//! It knows no dominance, throws nothing out and mixes nothing up: a full one ends the search. All its memory
//! is asked for at once, so a search allocates nothing on the way.

use crate::limits::Reason;
use crate::number::Plies;
use crate::resource::Resource;
use std::collections::HashMap;
use yose_board::Key;

/// What is known of a position, whatever the path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// Proved within so many plies and more ([`Plies::MAX`]: no proof known).
    pub yes_from: Plies,
    /// Disproved within less than so many plies ([`Plies::MAX`]: there is no proof at all).
    pub no_below: Plies,
}

impl Facts {
    /// Nothing.
    pub const NONE: Facts = Facts {
        yes_from: Plies::MAX,
        no_below: 0,
    };

    /// A proof within `plies`.
    pub fn prove(&mut self, plies: Plies) {
        self.yes_from = self.yes_from.min(plies);
    }

    /// A disproof within `plies`.
    pub fn disprove(&mut self, plies: Plies) {
        self.no_below = self.no_below.max(plies + 1);
    }
}

/// The map.
pub(crate) struct Exact<V> {
    known: HashMap<(Key, u64), V>,
    most: usize,
}

impl<V: Copy> Exact<V> {
    /// As much as fits into so many MB (at least one).
    pub fn new(megabytes: usize) -> Self {
        // A map has room for seven eighths of a power of two of slots, each with one byte of its own.
        let slots = (megabytes.max(1) << 20) / (size_of::<((Key, u64), V)>() + 1);
        let slots = slots.next_power_of_two() / 2;
        let most = slots / 8 * 7;
        Exact {
            known: HashMap::with_capacity(most),
            most,
        }
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
            return Err(Reason::Memory);
        }
        change(self.known.entry(at).or_insert(fresh));
        Ok(())
    }
}
