//! The policies that are known here. Everything that depends on which one it is stands in this file.

use crate::shogi::Taker;
use std::fmt;

/// A policy: which drops are not counted. A change of a definition is a new version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Policy {
    /// `usual` 1: what any piece can take.
    Usual,
    /// `immediate` 2: what the checking piece can take.
    Immediate,
    /// `strict` 2: what the checking piece can take, the mate being the same move by move.
    Strict,
}

impl Policy {
    /// Every policy.
    pub const ALL: [Policy; 3] = [Policy::Usual, Policy::Immediate, Policy::Strict];

    /// The policy of this name and version.
    pub fn find(name: &str, version: u32) -> Option<Policy> {
        Policy::ALL
            .into_iter()
            .find(|policy| policy.name() == name && policy.version() == version)
    }

    /// The word in the file.
    pub fn name(self) -> &'static str {
        match self {
            Policy::Usual => "usual",
            Policy::Immediate => "immediate",
            Policy::Strict => "strict",
        }
    }

    /// The version of the definition.
    pub fn version(self) -> u32 {
        match self {
            Policy::Usual => 1,
            Policy::Immediate | Policy::Strict => 2,
        }
    }

    /// Which pieces may take a drop.
    pub(super) fn taker(self) -> Taker {
        match self {
            Policy::Usual => Taker::Any,
            Policy::Immediate | Policy::Strict => Taker::Checking,
        }
    }

    /// Whether the mate must be played alike with the piece given back: W instead of D.
    pub(super) fn compares_play(self) -> bool {
        self == Policy::Strict
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name(), self.version())
    }
}
