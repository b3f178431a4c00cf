//! Why a request was refused.

use yose_ask::Invalid;

/// Why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The request makes no sense.
    #[error("{0}")]
    Bad(String),
    /// Nothing has this name.
    #[error("there is no {0} of this name")]
    Absent(&'static str),
    /// The position or the moves have faults.
    #[error("{0}")]
    Invalid(#[from] Invalid),
}

impl Refusal {
    /// The request makes no sense.
    pub fn bad(error: impl ToString) -> Refusal {
        Refusal::Bad(error.to_string())
    }
}
