//! Lengths of mates under a policy.
//!
//! For every position and policy (docs/guide/futile.md)
//!
//! > length without drops  <=  length under the policy  <=  length if every drop counts,
//!
//! because a policy takes some drops, and only drops, out of the replies. So there are four
//! questions, and in the code each has one name:
//!
//! | name | which drops of the defender count | what its answer says under the policy |
//! | --- | --- | --- |
//! | `every` | all | a proof is one, and so is "no mate at all" |
//! | `bare` | none | a disproof is one |
//! | `lower_bound` | those that cannot be taken for nothing (`lower_bound.rs`) | as for `bare` |
//! | `under_policy` | those that are not futile (`under_policy.rs`) | everything |
//!
//! The first three compare hands (dominance), so they are the cheaper ones. The last one cannot. It
//! decides where the others leave a gap, and it uses their facts.

use crate::check::convention::Clean;
use crate::policy::Policy;
use crate::policy::lower_bound::LowerBound;
use crate::policy::shared::{ENTRY, NO_DROPS, Shared};
use crate::policy::taking::{Exact, Taken};
use crate::policy::under_policy::UnderPolicy;
use crate::{EVER, Meter, Question, Reason, SolverSettings, Tsume};
use std::collections::HashMap;
use std::rc::Rc;
use yose_andor::{Game, Outcome, PackedLine, Plies, Search, Table, schedule, team_within};
use yose_board::Color;
use yose_shogi::{Geometry, Move, Position};

/// The nodes of each question in the first slice.
const QUICK: u64 = 50_000;
/// From the second slice on, `every` has only 1/`SHARE` of the nodes of a slice. So has
/// `under_policy`, until `lower_bound` is decided.
const SHARE: u64 = 4;

/// "Mate within `plies` under the policy?", asked in slices ([`Lengths::slice`]).
pub(crate) struct BoundedQuestion {
    plies: Plies,
    /// Whether `every` may still answer; likewise the next two.
    every: bool,
    bare: bool,
    lower_bound: bool,
    /// Turns so far.
    slice: usize,
    /// The nodes of the next slice for a question with a full share.
    span: u64,
}

impl BoundedQuestion {
    /// Within how many plies.
    pub fn plies(&self) -> Plies {
        self.plies
    }

    /// Turns so far.
    pub fn slices(&self) -> usize {
        self.slice
    }

    /// The nodes of the next slice.
    pub fn span(&self) -> u64 {
        self.span
    }
}

/// The table of all questions. Each question has its own keys, so the room goes to the question
/// that needs it.
pub struct Tables {
    all: Table,
}

impl Tables {
    /// A table for a budget of `mb` MB. It takes three quarters. An eighth is for the exact entries
    /// of [`Lengths`], the rest for the repetitions that the searches keep.
    pub fn new(mb: usize) -> Self {
        let mut all = Table::new((3 * mb / 4).max(1));
        all.share_numbers(SolverSettings::default().search.share_numbers);
        Tables { all }
    }

    /// The size in MB, rounded down.
    pub(crate) fn megabytes(&self) -> usize {
        self.all.megabytes()
    }

    /// Forgets everything. Problems with other piece totals must not share entries.
    pub fn renew(&self) {
        self.all.renew();
    }

    /// The table, for the question in which every drop counts: its keys have no mark.
    pub(crate) fn every(&self) -> &Table {
        &self.all
    }
}

/// Lengths under a policy.
pub struct Lengths<'t, G: Geometry> {
    policy: Policy,
    attacker: Color,
    every: Search<'t, Question<G>>,
    bare: Search<'t, Question<G>>,
    lower_bound: Search<'t, LowerBound<'t, G>>,
    under_policy: Search<'t, UnderPolicy<'t, G>>,
    shared: Rc<Shared<'t>>,
    /// How many pieces stay in the attacker's hand (`check/main_line.rs`).
    pub(crate) left: HashMap<Exact, u32>,
    /// How long the defender can last if nothing may stay in hand (`check/convention.rs`).
    pub(crate) clean: HashMap<Exact, Clean>,
    /// The most entries of these maps and of those in `shared`.
    room: usize,
    /// The nodes of each question in the first slice.
    quick: u64,
}

