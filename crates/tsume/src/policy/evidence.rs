//! Evidence for a length under a policy: facts about exact positions, each of which follows from the rules and smaller ones.
//!
//! What the facts are and why they suffice is said where they are checked (`yose_verify::certificate::under_policy`). Here they are read off
//! the tables that solving has left; what those have forgotten is searched again. Where a position is known to be mated with
//! every drop counted, or not to be with none, that is told instead: such facts hold for many hands.

mod judged;
mod twins;

use crate::policy::Policy;
use crate::policy::lengths::Lengths;
use crate::policy::taking::{Exact, Taken, exact, nearer};
use crate::{EvidenceWriter, Meter, Question, Reason};
use std::collections::HashMap;
use yose_andor::evidence::{disproofs, proofs};
use yose_andor::{EVER, Plies};
use yose_board::Square;
use yose_shogi::{Geometry, Move, Position};

/// A reply that holds out; a drop may count by a core of fewer plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    /// The reply.
    pub reply: Move,
    /// For a drop: without it there is a mate within so many plies, and with the piece taken and given back none. `None`: with
    /// the piece taken and given back there is none within the plies that it holds out against.
    pub core: Option<Plies>,
}

/// Drops on a square that are futile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stripped {
    /// The square.
    pub square: Square,
    /// What takes them.
    pub taking: Move,
    /// Within how many plies it is mate with the piece given back.
    pub plies: Plies,
    /// The reply that shows that the mate without the drop takes no less; `None` for no plies.
    pub hold: Option<Hold>,
}

/// Who takes the facts down.
pub trait Notary<G: Geometry> {
    /// The attacker to move mates within so many plies by this move, after which these drops are stripped.
    fn win(&mut self, at: &Position<G>, plies: Plies, mv: Move, stripped: &[Stripped]);
    /// The defender to move is mated within so many plies; drops on the square or farther from the king left aside.
    fn mated(&mut self, at: &Position<G>, plies: Plies, limit: Option<Square>, stripped: &[Stripped]);
    /// The attacker to move does not mate within so many plies: to each check a reply.
    fn safe(&mut self, at: &Position<G>, plies: Plies, answers: &[(Move, Hold)]);
    /// The defender to move is not mated within so many plies.
    fn escape(&mut self, at: &Position<G>, plies: Plies, hold: Hold);
    /// Two positions with the defender to move are mated alike: to each reply of the second the check, as it is played there,
    /// but for the drops that are stripped there.
    fn alike(&mut self, at: [&Position<G>; 2], plies: Plies, answers: &[(Move, Move)], stripped: &[Stripped]);
    /// They are not: a reply of the second that the first does not have, or that no check answers in both.
    fn unlike(&mut self, at: [&Position<G>; 2], plies: Plies, hold: Hold);
    /// The attacker mates within so many plies, every drop counted.
    fn proof(&mut self, at: &Question<G>, rank: Plies, mv: Move);
    /// It does not within so many plies, no drop counted.
    fn bare(&mut self, at: &Question<G>, bound: Plies, answers: &[(Move, Move)]);
    /// It never does.
    fn closed(&mut self, at: &Question<G>, answers: &[(Move, Move)]);
    /// Whether there is no room for more, so many bytes being held by whoever tells.
    fn is_full(&self, held: usize) -> bool;
}

/// Nodes for a look whether a position that is never mated holds out without drops for as long as is asked.
const GLANCE: u64 = 2_000;

/// A fact to be told.
enum Task<G: Geometry> {
    Win(Position<G>, Plies),
    Mated(Position<G>, Option<Square>, Plies),
    Safe(Position<G>, Plies),
    Escape(Position<G>, Plies),
    Alike(Position<G>, Taken<G>, Plies),
    Unlike(Position<G>, Taken<G>, Plies),
}

/// Facts to be told if what they are for is.
type Tasks<G> = Vec<Task<G>>;

/// Why a fact was not told.
pub(crate) enum Untold {
    /// A limit.
    Stopped(Reason),
    /// It does not hold: a fault of the search.
    False,
}

impl From<Reason> for Untold {
    fn from(reason: Reason) -> Self {
        Untold::Stopped(reason)
    }
}

