//! The question under a policy: "mate within n plies, if futile interpositions do not count?"
//!
//! docs/guide/futile.md defines mate within n plies under a policy. Lengths under a policy are not
//! monotone in the attacker's hand, so the key carries both hands and nothing is compared. Three
//! things help instead:
//!
//! - *Other tables* ([`Links::elsewhere`]). If every drop counts, a mate is also one here, no
//!   longer. If no drop counts and there is no mate within n, there is none here within n. No mate
//!   is no mate under every policy. Both tables are searched with all their dominance.
//! - *Whether a drop is futile is asked last* ([`Links::counts`]): only of a drop that would
//!   refute. Let s be its square, n the bound and the core that of s. If D/s is not mated within n,
//!   either the core is longer than n, or the drop is not futile; both refute. If D/s is mated
//!   within k <= n and the core is not within k - 2, then the core is at least k, and the drop is
//!   futile. If the core is within k - 2, the same is asked of k - 2. So the core itself, which may
//!   be as hard as the whole problem, is rarely needed.
//! - Where only drops are legal, a drop that is taken with mate is seen to be futile at once. Such
//!   drops are never listed.
//!
//! Repetitions are cut as everywhere: along best play lengths fall, so a shortest mate repeats
//! nothing.

use crate::policy::Policy;
use crate::policy::shared::{DropStatus, Shared, UNDER_POLICY, forward, forward_hints, leave_out};
use crate::policy::taking::{Taken, exact, nearer};
use crate::{InHand, Meter, Question, Reason};
use std::rc::Rc;
use yose_andor::{Dominance, Game, Hints, Links, Lookahead};
use yose_andor::{EVER, Edge, Judgement, Outcome, Plies, Search, schedule};
use yose_board::{Key, Square};
use yose_shogi::{Geometry, MateInOne, Move, Position, Undo};

/// A position with the question under a policy.
#[derive(Clone)]
pub(crate) struct UnderPolicy<'t, G: Geometry> {
    /// The question with hands in the key.
    inner: Question<G>,
    shared: Rc<Shared<'t>>,
}

impl<'t, G: Geometry> UnderPolicy<'t, G> {
    pub fn new(question: Question<G>, shared: Rc<Shared<'t>>) -> Self {
        UnderPolicy {
            inner: question.with_hands_in_keys().marked(UNDER_POLICY),
            shared,
        }
    }

    fn at(&self, position: Position<G>) -> Self {
        UnderPolicy {
            inner: self.inner.of(position),
            shared: self.shared.clone(),
        }
    }

    /// Moves to another position of the problem.
    pub fn go_to(&mut self, position: Position<G>) {
        self.inner = self.inner.of(position);
    }

