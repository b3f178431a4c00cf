//! The pipeline that drives every question: any proof, then shorter ones until nothing shorter is
//! left, then the line. A [`Prover`] answers what the pipeline asks.
//!
//! A limit may come at any time. So a line is kept as soon as a proof is found: when the limit
//! comes, the table may have forgotten the proof. What a limit leaves open is never claimed.
//!
//! A limit of nodes covers the line too. As long as no line is kept, a part of the limit is
//! reserved for one, from the first node on. The line of a proof that the table still knows costs
//! next to nothing. If the table has lost much, the proof may have to be made again in a larger
//! one, which costs about as much as the proof did. So the reserved part is small at first, and
//! large once the table has lost much ([`Reserve`]). Should it not suffice nevertheless, the
//! verdict is unknown.
//!
//! If the table has lost anything, the line comes before anything shorter under a limit of nodes,
//! even if the proof has to be made again for it. What is done up to there depends on the limit
//! only in where it ends. So a proof that a limit allows stays with a larger one.
//!
//! [`solve`] is the whole. Its parts are [`decide`], [`settle`] and [`solution`], for callers that
//! have work to do in between.

use crate::prover::Prover;
use crate::verdict::{Claims, Solution, Verdict};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use yose_andor::{Limits, Meter, Outcome, Plies, Progress, Reason, Reserve, with_big_stack};

/// The part of a limit of nodes that is reserved for a line which the table knows: one in this
/// number.
const KNOWN_SHARE: u64 = 8;
/// The nodes for a look whether a table that has lost something still knows a line: one in this
/// number of the nodes that the proof took, and some more.
const GLANCE_SHARE: u64 = 8;
/// Those more nodes.
const GLANCE: u64 = 1000;
/// The nodes for a proof that is made again, in percent of the nodes that it took.
const AGAIN_PERCENT: u64 = 150;

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Any proof.
    First,
    /// The shortest proof.
    Shortest,
}

/// What [`decide`] finds: a verdict whose line is not settled yet.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// The verdict.
    pub verdict: Verdict,
    /// A proved lower bound: no proof is shorter than this. 1 says nothing.
    pub lower: u32,
    /// The last line that was kept. It may be longer than the proof of the verdict.
    pub kept: Option<Vec<M>>,
    /// Nodes after which the first proof was found.
    pub proof_nodes: u64,
}

/// Decides a question: the verdict, its line and the work that it took.
pub fn solve<P: Prover>(prover: &mut P, aim: Aim, meter: &mut Meter<'_>) -> Solution<P::Move> {
    let found = decide(prover, aim, meter);
    let lower = found.lower;
    let (verdict, line) = settle(prover, found, meter);
    solution(prover, verdict, lower, line, meter)
}

/// Puts a solution together, with the work that prover and meter have counted.
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
    let mut recovered = false;
    // The most nodes that a proof may take which can be made again within the limit.
    let repeatable = meter.left() / (100 + AGAIN_PERCENT) * 100;
    let any = with_room(true, repeatable, meter, |meter| prover.any_proof(meter));
    let proof_nodes = meter.nodes();
    let mut length = match any {
        Ok(Outcome::Proved(length)) => length,
        Ok(Outcome::Disproved(_)) => {
            return Found {
                verdict: Verdict::Disproved,
                lower: 1,
                kept,
                proof_nodes,
            };
        }
        Err(reason) => {
            return Found {
                verdict: Verdict::Unknown(reason),
                lower: lower(prover),
                kept,
                proof_nodes,
            };
        }
    };
    loop {
        meter.state.upper = u32::from(length);
        // The line of a first proof comes at once. Only those who wait for a shorter proof want to
        // see the best line so far.
        if aim == Aim::Shortest {
            prover.show(meter);
        }
        let mut line = None;
        if kept.as_ref().is_none_or(|line| line.len() > usize::from(length)) {
            line = line_now(prover, length, proof_nodes, meter);
            let limited = meter.limits().nodes.is_some();
            if line.is_none() && kept.is_none() && !recovered && limited && prover.has_forgotten() {
                recovered = true;
                line = prover.recover_line(length, meter);
            }
        }
        if let Some(line) = line {
            // The line may turn out shorter than the proof.
            if line.len() < usize::from(length) {
                length = line.len() as Plies;
                meter.state.upper = u32::from(length);
                prover.show(meter);
            }
            kept = Some(line);
        }
        let shortest = length <= prover.least();
        if aim == Aim::First || shortest {
            return Found {
                verdict: Verdict::proved(length, shortest),
                lower: 1,
                kept,
                proof_nodes,
            };
        }
        let less = length.saturating_sub(prover.step());
        match with_room(kept.is_none(), proof_nodes, meter, |meter| {
            prover.within(less, meter)
        }) {
            Ok(Some(Outcome::Proved(plies))) => length = plies,
            Ok(Some(Outcome::Disproved(_))) => {
                return Found {
                    verdict: Verdict::proved(length, true),
                    lower: u32::from(length),
                    kept,
                    proof_nodes,
                };
            }
            // The turn did not suffice: the prover is asked again.
            Ok(None) => {}
            Err(_) => {
                // The limit may have come just after a shorter proof.
                let length = length.min(prover.known().0);
                return Found {
                    verdict: Verdict::proved(length, false),
                    lower: lower(prover),
                    kept,
                    proof_nodes,
                };
            }
        }
    }
}

