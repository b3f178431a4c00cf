//! Depth-first proof-number search with bounds in plies.
//!
//! Df-pn (Nagai 2002) with the estimates and the edge costs of df-pn+; entries "within `n` plies"
//! as in KomoringHeights; disproofs that depend on the path apart (Kishimoto and Müller 2004);
//! threshold control (Kishimoto 2010); weak proof numbers (Ueda and others 2008).
//!
//! The recursion is in this file. A node is a window on a shared stack of children (`node.rs`), a
//! child is opened by a look at the path and at the tables (`child.rs`), the numbers of a node are
//! combined from those of its children (`numbers.rs`), and a visit ends with an entry in a table
//! (`conclude.rs`).
//!
//! # Why the answers are right
//!
//! *Proofs.* A repetition is a failure of the prover. So a proof contains none, and a proved node
//! is proved whatever path leads to it. A proof within `n` plies is acyclic by its plies.
//!
//! *Disproofs.* A child that repeats a position at depth `d` of the path, or that is worse than it,
//! is disproved *given that path*: the disproof rests on depth `d`. A node that is disproved by its
//! children rests on the smallest depth that any of them rests on. If that is the node's own depth
//! or deeper, the nodes below it that the disproof uses, and the cycles back into them, form a
//! closed set. Assume that some node of the set has a proof, and take a node whose proof is
//! smallest (of the least height in moves). This proof goes on through nodes of the set with
//! smaller proofs, until it reaches a leaf. The leaf repeats a position of the set that has no less
//! resource; this position then has a proof as small as the leaf's, which is a contradiction. So no
//! node of the set has a proof, whatever the path. Only then is the disproof stored for all paths.
//!
//! *Bounds.* With a bound of `n` plies, every node of the set has the bound that the plies down to
//! it leave. Bounds never grow on the way down, so a leaf has no larger bound than the position
//! that it repeats, and the argument above holds for proofs within the bounds.
//!
//! *Free replies* ([`Edge::free`]) take no ply. By their law the prover is to move after one, and
//! every move of the prover takes a ply. So around a cycle the plies still decrease, and a proof is
//! acyclic by its plies. The argument for disproofs measures proofs by their height in moves, where
//! a free reply counts, and needs of bounds only that they never grow on the way down.
//!
//! *Looks at the horizon* ([`Links::at_horizon`](crate::Links::at_horizon)) prove positions of the
//! prover where no plies are left. Where plies are left the search does not ask, and its disproofs
//! are right all the same. By the law of looks, a position that a look proves has a move after
//! which every reply is free and leads to a position that the look proves by a shorter proof. So
//! with plies left the position has a proof by moves, of finite height, within one ply: a node of a
//! closed set whose bound is not 0 has a smaller proof below it in the set, and one whose bound is
//! 0 was looked at.
//!
//! *The ground* ([`Game::GROUND`](crate::Game::GROUND)) is a bound of 0 plies in which plies do not
//! count. Bounds still never grow on the way down, so the argument for disproofs holds. No proof in
//! the ground is justified by its plies: a node is proved after its children are, and a repetition
//! is a failure, so a proof is acyclic. To cut only at repetitions from the entry of the ground on
//! leaves the search more to do and claims nothing more. A disproof in the ground holds within 0
//! plies only, because moves of other bounds were not tried.
//!
//! *Costs* ([`Edge::cost`]) change numbers of undecided nodes only, and numbers only choose what is
//! searched next. A child is always visited with thresholds above its own numbers.
//!
//! *Replies that do not count* ([`Links::counts`](crate::Links::counts)) pass for answered. That
//! does not depend on the path, so the answers are right in the game without these replies.

mod child;
mod conclude;
mod node;
mod numbers;
mod others;
mod replay;
#[cfg(test)]
mod tests;
mod threat;
mod three;

