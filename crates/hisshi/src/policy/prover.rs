//! The search for brinkmates under a policy, as the pipeline asks it.
//!
//! A policy never changes whether there is a brinkmate. So the first one is looked for with every
//! drop counted as a move (`every`). Shorter ones are asked of both questions by turns: `every` can
//! compare hands and proves soonest. What it cannot prove within a bound may still hold under the
//! policy.

use crate::line::room;
use crate::policy::Policy;
use crate::policy::line::{known_attacks, line_of};
use crate::policy::shared::Shared;
use crate::policy::under_policy::{UnderPolicy, moves};
use crate::question::{Question, Techniques};
use crate::solve::{Brinkmate, Solver};
use std::rc::Rc;
use yose_andor::{EVER, Meter, Options, Outcome, Plies, Reason, Search, Table, schedule};
use yose_prove::Prover;
use yose_shogi::{Geometry, Move};

/// The nodes of each question in the first turn.
const FIRST_SPAN: u64 = 50_000;

/// The share of a turn for each move that is known to work: one in this number.
const KNOWN_SHARE: u64 = 8;

/// The room for facts about drops: one in this number of the megabytes of the table, beside it.
const FACTS_SHARE: usize = 8;

/// "A brinkmate within these plies?", asked in turns.
struct Asked {
    plies: Plies,
    /// Whether the question in which every drop counts may still answer.
    every: bool,
    /// Turns so far.
    turn: usize,
    /// The nodes of the next turn for each question.
    span: u64,
}

/// The search for brinkmates under a policy.
pub(crate) struct BrinkmateUnderPolicy<'s, G: Geometry> {
    every: Brinkmate<'s, G>,
    root: UnderPolicy<'s, G>,
    search: Search<'s, UnderPolicy<'s, G>>,
    asked: Option<Asked>,
}

/// The question under a policy over a table.
pub(crate) fn question<'t, G: Geometry>(
    every: &Question<G>,
    policy: Policy,
    table: &'t Table,
    options: Options,
) -> UnderPolicy<'t, G> {
    // `every` is only asked within bounds here, where it looks at all replies from the start. The
    // question under the policy still looks at the pass first.
    let every = every.clone().with(Techniques {
        threat_first: false,
        ..every.techniques()
    });
    let mb = (table.megabytes() / FACTS_SHARE).max(1);
    let shared = Shared::new(every.clone(), policy, table, options, mb);
    UnderPolicy::new(&every, Rc::new(shared))
}

impl<'s, G: Geometry> BrinkmateUnderPolicy<'s, G> {
    pub fn new(solver: &'s Solver<G>) -> Self {
        let settings = solver.settings();
        let root = question(solver.root(), settings.policy, solver.table(), settings.search);
        BrinkmateUnderPolicy {
            every: Brinkmate::new(solver),
            search: Search::new(root.clone(), solver.table(), settings.search),
            root,
            asked: None,
        }
    }

    /// Asks for a brinkmate of at most `most` moves, only by moves after which the table knows some
    /// brinkmate, with `nodes` nodes for each. Mostly a policy shortens a brinkmate that is known.
    fn after_known_moves(
        &self,
        most: Plies,
        nodes: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Plies>, Reason> {
        let Some(less) = most.checked_sub(1) else {
            return Ok(None);
        };
        for (_, (_, next)) in known_attacks(&self.root) {
            if let Some(Some(n)) = meter.step(nodes, |meter| next.within(less, meter))? {
                return Ok(Some(n + 1));
            }
        }
        Ok(None)
    }

    /// One turn of each question that may answer.
    fn turn(&mut self, asked: &mut Asked, meter: &mut Meter<'_>) -> Result<Option<Outcome>, Reason> {
        let &mut Asked {
            plies, turn, span, ..
        } = asked;
        // Without a move of the attacker the question is that of a plain mate.
        let nodes = if plies == 0 { u64::MAX } else { span };
        if asked.every {
            match self.every.slice(plies, nodes, meter)? {
                Some(Outcome::Disproved(n)) if plies > 0 && n < EVER => asked.every = false,
                Some(outcome) => return Ok(Some(outcome)),
                None => {}
            }
        }
        if let Some(n) = self.after_known_moves(moves(plies), span / KNOWN_SHARE, meter)? {
            return Ok(Some(Outcome::Proved(plies_of(n))));
        }
        *self.search.query() = self.root.clone();
        let outcome = schedule::span(&mut self.search, moves(plies), turn, span, meter)?;
        asked.turn += 1;
        asked.span += span.div_ceil(2);
        Ok(outcome.map(|outcome| match outcome {
            Outcome::Proved(n) => Outcome::Proved(plies_of(n)),
            Outcome::Disproved(_) => Outcome::Disproved(plies),
        }))
    }
}

/// The plies of a number of the attacker's moves, at the attacker's turn.
fn plies_of(moves: Plies) -> Plies {
    match moves {
        Plies::MAX => Plies::MAX,
        moves => (2 * moves).saturating_sub(1),
    }
}

impl<G: Geometry> Prover for BrinkmateUnderPolicy<'_, G> {
    type Move = Move;

    fn step(&self) -> Plies {
        self.every.step()
    }

    fn least(&self) -> Plies {
        self.every.least()
    }

    fn any_proof(&mut self, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        self.every.any_proof(meter)
    }

    fn within(&mut self, plies: Plies, meter: &mut Meter<'_>) -> Result<Option<Outcome>, Reason> {
        let mut asked = match self.asked.take() {
            Some(asked) if asked.plies == plies => asked,
            _ => Asked {
                plies,
                every: true,
                turn: 0,
                span: FIRST_SPAN,
            },
        };
        let outcome = self.turn(&mut asked, meter);
        self.asked = Some(asked);
        outcome
    }

    fn known(&mut self) -> (Plies, Plies) {
        let (every, no_below) = self.every.known();
        let (yes_from, fewer) = self.root.known();
        // `fewer` counts moves of the attacker. Of what `every` disproves, two things hold under
        // the policy too: that there is no brinkmate at all, and that there is no plain mate.
        let fewer = plies_of(fewer);
        let none = if no_below == Plies::MAX {
            no_below
        } else {
            no_below.min(1)
        };
        (every.min(plies_of(yes_from)), none.max(fewer))
    }

    fn line_now(&mut self, length: Plies, meter: &mut Meter<'_>) -> Option<Vec<Move>> {
        if self.every.known().0 <= length {
            // A line in which every drop counts, and of at most this length, serves here too.
            return self.every.line_now(length, meter);
        }
        let line = meter.step(room(meter), |meter| line_of(&self.root, moves(length), meter));
        // A limit that was met here is met again.
        line.ok().flatten().flatten()
    }

    fn recover_line(&mut self, length: Plies, meter: &mut Meter<'_>) -> Option<Vec<Move>> {
        let glance = meter.left() / 2;
        let line = meter.step(glance, |meter| line_of(&self.root, moves(length), meter));
        if let Ok(Some(Some(line))) = line {
            return Some(line);
        }
        // Better a longer line, with every drop counted, than none.
        let every = self.every.known().0.min(EVER);
        self.every.recover_line(every, meter)
    }

    fn exact_line(&mut self, length: Plies, meter: &mut Meter<'_>) -> Result<Vec<Move>, Reason> {
        Ok(line_of(&self.root, moves(length), meter)?.unwrap_or_default())
    }

    fn show(&mut self, meter: &mut Meter<'_>) {
        self.every.show(meter);
    }

    fn moves(&self) -> Option<u64> {
        None
    }
}
