//! Solving a tsume by proof search: first any mate, then shorter ones until none is left.

use crate::line;
use crate::question::{Question, Techniques};
use crate::solution::{Solution, Verdict};
use crate::tsume::Tsume;
use yose_andor::evidence::{self, Clerk};
use yose_andor::{
    Combine, EVER, Limits, Meter, Options, Outcome, Plies, Progress, Query, Reason, Search, Table, Track,
    crew_within, deep, turns,
};
use yose_shogi::Geometry;

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

/// Nodes for a line, beyond as many as the mate took.
const GRACE: u64 = 1_000_000;

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
        deep(|| {
            let mut meter = Meter::new(limits, report);
            let mut search = Search::new(self.root.clone(), &self.table, self.manner.search);
            let (verdict, lower) = self.verdict(&mut search, &mut meter);
            let (verdict, line) = match verdict {
                Verdict::Mate { length, exact } => {
                    self.line(&mut search, length as Plies, exact, limits, &mut meter)
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
            turns::within(search, plies, meter)
        }
    }

    /// The verdict, and below which length there is no mate.
    fn verdict(&self, search: &mut Search<'_, Question<G>>, meter: &mut Meter<'_>) -> (Verdict, u32) {
        let mut best: Option<Plies> = None;
        let mut within = EVER;
        loop {
            let mate = |exact| {
                best.map(|length| Verdict::Mate {
                    length: u32::from(length),
                    exact,
                })
            };
            match self.within(search, within, meter) {
                Ok(Outcome::Proved(plies)) => {
                    best = Some(plies);
                    meter.shown.upper = u32::from(plies);
                    meter.shown.best = Track::known(&self.table, self.root.clone());
                    if self.manner.first || plies <= 1 {
                        let length = u32::from(plies);
                        let exact = plies <= 1;
                        return (Verdict::Mate { length, exact }, 1);
                    }
                    within = plies - 2;
                }
                Ok(Outcome::Disproved(_)) => {
                    let lower = best.map_or(1, u32::from);
                    return (mate(true).unwrap_or(Verdict::NoMate), lower);
                }
                Err(reason) => {
                    let known = self.table.look(self.root.key(), self.root.resource());
                    let lower = u32::from(known.no_below.max(1));
                    return (mate(false).unwrap_or(Verdict::Unknown(reason)), lower);
                }
            }
        }
    }

    /// The line, and the length that goes with it.
    fn line(
        &self,
        search: &mut Search<'_, Question<G>>,
        length: Plies,
        exact: bool,
        limits: &Limits,
        meter: &mut Meter<'_>,
    ) -> (Verdict, Vec<yose_shogi::Move>) {
        let verdict = Verdict::Mate {
            length: u32::from(length),
            exact,
        };
        if exact && let Ok(line) = line::exact(search, &self.root, length, meter) {
            return (verdict, line);
        }
        // The limits may be used up; a proof without a line is of little use, and the table knows most of it. What a small
        // table has forgotten may cost as much as it did before, but not more.
        let grace = Limits {
            time: None,
            nodes: Some(GRACE + meter.nodes()),
            ..limits.clone()
        };
        let mut quiet = |_| {};
        let mut own = Meter::new(&grace, &mut quiet);
        let (proved, line) =
            line::any(search, &self.root, length, &mut own).unwrap_or_else(|_| (length, Vec::new()));
        meter.add(own.nodes());
        let length = u32::from(if exact { length } else { proved });
        (Verdict::Mate { length, exact }, line)
    }

    /// Tells the evidence for a verdict: the proof of a mate, the refutation of anything shorter if that is
    /// proved, the closed set of a problem without mate. `Ok(false)` if the verdict does not hold.
    pub fn evidence(
        &self,
        verdict: Verdict,
        clerk: &mut (impl Clerk<Question<G>> + Send),
        limits: &Limits,
    ) -> Result<bool, Reason> {
        deep(|| {
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

/// Solves a tsume.
pub fn solve<G: Geometry>(
    tsume: &Tsume<G>,
    manner: &Manner,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Solution {
    Solver::new(tsume, manner, limits.hash_mb).solve(limits, report)
}
