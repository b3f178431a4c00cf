//! Evidence for a length under a policy: facts about exact positions. Each fact follows from the
//! rules and from facts about fewer plies.
//!
//! `yose_verify::certificate::under_policy` says what the facts are and why they suffice. Here they
//! are read off the tables that solving has left. A fact that the tables have forgotten is searched
//! again. Some positions are known to be mated even if every drop counts, or not to be mated even
//! if no drop counts. Such a fact is preferred, because it holds for many hands.

mod alike;
mod drops;

use crate::policy::Policy;
use crate::policy::lengths::Lengths;
use crate::policy::taking::{Exact, Taken, exact, nearer};
use crate::{EvidenceWriter, Meter, Question, Reason};
use std::collections::HashMap;
use yose_andor::evidence::{disproofs, proofs};
use yose_andor::{EVER, Plies};
use yose_board::Square;
use yose_shogi::{Geometry, Move, Position};

/// A reply that refutes a check. A drop may count because of a core of fewer plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The reply.
    pub reply: Move,
    /// For a drop: within this number of plies there is a mate without the drop, and none with the
    /// piece taken and given back. `None`: with the piece taken and given back there is no mate
    /// within the plies of the refutation itself.
    pub core: Option<Plies>,
}

/// Futile drops on one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FutileDrops {
    /// The square.
    pub square: Square,
    /// The move that takes the dropped piece.
    pub taking: Move,
    /// With the piece given back, it is mate within this number of plies.
    pub plies: Plies,
    /// The reply that shows that the mate without the drop takes as many plies; `None` for 0 plies.
    pub refutation: Option<Refutation>,
}

/// Receives the facts.
pub trait PolicyEvidenceWriter<G: Geometry> {
    /// The attacker to move mates within `plies` by this move. After the move these drops are
    /// futile.
    fn win(&mut self, at: &Position<G>, plies: Plies, mv: Move, futile_drops: &[FutileDrops]);
    /// The defender to move is mated within `plies`. Drops on the square `limit` or farther from
    /// the king are left aside.
    fn mated(&mut self, at: &Position<G>, plies: Plies, limit: Option<Square>, futile_drops: &[FutileDrops]);
    /// The attacker to move does not mate within `plies`: each check has a refutation.
    fn safe(&mut self, at: &Position<G>, plies: Plies, answers: &[(Move, Refutation)]);
    /// The defender to move is not mated within `plies`.
    fn escape(&mut self, at: &Position<G>, plies: Plies, refutation: Refutation);
    /// Two positions with the defender to move are mated alike. To each reply of the second
    /// position belongs the check as it is played there, except to drops that are futile there.
    fn alike(
        &mut self,
        at: [&Position<G>; 2],
        plies: Plies,
        answers: &[(Move, Move)],
        futile_drops: &[FutileDrops],
    );
    /// Two positions are not mated alike: the second has a reply that the first does not have, or
    /// that no check answers in both.
    fn unlike(&mut self, at: [&Position<G>; 2], plies: Plies, refutation: Refutation);
    /// The attacker mates within `rank` plies even if every drop counts.
    fn proof(&mut self, at: &Question<G>, rank: Plies, mv: Move);
    /// The attacker does not mate within `bound` plies even if no drop counts.
    fn bare(&mut self, at: &Question<G>, bound: Plies, answers: &[(Move, Move)]);
    /// The attacker never mates.
    fn closed(&mut self, at: &Question<G>, answers: &[(Move, Move)]);
    /// Whether there is no room for more, while the gatherer itself holds `held` bytes.
    fn is_full(&self, held: usize) -> bool;
}

/// Nodes for a look: does a position that is never mated hold out without drops for the plies in
/// question?
const GLANCE: u64 = 2_000;

/// A fact to gather.
enum Task<G: Geometry> {
    Win(Position<G>, Plies),
    Mated(Position<G>, Option<Square>, Plies),
    Safe(Position<G>, Plies),
    Escape(Position<G>, Plies),
    Alike(Position<G>, Taken<G>, Plies),
    Unlike(Position<G>, Taken<G>, Plies),
}

/// Facts to gather if the fact that rests on them is written.
type Tasks<G> = Vec<Task<G>>;

/// Why a fact was not written.
pub(crate) enum NoEvidence {
    /// A limit.
    Stopped(Reason),
    /// The fact does not hold: a fault of the search.
    False,
}

impl From<Reason> for NoEvidence {
    fn from(reason: Reason) -> Self {
        NoEvidence::Stopped(reason)
    }
}

