//! Why a certificate was not accepted.

use super::Section;
use crate::certificate::RejectedKind as PlainKind;
use std::fmt;

/// The first fault of a certificate: what, where, and in which position after which moves.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Rejected {
    /// Number of the line, from 1.
    pub line: u64,
    /// The section and the number of the record in it, from 1; `None` for faults of the header.
    pub record: Option<(Section, u64)>,
    /// The position of the record as the file has it; the root for faults of the header.
    pub position: String,
    /// The moves from there to the fault.
    pub moves: Vec<String>,
    /// What is wrong.
    pub kind: RejectedKind,
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RejectedKind {
    /// A fault that certificates without a policy can have too.
    #[error("{0}")]
    Plain(PlainKind),
    /// The game is one in which no policy is certified.
    #[error("no policy is certified in this game: {0}")]
    Game(&'static str),
    /// A claim that this format does not know.
    #[error("only `mate N` and `notwithin N` are claimed under a policy")]
    Claim,
    /// The root has no record that says what is claimed.
    #[error("claim `{0}`: no record says so of the root")]
    Root(String),
    /// Numbers are odd where the attacker is to move, even where the defender is.
    #[error("{0} plies: odd where the attacker is to move, even where the defender is")]
    Parity(u32),
    /// The position of a record is written in another way.
    #[error("the position should be written `{0}`")]
    Spelling(String),
    /// A record with the wrong side to move.
    #[error("it is not the turn of the side that this section is about")]
    Turn,
    /// A record with the defender to move, who is not in check.
    #[error("the defender is not in check")]
    NoCheck,
    /// A reply that nothing answers.
    #[error("this reply is not answered: no record says that there is a mate within {0} plies")]
    Unanswered(u32),
    /// A reply where no ply is left.
    #[error("this is a legal reply, but no ply is left to answer it")]
    NoPlyLeft,
    /// The limit of a record, or a square that is stripped, is none.
    #[error("`{0}` is no square of the board")]
    Square(String),
    /// A square is stripped twice.
    #[error("drops on {0} are stripped twice")]
    StrippedTwice(String),
    /// Nothing can be dropped where drops are stripped.
    #[error("drops on {0} are stripped, but none is a reply here")]
    StrippedUnused(String),
    /// What is said to take the drop does not, as the policy has it.
    #[error("`{taking}` is no taking of what is dropped there under the policy {policy}")]
    Taking {
        /// The move.
        taking: String,
        /// The policy.
        policy: String,
    },
    /// With the piece given back the mate is longer than what is to be shown.
    #[error(
        "with the piece given back the mate takes {plies} plies, more than the {most} that are to be shown"
    )]
    MateTooLong {
        /// Its plies.
        plies: u32,
        /// The plies of the record.
        most: u32,
    },
    /// With the piece given back no mate is shown.
    #[error("with the piece given back, no record says that there is a mate within {0} plies")]
    NotMated(u32),
    /// With the piece given back the mate is not shown to be the same.
    #[error("no record of `alike` says that the same moves mate within {plies} plies beside {beside}")]
    NotAlike {
        /// The position that is to be mated by the same moves.
        beside: String,
        /// Plies.
        plies: u32,
    },
    /// No reply shows that the mate without the drop takes no less.
    #[error("nothing shows that without the drop there is no mate within {0} plies")]
    NoRefutation(u32),
    /// A reply where none is needed.
    #[error("a reply that holds out is named where there is nothing to hold out against")]
    NeedlessRefutation,
    /// A reply that is to hold out is a drop that the question leaves aside.
    #[error("this drop is not nearer to the king than {0}")]
    NotNearer(String),
    /// After the reply nothing is shown.
    #[error("after this reply no record says that there is no mate within {0} plies")]
    NotSafe(u32),
    /// The core by which a drop counts is not less than what it holds out against.
    #[error("the core of {core} plies is not less than {most}, or is of a reply that is no drop")]
    Core {
        /// The core.
        core: u32,
        /// What the reply holds out against.
        most: u32,
    },
    /// The core is not shown.
    #[error(
        "no record of `mated` up to this square says that there is a mate within {0} plies without the drop"
    )]
    NoCore(u32),
    /// The drop may be futile.
    #[error(
        "this drop may be futile: taken and given back ({taken}), no record says that there is no mate within {plies} plies"
    )]
    Futile {
        /// The position after it was taken and given back.
        taken: String,
        /// Plies.
        plies: u32,
    },
    /// The same under a policy that compares the play.
    #[error(
        "this drop may be futile: taken and given back ({taken}), no record says that the same moves do not mate within {plies} plies"
    )]
    FutileAlike {
        /// The position after it was taken and given back.
        taken: String,
        /// Plies.
        plies: u32,
    },
    /// Two positions are compared under a policy that does not.
    #[error("the policy {0} compares no play: this section has no meaning under it")]
    ComparesNoPlay(String),
    /// A reply of the second position is neither answered nor stripped.
    #[error("this reply of the second position is neither answered nor stripped")]
    NoAnswer,
    /// An answer that no reply is left for.
    #[error("this reply is stripped, or answered already")]
    NeedlessAnswer,
    /// A reply of the second position that the first does not have.
    #[error("this reply of the second position is none of the first, or takes something else there")]
    NotShared,
    /// A check of the second position that the first does not have.
    #[error("the first position has no such check")]
    NoSameCheck,
    /// In the first position the mate is not shown.
    #[error("in the first position no record says that after this check there is a mate within {0} plies")]
    NotMatedInFirst(u32),
    /// A check that may answer a reply in both positions.
    #[error(
        "this check may answer both: no record says that within {plies} plies it does not mate in the first position ({first}), or not by the same moves in the second"
    )]
    AnswersBoth {
        /// The first position after it.
        first: String,
        /// Plies.
        plies: u32,
    },
}

impl From<PlainKind> for RejectedKind {
    fn from(kind: PlainKind) -> RejectedKind {
        RejectedKind::Plain(kind)
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some((section, number)) = self.record {
            write!(f, " (record {number} of `{section}`)")?;
        }
        write!(f, ": {}", self.position)?;
        if !self.moves.is_empty() {
            write!(f, " after {}", self.moves.join(" "))?;
        }
        write!(f, ": {}", self.kind)
    }
}
