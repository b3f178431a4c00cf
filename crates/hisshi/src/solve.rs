//! Solving a brinkmate problem: first any brinkmate, then shorter ones until none is left, then the
//! line and the mates that its quiet moves threaten.

use crate::attacks::MoveSet;
use crate::closed_set::close;
use crate::evidence::{EvidenceWriter, Gatherer};
use crate::line::{exact_line, known_line, room};
use crate::policy::Policy;
use crate::policy::prover::BrinkmateUnderPolicy;
use crate::problem::Hisshi;
use crate::question::{Question, Techniques};
use crate::threats::{mate, threats};
use crate::verdict::{STEP, Solution, Verdict};
use yose_andor::{
    Combine, EVER, Limits, Meter, Options, Outcome, PackedLine, Plies, Progress, Reason, Reserve, Search,
    Table, schedule, team_within, with_big_stack,
};
use yose_prove::recovery::{self, Recovered, Recovery};
use yose_prove::{Aim, Prover, pipeline};
use yose_shogi::{Geometry, Move};

/// The part of a limit of nodes that is reserved for plain mates, the threatened ones among them:
/// one in this number.
const MATES_SHARE: u64 = 8;

/// Nodes of the first slice without a bound, and of the first slices with bounds together. They
/// double with each round.
const SLICE: u64 = 50_000;

/// The least nodes of a slice for the closed set. Most problems are decided before it.
const CLOSING: u64 = 200_000;

/// The room for the graph of a closed set: one in this number of the megabytes.
const GRAPH_SHARE: usize = 4;

/// The table of a closed set: one in this number of the megabytes of its graph.
const CLOSED_SHARE: usize = 4;

/// How to solve.
#[derive(Clone, Copy, Debug)]
pub struct SolverSettings {
    /// Any brinkmate will do.
    pub first: bool,
    /// Threads over one table.
    pub threads: usize,
    /// Which quiet moves the attacker tries. A policy needs every move.
    pub moves: MoveSet,
    /// Which drops of the defender are futile. It plays no part if any brinkmate will do. It must
    /// suit the game ([`Policy::suits`]).
    pub policy: Policy,
    /// Switches of the search.
    pub search: Options,
    /// How proof numbers are combined at the defender's turn where plies are bounded. Without a
    /// bound it is [`Options::defender`].
    pub bounded: Combine,
    /// Switches of the question.
    pub techniques: Techniques,
}

impl Default for SolverSettings {
    fn default() -> Self {
        SolverSettings {
            first: false,
            threads: 1,
            moves: MoveSet::All,
            policy: Policy::None,
            search: Options {
                defender: Combine::Sum,
                // Interpositions are few in brinkmates, and replaying them costs what it saves.
                replay: false,
                ..Options::default()
            },
            bounded: Combine::Part(1),
            techniques: Techniques::default(),
        }
    }
}

/// A problem being solved.
pub struct Solver<G: Geometry> {
    pub(crate) hisshi: Hisshi<G>,
    pub(crate) root: Question<G>,
    pub(crate) settings: SolverSettings,
    pub(crate) table: Table,
}

impl<G: Geometry> Solver<G> {
    /// Prepares to solve with a table of `hash_mb` MB.
    pub fn new(hisshi: &Hisshi<G>, settings: &SolverSettings, hash_mb: usize) -> Self {
        let mut table = Table::new(hash_mb - hash_mb / GRAPH_SHARE);
        table.share_numbers(settings.search.share_numbers);
        Solver {
            hisshi: hisshi.clone(),
            root: Question::new(hisshi, settings.moves, settings.techniques),
            settings: *settings,
            table,
        }
    }

    /// The problem, as the search asks it.
    pub fn root(&self) -> &Question<G> {
        &self.root
    }

