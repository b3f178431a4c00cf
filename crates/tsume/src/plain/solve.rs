//! Solving a tsume by proof search: first any mate, then shorter ones until none is left.

use crate::plain::line;
use crate::plain::question::{Question, Techniques};
use crate::problem::Tsume;
use crate::solution::{Solution, Verdict};
use yose_andor::evidence::{self, Clerk};
use yose_andor::{
    Combine, EVER, Game, Limits, Meter, Options, Outcome, Plies, Progress, Reason, Search, Table, Track,
    crew_within, schedule, with_big_stack,
};
use yose_shogi::{Geometry, Move};

/// How to solve.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Any mate will do.
    pub first: bool,
    /// Threads over one table.
    pub threads: usize,
    /// Switches of the search.
    pub search: Options,
    /// Switches of the question.
    pub techniques: Techniques,
}

impl Default for Manner {
    fn default() -> Self {
        Manner {
            first: false,
            threads: 1,
            // Best for mates; whole games, full of cycles, are better off with weak numbers.
            search: Options {
                defender: Combine::Part(1),
                ..Options::default()
            },
            techniques: Techniques::default(),
        }
    }
}

/// Nodes for the line of a first mate, beyond as many as the mate took: what a small table has forgotten may cost as much as it did before, but
/// not more.
const GRACE: u64 = 1_000_000;

/// On the way to the shortest mate lines are only kept for the case that a limit comes first: they may cost a tenth.
const SHARE: u64 = 10;

/// A problem being solved: the table outlives the verdict, so that lines and evidence can be read off it.
pub struct Solver<G: Geometry> {
    root: Question<G>,
    manner: Manner,
    table: Table,
}

impl<G: Geometry> Solver<G> {
    /// Prepares to solve with a table of `hash_mb`.
    pub fn new(tsume: &Tsume<G>, manner: &Manner, hash_mb: usize) -> Self {
        let mut table = Table::new(hash_mb);
        table.share_numbers(manner.search.share_numbers);
        Solver {
            root: Question::new(tsume, manner.techniques),
            manner: *manner,
            table,
        }
    }

    /// The problem, as the search asks it.
    pub fn root(&self) -> &Question<G> {
        &self.root
    }

    /// Solves.
    pub fn solve(&self, limits: &Limits, report: &mut (dyn FnMut(Progress) + Send)) -> Solution {
        with_big_stack(|| {
            let mut meter = Meter::new(limits, report);
            let mut search = Search::new(self.root.clone(), &self.table, self.manner.search);
            let mut kept = None;
            let (verdict, lower) = self.verdict(&mut search, &mut kept, &mut meter);
            let (verdict, line) = match verdict {
                Verdict::Mate { length, exact } => {
                    self.line(&mut search, length as Plies, exact, kept, &mut meter)
                }
                open => (open, Vec::new()),
            };
            Solution {
                verdict,
                lower,
                line,
                nodes: meter.nodes(),
                elapsed: meter.elapsed(),
            }
        })
        .unwrap_or(Solution {
            verdict: Verdict::Unknown(Reason::Memory),
            lower: 1,
            line: Vec::new(),
            nodes: 0,
            elapsed: std::time::Duration::ZERO,
        })
    }

    fn within(
        &self,
        search: &mut Search<'_, Question<G>>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome, Reason> {
        if self.manner.threads > 1 {
            crew_within(
                &self.root,
                plies,
                self.manner.threads,
                &self.table,
                self.manner.search,
                meter,
            )
        } else {
            schedule::within(search, plies, meter)
        }
    }

