//! PDS: multiple iterative deepening over proof and disproof numbers.
//!
//! A. Nagai, *A new AND/OR tree search algorithm using proof number and disproof number* (1998),
//! the step before df-pn. A visit ends when *both* numbers have reached their thresholds (df-pn:
//! either). Every step raises one threshold of the best child by one: that of the proof number
//! where the node looks like a proof (`pn <= dn`), else that of the disproof number. PDS is a
//! second opinion that shares neither table nor thresholds with df-pn.
//!
//! # Cycles
//!
//! As in df-pn, a position that comes back on its path is a failure of the prover *on that path*. A
//! disproof knows the smallest depth that it rests on, and is stored only if that depth lies within
//! its own subtree; other disproofs are forgotten when the search leaves the parent. The numbers
//! that a node holds of its children never shrink while it is open, so each visit ends. Numbers
//! that feed on each other around a loop run out of range, and then the last visit is a plain
//! depth-first search of lines without repetition. So the search ends, if not always soon.

use crate::Outcome;
use crate::exact::{Exact, Facts};
use crate::killer::{Killer, Start};
use crate::limits::{Meter, Reason};
use crate::number::{EVER, INFINITE, Number, Plies, add, longer, shorter};
use crate::path::Path;
use crate::platform::max_depth;
use crate::query::{Edge, Query};
use crate::reference::replay::Replay;

/// Rests on no path position.
const NOTHING: u16 = u16::MAX;

/// The next threshold: one more, and an eighth more for large numbers, because those mostly feed on
/// each other around a loop and say nothing.
fn more(number: Number) -> Number {
    (number + 1 + number / 8).min(INFINITE)
}

/// What the map holds of a position.
#[derive(Clone, Copy, bytemuck::Zeroable)]
struct Known {
    facts: Facts,
    pn: Number,
    dn: Number,
}

/// The entry of a new position.
const FRESH: Known = Known {
    facts: Facts::NONE,
    pn: 1,
    dn: 1,
};

/// The numbers of a node, and for a decided node its plies and the smallest depth it rests on.
#[derive(Clone, Copy)]
struct Found {
    pn: Number,
    dn: Number,
    plies: Plies,
    rests_on: u16,
}

impl Found {
    fn proved(plies: Plies) -> Found {
        Found {
            pn: 0,
            dn: INFINITE,
            plies,
            rests_on: NOTHING,
        }
    }

    fn disproved(plies: Plies, rests_on: u16) -> Found {
        Found {
            pn: INFINITE,
            dn: 0,
            plies,
            rests_on,
        }
    }

    fn is_open(&self) -> bool {
        self.pn != 0 && self.dn != 0
    }
}

struct Child<M> {
    mv: M,
    found: Found,
    /// The proof number that the list of moves gave.
    estimate: Number,
    /// Whether a sibling's proof has been tried on this child in this visit.
    replayed: bool,
}

/// The search.
pub struct Pds<Q: Query> {
    query: Q,
    known: Exact<Known>,
    killer: Killer,
    path: Path<Q::Resource>,
    edges: Vec<Edge<Q::Move, Q::Resource>>,
    /// Children of all positions between the root and here.
    children: Vec<Child<Q::Move>>,
}

impl<Q: Query> Pds<Q> {
    /// A search from a position with a map of `hash_mb` MB.
    pub fn new(query: Q, hash_mb: usize) -> Self {
        Self::over(query, Exact::new(hash_mb))
    }

    /// A search from a position with a map of `entries` entries.
    pub fn with_entries(query: Q, entries: usize) -> Self {
        Self::over(query, Exact::with_entries(entries))
    }

    /// The search with killer trees.
    #[must_use]
    pub fn with_killer(self, killer: Killer) -> Self {
        Pds { killer, ..self }
    }

    /// The query, which stands at the root.
    pub fn query(&mut self) -> &mut Q {
        &mut self.query
    }

    /// Positions in the map.
    pub fn entries(&self) -> usize {
        self.known.len()
    }

