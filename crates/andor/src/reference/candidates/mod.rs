//! Cycle candidates: the method of K. Shibahara, Y. Tajima, Y. Kotani, *A new method of dealing
//! with GHI problem for proving draw and application to 3x4 boards of shogi* (IPSJ Journal 47,
//! 2006), as published, over PDS.
//!
//! A position that comes back on its path is a *cycle candidate*: it is stored as lost for the
//! prover, for every path, and listed. A position that is disproved by way of candidates is
//! *affected*, and its entry is marked. If the root is disproved and affected, every candidate is
//! searched in turn (*check search*) without reading its own entry. If a candidate is won, the
//! marks were wrong: every marked entry is deleted and the root is searched again (*re-search*).
//! Proofs, and disproofs without marks, stay.
//!
//! # Why the answers are right
//!
//! Proofs rest on proofs only. Disproofs without marks rest on proofs and on disproofs without
//! marks. When every candidate of the list, including those of the check searches, has been
//! disproved from its own moves with marked and unmarked disproofs alone, all these positions
//! together are closed (theorem 5 of the paper): all moves of a prover's position lead into the
//! set, and so does one move of each position of the other side. So none of them is won.
//!
//! [`Switches`] has the variations and limits of the paper, [`Counters`] its columns. The better
//! method is `closed.rs`.

mod memory;
mod switches;

use crate::dfpn::Outcome;
use crate::limits::{Meter, Reason};
use crate::number::{EVER, INFINITE, Number, add, longer};
use crate::path::Path;
use crate::query::{Edge, Query};
use memory::{Known, Memory};
pub use switches::{Counters, Deletion, Switches};
use yose_board::Key;

/// The next threshold: one more, and an eighth more for large numbers (as in `pds.rs`).
fn more(number: Number) -> Number {
    (number + 1 + number / 8).min(INFINITE)
}

struct Child<M, R> {
    mv: M,
    key: Key,
    resource: R,
    known: Known,
    /// The search met it nearer to the root before: its number may come from around a loop.
    old: bool,
}

struct Candidate<Q> {
    at: Q,
    checked: bool,
    /// The numbers after the last step of an interleaved check.
    numbers: (Number, Number),
}

/// The search.
pub struct Candidates<Q: Query> {
    switches: Switches,
    memory: Memory<Q::Resource>,
    path: Path<Q::Resource>,
    edges: Vec<Edge<Q::Move, Q::Resource>>,
    children: Vec<Child<Q::Move, Q::Resource>>,
    candidates: Vec<Candidate<Q>>,
    /// Whether the countermeasure against infinite counts is on.
    counter: bool,
    counters: Counters,
    query: Q,
}

impl<Q: Query> Candidates<Q> {
    /// A search of a question.
    pub fn new(query: Q, switches: Switches) -> Self {
        Candidates {
            memory: Memory::new(switches.entries, switches.share_numbers),
            switches,
            path: Path::new(),
            edges: Vec::with_capacity(256),
            children: Vec::with_capacity(4096),
            candidates: Vec::new(),
            counter: false,
            counters: Counters::default(),
            query,
        }
    }

    /// The effort so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Whether the prover reaches its goal at all.
    pub fn ever(&mut self, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        let root = self.query.clone();
        loop {
            let known = self.decide(&root, meter)?;
            if known.is_proved() {
                return Ok(Outcome::Proved(known.plies));
            }
            if !known.affected {
                return Ok(Outcome::Disproved(EVER));
            }
            let refuted = if self.switches.interleaved {
                self.check_in_turn(meter)?
            } else {
                self.check_each(meter)?
            };
            if !refuted {
                return Ok(Outcome::Disproved(EVER));
            }
            self.counters.researches += 1;
            self.prepare();
        }
    }

    /// Searches a position until it is decided, with growing thresholds.
    fn decide(&mut self, at: &Q, meter: &mut Meter<'_>) -> Result<Known, Reason> {
        let (mut thpn, mut thdn) = (1, 1);
        loop {
            let known = self.step(at, (thpn, thdn), meter)?;
            if !known.is_open() {
                return Ok(known);
            }
            (thpn, thdn) = Self::next((known.pn, known.dn));
        }
    }

