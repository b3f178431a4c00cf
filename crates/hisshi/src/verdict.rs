//! The answer to a brinkmate problem.

use std::time::Duration;
use yose_andor::{Plies, Reason};
use yose_prove::Claims;
use yose_shogi::Move;

/// The least difference between two lengths: they are 0 and the odd numbers.
pub(crate) const STEP: Plies = 2;

/// What is known of a brinkmate problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker mates by checks alone.
    Mate {
        /// Plies of the mate; `None` if a limit came before a line was found.
        length: Option<u32>,
        /// Whether no shorter mate exists, proved.
        exact: bool,
    },
    /// The attacker has a brinkmate.
    Hisshi {
        /// Plies up to and including the last quiet move.
        length: u32,
        /// Whether no shorter brinkmate and no plain mate exists, proved.
        exact: bool,
    },
    /// The attacker has no brinkmate and no mate: a theorem.
    None,
    /// The search stopped before it knew.
    Unknown(Reason),
}

impl Verdict {
    /// The word used in answers.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Mate { .. } => "mate",
            Verdict::Hisshi { .. } => "hisshi",
            Verdict::None => "none",
            Verdict::Unknown(_) => "unknown",
        }
    }

    /// The statements of the verdict. A plain mate is a brinkmate within 0 plies.
    pub(crate) fn claims(self) -> Result<Claims, Reason> {
        let verdict = match self {
            Verdict::Mate { .. } => yose_prove::Verdict::proved(0, false),
            Verdict::Hisshi { length, exact } => yose_prove::Verdict::Proved { length, exact },
            Verdict::None => yose_prove::Verdict::Disproved,
            Verdict::Unknown(reason) => yose_prove::Verdict::Unknown(reason),
        };
        verdict.claims(STEP, 0)
    }
}

/// The mate that a quiet move of the line threatens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// The place of the quiet move in the line, from 1.
    pub at: usize,
    /// The mate after a pass.
    pub line: Vec<Move>,
}

/// A verdict with its line and the work that it took.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The verdict.
    pub verdict: Verdict,
    /// No brinkmate is shorter than this, proved. 0: a plain mate is not excluded. For a mate no
    /// mate is shorter than this.
    pub lower: u32,
    /// The line up to the last quiet move, or of the mate. Whole or empty.
    pub line: Vec<Move>,
    /// The mates that the quiet moves of the line threaten.
    pub threats: Vec<Threat>,
    /// Nodes searched.
    pub nodes: u64,
    /// Moves made by the search for brinkmates, if it had one thread.
    pub moves: Option<u64>,
    /// Time used.
    pub elapsed: Duration,
}

impl Solution {
    /// The answer where nothing was searched.
    pub fn unknown(reason: Reason) -> Self {
        Solution {
            verdict: Verdict::Unknown(reason),
            lower: 0,
            line: Vec::new(),
            threats: Vec::new(),
            nodes: 0,
            moves: None,
            elapsed: Duration::ZERO,
        }
    }
}
