//! With which other resources a result holds.
//!
//! A result of a search holds for more than one resource on the same board. A proof holds with
//! every resource that covers its *need*. A disproof holds with every resource that its *bound*
//! covers. The search derives needs and bounds from the moves upwards; the game knows what a move
//! does to the resource, and which moves appear or disappear with it.

use crate::game::Game;

/// Needs of proofs and bounds of disproofs. The defaults generalise nothing: a result holds for
/// the very resource.
pub trait Dominance: Game {
    /// After `m`, by either side, `need` suffices for a proof. What suffices before `m`?
    ///
    /// *Law.* On this board, with every resource that covers the result: the prover can play `m`
    /// if it is to move; and after `m`, if it can be played, the resource covers `need`.
    fn need_before(&self, m: Self::Move, need: Self::Resource) -> Self::Resource {
        let _ = (m, need);
        self.resource()
    }

    /// At the other side's turn, every reply offered is answered if the prover has `joined`
    /// (`None`: no reply is offered). What suffices so that no further reply appears?
    ///
    /// *Law.* On this board, every resource that covers the result covers `joined`, and with such a
    /// resource no reply is offered that is not offered here.
    fn need_of_all(&self, joined: Option<Self::Resource>) -> Self::Resource {
        let _ = joined;
        self.resource()
    }

    /// After `m`, by either side, `bound` still does not suffice. What does not suffice before `m`?
    ///
    /// *Law.* On this board, with every resource that the result covers: the other side can play
    /// `m` if it is to move; and after `m`, if it can be played, `bound` covers the resource.
    fn bound_before(&self, m: Self::Move, bound: Self::Resource) -> Self::Resource {
        let _ = (m, bound);
        self.resource()
    }

    /// At the prover's turn, every move offered fails with at most `met` (`None`: no move is
    /// offered). With how much does no further move appear?
    ///
    /// *Law.* On this board, `met` covers every resource that the result covers, and with such a
    /// resource no move is offered that is not offered here.
    fn bound_of_all(&self, met: Option<Self::Resource>) -> Self::Resource {
        let _ = met;
        self.resource()
    }

    /// [`Dominance::bound_of_all`] in the ground ([`Game::GROUND`]).
    ///
    /// *Law.* The same, of the moves of the ground.
    #[inline(always)]
    fn bound_of_all_ground(&self, met: Option<Self::Resource>) -> Self::Resource {
        self.bound_of_all(met)
    }
}
