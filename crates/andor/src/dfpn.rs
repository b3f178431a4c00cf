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

use crate::crew::Post;
use crate::limits::{Meter, Reason};
use crate::number::{EVER, INFINITE, LARGEST, Number, Plies, add, longer, shorter};
use crate::options::{Combine, Cycles, Options};
use crate::path::{MAX_DEPTH, Path};
use crate::query::{Edge, Judgement, Late, Query};
use crate::repetition::Repetitions;
use crate::resource::Resource;
use crate::table::Table;
use yose_board::{Key, splitmix};

/// Rests on no path position.
pub(crate) const NOTHING: u16 = u16::MAX;

/// What a finished search knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The prover reaches its goal within so many plies.
    Proved(Plies),
    /// It does not within so many plies ([`EVER`]: never).
    Disproved(Plies),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    Hidden,
    Open,
    Proved,
    Disproved,
}

#[derive(Clone, Copy, Debug)]
struct Child<M, R> {
    edge: Edge<M, R>,
    status: Status,
    /// Visited before, at a smaller depth than this: the number may come from around a loop.
    old: bool,
    seen: bool,
    /// Of a decided child.
    plies: Plies,
    /// What a decided child needs or survives.
    piece: R,
    rests_on: u16,
}

/// What a visit found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found<R> {
    pub pn: Number,
    pub dn: Number,
    pub plies: Plies,
    pub piece: R,
    pub rests_on: u16,
}

/// The numbers of a node from its children.
struct Numbers {
    /// The number that is a minimum (proof number at the prover's turn) and the child that has it.
    least: Number,
    best: usize,
    second: Number,
    /// The number that is combined, and how much of it is not the best child's.
    combined: Number,
    rest: Number,
    any_old: bool,
}