use self::child::{Child, Status};
use self::node::{Entered, Node, Thresholds};
use crate::limits::{Meter, Reason};
use crate::number::{EVER, INFINITE, Number, Plies};
use crate::options::Options;
use crate::packed_line::PackedLine;
use crate::path::Path;
use crate::promote::Log;
use crate::query::{Edge, Query};
use crate::repetition::Repetitions;
use crate::resource::Resource;
use crate::table::{Known, Table};
use crate::threads::Member;
use yose_board::{Key, splitmix};

/// Rests on no path position.
const NOTHING: u16 = u16::MAX;

/// The result of a finished search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The prover reaches its goal within at most this many plies.
    Proved(Plies),
    /// The prover does not reach its goal within this many plies ([`EVER`]: never).
    Disproved(Plies),
}

/// The result of a visit: numbers, or a proof (`pn` is 0) or a disproof (`dn` is 0).
#[derive(Clone, Copy, Debug)]
struct Found<R> {
    pub pn: Number,
    pub dn: Number,
    /// The plies of a proof or disproof.
    pub plies: Plies,
    /// The need of a proof, the bound of a disproof.
    pub need_or_bound: R,
    /// The smallest depth of the path that a disproof rests on, or [`NOTHING`].
    pub rests_on: u16,
}

impl<R> Found<R> {
    fn proved(plies: Plies, need: R) -> Self {
        Found {
            pn: 0,
            dn: INFINITE,
            plies,
            need_or_bound: need,
            rests_on: NOTHING,
        }
    }

    fn disproved(plies: Plies, bound: R, rests_on: u16) -> Self {
        Found {
            pn: INFINITE,
            dn: 0,
            plies,
            need_or_bound: bound,
            rests_on,
        }
    }
}

impl<R: Resource> Found<R> {
    /// The proof within at most `within` plies that the table knows.
    fn known_proof(known: &Known, within: Plies) -> Option<Self> {
        (known.yes_from <= within).then(|| Found::proved(known.yes_from, R::unpack(known.need)))
    }
}

/// A search over a table.
pub struct Search<'a, Q: Query> {
    query: Q,
    table: &'a Table,
    options: Options,
    path: Path<Q::Resource>,
    repetitions: Repetitions,
    log: Log<Q::Resource>,
    edges: Vec<Edge<Q::Move, Q::Resource>>,
    /// A stack of edges for [`replay`] and [`three`].
    spare: Vec<Edge<Q::Move, Q::Resource>>,
    /// The children of all nodes of the path.
    children: Vec<Child<Q::Move, Q::Resource>>,
    /// A path of this question was cut because of its length. A disproof of the root does not hold
    /// then, and disproofs that rest on the root are not kept (`conclude.rs`).
    too_deep: bool,
    /// The place in a crew of threads.
    member: Option<Member<'a>>,
    /// The bound in plies at the root.
    asked: Plies,
    /// The depth of a path position that another thread has decided, while this thread is on its
    /// way back there.
    back_to: Option<usize>,
    /// The depth at which the path entered the ground ([`Game::GROUND`](crate::Game::GROUND)). In
    /// the ground only repetitions from there on cut: so disproofs there are facts more often.
    floor: u16,
    /// Threshold control: how many nodes of the path have a child whose numbers may come from
    /// around a loop, less the children first visited below them.
    loops: u32,
}

/// Added to the number of a setting in the ground. Settings of the schedule are below it.
const GROUND_SETTING: u8 = 2;

/// Whether the bound is the ground of the game ([`Game::GROUND`](crate::Game::GROUND)).
#[inline(always)]
fn is_ground<Q: Query>(within: Plies) -> bool {
    Q::GROUND && within == 0
}

/// The setting whose numbers count where the bound is `within`: the ground has its own.
#[inline(always)]
fn setting<Q: Query>(setting: u8, within: Plies) -> u8 {
    if is_ground::<Q>(within) {
        setting | GROUND_SETTING
    } else {
        setting
    }
}

/// [`Search::floor`] for a child of the node with the bound `below`.
#[inline(always)]
fn floor_below<Q: Query>(floor: u16, node: &Node<Q::Resource>, below: Plies) -> u16 {
    if is_ground::<Q>(below) && !is_ground::<Q>(node.within) {
        node.depth + 1
    } else {
        floor
    }
}

