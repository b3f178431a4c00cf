//! The driver: any proof, then shorter ones until nothing shorter is left, then the line.
//!
//! A limit may come at any time. So a line is kept as soon as a proof is found: when the limit
//! comes, the table may have forgotten the proof. What a limit leaves open is never claimed.

use crate::prover::{Prover, Recovered};
use crate::verdict::{Claims, Solution, Verdict};
use yose_andor::{Limits, Meter, Outcome, Plies, Progress, Reason, with_big_stack};

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Any proof.
    First,
    /// The shortest.
    Shortest,
}

/// A verdict whose line is not settled yet.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// The verdict.
    pub verdict: Verdict,
    /// No proof is shorter than this, proved.
    pub lower: u32,
    /// The line of the shortest proof for which one was kept.
    pub kept: Option<Vec<M>>,
}

/// Decides a question: the verdict, its line and the work that it took.
pub fn solve<P: Prover>(prover: &mut P, aim: Aim, meter: &mut Meter<'_>) -> Solution<P::Move> {
    let found = decide(prover, aim, meter);
    let lower = found.lower;
    let (verdict, line) = settle(prover, found, meter);
    solution(prover, verdict, lower, line, meter)
}

/// The same, split open: a solution from its parts.
pub fn solution<P: Prover>(
    prover: &P,
    verdict: Verdict,
    lower: u32,
    line: Vec<P::Move>,
    meter: &Meter<'_>,
) -> Solution<P::Move> {
    Solution {
        verdict,
        lower,
        line,
        nodes: meter.nodes(),
        moves: prover.moves(),
        elapsed: meter.elapsed(),
    }
}

/// Finds the verdict: any proof, then shorter ones until the answer is no.
pub fn decide<P: Prover>(prover: &mut P, aim: Aim, meter: &mut Meter<'_>) -> Found<P::Move> {
    let mut kept: Option<Vec<P::Move>> = None;
    let mut length = match prover.any_proof(meter) {
        Ok(Outcome::Proved(length)) => length,
        Ok(Outcome::Disproved(_)) => {
            return Found {
                verdict: Verdict::Disproved,
                lower: 1,
                kept,
            };
        }
        Err(reason) => {
            return Found {
                verdict: Verdict::Unknown(reason),
                lower: lower(prover),
                kept,
            };
        }
    };
    loop {
        show(prover, length, meter);
        if kept.as_ref().is_none_or(|line| line.len() > usize::from(length))
            && let Some(line) = prover.line_now(length, meter)
        {
            // The line may turn out shorter than the proof.
            length = line.len() as Plies;
            kept = Some(line);
            show(prover, length, meter);
        }
        let shortest = length <= prover.least();
        if aim == Aim::First || shortest {
            return Found {
                verdict: Verdict::proved(length, shortest),
                lower: 1,
                kept,
            };
        }
        match prover.within(length.saturating_sub(prover.step()), meter) {
            Ok(Some(Outcome::Proved(plies))) => length = plies,
            Ok(Some(Outcome::Disproved(_))) => {
                return Found {
                    verdict: Verdict::proved(length, true),
                    lower: u32::from(length),
                    kept,
                };
            }
            Ok(None) => {}
            Err(_) => {
                // The limit may have come just after a shorter proof.
                let length = length.min(prover.known().0);
                return Found {
                    verdict: Verdict::proved(length, false),
                    lower: lower(prover),
                    kept,
                };
            }
        }
    }
}

fn lower<P: Prover>(prover: &mut P) -> u32 {
    u32::from(prover.known().1.max(1))
}

fn show<P: Prover>(prover: &mut P, length: Plies, meter: &mut Meter<'_>) {
    meter.state.upper = u32::from(length);
    prover.show(meter);
}

/// The line of a verdict, and the verdict that goes with the line.
pub fn settle<P: Prover>(
    prover: &mut P,
    found: Found<P::Move>,
    meter: &mut Meter<'_>,
) -> (Verdict, Vec<P::Move>) {
    let Verdict::Proved { length, exact } = found.verdict else {
        return (found.verdict, Vec::new());
    };
    if exact
        && let Ok(line) = prover.exact_line(length as Plies, meter)
        && line.len() == length as usize
    {
        return (found.verdict, line);
    }
    cut_short(prover, (length, exact), found.kept, meter)
}

/// The answer where a limit was met before the line was settled. The answer is not exact, unless
/// the prover says that an exact length may go with another line.
///
/// The line is the kept one if it is as short as the proof; otherwise one that is still found with
/// the last bit of time; otherwise a longer one that was kept: a line that can be shown is better
/// than a shorter proof that cannot. The line is empty if there is none.
fn cut_short<P: Prover>(
    prover: &mut P,
    (length, exact): (u32, bool),
    kept: Option<Vec<P::Move>>,
    meter: &mut Meter<'_>,
) -> (Verdict, Vec<P::Move>) {
    let recovered = match kept {
        Some(line) if line.len() == length as usize => Recovered { line, exact: false },
        longer => {
            let last = Limits::last_words(meter.nodes(), meter.elapsed());
            let mut quiet = |_| {};
            let mut own = Meter::new(&last, &mut quiet);
            let found = prover.recover_line(length as Plies, &mut own);
            meter.add(own.nodes());
            found.unwrap_or_else(|| Recovered {
                line: longer.unwrap_or_default(),
                exact: false,
            })
        }
    };
    let Recovered { line, exact: stays } = recovered;
    let exact = exact && stays && line.len() == length as usize;
    let length = if line.is_empty() {
        length
    } else {
        line.len() as u32
    };
    (Verdict::Proved { length, exact }, line)
}

/// Runs `work` with a fresh meter on a stack that is large enough for any search.
pub fn run<M: Send>(
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
    work: impl FnOnce(&mut Meter<'_>) -> Solution<M> + Send,
) -> Solution<M> {
    with_big_stack(|| work(&mut Meter::new(limits, report)))
        .unwrap_or_else(|| Solution::unknown(Reason::Memory))
}

/// Gathers the evidence for a verdict: the proof, the disproof of anything shorter if the length is
/// exact, the closed set of a disproof. The limits were for the solution; the evidence has them
/// once more.
///
/// `claims` are the statements of the verdict, or the reason why there are none; `gather` passes
/// the evidence for them on and answers `Ok(false)` if a statement does not hold.
pub fn evidence(
    claims: Result<Claims, Reason>,
    limits: &Limits,
    gather: impl FnOnce(Claims, &mut Meter<'_>) -> Result<bool, Reason> + Send,
) -> Result<bool, Reason> {
    let claims = claims?;
    let limits = limits.once_more();
    with_big_stack(|| gather(claims, &mut Meter::new(&limits, &mut |_| {}))).unwrap_or(Err(Reason::Memory))
}
