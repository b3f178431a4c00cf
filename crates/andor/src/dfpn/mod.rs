//! Depth-first proof-number search with bounds in plies.
//!
//! A. Nagai, *Df-pn algorithm for searching AND/OR trees and its applications* (2002), with the estimates
//! of df-pn+; "within N plies" entries as in KomoringHeights; path-dependent disproofs apart
//! (Kishimoto and Müller 2004); threshold control (Kishimoto 2010); weak proof numbers (Ueda et al. 2008).
//!
//! # Why the answers are right
//!
//! *Proofs.* A repetition is a failure of the prover, so a proof contains none, and a proved node is proved
//! whatever path led to it. A proof within `n` plies is acyclic by its plies.
//!
//! *Disproofs.* A child that repeats (or is worse than) a position at depth `d` of the path is refuted *given
//! that path*; the refutation rests on depth `d`. A node refuted by children rests on the smallest depth any
//! of them rests on. Once that is the node's own depth or deeper, the node's subtree together with
//! the cycles back into it is a closed set: a shortest proof from the node would have to leave it through a leaf
//! that is itself proved sooner than the position it repeats, which is in the set (and has no less); so there is
//! none, whatever the path. Only then is it stored for all paths.
//!
//! *Bounds.* The argument is by the shortest proof, so it holds word for word for "within `n` plies".

mod child;
mod conclude;
mod node;
mod numbers;
mod others;
mod replay;
mod three;

use self::child::{Child, Status};
use self::node::{Node, Thresholds};
use crate::crew::Post;
use crate::limits::{Meter, Reason};
use crate::number::{EVER, INFINITE, Number, Plies};
use crate::options::Options;
use crate::path::Path;
use crate::promote::Log;
use crate::query::{Edge, Query};
use crate::repetition::Repetitions;
use crate::resource::Resource;
use crate::table::{Known, Table};
use crate::track::Track;
use yose_board::{Key, splitmix};

/// Rests on no path position.
const NOTHING: u16 = u16::MAX;

/// What a finished search knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The prover reaches its goal within so many plies.
    Proved(Plies),
    /// It does not within so many plies ([`EVER`]: never).
    Disproved(Plies),
}

/// What a visit found.
#[derive(Clone, Copy, Debug)]
struct Found<R> {
    pub pn: Number,
    pub dn: Number,
    pub plies: Plies,
    pub piece: R,
    pub rests_on: u16,
}

impl<R> Found<R> {
    fn proved(plies: Plies, piece: R) -> Self {
        Found {
            pn: 0,
            dn: INFINITE,
            plies,
            piece,
            rests_on: NOTHING,
        }
    }

    fn disproved(plies: Plies, piece: R, rests_on: u16) -> Self {
        Found {
            pn: INFINITE,
            dn: 0,
            plies,
            piece,
            rests_on,
        }
    }
}

impl<R: Resource> Found<R> {
    /// The proof the table has within so many plies.
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
    /// A stack of edges for [`replay`].
    spare: Vec<Edge<Q::Move, Q::Resource>>,
    children: Vec<Child<Q::Move, Q::Resource>>,
    /// A path was cut for its length: a disproof at the root is not one.
    too_deep: bool,
    /// The place in a crew of threads.
    post: Option<Post<'a>>,
    /// What the root is asked.
    asked: Plies,
    /// Where on the path somebody else has decided a position, while this thread is on its way there.
    back_to: Option<usize>,
    /// Threshold control: how many nodes of the path have a child whose numbers may come from
    /// around a loop, less the children first visited below them.
    loops: u32,
}

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
            post: None,
            asked: EVER,
            back_to: None,
            loops: 0,
        }
    }

    /// A search that is one of several threads.
    pub(crate) fn with_post(mut self, post: Post<'a>) -> Self {
        self.post = Some(post);
        self
    }

    /// The query at the root. Whatever position it is led to is the root of the next question.
    pub fn query(&mut self) -> &mut Q {
        &mut self.query
    }

    /// The switches. They may change between questions: what the table holds stays true.
    pub fn options(&mut self) -> &mut Options {
        &mut self.options
    }

    /// The table.
    pub fn table(&self) -> &'a Table {
        self.table
    }

    /// What is enough, or still not enough, here: the very resource if results are not to be generalised.
    fn piece(&self, of: impl FnOnce(&Q) -> Q::Resource) -> Q::Resource {
        if self.options.pieces {
            of(&self.query)
        } else {
            self.query.resource()
        }
    }

    fn make_room(&mut self) {
        match &mut self.post {
            None => self.table.make_room(),
            Some(post) => post.make_room(self.table),
        }
    }

    /// Whether the prover reaches its goal within so many plies.
    pub fn within(&mut self, plies: Plies, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        let (key, resource) = (self.query.key(), self.query.resource());
        let known = self.table.look(key, resource);
        if known.yes_from <= plies {
            return Ok(Outcome::Proved(known.yes_from));
        }
        if known.no_below > plies {
            return Ok(Outcome::Disproved(known.no_below - 1));
        }
        // A search that a limit ended may have left something.
        self.log.forget(0);
        self.asked = plies;
        self.back_to = None;
        loop {
            meter.shown.full = (self.table.used() * 1000 / self.table.capacity()) as u32;
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
        if (self.post.is_none() || start.is_multiple_of(16)) && self.table.is_full() {
            self.make_room();
        }
        let mut node = match self.enter(within, thresholds) {
            Ok(node) => node,
            Err(found) => return Ok(found),
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
            let changed = (node.numbers.combined == 0 && self.open_rest(node))
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
            if self.post.is_some() && self.refresh(node) {
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
        let (seen, mv) = (child.seen, child.edge.mv);
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
        let announced = seen && self.post.is_some();
        if let (true, Some(post)) = (announced, &self.post) {
            post.enter(place);
        }
        let depth = usize::from(node.depth);
        if depth < Track::MOST {
            meter.shown.line.put(depth, self.query.pack_move(mv));
            if depth == 0 {
                meter.shown.thresholds = (thresholds.pn, thresholds.dn);
            }
        }
        let undo = self.query.make(mv);
        let found = self.visit(node.below(), thresholds, meter);
        self.query.unmake(mv, undo);
        if let (true, Some(post)) = (announced, &self.post) {
            post.leave(place);
        }
        found
    }

    /// Takes over what the visit of the best child found.
    fn ascend(&mut self, node: &mut Node<Q::Resource>, found: &Found<Q::Resource>, meter: &mut Meter<'_>) {
        let child = &mut self.children[node.best()];
        child.seen = true;
        child.decide(found);
        if let Some(post) = &self.post
            && child.status != Status::Open
        {
            post.tell(child.place(), child.edge.key);
        }
        self.back(node);
        let child = &self.children[node.best()];
        if child.status == node.failed() && self.waits(node.best() + 1) {
            self.open_chain(node, node.best() + 1);
        }
        self.measure(node);
        if node.depth == 0 {
            (meter.shown.pn, meter.shown.dn) = node.pn_dn();
            meter.shown.full = (self.table.used() * 1000 / self.table.capacity()) as u32;
        }
    }
}
