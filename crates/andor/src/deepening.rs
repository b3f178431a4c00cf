//! Iterative deepening: within 0 plies, within 1, within 2, and so on, depth first.
//!
//! The reference for lengths. "Within N plies" is a fact of the position and N alone: the induction goes down
//! with N, so no line is endless, repetition needs no care, and whatever the memory holds is true on every
//! path. It knows no hooks and no dominance. The first bound with a proof is the shortest length.
//!
//! A failure says how far it reaches: a line that was cut off could have ended so many plies later at the
//! soonest, and the least of that over all lines is the next bound (R. Korf, *Depth-first
//! iterative-deepening*, 1985, does so with costs). So games in which the sides take turns are asked for 1, 3,
//! 5… plies; and if no line was cut off there is no proof at all. A disproof that rests on endless play is
//! found only up to the bound that is asked for: with [`EVER`] such a search ends by its limits.

use crate::Outcome;
use crate::exact::{Exact, Facts};
use crate::limits::{Meter, Reason};
use crate::number::{EVER, Plies, longer};
use crate::path::MAX_DEPTH;
use crate::query::{Edge, Query};

/// The search.
pub struct Deepening<Q: Query> {
    query: Q,
    known: Exact<Facts>,
    /// Moves of all positions between the root and here.
    edges: Vec<Edge<Q::Move, Q::Resource>>,
}

impl<Q: Query> Deepening<Q> {
    /// A search from a position, remembering as much as fits into so many MB.
    pub fn new(query: Q, hash_mb: usize) -> Self {
        Deepening {
            query,
            known: Exact::new(hash_mb),
            edges: Vec::with_capacity(4096),
        }
    }

    /// Whether the prover reaches its goal within so many plies, and if so, in how many at least.
    pub fn within(&mut self, plies: Plies, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        let mut bound = 0;
        loop {
            if usize::from(bound) > MAX_DEPTH {
                return Err(Reason::Depth);
            }
            match self.visit(bound, meter)? {
                Outcome::Disproved(reach) if reach < plies => bound = reach + 1,
                decided => return Ok(decided),
            }
        }
    }

    /// Whether the prover reaches its goal from here with so many plies left.
    fn visit(&mut self, left: Plies, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        meter.tick()?;
        let (key, resource) = (self.query.key(), self.query.resource());
        if let Some(known) = self.known.get(key, resource) {
            if known.yes_from <= left {
                return Ok(Outcome::Proved(known.yes_from));
            }
            if known.no_below > left {
                return Ok(Outcome::Disproved(known.no_below - 1));
            }
        }
        let base = self.edges.len();
        self.query.expand(&mut self.edges);
        let outcome = self.look_at_all(base, left, meter);
        self.edges.truncate(base);
        let outcome = outcome?;
        self.known
            .change(key, resource, Facts::NONE, |facts| match outcome {
                Outcome::Proved(plies) => facts.prove(plies),
                Outcome::Disproved(plies) => facts.disprove(plies),
            })?;
        Ok(outcome)
    }

    /// The outcome of a position whose moves are listed from `base` on.
    fn look_at_all(&mut self, base: usize, left: Plies, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        let prover = self.query.prover_to_move();
        if left == 0 && base < self.edges.len() {
            return Ok(Outcome::Disproved(self.reach(prover, base)));
        }
        // What is the case if no move decides: the quickest failure, the longest resistance.
        let mut plies = if prover { EVER } else { 0 };
        for i in base..self.edges.len() {
            let mv = self.edges[i].mv;
            let undo = self.query.make(mv);
            let outcome = self.visit(left - 1, meter);
            self.query.unmake(mv, undo);
            match (prover, outcome?) {
                (true, Outcome::Proved(p)) => return Ok(Outcome::Proved(longer(p))),
                (false, Outcome::Disproved(p)) => return Ok(Outcome::Disproved(longer(p))),
                (true, Outcome::Disproved(p)) => plies = plies.min(longer(p)),
                (false, Outcome::Proved(p)) => plies = plies.max(longer(p)),
            }
        }
        Ok(if prover {
            Outcome::Disproved(plies)
        } else {
            Outcome::Proved(plies)
        })
    }

    /// With moves but no plies left: within how many plies there is certainly no proof. Of the other side's
    /// position one reply is looked at; if the prover must move after it, it takes at least one ply more.
    fn reach(&mut self, prover: bool, base: usize) -> Plies {
        if prover {
            return 0;
        }
        let mv = self.edges[base].mv;
        let undo = self.query.make(mv);
        let reach = Plies::from(self.query.prover_to_move());
        self.query.unmake(mv, undo);
        reach
    }
}
