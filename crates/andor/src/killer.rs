//! Killer trees: the proof of one position is tried in its siblings.
//!
//! M. Sakuta, J. Nagashima, T. Hashimoto, H. Iida, *Application of the methods developed in the
//! endgame search of shogi to Lines of Action* (2002), fig. 2, after Y. Tanase and Y. Kawano
//! (1996). When a reply has been answered, the same moves are tried against the next reply, as far
//! as both trees have the same moves. There are two ways to do so:
//!
//! - *Guided* (`deepening.rs`): the depth-first search of fig. 2. The killer, a second position,
//!   walks along, and its proving move is tried first. Where the trees part, the search goes on
//!   without the killer. A killer that cannot follow one reply is used again for the next reply.
//! - *Replayed* (`dfpn/replay.rs`, and `reference/replay.rs` for PDS): before the search of a
//!   reply, the proof of its sibling is played again, and every reply is answered from that proof
//!   or from known facts. If one reply has no answer, nothing is claimed.
//!
//! The result is a proof like any other, so these switches never change an answer. Changes from the
//! paper: the criterion that starts a killer, which the paper leaves open ([`Start`]); the *pass*
//! ([`Killer::pass`]), which the paper describes and does not implement: the first killer comes
//! from letting the other side pass; the *dual* ([`Killer::dual`]): the replies that refuted one
//! move are tried first after its siblings (guided only: a move ordering).
//!
//! Switched off by [`Start::Never`]. Figures: docs/lab/loa.md.

use crate::number::Plies;

/// When a proved position becomes a killer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// Never.
    #[default]
    Never,
    /// Always, as in the paper.
    Always,
    /// If the length of its proof is from the first to the second number of plies.
    Height(Plies, Plies),
    /// If the reply that led to it takes something.
    Capture,
    /// If that reply does not take anything.
    Quiet,
}

impl Start {
    /// Whether a position that was proved within `plies` after a reply becomes a killer.
    pub(crate) fn holds(self, plies: Plies, takes: bool) -> bool {
        match self {
            Start::Never => false,
            Start::Always => true,
            Start::Height(least, most) => (least..=most).contains(&plies),
            Start::Capture => takes,
            Start::Quiet => !takes,
        }
    }
}

/// How killer trees are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Killer {
    /// What starts one.
    pub start: Start,
    /// Look for one by letting the other side pass.
    pub pass: bool,
    /// Try replies that refuted a sibling first.
    pub dual: bool,
}
