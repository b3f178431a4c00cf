//! Iterative deepening: within 0 plies, within 1, within 2, and so on, depth first.
//!
//! The search of Lines of Action for shortest lengths, and the reference for lengths in tests.
//! "Within N plies" depends on the position and N alone: the induction goes down with N. So no line
//! is endless, repetition needs no care, and every fact in the map is true on every path. The
//! search knows no dominance, and of the looks only [`crate::Lookahead::glance`]. The first bound
//! with a proof is the shortest length.
//!
//! A failure says how far it reaches. A line that was cut off could have ended some plies later at
//! the soonest; the least such number over all lines gives the next bound (R. Korf, *Depth-first
//! iterative-deepening*, 1985, does so with costs). So games in which the sides take turns are
//! asked for 1, 3, 5… plies, and if no line was cut off, there is no proof at all. A disproof that
//! rests on endless play is found only up to the bound of the question: with [`EVER`] such a search
//! ends by its limits.
//!
//! The reply that refuted a position the last time is tried first. Killer trees: `killer.rs`.

use crate::Outcome;
use crate::evidence::Decides;
use crate::exact::{Exact, Facts};
use crate::killer::{Killer, Start};
use crate::limits::{Meter, Reason};
use crate::number::{EVER, Plies, longer};
use crate::platform::max_depth;
use crate::query::{Edge, Query};
use yose_board::Key;

/// The search.
pub struct Deepening<Q: Query> {
    query: Q,
    known: Exact<Facts>,
    killer: Killer,
    /// Moves of all positions between the root and here.
    edges: Vec<Edge<Q::Move, Q::Resource>>,
}

/// Positions that follow the search, with the same side to move.
struct Models<'a, Q> {
    /// A proved position.
    killer: Option<&'a mut Q>,
    /// A disproved position.
    dual: Option<&'a mut Q>,
}

impl<Q> Models<'_, Q> {
    const NONE: Self = Models {
        killer: None,
        dual: None,
    };
}

impl<Q: Query> Decides<Q> for Deepening<Q> {
    fn disproved(&self, key: Key, resource: Q::Resource, within: Plies) -> bool {
        self.known
            .get(key, resource)
            .is_some_and(|known| known.no_below > within)
    }
    fn ask(&mut self, at: &Q, within: Plies, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        self.query = at.clone();
        self.at_once(within, meter)
    }
}

/// A model after a move, if it can play that move too, with the undo of the move.
fn follow<Q: Query>(model: Option<&mut Q>, packed: u16) -> Option<(&mut Q, Q::Move, Q::Undo)> {
    let model = model?;
    let m = model.find_move(packed)?;
    let undo = model.make(m);
    Some((model, m, undo))
}

impl<Q: Query> Deepening<Q> {
    /// A search from a position with a map of `hash_mb` MB. When the map is full, the search goes
    /// on with the entries that it has.
    pub fn new(query: Q, hash_mb: usize) -> Self {
        Self::over(query, Exact::new(hash_mb).forgetful())
    }

    /// A search from a position with a map of `entries` entries. When the map is full, the search
    /// ends.
    pub fn with_entries(query: Q, entries: usize) -> Self {
        Self::over(query, Exact::with_entries(entries))
    }

    fn over(query: Q, known: Exact<Facts>) -> Self {
        const { assert!(!Q::GROUND, "deepening has no ground") };
        Deepening {
            query,
            known,
            killer: Killer::default(),
            edges: Vec::with_capacity(4096),
        }
    }

    /// The search with killer trees.
    #[must_use]
    pub fn with_killer(self, killer: Killer) -> Self {
        Deepening { killer, ..self }
    }

    /// The query, which stands at the root.
    pub fn query(&mut self) -> &mut Q {
        &mut self.query
    }

    /// Positions in the map.
    pub fn entries(&self) -> usize {
        self.known.len()
    }

    /// Whether the prover reaches its goal within `plies` plies, and if so, the shortest length.
    pub fn within(&mut self, plies: Plies, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        let mut bound = 0;
        loop {
            if usize::from(bound) > max_depth() {
                return Err(Reason::Depth);
            }
            match self.visit(bound, Models::NONE, meter)? {
                Outcome::Disproved(reach) if reach < plies => {
                    bound = reach + 1;
                    meter.state.lower = u32::from(bound);
                }
                decided => return Ok(decided),
            }
        }
    }