impl<'t, G: Geometry> Lengths<'t, G> {
    /// Prepares to ask about a problem and every position that can arise from it. `mb` is the
    /// budget with which `tables` were made. An eighth of it is for exact entries: maps from
    /// positions with both hands in full.
    pub fn new(tsume: &Tsume<G>, policy: Policy, tables: &'t Tables, mb: usize) -> Self {
        Self::with_settings(tsume, policy, tables, mb, &SolverSettings::default())
    }

    /// The same, with switches of the search and of the question.
    pub fn with_settings(
        tsume: &Tsume<G>,
        policy: Policy,
        tables: &'t Tables,
        mb: usize,
        settings: &SolverSettings,
    ) -> Self {
        Self::of(
            Question::new(tsume, settings.techniques),
            policy,
            tables,
            mb,
            settings,
        )
    }

    /// The same questions with other tables: the answers do not depend on anything that was asked
    /// here.
    pub(crate) fn apart<'s>(&mut self, tables: &'s Tables, mb: usize) -> Lengths<'s, G> {
        let question = self.every.query().clone();
        Lengths::of(question, self.policy, tables, mb, &SolverSettings::default())
    }

    fn of(
        question: Question<G>,
        policy: Policy,
        tables: &'t Tables,
        mb: usize,
        settings: &SolverSettings,
    ) -> Self {
        let room = (mb << 20) / 8 / ENTRY;
        let table = &tables.all;
        let shared = Rc::new(Shared::new(policy, table, settings.search, room));
        let under_policy = UnderPolicy::new(question.clone(), shared.clone());
        let lower_bound = LowerBound::new(question.clone(), shared.clone());
        let bare = question.clone().without_drops().marked(NO_DROPS);
        Lengths {
            policy,
            attacker: question.attacker(),
            every: Search::new(question, table, settings.search),
            bare: Search::new(bare, table, settings.search),
            lower_bound: Search::new(lower_bound, table, settings.search),
            under_policy: Search::new(under_policy, table, settings.search),
            shared,
            left: HashMap::new(),
            clean: HashMap::new(),
            room,
            quick: QUICK,
        }
    }

    /// The same with other nodes for each question in the first slice. The answers are the same.
    /// With few nodes even small problems need every question, as tests want it.
    #[must_use]
    pub fn in_spans(self, quick: u64) -> Self {
        Lengths {
            quick: quick.max(1),
            ..self
        }
    }

    /// Whether the attacker mates at all, whoever is to move, and within how many plies if every
    /// drop counts. Whether there is a mate is the same under every policy.
    pub fn mates(&mut self, p: &Position<G>, meter: &mut Meter<'_>) -> Result<Option<Plies>, Reason> {
        Ok(proved(ask(&mut self.every, p, EVER, meter)?))
    }

    /// Whether the attacker mates at all in the problem, asked by several threads over the table of
    /// that question.
    pub(crate) fn mates_by_many(
        &mut self,
        every: &Table,
        threads: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome, Reason> {
        let (root, options) = (self.every.query().clone(), *self.every.options());
        team_within(&root, EVER, threads, every, options, meter)
    }

    /// The length under the policy, whoever is to move; `None` if there is no mate.
    pub fn length(&mut self, p: &Position<G>, meter: &mut Meter<'_>) -> Result<Option<Plies>, Reason> {
        let Some(mut upper) = self.mates(p, meter)? else {
            return Ok(None);
        };
        let least = Plies::from(p.turn() == self.every.query().attacker());
        while upper > least {
            meter.state.upper = u32::from(upper);
            match self.shorter(p, upper, meter)? {
                Some(plies) => upper = plies,
                None => break,
            }
        }
        Ok(Some(upper))
    }

    /// The length of a shorter mate than one in `length` plies; `None` if there is none.
    pub fn shorter(
        &mut self,
        p: &Position<G>,
        length: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Plies>, Reason> {
        self.known_within(p, length.saturating_sub(2), meter)
    }

    /// Whether the attacker mates within `plies` under the policy, whoever is to move.
    pub fn within(&mut self, p: &Position<G>, plies: Plies, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        Ok(self.known_within(p, plies, meter)?.is_some())
    }

    /// A proved length of at most `plies`, not always the least; `None` if there is no mate within
    /// `plies`. Searches until that is known.
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
            if let Some(answer) = self.slice(p, &mut asked, meter)? {
                return Ok(answer);
            }
        }
    }

    /// A question to be asked in slices.
    pub(crate) fn asked(&self, plies: Plies) -> BoundedQuestion {
        BoundedQuestion {
            plies,
            every: true,
            bare: true,
            lower_bound: true,
            slice: 0,
            span: self.quick,
        }
    }

    /// Asks each question for one slice if it may answer. `None` if none did; or the answer: a
    /// proved length of at most the plies asked for, or `None` if there is no mate within them.
    ///
    /// The slices grow, so that no question costs more than a few times the one that answers,
    /// whichever that is. `under_policy` is the dearest, so in the first slice it is asked only if
    /// `lower_bound` is decided. From the second slice on `bare` and `lower_bound` have the most
    /// nodes: where one of them says no, nothing else need be asked.
    pub(crate) fn slice(
        &mut self,
        p: &Position<G>,
        asked: &mut BoundedQuestion,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Option<Plies>>, Reason> {
        let &mut BoundedQuestion {
            plies, slice, span, ..
        } = asked;
        if plies == 0 {
            return Ok(Some(self.under_policy.query().within(p, plies, meter)?));
        }
        let (yes_from, no_below) = self.known(p);
        if yes_from <= plies {
            return Ok(Some(Some(yes_from)));
        }
        if no_below > plies {
            return Ok(Some(None));
        }
        let share = if slice > 0 { span.div_ceil(SHARE) } else { span };
        if asked.every {
            go_to(&mut self.every, p);
            match schedule::span(&mut self.every, plies, slice, share, meter)? {
                Some(Outcome::Proved(plies)) => return Ok(Some(Some(plies))),
                Some(Outcome::Disproved(_)) => asked.every = false,
                None => {}
            }
        }
        if asked.bare {
            go_to(&mut self.bare, p);
            match schedule::span(&mut self.bare, plies, slice, span, meter)? {
                Some(Outcome::Disproved(_)) => return Ok(Some(None)),
                Some(Outcome::Proved(_)) => asked.bare = false,
                None => {}
            }
        }
        if asked.lower_bound {
            self.lower_bound.query().go_to(p.clone());
            match schedule::span(&mut self.lower_bound, plies, slice, span, meter)? {
                Some(Outcome::Disproved(_)) => return Ok(Some(None)),
                Some(Outcome::Proved(_)) => asked.lower_bound = false,
                None => {}
            }
        }
        let mut outcome = None;
        if !asked.lower_bound || slice > 0 {
            self.under_policy.query().go_to(p.clone());
            let share = if asked.lower_bound { share } else { span };
            outcome = schedule::span(&mut self.under_policy, plies, slice, share, meter)?;
        }
        asked.slice += 1;
        asked.span += span.div_ceil(2);
        Ok(outcome.map(proved))
    }

    /// Whether the lower bound (`lower_bound.rs`) disproves a mate within `plies`. `false` says
    /// nothing.
    pub fn lower_bound_disproves(
        &mut self,
        p: &Position<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        self.lower_bound.query().go_to(p.clone());
        Ok(proved(schedule::within(&mut self.lower_bound, plies, meter)?).is_none())
    }

    /// The length of a mate within `plies`, if `nodes` nodes for each question find one.
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
        self.lower_bound.query().go_to(p.clone());
        if let Some(Outcome::Disproved(_)) = schedule::span(&mut self.lower_bound, plies, 0, nodes, meter)? {
            return Ok(None);
        }
        self.under_policy.query().go_to(p.clone());
        let outcome = schedule::span(&mut self.under_policy, plies, 0, nodes, meter)?;
        Ok(outcome.and_then(proved))
    }

    /// Whether a reply counts in a position that is mated within `plies` under the policy.
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
        Ok(self
            .under_policy
            .query()
            .counted(p, reply, plies, meter)?
            .is_some())
    }

    /// The replies that count, in the order of the generator, in a position that is mated within
    /// `plies` under the policy.
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

    /// Whether the mate of a position within `plies` answers every reply of the other position, in
    /// which a dropped piece was taken and given back, with the same moves.
    pub(crate) fn alike(
        &mut self,
        p: &Position<G>,
        twin: &Taken<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        self.under_policy.query().alike(p, twin, plies, meter)
    }

    /// The least number of plies within which a mate is known after a move, without search.
    pub(crate) fn known_after(&mut self, p: &Position<G>, m: Move) -> Plies {
        let mut next = p.clone();
        next.make(m);
        self.under_policy.query().known(&next).0
    }

    /// The replies of a position that are not known to be futile.
    pub(crate) fn listed(&mut self, p: &Position<G>) -> Vec<Move> {
        let mut edges = Vec::new();
        let query = self.under_policy.query();
        query.go_to(p.clone());
        query.expand(&mut edges);
        edges.into_iter().map(|edge| edge.mv).collect()
    }

    /// Stores a mate within `plies`, by the move that packs into `packed` (0: whatever is replied).
    pub(crate) fn learn_mate(&mut self, p: &Position<G>, plies: Plies, packed: u16) {
        self.under_policy.query().learn(p, plies, packed);
    }

    /// Whether a reply that led to `next` lasts as long as possible, where it is mate in exactly
    /// `left` plies before the reply.
    pub(crate) fn lasts(
        &mut self,
        next: &Position<G>,
        left: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        Ok(left < 4 || !self.within(next, left - 3, meter)?)
    }

    /// The side that is to mate.
    pub(crate) fn attacker(&self) -> Color {
        self.attacker
    }

    /// The policy.
    pub(crate) fn policy(&self) -> Policy {
        self.policy
    }

    /// What the facts of all questions say about lengths under the policy: there is a mate within
    /// the first number of plies, and none within fewer than the second.
    pub(crate) fn known(&mut self, p: &Position<G>) -> (Plies, Plies) {
        self.under_policy.query().known(p)
    }

    /// The same facts about lengths if every drop counts.
    pub(crate) fn known_every(&mut self, p: &Position<G>) -> (Plies, Plies) {
        look(&mut self.every, p)
    }

    /// The same facts about lengths if no drop counts.
    pub(crate) fn known_bare(&mut self, p: &Position<G>) -> (Plies, Plies) {
        look(&mut self.bare, p)
    }

    /// Whether `nodes` nodes show that there is no mate within `plies`, even if no drop counts.
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

    /// The question in which every drop counts.
    pub(crate) fn every_question(&mut self, p: &Position<G>) -> Question<G> {
        self.every.query().of(p.clone())
    }

    /// The line of a mate if every drop counts, as far as the table has it.
    pub(crate) fn line_so_far(&mut self, p: &Position<G>) -> PackedLine {
        PackedLine::of_proof(self.every.table(), self.every_question(p))
    }

    /// The question in which no drop counts.
    pub(crate) fn bare_question(&mut self, p: &Position<G>) -> Question<G> {
        self.bare.query().of(p.clone())
    }

    /// The searches of two questions: every drop counts, no drop counts.
    pub(crate) fn searches(&mut self) -> (&mut Search<'t, Question<G>>, &mut Search<'t, Question<G>>) {
        (&mut self.every, &mut self.bare)
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

/// The facts of a search's table about a position.
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

/// Moves a search to another position of the problem.
fn go_to<G: Geometry>(search: &mut Search<'_, Question<G>>, p: &Position<G>) {
    let question = search.query().of(p.clone());
    *search.query() = question;
}
