//! Why a certificate under a policy is rejected.

use super::Section;
use crate::certificate::RejectedKind as PlainKind;
use crate::certificate::later::{LaterKind, LaterRejected};

/// The first fault of a certificate under a policy.
pub type Rejected = LaterRejected<Section, RejectedKind>;

/// The kinds of faults in a certificate under a policy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RejectedKind {
    /// A fault that certificates of version 1 can have, too.
    #[error("{0}")]
    Plain(PlainKind),
    /// A game for which there are no certificates under a policy.
    #[error("no policy is certified in this game: {0}")]
    Game(&'static str),
    /// A claim that version 2 does not have.
    #[error("only `mate N` and `notwithin N` are claimed under a policy")]
    Claim,
    /// No record supports the claim about the root.
    #[error("claim `{0}`: no record says so of the root")]
    Root(String),
    /// A number of the wrong parity: odd if the attacker is to move, even if the defender is.
    #[error("{0} plies: odd where the attacker is to move, even where the defender is")]
    Parity(u32),
    /// The position is not in the one spelling by which positions are looked up.
    #[error("the position should be written `{0}`")]
    Spelling(String),
    /// A record with the wrong side to move.
    #[error("it is not the turn of the side that this section is about")]
    Turn,
    /// The defender is to move, but not in check.
    #[error("the defender is not in check")]
    NoCheck,
    /// No record answers this reply.
    #[error("this reply is not answered: no record says that there is a mate within {0} plies")]
    Unanswered(u32),
    /// A reply where no ply is left to answer it.
    #[error("this is a legal reply, but no ply is left to answer it")]
    NoPlyLeft,
    /// A limit or a stripped square that is not a square of the board.
    #[error("`{0}` is no square of the board")]
    Square(String),
    /// A square that is stripped twice.
    #[error("drops on {0} are stripped twice")]
    StrippedTwice(String),
    /// A stripped square on which nothing can be dropped.
    #[error("drops on {0} are stripped, but none is a reply here")]
    StrippedUnused(String),
    /// The move is not a taking of the dropped piece under the policy.
    #[error("`{taking}` is no taking of what is dropped there under the policy {policy}")]
    Taking {
        /// The move.
        taking: String,
        /// The policy.
        policy: String,
    },
    /// With the piece given back, the mate is longer than the record allows.
    #[error(
        "with the piece given back the mate takes {plies} plies, more than the {most} that are to be shown"
    )]
    MateTooLong {
        /// The plies of that mate.
        plies: u32,
        /// The plies that the record allows.
        most: u32,
    },
    /// With the piece given back, no record shows a mate.
    #[error("with the piece given back, no record says that there is a mate within {0} plies")]
    NotMated(u32),
    /// With the piece given back, no record shows that the same moves mate.
    #[error("no record of `alike` says that the same moves mate within {plies} plies beside {beside}")]
    NotAlike {
        /// The position that the same moves should mate.
        beside: String,
        /// The number of plies.
        plies: u32,
    },
    /// The refutation is missing: no reply shows that the mate without the drop is not shorter.
    #[error("nothing shows that without the drop there is no mate within {0} plies")]
    NoRefutation(u32),
    /// A refutation where none is needed.
    #[error("a reply that holds out is named where there is nothing to hold out against")]
    NeedlessRefutation,
    /// The refutation is a drop that the limit leaves out.
    #[error("this drop is not nearer to the king than {0}")]
    NotNearer(String),
    /// After the refutation, no record shows that there is no mate.
    #[error("after this reply no record says that there is no mate within {0} plies")]
    NotSafe(u32),
    /// The core of a refutation is not less than the number that it refutes, or the reply is no
    /// drop.
    #[error("the core of {core} plies is not less than {most}, or is of a reply that is no drop")]
    Core {
        /// The core.
        core: u32,
        /// The number of plies that the reply refutes.
        most: u32,
    },
    /// No record shows the core.
    #[error(
        "no record of `mated` up to this square says that there is a mate within {0} plies without the drop"
    )]
    NoCore(u32),
    /// A refutation by a drop that may be futile.
    #[error(
        "this drop may be futile: taken and given back ({given_back}), no record says that there is no mate within {plies} plies"
    )]
    Futile {
        /// The position after the drop is taken and given back.
        given_back: String,
        /// The number of plies.
        plies: u32,
    },
    /// A refutation by a drop that may be futile under a policy that compares the play.
    #[error(
        "this drop may be futile: taken and given back ({given_back}), no record says that the same moves do not mate within {plies} plies"
    )]
    FutileAlike {
        /// The position after the drop is taken and given back.
        given_back: String,
        /// The number of plies.
        plies: u32,
    },
    /// A record about a pair under a policy that does not compare the play.
    #[error("the policy {0} compares no play: this section has no meaning under it")]
    ComparesNoPlay(String),
    /// A reply of the second position is neither answered nor stripped.
    #[error("this reply of the second position is neither answered nor stripped")]
    NoAnswer,
    /// An answer to a reply that is stripped or already answered.
    #[error("this reply is stripped, or answered already")]
    NeedlessAnswer,
    /// The first position does not have this reply of the second position.
    #[error("this reply of the second position is none of the first, or takes something else there")]
    NotShared,
    /// The first position does not have this check of the second position.
    #[error("the first position has no such check")]
    NoSameCheck,
    /// In the first position no record shows the mate.
    #[error("in the first position no record says that after this check there is a mate within {0} plies")]
    NotMatedInFirst(u32),
    /// A check that may answer a reply in both positions, so that the pair may be mated alike.
    #[error(
        "this check may answer both: no record says that within {plies} plies it does not mate in the first position ({first}), or not by the same moves in the second"
    )]
    AnswersBoth {
        /// The first position after the check.
        first: String,
        /// The number of plies.
        plies: u32,
    },
}

impl From<PlainKind> for RejectedKind {
    fn from(kind: PlainKind) -> RejectedKind {
        RejectedKind::Plain(kind)
    }
}

impl LaterKind for RejectedKind {}