    /// The verdict, and below which length there is no mate. Lines are kept as they are found: the table may have forgotten them when
    /// a limit is met.
    fn verdict(
        &self,
        search: &mut Search<'_, Question<G>>,
        kept: &mut Option<Vec<Move>>,
        meter: &mut Meter<'_>,
    ) -> (Verdict, u32) {
        let mut best: Option<Plies> = None;
        let mut within = EVER;
        let mate = |length: Plies, exact| Verdict::Mate {
            length: u32::from(length),
            exact,
        };
        loop {
            match self.within(search, within, meter) {
                Ok(Outcome::Proved(mut plies)) => {
                    meter.shown.upper = u32::from(plies);
                    meter.shown.best = Track::known(&self.table, self.root.clone());
                    if let Some(line) = self.keep(search, plies, meter) {
                        plies = line.len() as Plies;
                        *kept = Some(line);
                    }
                    if self.manner.first || plies <= 1 {
                        return (mate(plies, plies <= 1), 1);
                    }
                    best = Some(plies);
                    within = plies - 2;
                }
                Ok(Outcome::Disproved(_)) => {
                    let lower = best.map_or(1, u32::from);
                    return (best.map_or(Verdict::NoMate, |best| mate(best, true)), lower);
                }
                Err(reason) => {
                    let known = self.table.look(self.root.key(), self.root.resource());
                    let lower = u32::from(known.no_below.max(1));
                    let verdict = best.map_or(Verdict::Unknown(reason), |best| mate(best, false));
                    return (verdict, lower);
                }
            }
        }
    }

    /// The line of a mate that was just proved, as long as what is proved then, if it can be had within limits.
    fn keep(
        &self,
        search: &mut Search<'_, Question<G>>,
        length: Plies,
        meter: &mut Meter<'_>,
    ) -> Option<Vec<Move>> {
        let share = if self.manner.first { 1 } else { SHARE };
        let room = (GRACE + meter.nodes()) / share;
        let line = meter.step(room, |meter| whole_line(search, &self.root, length, meter));
        *search.query() = self.root.clone();
        // A limit that was met here is met again.
        line.ok().flatten().flatten()
    }

    /// The line, and the length that goes with it.
    fn line(
        &self,
        search: &mut Search<'_, Question<G>>,
        length: Plies,
        exact: bool,
        kept: Option<Vec<Move>>,
        meter: &mut Meter<'_>,
    ) -> (Verdict, Vec<Move>) {
        if exact
            && let Ok(line) = line::exact(search, &self.root, length, meter)
            && line.len() == usize::from(length)
        {
            let length = u32::from(length);
            return (Verdict::Mate { length, exact }, line);
        }
        line::cut_short(u32::from(length), kept, meter, |meter| {
            whole_line(search, &self.root, length, meter).ok().flatten()
        })
    }

    /// Tells the evidence for a verdict: the proof of a mate, the refutation of anything shorter if that is
    /// proved, the closed set of a problem without mate. `Ok(false)` if the verdict does not hold.
    pub fn evidence(
        &self,
        verdict: Verdict,
        clerk: &mut (impl Clerk<Question<G>> + Send),
        limits: &Limits,
    ) -> Result<bool, Reason> {
        with_big_stack(|| {
            let mut quiet = |_| {};
            let mut meter = Meter::new(limits, &mut quiet);
            let mut options = self.manner.search;
            // Every position of a refutation is told of. Without this only the one on which the others rest would be known, and each
            // of the others would be asked for again, on its own, and lead elsewhere.
            options.promote = true;
            let mut search = Search::new(self.root.clone(), &self.table, options);
            match verdict {
                Verdict::Unknown(reason) => Err(reason),
                Verdict::NoMate => evidence::refutation(&mut search, &self.root, EVER, clerk, &mut meter),
                Verdict::Mate { length, exact } => {
                    let length = length as Plies;
                    let proved = evidence::proof(&mut search, &self.root, length, clerk, &mut meter)?;
                    if exact && length > 1 {
                        let shortest =
                            evidence::refutation(&mut search, &self.root, length - 2, clerk, &mut meter)?;
                        return Ok(proved && shortest);
                    }
                    Ok(proved)
                }
            }
        })
        .unwrap_or(Err(Reason::Memory))
    }
}

/// A line as long as what is proved, at most `length` plies.
fn whole_line<G: Geometry>(
    search: &mut Search<'_, Question<G>>,
    root: &Question<G>,
    length: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Move>>, Reason> {
    let (proved, line) = line::any(search, root, length, meter)?;
    Ok((line.len() == usize::from(proved)).then_some(line))
}

/// Solves a tsume.
pub fn solve<G: Geometry>(
    tsume: &Tsume<G>,
    manner: &Manner,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Solution {
    Solver::new(tsume, manner, limits.hash_mb).solve(limits, report)
}