    fn over(query: Q, known: Exact<Known>) -> Self {
        Pds {
            query,
            known,
            killer: Killer::default(),
            path: Path::new(),
            edges: Vec::with_capacity(256),
            children: Vec::with_capacity(4096),
        }
    }

    /// Whether the prover reaches its goal within `plies` plies.
    pub fn within(&mut self, plies: Plies, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        let (mut thpn, mut thdn) = (1, 1);
        loop {
            let found = self.visit(plies, thpn, thdn, meter)?;
            if found.pn == 0 {
                return Ok(Outcome::Proved(found.plies));
            }
            if found.dn == 0 {
                return Ok(Outcome::Disproved(found.plies));
            }
            // One more of the smaller.
            (thpn, thdn) = if found.pn <= found.dn {
                (more(found.pn), found.dn)
            } else {
                (found.pn, more(found.dn))
            };
        }
    }

    /// Searches the present position until it is decided or both numbers reach their thresholds.
    fn visit(
        &mut self,
        left: Plies,
        thpn: Number,
        thdn: Number,
        meter: &mut Meter<'_>,
    ) -> Result<Found, Reason> {
        meter.tick()?;
        if self.path.len() >= max_depth() {
            return Err(Reason::Depth);
        }
        let (key, resource) = (self.query.key(), self.query.resource());
        let depth = self.path.push(key, resource);
        let base = self.children.len();
        let found = self.search(base, left, (thpn, thdn), meter);
        self.children.truncate(base);
        self.path.pop();
        let (mut found, mv) = found?;
        if found.rests_on >= depth {
            found.rests_on = NOTHING;
        }
        if found.rests_on == NOTHING {
            self.known.change(key, resource, FRESH, |known| {
                if found.is_open() {
                    (known.pn, known.dn) = (found.pn, found.dn);
                } else if found.pn == 0 {
                    known.facts.prove(found.plies, mv);
                } else {
                    known.facts.disprove(found.plies, mv);
                }
            })?;
        }
        Ok(found)
    }

    fn search(
        &mut self,
        base: usize,
        left: Plies,
        (thpn, thdn): (Number, Number),
        meter: &mut Meter<'_>,
    ) -> Result<(Found, u16), Reason> {
        let prover = self.query.prover_to_move();
        self.edges.clear();
        self.query.expand(&mut self.edges);
        if left == 0 && !self.edges.is_empty() {
            return Ok((Found::disproved(0, NOTHING), 0));
        }
        for i in 0..self.edges.len() {
            let edge = self.edges[i];
            let found = self.look_up(&edge, shorter(left));
            self.children.push(Child {
                mv: edge.mv,
                found,
                estimate: edge.pn,
                replayed: false,
            });
        }
        let (th_least, th_sum) = if prover { (thpn, thdn) } else { (thdn, thpn) };
        loop {
            let (found, best) = self.measure(base, prover);
            let (least, sum) = Self::seen_from(prover, &found);
            let (more_least, more_sum) = (least < th_least, sum < th_sum);
            if !found.is_open() || !(more_least || more_sum) {
                // The move that decides, if there is one: `measure` has stopped at it.
                let decides = !self.children[base..].is_empty() && !found.is_open() && least == 0;
                if decides && prover {
                    let estimates = self.children[base..].iter().map(|child| child.estimate);
                    meter.hits.proof(self.children[best].estimate, estimates);
                }
                let mv = if decides {
                    self.query.pack_move(self.children[best].mv)
                } else {
                    0
                };
                return Ok((found, mv));
            }
            if !prover && self.replay(base, best, shorter(left), meter)? {
                continue;
            }
            let (mut child_pn, mut child_dn) = (self.children[best].found.pn, self.children[best].found.dn);
            // At the prover's turn a node minimises the proof number.
            let proof_like = if more_least && more_sum {
                found.pn <= found.dn
            } else {
                more_least == prover
            };
            if proof_like {
                child_pn = more(child_pn);
            } else {
                child_dn = more(child_dn);
            }
            let mv = self.children[best].mv;
            let undo = self.query.make(mv);
            let found = self.visit(shorter(left), child_pn, child_dn, meter);
            self.query.unmake(mv, undo);
            self.children[best].found = found?;
        }
    }

