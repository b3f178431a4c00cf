//! What the checkers of versions 2 and 3 share: why a certificate is rejected, and where. Their
//! faults are those of version 1 and some of their own.

use super::RejectedKind;
use super::check::Failure;
use std::error::Error;
use std::fmt;

/// The first fault of a certificate of version 2 or 3: what it is, its place, the position, and the
/// moves that lead to it. `S` is a section of the version, `K` a kind of fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaterRejected<S, K> {
    /// The line of the file, from 1.
    pub line: u64,
    /// The section, and the number of the record in it, from 1; `None` for faults of the header.
    pub record: Option<(S, u64)>,
    /// The position of the record as the file writes it. For faults of the header, the root.
    pub position: String,
    /// The moves from that position to the fault.
    pub moves: Vec<String>,
    /// The fault.
    pub kind: K,
}

impl<S: fmt::Debug + fmt::Display, K: fmt::Debug + fmt::Display> Error for LaterRejected<S, K> {}

impl<S: fmt::Display, K: fmt::Display> fmt::Display for LaterRejected<S, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some((section, number)) = &self.record {
            write!(f, " (record {number} of `{section}`)")?;
        }
        write!(f, ": {}", self.position)?;
        if !self.moves.is_empty() {
            write!(f, " after {}", self.moves.join(" "))?;
        }
        write!(f, ": {}", self.kind)
    }
}

/// A kind of fault of version 2 or 3.
pub(super) trait LaterKind: From<RejectedKind> {}

/// Why a record fails: the moves from its position to the fault, and the fault.
pub(super) struct LaterFailure<K> {
    pub(super) moves: Vec<String>,
    pub(super) kind: K,
}

impl<K> LaterFailure<K> {
    /// A fault after these moves.
    pub(super) fn at(moves: &[&str], kind: impl Into<K>) -> LaterFailure<K> {
        LaterFailure {
            moves: moves.iter().map(|&text| text.to_owned()).collect(),
            kind: kind.into(),
        }
    }

    /// The same fault, seen from the position before `play`.
    pub(super) fn after(mut self, play: &str) -> LaterFailure<K> {
        self.moves.insert(0, play.to_owned());
        self
    }
}

impl<K: LaterKind> From<K> for LaterFailure<K> {
    fn from(kind: K) -> LaterFailure<K> {
        LaterFailure::at(&[], kind)
    }
}

impl<K: LaterKind> From<RejectedKind> for LaterFailure<K> {
    fn from(kind: RejectedKind) -> LaterFailure<K> {
        LaterFailure::at(&[], kind)
    }
}

impl<K: LaterKind> From<Failure> for LaterFailure<K> {
    fn from(failure: Failure) -> LaterFailure<K> {
        LaterFailure {
            moves: failure.moves,
            kind: failure.kind.into(),
        }
    }
}
