//! Replaying a known proof in a similar position.
//!
//! After Y. Kawano, *Using similar positions to search game trees* (1996), and the killer trees of K. Sakuta and
//! H. Iida: where the other side's reply only puts something in the way, the prover takes it out of the way
//! ([`Query::restore`]), and then mostly everything goes as it would have gone without: so before such a reply is
//! searched, the proof of the position before it is played again after it, move for move, every reply of the new position
//! answered. What comes out is a proof like any other, with its own needs; if a single reply has no answer, nothing is
//! claimed. Ranks fall in the proof that is played again, so this ends; and it is given up after a number of positions.
//!
//! Switched off by [`Options::replay`](crate::Options).

use super::{Found, NOTHING, Search};
use crate::limits::{Meter, Reason};
use crate::number::{INFINITE, Plies, longer, shorter};
use crate::query::{Edge, Query};
use crate::resource::Resource;

/// At most so many positions a try.
const MOST: u32 = 1_000;

fn proved<R>(plies: Plies, piece: R) -> Found<R> {
    Found {
        pn: 0,
        dn: INFINITE,
        plies,
        piece,
        rests_on: NOTHING,
    }
}

impl<Q: Query> Search<'_, Q> {
    /// At the other side's turn: tries to answer `reply` by restoring, and then as if it had not been played. A proof of
    /// the position after the reply, within so many plies from there.
    pub(super) fn restored(
        &mut self,
        reply: Q::Move,
        within: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Found<Q::Resource>>, Reason> {
        if !self.options().replay {
            return Ok(None);
        }
        let mut twin = self.query().clone();
        self.restore(&mut twin, reply, within, &mut MOST.clone(), meter)
    }

    /// What is enough here, or all there is if results are not to be generalised.
    fn needs(&mut self, need: impl FnOnce(&Q) -> Q::Resource) -> Q::Resource {
        if self.options().pieces {
            need(self.query())
        } else {
            self.query().resource()
        }
    }

    fn restore(
        &mut self,
        twin: &mut Q,
        reply: Q::Move,
        within: Plies,
        left: &mut u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Found<Q::Resource>>, Reason> {
        let Some(answer) = self.query().restore(reply) else {
            return Ok(None);
        };
        let undo = self.query().make(reply);
        let mut result = Ok(None);
        if within > 0 && self.query().prover_to_move() {
            let mut edges = Vec::new();
            self.query().expand(&mut edges);
            if edges.iter().any(|e| e.mv == answer) {
                result = self.answered(twin, None, answer, within, left, meter);
            }
        }
        self.query().unmake(reply, undo);
        result
    }

    /// The prover plays `ours` here, and `theirs`, if anything, in the twin.
    fn answered(
        &mut self,
        twin: &mut Q,
        theirs: Option<Q::Move>,
        ours: Q::Move,
        within: Plies,
        left: &mut u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Found<Q::Resource>>, Reason> {
        let before = *left;
        let undo = self.query().make(ours);
        let twins = theirs.map(|m| (m, twin.make(m)));
        let result = self.replies(twin, shorter(within), left, meter);
        if let Some((m, undo)) = twins {
            twin.unmake(m, undo);
        }
        self.query().unmake(ours, undo);
        let Some(found) = result? else {
            return Ok(None);
        };
        let piece = self.needs(|query| query.need_before(ours, found.piece));
        let plies = longer(found.plies);
        let (key, mv) = (self.query().key(), self.query().pack_move(ours));
        self.table().prove(key, piece, plies, mv, before - *left);
        Ok(Some(proved(plies, piece)))
    }

    /// The other side is to move: every reply must be answered.
    fn replies(
        &mut self,
        twin: &mut Q,
        within: Plies,
        left: &mut u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Found<Q::Resource>>, Reason> {
        let (key, resource) = (self.query().key(), self.query().resource());
        let known = self.table().look(key, resource);
        if known.yes_from <= within {
            return Ok(Some(proved(known.yes_from, Q::Resource::unpack(known.need))));
        }
        if known.no_below > within || *left == 0 || self.query().prover_to_move() {
            return Ok(None);
        }
        meter.tick()?;
        *left -= 1;
        let before = *left;
        let mut ours = Vec::new();
        self.query().expand(&mut ours);
        let mut theirs = Vec::new();
        let mut joined: Option<Q::Resource> = None;
        let mut plies = 0;
        for edge in &ours {
            if within == 0 {
                return Ok(None);
            }
            if theirs.is_empty() {
                twin.expand(&mut theirs);
            }
            let Some(found) = self.reply(twin, edge, &theirs, shorter(within), left, meter)? else {
                return Ok(None);
            };
            plies = plies.max(longer(found.plies));
            let need = self.query().need_before(edge.mv, found.piece);
            joined = Some(joined.map_or(need, |j| j.join(need)));
        }
        let piece = self.needs(|query| query.need_of_all(joined));
        self.table().prove(key, piece, plies, 0, 1 + before - *left);
        Ok(Some(proved(plies, piece)))
    }

    /// One reply: known, answered at once, answered as in the twin, or restored.
    fn reply(
        &mut self,
        twin: &mut Q,
        edge: &Edge<Q::Move, Q::Resource>,
        theirs: &[Edge<Q::Move, Q::Resource>],
        within: Plies,
        left: &mut u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Found<Q::Resource>>, Reason> {
        let known = self.table().look(edge.key, edge.resource);
        if known.yes_from <= within {
            return Ok(Some(proved(known.yes_from, Q::Resource::unpack(known.need))));
        }
        if known.no_below > within {
            return Ok(None);
        }
        let same = theirs.iter().find(|e| e.mv == edge.mv).and_then(|e| {
            let known = self.table().look(e.key, e.resource);
            (known.yes_from < Plies::MAX).then_some(known.mv)
        });
        let undo = self.query().make(edge.mv);
        let mut result = Ok(None);
        let mut refuted = false;
        let ours = self.query().prover_to_move();
        if ours && !known.seen && self.options().judge {
            let found = self.judged(within);
            refuted = found.is_some_and(|found| found.pn != 0);
            result = Ok(found.filter(|found| found.pn == 0));
        }
        if let (false, Ok(None), Some(mv)) = (refuted, &result, same)
            && mv != 0
            && ours
        {
            let undo = twin.make(edge.mv);
            result = self.attack(twin, mv, within, left, meter);
            twin.unmake(edge.mv, undo);
        }
        self.query().unmake(edge.mv, undo);
        match result {
            Ok(None) if !refuted => self.restore(twin, edge.mv, within, left, meter),
            done => done,
        }
    }

    /// The prover is to move: as in the twin, where `packed` is the proving move.
    fn attack(
        &mut self,
        twin: &mut Q,
        packed: u16,
        within: Plies,
        left: &mut u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Found<Q::Resource>>, Reason> {
        if within == 0 {
            return Ok(None);
        }
        let mut edges = Vec::new();
        self.query().expand(&mut edges);
        let find = |query: &Q, edges: &[Edge<Q::Move, Q::Resource>]| {
            edges.iter().map(|e| e.mv).find(|&m| query.pack_move(m) == packed)
        };
        if let Some(m) = find(self.query(), &edges) {
            return self.answered(twin, Some(m), m, within, left, meter);
        }
        let mut theirs = Vec::new();
        twin.expand(&mut theirs);
        let Some(m) = find(twin, &theirs) else {
            return Ok(None);
        };
        match self.query().counterpart(twin, m, &edges) {
            Some(ours) => self.answered(twin, Some(m), ours, within, left, meter),
            None => Ok(None),
        }
    }
}