    /// At the other side's turn: whether the replayed proof of a sibling proves the child.
    fn replay(
        &mut self,
        base: usize,
        best: usize,
        within: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        if self.killer.start == Start::Never || self.children[best].replayed {
            return Ok(false);
        }
        let start = self.killer.start;
        let killer = self.children[base..]
            .iter()
            .find(|c| c.found.pn == 0 && start.holds(c.found.plies, self.query.takes(c.mv)));
        let mut model = self.query.clone();
        match killer {
            Some(killer) => {
                model.make(killer.mv);
            }
            None if self.killer.pass && model.pass() => {}
            None => return Ok(false),
        }
        self.children[best].replayed = true;
        let mv = self.children[best].mv;
        let undo = self.query.make(mv);
        let before = meter.nodes();
        let result = if self.query.prover_to_move() && model.prover_to_move() {
            let mut replay = Replay::new(&mut self.known, |known: &mut Known| &mut known.facts, FRESH);
            replay.attack(&mut self.query, &mut model, within, meter)
        } else {
            Ok(None)
        };
        self.query.unmake(mv, undo);
        let result = result?;
        meter.hits.killer(result.is_some());
        meter.hits.replayed += meter.nodes() - before;
        let Some(plies) = result else {
            return Ok(false);
        };
        self.children[best].found = Found::proved(plies);
        Ok(true)
    }

    /// The numbers of a child before it is visited.
    fn look_up(&self, edge: &Edge<Q::Move, Q::Resource>, left: Plies) -> Found {
        if let Some((depth, _)) = self.path.repeated(edge.key, edge.resource, false) {
            return Found::disproved(EVER, depth);
        }
        let mut found = Found {
            pn: edge.pn,
            dn: edge.dn,
            plies: 0,
            rests_on: NOTHING,
        };
        if let Some(known) = self.known.get(edge.key, edge.resource) {
            if known.facts.yes_from <= left {
                return Found::proved(known.facts.yes_from);
            }
            if known.facts.no_below > left {
                return Found::disproved(known.facts.no_below - 1, NOTHING);
            }
            (found.pn, found.dn) = (known.pn, known.dn);
        }
        found
    }

    /// The number that the side to move minimises, and the number that it sums up.
    fn seen_from(prover: bool, found: &Found) -> (Number, Number) {
        if prover {
            (found.pn, found.dn)
        } else {
            (found.dn, found.pn)
        }
    }

    /// The numbers of a node from its children, and the child to go on with.
    fn measure(&self, base: usize, prover: bool) -> (Found, usize) {
        let (mut least, mut second, mut best, mut sum) = (INFINITE, INFINITE, base, 0);
        // If all fail for the side to move: the quickest failure, the longest resistance.
        let mut plies = if prover { EVER } else { 0 };
        let mut rests_on = NOTHING;
        for (i, child) in self.children[base..].iter().enumerate() {
            let (a, b) = Self::seen_from(prover, &child.found);
            if a == 0 {
                let plies = longer(child.found.plies);
                return if prover {
                    (Found::proved(plies), base + i)
                } else {
                    (Found::disproved(plies, child.found.rests_on), base + i)
                };
            }
            if (a, b) < (least, second) && child.found.is_open() {
                (least, second, best) = (a, b, base + i);
            }
            sum = add(sum, b);
            let length = longer(child.found.plies);
            plies = if prover {
                plies.min(length)
            } else {
                plies.max(length)
            };
            rests_on = rests_on.min(child.found.rests_on);
        }
        let found = match (least == INFINITE, prover) {
            (true, true) => Found::disproved(plies, rests_on),
            (true, false) => Found::proved(plies),
            (false, true) => Found {
                pn: least,
                dn: sum,
                plies: 0,
                rests_on: NOTHING,
            },
            (false, false) => Found {
                pn: sum,
                dn: least,
                plies: 0,
                rests_on: NOTHING,
            },
        };
        (found, best)
    }
}
