//! A question that is a lower bound for every policy, and knows dominance: "mate within n plies, if
//! an interposition does not count that can be taken and, with the piece given back, leaves a mate
//! within n?"
//!
//! **L(P, n)**: some check *m* has L(P·m, n − 1). **L(D, n)**: every reply *r* that is not a drop
//! has L(D·r, n − 1); every drop on *s* has that too, or for some taking L(D/s, n). So a drop may
//! be taken for nothing, at no cost in plies, whatever the core is.
//!
//! *It is a lower bound.* By the induction of docs/guide/futile.md: if D(D, n) under the policy, a
//! drop that counts has A(D·r, n − 1), and a futile one D(D/s, core) with core <= n; so L(D, n).
//!
//! *It is monotone in the attacker's hand*, and lengths under a policy are not. The core is gone,
//! the part that goes up where the rest goes down: with more in hand the attacker keeps its checks
//! and takings, the defender loses drops, and D/s has the same hands as D. So the search compares
//! hands. The bound of a refutation by a drop is the meet of the bounds after the drop and with the
//! piece given back. A proof in which a drop was left aside is kept for exactly its hand.
//!
//! *Only disproofs are sound.* A reply that [`Links::counts`] leaves aside adds nothing to a
//! length, where L(D/s, n) should add its length. So a position may seem mated within fewer plies
//! than it is. That errs on the safe side: a disproof rests on disproofs alone, of children and of
//! D/s, never on a proof.

use crate::policy::shared::{LOWER_BOUND, Shared, forward, forward_hints, leave_out};
use crate::{InHand, Meter, Question, Reason};
use std::rc::Rc;
use yose_andor::{Dominance, Game, Hints, Links, Lookahead};
use yose_andor::{EVER, Edge, Judgement, Outcome, Plies, Resource, Search, schedule};
use yose_board::Key;
use yose_shogi::{Geometry, Move, Position, Undo};

/// A position with this question.
#[derive(Clone)]
pub(crate) struct LowerBound<'t, G: Geometry> {
    inner: Question<G>,
    shared: Rc<Shared<'t>>,
    /// The last drop that was found to count, and its bound with the piece given back; `None`:
    /// nothing takes the piece.
    counted: Option<(Move, Option<InHand>)>,
}

impl<'t, G: Geometry> LowerBound<'t, G> {
    pub fn new(question: Question<G>, shared: Rc<Shared<'t>>) -> Self {
        LowerBound {
            inner: question.marked(LOWER_BOUND),
            shared,
            counted: None,
        }
    }

    /// Moves to another position of the problem.
    pub fn go_to(&mut self, position: Position<G>) {
        self.inner = self.inner.of(position);
    }

    /// The plies, at least `within`, within which there is no mate, and the bound of the disproof;
    /// `None` if there is a mate within `within`.
    fn refuted(
        &self,
        p: &Position<G>,
        within: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(Plies, InHand)>, Reason> {
        let question = self.inner.of(p.clone());
        let (key, hand) = (question.key(), question.resource());
        let known = self.shared.table.look(key, hand);
        if known.yes_from <= within {
            return Ok(None);
        }
        if known.no_below > within {
            return Ok(Some((known.no_below - 1, InHand::unpack(known.bound))));
        }
        let there = LowerBound {
            inner: question,
            shared: self.shared.clone(),
            counted: None,
        };
        let mut search = Search::new(there, self.shared.table, self.shared.options);
        let Outcome::Disproved(plies) = schedule::within(&mut search, within, meter)? else {
            return Ok(None);
        };
        let known = self.shared.table.look(key, hand);
        Ok(Some(if known.no_below > within {
            (known.no_below - 1, InHand::unpack(known.bound))
        } else {
            (plies, hand)
        }))
    }
}

impl<G: Geometry> Game for LowerBound<'_, G> {
    type Move = Move;
    type Undo = Undo;
    type Resource = InHand;
    const COSTS: bool = false;
    const FREE_REPLIES: bool = false;

    forward!();

    /// Every move. Where only drops are legal, those that are taken with mate are left out.
    fn expand(&mut self, out: &mut Vec<Edge<Move, InHand>>) {
        let start = out.len();
        self.inner.expand(out);
        if self.prover_to_move() {
            return;
        }
        let (shared, p) = (&self.shared, self.inner.position());
        leave_out(out, start, |drop, only_drops| {
            only_drops && shared.futile_at_once(p, drop)
        });
    }
}

impl<G: Geometry> Dominance for LowerBound<'_, G> {
    fn need_before(&self, m: Move, need: InHand) -> InHand {
        self.inner.need_before(m, need)
    }

    fn need_of_all(&self, joined: Option<InHand>) -> InHand {
        self.inner.need_of_all(joined)
    }

    fn bound_before(&self, m: Move, bound: InHand) -> InHand {
        let bound = self.inner.bound_before(m, bound);
        if self.prover_to_move() || m.dropped().is_none() {
            return bound;
        }
        match self.counted {
            Some((drop, None)) if drop == m => bound,
            Some((drop, Some(survives))) if drop == m => bound.meet(survives),
            _ => bound.meet(self.resource()),
        }
    }

    fn bound_of_all(&self, met: Option<InHand>) -> InHand {
        self.inner.bound_of_all(met)
    }
}

impl<G: Geometry> Lookahead for LowerBound<'_, G> {
    fn judge(&mut self) -> Judgement<InHand> {
        match self.inner.judge() {
            // There may be a mate that is only delayed by drops that can be taken.
            Judgement::Disproved { plies, .. } if plies < EVER => Judgement::Open,
            judgement => judgement,
        }
    }

    // `glance` gives no answer: a disproof of the inner question is none here.
}

impl<G: Geometry> Hints for LowerBound<'_, G> {
    forward_hints!();
}

impl<G: Geometry> Links for LowerBound<'_, G> {
    fn exact_key(&self) -> Key {
        self.inner.exact_key()
    }

    fn exact_key_after(&self, m: Move, key: Key) -> Key {
        self.inner.exact_key_after(m, key)
    }

    fn elsewhere(&self, m: Move) -> (Plies, Plies) {
        let (key, hands) = self.inner.position().board_key_after(m);
        self.shared
            .ends(key, InHand(hands.0[self.inner.attacker().index()]))
    }

    fn counts(&mut self, reply: Move, within: Plies, meter: &mut Meter<'_>) -> Result<Option<Plies>, Reason> {
        self.counted = None;
        let Some(kind) = reply.dropped() else {
            return Ok(Some(EVER));
        };
        let mut plies = EVER;
        let mut survives = None;
        for taken in self.shared.takings(self.inner.position(), kind, reply.to()) {
            let Some((least, bound)) = self.refuted(&taken.position, within, meter)? else {
                return Ok(None);
            };
            plies = plies.min(least);
            survives = Some(survives.map_or(bound, |met: InHand| met.meet(bound)));
        }
        self.counted = Some((reply, survives));
        Ok(Some(plies))
    }
}