    /// Raises the smaller threshold.
    fn next((pn, dn): (Number, Number)) -> (Number, Number) {
        if pn <= dn { (more(pn), dn) } else { (pn, more(dn)) }
    }

    /// One visit as a root.
    fn step(
        &mut self,
        at: &Q,
        (thpn, thdn): (Number, Number),
        meter: &mut Meter<'_>,
    ) -> Result<Known, Reason> {
        self.query = at.clone();
        self.counter = self
            .switches
            .countermeasure
            .is_some_and(|threshold| thpn.min(INFINITE).max(thdn) > threshold);
        self.visit(thpn, thdn, meter)
    }

    /// Check searches one after the other, until a candidate is won: `false` if none is.
    fn check_each(&mut self, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        let mut i = 0;
        while i < self.candidates.len() {
            if !self.candidates[i].checked {
                self.counters.checks += 1;
                let at = self.candidates[i].at.clone();
                if self.decide(&at, meter)?.is_proved() {
                    return Ok(true);
                }
                self.candidates[i].checked = true;
            }
            i += 1;
        }
        Ok(false)
    }

    /// Interleaved check searches: each threshold of PDS goes to another candidate.
    fn check_in_turn(&mut self, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        let mut left = true;
        while left {
            left = false;
            let mut i = 0;
            while i < self.candidates.len() {
                if !self.candidates[i].checked {
                    let numbers = self.candidates[i].numbers;
                    if numbers == (0, 0) {
                        self.counters.checks += 1;
                    }
                    let at = self.candidates[i].at.clone();
                    let known = self.step(&at, Self::next(numbers), meter)?;
                    if known.is_proved() {
                        return Ok(true);
                    }
                    self.candidates[i].checked = !known.is_open();
                    self.candidates[i].numbers = (known.pn, known.dn);
                    left |= known.is_open();
                }
                i += 1;
            }
        }
        Ok(false)
    }

    /// Deletes wrong marks before the root is searched again.
    fn prepare(&mut self) {
        if self.switches.clear_numbers {
            self.memory.clear_numbers();
        }
        match self.switches.deletion {
            Deletion::All => {
                self.memory.delete_affected();
                self.candidates.clear();
            }
            Deletion::Influenced => {
                // Every candidate that is won, also those won on the way: entries that rest on
                // them are wrong.
                for candidate in &self.candidates {
                    let (key, resource) = (candidate.at.key(), candidate.at.resource());
                    if self
                        .memory
                        .look(key, resource)
                        .is_some_and(|(k, _)| k.is_proved())
                    {
                        self.memory.delete_influenced(key, resource);
                    }
                }
                let memory = &self.memory;
                self.candidates.retain(|c| {
                    memory
                        .find(c.at.key(), c.at.resource())
                        .is_some_and(|k| k.affected)
                });
                for candidate in &mut self.candidates {
                    candidate.checked = false;
                    candidate.numbers = (0, 0);
                }
            }
        }
    }

    /// Searches the present position until it is decided or both numbers reach their thresholds.
    /// Does not read the entry of that position.
    fn visit(&mut self, thpn: Number, thdn: Number, meter: &mut Meter<'_>) -> Result<Known, Reason> {
        meter.tick()?;
        if self.path.len() >= self.switches.depth {
            return Err(Reason::Depth);
        }
        let (key, resource) = (self.query.key(), self.query.resource());
        let depth = self.path.push(key, resource);
        self.counters.depth = self.counters.depth.max(u32::from(depth));
        let base = self.children.len();
        let found = self.search(base, (thpn, thdn), meter);
        let found = found.and_then(|found| {
            let children = self.children[base..].iter();
            let rests = children
                .filter(|c| found.dn == 0 && c.known.affected)
                .map(|c| (c.key, c.resource));
            self.memory.store(key, resource, found, depth, rests)?;
            Ok(found)
        });
        self.children.truncate(base);
        self.path.pop();
        found
    }

