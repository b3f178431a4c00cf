//! The question under a policy: "a brinkmate within n plies, if futile drops do not count?"
//!
//! docs/guide/hisshi.md defines brinkmates within n plies under a policy, and the terms that are
//! used here.
//!
//! *Plies.* Lengths other than 0 are odd, so this question counts the attacker's moves: `j` moves
//! are `2j - 1` plies. Then every reply is free ([`Edge::free`]), and the question needs no ground:
//! where no moves are left, the answer is that of `M`, a plain mate, which counts every drop
//! ([`Links::at_horizon`]). A mate is a proof by moves in which every reply is free and runs into a
//! shorter mate, as that method wants it.
//!
//! *The pass* is an edge whose position has no move of the attacker. So it refutes, and the search
//! asks whether it counts ([`Links::counts`]): it does not if there is a mate after it.
//!
//! *Hands.* Lengths under a policy are not monotone in the attacker's hand: a core may get shorter,
//! and then fewer drops are futile. So both hands are part of the key.
//!
//! *Facts of the other question* ([`Links::elsewhere`]). A brinkmate within n where every drop
//! counts is one within n here. If there is none at all, there is none here.
//!
//! *Whether a drop is futile is asked last* ([`Links::counts`]): only of a drop that would refute.
//! Let Q be the position before the drop, n the bound, and X a position after the drop and a
//! taking, with the piece given back if the policy says so.
//!
//! - No X has a brinkmate within n: the core of Q is longer than n, or the drop is not futile. Both
//!   refute.
//! - Some X has one within k <= n, and the core is longer than k - 1: it is at least k, so the drop
//!   is futile.
//! - Some X has one within k <= n, and the core is at most k - 1: the same is asked for k - 1.
//!
//! Without a core some other reply refutes for ever, and nothing depends on the drop.
//!
//! *It ends.* The answer for Q within n rests on answers within fewer moves, and on answers for X
//! within n or fewer. Under `kept` the defender has one piece less in hand in X; under `returned`
//! X is judged one level lower.

use crate::policy::Policy;
use crate::policy::shared::{Core, DropStatus, Shared};
use crate::policy::taking::{exact, is_candidate, taken, takings};
use crate::question::{Question, Techniques};
use std::rc::Rc;
use yose_andor::{
    Count, Dominance, EVER, Edge, Game, Hints, Judgement, Late, Links, Lookahead, Meter, Options, Outcome,
    Plies, Reason, Search, schedule,
};
use yose_board::{Key, splitmix};
use yose_shogi::{Geometry, MateInOne, Move, Position, Stalemate, Undo};
use yose_tsume::InHand;

/// Makes the keys differ from those of the question in which every drop counts: the first of the
/// marks of the levels.
const MARK: u64 = 0x510e_527f_ade6_82d1;
/// The mark of the position after a pass.
const PASSED: Key = 0x9b05_688c_2b3e_6c1f;

/// Nodes for the question in which every drop counts, before the question under the policy.
const GLANCE: u64 = 5_000;

/// Moves of the attacker from plies: `n` plies have `(n + 1) / 2`.
pub(crate) const fn moves(plies: Plies) -> Plies {
    if plies == Plies::MAX {
        plies
    } else {
        plies / 2 + plies % 2
    }
}

fn proved(outcome: Outcome) -> Option<Plies> {
    match outcome {
        Outcome::Proved(n) => Some(n),
        Outcome::Disproved(_) => None,
    }
}

/// A position with the question under a policy.
#[derive(Clone)]
pub(crate) struct UnderPolicy<'t, G: Geometry> {
    /// The question in which every drop counts, but with both hands in the key.
    inner: Question<G>,
    /// That question as the table knows it.
    every: Question<G>,
    level: u8,
    /// Whether the last move was the pass: then the attacker has no move.
    passed: bool,
    shared: Rc<Shared<'t, G>>,
}

impl<'t, G: Geometry> UnderPolicy<'t, G> {
    /// The question at the level of the policy. `every` is the question in which every drop counts.
    pub fn new(every: &Question<G>, shared: Rc<Shared<'t, G>>) -> Self {
        UnderPolicy {
            inner: every.clone().with_hands_in_keys().with(Techniques {
                // The pass is asked about before the replies are listed.
                threat_first: true,
                ..every.techniques()
            }),
            every: every.clone(),
            level: shared.policy.level(),
            passed: false,
            shared,
        }
    }

    /// The same question about another position of the problem.
    pub fn at(&self, position: Position<G>) -> Self {
        UnderPolicy {
            inner: self.inner.of(position),
            ..self.clone()
        }
    }

