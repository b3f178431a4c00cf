//! Lengths of mates under a policy.
//!
//! Within n plies under a policy is defined in docs/FUTILE.md. For every position and policy
//!
//! > length without any drops of the defender's  <=  length under the policy  <=  length with every drop counted,
//!
//! because a policy strips some drops, and only drops, from the replies. Both ends are questions for the proof search, with
//! all its dominance; the definition itself is gone into only where they differ, with entries for exact hands: under a
//! relative rule a length is not monotone in the attacker's hand.

use crate::policy::Policy;
use crate::taking::{Exact, Taken, exact, takings};
use std::collections::HashMap;
use yose_andor::{Outcome, Plies, Search, Table};
use yose_mate::{EVER, Manner, Meter, Question, Reason, Tsume};
use yose_shogi::{Geometry, Move, Position};

/// Nodes for the question with every drop counted, before the definition is gone into.
const QUICK: u64 = 20_000;

/// The tables of both searches.
pub struct Tables {
    every: Table,
    bare: Table,
}

impl Tables {
    /// Tables of so many MB together.
    pub fn new(mb: usize) -> Self {
        let table = |mb: usize| {
            let mut table = Table::new(mb.max(1));
            table.share_numbers(Manner::default().search.share_numbers);
            table
        };
        Tables {
            every: table(mb / 2),
            bare: table(mb / 4),
        }
    }

    /// Forgets everything: problems with other piece totals never share entries.
    pub fn renew(&self) {
        self.every.renew();
        self.bare.renew();
    }
}

/// What is known of an exact position.
#[derive(Clone, Copy)]
struct Known {
    /// Mate within this many plies.
    yes: Plies,
    /// No mate below this many.
    no_below: Plies,
}

/// The memory one entry of a map can take, growth included.
const ENTRY: usize = 7 * size_of::<(Exact, Exact, Known)>() / 2;

/// Lengths under a policy.
pub struct Lengths<'t, G: Geometry> {
    policy: Policy,
    every: Search<'t, Question<G>>,
    bare: Search<'t, Question<G>>,
    known: HashMap<Exact, Known>,
    cores: HashMap<Exact, Plies>,
    twins: HashMap<(Exact, Exact, Plies), bool>,
    pub(crate) left: HashMap<Exact, u32>,
    room: usize,
}

impl<'t, G: Geometry> Lengths<'t, G> {
    /// Prepares to ask about a problem and everything that can come of it. A quarter of `mb` is for exact entries.
    pub fn new(tsume: &Tsume<G>, policy: Policy, tables: &'t Tables, mb: usize) -> Self {
        Self::in_manner(tsume, policy, tables, mb, &Manner::default())
    }

    /// The same, with switches of the search and of the question.
    pub fn in_manner(
        tsume: &Tsume<G>,
        policy: Policy,
        tables: &'t Tables,
        mb: usize,
        manner: &Manner,
    ) -> Self {
        let question = Question::new(tsume, manner.techniques);
        Lengths {
            policy,
            every: Search::new(question.clone(), &tables.every, manner.search),
            bare: Search::new(question.without_drops(), &tables.bare, manner.search),
            known: HashMap::new(),
            cores: HashMap::new(),
            twins: HashMap::new(),
            left: HashMap::new(),
            room: (mb << 20) / 4 / ENTRY,
        }
    }

    /// Whether the attacker mates at all, whoever is to move: the same under every policy.
    pub fn mates(&mut self, p: &Position<G>, meter: &mut Meter<'_>) -> Result<Option<Plies>, Reason> {
        Ok(match ask(&mut self.every, p, EVER, meter)? {
            Outcome::Proved(plies) => Some(plies),
            Outcome::Disproved(_) => None,
        })
    }

    /// The length under the policy, whoever is to move; `None` if there is no mate.
    pub fn length(&mut self, p: &Position<G>, meter: &mut Meter<'_>) -> Result<Option<Plies>, Reason> {
        let Some(upper) = self.mates(p, meter)? else {
            return Ok(None);
        };
        meter.shown.upper = u32::from(upper);
        let which = if self.policy == Policy::None {
            &mut self.every
        } else {
            &mut self.bare
        };
        let mut lower = upper;
        while lower > 2 {
            match ask(which, p, lower - 2, meter)? {
                Outcome::Proved(plies) => lower = plies,
                Outcome::Disproved(_) => break,
            }
        }
        if lower == 2
            && self.policy != Policy::None
            && p.evading_moves().iter().all(|r| r.dropped().is_some())
        {
            lower = 0;
        }
        let mut p = p.clone();
        while lower < upper && !self.within(&mut p, lower, meter)? {
            lower += 2;
            meter.shown.lower = u32::from(lower);
        }
        Ok(Some(lower))
    }

