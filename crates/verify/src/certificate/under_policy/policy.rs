//! The policies. Everything that differs between policies is in this file.

use crate::shogi::Taker;
use std::fmt;

/// A policy: which drops are futile. A changed definition is a new version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Policy {
    /// `usual` 1: a drop that any piece can take.
    Usual,
    /// `immediate` 2: a drop that the checking piece can take.
    Immediate,
    /// `strict` 2: a drop that the checking piece can take, where the same moves mate afterwards.
    Strict,
}

impl Policy {
    /// Every policy.
    pub const ALL: [Policy; 3] = [Policy::Usual, Policy::Immediate, Policy::Strict];

    /// The policy with this name and version.
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

    /// Which pieces may take a dropped piece.
    pub(super) fn taker(self) -> Taker {
        match self {
            Policy::Usual => Taker::Any,
            Policy::Immediate | Policy::Strict => Taker::Checking,
        }
    }

    /// Whether the same moves must mate with the piece given back: W instead of D.
    pub(super) fn compares_play(self) -> bool {
        self == Policy::Strict
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name(), self.version())
    }
}
