//! Records by board, to find the record that covers a position.
//!
//! Boards are compared as texts. Every board has exactly one text, because the checker rejects
//! records with another spelling. Records of one board differ in the prover's hand. Usually there
//! are one to three of them, sometimes hundreds. They are sorted, the best first, so the first
//! record whose hand fits is the answer.

use std::cmp::Ordering;
use std::collections::HashMap;

use crate::certificate::record::Line;
use crate::certificate::referee::SetUpError;

/// Records by board.
pub(in crate::certificate) struct Cover<'a, T> {
    /// The records of each board, best first.
    boards: HashMap<&'a str, Vec<Entry>>,
    /// The resource of each record.
    resource_of: Vec<u32>,
    /// The different resources; there are far fewer of them than records.
    resources: Vec<T>,
}

struct Entry {
    /// Index of the record.
    index: u32,
    /// Index of the record's resource.
    resource: u32,
    /// Rank or bound; [`UNLIMITED`] for `*`.
    number: u32,
}

/// A bound that is larger than all others.
pub(in crate::certificate) const UNLIMITED: u32 = u32::MAX;

/// The record that covers a position.
pub(in crate::certificate) enum Found {
    /// The best record that covers the position.
    Best {
        /// Index of the record.
        index: usize,
        /// Rank or bound of the record.
        number: u32,
    },
    /// Records have the board, but none of them has a resource that fits.
    OtherResource,
    /// No record has the board.
    Nothing,
}

impl<'a, T> Cover<'a, T> {
    /// Sorts the records. `compare` puts the better number first. If the resource of a record
    /// cannot be read, the result is the index of the record with the error.
    pub(in crate::certificate) fn new(
        lines: impl Iterator<Item = &'a Line>,
        read: impl Fn(&str) -> Result<T, SetUpError>,
        compare: impl Fn(u32, u32) -> Ordering,
    ) -> Result<Cover<'a, T>, (usize, SetUpError)> {
        let mut boards: HashMap<&str, Vec<Entry>> = HashMap::new();
        let mut resource_of = Vec::new();
        let mut resources = Vec::new();
        let mut known: HashMap<&str, u32> = HashMap::new();
        for line in lines {
            // A certificate has far fewer records than the largest `u32`: its end marker counts
            // them.
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
    pub(in crate::certificate) fn resource(&self, index: usize) -> &T {
        &self.resources[self.resource_of[index] as usize]
    }

    /// The best record of this board whose resource fits.
    pub(in crate::certificate) fn find(&self, board: &str, fits: impl Fn(&T) -> bool) -> Found {
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
