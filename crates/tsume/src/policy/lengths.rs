//! Lengths of mates under a policy.
//!
//! For every position and policy (docs/guide/futile.md)
//!
//! > length without any drops of the defender's  <=  length under the policy  <=  length with every drop counted,
//!
//! because a policy strips some drops, and only drops, from the replies. Both ends are questions for the proof search, with
//! all its dominance, and so is a better bound from below (`loose.rs`); where they differ, the question under the policy itself
//! is asked (`ruled.rs`), and rests on what is known of them.

use crate::check::convention::Clean;
use crate::policy::Policy;
use crate::policy::lower_bound::Loose;
use crate::policy::shared::{BARE, ENTRY, Shared};
use crate::policy::taking::{Exact, Taken};
use crate::policy::under_policy::Ruled;
use crate::{EVER, Manner, Meter, Question, Reason, Tsume};
use std::collections::HashMap;
use std::rc::Rc;
use yose_andor::{Game, Outcome, Plies, Search, Table, Track, crew_within, schedule};
use yose_shogi::{Geometry, Move, Position};

/// The first span of nodes for each question.
const QUICK: u64 = 50_000;
/// Until the question that bounds from below has answered, the others have this share of a turn.
const SHARE: u64 = 4;

/// A question being asked in turns: which of those that bound it are still asked as well.
pub(crate) struct Asked {
    plies: Plies,
    every: bool,
    bare: bool,
    loose: bool,
    turn: usize,
    span: u64,
}

impl Asked {
    /// Within how many plies.
    pub fn plies(&self) -> Plies {
        self.plies
    }

    /// How many turns it has had.
    pub fn turns(&self) -> usize {
        self.turn
    }

    /// The nodes of the next turn.
    pub fn span(&self) -> u64 {
        self.span
    }
}

/// The table of all questions: each has keys of its own, so the room goes to those that need it.
pub struct Tables {
    all: Table,
}

impl Tables {
    /// A table of so many MB, less what is kept beside it: exact entries, an eighth, and repetitions.
    pub fn new(mb: usize) -> Self {
        let mut all = Table::new((3 * mb / 4).max(1));
        all.share_numbers(Manner::default().search.share_numbers);
        Tables { all }
    }

    /// Forgets everything: problems with other piece totals never share entries.
    pub fn renew(&self) {
        self.all.renew();
    }

    /// The table, also of the question with every drop counted.
    pub(crate) fn every(&self) -> &Table {
        &self.all
    }
}

/// Lengths under a policy.
pub struct Lengths<'t, G: Geometry> {
    policy: Policy,
    every: Search<'t, Question<G>>,
    bare: Search<'t, Question<G>>,
    loose: Search<'t, Loose<'t, G>>,
    ruled: Search<'t, Ruled<'t, G>>,
    shared: Rc<Shared<'t>>,
    pub(crate) left: HashMap<Exact, u32>,
    pub(crate) clean: HashMap<Exact, Clean>,
    room: usize,
    quick: u64,
}