    fn search(
        &mut self,
        base: usize,
        (thpn, thdn): (Number, Number),
        meter: &mut Meter<'_>,
    ) -> Result<Known, Reason> {
        let prover = self.query.prover_to_move();
        self.edges.clear();
        self.query.expand(&mut self.edges);
        for i in 0..self.edges.len() {
            let edge = self.edges[i];
            let child = self.look_up(&edge)?;
            self.children.push(child);
        }
        let (th_least, th_sum) = if prover { (thpn, thdn) } else { (thdn, thpn) };
        loop {
            let (found, best) = self.measure(base, prover);
            let (least, sum) = if prover {
                (found.pn, found.dn)
            } else {
                (found.dn, found.pn)
            };
            let (more_least, more_sum) = (least < th_least, sum < th_sum);
            if !found.is_open() || !(more_least || more_sum) {
                return Ok(found);
            }
            let (mut child_pn, mut child_dn) = (self.children[best].known.pn, self.children[best].known.dn);
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
            let found = self.visit(child_pn, child_dn, meter);
            self.query.unmake(mv, undo);
            self.children[best].known = found?;
        }
    }

    /// The entry of a child; the child becomes a candidate if it is on the path.
    fn look_up(&mut self, edge: &Edge<Q::Move, Q::Resource>) -> Result<Child<Q::Move, Q::Resource>, Reason> {
        let (key, resource) = (edge.key, edge.resource);
        let mut child = Child {
            mv: edge.mv,
            key,
            resource,
            known: Known::open(edge.pn, edge.dn),
            old: false,
        };
        if self.path.repeated(key, resource, false).is_some() {
            let known = Known::candidate();
            if !self.memory.find(key, resource).is_some_and(|k| k.candidate) {
                if self.candidates.len() >= self.switches.candidates {
                    return Err(Reason::Candidates);
                }
                let undo = self.query.make(edge.mv);
                let at = self.query.clone();
                self.query.unmake(edge.mv, undo);
                self.candidates.push(Candidate {
                    at,
                    checked: false,
                    numbers: (0, 0),
                });
                self.counters.candidates = self.counters.candidates.max(self.candidates.len() as u32);
                let none = std::iter::empty();
                self.memory
                    .store(key, resource, known, self.path.len() as u16, none)?;
            }
            child.known = known;
            return Ok(child);
        }
        if let Some((known, depth)) = self.memory.look(key, resource) {
            child.known = known;
            child.old = usize::from(depth) < self.path.len();
        }
        Ok(child)
    }

    /// A node from its children, and the child to go on with.
    fn measure(&self, base: usize, prover: bool) -> (Known, usize) {
        let (mut least, mut second, mut best, mut sum) = (INFINITE, INFINITE, base, 0);
        let mut plies = 0;
        let mut affected = false;
        let mut marked = None;
        for (i, child) in self.children[base..].iter().enumerate() {
            let known = &child.known;
            let (a, b) = if prover {
                (known.pn, known.dn)
            } else {
                (known.dn, known.pn)
            };
            if a == 0 {
                // A disproof without a mark is better.
                if known.affected {
                    marked = Some(base + i);
                    continue;
                }
                let known = if prover {
                    Known::proved(longer(known.plies))
                } else {
                    Known::disproved(false)
                };
                return (known, base + i);
            }
            if (a, b) < (least, second) && known.is_open() {
                (least, second, best) = (a, b, base + i);
            }
            if !(self.counter && child.old && known.is_open()) {
                sum = add(sum, b);
            }
            plies = plies.max(longer(known.plies));
            affected |= known.affected;
        }
        if let Some(i) = marked {
            return (Known::disproved(true), i);
        }
        let known = match (least == INFINITE, prover) {
            (true, true) => Known::disproved(affected),
            (true, false) => Known::proved(plies),
            (false, true) => Known::open(least, sum.max(1)),
            (false, false) => Known::open(sum.max(1), least),
        };
        (known, best)
    }
}