    /// Solves.
    pub fn solve(&self, limits: &Limits, report: &mut (dyn FnMut(Progress) + Send)) -> Solution {
        with_big_stack(|| self.run(&mut Meter::new(limits, report)))
            .unwrap_or_else(|| Solution::unknown(Reason::Memory))
    }

    /// Looks for any brinkmate, without the mates that its quiet moves threaten. A plain mate has
    /// the length 0 and no line.
    pub(crate) fn any(
        &self,
        limits: &Limits,
        report: &mut (dyn FnMut(Progress) + Send),
    ) -> yose_prove::Solution<Move> {
        pipeline::run(limits, report, |meter| {
            pipeline::solve(&mut Brinkmate::new(self), Aim::First, meter)
        })
    }

    /// Passes the evidence for a verdict on: the moves and mates of a brinkmate, the disproof of
    /// anything shorter if that is proved, the closed set of a position without a brinkmate. A
    /// plain mate has none here: it is a question of `yose_tsume`. `Ok(false)` if the verdict does
    /// not hold. The evidence counts every drop, so a length under a policy has none.
    ///
    /// The solution has used its limits, so the evidence has the same limits anew.
    ///
    /// # Errors
    /// A limit that was met, or the reason why nothing is known.
    pub fn evidence(
        &self,
        verdict: Verdict,
        writer: &mut (impl EvidenceWriter<G> + Send),
        limits: &Limits,
    ) -> Result<bool, Reason> {
        pipeline::evidence(verdict.claims(), limits, |claims, meter| {
            Gatherer::tell(self, claims, writer, meter)
        })
    }

    /// The table with the facts of the search.
    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    /// How the problem is solved.
    pub(crate) fn settings(&self) -> &SolverSettings {
        &self.settings
    }

    fn run(&self, meter: &mut Meter<'_>) -> Solution {
        let SolverSettings {
            first, moves, policy, ..
        } = self.settings;
        if first || moves == MoveSet::Paper || policy == Policy::None {
            self.run_by(&mut Brinkmate::new(self), meter)
        } else {
            self.run_by(&mut BrinkmateUnderPolicy::new(self), meter)
        }
    }

    fn run_by(&self, prover: &mut impl Prover<Move = Move>, meter: &mut Meter<'_>) -> Solution {
        let aim = if self.settings.first {
            Aim::First
        } else {
            Aim::Shortest
        };
        let for_mates = meter.limits().nodes.unwrap_or_default() / MATES_SHARE;
        let for_mates = Reserve {
            nodes: for_mates,
            after_loss: for_mates,
        };
        let (verdict, line, no_below) = meter.reserving(for_mates, |meter| {
            let found = pipeline::decide(prover, aim, meter);
            let no_below = prover.known().1;
            let (verdict, line) = pipeline::settle(prover, found, meter);
            (verdict, line, no_below)
        });
        let moves = prover.moves();
        let mut solution = self.answer(verdict, no_below, line, meter);
        solution.nodes = meter.nodes();
        solution.moves = moves;
        solution.elapsed = meter.elapsed();
        solution
    }

    /// The answer in the words of brinkmates, without the work.
    fn answer(
        &self,
        verdict: yose_prove::Verdict,
        no_below: Plies,
        line: Vec<Move>,
        meter: &mut Meter<'_>,
    ) -> Solution {
        let complete = self.settings.moves == MoveSet::All;
        let mut solution = Solution {
            line,
            lower: lower(no_below, complete),
            ..Solution::unknown(Reason::Nodes)
        };
        match verdict {
            yose_prove::Verdict::Unknown(reason) => solution.verdict = Verdict::Unknown(reason),
            yose_prove::Verdict::Disproved if complete => {
                solution.verdict = Verdict::None;
                solution.lower = lower(Plies::MAX, complete);
            }
            yose_prove::Verdict::Disproved => solution.verdict = Verdict::Unknown(Reason::Moves),
            yose_prove::Verdict::Proved { length: 0, .. } => {
                let mate = mate(self.hisshi.position(), &self.settings, meter);
                solution.verdict = Verdict::Mate {
                    length: mate.length,
                    exact: mate.exact,
                };
                solution.lower = mate.lower;
                solution.line = mate.line;
            }
            yose_prove::Verdict::Proved { length, exact } => {
                let exact = exact && complete;
                if exact {
                    solution.lower = length;
                }
                solution.verdict = Verdict::Hisshi { length, exact };
                solution.threats = threats(&self.hisshi, &solution.line, meter);
            }
        }
        solution
    }
}