    /// The question in which every drop counts.
    pub fn every(&self) -> &Question<G> {
        &self.every
    }

    /// The policy.
    pub fn policy(&self) -> Policy {
        self.shared.policy
    }

    /// The switches of the search.
    pub fn options(&self) -> Options {
        self.shared.options
    }

    /// Moves to another position of the problem.
    pub fn go_to(&mut self, position: Position<G>) {
        self.inner = self.inner.of(position);
    }

    /// The position.
    pub fn position(&self) -> &Position<G> {
        self.inner.position()
    }

    fn mark(&self) -> Key {
        splitmix(MARK.wrapping_add(u64::from(self.level)))
    }

    /// A proved number of the attacker's moves of at most `most`, not always the least; `None` if
    /// there is no brinkmate within `most`. Either side may be to move.
    pub fn within(&self, most: Plies, meter: &mut Meter<'_>) -> Result<Option<Plies>, Reason> {
        let (yes_from, no_below) = self.known();
        if yes_from <= most {
            return Ok(Some(yes_from));
        }
        if no_below > most {
            return Ok(None);
        }
        let every = self.every.of(self.position().clone());
        let plies = self.plies(most);
        if self.level == 0 {
            let outcome = self.shared.ask_every(&every, plies, meter)?;
            return Ok(proved(outcome).map(moves));
        }
        // Where every drop counts hands are compared, and most proofs are found soonest.
        let glance = meter.step(GLANCE, |meter| self.shared.ask_every(&every, plies, meter))?;
        if let Some(Outcome::Proved(n)) = glance {
            return Ok(Some(moves(n)));
        }
        let mut search = Search::new(self.clone(), self.shared.table, self.shared.options);
        Ok(proved(schedule::within(&mut search, most, meter)?))
    }

    /// Whether there is a brinkmate at all, where every drop counts.
    pub fn any(&self, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        let every = self.every.of(self.position().clone());
        self.shared.ask_every(&every, EVER, meter)
    }

    /// The plies of a number of the attacker's moves.
    fn plies(&self, moves: Plies) -> Plies {
        match self.prover_to_move() {
            true => (2 * moves).saturating_sub(1),
            false => 2 * moves,
        }
    }

    /// What the table knows, from both questions: there is a brinkmate within the first number of
    /// the attacker's moves, and none within fewer than the second.
    pub fn known(&self) -> (Plies, Plies) {
        let (yes_from, never) = self.shared.every_at(&self.every, self.position());
        let known = self.shared.table.look(self.key(), self.resource());
        let no_below = if never { Plies::MAX } else { known.no_below };
        (known.yes_from.min(moves(yes_from)), no_below)
    }

    /// Whether there is a plain mate in a position with the attacker to move, and whether there is
    /// no brinkmate at all.
    fn mates(&self, p: Position<G>, meter: &mut Meter<'_>) -> Result<(bool, bool), Reason> {
        Ok(match self.shared.ask_every(&self.every.of(p), 0, meter)? {
            Outcome::Proved(_) => (true, false),
            Outcome::Disproved(plies) => (false, plies == EVER),
        })
    }

    /// Whether the last move threatens mate: after a pass there is one, and stalemate does not
    /// save the defender.
    fn threatens_mate(&self, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        let p = self.position();
        let draws = p.variant().rules.stalemate == Stalemate::Draws;
        if draws && !p.has_legal_move() {
            return Ok(false);
        }
        let mut passed = p.clone();
        passed.pass();
        Ok(self.mates(passed, meter)?.0)
    }

    /// Whether the core is at most `most` moves. That the last move threatens is known.
    fn core_within(&self, most: Plies, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        let p = self.position();
        let key = (exact(p), self.level);
        let mut core = self
            .shared
            .cores
            .borrow()
            .get(&key)
            .copied()
            .unwrap_or(Core::UNKNOWN);
        if most < core.least || most >= core.most {
            return Ok(most >= core.most);
        }
        let mut holds = true;
        for r in p.legal_moves() {
            if is_candidate(p, r) {
                continue;
            }
            let mut next = p.clone();
            next.make(r);
            if self.at(next).within(most, meter)?.is_none() {
                holds = false;
                break;
            }
        }
        if holds {
            core.most = core.most.min(most);
        } else {
            core.least = core.least.max(most + 1);
        }
        self.shared.has_room()?;
        self.shared.cores.borrow_mut().insert(key, core);
        Ok(holds)
    }

