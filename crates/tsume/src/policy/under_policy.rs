//! The question under a policy: "mate within n plies, if futile interpositions do not count?"
//!
//! docs/guide/futile.md defines mate within n plies under a policy, and the terms that are used
//! here. Lengths under a policy are not monotone in the attacker's hand. So hands are not compared:
//! both are part of the key. Three things help instead:
//!
//! - *Facts of other questions* ([`Links::elsewhere`]). They share the table and do compare hands.
//!   A mate within n where every drop counts is a mate within n here. If there is no mate within n
//!   where no drop counts, or by the lower bound (`lower_bound.rs`), there is none within n here.
//!   If there is no mate at all where every drop counts, there is none here.
//! - *Whether a drop is futile is asked last* ([`Links::counts`]): only of a drop that would
//!   refute. Let D be the position before the drop, s the square of the drop and n the bound. D/s
//!   is the position after the drop was taken and the piece given back. The core is the length if
//!   nothing is dropped on s or farther away.
//!   - D/s is not mated within n: the core is longer than n or the drop is not futile. Both refute.
//!   - D/s is mated within k <= n, and the core is longer than k - 2: it is at least k, so the drop
//!     is futile. (`strict` asks for more.)
//!   - D/s is mated within k <= n, and the core is at most k - 2: the same is asked for n = k - 2.
//!
//!   So the exact core, which may be as hard to find as the whole length, is rarely needed.
//! - *Drops that are futile at first sight.* Where only drops are legal, a drop is futile if taking
//!   it mates. Such drops are never listed.
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
    /// The question in which every drop counts, but with both hands in the key.
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

    /// The same question about another position of the problem.
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

    /// A proved length of at most `plies`, not always the least; `None` if there is no mate within
    /// `plies`. Either side may be to move.
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

    /// What the table knows, from all questions: there is a mate within the first number of plies,
    /// and none within fewer than the second.
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

    /// The attacker's hand.
    fn hand(&self, p: &Position<G>) -> InHand {
        InHand(p.hand(self.inner.attacker()))
    }

    /// C(D, s, n) of docs/guide/futile.md, with `p` for D, `square` for s and `plies` for n:
    /// whether there is a mate within `plies` if nothing is dropped on `square` or farther from the
    /// king.
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

    /// Whether a drop counts that refutes within `within` plies; every other reply does. `None`: it
    /// is futile. `Some(n)`: it counts in every question within at most `n` plies. The head of this
    /// file says how that is found out.
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
        // The kind of the piece does not matter, since the piece is taken and given back.
        let key = (exact(p), drop.to());
        match self.shared.drops.borrow().get(&key) {
            Some(DropStatus::Futile) => return Ok(None),
            Some(DropStatus::Real) => return Ok(Some(EVER)),
            Some(&DropStatus::NotWithin(plies)) if plies >= within => return Ok(Some(plies)),
            _ => {}
        }
        let status = self.judge_drops(
            p,
            drop.to(),
            &self.shared.takings(p, kind, drop.to()),
            within,
            meter,
        )?;
        self.shared.has_room()?;
        self.shared.drops.borrow_mut().insert(key, status);
        Ok(match status {
            DropStatus::Futile => None,
            DropStatus::Real => Some(EVER),
            DropStatus::NotWithin(plies) => Some(plies),
        })
    }

    /// Whether the drops on a square are futile, given every way in which they can be taken.
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
        // A length of at most `most` with the piece taken and given back: of the first taking that
        // has one.
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
        // D/s is mated within k, and the core is at least k.
        if self.shared.policy != Policy::Strict {
            return Ok(DropStatus::Futile);
        }
        // `strict` needs the core itself.
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

    /// W(X, Y, n) of docs/guide/futile.md, with `x` for X, the position of `twin` for Y and `plies`
    /// for n: whether the mate of X within n answers every reply of Y with the same moves.
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
            // A reply to Y alone changes the play, and so does one that takes the checking piece.
            if !shared.contains(&r) || plies < 2 || !self.same_answer(x, twin, r, plies - 2, meter)? {
                holds = false;
                break;
            }
        }
        self.shared.has_room()?;
        self.shared.alike.borrow_mut().insert(key, holds);
        Ok(holds)
    }

    /// Whether one check answers `reply` in both positions, and the mates after it are alike.
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
    const COSTS: bool = false;
    const FREE_REPLIES: bool = false;

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
                self.shared.drops.borrow().get(&(exact(p), drop.to())) == Some(&DropStatus::Futile)
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

    // `glance` stays at its default, which claims nothing: a disproof of the inner question, in
    // which every drop counts, is no disproof here.
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
