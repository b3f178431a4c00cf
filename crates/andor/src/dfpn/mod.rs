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
mod numbers;
mod others;
mod replay;
mod three;

use self::child::{Child, Status};
use self::numbers::Numbers;
use crate::killer::Start;
use crate::limits::{Meter, Reason};
use crate::number::{EVER, INFINITE, Number, Plies, shorter};
use crate::options::Options;
use crate::packed_line::PackedLine;
use crate::path::Path;
use crate::platform::MAX_DEPTH;
use crate::promote::Log;
use crate::query::{Edge, Late, Query};
use crate::repetition::Repetitions;
use crate::resource::Resource;
use crate::table::{Known, Table};
use crate::threads::Member;
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
    member: Option<Member<'a>>,
    /// What the root is asked.
    asked: Plies,
    /// Where on the path somebody else has decided a position, while this thread is on its way there.
    back_to: Option<usize>,
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
            member: None,
            asked: EVER,
            back_to: None,
        }
    }

    /// A search that is one of several threads.
    pub(crate) fn in_team(mut self, member: Member<'a>) -> Self {
        self.member = Some(member);
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
        match &mut self.member {
            None => self.table.make_room(),
            Some(member) => member.make_room(self.table),
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
            meter.state.full = (self.table.used() * 1000 / self.table.capacity()) as u32;
            let found = self.visit(plies, INFINITE, INFINITE, &mut 0, meter)?;
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

    /// Searches the position the query stands on until a number reaches its threshold.
    fn visit(
        &mut self,
        within: Plies,
        thpn: Number,
        thdn: Number,
        loops: &mut u32,
        meter: &mut Meter<'_>,
    ) -> Result<Found<Q::Resource>, Reason> {
        meter.tick()?;
        let start = meter.nodes();
        // Others change what this asks, so they ask less often.
        if (self.member.is_none() || start.is_multiple_of(16)) && self.table.is_full() {
            self.make_room();
        }
        let key = self.query.key();
        let resource = self.query.resource();
        let prover = self.query.prover_to_move();
        if self.path.len() >= self.options.max_depth.min(MAX_DEPTH) {
            self.too_deep = true;
            return Ok(Found::disproved(EVER, resource, 0));
        }
        if prover
            && (within == 1 || self.path.len() == 0)
            && self.options.judge
            && let Some(found) = self.judged(within)
        {
            return Ok(found);
        }
        let first = !self.table.seen(self.options.way, key, resource);
        let base = self.children.len();
        self.edges.clear();
        self.query.expand(&mut self.edges);
        if within == 0 && !self.edges.is_empty() {
            self.table.disprove(key, resource, 0, 1);
            return Ok(Found::disproved(0, resource, NOTHING));
        }
        let depth = self.path.push(key, resource);
        let mark = self.log.mark();
        let table = self.table;
        self.children.extend(self.edges.iter().map(|edge| {
            table.touch(edge.key);
            Child {
                edge: *edge,
                status: Status::Hidden,
                old: false,
                seen: false,
                plies: 0,
                piece: resource,
                rests_on: NOTHING,
                replayed: false,
                excused: false,
            }
        }));
        let result = self.expand_and_search(base, prover, within, (thpn, thdn), loops, first, meter);
        self.path.pop();
        let result =
            result.map(|numbers| self.conclude(base, prover, (depth, mark), numbers, meter.nodes() - start));
        self.children.truncate(base);
        result
    }

    #[allow(clippy::too_many_arguments)]
    fn expand_and_search(
        &mut self,
        base: usize,
        prover: bool,
        within: Plies,
        (thpn, thdn): (Number, Number),
        loops: &mut u32,
        first: bool,
        meter: &mut Meter<'_>,
    ) -> Result<Numbers, Reason> {
        let end = self.children.len();
        let winning = if prover { Status::Proved } else { Status::Disproved };
        for i in base..end {
            let child = &self.children[i];
            // Nothing is before the first.
            let late = match child.edge.late {
                Late::No => false,
                _ if !self.options.late || i == base => false,
                // What prolongs is no last resort where plies count.
                Late::Rest => within == EVER,
                Late::Twin | Late::Last => true,
            };
            if child.status != Status::Hidden || late {
                continue;
            }
            self.open_chain(i, prover, within, first);
            if self.children[i].status == winning {
                break;
            }
        }
        // The numbers that this side minimises and combines.
        let (th_least, th_combined) = if prover { (thpn, thdn) } else { (thdn, thpn) };
        let combine = if prover {
            self.options.prover
        } else {
            self.options.defender
        };
        let before = *loops;
        let mut numbers = self.measure(base, prover, combine);
        let mut counted = false;
        loop {
            // Whoever was opened late may be the one that was visited before.
            if self.options.control && numbers.any_old && !counted {
                *loops += 1;
                counted = true;
            }
            if numbers.combined == 0 && self.open_rest(base, prover, within, first) {
                numbers = self.measure(base, prover, combine);
                continue;
            }
            if numbers.least == 0 && !prover && !self.stands(numbers.best, within, meter)? {
                if self.waits(numbers.best + 1) {
                    self.open_chain(numbers.best + 1, prover, within, first);
                }
                numbers = self.measure(base, prover, combine);
                continue;
            }
            if numbers.least == 0 || numbers.combined == 0 {
                break;
            }
            let (mut th_least, mut th_combined) = (th_least, th_combined);
            if *loops > 0 {
                th_least = th_least.max(numbers.least + 1);
                th_combined = th_combined.max(numbers.combined + 1);
            }
            if numbers.least >= th_least || numbers.combined >= th_combined {
                break;
            }
            if self.overtaken() {
                break;
            }
            let i = numbers.best;
            if self.member.is_some() && self.refresh(i, prover, within, first) {
                numbers = self.measure(base, prover, combine);
                continue;
            }
            let Edge { mv, .. } = self.children[i].edge;
            let slack =
                numbers.second / 16 * self.options.epsilon + numbers.second % 16 * self.options.epsilon / 16;
            let mut child_least = th_least.min(numbers.second.saturating_add(1 + slack));
            if self.member.is_some() {
                // The child that looks best need not be the best.
                let child = &self.children[i];
                let least = if prover { child.edge.pn } else { child.edge.dn };
                child_least = child_least.max(least + 1);
            }
            // Where sums are cut off at the largest number there is, what is left may be less than the child has already: it
            // would be visited for ever and do nothing.
            let child = &self.children[i].edge;
            let combined = if prover { child.dn } else { child.pn };
            let child_combined = (th_combined - numbers.rest).max(combined + 1);
            if !self.children[i].seen {
                *loops = loops.saturating_sub(1);
            }
            let (child_pn, child_dn) = if prover {
                (child_least, child_combined)
            } else {
                (child_combined, child_least)
            };
            let seen = self.children[i].seen;
            let place = whole(self.children[i].edge.key, self.children[i].edge.resource);
            let mut replayed = None;
            if !prover && !self.children[i].seen {
                replayed = self.restored(mv, shorter(within), meter)?;
            }
            if !prover && replayed.is_none() && self.options.killer.start != Start::Never {
                replayed = self.killed(base, i, shorter(within), meter)?;
            }
            let found = match replayed {
                Some(found) => found,
                None => {
                    // A first visit is over before the others could make use of knowing.
                    let member = self.member.is_some() && seen;
                    if let (true, Some(member)) = (member, &self.member) {
                        member.enter(place);
                    }
                    let depth = self.path.len();
                    if depth <= PackedLine::MOST {
                        meter.state.line.put(depth - 1, self.query.pack_move(mv));
                        if depth == 1 {
                            meter.state.thresholds = (child_pn, child_dn);
                        }
                    }
                    let undo = self.query.make(mv);
                    let found = self.visit(shorter(within), child_pn, child_dn, loops, meter);
                    self.query.unmake(mv, undo);
                    if let (true, Some(member)) = (member, &self.member) {
                        member.leave(place);
                    }
                    found?
                }
            };
            let child = &mut self.children[i];
            child.seen = true;
            Self::decide(child, &found);
            if let Some(member) = &self.member
                && child.status != Status::Open
            {
                member.announce(place, child.edge.key);
            }
            self.back(i, prover, within, first);
            let child = &self.children[i];
            if child.status != Status::Open && child.status != winning && self.waits(i + 1) {
                self.open_chain(i + 1, prover, within, first);
            }
            numbers = self.measure(base, prover, combine);
            if self.path.len() == 1 {
                (meter.state.pn, meter.state.dn) = if prover {
                    (numbers.least, numbers.combined)
                } else {
                    (numbers.combined, numbers.least)
                };
                meter.state.full = (self.table.used() * 1000 / self.table.capacity()) as u32;
            }
        }
        *loops = before.min(*loops);
        Ok(numbers)
    }
}
