//! Outcomes that a game sees without a search.
//!
//! Every claim must be true. `yose_testkit::game_laws` checks claims against brute force.

use crate::Outcome;
use crate::game::Game;
use crate::number::Plies;

/// The claim of a look without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement<R> {
    /// No claim.
    Open,
    /// The prover reaches its goal within `plies` plies if it has at least `need`.
    Proved {
        /// Plies.
        plies: Plies,
        /// The resource that suffices.
        need: R,
    },
    /// The prover does not reach its goal within `plies` plies ([`crate::EVER`]: never) if it has
    /// at most `bound`.
    Disproved {
        /// Plies.
        plies: Plies,
        /// The resource that still does not suffice.
        bound: R,
    },
}

/// Outcomes that need no search. The defaults claim nothing.
pub trait Lookahead: Game {
    /// Looks at a position in which the prover is to move, or to which a reply of the other side
    /// has led (which may have ended the game, or kept the turn).
    ///
    /// *Law.* The claim is true. `Proved`: on this board, with every resource that covers `need`,
    /// the prover reaches its goal within `plies` plies; the prover's own resource covers `need`.
    /// `Disproved`: on this board, with every resource that `bound` covers, the prover does not
    /// reach its goal within `plies` plies; `bound` covers the prover's own resource.
    fn judge(&mut self) -> Judgement<Self::Resource> {
        Judgement::Open
    }

    /// Looks at a position of either side with at most `left` plies to go. For searches that go
    /// one ply deeper at a time: most of their positions are near the end of a line.
    ///
    /// *Law.* The outcome is true and decides the question within `left` plies: `Proved(n)` has
    /// `n <= left`, `Disproved(n)` has `n >= left`.
    fn glance(&mut self, left: Plies) -> Option<Outcome> {
        let _ = left;
        None
    }
}