/// A line of a proof that was just found. Under a limit of nodes this is a glance that leaves nodes
/// for another attempt.
fn line_now<P: Prover>(
    prover: &mut P,
    length: Plies,
    proof_nodes: u64,
    meter: &mut Meter<'_>,
) -> Option<Vec<P::Move>> {
    if meter.limits().nodes.is_none() {
        return prover.line_now(length, meter);
    }
    let mut glance = meter.left() / 2;
    if prover.has_forgotten() {
        glance = glance.min(proof_nodes / GLANCE_SHARE + GLANCE);
    }
    let line = meter.step(glance, |meter| Ok(prover.line_now(length, meter)));
    line.ok().flatten().flatten()
}

/// Does some work. If `reserve` is set, enough of the limit of nodes is left when the work ends for
/// the line of a proof that took `proof_nodes` nodes.
fn with_room<T>(
    reserve: bool,
    proof_nodes: u64,
    meter: &mut Meter<'_>,
    work: impl FnOnce(&mut Meter<'_>) -> T,
) -> T {
    match meter.limits().nodes {
        Some(nodes) if reserve => {
            let known = nodes / KNOWN_SHARE;
            let again = proof_nodes.saturating_mul(AGAIN_PERCENT) / 100;
            let reserve = Reserve {
                nodes: known,
                after_loss: known.max(again),
            };
            meter.reserving(reserve, work)
        }
        _ => work(meter),
    }
}

/// The lower bound that the prover knows.
fn lower<P: Prover>(prover: &mut P) -> u32 {
    u32::from(prover.known().1.max(1))
}

/// Finds the line of a verdict. The verdict changes if a limit is met first: then it goes with the
/// line that can be shown.
pub fn settle<P: Prover>(
    prover: &mut P,
    found: Found<P::Move>,
    meter: &mut Meter<'_>,
) -> (Verdict, Vec<P::Move>) {
    let Verdict::Proved { length, exact } = found.verdict else {
        return (found.verdict, Vec::new());
    };
    if exact {
        let reserve = found
            .kept
            .as_ref()
            .is_none_or(|line| line.len() > length as usize);
        let line = with_room(reserve, found.proof_nodes, meter, |meter| {
            prover.exact_line(length as Plies, meter)
        });
        if let Ok(line) = line
            && line.len() == length as usize
        {
            return (found.verdict, line);
        }
    }
    cut_short(prover, (length, exact), found.kept, meter)
}

/// The answer where a limit was met before the line was settled.
///
/// The line is the first that there is of these:
///
/// 1. the kept line, if it is as short as the proof;
/// 2. a line that is found with the rest of the limit of nodes, or without such a limit with some
///    more nodes, and with a little more time ([`Limits::last_words`]);
/// 3. the kept line, though it is longer: a line that can be shown is better than a shorter proof
///    that cannot;
/// 4. an empty line. If it is the limit of nodes that left no room for a line, the verdict is
///    unknown.
///
/// The length is that of the line, or of the proof if the line is empty. It is exact only if it
/// was, and if the line is of the first or second kind and the prover says that the length stays
/// exact with it ([`Prover::stays_exact`]).
fn cut_short<P: Prover>(
    prover: &mut P,
    (length, exact): (u32, bool),
    kept: Option<Vec<P::Move>>,
    meter: &mut Meter<'_>,
) -> (Verdict, Vec<P::Move>) {
    let line = match kept {
        Some(line) if line.len() == length as usize => line,
        longer => {
            let last = last_limits(meter);
            let mut quiet = |_| {};
            let mut own = Meter::new(&last, &mut quiet);
            let found = prover.recover_line(length as Plies, &mut own);
            let out_of_nodes = meter.limits().nodes.is_some() && own.left() == 0;
            meter.add(own.nodes());
            if out_of_nodes && found.is_none() && longer.is_none() {
                return (Verdict::Unknown(Reason::Nodes), Vec::new());
            }
            found.or(longer).unwrap_or_default()
        }
    };
    let exact = exact && prover.stays_exact() && line.len() == length as usize;
    let length = if line.is_empty() {
        length
    } else {
        line.len() as u32
    };
    (Verdict::Proved { length, exact }, line)
}

/// The limits for recovering a line. With a limit of nodes: what is left of it, and of the time.
/// Otherwise a little more of both.
fn last_limits(meter: &Meter<'_>) -> Limits {
    let last = Limits::last_words(meter.nodes(), meter.elapsed());
    let whole = meter.limits();
    if whole.nodes.is_none() {
        return last;
    }
    let left = Limits {
        nodes: Some(meter.left()),
        ..last
    };
    // A search that was interrupted still has a moment for its line.
    if whole.interrupt.load(Ordering::Relaxed) {
        return left;
    }
    let time = whole.time.map(|time| time.saturating_sub(meter.elapsed()));
    Limits {
        time: time.map(|time| time.max(left.time.unwrap_or_default())),
        interrupt: Arc::clone(&whole.interrupt),
        ..left
    }
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
/// exact, the closed set of a disproof. The solution has used its limits, so the evidence has the
/// same limits anew ([`Limits::once_more`]).
///
/// `claims` are the statements of the verdict, or the reason why there are none. `gather` writes
/// the evidence for them wherever its caller wants it, and answers `Ok(false)` if a statement does
/// not hold.
pub fn evidence(
    claims: Result<Claims, Reason>,
    limits: &Limits,
    gather: impl FnOnce(Claims, &mut Meter<'_>) -> Result<bool, Reason> + Send,
) -> Result<bool, Reason> {
    let claims = claims?;
    let limits = limits.once_more();
    with_big_stack(|| gather(claims, &mut Meter::new(&limits, &mut |_| {}))).unwrap_or(Err(Reason::Memory))
}
