//! A node under search: a window on the shared stack of children.
//!
//! The children of all nodes of the path lie on one stack, `Search::children`. A [`Node`] knows
//! where its own children start, and they reach to the top of the stack whenever the node is the
//! deepest one. So a node owns its children, and a visit allocates nothing unless the stack grows.
//!
//! *Local expansion.* The children are generated once a visit. Their numbers stay on the stack
//! until the visit ends, even if the table loses their entries meanwhile.

use super::child::{Child, Status};
use super::numbers::Numbers;
use super::{Found, NOTHING, Search, is_ground, setting};
use crate::limits::{Meter, Reason};
use crate::number::{EVER, INFINITE, LARGEST, Number, Plies, add, longer, shorter};
use crate::options::Combine;
use crate::platform::max_depth;
use crate::query::{Count, Edge, Judgement, Late, Query};
use crate::resource::Resource;
use yose_board::Key;

/// The thresholds of a node: the search leaves it when one of its numbers reaches its threshold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thresholds {
    pub pn: Number,
    pub dn: Number,
}

impl Thresholds {
    /// The thresholds of the root: the search leaves it when it is decided.
    pub const NONE: Thresholds = Thresholds {
        pn: INFINITE,
        dn: INFINITE,
    };
}

/// Thresholds in the terms of the side to move, which minimises one number over the children and
/// combines the other. At the prover's turn `least` is for the proof number and `combined` for the
/// disproof number; at the defender's turn it is the reverse.
#[derive(Clone, Copy, Debug)]
pub(super) struct SideThresholds {
    pub least: Number,
    pub combined: Number,
}

/// A node under search.
pub(super) struct Node<R> {
    pub key: Key,
    pub resource: R,
    /// Whether the prover is to move.
    pub prover: bool,
    /// The bound in plies.
    pub within: Plies,
    /// Whether this is the first visit of the position in this setting, as far as the table knows.
    pub first: bool,
    /// The place on the path.
    pub depth: u16,
    /// Where the log of waiting disproofs (`promote.rs`) stood on entering.
    pub mark: u32,
    /// Where the children start on the stack.
    pub base: usize,
    /// The numbers as the opened children are now.
    pub numbers: Numbers,
    /// Whether `Search::loops`, which switches threshold control on, has counted the node.
    pub loops: bool,
    /// Whether [`Game::expand_rest`](crate::Game::expand_rest) has moves that are not listed yet.
    pub rest: bool,
    thresholds: SideThresholds,
    combine: Combine,
}

impl<R: Resource> Node<R> {
    /// The place of the best child on the stack.
    #[inline(always)]
    pub fn best(&self) -> usize {
        self.base + self.numbers.best
    }

    /// The status of a child that decides the node for the side to move.
    #[inline(always)]
    pub fn winning(&self) -> Status {
        if self.prover {
            Status::Proved
        } else {
            Status::Disproved
        }
    }

    /// The status of a child that fails for the side to move.
    #[inline(always)]
    pub fn failed(&self) -> Status {
        if self.prover {
            Status::Disproved
        } else {
            Status::Proved
        }
    }

    /// Whether the edge is a free reply, which takes no ply ([`Edge::free`]).
    #[inline(always)]
    fn is_free<Q: Query<Resource = R>>(&self, edge: &Edge<Q::Move, R>) -> bool {
        Q::FREE_REPLIES && edge.free && !self.prover
    }

    /// The bound in plies of a child.
    #[inline(always)]
    pub fn below<Q: Query<Resource = R>>(&self, edge: &Edge<Q::Move, R>) -> Plies {
        if self.is_free::<Q>(edge) {
            self.within
        } else if Q::GROUND && edge.count == Count::ToGround {
            0
        } else {
            shorter(self.within)
        }
    }

    /// The plies of a decided child, counted from the node.
    #[inline(always)]
    pub fn above<Q: Query<Resource = R>>(&self, child: &Child<Q::Move, R>) -> Plies {
        if self.is_free::<Q>(&child.edge) {
            child.plies
        } else if !Q::GROUND || child.edge.count == Count::Ply {
            longer(child.plies)
        } else {
            child.above_ground()
        }
    }

    /// Proof and disproof number.
    pub fn pn_dn(&self) -> (Number, Number) {
        if self.prover {
            (self.numbers.least, self.numbers.combined)
        } else {
            (self.numbers.combined, self.numbers.least)
        }
    }

