//! The memory that evidence may take while it is gathered.

use crate::certificate::NoCertificate;
use yose_tsume::Reason;

/// What a record takes beside its text, roughly: it is looked up by its text, once told and once checked.
const BESIDE: usize = 200;

/// So much is always there: a table may be small because little is searched, and a proof with every reply still be long.
const LEAST_MB: usize = 256;

/// The MB for evidence beside tables of this size.
pub(crate) fn beside_mb(hash_mb: usize) -> usize {
    hash_mb.max(LEAST_MB)
}

/// What is written down so far, and how much may be.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    bytes: usize,
    records: usize,
    most: usize,
}

impl Room {
    /// As many MB as the tables have, 256 at least.
    pub fn beside(hash_mb: usize) -> Self {
        Room::of(beside_mb(hash_mb).saturating_mul(1 << 20))
    }

    /// So many bytes.
    pub fn of(most: usize) -> Self {
        Room {
            bytes: 0,
            records: 0,
            most,
        }
    }

    /// One more record is written down.
    pub fn note(&mut self, record: &str) {
        self.bytes += record.len() + BESIDE;
        self.records += 1;
    }

    /// Whether there is no more, so many bytes being held by whoever tells.
    pub fn is_full(&self, held: usize) -> bool {
        self.bytes.saturating_add(held) > self.most
    }

    /// Why there is no certificate if the telling ended for this reason.
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