/// Gathers facts until none is left.
struct Gatherer<'l, 't, 'n, G: Geometry, N> {
    lengths: &'l mut Lengths<'t, G>,
    policy: Policy,
    writer: &'n mut N,
    work: Tasks<G>,
    win: HashMap<Exact, Plies>,
    mated: HashMap<(Exact, Option<Square>), Plies>,
    safe: HashMap<Exact, Plies>,
    escape: HashMap<Exact, Plies>,
    alike: HashMap<[Exact; 2], Plies>,
    unlike: HashMap<[Exact; 2], Plies>,
    proofs: Vec<(Question<G>, Plies)>,
    bare: Vec<(Question<G>, Plies)>,
    closed: Vec<(Question<G>, Plies)>,
}

/// Gathers the facts why the root is mated within `length` plies under the policy, and why not
/// within `not_within`.
pub(crate) fn gather<G: Geometry, N: PolicyEvidenceWriter<G>>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    length: Plies,
    not_within: Option<Plies>,
    writer: &mut N,
    meter: &mut Meter<'_>,
) -> Result<(), NoEvidence> {
    let policy = lengths.policy();
    let mut gatherer = Gatherer {
        lengths,
        policy,
        writer,
        work: vec![Task::Win(root.clone(), length)],
        win: HashMap::new(),
        mated: HashMap::new(),
        safe: HashMap::new(),
        escape: HashMap::new(),
        alike: HashMap::new(),
        unlike: HashMap::new(),
        proofs: Vec::new(),
        bare: Vec::new(),
        closed: Vec::new(),
    };
    if let Some(plies) = not_within {
        gatherer.work.push(Task::Safe(root.clone(), plies));
    }
    while let Some(task) = gatherer.work.pop() {
        if gatherer.writer.is_full(gatherer.held()) {
            return Err(Reason::Memory.into());
        }
        gatherer.one(task, meter)?;
    }
    gatherer.plain(meter)
}

fn after<G: Geometry>(p: &Position<G>, m: Move) -> Position<G> {
    let mut next = p.clone();
    next.make(m);
    next
}

/// Drops, those on each square together, from the king outwards; only squares nearer to the king
/// than `limit`.
fn drops<G: Geometry>(p: &Position<G>, limit: Option<Square>) -> Vec<(Square, Vec<Move>)> {
    let mut squares: Vec<(Square, Vec<Move>)> = Vec::new();
    for r in p.evading_moves() {
        if r.dropped().is_none() || limit.is_some_and(|limit| !nearer(p, r.to(), limit)) {
            continue;
        }
        match squares.iter_mut().find(|(square, _)| *square == r.to()) {
            Some((_, on)) => on.push(r),
            None => squares.push((r.to(), vec![r])),
        }
    }
    let far = |square: Square| {
        p.king(p.turn())
            .map_or(0, |king| square.raw().abs_diff(king.raw()))
    };
    squares.sort_by_key(|&(square, _)| far(square));
    squares
}

