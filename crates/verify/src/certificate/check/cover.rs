//! Records by their boards, to find the one that covers a position.
//!
//! Boards are compared as texts, which every board has only one of: the checker refuses records that spell theirs
//! otherwise. Records of one board that differ in the prover's hand are a chain, usually of one to three.

use std::collections::HashMap;

use crate::certificate::record::Line;
use crate::certificate::referee::Misfit;

/// The end of a chain.
const NONE: u32 = u32::MAX;

/// Records by their boards.
pub(super) struct Cover<'a, T> {
    /// The first record of each board.
    first: HashMap<&'a str, u32>,
    entries: Vec<Entry>,
    /// The different resources: there are far fewer than records.
    resources: Vec<T>,
}

struct Entry {
    /// The next record of the same board.
    next: u32,
    /// Index of its resource.
    resource: u32,
    /// Rank or bound; [`UNLIMITED`] for `*`.
    number: u32,
}

/// A bound that is larger than all others.
pub(super) const UNLIMITED: u32 = u32::MAX;

/// What covers a position.
pub(super) enum Found {
    /// This record is the best that does.
    Best {
        /// Its index.
        index: usize,
        /// Its rank or bound.
        number: u32,
    },
    /// Some have the board, but none the resource.
    OtherResource,
    /// None has the board.
    Nothing,
}

impl<'a, T> Cover<'a, T> {
    /// Puts records in order. If the resource of one cannot be read, its index comes back with the reason.
    pub(super) fn new(
        lines: impl Iterator<Item = &'a Line>,
        read: impl Fn(&str) -> Result<T, Misfit>,
    ) -> Result<Cover<'a, T>, (usize, Misfit)> {
        let mut cover = Cover {
            first: HashMap::new(),
            entries: Vec::new(),
            resources: Vec::new(),
        };
        let mut known: HashMap<&str, u32> = HashMap::new();
        for line in lines {
            // Files end with a count that is well below the largest u32.
            let index = cover.entries.len() as u32;
            let resource = match known.get(line.resource()) {
                Some(&resource) => resource,
                None => {
                    let new = read(line.resource()).map_err(|misfit| (index as usize, misfit))?;
                    cover.resources.push(new);
                    let resource = cover.resources.len() as u32 - 1;
                    known.insert(line.resource(), resource);
                    resource
                }
            };
            cover.entries.push(Entry {
                next: cover.first.insert(line.board(), index).unwrap_or(NONE),
                resource,
                number: match line.number() {
                    0 => UNLIMITED,
                    number => number,
                },
            });
        }
        Ok(cover)
    }

    /// The resource of a record.
    pub(super) fn resource(&self, index: usize) -> &T {
        &self.resources[self.entries[index].resource as usize]
    }

    /// The record of this board whose resource fits and whose number no other's is better than.
    pub(super) fn find(
        &self,
        board: &str,
        fits: impl Fn(&T) -> bool,
        better: impl Fn(u32, u32) -> bool,
    ) -> Found {
        let mut found = Found::Nothing;
        let mut next = self.first.get(board).copied().unwrap_or(NONE);
        while let Some(entry) = self.entries.get(next as usize) {
            let fits = fits(&self.resources[entry.resource as usize]);
            match found {
                Found::Best { number, .. } if !(fits && better(entry.number, number)) => {}
                _ if fits => {
                    found = Found::Best {
                        index: next as usize,
                        number: entry.number,
                    }
                }
                _ => found = Found::OtherResource,
            }
            next = entry.next;
        }
        found
    }
}