/// The lower bound for a length, from the bound below which a search has disproved everything.
/// Lengths are 0 and the odd numbers. A search that does not try every move disproves only plain
/// mates.
fn lower(no_below: Plies, complete: bool) -> u32 {
    match no_below {
        0 => 0,
        Plies::MAX => 1,
        n if complete => u32::from(n | 1),
        _ => 1,
    }
}

/// Solves a brinkmate problem.
pub fn solve<G: Geometry>(
    hisshi: &Hisshi<G>,
    settings: &SolverSettings,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Solution {
    Solver::new(hisshi, settings, limits.hash_mb).solve(limits, report)
}

/// The search for brinkmates, as the pipeline asks it.
pub(crate) struct Brinkmate<'s, G: Geometry> {
    root: Question<G>,
    settings: SolverSettings,
    pub(crate) search: Search<'s, Question<G>>,
    moves: u64,
}

impl<'s, G: Geometry> Brinkmate<'s, G> {
    pub(crate) fn new(solver: &'s Solver<G>) -> Self {
        Brinkmate::over(&solver.table, &solver.root, solver.settings)
    }

    fn over(table: &'s Table, root: &Question<G>, settings: SolverSettings) -> Self {
        Brinkmate {
            root: root.clone(),
            settings,
            search: Search::new(root.clone(), table, settings.search),
            moves: 0,
        }
    }

    /// Turns to another position of the problem, whoever is to move there.
    pub(crate) fn turn_to(&mut self, root: &Question<G>) {
        self.root = root.clone();
        self.settings.threads = 1;
    }

    /// The question for a bound. Within a bound most answers are disproofs, and a disproof is found
    /// sooner if all replies are looked at from the start.
    fn asked(&self, plies: Plies) -> Question<G> {
        let techniques = self.settings.techniques;
        self.root.clone().with(Techniques {
            threat_first: techniques.threat_first && plies == EVER,
            ..techniques
        })
    }

    /// Asks whether there is a brinkmate within `plies`, for at most `nodes` nodes. `None`: they do
    /// not suffice.
    pub(crate) fn slice(
        &mut self,
        plies: Plies,
        nodes: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Outcome>, Reason> {
        let SolverSettings {
            threads,
            mut search,
            bounded,
            ..
        } = self.settings;
        if plies < EVER {
            search.defender = bounded;
        }
        if threads > 1 {
            let (asked, table) = (self.asked(plies), self.search.table());
            return meter.step(nodes, |meter| {
                team_within(&asked, plies, threads, table, search, meter)
            });
        }
        *self.search.query() = self.asked(plies);
        *self.search.options() = search;
        let search = &mut self.search;
        let outcome = meter.step(nodes, |meter| schedule::within(search, plies, meter));
        self.moves += self.search.query().moves_made();
        outcome
    }

    /// Looks for a closed set, for at most `nodes` nodes. `Ok(false)`: there is none, or the nodes
    /// or the room for its graph do not suffice.
    fn closes(&mut self, nodes: u64, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        let room = meter.limits().hash_mb / GRAPH_SHARE;
        if room == 0 || nodes < CLOSING {
            return Ok(false);
        }
        let closed = Table::new((room / CLOSED_SHARE).max(1));
        let graph = room - room / CLOSED_SHARE;
        let (search, root) = (&mut self.search, self.root.clone());
        *search.options() = self.settings.search;
        match meter.step(nodes, |meter| close(search, &root, &closed, graph, meter)) {
            Err(Reason::Memory) => Ok(false),
            found => Ok(found? == Some(true)),
        }
    }
}

impl<G: Geometry> Recovery for Brinkmate<'_, G> {
    type Move = Move;

