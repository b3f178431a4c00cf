//! Why a certificate of a brinkmate is rejected.

use super::Section;
use crate::certificate::RejectedKind as PlainKind;
use crate::certificate::later::{LaterKind, LaterRejected};

/// The first fault of a certificate of a brinkmate. Its moves are the attacker's move, and the
/// reply or `pass`.
pub type Rejected = LaterRejected<Section, RejectedKind>;

/// The kinds of faults in a certificate of a brinkmate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RejectedKind {
    /// A fault that certificates of version 1 can have, too.
    #[error("{0}")]
    Plain(PlainKind),
    /// A game with the Try rule.
    #[error("there are no brinkmates in this game: a king that arrives wins without mate")]
    TryRule,
    /// No record supports the claim about the root.
    #[error("claim `{0}`: no record says so of the root")]
    Root(String),
    /// An even number.
    #[error("{0} is even, but the lengths of brinkmates are odd")]
    Even(u32),
    /// In `hisshi`: the move leaves the defender without a reply, which draws.
    #[error("the move leaves no reply and gives no check: a draw under these rules")]
    Stalemate,
    /// In `hisshi`: after the move and a pass no mate is shown.
    #[error("no record of `mate` covers the position, so the move is not shown to be a threat")]
    NoThreat,
    /// In `hisshi`: after the move and a reply nothing is shown.
    #[error(
        "after this reply no record of `mate`, and no record of `hisshi` of {0} plies or fewer, covers the position"
    )]
    Unanswered(u32),
    /// In `hisshi`: after the move and a reply no plain mate is shown, and no ply is left for more.
    #[error("after this reply no record of `mate` covers the position, and no ply is left for more")]
    NotMated,
    /// In `nohisshi`: a pass in check.
    #[error("the move gives check, so a pass does not answer it")]
    PassInCheck,
    /// In `nohisshi`: after the pass, or after a reply, a plain mate is not excluded.
    #[error("no record of `nomate` or `nohisshi` covers the position: a mate is not excluded")]
    MateNotExcluded,
    /// In `nohisshi`: after a reply a brinkmate is not excluded.
    #[error("no record of `nohisshi` of {} covers the position", bound(.0))]
    NotExcluded(Option<u32>),
}

/// A bound as error messages show it; `None` stands for `*`.
fn bound(bound: &Option<u32>) -> String {
    match bound {
        None => "bound `*`".to_string(),
        Some(plies) => format!("bound {plies} or more"),
    }
}

impl From<PlainKind> for RejectedKind {
    fn from(kind: PlainKind) -> RejectedKind {
        RejectedKind::Plain(kind)
    }
}

impl LaterKind for RejectedKind {}
