//! A bounded map from exact positions, for deepening and the reference searches.
//!
//! The map knows no dominance and throws nothing out. A full map ends the search, or, for a search
//! that can do without ([`Exact::forgetful`]), takes nothing new. The map asks for all its memory
//! at once, so a search allocates nothing on the way.

use crate::limits::Reason;
use crate::number::Plies;
use crate::platform::{Pages, prefetch};
use crate::resource::Resource;
use yose_board::Key;

/// Facts about a position that hold on every path.
#[derive(Clone, Copy, Debug, bytemuck::Zeroable)]
pub(crate) struct Facts {
    /// Proved within this number of plies and every larger one ([`Plies::MAX`]: no proof is known).
    pub yes_from: Plies,
    /// Disproved within every smaller number of plies ([`Plies::MAX`]: there is no proof at all).
    pub no_below: Plies,
    /// At the prover's turn the move of the proof, at the other side's turn the reply of the last
    /// disproof; 0 for none.
    pub mv: u16,
}

impl Facts {
    /// No facts.
    pub const NONE: Facts = Facts {
        yes_from: Plies::MAX,
        no_below: 0,
        mv: 0,
    };

    /// Adds a proof within `plies` plies, by this move.
    pub fn prove(&mut self, plies: Plies, mv: u16) {
        if plies < self.yes_from {
            self.yes_from = plies;
            self.mv = if mv == 0 { self.mv } else { mv };
        }
    }

    /// Adds a disproof within `plies` plies, by this reply.
    pub fn disprove(&mut self, plies: Plies, mv: u16) {
        if plies >= self.no_below {
            self.no_below = plies + 1;
            self.mv = if mv == 0 { self.mv } else { mv };
        }
    }
}

/// A place for one position.
#[derive(Clone, Copy, bytemuck::Zeroable)]
struct Slot<V> {
    key: Key,
    resource: u64,
    value: V,
    /// How often the map had been spread when this entry was put here; 0: the slot is empty.
    round: u8,
}

/// 2^64 by the golden ratio.
const STIR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Slots in use at first.
const FIRST: usize = 1 << 12;

/// The map: open addressing in one array. A part of the array is in use, and doubles when it is
/// three quarters full. So the entries of a small search lie close together, and a look costs one
/// cache line.
pub(crate) struct Exact<V> {
    slots: Pages<Slot<V>>,
    /// Slots in use.
    homes: usize,
    round: u8,
    len: usize,
    most: usize,
    forgetful: bool,
}

impl<V: Copy + bytemuck::Zeroable> Exact<V> {
    /// A map of `megabytes` MB (at least one).
    pub fn new(megabytes: usize) -> Self {
        let slots = (megabytes.max(1) << 20) / size_of::<Slot<V>>();
        Exact::with_slots(slots, slots / 4 * 3)
    }

    /// A map of `most` entries.
    pub fn with_entries(most: usize) -> Self {
        Exact::with_slots(most + most / 3 + 1, most)
    }

    fn with_slots(asked: usize, most: usize) -> Self {
        let slots = Pages::new(asked);
        // The system may have given less memory.
        let most = if slots.len() < asked {
            slots.len() / 4 * 3
        } else {
            most
        };
        Exact {
            homes: slots.len().min(FIRST),
            slots,
            round: 1,
            len: 0,
            most,
            forgetful: false,
        }
    }

    /// A map that takes nothing new when it is full.
    pub fn forgetful(self) -> Self {
        Exact {
            forgetful: true,
            ..self
        }
    }

    /// Entries.
    pub fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    fn home(&self, key: Key, resource: u64) -> usize {
        // Mixes the two words. Keys are mostly random already.
        let word = (key ^ resource.wrapping_mul(STIR).rotate_left(32)).wrapping_mul(STIR);
        ((u128::from(word) * self.homes as u128) >> 64) as usize
    }

    #[inline(always)]
    fn after(&self, i: usize) -> usize {
        if i + 1 == self.homes { 0 } else { i + 1 }
    }

    /// The slot of a position, or the free slot where it would be. A quarter of the slots is free.
    #[inline(always)]
    fn find(&self, key: Key, resource: u64) -> usize {
        let mut i = self.home(key, resource);
        loop {
            let slot = &self.slots[i];
            if slot.round == 0 || slot.key == key && slot.resource == resource {
                return i;
            }
            i = self.after(i);
        }
    }

    /// Prefetches the slot of a position. After a prefetch for many positions, looking them up one
    /// by one is cheap.
    #[inline(always)]
    pub fn touch<R: Resource>(&self, key: Key, resource: R) {
        prefetch(&self.slots[self.home(key, resource.pack())]);
    }