/// The key of a position with its resource.
fn whole<R: Resource>(key: Key, resource: R) -> Key {
    key ^ splitmix(resource.pack())
}

impl<'a, Q: Query> Search<'a, Q> {
    /// A search from a position.
    pub fn new(query: Q, table: &'a Table, options: Options) -> Self {
        let bytes = table.capacity().max(1 << 14);
        Search {
            query,
            table,
            options,
            path: Path::new(),
            repetitions: Repetitions::new(bytes),
            log: Log::new(),
            edges: Vec::with_capacity(256),
            spare: Vec::new(),
            children: Vec::with_capacity(512),
            too_deep: false,
            member: None,
            asked: EVER,
            back_to: None,
            floor: 0,
            loops: 0,
        }
    }

    /// A search that is one of several threads.
    pub(crate) fn in_team(mut self, member: Member<'a>) -> Self {
        self.member = Some(member);
        self
    }

    /// The query at the root. The position it stands on is the root of the next question.
    pub fn query(&mut self) -> &mut Q {
        &mut self.query
    }

    /// The switches. They may change between questions: all entries of the table stay true.
    pub fn options(&mut self) -> &mut Options {
        &mut self.options
    }

    /// The table.
    pub fn table(&self) -> &'a Table {
        self.table
    }

    /// The need or bound of a result here: the resource itself if results are not generalised.
    fn generalised(&self, of: impl FnOnce(&Q) -> Q::Resource) -> Q::Resource {
        if self.options.generalise {
            of(&self.query)
        } else {
            self.query.resource()
        }
    }

    fn make_room(&mut self) {
        match &mut self.member {
            None => self.table.make_room(),
            Some(member) => member.make_room(self.table),
        }
    }

    /// Whether the prover reaches its goal within at most `plies` plies.
    pub fn within(&mut self, plies: Plies, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        let (key, resource) = (self.query.key(), self.query.resource());
        let known = self.table.look(key, resource);
        if known.yes_from <= plies {
            return Ok(Outcome::Proved(known.yes_from));
        }
        if known.no_below > plies {
            return Ok(Outcome::Disproved(known.no_below - 1));
        }
        // A search that a limit ended may have left entries.
        self.log.forget(0);
        self.too_deep = false;
        self.asked = plies;
        self.back_to = None;
        self.floor = 0;
        loop {
            meter.state.full = (self.table.used() * 1000 / self.table.capacity()) as u32;
            self.loops = 0;
            let found = self.visit(plies, Thresholds::NONE, meter)?;
            if found.pn == 0 {
                return Ok(Outcome::Proved(found.plies));
            }
            if found.dn == 0 {
                if self.too_deep {
                    return Err(Reason::Depth);
                }
                return Ok(Outcome::Disproved(found.plies));
            }
        }
    }

    /// Searches the position of the query until one of its numbers reaches its threshold.
    fn visit(
        &mut self,
        within: Plies,
        thresholds: Thresholds,
        meter: &mut Meter<'_>,
    ) -> Result<Found<Q::Resource>, Reason> {
        meter.tick()?;
        let start = meter.nodes();
        // With several threads the table changes all the time, so they ask less often.
        if (self.member.is_none() || start.is_multiple_of(16)) && self.table.is_full() {
            self.make_room();
            if self.table.has_lost_much() {
                meter.lose();
            }
        }
        let mut node = match self.enter(within, thresholds, meter)? {
            Entered::Node(node) => node,
            Entered::Decided(found) => return Ok(found),
        };
        let searched = self.search(&mut node, meter);
        self.path.pop();
        let found = searched.map(|()| self.conclude(&node, meter.nodes() - start));
        self.children.truncate(node.base);
        found
    }

    /// The recursion: visits the best child until the node is decided or a number has reached its
    /// threshold.
    fn search(&mut self, node: &mut Node<Q::Resource>, meter: &mut Meter<'_>) -> Result<(), Reason> {
        let loops = self.loops;
        self.open_all(node);
        self.measure(node);
        while let Some(thresholds) = self.next(node, meter)? {
            let found = self.descend(node, thresholds, meter)?;
            self.ascend(node, &found, meter);
        }
        self.loops = self.loops.min(loops);
        Ok(())
    }

    /// Finds the child to visit next, the best one, and its thresholds. `None` if the node is
    /// decided, if a number has reached its threshold or if another thread has made the visit
    /// useless.
    fn next(
        &mut self,
        node: &mut Node<Q::Resource>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Thresholds>, Reason> {
        loop {
            // A child that is opened late may be the one that was visited before.
            if self.options.control && node.numbers.any_old && !node.loops {
                self.loops += 1;
                node.loops = true;
            }
            let changed = (node.numbers.combined == 0
                && (self.open_rest(node) || (node.rest && self.list_rest(node))))
                || (node.numbers.least == 0 && !node.prover && !self.stands(node, meter)?);
            if changed {
                self.measure(node);
                continue;
            }
            if node.numbers.decided() {
                return Ok(None);
            }
            let thresholds = node.thresholds(self.loops > 0);
            if node.numbers.reach(thresholds) || self.overtaken() {
                return Ok(None);
            }
            if self.member.is_some() && self.refresh(node) {
                self.measure(node);
                continue;
            }
            return Ok(Some(self.child_thresholds(node, thresholds)));
        }
    }

    /// Visits the best child, or replays a known proof there.
    fn descend(
        &mut self,
        node: &Node<Q::Resource>,
        thresholds: Thresholds,
        meter: &mut Meter<'_>,
    ) -> Result<Found<Q::Resource>, Reason> {
        let child = &self.children[node.best()];
        let (seen, free, mv) = (child.seen, child.edge.free, child.edge.mv);
        let below = node.below::<Q>(&child.edge);
        if !seen {
            self.loops = self.loops.saturating_sub(1);
        }
        if !node.prover
            && let Some(found) = self.replayed(node, meter)?
        {
            return Ok(found);
        }
        let place = self.children[node.best()].place();
        // A first visit ends before the other threads could use the knowledge of it.
        let announced = seen && self.member.is_some();
        if let (true, Some(member)) = (announced, &self.member) {
            member.enter(place);
        }
        let depth = usize::from(node.depth);
        if depth < PackedLine::MOST {
            meter.state.line.put(depth, self.query.pack_move(mv));
            if depth == 0 {
                meter.state.thresholds = (thresholds.pn, thresholds.dn);
            }
        }
        let undo = self.query.make(mv);
        debug_assert!(!free || node.prover || self.query.prover_to_move());
        let floor = self.floor;
        if Q::GROUND {
            self.floor = floor_below::<Q>(floor, node, below);
        }
        let found = self.visit(below, thresholds, meter);
        if Q::GROUND {
            self.floor = floor;
        }
        self.query.unmake(mv, undo);
        if let (true, Some(member)) = (announced, &self.member) {
            member.leave(place);
        }
        found
    }

    /// Takes over what the visit of the best child found.
    fn ascend(&mut self, node: &mut Node<Q::Resource>, found: &Found<Q::Resource>, meter: &mut Meter<'_>) {
        let child = &mut self.children[node.best()];
        child.seen = true;
        child.update::<Q>(found, node.prover);
        if let Some(member) = &self.member
            && child.status != Status::Open
        {
            member.announce(child.place(), child.edge.key);
        }
        self.back(node);
        let child = &self.children[node.best()];
        if child.status == node.failed() && self.waits(node.best() + 1) {
            self.open_chain(node, node.best() + 1);
        }
        self.measure(node);
        if node.depth == 0 {
            (meter.state.pn, meter.state.dn) = node.pn_dn();
            meter.state.full = (self.table.used() * 1000 / self.table.capacity()) as u32;
        }
    }
}
