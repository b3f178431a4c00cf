//! Lengths of mates under a policy.
//!
//! For every position and policy (docs/FUTILE.md)
//!
//! > length without any drops of the defender's  <=  length under the policy  <=  length with every drop counted,
//!
//! because a policy strips some drops, and only drops, from the replies. Both ends are questions for the proof search, with
//! all its dominance; where they differ, the question under the policy itself is asked (`ruled.rs`), and rests on their tables.

use crate::convention::Clean;
use crate::policy::Policy;
use crate::ruled::{ENTRY, Ruled, Shared};
use crate::taking::{Exact, Taken};
use std::collections::HashMap;
use std::rc::Rc;
use yose_andor::{Outcome, Plies, Query, Search, Table, crew_within, turns};
use yose_mate::{EVER, InHand, Manner, Meter, Question, Reason, Tsume};
use yose_shogi::{Geometry, Move, Position};

/// The first span of nodes for each question.
const QUICK: u64 = 50_000;

/// The tables of the three questions.
pub struct Tables {
    every: Table,
    bare: Table,
    ruled: Table,
}

impl Tables {
    /// Tables of so many MB together, less what is kept beside them.
    pub fn new(mb: usize) -> Self {
        let table = |mb: usize| {
            let mut table = Table::new(mb.max(1));
            table.share_numbers(Manner::default().search.share_numbers);
            table
        };
        Tables {
            every: table(3 * mb / 8),
            bare: table(mb / 8),
            ruled: table(3 * mb / 8),
        }
    }

    /// Forgets everything: problems with other piece totals never share entries.
    pub fn renew(&self) {
        self.every.renew();
        self.bare.renew();
        self.ruled.renew();
    }
}

impl Tables {
    /// That of the question with every drop counted.
    pub(crate) fn every(&self) -> &Table {
        &self.every
    }
}

/// Lengths under a policy.
pub struct Lengths<'t, G: Geometry> {
    policy: Policy,
    every: Search<'t, Question<G>>,
    bare: Search<'t, Question<G>>,
    ruled: Search<'t, Ruled<'t, G>>,
    shared: Rc<Shared<'t>>,
    pub(crate) left: HashMap<Exact, u32>,
    pub(crate) clean: HashMap<Exact, Clean>,
    room: usize,
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
        let shared = Rc::new(Shared::new(
            policy,
            [&tables.every, &tables.bare, &tables.ruled],
            manner.search,
            room,
        ));
        let ruled = Ruled::new(question.clone(), shared.clone());
        Lengths {
            policy,
            every: Search::new(question.clone(), &tables.every, manner.search),
            bare: Search::new(question.without_drops(), &tables.bare, manner.search),
            ruled: Search::new(ruled, &tables.ruled, manner.search),
            shared,
            left: HashMap::new(),
            clean: HashMap::new(),
            room,
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
        if plies == 0 {
            return self.ruled.query().within(p, plies, meter);
        }
        let (yes_from, no_below) = self.known(p);
        if yes_from <= plies {
            return Ok(Some(yes_from));
        }
        if no_below > plies {
            return Ok(None);
        }
        // The three questions take turns for growing spans, so that none of them costs more than a few times the one that
        // answers, whichever that is.
        go_to(&mut self.every, p);
        go_to(&mut self.bare, p);
        self.ruled.query().go_to(p.clone());
        let (mut ask_every, mut ask_bare) = (true, true);
        let mut span = QUICK;
        for turn in 0.. {
            if ask_every {
                match turns::span(&mut self.every, plies, turn, span, meter)? {
                    Some(Outcome::Proved(plies)) => return Ok(Some(plies)),
                    Some(Outcome::Disproved(_)) => ask_every = false,
                    None => {}
                }
            }
            if ask_bare {
                match turns::span(&mut self.bare, plies, turn, span, meter)? {
                    Some(Outcome::Disproved(_)) => return Ok(None),
                    Some(Outcome::Proved(_)) => ask_bare = false,
                    None => {}
                }
            }
            if let Some(outcome) = turns::span(&mut self.ruled, plies, turn, span, meter)? {
                return Ok(proved(outcome));
            }
            span += span / 2;
        }
        Err(Reason::Step)
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

    /// The question with every drop counted.
    pub(crate) fn every_question(&mut self, p: &Position<G>) -> Question<G> {
        self.every.query().of(p.clone())
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
    let hand = InHand(p.hand(search.query().attacker()));
    let known = search.table().look(p.board_key(), hand);
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
    turns::within(search, plies, meter)
}

/// Leads a search to another position of the problem.
fn go_to<G: Geometry>(search: &mut Search<'_, Question<G>>, p: &Position<G>) {
    let question = search.query().of(p.clone());
    *search.query() = question;
}