    /// Whether the attacker mates within so many plies under the policy, whoever is to move.
    pub fn within(
        &mut self,
        p: &mut Position<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        if p.turn() == self.every.query().attacker() {
            self.attack(p, plies, meter)
        } else {
            self.defend(p, plies, meter)
        }
    }

    /// The replies that count, in the order of the generator. Every reply but drops must be mated.
    pub fn replies(&mut self, p: &mut Position<G>, meter: &mut Meter<'_>) -> Result<Vec<Move>, Reason> {
        let all = p.evading_moves();
        let mut counted: Vec<Move> = all.iter().copied().filter(|r| r.dropped().is_none()).collect();
        let drops: Vec<Move> = all.into_iter().filter(|r| r.dropped().is_some()).collect();
        if drops.is_empty() {
            return Ok(counted);
        }
        let core = self.core(p, meter)?;
        let mut judged: HashMap<_, bool> = HashMap::new();
        for r in drops {
            let futile = match judged.get(&r.to()) {
                Some(&futile) => futile,
                None => {
                    let futile = self.futile(p, r, core, meter)?;
                    judged.insert(r.to(), futile);
                    futile
                }
            };
            if !futile {
                counted.push(r);
            }
        }
        Ok(counted)
    }

    fn known(&self, key: &Exact, plies: Plies) -> Option<bool> {
        let known = self.known.get(key)?;
        if known.yes <= plies {
            Some(true)
        } else if known.no_below > plies {
            Some(false)
        } else {
            None
        }
    }

    fn learn(&mut self, key: Exact, plies: Plies, mate: bool) -> Result<bool, Reason> {
        self.has_room()?;
        let known = self.known.entry(key).or_insert(Known {
            yes: EVER,
            no_below: 0,
        });
        if mate {
            known.yes = known.yes.min(plies);
        } else {
            known.no_below = known.no_below.max(plies + 1);
        }
        Ok(mate)
    }

    /// Whether one more entry fits.
    pub(crate) fn has_room(&self) -> Result<(), Reason> {
        let used = self.known.len() + self.cores.len() + self.twins.len() + self.left.len();
        if used < self.room {
            Ok(())
        } else {
            Err(Reason::Memory)
        }
    }