impl<G: Geometry, N: PolicyEvidenceWriter<G>> Gatherer<'_, '_, '_, G, N> {
    /// The memory of the facts that wait and of those that are written, roughly.
    fn held(&self) -> usize {
        let single = self.win.len() + self.mated.len() + self.safe.len() + self.escape.len();
        let pairs = self.alike.len() + self.unlike.len();
        size_of_val(&self.work[..])
            + size_of_val(&self.proofs[..])
            + size_of_val(&self.bare[..])
            + size_of_val(&self.closed[..])
            + 2 * single * size_of::<(Exact, Option<Square>, Plies)>()
            + 2 * pairs * size_of::<([Exact; 2], Plies)>()
    }

    fn one(&mut self, task: Task<G>, meter: &mut Meter<'_>) -> Result<(), NoEvidence> {
        meter.tick()?;
        match task {
            Task::Win(p, plies) => self.gather_win(&p, plies, meter),
            Task::Mated(p, limit, plies) => {
                let key = (exact(&p), limit);
                if self.mated.get(&key).is_some_and(|&known| known <= plies) || p.evading_moves().is_empty() {
                    return Ok(());
                }
                self.mated.insert(key, plies);
                let futile_drops = self.answered(&p, plies, limit, meter)?;
                self.writer.mated(&p, plies, limit, &futile_drops);
                Ok(())
            }
            Task::Safe(p, plies) => self.gather_safe(&p, plies, meter),
            Task::Escape(p, plies) => {
                let key = exact(&p);
                if self.escape.get(&key).is_some_and(|&known| known >= plies) {
                    return Ok(());
                }
                self.escape.insert(key, plies);
                let (refutation, tasks) = self
                    .refutation(&p, None, plies, meter)?
                    .ok_or(NoEvidence::False)?;
                self.work.extend(tasks);
                self.writer.escape(&p, plies, refutation);
                Ok(())
            }
            Task::Alike(x, taken, plies) => self.gather_alike(&x, &taken, plies, meter),
            Task::Unlike(x, taken, plies) => self.gather_unlike(&x, &taken, plies, meter),
        }
    }

    /// The plies within which a mate is proved, if there is a mate within `plies`.
    fn within(
        &mut self,
        p: &Position<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Plies>, Reason> {
        let (yes_from, no_below) = self.lengths.known(p);
        if yes_from <= plies {
            return Ok(Some(yes_from));
        }
        if no_below > plies {
            return Ok(None);
        }
        self.lengths.known_within(p, plies, meter)
    }

    fn gather_win(&mut self, p: &Position<G>, plies: Plies, meter: &mut Meter<'_>) -> Result<(), NoEvidence> {
        let key = exact(p);
        if self.win.get(&key).is_some_and(|&known| known <= plies) {
            return Ok(());
        }
        let (every, _) = self.lengths.known_every(p);
        if every <= plies {
            self.win.insert(key, every);
            self.proofs.push((self.lengths.every_question(p), every));
            return Ok(());
        }
        let mut best: Option<(Plies, Move)> = None;
        for m in p.checking_moves() {
            let (known, _) = self.lengths.known(&after(p, m));
            if known < plies && best.is_none_or(|(least, _)| known < least) {
                best = Some((known, m));
            }
        }
        if best.is_none() {
            for m in p.checking_moves() {
                if let Some(found) = self.within(&after(p, m), plies - 1, meter)? {
                    best = Some((found, m));
                    break;
                }
            }
        }
        let (left, m) = best.ok_or(NoEvidence::False)?;
        self.win.insert(key, left + 1);
        let futile_drops = self.answered(&after(p, m), left, None, meter)?;
        self.writer.win(p, left + 1, m, &futile_drops);
        Ok(())
    }

    /// Gathers an answer to every reply within `plies`, except to drops that are futile. Returns
    /// those.
    fn answered(
        &mut self,
        p: &Position<G>,
        plies: Plies,
        limit: Option<Square>,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<FutileDrops>, NoEvidence> {
        for r in p.evading_moves() {
            if r.dropped().is_none() {
                let left = plies.checked_sub(1).ok_or(NoEvidence::False)?;
                self.work.push(Task::Win(after(p, r), left));
            }
        }
        let mut futile_drops = Vec::new();
        for (square, on) in drops(p, limit) {
            match self.futile_or_answered(p, square, &on, plies, meter)? {
                (Some(entry), tasks) => {
                    futile_drops.push(entry);
                    self.work.extend(tasks);
                }
                (None, tasks) => self.work.extend(tasks),
            }
        }
        Ok(futile_drops)
    }

    /// A reply that shows that there is no mate within `plies`. Drops on the square `limit` or
    /// farther away are left aside.
    fn refutation(
        &mut self,
        p: &Position<G>,
        limit: Option<Square>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(Refutation, Tasks<G>)>, NoEvidence> {
        let left = plies.checked_sub(1);
        let plain = |reply| Refutation { reply, core: None };
        let mut moves: Vec<Move> = p.evading_moves().into_iter().collect();
        moves.retain(|r| r.dropped().is_none());
        let Some(left) = left else {
            return match moves.first() {
                Some(&reply) => Ok(Some((plain(reply), Vec::new()))),
                None => self.refutation_by_drop(p, limit, plies, meter),
            };
        };
        // A fact that is written already costs nothing. A fact that holds without drops serves many
        // hands.
        let mut found = None;
        for &reply in &moves {
            let next = after(p, reply);
            if self.safe.get(&exact(&next)).is_some_and(|&known| known >= left)
                || self.lengths.known_bare(&next).1 > left
            {
                return Ok(Some((plain(reply), vec![Task::Safe(next, left)])));
            }
            if found.is_none() && self.lengths.known(&next).1 > left {
                found = Some((plain(reply), vec![Task::Safe(next, left)]));
            }
        }
        if found.is_some() {
            return Ok(found);
        }
        for &reply in &moves {
            let next = after(p, reply);
            if self.within(&next, left, meter)?.is_none() {
                return Ok(Some((plain(reply), vec![Task::Safe(next, left)])));
            }
        }
        self.refutation_by_drop(p, limit, plies, meter)
    }

    /// The same by a drop.
    fn refutation_by_drop(
        &mut self,
        p: &Position<G>,
        limit: Option<Square>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(Refutation, Tasks<G>)>, NoEvidence> {
        for (_, on) in drops(p, limit) {
            for reply in on {
                let next = after(p, reply);
                let mut tasks = Vec::new();
                if let Some(left) = plies.checked_sub(1) {
                    if self.within(&next, left, meter)?.is_some() {
                        continue;
                    }
                    tasks.push(Task::Safe(next, left));
                }
                match self.counts(p, reply, plies, meter)? {
                    Some((core, more)) => {
                        tasks.extend(more);
                        return Ok(Some((Refutation { reply, core }, tasks)));
                    }
                    // Futile whatever is dropped there.
                    None => break,
                }
            }
        }
        Ok(None)
    }

    fn gather_safe(
        &mut self,
        p: &Position<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<(), NoEvidence> {
        let key = exact(p);
        if self.safe.get(&key).is_some_and(|&known| known >= plies) {
            return Ok(());
        }
        let checks = p.checking_moves();
        let answered_on_the_board = || {
            checks.iter().all(|&m| {
                let replies = after(p, m).evading_moves();
                replies.iter().any(|r| r.dropped().is_none())
            })
        };
        if self.lengths.known_bare(p).1 > plies || (plies == 1 && answered_on_the_board()) {
            self.safe.insert(key, plies);
            self.bare.push((self.lengths.bare_question(p), plies));
            return Ok(());
        }
        if self.lengths.known_every(p).1 > EVER {
            // A closed set has to be found again as a whole. Mostly the drops were not needed, and
            // the plies are few.
            if self.lengths.glance_bare(p, plies, GLANCE, meter)? {
                self.safe.insert(key, plies);
                self.bare.push((self.lengths.bare_question(p), plies));
                return Ok(());
            }
            self.safe.insert(key, EVER);
            self.closed.push((self.lengths.every_question(p), EVER));
            return Ok(());
        }
        self.safe.insert(key, plies);
        let mut answers = Vec::new();
        for m in checks {
            let (refutation, tasks) = self
                .refutation(&after(p, m), None, plies - 1, meter)?
                .ok_or(NoEvidence::False)?;
            self.work.extend(tasks);
            answers.push((m, refutation));
        }
        self.writer.safe(p, plies, &answers);
        Ok(())
    }

    /// The facts that do not depend on the policy.
    fn plain(self, meter: &mut Meter<'_>) -> Result<(), NoEvidence> {
        let (every, bare) = self.lengths.searches();
        let waiting = [size_of_val(&self.closed[..]), size_of_val(&self.bare[..])];
        let before = [every.options().promote, bare.options().promote];
        // Every position of a disproof needs its own evidence, also one that rested on another
        // position.
        (every.options().promote, bare.options().promote) = (true, true);
        let mut writer = Every(&mut *self.writer, waiting.iter().sum());
        let proved = proofs(every, self.proofs, &mut writer, meter);
        writer.1 = waiting[1];
        let closed = proved.and_then(|held| Ok(held & disproofs(every, self.closed, &mut writer, meter)?));
        let holds =
            closed.and_then(|held| Ok(held & disproofs(bare, self.bare, &mut Bare(self.writer), meter)?));
        [every.options().promote, bare.options().promote] = before;
        if holds? { Ok(()) } else { Err(NoEvidence::False) }
    }
}

/// Receives facts that hold even if every drop counts. The number is that of bytes that wait
/// besides.
struct Every<'a, N>(&'a mut N, usize);

impl<G: Geometry, N: PolicyEvidenceWriter<G>> EvidenceWriter<Question<G>> for Every<'_, N> {
    fn write_proof(&mut self, at: &Question<G>, rank: Plies, mv: Move) {
        self.0.proof(at, rank, mv);
    }

    fn write_disproof(&mut self, at: &Question<G>, _: Plies, answers: &[(Move, Move)]) {
        self.0.closed(at, answers);
    }

    fn is_full(&self, held: usize) -> bool {
        self.0.is_full(held + self.1)
    }
}

/// Receives facts that hold even if no drop counts.
struct Bare<'a, N>(&'a mut N);

impl<G: Geometry, N: PolicyEvidenceWriter<G>> EvidenceWriter<Question<G>> for Bare<'_, N> {
    fn write_proof(&mut self, _: &Question<G>, _: Plies, _: Move) {}

    fn write_disproof(&mut self, at: &Question<G>, bound: Plies, answers: &[(Move, Move)]) {
        self.0.bare(at, bound, answers);
    }

    fn is_full(&self, held: usize) -> bool {
        self.0.is_full(held)
    }
}
