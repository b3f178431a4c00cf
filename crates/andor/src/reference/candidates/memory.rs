//! The map of the candidate method: positions by board, with marks, and which entry rests on which.

use crate::limits::Reason;
use crate::number::{INFINITE, LARGEST, Number, Plies};
use crate::resource::Resource;
use std::collections::HashMap;
use yose_board::Key;

const NONE: u32 = u32::MAX;

/// The numbers and marks of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub pn: Number,
    pub dn: Number,
    /// The plies of a proof.
    pub plies: Plies,
    /// Disproved by way of candidates.
    pub affected: bool,
    /// On the list of candidates.
    pub candidate: bool,
}

impl Known {
    pub fn open(pn: Number, dn: Number) -> Known {
        Known {
            pn,
            dn,
            plies: 0,
            affected: false,
            candidate: false,
        }
    }

    pub fn proved(plies: Plies) -> Known {
        Known {
            plies,
            ..Known::open(0, INFINITE)
        }
    }

    pub fn disproved(affected: bool) -> Known {
        Known {
            affected,
            ..Known::open(INFINITE, 0)
        }
    }

    pub fn candidate() -> Known {
        Known {
            candidate: true,
            ..Known::disproved(true)
        }
    }

    pub fn is_open(&self) -> bool {
        self.pn != 0 && self.dn != 0
    }

    pub fn is_proved(&self) -> bool {
        self.pn == 0
    }
}

struct Entry<R> {
    resource: R,
    known: Known,
    /// The smallest depth at which the search met it.
    depth: u16,
    /// The next entry of this board.
    next: u32,
    /// The last of the links to entries that rest on this one.
    carries: u32,
}

/// Entries by board. Deleted entries stay as open ones.
pub(super) struct Memory<R> {
    boards: HashMap<Key, u32>,
    entries: Vec<Entry<R>>,
    /// An entry that rests on another, and the next such link.
    links: Vec<(u32, u32)>,
    most: usize,
    share_numbers: bool,
}

impl<R: Resource> Memory<R> {
    pub fn new(most: usize, share_numbers: bool) -> Self {
        Memory {
            boards: HashMap::new(),
            entries: Vec::new(),
            links: Vec::new(),
            most,
            share_numbers,
        }
    }

    fn id(&self, key: Key, resource: R) -> Option<u32> {
        let mut id = *self.boards.get(&key)?;
        while id != NONE {
            let entry = &self.entries[id as usize];
            if entry.resource == resource {
                return Some(id);
            }
            id = entry.next;
        }
        None
    }

    /// The entry of exactly this position.
    pub fn find(&self, key: Key, resource: R) -> Option<Known> {
        Some(self.entries[self.id(key, resource)? as usize].known)
    }

    /// The numbers and marks of a position, dominance included, and the smallest depth of the
    /// entry.
    pub fn look(&self, key: Key, resource: R) -> Option<(Known, u16)> {
        let mut id = *self.boards.get(&key)?;
        let mut own: Option<(Known, u16)> = None;
        let mut marked = None;
        let (mut pn, mut dn) = (0, 0);
        while id != NONE {
            let entry = &self.entries[id as usize];
            id = entry.next;
            let (more, less) = (resource.covers(entry.resource), entry.resource.covers(resource));
            let known = entry.known;
            if more && known.pn == 0 {
                return Some((known, entry.depth));
            }
            if less && known.dn == 0 {
                if !known.affected {
                    return Some((known, entry.depth));
                }
                // A candidate with another resource is no candidate here, but it marks.
                marked = Some((
                    Known {
                        candidate: more && known.candidate,
                        ..known
                    },
                    entry.depth,
                ));
            }
            if more && less {
                own = Some((known, entry.depth));
            } else if known.is_open() && self.share_numbers {
                if more {
                    dn = dn.max(known.dn);
                }
                if less {
                    pn = pn.max(known.pn);
                }
            }
        }
        if marked.is_some() {
            return marked;
        }
        if pn == 0 && dn == 0 {
            return own;
        }
        let (mut known, depth) = own.unwrap_or((Known::open(1, 1), u16::MAX));
        known.pn = known.pn.max(pn).min(LARGEST);
        known.dn = known.dn.max(dn).min(LARGEST);
        Some((known, depth))
    }

    /// Stores the result of a position, and the entries that a marked disproof rests on.
    pub fn store(
        &mut self,
        key: Key,
        resource: R,
        known: Known,
        depth: u16,
        rests: impl Iterator<Item = (Key, R)>,
    ) -> Result<(), Reason> {
        let id = match self.id(key, resource) {
            Some(id) => id,
            None => {
                if self.entries.len() >= self.most {
                    return Err(Reason::Memory);
                }
                let id = self.entries.len() as u32;
                let next = self.boards.insert(key, id).unwrap_or(NONE);
                self.entries.push(Entry {
                    resource,
                    known,
                    depth,
                    next,
                    carries: NONE,
                });
                id
            }
        };
        let entry = &mut self.entries[id as usize];
        // A candidate stays one until it is decided without a mark, or deleted. While a check
        // search looks into it, its entry stays.
        let candidate = entry.known.candidate;
        if candidate && known.is_open() {
            return Ok(());
        }
        entry.known = Known {
            candidate: known.candidate || (candidate && known.affected),
            ..known
        };
        entry.depth = entry.depth.min(depth);
        if known.affected {
            for (key, resource) in rests {
                // It may rest on an entry with more resource: every entry that covers it carries
                // the link.
                let mut on = self.boards.get(&key).copied().unwrap_or(NONE);
                while on != NONE {
                    let (next, carries) = (self.entries[on as usize].next, self.entries[on as usize].carries);
                    if self.entries[on as usize].resource.covers(resource) {
                        self.entries[on as usize].carries = self.links.len() as u32;
                        self.links.push((id, carries));
                    }
                    on = next;
                }
            }
        }
        Ok(())
    }

    /// Deletes candidates and everything affected.
    pub fn delete_affected(&mut self) {
        for entry in &mut self.entries {
            if entry.known.affected {
                entry.known = Known::open(1, 1);
            }
            entry.carries = NONE;
        }
        self.links.clear();
    }

    /// Deletes the entries that rest on a position, directly or not.
    pub fn delete_influenced(&mut self, key: Key, resource: R) {
        let Some(first) = self.id(key, resource) else {
            return;
        };
        let mut work = vec![first];
        while let Some(id) = work.pop() {
            let entry = &mut self.entries[id as usize];
            if entry.known.affected {
                entry.known = Known::open(1, 1);
            }
            let mut link = std::mem::replace(&mut entry.carries, NONE);
            while link != NONE {
                let (on, next) = self.links[link as usize];
                work.push(on);
                link = next;
            }
        }
    }

    /// Forgets the numbers of open positions.
    pub fn clear_numbers(&mut self) {
        for entry in &mut self.entries {
            if entry.known.is_open() {
                entry.known = Known::open(1, 1);
            }
        }
    }
}