    /// The thresholds as they are now. `control` says that numbers here may come from around a loop
    /// (`Search::loops`). Then the thresholds are raised above the numbers of the node, so that the
    /// search goes on by at least one step (threshold control, A. Kishimoto 2010).
    #[inline(always)]
    pub fn thresholds(&self, control: bool) -> SideThresholds {
        let mut thresholds = self.thresholds;
        if control {
            thresholds.least = thresholds.least.max(self.numbers.least + 1);
            thresholds.combined = thresholds.combined.max(self.numbers.combined + 1);
        }
        thresholds
    }
}

/// What entering a position gives: a node to be searched, or a result at once.
pub(super) enum Entered<R> {
    Node(Node<R>),
    Decided(Found<R>),
}

impl<Q: Query> Search<'_, Q> {
    /// Goes down to the position of the query: puts it on the path and its children on the stack,
    /// unless it is decided without that.
    #[inline(always)]
    pub(super) fn enter(
        &mut self,
        within: Plies,
        thresholds: Thresholds,
        meter: &mut Meter<'_>,
    ) -> Result<Entered<Q::Resource>, Reason> {
        let key = self.query.key();
        let resource = self.query.resource();
        let prover = self.query.prover_to_move();
        if self.path.len() >= self.options.max_depth.min(max_depth()) {
            self.too_deep = true;
            // It rests on the root: in this question it never becomes a fact.
            return Ok(Entered::Decided(Found::disproved(EVER, resource, 0)));
        }
        // Elsewhere the look at a position is taken when it is opened as a child (`child.rs`).
        if prover
            && (within == 1 || self.path.len() == 0)
            && self.options.judge
            && let Some(found) = self.judged(within)
        {
            return Ok(Entered::Decided(found));
        }
        let first = !self
            .table
            .seen(setting::<Q>(self.options.setting, within), key, resource);
        self.edges.clear();
        let rest = self.query.expand_first(is_ground::<Q>(within), &mut self.edges);
        if !Q::GROUND && within == 0 && self.edges.iter().any(|edge| prover || !edge.free) {
            return self.out_of_plies(prover, meter).map(Entered::Decided);
        }
        let Thresholds { pn, dn } = thresholds;
        let (least, combined, combine) = if prover {
            (pn, dn, self.options.prover)
        } else {
            (dn, pn, self.options.defender)
        };
        let node = Node {
            key,
            resource,
            prover,
            within,
            first,
            depth: self.path.push(key, resource),
            mark: self.log.mark(),
            base: self.children.len(),
            numbers: Numbers::UNKNOWN,
            loops: false,
            rest,
            thresholds: SideThresholds { least, combined },
            combine,
        };
        let table = self.table;
        self.children.extend(self.edges.iter().map(|edge| {
            table.touch(edge.key);
            debug_assert!(Q::COSTS || edge.cost == 0);
            debug_assert!(Q::FREE_REPLIES || !edge.free);
            Child::hidden::<Q>(*edge, prover)
        }));
        Ok(Entered::Node(node))
    }

    /// The result of the position of the query, which has moves but no plies left: disproved within
    /// 0 plies. At the prover's turn another question may know better ([`Links::at_horizon`]).
    ///
    /// [`Links::at_horizon`]: crate::Links::at_horizon
    fn out_of_plies(&mut self, prover: bool, meter: &mut Meter<'_>) -> Result<Found<Q::Resource>, Reason> {
        let (key, resource) = (self.query.key(), self.query.resource());
        let start = meter.nodes();
        let judgement = if prover {
            self.query.at_horizon(meter)?
        } else {
            Judgement::Open
        };
        let amount = u32::try_from(meter.nodes() - start).unwrap_or(u32::MAX).max(1);
        Ok(match judgement {
            Judgement::Proved { plies: 0, need } => {
                let need = self.generalised(|_| need);
                self.table.prove(key, need, 0, 0, amount);
                Found::proved(0, need)
            }
            Judgement::Disproved { plies, bound } => {
                let bound = self.generalised(|_| bound);
                self.table.disprove(key, bound, plies, amount);
                Found::disproved(plies, bound, NOTHING)
            }
            Judgement::Open | Judgement::Proved { .. } => {
                self.table.disprove(key, resource, 0, amount);
                Found::disproved(0, resource, NOTHING)
            }
        })
    }

    /// Opens the children of a fresh node, except those that wait for others ([`Late`]). Stops at
    /// one that decides the node.
    #[inline(always)]
    pub(super) fn open_all(&mut self, node: &Node<Q::Resource>) {
        self.open_from(node, node.base);
    }

    /// Opens the children from place `start` of the stack on.
    #[inline(always)]
    fn open_from(&mut self, node: &Node<Q::Resource>, start: usize) {
        let end = self.children.len();
        for i in start..end {
            let child = &self.children[i];
            let late = match child.edge.late {
                Late::No => false,
                // The first has nothing to wait for.
                _ if !self.options.late || i == start => false,
                // With a bound in plies, a reply that prolongs may refute: it must not wait.
                Late::Rest => node.within == EVER || is_ground::<Q>(node.within),
                Late::AfterPrevious | Late::Last => true,
            };
            if child.status != Status::Hidden || late {
                continue;
            }
            self.open_chain(node, i);
            if self.children[i].status == node.winning() {
                break;
            }
        }
    }

    /// Lists the moves that were left out at first, and opens them. `false` if there are none.
    #[cold]
    pub(super) fn list_rest(&mut self, node: &mut Node<Q::Resource>) -> bool {
        node.rest = false;
        let start = self.children.len();
        self.edges.clear();
        self.query.expand_rest(&mut self.edges);
        let prover = node.prover;
        self.children
            .extend(self.edges.iter().map(|edge| Child::hidden::<Q>(*edge, prover)));
        self.open_from(node, start);
        start < self.children.len()
    }

    /// Computes the numbers of the node.
    ///
    /// A child at which other threads work looks harder, so that the threads part. But to ask where
    /// they work is slow: it reads memory that they have just written. So first only the best child
    /// is asked about. Only if other threads are there, every open child is.
    #[inline]
    pub(super) fn measure(&self, node: &mut Node<Q::Resource>) {
        let children = &self.children[node.base..];
        node.numbers = if node.prover {
            Numbers::of::<true, _, _>(children, node.combine, |_, least| least)
        } else {
            Numbers::of::<false, _, _>(children, node.combine, |_, least| least)
        };
        if self.member.is_some() {
            self.measure_crowded(node);
        }
    }

    /// Chooses another best child if other threads are at the one that was chosen.
    #[inline(never)]
    fn measure_crowded(&self, node: &mut Node<Q::Resource>) {
        let children = &self.children[node.base..];
        if let Some(member) = &self.member
            && !node.numbers.decided()
            && member.virtual_number(children[node.numbers.best].place()) != 0
        {
            let seems = |child: &Child<Q::Move, Q::Resource>, least| match child.status {
                Status::Open => add(least, member.virtual_number(child.place())),
                _ => least,
            };
            let crowded = Numbers::crowded(children, node.prover, node.combine, seems);
            // How hard the children look only chooses the best one. The node keeps its true number.
            let least = node.numbers.least;
            node.numbers = Numbers { least, ..crowded };
        }
    }

    /// The thresholds of the best child, from those of the node.
    ///
    /// The number that the node minimises may grow until it reaches the threshold of the node, or
    /// until it is above that of the second-best child by a share of it
    /// ([`Options::epsilon`](crate::Options::epsilon)). The other number may grow by as much as the
    /// other children leave of the threshold of the node.
    #[inline(always)]
    pub(super) fn child_thresholds(
        &self,
        node: &Node<Q::Resource>,
        thresholds: SideThresholds,
    ) -> Thresholds {
        let numbers = &node.numbers;
        let child = &self.children[node.best()];
        let (child_least, child_combined) = child.numbers(node.prover);
        let epsilon = self.options.epsilon;
        // `second * epsilon / 16`, without overflow.
        let slack = numbers.second / 16 * epsilon + numbers.second % 16 * epsilon / 16;
        let mut least = thresholds.least.min(numbers.second.saturating_add(1 + slack));
        if self.member.is_some() {
            // The child that looks best to this thread may have a larger number than the second.
            least = least.max(child_least + 1);
        }
        // The number here includes the cost of the edge; the child counts without it. A number that
        // was cut off at the largest one does not include the cost.
        if Q::COSTS && child_least < LARGEST {
            least -= Number::from(child.edge.cost);
        }
        // Sums are cut off at the largest number. A sum that was cut off may leave less for the
        // child than the child has already. Then every visit of the child would end at once, for
        // ever.
        let combined = (thresholds.combined - numbers.rest).max(child_combined + 1);
        if node.prover {
            Thresholds {
                pn: least,
                dn: combined,
            }
        } else {
            Thresholds {
                pn: combined,
                dn: least,
            }
        }
    }
}