/// Tells facts until nothing is left to be told.
struct Teller<'l, 't, 'n, G: Geometry, N> {
    lengths: &'l mut Lengths<'t, G>,
    policy: Policy,
    notary: &'n mut N,
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

/// Tells why the root is mated within `length` plies under the policy, and, if that is proved, not within fewer.
pub(crate) fn tell<G: Geometry, N: Notary<G>>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    length: Plies,
    exact_length: bool,
    notary: &mut N,
    meter: &mut Meter<'_>,
) -> Result<(), Untold> {
    let policy = lengths.policy();
    let mut teller = Teller {
        lengths,
        policy,
        notary,
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
    if exact_length && length > 1 {
        teller.work.push(Task::Safe(root.clone(), length - 2));
    }
    while let Some(task) = teller.work.pop() {
        if teller.notary.is_full(teller.held()) {
            return Err(Reason::Memory.into());
        }
        teller.one(task, meter)?;
    }
    teller.plain(meter)
}

fn after<G: Geometry>(p: &Position<G>, m: Move) -> Position<G> {
    let mut next = p.clone();
    next.make(m);
    next
}

/// Replies, those of each square together: moves on the board first, then drops from the king outwards.
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

impl<G: Geometry, N: Notary<G>> Teller<'_, '_, '_, G, N> {
    /// The memory of what waits to be told, and of what has been, roughly.
    fn held(&self) -> usize {
        let single = self.win.len() + self.mated.len() + self.safe.len() + self.escape.len();
        let twins = self.alike.len() + self.unlike.len();
        size_of_val(&self.work[..])
            + size_of_val(&self.proofs[..])
            + size_of_val(&self.bare[..])
            + size_of_val(&self.closed[..])
            + 2 * single * size_of::<(Exact, Option<Square>, Plies)>()
            + 2 * twins * size_of::<([Exact; 2], Plies)>()
    }

    fn one(&mut self, task: Task<G>, meter: &mut Meter<'_>) -> Result<(), Untold> {
        meter.tick()?;
        match task {
            Task::Win(p, plies) => self.tell_win(&p, plies, meter),
            Task::Mated(p, limit, plies) => {
                let key = (exact(&p), limit);
                if self.mated.get(&key).is_some_and(|&told| told <= plies) || p.evading_moves().is_empty() {
                    return Ok(());
                }
                self.mated.insert(key, plies);
                let stripped = self.answered(&p, plies, limit, meter)?;
                self.notary.mated(&p, plies, limit, &stripped);
                Ok(())
            }
            Task::Safe(p, plies) => self.tell_safe(&p, plies, meter),
            Task::Escape(p, plies) => {
                let key = exact(&p);
                if self.escape.get(&key).is_some_and(|&told| told >= plies) {
                    return Ok(());
                }
                self.escape.insert(key, plies);
                let (hold, tasks) = self.hold(&p, None, plies, meter)?.ok_or(Untold::False)?;
                self.work.extend(tasks);
                self.notary.escape(&p, plies, hold);
                Ok(())
            }
            Task::Alike(x, twin, plies) => self.tell_alike(&x, &twin, plies, meter),
            Task::Unlike(x, twin, plies) => self.tell_unlike(&x, &twin, plies, meter),
        }
    }

    /// The plies within which a mate is proved, if there is one within so many.
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

    fn tell_win(&mut self, p: &Position<G>, plies: Plies, meter: &mut Meter<'_>) -> Result<(), Untold> {
        let key = exact(p);
        if self.win.get(&key).is_some_and(|&told| told <= plies) {
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
        let (left, m) = best.ok_or(Untold::False)?;
        self.win.insert(key, left + 1);
        let stripped = self.answered(&after(p, m), left, None, meter)?;
        self.notary.win(p, left + 1, m, &stripped);
        Ok(())
    }

    /// Has every reply answered within so many plies; which drops are stripped instead.
    fn answered(
        &mut self,
        p: &Position<G>,
        plies: Plies,
        limit: Option<Square>,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Stripped>, Untold> {
        for r in p.evading_moves() {
            if r.dropped().is_none() {
                let left = plies.checked_sub(1).ok_or(Untold::False)?;
                self.work.push(Task::Win(after(p, r), left));
            }
        }
        let mut stripped = Vec::new();
        for (square, on) in drops(p, limit) {
            match self.strip_or_answer(p, square, &on, plies, meter)? {
                (Some(entry), tasks) => {
                    stripped.push(entry);
                    self.work.extend(tasks);
                }
                (None, tasks) => self.work.extend(tasks),
            }
        }
        Ok(stripped)
    }

    /// A reply that shows that there is no mate within so many plies, drops from a square on left aside.
    fn hold(
        &mut self,
        p: &Position<G>,
        limit: Option<Square>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(Hold, Tasks<G>)>, Untold> {
        let left = plies.checked_sub(1);
        let plain = |reply| Hold { reply, core: None };
        let mut moves: Vec<Move> = p.evading_moves().into_iter().collect();
        moves.retain(|r| r.dropped().is_none());
        let Some(left) = left else {
            return match moves.first() {
                Some(&reply) => Ok(Some((plain(reply), Vec::new()))),
                None => self.dropped_hold(p, limit, plies, meter),
            };
        };
        // What is told already costs nothing; what holds without drops is told for many hands at once.
        let mut found = None;
        for &reply in &moves {
            let next = after(p, reply);
            if self.safe.get(&exact(&next)).is_some_and(|&told| told >= left)
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
        self.dropped_hold(p, limit, plies, meter)
    }

    /// The same by a drop.
    fn dropped_hold(
        &mut self,
        p: &Position<G>,
        limit: Option<Square>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(Hold, Tasks<G>)>, Untold> {
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
                        return Ok(Some((Hold { reply, core }, tasks)));
                    }
                    // Futile whatever is dropped there.
                    None => break,
                }
            }
        }
        Ok(None)
    }

    fn tell_safe(&mut self, p: &Position<G>, plies: Plies, meter: &mut Meter<'_>) -> Result<(), Untold> {
        let key = exact(p);
        if self.safe.get(&key).is_some_and(|&told| told >= plies) {
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
            // A closed set has to be found again as a whole; mostly the drops were not needed, and the plies are few.
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
            let (hold, tasks) = self
                .hold(&after(p, m), None, plies - 1, meter)?
                .ok_or(Untold::False)?;
            self.work.extend(tasks);
            answers.push((m, hold));
        }
        self.notary.safe(p, plies, &answers);
        Ok(())
    }

    /// The facts that do not depend on the policy.
    fn plain(self, meter: &mut Meter<'_>) -> Result<(), Untold> {
        let (every, bare) = self.lengths.searches();
        let waiting = [size_of_val(&self.closed[..]), size_of_val(&self.bare[..])];
        let before = [every.options().promote, bare.options().promote];
        // Every position of a refutation is told of, those that rested on another one's too.
        (every.options().promote, bare.options().promote) = (true, true);
        let mut writer = Every(&mut *self.notary, waiting.iter().sum());
        let proved = proofs(every, self.proofs, &mut writer, meter);
        writer.1 = waiting[1];
        let closed = proved.and_then(|held| Ok(held & disproofs(every, self.closed, &mut writer, meter)?));
        let holds =
            closed.and_then(|held| Ok(held & disproofs(bare, self.bare, &mut Bare(self.notary), meter)?));
        [every.options().promote, bare.options().promote] = before;
        if holds? { Ok(()) } else { Err(Untold::False) }
    }
}

/// Takes down what holds with every drop counted; so many bytes wait besides.
struct Every<'a, N>(&'a mut N, usize);

impl<G: Geometry, N: Notary<G>> EvidenceWriter<Question<G>> for Every<'_, N> {
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

/// Takes down what holds without any.
struct Bare<'a, N>(&'a mut N);

impl<G: Geometry, N: Notary<G>> EvidenceWriter<Question<G>> for Bare<'_, N> {
    fn write_proof(&mut self, _: &Question<G>, _: Plies, _: Move) {}

    fn write_disproof(&mut self, at: &Question<G>, bound: Plies, answers: &[(Move, Move)]) {
        self.0.bare(at, bound, answers);
    }

    fn is_full(&self, held: usize) -> bool {
        self.0.is_full(held)
    }
}
