//! Replayed killer trees (`killer.rs`) over a map of exact positions, for PDS.

use crate::exact::{Exact, Facts};
use crate::limits::{Meter, Reason};
use crate::number::{Plies, longer, shorter};
use crate::query::{Edge, Query};

/// The most positions of one try.
const MOST: u32 = 1_000;

/// A proof being played again in another position.
pub(crate) struct Replay<'a, Q: Query, V> {
    /// The known facts.
    pub known: &'a mut Exact<V>,
    /// The facts of an entry.
    pub facts: fn(&mut V) -> &mut Facts,
    /// An entry without any.
    pub fresh: V,
    left: u32,
    edges: Vec<Edge<Q::Move, Q::Resource>>,
}

impl<'a, Q: Query, V: Copy + bytemuck::Zeroable> Replay<'a, Q, V> {
    pub fn new(known: &'a mut Exact<V>, facts: fn(&mut V) -> &mut Facts, fresh: V) -> Self {
        Replay {
            known,
            facts,
            fresh,
            left: MOST,
            edges: Vec::new(),
        }
    }

    fn look(&self, key: u64, resource: Q::Resource) -> Facts {
        let entry = self.known.get(key, resource);
        entry.map_or(Facts::NONE, |mut v| *(self.facts)(&mut v))
    }

    fn keep(&mut self, query: &Q, plies: Plies, mv: u16) -> Result<(), Reason> {
        let facts = self.facts;
        self.known.change(query.key(), query.resource(), self.fresh, |v| {
            facts(v).prove(plies, mv);
        })
    }

    /// The prover is to move in both positions, and the model is proved. Returns the length of a
    /// proof of the query's position within `within` plies, if the model's proof carries over.
    pub fn attack(
        &mut self,
        query: &mut Q,
        model: &mut Q,
        within: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Plies>, Reason> {
        let known = self.look(query.key(), query.resource());
        if known.yes_from <= within {
            return Ok(Some(known.yes_from));
        }
        let theirs = self.look(model.key(), model.resource());
        if known.no_below > within || within == 0 || theirs.yes_from == Plies::MAX || theirs.mv == 0 {
            return Ok(None);
        }
        let Some((ours, theirs)) = query.find_move(theirs.mv).zip(model.find_move(theirs.mv)) else {
            return Ok(None);
        };
        let (undo, models) = (query.make(ours), model.make(theirs));
        let result = self.defend(query, model, shorter(within), meter);
        model.unmake(theirs, models);
        query.unmake(ours, undo);
        let Some(plies) = result?.map(longer) else {
            return Ok(None);
        };
        let mv = query.pack_move(ours);
        debug_assert!(mv != 0, "a packed move is not 0");
        self.keep(query, plies, mv)?;
        Ok(Some(plies))
    }

    fn defend(
        &mut self,
        query: &mut Q,
        model: &mut Q,
        within: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Plies>, Reason> {
        let known = self.look(query.key(), query.resource());
        if known.yes_from <= within {
            return Ok(Some(known.yes_from));
        }
        if known.no_below > within || self.left == 0 || query.prover_to_move() {
            return Ok(None);
        }
        meter.tick()?;
        self.left -= 1;
        let base = self.edges.len();
        query.expand(&mut self.edges);
        let result = self.each_reply(query, model, base, within, meter);
        self.edges.truncate(base);
        let Some(plies) = result? else {
            return Ok(None);
        };
        self.keep(query, plies, 0)?;
        Ok(Some(plies))
    }

    fn each_reply(
        &mut self,
        query: &mut Q,
        model: &mut Q,
        base: usize,
        within: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Plies>, Reason> {
        if within == 0 && base < self.edges.len() {
            return Ok(None);
        }
        let mut plies = 0;
        for i in base..self.edges.len() {
            let edge = self.edges[i];
            let known = self.look(edge.key, edge.resource);
            if known.yes_from < within {
                plies = plies.max(longer(known.yes_from));
                continue;
            }
            let Some(theirs) = model.find_move(query.pack_move(edge.mv)) else {
                return Ok(None);
            };
            let (undo, models) = (query.make(edge.mv), model.make(theirs));
            let result = if query.prover_to_move() && model.prover_to_move() {
                self.attack(query, model, shorter(within), meter)
            } else {
                // The reply may have ended the game.
                self.defend(query, model, shorter(within), meter)
            };
            model.unmake(theirs, models);
            query.unmake(edge.mv, undo);
            match result? {
                Some(p) => plies = plies.max(longer(p)),
                None => return Ok(None),
            }
        }
        Ok(Some(plies))
    }
}