/// A search over a table.
pub struct Search<'a, Q: Query> {
    query: Q,
    table: &'a Table,
    options: Options,
    path: Path<Q::Resource>,
    repetitions: Repetitions,
    edges: Vec<Edge<Q::Move, Q::Resource>>,
    children: Vec<Child<Q::Move, Q::Resource>>,
    /// A path was cut for its length: a disproof at the root is not one.
    too_deep: bool,
    /// The place in a crew of threads.
    post: Option<Post<'a>>,
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
            edges: Vec::with_capacity(256),
            children: Vec::with_capacity(4096),
            too_deep: false,
            post: None,
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
        loop {
            meter.shown.full = (self.table.used() * 1000 / self.table.capacity()) as u32;
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
        if self.table.is_full() {
            self.make_room();
        }
        let start = meter.nodes();
        let key = self.query.key();
        let resource = self.query.resource();
        let prover = self.query.prover_to_move();
        if self.path.len() >= MAX_DEPTH {
            self.too_deep = true;
            return Ok(Found {
                pn: INFINITE,
                dn: 0,
                plies: EVER,
                piece: resource,
                rests_on: 0,
            });
        }
        if prover
            && (within == 1 || self.path.len() == 0)
            && self.options.judge
            && let Some(found) = self.judged(within)
        {
            return Ok(found);
        }
        let known = self.table.look(key, resource);
        let first = !known.seen;
        let base = self.children.len();
        self.edges.clear();
        self.query.expand(&mut self.edges);
        if within == 0 && !self.edges.is_empty() {
            self.table.disprove(key, resource, 0, 1);
            return Ok(Found {
                pn: INFINITE,
                dn: 0,
                plies: 0,
                piece: resource,
                rests_on: NOTHING,
            });
        }
        let depth = self.path.push(key, resource);
        let mut touched = 0;
        for edge in &self.edges {
            touched ^= self.table.touch(edge.key);
            self.children.push(Child {
                edge: *edge,
                status: Status::Hidden,
                old: false,
                seen: false,
                plies: 0,
                piece: resource,
                rests_on: NOTHING,
            });
        }
        std::hint::black_box(touched);
        let result = self.expand_and_search(base, prover, within, (thpn, thdn), loops, first, meter);
        self.path.pop();
        let result = result.map(|numbers| self.conclude(base, prover, depth, numbers, meter.nodes() - start));
        self.children.truncate(base);
        result
    }

    /// What a look without search says about the prover's position the query stands on, stored.
    pub(crate) fn judged(&mut self, within: Plies) -> Option<Found<Q::Resource>> {
        let key = self.query.key();
        let resource = self.query.resource();
        match self.query.judge() {
            Judgement::Open => None,
            Judgement::Proved { plies, need } => {
                let need = if self.options.pieces { need } else { resource };
                self.table.prove(key, need, plies, 0, 1);
                (plies <= within).then_some(Found {
                    pn: 0,
                    dn: INFINITE,
                    plies,
                    piece: need,
                    rests_on: NOTHING,
                })
            }
            Judgement::Disproved { plies, bound } => {
                let bound = if self.options.pieces { bound } else { resource };
                if plies < within {
                    return None;
                }
                self.table.disprove(key, bound, plies, 1);
                Some(Found {
                    pn: INFINITE,
                    dn: 0,
                    plies,
                    piece: bound,
                    rests_on: NOTHING,
                })
            }
        }
    }

    fn decide(child: &mut Child<Q::Move, Q::Resource>, found: &Found<Q::Resource>) {
        child.edge.pn = found.pn;
        child.edge.dn = found.dn;
        if found.pn == 0 {
            child.status = Status::Proved;
        } else if found.dn == 0 {
            child.status = Status::Disproved;
        } else {
            return;
        }
        child.plies = found.plies;
        child.piece = found.piece;
        child.rests_on = found.rests_on;
    }

    /// Looks a hidden child up.
    fn open(&mut self, i: usize, prover: bool, within: Plies, first: bool) {
        let child = &mut self.children[i];
        child.status = Status::Open;
        let within = shorter(within);
        let Edge {
            key, resource, mv, ..
        } = child.edge;
        if let Some((depth, piece)) = self.path.repeated(key, resource, self.options.cut_worse) {
            let rests_on = match self.options.cycles {
                Cycles::Apart => depth,
                Cycles::Naive => NOTHING,
            };
            let found = Found {
                pn: INFINITE,
                dn: 0,
                plies: EVER,
                piece,
                rests_on,
            };
            Self::decide(child, &found);
            return;
        }
        let known = self.table.look(key, resource);
        if known.yes_from <= within {
            let found = Found {
                pn: 0,
                dn: INFINITE,
                plies: known.yes_from,
                piece: Q::Resource::unpack(known.need),
                rests_on: NOTHING,
            };
            Self::decide(child, &found);
            return;
        }
        if known.no_below > within {
            let found = Found {
                pn: INFINITE,
                dn: 0,
                plies: known.no_below - 1,
                piece: Q::Resource::unpack(known.bound),
                rests_on: NOTHING,
            };
            Self::decide(child, &found);
            return;
        }
        if known.repeats
            && let Some((plies, span)) = self
                .repetitions
                .look(whole(key, resource), within, |span| self.path.last(span))
        {
            let rests_on = self.path.len() as u16 - span;
            let found = Found {
                pn: INFINITE,
                dn: 0,
                plies,
                piece: resource,
                rests_on,
            };
            Self::decide(child, &found);
            return;
        }
        if known.seen {
            child.seen = true;
            child.edge.pn = known.pn;
            child.edge.dn = known.dn;
            child.old = usize::from(known.depth) < self.path.len();
            return;
        }
        if !prover && self.options.judge && (first || child.edge.late != Late::No) {
            let undo = self.query.make(mv);
            let found = self.judged(within);
            self.query.unmake(mv, undo);
            if let Some(found) = found {
                Self::decide(&mut self.children[i], &found);
            }
        }
    }

    /// Opens a child; if it fails at once, those that wait for it too.
    fn open_chain(&mut self, mut i: usize, prover: bool, within: Plies, first: bool) {
        let failed = if prover { Status::Disproved } else { Status::Proved };
        loop {
            self.open(i, prover, within, first);
            if self.children[i].status != failed || !self.waits(i + 1) {
                return;
            }
            i += 1;
        }
    }

    /// Whether the child is hidden behind its predecessor.
    fn waits(&self, i: usize) -> bool {
        self.options.late
            && self
                .children
                .get(i)
                .is_some_and(|c| c.edge.late == Late::Twin && c.status == Status::Hidden)
    }

    /// Everything open has failed: opens the next last resort, if there is one.
    fn open_rest(&mut self, base: usize, prover: bool, within: Plies, first: bool) -> bool {
        let hidden = |c: &Child<Q::Move, Q::Resource>| c.status == Status::Hidden;
        let Some(i) = self.children[base..].iter().position(hidden) else {
            return false;
        };
        self.open_chain(base + i, prover, within, first);
        true
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
            // Nothing is before the first.
            let late = self.options.late
                && i > base
                && match self.children[i].edge.late {
                    Late::No => false,
                    Late::Twin => true,
                    // What prolongs is no last resort where plies count.
                    Late::Rest => within == EVER,
                };
            if self.children[i].status != Status::Hidden || late {
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
        if self.options.control && numbers.any_old {
            *loops += 1;
        }
        loop {
            if numbers.combined == 0 && self.open_rest(base, prover, within, first) {
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
            let i = numbers.best;
            if self.post.is_some() && self.refresh(i, prover, within, first) {
                numbers = self.measure(base, prover, combine);
                continue;
            }
            let Edge { mv, .. } = self.children[i].edge;
            let slack =
                numbers.second / 16 * self.options.epsilon + numbers.second % 16 * self.options.epsilon / 16;
            let mut child_least = th_least.min(numbers.second.saturating_add(1 + slack));
            if self.post.is_some() {
                // The child that looks best need not be the best.
                let child = &self.children[i];
                let least = if prover { child.edge.pn } else { child.edge.dn };
                child_least = child_least.max(least + 1);
            }
            let child_combined = th_combined - numbers.rest;
            if !self.children[i].seen {
                *loops = loops.saturating_sub(1);
            }
            let (child_pn, child_dn) = if prover {
                (child_least, child_combined)
            } else {
                (child_combined, child_least)
            };
            let place = whole(self.children[i].edge.key, self.children[i].edge.resource);
            let replayed = if prover || self.children[i].seen {
                None
            } else {
                self.restored(mv, shorter(within), meter)?
            };
            let found = match replayed {
                Some(found) => found,
                None => {
                    if let Some(post) = &self.post {
                        post.enter(place);
                    }
                    let undo = self.query.make(mv);
                    let found = self.visit(shorter(within), child_pn, child_dn, loops, meter);
                    self.query.unmake(mv, undo);
                    if let Some(post) = &self.post {
                        post.leave(place);
                    }
                    found?
                }
            };
            let child = &mut self.children[i];
            child.seen = true;
            Self::decide(child, &found);
            if child.status != Status::Open && child.status != winning && self.waits(i + 1) {
                self.open_chain(i + 1, prover, within, first);
            }
            numbers = self.measure(base, prover, combine);
            if self.path.len() == 1 {
                (meter.shown.pn, meter.shown.dn) = if prover {
                    (numbers.least, numbers.combined)
                } else {
                    (numbers.combined, numbers.least)
                };
                meter.shown.full = (self.table.used() * 1000 / self.table.capacity()) as u32;
            }
        }
        *loops = before.min(*loops);
        Ok(numbers)
    }

    /// Whether other threads have changed what is known of a child; takes that over.
    fn refresh(&mut self, i: usize, prover: bool, within: Plies, first: bool) -> bool {
        let child = &self.children[i];
        let known = self.table.look(child.edge.key, child.edge.resource);
        let below = shorter(within);
        if known.yes_from > below && known.no_below <= below {
            if !known.seen || (known.pn, known.dn) == (child.edge.pn, child.edge.dn) {
                return false;
            }
            let child = &mut self.children[i];
            child.edge.pn = known.pn;
            child.edge.dn = known.dn;
            child.seen = true;
            return true;
        }
        self.open_chain(i, prover, within, first);
        true
    }

    /// The numbers of a node from its children.
    #[inline]
    fn measure(&self, base: usize, prover: bool, combine: Combine) -> Numbers {
        let mut n = Numbers {
            least: INFINITE,
            best: base,
            second: INFINITE,
            combined: 0,
            rest: 0,
            any_old: false,
        };
        let (mut sum, mut largest, mut open) = (0 as Number, 0 as Number, 0 as Number);
        let mut best_combined = 0;
        // The least as it looks with other threads at work: it chooses, but is not passed on.
        let mut looks = INFINITE;
        for (i, child) in self.children[base..].iter().enumerate() {
            let (least, combined) = if prover {
                (child.edge.pn, child.edge.dn)
            } else {
                (child.edge.dn, child.edge.pn)
            };
            match child.status {
                Status::Hidden => continue,
                Status::Open => {
                    open += 1;
                    sum = add(sum, combined);
                    largest = largest.max(combined);
                    n.any_old |= child.old;
                }
                Status::Proved | Status::Disproved => {
                    if least == 0 {
                        n.least = 0;
                        n.best = base + i;
                        n.combined = INFINITE;
                        return n;
                    }
                    continue;
                }
            }
            let seems = match &self.post {
                None => least,
                // Where another thread is at work, this one goes only if nothing else is close.
                Some(post) => add(
                    least,
                    post.crowd(whole(child.edge.key, child.edge.resource), least),
                ),
            };
            n.least = n.least.min(least);
            // Of two that are as easy, the one the opponent finds harder to deal with.
            if seems < looks || (seems == looks && combined > best_combined) {
                n.second = looks;
                looks = seems;
                n.best = base + i;
                best_combined = combined;
            } else if seems < n.second {
                n.second = seems;
            }
        }
        if open == 0 {
            return n;
        }
        match combine {
            Combine::Sum => {
                n.combined = sum;
                n.rest = sum.saturating_sub(best_combined);
            }
            Combine::Weak => {
                n.combined = add(largest, open - 1);
                n.rest = open - 1;
            }
        }
        n
    }

    /// Puts the result of a node together and stores it. The query stands on the node.
    fn conclude(
        &mut self,
        base: usize,
        prover: bool,
        depth: u16,
        numbers: Numbers,
        amount: u64,
    ) -> Found<Q::Resource> {
        let key = self.query.key();
        let resource = self.query.resource();
        let amount = u32::try_from(amount).unwrap_or(u32::MAX);
        let (pn, dn) = if prover {
            (numbers.least, numbers.combined)
        } else {
            (numbers.combined, numbers.least)
        };
        if pn != 0 && dn != 0 {
            let (pn, dn) = (pn.min(LARGEST), dn.min(LARGEST));
            self.table.open(key, resource, (pn, dn), depth, amount);
            return Found {
                pn,
                dn,
                plies: 0,
                piece: resource,
                rests_on: NOTHING,
            };
        }
        let children = &self.children[base..];
        if numbers.least == 0 {
            // One child decides.
            let child = &self.children[numbers.best];
            let plies = longer(child.plies);
            let mv = child.edge.mv;
            let piece = match (self.options.pieces, prover) {
                (false, _) => resource,
                (true, true) => self.query.need_before(mv, child.piece),
                (true, false) => self.query.bound_before(mv, child.piece),
            };
            if prover {
                debug_assert!(resource.covers(piece), "{resource:?} {piece:?}");
                self.table
                    .prove(key, piece, plies, self.query.pack_move(mv), amount);
                return Found {
                    pn: 0,
                    dn: INFINITE,
                    plies,
                    piece,
                    rests_on: NOTHING,
                };
            }
            let rests_on = child.rests_on;
            return self.refuted(key, resource, depth, plies, piece, rests_on, amount);
        }
        // All children decide.
        if prover {
            let mut met: Option<Q::Resource> = None;
            let mut plies = EVER;
            let mut rests_on = NOTHING;
            for child in children {
                plies = plies.min(longer(child.plies));
                rests_on = rests_on.min(child.rests_on);
                if self.options.pieces {
                    let bound = self.query.bound_before(child.edge.mv, child.piece);
                    met = Some(met.map_or(bound, |m| m.meet(bound)));
                }
            }
            let piece = if self.options.pieces {
                self.query.bound_of_all(met)
            } else {
                resource
            };
            self.refuted(key, resource, depth, plies, piece, rests_on, amount)
        } else {
            let mut joined: Option<Q::Resource> = None;
            let mut plies = 0;
            for child in children {
                plies = plies.max(longer(child.plies));
                if self.options.pieces {
                    let need = self.query.need_before(child.edge.mv, child.piece);
                    joined = Some(joined.map_or(need, |j| j.join(need)));
                }
            }
            let piece = if self.options.pieces {
                self.query.need_of_all(joined)
            } else {
                resource
            };
            debug_assert!(resource.covers(piece), "{resource:?} {piece:?}");
            self.table.prove(key, piece, plies, 0, amount);
            Found {
                pn: 0,
                dn: INFINITE,
                plies,
                piece,
                rests_on: NOTHING,
            }
        }
    }

    /// Stores a disproof where it belongs.
    #[allow(clippy::too_many_arguments)]
    fn refuted(
        &mut self,
        key: Key,
        resource: Q::Resource,
        depth: u16,
        plies: Plies,
        piece: Q::Resource,
        rests_on: u16,
        amount: u32,
    ) -> Found<Q::Resource> {
        debug_assert!(piece.covers(resource), "{resource:?} {piece:?}");
        let rests_on = if rests_on >= depth { NOTHING } else { rests_on };
        if rests_on == NOTHING {
            if !(self.too_deep && depth == 0) {
                self.table.disprove(key, piece, plies, amount);
            }
        } else {
            let span = depth - rests_on;
            if let Some(path) = self.path.last(span) {
                self.repetitions.keep(whole(key, resource), path, plies, span);
            }
            self.table.repeats(key, resource, depth, amount);
        }
        Found {
            pn: INFINITE,
            dn: 0,
            plies,
            piece,
            rests_on,
        }
    }
}
