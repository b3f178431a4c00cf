//! A game: positions, moves and a goal, without a word about search.
//!
//! The question is: "can the prover reach its goal from here?" The prover wins if the other side
//! has no move left to play ([`Game::expand`] offers nothing). The prover loses if it has no move
//! itself, and it loses by repetition: a position that comes back, or comes back with less
//! resource, is a failure of the prover. A goal that allows draws is asked as two such questions.

use crate::query::Edge;
use crate::resource::Resource;
use yose_board::Key;

/// A position with a goal.
///
/// Laws that concern several methods:
///
/// - *More never hurts.* Two positions with equal keys differ in the resource only. If the prover
///   reaches its goal within `n` plies with one resource, it does so with every resource that
///   covers that one. A game for which this does not hold has the resource `()`, and everything
///   in its keys.
/// - *Keys tell positions apart.* Equal keys and equal resources mean equal outcomes. Keys of 64
///   random bits keep this law well enough.
pub trait Game: Clone {
    /// A move that fits into two bytes.
    type Move: Copy + Eq + std::fmt::Debug;
    /// What [`Game::unmake`] needs to take a move back.
    type Undo;
    /// What the prover may have more or less of on the same board; `()` if there is no such thing.
    type Resource: Resource;

    /// Whether edges may have a cost ([`Edge::cost`]). `false` spares the search the question.
    ///
    /// *Law.* If `false`, every edge has the cost 0.
    const COSTS: bool = true;
    /// Whether replies may be free ([`Edge::free`]). `false` spares the search the question.
    ///
    /// *Law.* If `false`, no edge is free.
    const FREE_REPLIES: bool = true;

    /// Whether the bound 0 is a *ground*: a mode of its own, in which the prover has fewer moves
    /// and plies do not count.
    ///
    /// The question "within 0 plies" is then a question of any length, with the moves that
    /// [`Game::expand_first`] lists for the ground. A move with [`Count::Ply`](crate::Count) cannot
    /// be played there.
    ///
    /// *Law.* A goal that is reached from the ground is reached with every bound: the prover's
    /// moves of the ground are moves with [`Count::UnlessGround`](crate::Count) of every other
    /// bound, and the defender's replies are the same.
    ///
    /// [`crate::Search`] knows the ground, and [`crate::Closed`] asks another search about it.
    /// Evidence, deepening and threats do not compile for a game that has one.
    const GROUND: bool = false;

    /// Whether the prover is to move.
    ///
    /// *Law.* Depends on [`Game::key`] alone.
    fn prover_to_move(&self) -> bool;

    /// The key of the position and the side to move, without the resource.
    ///
    /// *Law.* Never 0: a table marks its empty slots with 0, and takes a key 0 for 1.
    fn key(&self) -> Key;

    /// The prover's resource.
    fn resource(&self) -> Self::Resource;

    /// Appends every move that counts, and leaves the position as it was.
    ///
    /// *Law.* The edges and their order depend on the position alone, not on the path or on what
    /// was searched before; only a reply that is known not to count ([`crate::Links::counts`]) may
    /// be left out from then on. No move is offered twice. The key and the resource after a move
    /// are those that its edge says. Estimates are at least 1.
    fn expand(&mut self, edges: &mut Vec<Edge<Self::Move, Self::Resource>>);

    /// Appends the moves that a search tries first, and returns whether there are others:
    /// [`Game::expand_rest`] appends those. A search asks for the others when all the first ones
    /// have failed for the side to move. In the ground ([`Game::GROUND`]) there is no rest at the
    /// prover's turn.
    ///
    /// *Law.* Without `ground`, the first moves and the rest are the moves of [`Game::expand`],
    /// each once. Both depend on the position alone.
    #[inline(always)]
    fn expand_first(&mut self, ground: bool, edges: &mut Vec<Edge<Self::Move, Self::Resource>>) -> bool {
        let _ = ground;
        self.expand(edges);
        false
    }

    /// Appends the moves that [`Game::expand_first`] has left out.
    fn expand_rest(&mut self, edges: &mut Vec<Edge<Self::Move, Self::Resource>>) {
        let _ = edges;
    }

    /// Makes a move that [`Game::expand`] or [`Game::find_move`] offers.
    fn make(&mut self, m: Self::Move) -> Self::Undo;

    /// Takes the last move back.
    ///
    /// *Law.* The position is again what it was before [`Game::make`].
    fn unmake(&mut self, m: Self::Move, undo: Self::Undo);

    /// A move as sixteen bits.
    ///
    /// *Law.* Never 0, and different for different moves of a position.
    fn pack_move(&self, m: Self::Move) -> u16;

    /// The move of this position that packs into `packed`, if it can be played. Override it where
    /// looking through all moves is slow.
    ///
    /// *Law.* The inverse of [`Game::pack_move`]: it finds every move that [`Game::expand`] offers,
    /// and whatever it finds packs into `packed` and can be made.
    fn find_move(&mut self, packed: u16) -> Option<Self::Move> {
        let mut edges = Vec::new();
        self.expand(&mut edges);
        edges.iter().map(|e| e.mv).find(|&m| self.pack_move(m) == packed)
    }
}