    /// Whether a reply counts that refutes within `most` moves. `None`: it is futile. `Some(n)`: it
    /// counts in every question within at most `n` moves. The head of this file says how that is
    /// found out.
    pub fn counted(&self, reply: Move, most: Plies, meter: &mut Meter<'_>) -> Result<Option<Plies>, Reason> {
        if reply.dropped().is_none() {
            return Ok(Some(EVER));
        }
        let p = self.position();
        let key = (exact(p), reply.packed(), self.level);
        let known = self.shared.drops.borrow().get(&key).copied();
        let status = match known {
            Some(DropStatus::NotWithin(n)) if n < most => self.status(reply, most, meter)?,
            Some(status) => status,
            None => self.status(reply, most, meter)?,
        };
        if known != Some(status) {
            self.shared.has_room()?;
            self.shared.drops.borrow_mut().insert(key, status);
        }
        Ok(match status {
            DropStatus::Futile => None,
            DropStatus::Real => Some(EVER),
            DropStatus::NotWithin(n) => Some(n),
        })
    }

    /// The status of a drop that refutes within `most` moves.
    fn status(&self, drop: Move, most: Plies, meter: &mut Meter<'_>) -> Result<DropStatus, Reason> {
        let p = self.position();
        let policy = self.shared.policy;
        let takings = takings(p, drop);
        if takings.is_empty() {
            return Ok(DropStatus::Real);
        }
        let lower = match policy {
            Policy::Returned => self.level - 1,
            Policy::None | Policy::Kept => self.level,
        };
        let after = takings.iter().map(|&taking| UnderPolicy {
            level: lower,
            ..self.at(taken(p, drop, taking, policy))
        });
        let after: Vec<_> = after.collect();
        // A number of at most `most` moves after the first taking that has one.
        let least = |most: Plies, meter: &mut Meter<'_>| -> Result<Option<Plies>, Reason> {
            for x in &after {
                if let Some(n) = x.within(most, meter)? {
                    return Ok(Some(n));
                }
            }
            Ok(None)
        };
        let Some(mut k) = least(most, meter)? else {
            return Ok(DropStatus::NotWithin(most));
        };
        while k > 0 && self.core_within(k - 1, meter)? {
            match least(k - 1, meter)? {
                Some(n) => k = n,
                None => return Ok(DropStatus::Real),
            }
        }
        Ok(DropStatus::Futile)
    }

    /// Gives edges of the inner question the keys and the counts of this one.
    fn adopt(&self, edges: &mut [Edge<Option<Move>, InHand>]) {
        let mark = self.mark();
        let prover = self.prover_to_move();
        for edge in edges {
            edge.key ^= if edge.mv.is_some() { mark } else { mark ^ PASSED };
            edge.count = Count::Ply;
            edge.free = !prover;
            if edge.late == Late::Rest {
                edge.late = Late::Last;
            }
        }
    }
}

impl<G: Geometry> Game for UnderPolicy<'_, G> {
    type Move = Option<Move>;
    type Undo = Option<Undo>;
    type Resource = InHand;

    #[inline(always)]
    fn prover_to_move(&self) -> bool {
        self.inner.prover_to_move()
    }

    #[inline(always)]
    fn key(&self) -> Key {
        let key = self.inner.key() ^ self.mark();
        if self.passed { key ^ PASSED } else { key }
    }

    #[inline(always)]
    fn resource(&self) -> InHand {
        self.inner.resource()
    }

    fn expand(&mut self, out: &mut Vec<Edge<Option<Move>, InHand>>) {
        if self.expand_first(false, out) {
            self.expand_rest(out);
        }
    }

    fn expand_first(&mut self, _: bool, out: &mut Vec<Edge<Option<Move>, InHand>>) -> bool {
        if self.passed {
            return false;
        }
        let first = out.len();
        let rest = self.inner.expand_first(false, out);
        self.adopt(&mut out[first..]);
        rest
    }

    fn expand_rest(&mut self, out: &mut Vec<Edge<Option<Move>, InHand>>) {
        let first = out.len();
        self.inner.expand_rest(out);
        self.adopt(&mut out[first..]);
    }

    #[inline(always)]
    fn make(&mut self, m: Option<Move>) -> Option<Undo> {
        self.passed = m.is_none();
        self.inner.make(m)
    }

    #[inline(always)]
    fn unmake(&mut self, m: Option<Move>, undo: Option<Undo>) {
        // No move is made after a pass.
        self.passed = false;
        self.inner.unmake(m, undo);
    }

    #[inline(always)]
    fn pack_move(&self, m: Option<Move>) -> u16 {
        self.inner.pack_move(m)
    }
}

