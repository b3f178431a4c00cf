//! The children of a node under search: what is known of each, and when it is opened.

use super::node::Node;
use super::{Found, NOTHING, Search, floor_below, setting, whole};
use crate::limits::{Meter, Reason};
use crate::number::{EVER, Number, Plies, add, longer, shorter};
use crate::options::Repeated;
use crate::query::{Count, Edge, Judgement, Late, Query};
use crate::resource::Resource;
use yose_board::Key;

/// What is known of a child.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    /// Not looked up yet; it may wait for another child to fail.
    Hidden,
    /// Neither proved nor disproved.
    Open,
    /// The prover reaches the goal from there.
    Proved,
    /// The prover does not.
    Disproved,
}

/// A child of a node under search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<M, R> {
    /// The edge, with the numbers that the child has now, the cost of the edge added.
    pub edge: Edge<M, R>,
    /// What is known of the child.
    pub status: Status,
    /// Open, and visited before at a smaller depth: its numbers may come from around a loop.
    pub old: bool,
    /// Visited before, now or earlier, so that its numbers come from a search.
    pub seen: bool,
    /// The plies of a decided child.
    pub plies: Plies,
    /// The resource that a decided child needs or survives.
    pub need_or_bound: R,
    /// The smallest depth of the path that a disproof rests on, or [`NOTHING`].
    pub rests_on: u16,
    /// A sibling's proof or the threat has been tried here in this visit (`replay.rs`,
    /// `threat.rs`).
    pub replayed: bool,
    /// A reply that does not count ([`Links::counts`](crate::Links::counts)): it passes for
    /// answered.
    pub uncounted: bool,
}

impl<M, R: Resource> Child<M, R> {
    /// A child of a node of the prover or the defender that has not been looked up yet.
    #[inline(always)]
    pub fn hidden<Q: Query<Move = M, Resource = R>>(edge: Edge<M, R>, prover: bool) -> Self {
        let (pn, dn) = (edge.pn, edge.dn);
        let mut child = Child {
            status: Status::Hidden,
            old: false,
            seen: false,
            plies: 0,
            need_or_bound: edge.resource,
            rests_on: NOTHING,
            replayed: false,
            uncounted: false,
            edge,
        };
        child.estimate::<Q>(pn, dn, prover);
        child
    }

    /// Takes over the numbers of an undecided child, and adds the cost of the edge.
    #[inline(always)]
    pub fn estimate<Q: Query<Move = M, Resource = R>>(&mut self, pn: Number, dn: Number, prover: bool) {
        (self.edge.pn, self.edge.dn) = (pn, dn);
        if Q::COSTS && self.edge.cost != 0 {
            let cost = Number::from(self.edge.cost);
            let least = if prover {
                &mut self.edge.pn
            } else {
                &mut self.edge.dn
            };
            *least = add(*least, cost);
        }
    }

    /// The number that the side to move minimises, and the one that it combines.
    #[inline(always)]
    pub fn numbers(&self, prover: bool) -> (Number, Number) {
        if prover {
            (self.edge.pn, self.edge.dn)
        } else {
            (self.edge.dn, self.edge.pn)
        }
    }

    /// The key of the position with its resource.
    #[inline(always)]
    pub fn place(&self) -> Key {
        whole(self.edge.key, self.edge.resource)
    }

    /// The plies of a decided child, counted from the node, where the move does not just take a
    /// ply ([`Count`]).
    #[inline(never)]
    pub fn above_ground(&self) -> Plies {
        let proved = self.status == Status::Proved;
        match self.edge.count {
            Count::UnlessGround if proved && self.plies == 0 => 0,
            Count::Ply | Count::UnlessGround => longer(self.plies),
            Count::ToGround if proved => 0,
            Count::ToGround => EVER,
        }
    }

    /// Takes over what a visit found: numbers, or a result.
    #[inline]
    pub fn update<Q: Query<Move = M, Resource = R>>(&mut self, found: &Found<R>, prover: bool) {
        if found.pn != 0 && found.dn != 0 {
            self.estimate::<Q>(found.pn, found.dn, prover);
        } else {
            self.decide(found);
        }
    }

    /// Takes over a result.
    #[inline]
    pub fn decide(&mut self, found: &Found<R>) {
        self.edge.pn = found.pn;
        self.edge.dn = found.dn;
        self.status = if found.pn == 0 {
            Status::Proved
        } else {
            Status::Disproved
        };
        self.old = false;
        self.plies = found.plies;
        self.need_or_bound = found.need_or_bound;
        self.rests_on = found.rests_on;
    }
}