    /// Whether the prover reaches its goal within `plies` plies, asked at once: a proof need not be
    /// the shortest.
    pub fn at_once(&mut self, plies: Plies, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        self.visit(plies, Models::NONE, meter)
    }

    /// Whether the prover reaches its goal from here with `left` plies left.
    fn visit(
        &mut self,
        left: Plies,
        models: Models<'_, Q>,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome, Reason> {
        meter.tick()?;
        if let Some(outcome) = self.query.glance(left) {
            return Ok(outcome);
        }
        let (key, resource) = (self.query.key(), self.query.resource());
        if left == 1 && self.query.prover_to_move() {
            // Searching again is as quick as looking it up.
            let base = self.edges.len();
            let found = self.decide(base, left, 0, Models::NONE, meter);
            self.edges.truncate(base);
            return found.map(|(outcome, _)| outcome);
        }
        let known = self.known.get(key, resource);
        if let Some(known) = known {
            if known.yes_from <= left {
                return Ok(Outcome::Proved(known.yes_from));
            }
            if known.no_below > left {
                return Ok(Outcome::Disproved(known.no_below - 1));
            }
        }
        let base = self.edges.len();
        let found = self.decide(base, left, known.map_or(0, |k| k.mv), models, meter);
        self.edges.truncate(base);
        let (outcome, mv) = found?;
        self.known
            .change(key, resource, Facts::NONE, |facts| match outcome {
                Outcome::Proved(plies) => facts.prove(plies, mv),
                Outcome::Disproved(plies) => facts.disprove(plies, mv),
            })?;
        Ok(outcome)
    }

    /// The outcome, and the move that decided.
    fn decide(
        &mut self,
        base: usize,
        left: Plies,
        last: u16,
        models: Models<'_, Q>,
        meter: &mut Meter<'_>,
    ) -> Result<(Outcome, u16), Reason> {
        let prover = self.query.prover_to_move();
        if left == 0 {
            self.query.expand(&mut self.edges);
            if base < self.edges.len() {
                return Ok((Outcome::Disproved(self.reach(prover, base)), 0));
            }
        }
        if prover {
            self.attack(base, left, models, meter)
        } else {
            self.defend(base, left, last, models, meter)
        }
    }

    /// Makes a move, looks at it and takes it back.
    fn try_move(
        &mut self,
        mv: Q::Move,
        left: Plies,
        models: Models<'_, Q>,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome, Reason> {
        let undo = self.query.make(mv);
        let outcome = self.visit(left, models, meter);
        self.query.unmake(mv, undo);
        outcome
    }

    /// The prover is to move.
    fn attack(
        &mut self,
        base: usize,
        left: Plies,
        models: Models<'_, Q>,
        meter: &mut Meter<'_>,
    ) -> Result<(Outcome, u16), Reason> {
        let Models { killer, mut dual } = models;
        let mut tried = 0;
        // The quickest failure.
        let mut plies = EVER;
        if let Some(killer) = killer
            && let Some(known) = self.known.get(killer.key(), killer.resource())
            && known.yes_from < Plies::MAX
            && known.mv != 0
            && left > 0
            && let Some(mv) = self.query.find_move(known.mv)
            && let Some((model, m, undo)) = follow(Some(killer), known.mv)
        {
            tried = known.mv;
            let models = Models {
                killer: Some(&mut *model),
                dual: None,
            };
            let outcome = self.try_move(mv, left - 1, models, meter);
            model.unmake(m, undo);
            let outcome = outcome?;
            meter.hits.killer(matches!(outcome, Outcome::Proved(_)));
            match outcome {
                Outcome::Proved(p) => return Ok((Outcome::Proved(longer(p)), tried)),
                Outcome::Disproved(p) => plies = longer(p),
            }
        }
        self.query.expand(&mut self.edges);
        if left > 2 {
            // The search will look these up.
            for e in &self.edges[base..] {
                self.known.touch(e.key, e.resource);
            }
        }
        // The position after a move that was refuted.
        let mut refuted: Option<Q> = None;
        for i in base..self.edges.len() {
            let mv = self.edges[i].mv;
            let packed = self.query.pack_move(mv);
            debug_assert!(packed != 0, "a packed move is not 0");
            if packed == tried {
                continue;
            }
            let mut followed = follow(dual.as_deref_mut(), packed);
            let child = match &mut followed {
                Some((model, ..)) => Some(&mut **model),
                None => refuted.as_mut(),
            };
            let models = Models {
                killer: None,
                dual: child,
            };
            let undo = self.query.make(mv);
            let outcome = self.visit(left - 1, models, meter);
            if self.killer.dual
                && followed.is_none()
                && refuted.is_none()
                && matches!(outcome, Ok(Outcome::Disproved(_)))
            {
                refuted = Some(self.query.clone());
            }
            self.query.unmake(mv, undo);
            if let Some((model, m, undo)) = followed {
                model.unmake(m, undo);
            }
            match outcome? {
                Outcome::Proved(p) => {
                    meter.hits.proof_by(&self.edges[base..], i - base);
                    return Ok((Outcome::Proved(longer(p)), packed));
                }
                Outcome::Disproved(p) => plies = plies.min(longer(p)),
            }
        }
        Ok((Outcome::Disproved(plies), 0))
    }