    /// The entry of a position.
    #[inline]
    pub fn get<R: Resource>(&self, key: Key, resource: R) -> Option<V> {
        let slot = &self.slots[self.find(key, resource.pack())];
        (slot.round != 0).then_some(slot.value)
    }

    /// Changes the entry of a position; a new entry starts as `fresh`.
    pub fn change<R: Resource>(
        &mut self,
        key: Key,
        resource: R,
        fresh: V,
        change: impl FnOnce(&mut V),
    ) -> Result<(), Reason> {
        let resource = resource.pack();
        let mut i = self.find(key, resource);
        if self.slots[i].round == 0 {
            if self.len >= self.most {
                return if self.forgetful {
                    Ok(())
                } else {
                    Err(Reason::Memory)
                };
            }
            if self.len >= self.homes / 4 * 3 && self.homes < self.slots.len() {
                self.spread();
                i = self.find(key, resource);
            }
            self.len += 1;
            self.slots[i] = Slot {
                key,
                resource,
                value: fresh,
                round: self.round,
            };
        }
        change(&mut self.slots[i].value);
        Ok(())
    }

    /// Doubles the slots in use, or takes all, and moves the entries in place. An entry from a slot
    /// that has not been spread yet is carried to its new slot; the entry that was there is carried
    /// on.
    #[cold]
    fn spread(&mut self) {
        let before = self.homes;
        self.homes = (2 * before).min(self.slots.len());
        // There are fewer doublings than bits in an address.
        self.round += 1;
        for from in 0..before {
            let slot = self.slots[from];
            if slot.round == 0 || slot.round == self.round {
                continue;
            }
            self.slots[from].round = 0;
            let mut carried = slot;
            loop {
                let mut i = self.home(carried.key, carried.resource);
                while self.slots[i].round == self.round {
                    i = self.after(i);
                }
                carried.round = self.round;
                let displaced = std::mem::replace(&mut self.slots[i], carried);
                if displaced.round == 0 {
                    break;
                }
                carried = displaced;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use yose_board::splitmix;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Word(u64);

    impl Resource for Word {
        fn pack(self) -> u64 {
            self.0
        }
        fn unpack(word: u64) -> Self {
            Word(word)
        }
        fn covers(self, other: Self) -> bool {
            self.0 >= other.0
        }
        fn join(self, other: Self) -> Self {
            Word(self.0.max(other.0))
        }
        fn meet(self, other: Self) -> Self {
            Word(self.0.min(other.0))
        }
    }

    /// Against the map of the standard library, through every doubling, with many keys that differ
    /// in the resource or in the low bits only.
    #[test]
    fn nothing_is_lost_or_mixed_up_while_it_grows() {
        let most = 100_000;
        let mut map: Exact<Facts> = Exact::with_entries(most);
        let mut model: HashMap<(Key, u64), Plies> = HashMap::new();
        for n in 0..400_000u64 {
            let random = splitmix(n);
            let key = match random % 3 {
                0 => splitmix(random >> 47),
                1 => random >> 48,
                _ => (random >> 48) << 48,
            };
            let resource = splitmix(random) >> 62;
            let plies = (random >> 3) as Plies & 1023;
            let known = model.contains_key(&(key, resource));
            let result = map.change(key, Word(resource), Facts::NONE, |facts| facts.disprove(plies, 1));
            if !known && model.len() >= most {
                assert_eq!(result, Err(Reason::Memory));
                continue;
            }
            assert_eq!(result, Ok(()));
            let least = model.entry((key, resource)).or_insert(0);
            *least = (*least).max(plies + 1);
            assert_eq!(map.len(), model.len());
        }
        assert!(model.len() > most / 2, "{}", model.len());
        for (&(key, resource), &no_below) in &model {
            assert_eq!(map.get(key, Word(resource)).map(|f| f.no_below), Some(no_below));
        }
        for n in 0..10_000 {
            assert!(map.get(splitmix(!n), Word(7)).is_none());
        }
    }

    #[test]
    fn the_smallest_has_room_for_what_it_promises() {
        for most in [0, 1, 2, 5] {
            let mut map: Exact<Facts> = Exact::with_entries(most);
            let mut taken = 0;
            for n in 0..20 {
                taken += usize::from(map.change(n, Word(0), Facts::NONE, |_| {}).is_ok());
            }
            assert_eq!(taken, most);
            assert!(map.get(99, Word(0)).is_none());
        }
    }
}
