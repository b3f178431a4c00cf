//! An edge: a move on offer, with what the search wants to know before it is made.
//!
//! [`Edge::new`] is an edge about which nothing more is known. Every further field has a setter,
//! and a default that is sound.
//!
//! *A pass is an edge like any other.* A game in which a side may pass lists the pass in
//! [`Game::expand`](crate::Game::expand): the key of its edge is the key of the same board with the
//! other side to move, [`Game::make`](crate::Game::make) makes it, and it packs into [`PASS`]. It
//! takes a ply. If both sides pass, the position repeats, which is a failure of the prover.

use crate::number::Number;
use yose_board::Key;

/// The packed code of a pass. No other move of a game with passes may pack into it, and a pass is
/// the same move in every position: replayed proofs (`dfpn/replay.rs`) play it in similar
/// positions.
pub const PASS: u16 = u16::MAX;

/// A move on offer.
#[derive(Clone, Copy, Debug)]
pub struct Edge<M, R> {
    /// The move.
    pub mv: M,
    /// The key of the position after the move, without the resource.
    pub key: Key,
    /// The prover's resource after the move.
    pub resource: R,
    /// First estimate of the child's proof number (at least 1).
    pub pn: Number,
    /// First estimate of the child's disproof number (at least 1).
    pub dn: Number,
    /// The cost of the edge, as in df-pn+ (Nagai 2002): how much harder the move looks than its
    /// child. While the child is undecided, the cost is added to the number that the side to move
    /// minimises: to the child's proof number at the prover's turn, to its disproof number at the
    /// defender's. A decided child costs nothing.
    ///
    /// *Law.* None: costs change the order of the search, never an answer.
    pub cost: u16,
    /// When the edge is opened.
    pub late: Late,
    /// Neighbouring edges with the same number, if it is not 0, are alike
    /// ([`crate::Combine::Groups`]).
    pub group: u8,
    /// Whether the edge is a free reply: a reply that adds nothing to the length. The child has the
    /// same bound in plies as the defender's node, and its proof within `n` plies answers the reply
    /// within `n` plies.
    ///
    /// *Law.* The prover is to move after a free reply: every second ply counts at least, and
    /// the argument for proofs by plies (`dfpn/mod.rs`) needs that. With more resource a free reply
    /// stays free or disappears. Ignored at the prover's turn.
    ///
    /// Only [`crate::Search`] knows free replies. The other searches, and evidence, count every
    /// reply as a ply: their proofs hold, their disproofs hold only without a bound in plies.
    pub free: bool,
    /// How the plies of the move are counted where the bound 0 is a mode ([`Count`]).
    pub count: Count,
}

/// How the plies of a move are counted. Only games with a ground mode
/// ([`Game::GROUND`](crate::Game::GROUND)) count otherwise than [`Count::Ply`], and only
/// [`crate::Search`] knows the other ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Count {
    /// The move takes a ply.
    #[default]
    Ply,
    /// The move takes a ply, unless none are left or the child needs none: a proof of the child
    /// within 0 plies is one of the node.
    UnlessGround,
    /// The move leads to the ground: the child has the bound 0. Its disproof refutes whatever the
    /// bound.
    ///
    /// *Law.* Only at the defender's turn.
    ToGround,
}

/// When an edge is opened. A hidden edge does not count, and a node is not decided against the side
/// to move before all its edges have been opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Late {
    /// At once.
    #[default]
    No,
    /// When the edge just before it has failed for the side to move: a defence that matters only if
    /// the one before does not hold, an attack that matters only if the one before fails.
    AfterPrevious,
    /// When every open edge has failed: a last resort. Where plies count it is opened at once,
    /// because it may prolong.
    Rest,
    /// When every open edge has failed, also where plies count.
    Last,
}

impl<M, R> Edge<M, R> {
    /// A move, the key after it without the resource, and the prover's resource after it. Estimates
    /// are 1, the edge is opened at once, belongs to no group, costs nothing and takes a ply.
    #[inline(always)]
    pub const fn new(mv: M, key: Key, resource: R) -> Self {
        Edge {
            mv,
            key,
            resource,
            pn: 1,
            dn: 1,
            cost: 0,
            late: Late::No,
            group: 0,
            free: false,
            count: Count::Ply,
        }
    }

    /// With first estimates of the child's proof and disproof number.
    #[inline(always)]
    #[must_use]
    pub fn with_estimates(mut self, pn: Number, dn: Number) -> Self {
        (self.pn, self.dn) = (pn, dn);
        self
    }

    /// With a cost ([`Edge::cost`]).
    #[inline(always)]
    #[must_use]
    pub fn with_cost(mut self, cost: u16) -> Self {
        self.cost = cost;
        self
    }

    /// Opened later ([`Edge::late`]).
    #[inline(always)]
    #[must_use]
    pub fn with_late(mut self, late: Late) -> Self {
        self.late = late;
        self
    }

    /// In a group ([`Edge::group`]).
    #[inline(always)]
    #[must_use]
    pub fn with_group(mut self, group: u8) -> Self {
        self.group = group;
        self
    }

    /// With another way to count its plies ([`Edge::count`]).
    #[inline(always)]
    #[must_use]
    pub fn with_count(mut self, count: Count) -> Self {
        self.count = count;
        self
    }

    /// Whether it is a free reply ([`Edge::free`]).
    #[inline(always)]
    #[must_use]
    pub fn with_free(mut self, free: bool) -> Self {
        self.free = free;
        self
    }
}
