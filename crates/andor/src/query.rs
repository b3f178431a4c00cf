//! The question a search answers: "can the prover reach its goal from here?"
//!
//! A query is a position with a goal. The prover wins if the other side has no move left to play
//! ([`Query::expand`] leaves nothing), loses if it has none itself, and loses what repeats: a position
//! that comes back, or comes back with less, is a failure of the prover. Draw-like goals are asked as
//! two such questions.
//!
//! Everything past [`Query::unmake`] is a hook whose default is sound and knows nothing.

use crate::Outcome;
use crate::limits::{Meter, Reason};
use crate::number::{EVER, Number, Plies};
use crate::resource::Resource;
use yose_board::Key;

/// A move on offer, with what the search wants to know before making it.
#[derive(Clone, Copy, Debug)]
pub struct Edge<M, R> {
    /// The move.
    pub mv: M,
    /// The key of the position after it, without the resource.
    pub key: Key,
    /// The prover's resource after it.
    pub resource: R,
    /// First guess of the child's proof number (at least 1).
    pub pn: Number,
    /// First guess of the child's disproof number (at least 1).
    pub dn: Number,
    /// When it is opened.
    pub late: Late,
    /// Neighbouring edges with the same number, if it is not 0, are alike ([`crate::Combine::Groups`]).
    pub group: u8,
}

/// When an edge is opened. Until then it does not count; a node is decided only when it has been.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Late {
    /// At once.
    #[default]
    No,
    /// When the edge just before it has failed for the side to move: a defence that matters only if its twin does not
    /// hold, an attack that matters only if its twin fails.
    Twin,
    /// When every edge that is open has failed: a last resort. (Where plies count it is opened at once: it may prolong.)
    Rest,
    /// The same, also where plies count.
    Last,
}

/// What a look without search can say of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement<R> {
    /// Nothing.
    Open,
    /// The prover reaches its goal within so many plies if it has at least `need`.
    Proved {
        /// Plies.
        plies: Plies,
        /// The resource that is enough.
        need: R,
    },
    /// The prover does not reach its goal within so many plies ([`crate::EVER`]: never) with at most `bound`.
    Disproved {
        /// Plies.
        plies: Plies,
        /// The resource that is still not enough.
        bound: R,
    },
}

/// A position with a goal.
pub trait Query: Clone {
    /// A move that fits into two bytes.
    type Move: Copy + Eq + std::fmt::Debug;
    /// What taking a move back needs.
    type Undo;
    /// What the prover may have more or less of.
    type Resource: Resource;

    /// Whether the prover is to move.
    fn prover_to_move(&self) -> bool;
    /// The key of the position and the side to move, without the resource.
    fn key(&self) -> Key;
    /// The key of this very position, where [`Query::key`] takes positions together that are alike. Evidence tells each of them.
    fn exact_key(&self) -> Key {
        self.key()
    }
    /// [`Query::exact_key`] after a move, whose key is `key`.
    fn exact_key_after(&self, m: Self::Move, key: Key) -> Key {
        let _ = m;
        key
    }
    /// The prover's resource.
    fn resource(&self) -> Self::Resource;
    /// Appends every move that counts, in an order that depends on the position alone.
    fn expand(&mut self, edges: &mut Vec<Edge<Self::Move, Self::Resource>>);
    /// Makes a move.
    fn make(&mut self, m: Self::Move) -> Self::Undo;
    /// Takes it back.
    fn unmake(&mut self, m: Self::Move, undo: Self::Undo);

    /// A move as sixteen bits that are not zero.
    fn pack_move(&self, m: Self::Move) -> u16;

    /// A look at a prover's position that no search has seen. Must not claim anything about plies beyond what
    /// it looked at.
    fn judge(&mut self) -> Judgement<Self::Resource> {
        Judgement::Open
    }

    /// What the tables of other questions say of the position after `m`: from which number of plies on it is proved here
    /// too (`Plies::MAX`: no proof known), and below which it is refuted here too.
    #[inline(always)]
    fn elsewhere(&self, m: Self::Move) -> (Plies, Plies) {
        let _ = m;
        (Plies::MAX, 0)
    }

    /// At the other side's turn, `reply` being a refutation within so many plies from here: whether it counts as a
    /// reply at all, and up to how many plies (at least `within`) it is known to refute for that. What does not count adds
    /// nothing to the length. The answer must not rest on the path.
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

    /// The outcome within so few plies, if a look tells it without search: a proof within at most `left`, or a disproof
    /// within at least `left`. For searches that go a ply deeper at a time, most of whose positions are near the end.
    fn glance(&mut self, left: Plies) -> Option<Outcome> {
        let _ = left;
        None
    }

    /// The move here that packs into this, if it can be played (`killer.rs`).
    fn find_move(&mut self, packed: u16) -> Option<Self::Move> {
        let mut edges = Vec::new();
        self.expand(&mut edges);
        edges.iter().map(|e| e.mv).find(|&m| self.pack_move(m) == packed)
    }

    /// Whether the move takes something: what happens after it is less like what happens after others (`killer.rs`).
    fn takes(&self, m: Self::Move) -> bool {
        let _ = m;
        false
    }

    /// Lets the side to move pass, where that makes sense; [`Query::unpass`] takes it back. No move of the game: for hints
    /// only (`killer.rs`, `lambda.rs`).
    fn pass(&mut self) -> bool {
        false
    }

    /// Takes a pass back.
    fn unpass(&mut self) {}

    /// At the prover's turn: whether the move threatens to reach the goal with the next one, if the other side passes
    /// (`lambda.rs`). The default tries it.
    fn threatens(&mut self, m: Self::Move) -> bool {
        let undo = self.make(m);
        let mut threat = false;
        if !self.prover_to_move() && self.pass() {
            threat = matches!(self.glance(1), Some(Outcome::Proved(_)))
                || matches!(self.judge(), Judgement::Proved { plies: 1, .. });
            self.unpass();
        }
        self.unmake(m, undo);
        threat
    }

    /// At the other side's turn: the prover's move after `reply` that brings back, as near as may be, the position before
    /// it; `None` if `reply` does not merely put something in the way. A hint (`dfpn/replay.rs`).
    fn restore(&self, reply: Self::Move) -> Option<Self::Move> {
        let _ = reply;
        None
    }

    /// At the prover's turn: which of `edges` does here what `m`, which is not among them, does in a similar position. A
    /// hint (`dfpn/replay.rs`).
    fn counterpart(
        &self,
        similar: &Self,
        m: Self::Move,
        edges: &[Edge<Self::Move, Self::Resource>],
    ) -> Option<Self::Move> {
        let _ = (similar, m, edges);
        None
    }

    /// The prover has `m`, by either side, after which `need` is enough: what is enough before it?
    fn need_before(&self, m: Self::Move, need: Self::Resource) -> Self::Resource {
        let _ = (m, need);
        self.resource()
    }

    /// All replies are answered if the prover has `joined` (`None`: there was no reply): what is enough so that
    /// no further reply appears?
    fn need_of_all(&self, joined: Option<Self::Resource>) -> Self::Resource {
        let _ = joined;
        self.resource()
    }

    /// After `m`, by either side, `bound` is still not enough: with how much before it is that so, and `m`
    /// still possible if the other side plays it?
    fn bound_before(&self, m: Self::Move, bound: Self::Resource) -> Self::Resource {
        let _ = (m, bound);
        self.resource()
    }

    /// All the prover's moves fail with at most `met` (`None`: there was no move): with how much does no
    /// further move appear?
    fn bound_of_all(&self, met: Option<Self::Resource>) -> Self::Resource {
        let _ = met;
        self.resource()
    }
}
