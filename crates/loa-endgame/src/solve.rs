//! Solving: first whether there is a win at all, by df-pn; then how short it is.
//!
//! Df-pn finds a win fast and its length late, because no bound in plies lets it prune; going deeper a ply at a time
//! refutes everything shorter fast and finds a long win late. So df-pn proves, tries a little to shorten what it has,
//! and deepening refutes from below until they meet. (Asking df-pn alone for the lengths of the 31 problems of five and seven
//! plies took 20 to 200 times the nodes.)

use crate::Asked;
use crate::question::{Question, Techniques};
use std::time::Duration;
use yose_andor::evidence::{self, Clerk, Knows};
use yose_andor::{
    Combine, Deepening, EVER, Game, Killer, Lambda, Limits, Meter, Options, Order, Outcome, Plies, Progress,
    Query, Reason, Search, Start, Table, with_big_stack,
};
use yose_loa::{Geometry, Move};

/// How to solve.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Any win will do.
    pub first: bool,
    /// Switches of df-pn.
    pub search: Options,
    /// Killer trees, in both searches.
    pub killer: Killer,
    /// Switches of the question.
    pub techniques: Techniques,
    /// Play threats only: what is not proved stays unknown.
    pub threats_only: bool,
}

impl Default for Manner {
    fn default() -> Self {
        let killer = Killer {
            start: Start::Always,
            ..Killer::default()
        };
        Manner {
            first: false,
            search: Options {
                defender: Combine::Sum,
                judge: false,
                replay: false,
                schedule: false,
                killer,
                ..Options::default()
            },
            killer,
            techniques: Techniques::default(),
            threats_only: false,
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move wins within so many plies.
    Win {
        /// Plies.
        length: u32,
        /// Whether there is no shorter win, proved.
        exact: bool,
    },
    /// It does not force a win.
    NoWin,
    /// Not known.
    Unknown(Reason),
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The verdict.
    pub verdict: Verdict,
    /// No win is shorter than this, proved.
    pub lower: u32,
    /// A line of a win.
    pub line: Vec<Move>,
    /// Nodes.
    pub nodes: u64,
    /// Moves made.
    pub moves: u64,
    /// Time.
    pub elapsed: Duration,
}

/// Nodes for a line beyond as many as the win took.
const GRACE: u64 = 1_000_000;
/// Nodes to shorten a win in, beyond as many as it took.
const SHORTEN: u64 = 2_000;

/// A position being solved: what was found outlives the verdict, so that evidence can be read off it.
pub struct Solver<G: Geometry> {
    root: Question<G>,
    manner: Manner,
    table: Table,
    hash_mb: usize,
}

type Deep<G> = Deepening<Lambda<Question<G>>>;

impl<G: Geometry> Solver<G> {
    /// Prepares to solve with tables of `hash_mb` in all.
    pub fn new(asked: &Asked<G>, manner: &Manner, hash_mb: usize) -> Self {
        Solver {
            root: asked.question(manner.techniques),
            manner: *manner,
            table: Table::new(hash_mb.div_ceil(2)),
            hash_mb,
        }
    }

    /// The position, as the search asks about it.
    pub fn root(&self) -> &Question<G> {
        &self.root
    }

    /// Solves.
    pub fn solve(&self, limits: &Limits, report: &mut (dyn FnMut(Progress) + Send)) -> Solution {
        with_big_stack(|| {
            let mut meter = Meter::new(limits, report);
            if self.manner.threats_only {
                self.by_threats(&mut meter)
            } else {
                self.by_all(limits, &mut meter)
            }
        })
        .unwrap_or(Solution {
            verdict: Verdict::Unknown(Reason::Memory),
            lower: 1,
            line: Vec::new(),
            nodes: 0,
            moves: 0,
            elapsed: Duration::ZERO,
        })
    }

    /// Threats only. That nothing is proved means nothing.
    fn by_threats(&self, meter: &mut Meter<'_>) -> Solution {
        let query = Lambda::new(self.root.clone(), Order::Only);
        let mut search = Search::new(query, &self.table, self.manner.search);
        let outcome = search.within(EVER, meter);
        let moves = search.query().query().made();
        let root = search.query().clone();
        let (verdict, line) = match outcome {
            Ok(Outcome::Proved(length)) => {
                let (length, line) = any_line(&mut search, &root, length, meter);
                let verdict = Verdict::Win {
                    length: u32::from(length),
                    exact: length <= 1,
                };
                (verdict, line)
            }
            Ok(Outcome::Disproved(_)) => (Verdict::Unknown(Reason::Threats), Vec::new()),
            Err(reason) => (Verdict::Unknown(reason), Vec::new()),
        };
        Solution {
            verdict,
            lower: 1,
            line,
            nodes: meter.nodes(),
            moves,
            elapsed: meter.elapsed(),
        }
    }

    fn deepening(&self) -> Deep<G> {
        let techniques = Techniques {
            prune: false,
            estimates: false,
            ..self.manner.techniques
        };
        let query = Lambda::new(self.root.clone().with(techniques), Order::First);
        Deepening::new(query, self.hash_mb.div_ceil(2)).with_killer(self.manner.killer)
    }

    fn by_all(&self, limits: &Limits, meter: &mut Meter<'_>) -> Solution {
        let mut search = Search::new(self.root.clone(), &self.table, self.manner.search);
        let found = self.shorten(&mut search, meter);
        let mut lower = 1;
        let mut moves = search.query().made();
        let mut line = Vec::new();
        let verdict = match found {
            Ok(None) => Verdict::NoWin,
            Err(reason) => Verdict::Unknown(reason),
            Ok(Some(best)) => {
                let mut length = best;
                let mut exact = best <= 1;
                let mut deeper = self.deepening();
                if !exact && !self.manner.first {
                    meter.shown.upper = u32::from(best);
                    let outcome = deeper.within(best - 1, meter);
                    lower = meter.shown.lower.max(1);
                    match outcome {
                        Ok(Outcome::Proved(plies)) => (length, exact) = (plies, true),
                        Ok(Outcome::Disproved(_)) => exact = true,
                        Err(_) => {}
                    }
                }
                moves += deeper.query().query().made();
                if exact {
                    lower = u32::from(length);
                    line = exact_line(&mut deeper, length, meter).unwrap_or_default();
                }
                if line.is_empty() {
                    let grace = Limits {
                        time: None,
                        nodes: Some(GRACE + meter.nodes()),
                        ..limits.clone()
                    };
                    let mut quiet = |_| {};
                    let mut own = Meter::new(&grace, &mut quiet);
                    let (proved, any) = any_line(&mut search, &self.root, best, &mut own);
                    meter.add(own.nodes());
                    line = any;
                    if !exact {
                        length = proved;
                    }
                }
                let length = u32::from(length);
                Verdict::Win { length, exact }
            }
        };
        Solution {
            verdict,
            lower,
            line,
            nodes: meter.nodes(),
            moves,
            elapsed: meter.elapsed(),
        }
    }

    /// A win, if there is one, and what a little work makes of its length.
    fn shorten(
        &self,
        search: &mut Search<'_, Question<G>>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Plies>, Reason> {
        let Outcome::Proved(mut best) = search.within(EVER, meter)? else {
            return Ok(None);
        };
        if self.manner.first {
            return Ok(Some(best));
        }
        let spend = meter.nodes() + SHORTEN;
        while best > 2 {
            match meter.step(spend, |meter| search.within(best - 1, meter)) {
                Ok(Some(Outcome::Proved(plies))) => best = plies,
                Ok(Some(Outcome::Disproved(_)) | None) | Err(_) => break,
            }
        }
        Ok(Some(best))
    }

    /// Tells the evidence for a verdict. `Ok(false)` if the verdict does not hold.
    pub fn evidence(
        &self,
        verdict: Verdict,
        clerk: &mut (impl Clerk<Question<G>> + Send),
        limits: &Limits,
    ) -> Result<bool, Reason> {
        with_big_stack(|| {
            let mut quiet = |_| {};
            let mut meter = Meter::new(limits, &mut quiet);
            let mut search = Search::new(self.root.clone(), &self.table, self.manner.search);
            match verdict {
                Verdict::Unknown(reason) => Err(reason),
                Verdict::NoWin => evidence::refutation(&mut search, &self.root, EVER, clerk, &mut meter),
                Verdict::Win { length, exact } => {
                    let length = length as Plies;
                    let table = &self.table;
                    if table.look(self.root.key(), ()).yes_from > length {
                        self.transfer(length, &mut meter)?;
                    }
                    let proved = evidence::proof(&mut search, &self.root, length, clerk, &mut meter)?;
                    if !exact || length <= 1 || !proved {
                        return Ok(proved);
                    }
                    let plain = self.root.clone().with(Techniques {
                        estimates: false,
                        ..self.manner.techniques
                    });
                    let mut deeper =
                        Deepening::new(plain, self.hash_mb.div_ceil(2)).with_killer(self.manner.killer);
                    deeper.within(length - 1, &mut meter)?;
                    evidence::refutation(&mut deeper, &self.root, length - 1, clerk, &mut meter)
                }
            }
        })
        .unwrap_or(Err(Reason::Memory))
    }

    /// Deepening knows a shorter proof than df-pn: puts it into the table of the latter.
    fn transfer(&self, length: Plies, meter: &mut Meter<'_>) -> Result<(), Reason> {
        let mut deeper = self.deepening();
        deeper.within(length, meter)?;
        let mut work = vec![(deeper.query().clone(), length)];
        while let Some((mut at, within)) = work.pop() {
            let known = self.table.look(at.query().key(), ());
            if known.yes_from <= within {
                continue;
            }
            let Some(m) = winning_move(&mut deeper, &mut at, within, meter)? else {
                return Ok(());
            };
            self.table.prove(at.query().key(), (), within, at.pack_move(m), 1);
            at.make(m);
            self.table.prove(at.query().key(), (), within - 1, 0, 1);
            let mut edges = Vec::new();
            at.expand(&mut edges);
            for edge in edges {
                let mut next = at.clone();
                next.make(edge.mv);
                if next.prover_to_move() {
                    work.push((next, within.saturating_sub(2)));
                }
            }
        }
        Ok(())
    }
}

/// The first move, threats first, that wins within so many plies.
fn winning_move<Q: Query>(
    deeper: &mut Deepening<Q>,
    at: &mut Q,
    within: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<Q::Move>, Reason> {
    let mut edges = Vec::new();
    at.expand(&mut edges);
    for edge in edges {
        let undo = at.make(edge.mv);
        let outcome = deeper.ask(at, within - 1, meter);
        at.unmake(edge.mv, undo);
        if let Outcome::Proved(_) = outcome? {
            return Ok(Some(edge.mv));
        }
    }
    Ok(None)
}

/// The line of a shortest win: the first move, threats first, that keeps to the length; the first reply that resists
/// longest. Every choice is a question with a definite answer, so the line depends on the position alone.
fn exact_line<G: Geometry>(
    deeper: &mut Deep<G>,
    length: Plies,
    meter: &mut Meter<'_>,
) -> Result<Vec<Move>, Reason> {
    let root = deeper.query().clone();
    let mut at = root.clone();
    let mut line = Vec::with_capacity(usize::from(length));
    let mut left = length;
    while left > 0 {
        if at.prover_to_move() {
            let Some(m) = winning_move(deeper, &mut at, left, meter)? else {
                break;
            };
            at.make(m);
            line.push(m);
        } else {
            let mut edges = Vec::new();
            at.expand(&mut edges);
            let mut chosen = None;
            for edge in edges {
                let undo = at.make(edge.mv);
                let longest = left == 1
                    || left == 2 && at.prover_to_move()
                    || left > 2 && matches!(deeper.ask(&at, left - 2, meter)?, Outcome::Disproved(_));
                at.unmake(edge.mv, undo);
                if longest {
                    chosen = Some(edge.mv);
                    break;
                }
            }
            let Some(m) = chosen else { break };
            at.make(m);
            line.push(m);
        }
        left -= 1;
    }
    *deeper.query() = root;
    Ok(line)
}

/// A line of a win within `length` plies, as the table has it, and the length of the proof.
fn any_line<Q: Query>(
    search: &mut Search<'_, Q>,
    root: &Q,
    length: Plies,
    meter: &mut Meter<'_>,
) -> (Plies, Vec<Q::Move>) {
    let mut at = root.clone();
    let mut line = Vec::new();
    let mut left = length;
    let mut edges = Vec::new();
    while left > 0 {
        edges.clear();
        let m = if at.prover_to_move() {
            match evidence::proving_move(search, &mut at, left, meter) {
                Ok(Some((_, m))) => m,
                _ => break,
            }
        } else {
            at.expand(&mut edges);
            // The longest resistance that is known.
            let longest = edges.iter().max_by_key(|e| {
                let known = search.table().look(e.key, e.resource);
                if known.yes_from < left { known.yes_from } else { 0 }
            });
            match longest {
                Some(edge) => edge.mv,
                None => break,
            }
        };
        at.make(m);
        line.push(m);
        left -= 1;
    }
    *search.query() = root.clone();
    (length, line)
}
