//! The children of a node under search: what is known of each, and when it is opened.

use super::{Found, NOTHING, Search, whole};
use crate::limits::{Meter, Reason};
use crate::number::{EVER, Plies, shorter};
use crate::options::Cycles;
use crate::query::{Edge, Judgement, Late, Query};
use crate::resource::Resource;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    Hidden,
    Open,
    Proved,
    Disproved,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Child<M, R> {
    pub edge: Edge<M, R>,
    pub status: Status,
    /// Open, and visited before at a smaller depth than this: the number may come from around a loop.
    pub old: bool,
    pub seen: bool,
    /// Of a decided child.
    pub plies: Plies,
    /// What a decided child needs or survives.
    pub piece: R,
    pub rests_on: u16,
    /// A sibling's proof has been tried here in this visit (`killer.rs`).
    pub replayed: bool,
    /// A reply that does not count ([`Query::counts`]); it passes for answered.
    pub excused: bool,
}

impl<Q: Query> Search<'_, Q> {
    /// What a look without search says about the prover's position the query stands on, stored.
    pub(super) fn judged(&mut self, within: Plies) -> Option<Found<Q::Resource>> {
        let key = self.query.key();
        match self.query.judge() {
            Judgement::Open => self.judged_deeper(within),
            Judgement::Proved { plies, need } => {
                let need = self.piece(|_| need);
                self.table.prove(key, need, plies, 0, 1);
                (plies <= within).then_some(Found::proved(plies, need))
            }
            Judgement::Disproved { plies, bound } => {
                let bound = self.piece(|_| bound);
                if plies < within {
                    return self.judged_deeper(within);
                }
                self.table.disprove(key, bound, plies, 1);
                Some(Found::disproved(plies, bound, NOTHING))
            }
        }
    }

    /// Where one ply says nothing.
    fn judged_deeper(&mut self, within: Plies) -> Option<Found<Q::Resource>> {
        if self.options.three {
            self.judged_three(within)
        } else {
            None
        }
    }

    pub(super) fn decide(child: &mut Child<Q::Move, Q::Resource>, found: &Found<Q::Resource>) {
        child.edge.pn = found.pn;
        child.edge.dn = found.dn;
        if found.pn == 0 {
            child.status = Status::Proved;
        } else if found.dn == 0 {
            child.status = Status::Disproved;
        } else {
            return;
        }
        child.old = false;
        child.plies = found.plies;
        child.piece = found.piece;
        child.rests_on = found.rests_on;
    }

    /// Looks a hidden child up.
    pub(super) fn open(&mut self, i: usize, prover: bool, within: Plies, first: bool) {
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
            let found = Found::disproved(EVER, piece, rests_on);
            Self::decide(child, &found);
            return;
        }
        let known = self.table.look_in(self.options.way, key, resource);
        if let Some(found) = Found::known_proof(&known, within) {
            Self::decide(child, &found);
            return;
        }
        if known.no_below > within {
            let found = Found::disproved(known.no_below - 1, Q::Resource::unpack(known.bound), NOTHING);
            Self::decide(child, &found);
            return;
        }
        let (yes_from, no_below) = self.query.elsewhere(mv);
        if yes_from <= within {
            let found = Found::proved(yes_from, resource);
            Self::decide(&mut self.children[i], &found);
            return;
        }
        if no_below > within {
            let found = Found::disproved(no_below - 1, resource, NOTHING);
            Self::decide(&mut self.children[i], &found);
            return;
        }
        let child = &mut self.children[i];
        if known.repeats
            && let Some((plies, span)) = self
                .repetitions
                .look(whole(key, resource), within, |span| self.path.last(span))
        {
            let rests_on = self.path.len() as u16 - span;
            let found = Found::disproved(plies, resource, rests_on);
            Self::decide(child, &found);
            if self.options.promote {
                let mark = self.log.mark();
                self.log.wait(key, resource, plies, rests_on, mark);
            }
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
    pub(super) fn open_chain(&mut self, mut i: usize, prover: bool, within: Plies, first: bool) {
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
    pub(super) fn waits(&self, i: usize) -> bool {
        self.options.late
            && self
                .children
                .get(i)
                .is_some_and(|c| c.edge.late == Late::Twin && c.status == Status::Hidden)
    }

    /// Everything open has failed: opens the next last resort, if there is one.
    pub(super) fn open_rest(&mut self, base: usize, prover: bool, within: Plies, first: bool) -> bool {
        let hidden = |c: &Child<Q::Move, Q::Resource>| c.status == Status::Hidden;
        let Some(i) = self.children[base..].iter().position(hidden) else {
            return false;
        };
        self.open_chain(base + i, prover, within, first);
        true
    }

    /// At the other side's turn a child refutes: whether it counts. If not, it passes for answered.
    pub(super) fn stands(&mut self, i: usize, within: Plies, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        let mv = self.children[i].edge.mv;
        let counts = self.query.counts(mv, within, meter)?;
        let resource = self.query.resource();
        let child = &mut self.children[i];
        if let Some(plies) = counts {
            child.plies = child.plies.min(shorter(plies));
            return Ok(true);
        }
        Self::decide(child, &Found::proved(0, resource));
        child.excused = true;
        Ok(false)
    }
}
