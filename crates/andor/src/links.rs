//! Links to other questions: facts of their tables, replies that they decide, and exact keys.

use crate::game::Game;
use crate::limits::{Meter, Reason};
use crate::lookahead::Judgement;
use crate::number::{EVER, Plies};
use yose_board::Key;

/// Links to other questions. The defaults link nothing.
pub trait Links: Game {
    /// The key of this very position, where [`Game::key`] is shared by positions that are alike
    /// (mirror images). Evidence lists each of them.
    ///
    /// *Law.* Equal exact keys mean equal keys.
    fn exact_key(&self) -> Key {
        self.key()
    }

    /// [`Links::exact_key`] after a move whose edge has the key `key`.
    ///
    /// *Law.* The exact key that the position has after `m` is made.
    fn exact_key_after(&self, m: Self::Move, key: Key) -> Key {
        let _ = m;
        key
    }

    /// What other questions know about the position after `m`: `(yes_from, no_below)`.
    ///
    /// *Law.* After `m` the prover reaches its goal within `yes_from` plies (`Plies::MAX`: no proof
    /// is known), and does not reach it within fewer than `no_below` plies (`Plies::MAX`: not at
    /// all).
    #[inline(always)]
    fn elsewhere(&self, m: Self::Move) -> (Plies, Plies) {
        let _ = m;
        (Plies::MAX, 0)
    }

    /// At the other side's turn, when `reply` has refuted within `within` plies from here: whether
    /// `reply` counts as a reply at all. `None`: it does not count, and adds nothing to the length.
    /// `Some(n)`: it counts in every question within at most `n` plies.
    ///
    /// *Law.* `n >= within`. The answer does not depend on the path.
    #[inline(always)]
    fn counts(
        &mut self,
        reply: Self::Move,
        within: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Plies>, Reason> {
        let _ = (reply, within, meter);
        Ok(Some(EVER))
    }

    /// At the prover's turn, where moves are left but no plies: the answer of another question,
    /// which may search with the meter. The default is what the plies say: disproved within 0
    /// plies.
    ///
    /// *Law.* The claim is true for every resource that covers `need` or that `bound` covers, and
    /// does not depend on the path. `Proved`, with `plies` 0, is a shortcut for a proof by the
    /// moves of this game in which every reply is free ([`Edge::free`](crate::Edge::free)): the
    /// position has a move after which every reply is free and leads to a position that this proves
    /// by a shorter proof. So the same position with plies left, where the search does not ask, has
    /// a proof too. [`Lookahead::judge`](crate::Lookahead::judge) claims no disproof of a position
    /// that this proves. Only [`crate::Search`] asks.
    #[inline(always)]
    fn at_horizon(&mut self, meter: &mut Meter<'_>) -> Result<Judgement<Self::Resource>, Reason> {
        let _ = meter;
        let bound = self.resource();
        Ok(Judgement::Disproved { plies: 0, bound })
    }
}
