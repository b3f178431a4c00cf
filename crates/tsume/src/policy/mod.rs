//! Which interpositions are futile (無駄合い), and lengths of mates that do not count those.
//! docs/guide/futile.md has the definitions. A change of a definition is a new version.

pub(crate) mod evidence;
pub(crate) mod lengths;
pub(crate) mod line;
mod lower_bound;
pub(crate) mod shared;
mod shorten;
pub(crate) mod solve;
pub(crate) mod taking;
mod under_policy;

pub use evidence::{FutileDrops, PolicyEvidenceWriter, Refutation};
pub use lengths::{Lengths, Tables};
pub use solve::{Unsupported, solve, solve_by, solve_with_evidence};

/// A policy: which interpositions are not counted as moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Policy {
    /// Every interposition counts.
    None,
    /// A dropped piece does not count if a piece takes it at once and then gives check from there,
    /// and with the piece given back the mate stands and is no longer than without the drop.
    #[default]
    Usual,
    /// The same, if the checking piece itself takes.
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
