//! Questions decided by df-pn alone, by the schedule of search settings.

use crate::line::{AsListed, LINE_NODES, TieBreak, exact_line, line_again, tree_line, whole_line};
use crate::pipeline::{self, Aim};
use crate::prover::Prover;
use crate::recovery::{self, Recovered, Recovery};
use crate::verdict::{Solution, Verdict};
use yose_andor::evidence::{self, EvidenceWriter};
use yose_andor::{
    EVER, Limits, Meter, Options, Outcome, PackedLine, Plies, Progress, Query, Reason, Search, Table,
    schedule, team_within,
};

/// On the way to the shortest proof lines are only kept for the case that a limit comes first:
/// those may cost a tenth.
const KEPT_SHARE: u64 = 10;

/// How a question is decided.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Any proof, or the shortest.
    pub aim: Aim,
    /// Threads over one table.
    pub threads: usize,
    /// Switches of the search.
    pub search: Options,
    /// The least difference between two lengths: 2 where the sides take turns and only the prover's
    /// own moves reach the goal. 1 is right for every game.
    pub step: Plies,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            aim: Aim::Shortest,
            threads: 1,
            search: Options::default(),
            step: 1,
        }
    }
}

impl Settings {
    /// The default settings with another step ([`Settings::step`]).
    pub fn with_step(step: Plies) -> Self {
        Settings {
            step,
            ..Settings::default()
        }
    }
}

/// Decides a question with df-pn: the verdict, the shortest length, the line.
///
/// Lengths do not count free replies ([`yose_andor::Edge::free`]). Where a line of best play has
/// such replies, the solution has no line, and the length is not claimed to be exact.
pub fn solve<Q: Query + Send + Sync>(
    root: Q,
    settings: &Settings,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Solution<Q::Move>
where
    Q::Move: Send,
{
    Solver::new(root, settings, limits.hash_mb).solve(limits, report)
}

/// A question being decided. The table outlives the verdict, so that evidence can be read off it.
pub struct Solver<Q, T = AsListed> {
    root: Q,
    settings: Settings,
    ties: T,
    table: Table,
}

impl<Q: Query + Send + Sync> Solver<Q> {
    /// Prepares to decide a question with a table of `hash_mb` MB.
    pub fn new(root: Q, settings: &Settings, hash_mb: usize) -> Self {
        Solver::with_ties(root, AsListed, settings, hash_mb)
    }
}

impl<Q: Query + Send + Sync, T: TieBreak<Q> + Sync> Solver<Q, T> {
    /// The same with another order of equally good moves.
    pub fn with_ties(root: Q, ties: T, settings: &Settings, hash_mb: usize) -> Self {
        let mut table = Table::new(hash_mb);
        table.share_numbers(settings.search.share_numbers);
        Solver {
            root,
            settings: *settings,
            ties,
            table,
        }
    }

    /// The question.
    pub fn root(&self) -> &Q {
        &self.root
    }

    /// Decides the question.
    pub fn solve(&self, limits: &Limits, report: &mut (dyn FnMut(Progress) + Send)) -> Solution<Q::Move>
    where
        Q::Move: Send,
    {
        pipeline::run(limits, report, |meter| {
            let mut prover = Dfpn::new(&self.root, &self.ties, &self.settings, &self.table);
            pipeline::solve(&mut prover, self.settings.aim, meter)
        })
    }

    /// Passes the evidence for a verdict on to `writer`. `Ok(false)` if the verdict does not hold.
    pub fn evidence(
        &self,
        verdict: Verdict,
        writer: &mut (impl EvidenceWriter<Q> + Send),
        limits: &Limits,
    ) -> Result<bool, Reason> {
        let claims = verdict.claims(self.settings.step, least(&self.root));
        pipeline::evidence(claims, limits, |claims, meter| {
            let mut options = self.settings.search;
            // Every position of a disproof is part of the evidence. Without this only the position
            // on which the others rest would be known, and each of the others would be asked for
            // again, on its own, and lead elsewhere.
            options.promote = true;
            let mut search = Search::new(self.root.clone(), &self.table, options);
            let mut holds = true;
            if let Some(length) = claims.within {
                holds = evidence::proof(&mut search, &self.root, length, writer, meter)?;
            }
            if let Some(bound) = claims.not_within {
                holds &= evidence::disproof(&mut search, &self.root, bound, writer, meter)?;
            }
            Ok(holds)
        })
    }
}

/// No proof of a question takes fewer plies than this.
fn least<Q: Query>(root: &Q) -> Plies {
    Plies::from(root.prover_to_move())
}

/// Df-pn by the schedule, as a prover.
pub struct Dfpn<'s, Q: Query, T> {
    root: &'s Q,
    ties: &'s T,
    settings: Settings,
    search: Search<'s, Q>,
}