impl<'t, G: Geometry> Lengths<'t, G> {
    /// Prepares to ask about a problem and everything that can come of it. An eighth of `mb` is for exact entries.
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
        Self::of(
            Question::new(tsume, manner.techniques),
            policy,
            tables,
            mb,
            manner,
        )
    }

    /// The same questions, asked of other tables: what comes out depends on nothing that was asked here.
    pub(crate) fn apart<'s>(&mut self, tables: &'s Tables, mb: usize) -> Lengths<'s, G> {
        let question = self.every.query().clone();
        Lengths::of(question, self.policy, tables, mb, &Manner::default())
    }

    fn of(question: Question<G>, policy: Policy, tables: &'t Tables, mb: usize, manner: &Manner) -> Self {
        let room = (mb << 20) / 8 / ENTRY;
        let table = &tables.all;
        let shared = Rc::new(Shared::new(policy, table, manner.search, room));
        let ruled = Ruled::new(question.clone(), shared.clone());
        let loose = Loose::new(question.clone(), shared.clone());
        let bare = question.clone().without_drops().marked(BARE);
        Lengths {
            policy,
            every: Search::new(question, table, manner.search),
            bare: Search::new(bare, table, manner.search),
            loose: Search::new(loose, table, manner.search),
            ruled: Search::new(ruled, table, manner.search),
            shared,
            left: HashMap::new(),
            clean: HashMap::new(),
            room,
            quick: QUICK,
        }
    }

    /// The same with another first span of nodes for each question. What comes out is the same; with few, every question has a
    /// part in small problems too, as tests want it.
    #[must_use]
    pub fn in_spans(self, quick: u64) -> Self {
        Lengths {
            quick: quick.max(1),
            ..self
        }
    }

    /// Whether the attacker mates at all, whoever is to move: the same under every policy.
    pub fn mates(&mut self, p: &Position<G>, meter: &mut Meter<'_>) -> Result<Option<Plies>, Reason> {
        Ok(proved(ask(&mut self.every, p, EVER, meter)?))
    }

    /// Whether the attacker mates at all in the problem, by several threads over the table of that question.
    pub(crate) fn mates_by_many(
        &mut self,
        every: &Table,
        threads: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome, Reason> {
        let (root, options) = (self.every.query().clone(), *self.every.options());
        crew_within(&root, EVER, threads, every, options, meter)
    }

    /// The length under the policy, whoever is to move; `None` if there is no mate.
    pub fn length(&mut self, p: &Position<G>, meter: &mut Meter<'_>) -> Result<Option<Plies>, Reason> {
        let Some(mut upper) = self.mates(p, meter)? else {
            return Ok(None);
        };
        let least = Plies::from(p.turn() == self.every.query().attacker());
        while upper > least {
            meter.shown.upper = u32::from(upper);
            match self.shorter(p, upper, meter)? {
                Some(plies) => upper = plies,
                None => break,
            }
        }
        Ok(Some(upper))
    }

    /// A shorter mate than one in `length` plies; `None` if there is none.
    pub fn shorter(
        &mut self,
        p: &Position<G>,
        length: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Plies>, Reason> {
        self.known_within(p, length - 2, meter)
    }

    /// Whether the attacker mates within so many plies under the policy, whoever is to move.
    pub fn within(&mut self, p: &Position<G>, plies: Plies, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        Ok(self.known_within(p, plies, meter)?.is_some())
    }

    /// A length within so many plies that is proved, if there is a mate.
    pub(crate) fn known_within(
        &mut self,
        p: &Position<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Plies>, Reason> {
        if self.policy == Policy::None {
            return Ok(proved(ask(&mut self.every, p, plies, meter)?));
        }
        let mut asked = self.asked(plies);
        loop {
            if let Some(answer) = self.turn(p, &mut asked, meter)? {
                return Ok(answer);
            }
        }
    }

    /// A question to be asked in turns.
    pub(crate) fn asked(&self, plies: Plies) -> Asked {
        Asked {
            plies,
            every: true,
            bare: true,
            loose: true,
            turn: 0,
            span: self.quick,
        }
    }

    /// Asks for one turn each question that may answer; `None` if none did. The turns grow, so that no question costs more than
    /// a few times the one that answers, whichever that is. What bounds from below well (`loose.rs`) is asked from the second turn on, and then
    /// for longest: it knows dominance, and where it says no nothing else need be asked. Easy problems are over before.
    pub(crate) fn turn(
        &mut self,
        p: &Position<G>,
        asked: &mut Asked,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Option<Plies>>, Reason> {
        let &mut Asked {
            plies, turn, span, ..
        } = asked;
        if plies == 0 {
            return Ok(Some(self.ruled.query().within(p, plies, meter)?));
        }
        let (yes_from, no_below) = self.known(p);
        if yes_from <= plies {
            return Ok(Some(Some(yes_from)));
        }
        if no_below > plies {
            return Ok(Some(None));
        }
        let share = if turn > 0 { span.div_ceil(SHARE) } else { span };
        if asked.every {
            go_to(&mut self.every, p);
            match schedule::span(&mut self.every, plies, turn, share, meter)? {
                Some(Outcome::Proved(plies)) => return Ok(Some(Some(plies))),
                Some(Outcome::Disproved(_)) => asked.every = false,
                None => {}
            }
        }
        if asked.bare {
            go_to(&mut self.bare, p);
            match schedule::span(&mut self.bare, plies, turn, span, meter)? {
                Some(Outcome::Disproved(_)) => return Ok(Some(None)),
                Some(Outcome::Proved(_)) => asked.bare = false,
                None => {}
            }
        }
        if asked.loose {
            self.loose.query().go_to(p.clone());
            match schedule::span(&mut self.loose, plies, turn, span, meter)? {
                Some(Outcome::Disproved(_)) => return Ok(Some(None)),
                Some(Outcome::Proved(_)) => asked.loose = false,
                None => {}
            }
        }
        let mut outcome = None;
        if !asked.loose || turn > 0 {
            self.ruled.query().go_to(p.clone());
            let share = if asked.loose { share } else { span };
            outcome = schedule::span(&mut self.ruled, plies, turn, share, meter)?;
        }
        asked.turn += 1;
        asked.span += span.div_ceil(2);
        Ok(outcome.map(proved))
    }

    /// Whether the bound from below (`loose.rs`) refutes a mate within so many plies. If not, that says nothing.
    pub fn loosely_refuted(
        &mut self,
        p: &Position<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        self.loose.query().go_to(p.clone());
        Ok(proved(schedule::within(&mut self.loose, plies, meter)?).is_none())
    }

    /// A mate within so many plies, if few nodes find one.
    pub(crate) fn glance(
        &mut self,
        p: &Position<G>,
        plies: Plies,
        nodes: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Plies>, Reason> {
        go_to(&mut self.every, p);
        if let Some(Outcome::Proved(plies)) = schedule::span(&mut self.every, plies, 0, nodes, meter)? {
            return Ok(Some(plies));
        }
        self.loose.query().go_to(p.clone());
        if let Some(Outcome::Disproved(_)) = schedule::span(&mut self.loose, plies, 0, nodes, meter)? {
            return Ok(None);
        }
        self.ruled.query().go_to(p.clone());
        let outcome = schedule::span(&mut self.ruled, plies, 0, nodes, meter)?;
        Ok(outcome.and_then(proved))
    }

    /// Whether a reply counts, in a position that is mated within so many plies under the policy.
    pub fn counts(
        &mut self,
        p: &Position<G>,
        reply: Move,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        if self.policy == Policy::None {
            return Ok(true);
        }
        Ok(self.ruled.query().counted(p, reply, plies, meter)?.is_some())
    }

    /// The replies that count, in the order of the generator, in a position that is mated within so many plies under the
    /// policy.
    pub fn replies(
        &mut self,
        p: &mut Position<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Move>, Reason> {
        let mut counted = Vec::new();
        for r in p.evading_moves() {
            if self.counts(p, r, plies, meter)? {
                counted.push(r);
            }
        }
        Ok(counted)
    }

    /// Whether the mate of a position within so many plies answers every reply of its twin with the same moves.
    pub(crate) fn alike(
        &mut self,
        p: &Position<G>,
        twin: &Taken<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        self.ruled.query().alike(p, twin, plies, meter)
    }

    /// The least number of plies within which a mate is known after a move, without search.
    pub(crate) fn known_after(&mut self, p: &Position<G>, m: Move) -> Plies {
        let mut next = p.clone();
        next.make(m);
        self.ruled.query().known(&next).0
    }

    /// The reply that is known to last longest, no longer than so many plies, and how long.
    pub(crate) fn longest_reply(&mut self, p: &Position<G>, most: Plies) -> Option<(Plies, Move)> {
        let replies = self.listed(p).into_iter().rev();
        replies
            .map(|r| (self.known_after(p, r).min(most), r))
            .max_by_key(|&(plies, _)| plies)
    }

    /// The replies of a position that are not known to be futile.
    pub(crate) fn listed(&mut self, p: &Position<G>) -> Vec<Move> {
        let mut edges = Vec::new();
        let query = self.ruled.query();
        query.go_to(p.clone());
        query.expand(&mut edges);
        edges.into_iter().map(|edge| edge.mv).collect()
    }

    /// Goes back along a line and takes over what is known by now of the replies to each check: the length that makes of the
    /// root, and whether anything became shorter.
    pub(crate) fn tighten(&mut self, root: &Position<G>, line: &[Move]) -> (Plies, bool) {
        let mut on_the_way = vec![root.clone()];
        for &m in line {
            let mut next = on_the_way[on_the_way.len() - 1].clone();
            next.make(m);
            on_the_way.push(next);
        }
        let mut shorter = false;
        let mut plies = 0;
        for (i, p) in on_the_way.iter().enumerate().rev() {
            if i % 2 == 1 {
                plies = 0;
                for r in self.listed(p) {
                    let Some(more) = self.known_after(p, r).checked_add(1) else {
                        return (EVER, shorter);
                    };
                    plies = plies.max(more);
                }
                self.ruled.query().learn(p, plies, 0);
            } else if let Some(&m) = line.get(i) {
                plies += 1;
                shorter |= plies < self.ruled.query().known(p).0;
                self.ruled.query().learn(p, plies, m.packed());
            }
        }
        (plies, shorter)
    }

    /// What counts.
    pub(crate) fn policy(&self) -> Policy {
        self.policy
    }

    /// What all tables know under the policy: mate from so many plies on, none below so many.
    pub(crate) fn known(&mut self, p: &Position<G>) -> (Plies, Plies) {
        self.ruled.query().known(p)
    }

    /// What is known with every drop counted.
    pub(crate) fn known_every(&mut self, p: &Position<G>) -> (Plies, Plies) {
        look(&mut self.every, p)
    }

    /// What is known with none counted.
    pub(crate) fn known_bare(&mut self, p: &Position<G>) -> (Plies, Plies) {
        look(&mut self.bare, p)
    }

    /// Whether few nodes show that there is no mate within so many plies even without the defender's drops.
    pub(crate) fn glance_bare(
        &mut self,
        p: &Position<G>,
        plies: Plies,
        nodes: u64,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        go_to(&mut self.bare, p);
        let outcome = schedule::span(&mut self.bare, plies, 0, nodes, meter)?;
        Ok(matches!(outcome, Some(Outcome::Disproved(_))))
    }

    /// The question with every drop counted.
    pub(crate) fn every_question(&mut self, p: &Position<G>) -> Question<G> {
        self.every.query().of(p.clone())
    }

    /// The mate that is known with every drop counted, as far as the table has it.
    pub(crate) fn line_so_far(&mut self, p: &Position<G>) -> Track {
        Track::known(self.every.table(), self.every_question(p))
    }

    /// The question with none counted.
    pub(crate) fn bare_question(&mut self, p: &Position<G>) -> Question<G> {
        self.bare.query().of(p.clone())
    }

    /// The searches of the two.
    pub(crate) fn searches(&mut self) -> (&mut Search<'t, Question<G>>, &mut Search<'t, Question<G>>) {
        (&mut self.every, &mut self.bare)
    }

    /// A length below which there is no mate, as far as is known without search.
    pub(crate) fn lower(&mut self, p: &Position<G>) -> u32 {
        u32::from(self.ruled.query().known(p).1.max(1))
    }

    /// Whether one more entry fits.
    pub(crate) fn has_room(&self) -> Result<(), Reason> {
        if self.left.len() + self.clean.len() + self.shared.used() < self.room {
            Ok(())
        } else {
            Err(Reason::Memory)
        }
    }
}

fn proved(outcome: Outcome) -> Option<Plies> {
    match outcome {
        Outcome::Proved(plies) => Some(plies),
        Outcome::Disproved(_) => None,
    }
}

/// What the table of a search knows of a position.
fn look<G: Geometry>(search: &mut Search<'_, Question<G>>, p: &Position<G>) -> (Plies, Plies) {
    let (key, resource) = search.query().place(p);
    let known = search.table().look(key, resource);
    (known.yes_from, known.no_below)
}

/// Asks a search about any position of the problem.
fn ask<G: Geometry>(
    search: &mut Search<'_, Question<G>>,
    p: &Position<G>,
    plies: Plies,
    meter: &mut Meter<'_>,
) -> Result<Outcome, Reason> {
    go_to(search, p);
    schedule::within(search, plies, meter)
}

/// Leads a search to another position of the problem.
fn go_to<G: Geometry>(search: &mut Search<'_, Question<G>>, p: &Position<G>) {
    let question = search.query().of(p.clone());
    *search.query() = question;
}
