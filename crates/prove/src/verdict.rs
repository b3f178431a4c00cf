//! The answer to a question: the verdict, its line and the work that it took.

use std::time::Duration;
use yose_andor::{EVER, Plies, Reason};

/// What is known of a question: can the prover reach its goal, and in how many plies?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The prover reaches its goal within `length` plies.
    Proved {
        /// Plies of the line.
        length: u32,
        /// Whether no shorter way exists, proved.
        exact: bool,
    },
    /// The prover does not reach its goal: a theorem, not a failure to find a proof.
    Disproved,
    /// The search stopped before it knew.
    Unknown(Reason),
}

/// The statements that make up a verdict. Evidence is for these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claims {
    /// The prover reaches its goal within this number of plies.
    pub within: Option<Plies>,
    /// The prover does not reach its goal within this number of plies ([`EVER`]: at all).
    pub not_within: Option<Plies>,
}

impl Verdict {
    /// A proof within `length` plies.
    pub fn proved(length: Plies, exact: bool) -> Self {
        Verdict::Proved {
            length: u32::from(length),
            exact,
        }
    }

    /// The statements of the verdict, where lengths differ by at least `step` plies and no proof
    /// takes fewer than `least`.
    ///
    /// # Errors
    /// The reason why nothing is known.
    pub fn claims(self, step: Plies, least: Plies) -> Result<Claims, Reason> {
        match self {
            Verdict::Unknown(reason) => Err(reason),
            Verdict::Disproved => Ok(Claims {
                within: None,
                not_within: Some(EVER),
            }),
            Verdict::Proved { length, exact } => {
                let length = length as Plies;
                Ok(Claims {
                    within: Some(length),
                    not_within: (exact && length > least).then(|| length.saturating_sub(step)),
                })
            }
        }
    }
}

/// A verdict with its line and the work that it took.
#[derive(Clone, Debug)]
pub struct Solution<M> {
    /// The verdict.
    pub verdict: Verdict,
    /// No proof is shorter than this, proved.
    pub lower: u32,
    /// The line: shortest for the prover, longest resistance. The line is whole or empty. It is
    /// empty where a limit was met before a forgotten line was found again.
    pub line: Vec<M>,
    /// Nodes searched.
    pub nodes: u64,
    /// Moves made, where the question counts them.
    pub moves: Option<u64>,
    /// Time used.
    pub elapsed: Duration,
}

impl<M> Solution<M> {
    /// The answer where nothing was searched.
    pub fn unknown(reason: Reason) -> Self {
        Solution {
            verdict: Verdict::Unknown(reason),
            lower: 1,
            line: Vec::new(),
            nodes: 0,
            moves: None,
            elapsed: Duration::ZERO,
        }
    }
}