impl<Q: Query> Search<'_, Q> {
    /// What a look without search says about the prover's position of the query. The table keeps
    /// it.
    pub(super) fn judged(&mut self, within: Plies) -> Option<Found<Q::Resource>> {
        let key = self.query.key();
        match self.query.judge() {
            Judgement::Open => self.judged_deeper(within),
            Judgement::Proved { plies, need } => {
                let need = self.generalised(|_| need);
                self.table.prove(key, need, plies, 0, 1);
                (plies <= within).then_some(Found::proved(plies, need))
            }
            Judgement::Disproved { plies, bound } => {
                let bound = self.generalised(|_| bound);
                if plies < within {
                    return self.judged_deeper(within);
                }
                self.table.disprove(key, bound, plies, 1);
                Some(Found::disproved(plies, bound, NOTHING))
            }
        }
    }

    /// Looks three plies deep where one ply says nothing.
    fn judged_deeper(&mut self, within: Plies) -> Option<Found<Q::Resource>> {
        if self.options.three {
            self.judged_three(within)
        } else {
            None
        }
    }

    /// Looks a child up, on the path and in the tables.
    pub(super) fn open(&mut self, node: &Node<Q::Resource>, i: usize) {
        let child = &mut self.children[i];
        child.status = Status::Open;
        let within = node.below::<Q>(&child.edge);
        let Edge {
            key, resource, mv, ..
        } = child.edge;
        let setting = setting::<Q>(self.options.setting, within);
        if let Some((depth, bound)) = self.path.repeated(key, resource, self.options.cut_worse)
            && (!Q::GROUND || depth >= floor_below::<Q>(self.floor, node, within))
        {
            let rests_on = match self.options.repetitions {
                Repeated::Apart => depth,
                Repeated::Naive => NOTHING,
            };
            child.decide(&Found::disproved(EVER, bound, rests_on));
            return;
        }
        let known = self.table.look_in(setting, key, resource);
        if let Some(found) = Found::known_proof(&known, within) {
            child.decide(&found);
            return;
        }
        if known.no_below > within {
            let bound = Q::Resource::unpack(known.bound);
            child.decide(&Found::disproved(known.no_below - 1, bound, NOTHING));
            return;
        }
        let (yes_from, no_below) = self.query.elsewhere(mv);
        if yes_from <= within {
            child.decide(&Found::proved(yes_from, resource));
            return;
        }
        if no_below > within {
            child.decide(&Found::disproved(no_below - 1, resource, NOTHING));
            return;
        }
        if known.repeats
            && let Some((plies, span)) = self
                .repetitions
                .look(whole(key, resource), within, |span| self.path.last(span))
        {
            let rests_on = self.path.len() as u16 - span;
            child.decide(&Found::disproved(plies, resource, rests_on));
            if self.options.promote {
                let mark = self.log.mark();
                self.log.wait(key, resource, plies, rests_on, mark);
            }
            return;
        }
        if known.seen {
            child.seen = true;
            child.estimate::<Q>(known.pn, known.dn, node.prover);
            child.old = usize::from(known.depth) < self.path.len();
            return;
        }
        if !node.prover && self.options.judge && (node.first || child.edge.late != Late::No) {
            let undo = self.query.make(mv);
            let found = self.judged(within);
            self.query.unmake(mv, undo);
            if let Some(found) = found {
                self.children[i].decide(&found);
            }
        }
    }

    /// Opens a child. If it fails at once, opens the child that waits for it, and so on.
    pub(super) fn open_chain(&mut self, node: &Node<Q::Resource>, mut i: usize) {
        loop {
            self.open(node, i);
            if self.children[i].status != node.failed() || !self.waits(i + 1) {
                return;
            }
            i += 1;
        }
    }

    /// Whether the child is hidden and waits for its predecessor to fail.
    pub(super) fn waits(&self, i: usize) -> bool {
        self.options.late
            && self
                .children
                .get(i)
                .is_some_and(|c| c.edge.late == Late::AfterPrevious && c.status == Status::Hidden)
    }

    /// Opens the next hidden child, all open ones having failed. `false` if none is hidden.
    pub(super) fn open_rest(&mut self, node: &Node<Q::Resource>) -> bool {
        let hidden = |c: &Child<Q::Move, Q::Resource>| c.status == Status::Hidden;
        let Some(i) = self.children[node.base..].iter().position(hidden) else {
            return false;
        };
        self.open_chain(node, node.base + i);
        true
    }

    /// At the defender's turn, the best child being a refutation: whether the reply counts. If not,
    /// it passes for answered, and the reply that waited for it is opened.
    pub(super) fn stands(&mut self, node: &Node<Q::Resource>, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        let i = node.best();
        let mv = self.children[i].edge.mv;
        let counts = self.query.counts(mv, node.within, meter)?;
        let child = &mut self.children[i];
        if let Some(plies) = counts {
            let below = if Q::FREE_REPLIES && child.edge.free {
                plies
            } else {
                shorter(plies)
            };
            child.plies = child.plies.min(below);
            return Ok(true);
        }
        child.decide(&Found::proved(0, node.resource));
        child.uncounted = true;
        if self.waits(i + 1) {
            self.open_chain(node, i + 1);
        }
        Ok(false)
    }
}