    /// The other side is to move.
    fn defend(
        &mut self,
        base: usize,
        left: Plies,
        last: u16,
        models: Models<'_, Q>,
        meter: &mut Meter<'_>,
    ) -> Result<(Outcome, u16), Reason> {
        let Models { mut killer, mut dual } = models;
        self.query.expand(&mut self.edges);
        // The reply that refuted this position, or a sibling, before.
        let by_dual = dual
            .as_ref()
            .and_then(|d| self.known.get(d.key(), d.resource()))
            .map_or(0, |known| known.mv);
        self.bring_forward(base, by_dual);
        self.bring_forward(base, last);
        let mut root: Option<Q> = None;
        if self.killer.pass
            && self.killer.start != Start::Never
            && killer.is_none()
            && self.edges.len() > base + 1
            && left > 1
            && self.query.pass()
        {
            let outcome = self.visit(left - 1, Models::NONE, meter);
            if let Ok(Outcome::Proved(plies)) = outcome
                && self.killer.start.holds(plies, false)
            {
                root = Some(self.query.clone());
            }
            self.query.unpass();
            outcome?;
        }
        // The longest resistance.
        let mut plies = 0;
        for i in base..self.edges.len() {
            let mv = self.edges[i].mv;
            let packed = self.query.pack_move(mv);
            debug_assert!(packed != 0, "a packed move is not 0");
            let takes = self.query.takes(mv);
            // A killer that cannot follow this reply is kept for the next.
            let mut led = follow(killer.as_deref_mut(), packed);
            let guided = led.is_some();
            let mut followed = follow(dual.as_deref_mut(), packed);
            let models = Models {
                killer: match &mut led {
                    Some((model, ..)) => Some(&mut **model),
                    None => root.as_mut(),
                },
                dual: followed.as_mut().map(|(model, ..)| &mut **model),
            };
            let undo = self.query.make(mv);
            let outcome = self.visit(left - 1, models, meter);
            if !guided
                && root.is_none()
                && let Ok(Outcome::Proved(p)) = outcome
                && self.killer.start.holds(p, takes)
            {
                root = Some(self.query.clone());
            }
            self.query.unmake(mv, undo);
            for (model, m, undo) in led.into_iter().chain(followed) {
                model.unmake(m, undo);
            }
            match outcome? {
                Outcome::Disproved(p) => return Ok((Outcome::Disproved(longer(p)), packed)),
                Outcome::Proved(p) => plies = plies.max(longer(p)),
            }
        }
        Ok((Outcome::Proved(plies), 0))
    }

    /// Moves an edge to the front, the others keep their order.
    fn bring_forward(&mut self, base: usize, packed: u16) {
        if packed == 0 {
            return;
        }
        let query = &self.query;
        let edges = &mut self.edges[base..];
        if let Some(i) = edges.iter().position(|e| query.pack_move(e.mv) == packed) {
            edges[..=i].rotate_right(1);
        }
    }

    /// With moves but no plies left: within how many plies there is certainly no proof. In the
    /// other side's position one reply is made; if the prover must move after it, a proof takes at
    /// least one ply more.
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