    /// A proved length of at most `plies`, if there is a mate within `plies`, whoever is to move.
    pub fn within(
        &self,
        p: &Position<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Plies>, Reason> {
        if plies == 0 && p.turn() == self.inner.attacker() {
            return Ok(None);
        }
        let (yes_from, no_below) = self.known(p);
        if yes_from <= plies {
            return Ok(Some(yes_from));
        }
        if no_below > plies {
            return Ok(None);
        }
        let mut search = Search::new(self.at(p.clone()), self.shared.table, self.shared.options);
        Ok(match schedule::within(&mut search, plies, meter)? {
            Outcome::Proved(plies) => Some(plies),
            Outcome::Disproved(_) => None,
        })
    }

    /// The facts of the tables: a mate from the first number of plies on, none below the second.
    pub fn known(&self, p: &Position<G>) -> (Plies, Plies) {
        let (key, resource) = self.inner.place(p);
        let known = self.shared.table.look(key, resource);
        let (yes_from, no_below) = self.shared.bounds(p.board_key(), self.hand(p));
        (known.yes_from.min(yes_from), known.no_below.max(no_below))
    }

    /// Stores a mate within `plies` that is known by other means.
    pub fn learn(&self, p: &Position<G>, plies: Plies, packed: u16) {
        let (key, resource) = self.inner.place(p);
        self.shared.table.prove(key, resource, plies, packed, 1);
    }

    fn hand(&self, p: &Position<G>) -> InHand {
        InHand(p.hand(self.inner.attacker()))
    }

    /// C(D, s, n): whether every reply that is not a drop, and every drop that counts nearer to the
    /// king than `square`, is answered within `plies`.
    fn core_within(
        &self,
        p: &Position<G>,
        square: Square,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        for r in p.evading_moves() {
            let drop = r.dropped().is_some();
            if drop && !nearer(p, r.to(), square) {
                continue;
            }
            let mut next = p.clone();
            next.make(r);
            let answered = plies > 0 && self.within(&next, plies - 1, meter)?.is_some();
            // A drop refutes if it counts, or if its own core is longer than `plies`.
            if !answered && (!drop || self.counted(p, r, plies, meter)?.is_some()) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a drop counts, and if so, up to how many plies a refutation after the drop is a
    /// refutation here. The head of this file says how.
    pub fn counted(
        &self,
        p: &Position<G>,
        drop: Move,
        within: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Plies>, Reason> {
        let Some(kind) = drop.dropped() else {
            return Ok(Some(EVER));
        };
        let key = (exact(p), drop.to());
        match self.shared.judged.borrow().get(&key) {
            Some(DropStatus::Futile) => return Ok(None),
            Some(DropStatus::Real) => return Ok(Some(EVER)),
            Some(&DropStatus::NotWithin(plies)) if plies >= within => return Ok(Some(plies)),
            _ => {}
        }
        let judged = self.judge_drops(
            p,
            drop.to(),
            &self.shared.takings(p, kind, drop.to()),
            within,
            meter,
        )?;
        self.shared.has_room()?;
        self.shared.judged.borrow_mut().insert(key, judged);
        Ok(match judged {
            DropStatus::Futile => None,
            DropStatus::Real => Some(EVER),
            DropStatus::NotWithin(plies) => Some(plies),
        })
    }

    fn judge_drops(
        &self,
        p: &Position<G>,
        square: Square,
        takings: &[Taken<G>],
        within: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<DropStatus, Reason> {
        if takings.is_empty() || self.shared.policy == Policy::None {
            return Ok(DropStatus::Real);
        }
        // The least known length with the piece taken and given back.
        let least = |most: Plies, meter: &mut Meter<'_>| -> Result<Option<Plies>, Reason> {
            for taken in takings {
                if let Some(plies) = self.within(&taken.position, most, meter)? {
                    return Ok(Some(plies));
                }
            }
            Ok(None)
        };
        let Some(mut k) = least(within, meter)? else {
            return Ok(DropStatus::NotWithin(within));
        };
        while k > 0 && self.core_within(p, square, k - 2, meter)? {
            match least(k - 2, meter)? {
                Some(plies) => k = plies,
                None => return Ok(DropStatus::Real),
            }
        }
        if self.shared.policy != Policy::Strict {
            return Ok(DropStatus::Futile);
        }
        while !self.core_within(p, square, k, meter)? {
            if k >= within {
                // The core is longer than `within`.
                return Ok(DropStatus::NotWithin(within));
            }
            k += 2;
        }
        for taken in takings {
            if self.alike(p, taken, k, meter)? {
                return Ok(DropStatus::Futile);
            }
        }
        Ok(DropStatus::Real)
    }

    /// W(X, Y, n): whether the mate of `x` within `plies` answers every reply of the position after
    /// the taking with the same moves.
    pub fn alike(
        &self,
        x: &Position<G>,
        twin: &Taken<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        let y = &twin.position;
        if self.within(y, plies, meter)?.is_none() {
            return Ok(false);
        }
        let key = (exact(x), exact(y), plies);
        if key.0 == key.1 {
            return Ok(true);
        }
        if let Some(&known) = self.shared.alike.borrow().get(&key) {
            return Ok(known);
        }
        meter.tick()?;
        let shared = twin.shared(x);
        let mut holds = true;
        for r in y.evading_moves() {
            if r.dropped().is_some() && self.counted(y, r, plies, meter)?.is_none() {
                continue;
            }
            // A reply that takes the checking piece, here or there, changes the play.
            if !shared.contains(&r) || plies < 2 || !self.same_answer(x, twin, r, plies - 2, meter)? {
                holds = false;
                break;
            }
        }
        self.shared.has_room()?;
        self.shared.alike.borrow_mut().insert(key, holds);
        Ok(holds)
    }

    fn same_answer(
        &self,
        x: &Position<G>,
        twin: &Taken<G>,
        reply: Move,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        for (next_x, next, _) in twin.same_checks(x, reply) {
            if self.within(&next_x, plies, meter)?.is_some() && self.alike(&next_x, &next, plies, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl<'t, G: Geometry> Game for UnderPolicy<'t, G> {
    type Move = Move;
    type Undo = Undo;
    type Resource = InHand;

    forward!();

    /// Every move, except drops that are known to be futile.
    fn expand(&mut self, out: &mut Vec<Edge<Move, InHand>>) {
        let start = out.len();
        self.inner.expand(out);
        if self.prover_to_move() {
            return;
        }
        let p = self.inner.position();
        leave_out(out, start, |drop, only_drops| {
            if only_drops {
                self.shared.futile_at_once(p, drop)
            } else {
                self.shared.judged.borrow().get(&(exact(p), drop.to())) == Some(&DropStatus::Futile)
            }
        });
    }
}

/// Lengths under a policy are not monotone in the hand: nothing is generalised.
impl<'t, G: Geometry> Dominance for UnderPolicy<'t, G> {}

impl<'t, G: Geometry> Lookahead for UnderPolicy<'t, G> {
    fn judge(&mut self) -> Judgement<InHand> {
        let found = self.inner.position().clone().mate_in_one();
        match found {
            MateInOne::NoCheck => Judgement::Disproved {
                plies: EVER,
                bound: self.resource(),
            },
            // There may be a mate that futile drops only delay.
            MateInOne::None => Judgement::Open,
            MateInOne::Mate(_) => Judgement::Proved {
                plies: 1,
                need: self.resource(),
            },
        }
    }

    // `glance` gives no answer: a disproof of the inner question is none here.
}

impl<'t, G: Geometry> Hints for UnderPolicy<'t, G> {
    forward_hints!();
}

impl<'t, G: Geometry> Links for UnderPolicy<'t, G> {
    fn exact_key(&self) -> Key {
        self.inner.exact_key()
    }

    fn exact_key_after(&self, m: Move, key: Key) -> Key {
        self.inner.exact_key_after(m, key)
    }

    fn elsewhere(&self, m: Move) -> (Plies, Plies) {
        let (key, hands) = self.inner.position().board_key_after(m);
        self.shared
            .bounds(key, InHand(hands.0[self.inner.attacker().index()]))
    }

    fn counts(&mut self, reply: Move, within: Plies, meter: &mut Meter<'_>) -> Result<Option<Plies>, Reason> {
        self.counted(self.inner.position(), reply, within, meter)
    }
}