    fn megabytes(&self) -> usize {
        self.search.table().megabytes()
    }

    fn known_line(&mut self, length: Plies, meter: &mut Meter<'_>) -> Recovered<Move> {
        known_line(&mut self.search, &self.root, length, meter)
    }

    fn line_again(&mut self, mb: usize, meter: &mut Meter<'_>) -> Recovered<Move> {
        let mut table = Table::new(mb);
        table.share_numbers(self.settings.search.share_numbers);
        let mut again = Brinkmate::over(&table, &self.root, self.settings);
        match again.any_proof(meter)? {
            Outcome::Proved(length) => again.known_line(length, meter),
            Outcome::Disproved(_) => Ok(None),
        }
    }
}

impl<G: Geometry> Prover for Brinkmate<'_, G> {
    type Move = Move;

    fn step(&self) -> Plies {
        STEP
    }

    fn least(&self) -> Plies {
        0
    }

    /// Asks in slices without a bound, within growing bounds, and for a closed set. Without a bound
    /// a brinkmate is found soonest. But where the attacker can go on for ever, no disproof comes
    /// that way, because nearly every disproof rests on the path. Within a bound disproofs are
    /// facts, and their bounds grow until the set of positions is closed. Where the bounds would
    /// have to grow far, the closed set itself is looked for on the graph of positions.
    fn any_proof(&mut self, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        let mut nodes = SLICE;
        let mut bound = 0;
        loop {
            if let Some(outcome) = self.slice(EVER, nodes, meter)? {
                return Ok(outcome);
            }
            let end = meter.nodes() + nodes;
            while let Some(left) = end.checked_sub(meter.nodes()).filter(|&left| left > 0) {
                match self.slice(bound, left, meter)? {
                    None => break,
                    // Larger steps later: what matters then is that the set closes.
                    Some(Outcome::Disproved(plies)) if plies < EVER => bound = (plies + plies / 2 + 1) | 1,
                    Some(outcome) => return Ok(outcome),
                }
            }
            if self.closes(nodes, meter)? {
                return Ok(Outcome::Disproved(EVER));
            }
            nodes = nodes.saturating_mul(2);
        }
    }

    fn within(&mut self, plies: Plies, meter: &mut Meter<'_>) -> Result<Option<Outcome>, Reason> {
        self.slice(plies, u64::MAX, meter)
    }

    fn known(&mut self) -> (Plies, Plies) {
        use yose_andor::Game;
        let known = self.search.table().look(self.root.key(), self.root.resource());
        (known.yes_from, known.no_below)
    }

    fn line_now(&mut self, length: Plies, meter: &mut Meter<'_>) -> Option<Vec<Move>> {
        let line = meter.step(room(meter), |meter| self.known_line(length, meter));
        // A limit that was met here is met again.
        line.ok().flatten().flatten()
    }

    fn has_forgotten(&mut self) -> bool {
        self.search.table().collections() > 0
    }

    fn recover_line(&mut self, length: Plies, meter: &mut Meter<'_>) -> Option<Vec<Move>> {
        recovery::recover_line(self, length, meter)
    }

    fn exact_line(&mut self, length: Plies, meter: &mut Meter<'_>) -> Result<Vec<Move>, Reason> {
        exact_line(&mut self.search, &self.root, length, self.settings.search, meter)
    }

    fn show(&mut self, meter: &mut Meter<'_>) {
        meter.state.best = PackedLine::of_proof(self.search.table(), self.root.clone());
    }

    fn moves(&self) -> Option<u64> {
        (self.settings.threads == 1).then_some(self.moves)
    }
}
