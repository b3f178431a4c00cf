//! The definitions of docs/guide/futile.md, written as plainly as possible: the oracle of the
//! tests. The code shares nothing with the fast way except the rules of the game.

use crate::policy::Policy;
use crate::{Meter, Reason};
use std::collections::HashMap;
use yose_board::{Bits, Color, Square};
use yose_shogi::{Geometry, Hand, Move, Position};

type Exact = (u64, Hand, Hand);

fn exact<G: Geometry>(p: &Position<G>) -> Exact {
    (p.board_key(), p.hand(Color::Black), p.hand(Color::White))
}

fn after<G: Geometry>(p: &Position<G>, m: Move) -> Position<G> {
    let mut next = p.clone();
    next.make(m);
    next
}

/// The distance of a move's target from the king in check.
fn away<G: Geometry>(p: &Position<G>, m: Move) -> usize {
    p.king(p.turn())
        .map_or(0, |king| m.to().index().abs_diff(king.index()))
}

/// The replies: moves on the board first, then drops, those near the king first.
fn from_the_king<G: Geometry>(p: &Position<G>) -> Vec<Move> {
    let mut replies: Vec<Move> = p.evading_moves().into_iter().collect();
    replies.sort_by_key(|&r| r.dropped().map_or(0, |_| away(p, r)));
    replies
}

/// Brute force under a policy.
pub struct Brute<G: Geometry> {
    policy: Policy,
    known: HashMap<(Exact, u32), bool>,
    futile: HashMap<(Exact, Square), bool>,
    alike: HashMap<(Exact, Exact, u32), bool>,
    clean: HashMap<Exact, Option<u32>>,
    lower_bounds: HashMap<(Exact, u32), bool>,
    board: std::marker::PhantomData<G>,
}

impl<G: Geometry> Brute<G> {
    /// Brute force by this policy.
    pub fn new(policy: Policy) -> Self {
        Brute {
            policy,
            known: HashMap::new(),
            futile: HashMap::new(),
            alike: HashMap::new(),
            clean: HashMap::new(),
            lower_bounds: HashMap::new(),
            board: std::marker::PhantomData,
        }
    }