/// Lengths under a policy are not monotone in the hand: nothing is generalised.
impl<G: Geometry> Dominance for UnderPolicy<'_, G> {}

impl<G: Geometry> Lookahead for UnderPolicy<'_, G> {
    fn judge(&mut self) -> Judgement<InHand> {
        match self.position().clone().mate_in_one() {
            MateInOne::Mate(_) => Judgement::Proved {
                plies: 0,
                need: self.resource(),
            },
            MateInOne::NoCheck => Judgement::Disproved {
                plies: 0,
                bound: self.resource(),
            },
            MateInOne::None => Judgement::Open,
        }
    }
}

/// No hint of the inner question is of use here. Nothing is replayed: interpositions are few in
/// brinkmates, and a replay counts every reply as a ply, where here every reply is free. Moves made
/// are counted only by the question in which every drop counts. The pass is a move of this game,
/// and what it threatens is asked by [`Links::counts`].
impl<G: Geometry> Hints for UnderPolicy<'_, G> {}

impl<G: Geometry> Links for UnderPolicy<'_, G> {
    fn elsewhere(&self, m: Option<Move>) -> (Plies, Plies) {
        let Some(m) = m else {
            // The attacker has no move after a pass: `counts` looks at it.
            return (Plies::MAX, Plies::MAX);
        };
        let (yes_from, never) = self.shared.every_after(&self.every, self.position(), m);
        (moves(yes_from), if never { Plies::MAX } else { 0 })
    }

    fn counts(
        &mut self,
        reply: Option<Move>,
        within: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Plies>, Reason> {
        match reply {
            Some(reply) => self.counted(reply, within, meter),
            None if self.threatens_mate(meter)? => Ok(None),
            None => Ok(Some(EVER)),
        }
    }

    fn at_horizon(&mut self, meter: &mut Meter<'_>) -> Result<Judgement<InHand>, Reason> {
        let (mate, never) = self.mates(self.position().clone(), meter)?;
        Ok(match mate {
            true => Judgement::Proved {
                plies: 0,
                need: self.resource(),
            },
            false => Judgement::Disproved {
                plies: if never { EVER } else { 0 },
                bound: self.resource(),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::MoveSet;
    use crate::policy::prover::question;
    use crate::problem::Hisshi;
    use yose_andor::{Options, Table};
    use yose_shogi::notation::sfen;
    use yose_shogi::with_position;

    /// The laws of [`Game::expand`] and [`Game::unmake`], for every move and every reply, the pass
    /// included: keys are those that the edges say, no move is listed twice, and after a pass the
    /// attacker has no move.
    #[test]
    fn edges_lead_where_they_say() {
        let (position, _) = sfen::position("8k/8g/9/8G/9/9/8L/9/9 b Gp 1").unwrap();
        with_position!(position, |p| {
            let hisshi = Hisshi::new(p).unwrap();
            let every = Question::new(&hisshi, MoveSet::All, Techniques::default());
            let table = Table::new(1);
            let mut at = question(&every, Policy::Returned, &table, Options::default());
            let (replies, passes) = walk(&mut at, 2);
            assert!(replies > 1_000 && passes > 50, "{replies} {passes}");
        });
    }

    /// Walks through every line of `depth` moves. The lines, and the passes among their moves.
    fn walk<G: Geometry>(at: &mut UnderPolicy<'_, G>, depth: u32) -> (usize, usize) {
        let mut edges = Vec::new();
        at.expand(&mut edges);
        let mut packed: Vec<u16> = edges.iter().map(|edge| at.pack_move(edge.mv)).collect();
        packed.sort_unstable();
        packed.dedup();
        assert_eq!(packed.len(), edges.len());
        let (mut lines, mut passes) = (0, 0);
        let key = at.key();
        for edge in edges {
            assert_eq!(edge.free, !at.prover_to_move());
            let undo = at.make(edge.mv);
            assert_eq!(
                (at.key(), at.resource()),
                (edge.key, edge.resource),
                "{:?}",
                edge.mv
            );
            lines += 1;
            if edge.mv.is_none() {
                passes += 1;
                let mut none = Vec::new();
                at.expand(&mut none);
                assert!(none.is_empty());
            } else if depth > 1 {
                let below = walk(at, depth - 1);
                lines += below.0;
                passes += below.1;
            }
            at.unmake(edge.mv, undo);
            assert_eq!(at.key(), key);
        }
        (lines, passes)
    }
}
