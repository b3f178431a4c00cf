//! What counts as a futile interposition (無駄合い). The definitions stand in docs/guide/futile.md; a change of one is a new
//! version.

pub(crate) mod evidence;
pub(crate) mod lengths;
mod lower_bound;
pub(crate) mod shared;
mod shorten;
pub(crate) mod solve;
pub(crate) mod taking;
mod under_policy;

pub use evidence::{Hold, Notary, Stripped};
pub use lengths::{Lengths, Tables};
pub use solve::{Unsupported, solve, solve_and_tell, solve_by};

/// A policy: which interpositions are not counted as moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Policy {
    /// Every interposition counts.
    None,
    /// A dropped piece that can be taken at once by a piece that then gives check from there, after which, the piece given
    /// back, the mate stands and is no longer than without.
    #[default]
    Usual,
    /// The same, taken by the checking piece itself.
    Immediate,
    /// The same, and the mating play is the same move by move in every branch.
    Strict,
}

impl Policy {
    /// Every policy.
    pub const ALL: [Policy; 4] = [Policy::None, Policy::Usual, Policy::Immediate, Policy::Strict];

    /// The word used in options and answers.
    pub const fn word(self) -> &'static str {
        match self {
            Policy::None => "none",
            Policy::Usual => "usual",
            Policy::Immediate => "immediate",
            Policy::Strict => "strict",
        }
    }

    /// The version of the definition.
    pub const fn version(self) -> u32 {
        match self {
            Policy::None | Policy::Usual => 1,
            Policy::Immediate | Policy::Strict => 2,
        }
    }
}
