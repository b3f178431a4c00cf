//! Records by their boards, to find the one that covers a position.
//!
//! Boards are compared as texts, which every board has only one of: the checker refuses records that spell theirs
//! otherwise. The records of one board differ in the prover's hand: usually they are one to three, sometimes hundreds, so
//! they stand together, the best first, and the first one that fits is the answer.

use std::cmp::Ordering;
use std::collections::HashMap;

use crate::certificate::record::Line;
use crate::certificate::referee::SetUpError;

/// Records by their boards.
pub(super) struct Cover<'a, T> {
    /// The records of each board, best first.
    boards: HashMap<&'a str, Vec<Entry>>,
    /// The resource of each record.
    resource_of: Vec<u32>,
    /// The different resources: there are far fewer than records.
    resources: Vec<T>,
}

struct Entry {
    /// Which record it is.
    index: u32,
    /// Index of its resource.
    resource: u32,
    /// Rank or bound; [`UNLIMITED`] for `*`.
    number: u32,
}

/// A bound that is larger than all others.
pub(in crate::certificate) const UNLIMITED: u32 = u32::MAX;

/// What covers a position.
pub(in crate::certificate) enum Found {
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
    /// Puts records in order: of two numbers the lesser one, so compared, is better. If the resource of a record cannot
    /// be read, its index comes back with the reason.
    pub(super) fn new(
        lines: impl Iterator<Item = &'a Line>,
        read: impl Fn(&str) -> Result<T, SetUpError>,
        compare: impl Fn(u32, u32) -> Ordering,
    ) -> Result<Cover<'a, T>, (usize, SetUpError)> {
        let mut boards: HashMap<&str, Vec<Entry>> = HashMap::new();
        let mut resource_of = Vec::new();
        let mut resources = Vec::new();
        let mut known: HashMap<&str, u32> = HashMap::new();
        for line in lines {
            // Files end with a count that is well below the largest u32.
            let index = resource_of.len() as u32;
            let resource = match known.get(line.resource()) {
                Some(&resource) => resource,
                None => {
                    let new = read(line.resource()).map_err(|error| (index as usize, error))?;
                    resources.push(new);
                    let resource = resources.len() as u32 - 1;
                    known.insert(line.resource(), resource);
                    resource
                }
            };
            resource_of.push(resource);
            boards.entry(line.board()).or_default().push(Entry {
                index,
                resource,
                number: match line.number() {
                    0 => UNLIMITED,
                    number => number,
                },
            });
        }
        for entries in boards.values_mut() {
            entries.sort_by(|a, b| compare(a.number, b.number));
        }
        Ok(Cover {
            boards,
            resource_of,
            resources,
        })
    }

    /// The resource of a record.
    pub(super) fn resource(&self, index: usize) -> &T {
        &self.resources[self.resource_of[index] as usize]
    }

    /// The record of this board whose resource fits and whose number no other's is better than.
    pub(super) fn find(&self, board: &str, fits: impl Fn(&T) -> bool) -> Found {
        let Some(entries) = self.boards.get(board) else {
            return Found::Nothing;
        };
        let fits = |entry: &&Entry| fits(&self.resources[entry.resource as usize]);
        match entries.iter().find(fits) {
            Some(entry) => Found::Best {
                index: entry.index as usize,
                number: entry.number,
            },
            None => Found::OtherResource,
        }
    }
}