    /// What the two ends say.
    fn bounds(
        &mut self,
        p: &Position<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<bool>, Reason> {
        if let Outcome::Disproved(_) = ask(&mut self.bare, p, plies, meter)? {
            return Ok(Some(false));
        }
        let every = &mut self.every;
        match meter.step(QUICK, |meter| ask(every, p, plies, meter)) {
            Ok(Outcome::Proved(_)) => Ok(Some(true)),
            Ok(Outcome::Disproved(_)) | Err(Reason::Step) => Ok(None),
            Err(reason) => Err(reason),
        }
    }

    fn attack(&mut self, p: &mut Position<G>, plies: Plies, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        if plies == 0 {
            return Ok(false);
        }
        if self.policy == Policy::None {
            return Ok(matches!(
                ask(&mut self.every, p, plies, meter)?,
                Outcome::Proved(_)
            ));
        }
        let key = exact(p);
        if let Some(known) = self.known(&key, plies) {
            return Ok(known);
        }
        meter.tick()?;
        if let Some(mate) = self.bounds(p, plies, meter)? {
            return self.learn(key, plies, mate);
        }
        let mut mate = false;
        for m in p.checking_moves() {
            let undo = p.make(m);
            let answer = self.defend(p, plies - 1, meter);
            p.unmake(m, undo);
            if answer? {
                mate = true;
                break;
            }
        }
        self.learn(key, plies, mate)
    }

    fn defend(&mut self, p: &mut Position<G>, plies: Plies, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        if plies > 0 {
            if self.policy == Policy::None {
                return Ok(matches!(
                    ask(&mut self.every, p, plies, meter)?,
                    Outcome::Proved(_)
                ));
            }
            let key = exact(p);
            if let Some(known) = self.known(&key, plies) {
                return Ok(known);
            }
            meter.tick()?;
            if let Some(mate) = self.bounds(p, plies, meter)? {
                return self.learn(key, plies, mate);
            }
        }
        let mate = self.core_within(p, plies, meter)? && {
            let mut all = true;
            for r in self.replies(p, meter)? {
                if r.dropped().is_some() && !self.answered(p, r, plies, meter)? {
                    all = false;
                    break;
                }
            }
            all
        };
        if plies == 0 {
            return Ok(mate);
        }
        self.learn(exact(p), plies, mate)
    }

    fn answered(
        &mut self,
        p: &mut Position<G>,
        reply: Move,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        if plies == 0 {
            return Ok(false);
        }
        let undo = p.make(reply);
        let answer = self.attack(p, plies - 1, meter);
        p.unmake(reply, undo);
        answer
    }

    /// Whether every reply but drops is answered.
    fn core_within(
        &mut self,
        p: &mut Position<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        for r in p.evading_moves() {
            if r.dropped().is_none() && !self.answered(p, r, plies, meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The length without the drops of this turn; every other reply is mated.
    fn core(&mut self, p: &mut Position<G>, meter: &mut Meter<'_>) -> Result<Plies, Reason> {
        let key = exact(p);
        if let Some(&core) = self.cores.get(&key) {
            return Ok(core);
        }
        let mut core = 0;
        for r in p.evading_moves() {
            if r.dropped().is_some() {
                continue;
            }
            let mut next = p.clone();
            next.make(r);
            match self.length(&next, meter)? {
                Some(plies) => core = core.max(plies + 1),
                None => return Ok(EVER),
            }
        }
        self.cores.insert(key, core);
        Ok(core)
    }

    /// Whether a drop is futile; `core` is the length without drops.
    fn futile(
        &mut self,
        p: &Position<G>,
        r: Move,
        core: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        let (Some(kind), false) = (r.dropped(), self.policy == Policy::None || core == EVER) else {
            return Ok(false);
        };
        for mut taken in takings(p, kind, r.to()) {
            let futile = if self.policy == Policy::Strict {
                self.alike(p, taken, core, meter)?
            } else {
                self.defend(&mut taken.position, core, meter)?
            };
            if futile {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the mate of `x` within so many plies answers every reply of its twin with the same moves.
    fn alike(
        &mut self,
        x: &Position<G>,
        twin: Taken<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        let mut y = twin.position.clone();
        if !self.defend(&mut y, plies, meter)? {
            return Ok(false);
        }
        let key = (exact(x), exact(&y), plies);
        if key.0 == key.1 {
            return Ok(true);
        }
        if let Some(&known) = self.twins.get(&key) {
            return Ok(known);
        }
        meter.tick()?;
        let mut holds = true;
        for r in self.replies(&mut y, meter)? {
            // A reply that takes the checking piece, here or there, changes the play.
            let same = x.evading_moves().contains(&r) && r.to() != twin.from && r.to() != twin.to;
            if !same || plies < 2 || !self.same_answer(x, &twin, r, plies - 2, meter)? {
                holds = false;
                break;
            }
        }
        self.has_room()?;
        self.twins.insert(key, holds);
        Ok(holds)
    }

    fn same_answer(
        &mut self,
        x: &Position<G>,
        twin: &Taken<G>,
        reply: Move,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        let (mut x, mut y) = (x.clone(), twin.position.clone());
        x.make(reply);
        y.make(reply);
        let (in_x, in_y) = (x.checking_moves(), y.checking_moves());
        for n in in_y {
            let moves_checker = n.from() == Some(twin.to);
            let found = in_x.iter().copied().find(|&m| {
                if moves_checker {
                    m.from() == Some(twin.from) && m.to() == n.to() && x.kind_after(m) == y.kind_after(n)
                } else {
                    m == n && m.from() != Some(twin.from)
                }
            });
            let Some(m) = found else { continue };
            let (mut next_x, mut next_y) = (x.clone(), y.clone());
            next_x.make(m);
            next_y.make(n);
            if !self.defend(&mut next_x, plies, meter)? {
                continue;
            }
            let next = Taken {
                position: next_y,
                from: twin.from,
                to: twin.to,
            };
            if self.alike(&next_x, next, plies, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Asks a search about any position of the problem.
fn ask<G: Geometry>(
    search: &mut Search<'_, Question<G>>,
    p: &Position<G>,
    plies: Plies,
    meter: &mut Meter<'_>,
) -> Result<Outcome, Reason> {
    let question = search.query().of(p.clone());
    *search.query() = question;
    search.within(plies, meter)
}