    /// The length of a mate if it is at most `most`.
    pub fn length(
        &mut self,
        p: &Position<G>,
        most: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Reason> {
        for plies in (1..=most).step_by(2) {
            if self.attack(p, plies, meter)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    /// The longest line that leaves nothing (docs/guide/convention.md), from a mate whose length is
    /// `length`.
    pub fn clean(
        &mut self,
        p: &Position<G>,
        length: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Reason> {
        if let Some(&known) = self.clean.get(&exact(p)) {
            return Ok(known);
        }
        // Best for the attacker: pieces are left; then the shortest line.
        let mut best = Some(u32::MAX);
        for m in p.checking_moves() {
            let next = after(p, m);
            if self.defend(&next, length - 1, meter)? {
                best = best.min(self.clean_defence(&next, meter)?.map(|n| n + 1));
            }
        }
        self.clean.insert(exact(p), best);
        Ok(best)
    }

    fn clean_defence(&mut self, p: &Position<G>, meter: &mut Meter<'_>) -> Result<Option<u32>, Reason> {
        let mut best = None;
        let mut mated = true;
        for r in from_the_king(p) {
            if r.dropped().is_some() && self.futile(p, r, meter)? {
                continue;
            }
            mated = false;
            let next = after(p, r);
            let mut length = 1;
            while !self.attack(&next, length, meter)? {
                length += 2;
            }
            best = best.max(self.clean(&next, length, meter)?.map(|n| n + 1));
        }
        let none_left = p.hand(p.turn().other()).counts().iter().all(|&n| n == 0);
        Ok(if mated { none_left.then_some(0) } else { best })
    }

    /// The replies that count.
    pub fn replies(&mut self, p: &Position<G>, meter: &mut Meter<'_>) -> Result<Vec<Move>, Reason> {
        let mut counted = Vec::new();
        for r in from_the_king(p) {
            if r.dropped().is_none() || !self.futile(p, r, meter)? {
                counted.push(r);
            }
        }
        Ok(counted)
    }

    /// L(P, n) and L(D, n), whoever is to move (`lower_bound.rs`). A drop is left aside if it can
    /// be taken and, with the piece given back, there is a mate within n.
    pub fn lower_bound(
        &mut self,
        p: &Position<G>,
        attacker: Color,
        plies: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        meter.tick()?;
        if let Some(&known) = self.lower_bounds.get(&(exact(p), plies)) {
            return Ok(known);
        }
        let mut holds = p.turn() != attacker;
        if !holds && plies > 0 {
            for m in p.checking_moves() {
                holds |= self.lower_bound(&after(p, m), attacker, plies - 1, meter)?;
            }
        } else if holds {
            for r in p.evading_moves() {
                let answered = plies > 0 && self.lower_bound(&after(p, r), attacker, plies - 1, meter)?;
                holds &= answered || self.taken_for_nothing(p, r, attacker, plies, meter)?;
            }
        }
        self.lower_bounds.insert((exact(p), plies), holds);
        Ok(holds)
    }

    fn taken_for_nothing(
        &mut self,
        p: &Position<G>,
        r: Move,
        attacker: Color,
        plies: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        if r.dropped().is_none() {
            return Ok(false);
        }
        for back in self.given_back(p, r) {
            if self.lower_bound(&back, attacker, plies, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Every position after a dropped piece was taken and given back.
    fn given_back(&self, p: &Position<G>, r: Move) -> Vec<Position<G>> {
        let checkers = p.checkers(p.turn());
        let mut all = Vec::new();
        for m in after(p, r).checking_moves() {
            let by_checker = m.from().is_some_and(|from| checkers.has(from));
            if m.to() != r.to() || !(by_checker || self.policy == Policy::Usual) {
                continue;
            }
            let back = after(&after(p, r), m).with_hands(p.hands());
            if back.checkers(back.turn()).has(r.to()) {
                all.push(back);
            }
        }
        all
    }

    /// A(P, n): some check leads to D(., n - 1).
    fn attack(&mut self, p: &Position<G>, plies: u32, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        meter.tick()?;
        if plies == 0 {
            return Ok(false);
        }
        if let Some(&known) = self.known.get(&(exact(p), plies)) {
            return Ok(known);
        }
        let mut mate = false;
        for m in p.checking_moves() {
            if self.defend(&after(p, m), plies - 1, meter)? {
                mate = true;
                break;
            }
        }
        self.known.insert((exact(p), plies), mate);
        Ok(mate)
    }

    /// The core of D within n, for drops at this distance from the king: every reply that is not a
    /// drop is answered, and every nearer drop that is not futile.
    fn core(
        &mut self,
        p: &Position<G>,
        distance: usize,
        plies: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        for r in from_the_king(p) {
            let dropped = r.dropped().is_some();
            if dropped && (away(p, r) >= distance || self.futile(p, r, meter)?) {
                continue;
            }
            if plies == 0 || !self.attack(&after(p, r), plies - 1, meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// D(D, n): the core for drops from beyond the board.
    pub fn defend(&mut self, p: &Position<G>, plies: u32, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        self.core(p, usize::MAX, plies, meter)
    }

    /// Whether a drop is futile. Every reply that is not a drop, and every nearer drop that is not
    /// futile, is answered at some length.
    fn futile(&mut self, p: &Position<G>, r: Move, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        if self.policy == Policy::None {
            return Ok(false);
        }
        let key = (exact(p), r.to());
        if let Some(&known) = self.futile.get(&key) {
            return Ok(known);
        }
        let mut core = 0;
        while !self.core(p, away(p, r), core, meter)? {
            core += 2;
        }
        let futile = self.futile_within(p, r, core, meter)?;
        self.futile.insert(key, futile);
        Ok(futile)
    }

    /// The same, where the core has this number of plies.
    fn futile_within(
        &mut self,
        p: &Position<G>,
        r: Move,
        core: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        for back in self.given_back(p, r) {
            let futile = match self.policy {
                Policy::Strict => self.alike(p, &back, core, meter)?,
                _ => self.defend(&back, core, meter)?,
            };
            if futile {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// W(X, Y, n): the mate of X answers every reply of Y too.
    pub fn alike(
        &mut self,
        x: &Position<G>,
        y: &Position<G>,
        plies: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        meter.tick()?;
        if exact(x) == exact(y) {
            return self.defend(x, plies, meter);
        }
        let key = (exact(x), exact(y), plies);
        if let Some(&known) = self.alike.get(&key) {
            return Ok(known);
        }
        let holds = self.alike_in_all(x, y, plies, meter)?;
        self.alike.insert(key, holds);
        Ok(holds)
    }

    fn alike_in_all(
        &mut self,
        x: &Position<G>,
        y: &Position<G>,
        plies: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        if !self.core(y, 0, plies, meter)? {
            return Ok(false);
        }
        for r in from_the_king(y) {
            if r.dropped().is_some() && self.futile(y, r, meter)? {
                continue;
            }
            if plies < 2 || !x.evading_moves().contains(&r) || x.piece_on(r.to()) != y.piece_on(r.to()) {
                return Ok(false);
            }
            if !self.same_answer(&after(x, r), &after(y, r), plies - 2, meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn same_answer(
        &mut self,
        x: &Position<G>,
        y: &Position<G>,
        plies: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        let differs = |sq: Option<Square>| sq.is_some_and(|sq| x.piece_on(sq) != y.piece_on(sq));
        for m in x.checking_moves() {
            for n in y.checking_moves() {
                let same = if differs(m.from()) || differs(n.from()) {
                    differs(m.from())
                        && differs(n.from())
                        && m.to() == n.to()
                        && x.kind_after(m) == y.kind_after(n)
                } else {
                    m == n
                };
                if same
                    && self.defend(&after(x, m), plies, meter)?
                    && self.alike(&after(x, m), &after(y, n), plies, meter)?
                {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
