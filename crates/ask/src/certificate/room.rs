//! The memory that evidence may take while it is gathered.

use crate::certificate::NoCertificate;
use yose_tsume::Reason;

/// Bytes of a record beside its text, roughly: the search and the referee look it up by its text.
const BESIDE: usize = 200;

/// MB that evidence always has. A table may be small because little is searched, while the proof
/// with every reply is long.
const LEAST_MB: usize = 256;

/// The MB for evidence beside tables of this size.
pub(crate) fn beside_mb(hash_mb: usize) -> usize {
    hash_mb.max(LEAST_MB)
}

/// The bytes of the records so far, and the most that are allowed.
#[derive(Clone, Debug)]
pub struct Room {
    bytes: usize,
    records: usize,
    most: usize,
}

impl Room {
    /// As many MB as the tables have, 256 at least.
    pub fn beside(hash_mb: usize) -> Self {
        Room::of(beside_mb(hash_mb).saturating_mul(1 << 20))
    }

    /// Room for this number of bytes.
    pub fn of(most: usize) -> Self {
        Room {
            bytes: 0,
            records: 0,
            most,
        }
    }

    /// Counts one more record.
    pub fn note(&mut self, record: &str) {
        self.bytes += record.len() + BESIDE;
        self.records += 1;
    }

    /// Whether the room is used up while the search holds this number of bytes.
    pub fn is_full(&self, held: usize) -> bool {
        self.bytes.saturating_add(held) > self.most
    }

    /// Why there is no certificate if the gathering ended for this reason.
    pub fn stopped(&self, reason: Reason) -> NoCertificate {
        match reason {
            Reason::Memory => NoCertificate::TooLarge {
                records: self.records,
                mb: self.most >> 20,
            },
            reason => NoCertificate::Stopped(reason.word()),
        }
    }
}