impl<'s, Q: Query + Send, T: TieBreak<Q>> Dfpn<'s, Q, T> {
    /// Prepares to search over a table, which outlives the search.
    pub fn new(root: &'s Q, ties: &'s T, settings: &Settings, table: &'s Table) -> Self {
        Dfpn {
            root,
            ties,
            settings: *settings,
            search: Search::new(root.clone(), table, settings.search),
        }
    }

    /// The search.
    pub fn search(&mut self) -> &mut Search<'s, Q> {
        &mut self.search
    }

    fn ask(&mut self, plies: Plies, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        let Settings { threads, search, .. } = self.settings;
        if threads > 1 {
            team_within(self.root, plies, threads, self.search.table(), search, meter)
        } else {
            schedule::within(&mut self.search, plies, meter)
        }
    }

    fn whole_line(&mut self, length: Plies, meter: &mut Meter<'_>) -> Result<Option<Vec<Q::Move>>, Reason> {
        let tie = self.ties.known();
        whole_line(
            &mut self.search,
            self.root,
            length,
            self.settings.step,
            tie,
            meter,
        )
    }
}

impl<Q: Query + Send, T: TieBreak<Q>> Recovery for Dfpn<'_, Q, T> {
    type Move = Q::Move;

    fn megabytes(&self) -> usize {
        self.search.table().megabytes()
    }

    fn known_line(&mut self, length: Plies, meter: &mut Meter<'_>) -> Recovered<Q::Move> {
        self.whole_line(length, meter)
    }

    fn line_again(&mut self, mb: usize, meter: &mut Meter<'_>) -> Recovered<Q::Move> {
        let Settings { search, step, .. } = self.settings;
        line_again(self.root, search, mb, step, self.ties.known(), meter)
    }

    fn line_in_full_table(&mut self, length: Plies, meter: &mut Meter<'_>) -> Recovered<Q::Move> {
        tree_line(&mut self.search, self.root, length, meter)
    }
}

impl<Q: Query + Send, T: TieBreak<Q>> Prover for Dfpn<'_, Q, T> {
    type Move = Q::Move;

    fn step(&self) -> Plies {
        self.settings.step
    }

    fn least(&self) -> Plies {
        least(self.root)
    }

    fn any_proof(&mut self, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        self.ask(EVER, meter)
    }

    fn within(&mut self, plies: Plies, meter: &mut Meter<'_>) -> Result<Option<Outcome>, Reason> {
        self.ask(plies, meter).map(Some)
    }

    fn known(&mut self) -> (Plies, Plies) {
        let known = self.search.table().look(self.root.key(), self.root.resource());
        (known.yes_from, known.no_below)
    }

    fn line_now(&mut self, length: Plies, meter: &mut Meter<'_>) -> Option<Vec<Q::Move>> {
        let share = match self.settings.aim {
            Aim::First => 1,
            Aim::Shortest => KEPT_SHARE,
        };
        let room = (LINE_NODES + meter.nodes()) / share;
        let line = meter.step(room, |meter| self.whole_line(length, meter));
        *self.search.query() = self.root.clone();
        // A limit that was met here is met again.
        line.ok().flatten().flatten()
    }

    fn has_forgotten(&mut self) -> bool {
        self.search.table().collections() > 0
    }

    fn recover_line(&mut self, length: Plies, meter: &mut Meter<'_>) -> Option<Vec<Q::Move>> {
        let line = recovery::recover_line(self, length, meter);
        *self.search.query() = self.root.clone();
        line
    }

    fn exact_line(&mut self, length: Plies, meter: &mut Meter<'_>) -> Result<Vec<Q::Move>, Reason> {
        let step = self.settings.step;
        exact_line(&mut self.search, self.root, length, step, self.ties, meter)
    }

    fn show(&mut self, meter: &mut Meter<'_>) {
        meter.state.best = PackedLine::of_proof(self.search.table(), self.root.clone());
    }
}
