//! Solving under a policy: any mate, then shorter ones until none is left, then a line.
//!
//! The line: of the moves that keep to the shortest mate the attacker plays the one that a small search of its own comes
//! upon, or, where that does not suffice, the first in the order of the generator; the defender the
//! first that counts and resists longest. (`check` picks *the* solution by a finer convention, at more cost.) Where limits do not
//! allow that, the attacker plays what is known to mate.

use crate::check::CheckFault;
use crate::check::convention::Convention;
use crate::policy::Policy;
use crate::policy::evidence::{Notary, Untold, tell};
use crate::policy::lengths::{Asked, Lengths, Tables};
use crate::{Limits, Meter, Progress, Reason, Solution, Tsume, Verdict, cut_short, with_big_stack};
use yose_andor::Plies;
use yose_shogi::{Geometry, Move, Position};

/// Nodes of the small search for an attack of the line.
const BUDGET: u64 = 20_000;
/// Its tables, in MB.
const ROOM: usize = 8;

/// Nodes for a line that is kept for the case that a limit comes before the shortest mate is proved, beyond a tenth of the effort so far.
const KEEP: u64 = 100_000;

/// So many lines are tightened at most, and so many for one that is only kept.
const ROUNDS: u32 = 2_000;
const ROUNDS_TO_KEEP: u32 = 20;

/// The share of a turn that is spent on one position when a mate is polished.
const EACH: u64 = 25;

/// Why there is no evidence for a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    /// There is no mate, so that no policy plays a part, or nothing was proved.
    #[error("no mate was proved")]
    NoMate,
    /// A limit was reached, or the notary is full.
    #[error("stopped ({})", .0.word())]
    Stopped(Reason),
    /// The facts do not bear the verdict out: a fault of the search.
    #[error("the evidence does not bear the verdict out")]
    False,
}

/// Solves a problem under a policy. Several threads look for the first mate together.
pub fn solve<G: Geometry>(
    tsume: &Tsume<G>,
    policy: Policy,
    threads: usize,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Result<Solution, CheckFault> {
    Ok(solve_by(tsume, policy, Convention::Modern, threads, limits, report)?.0)
}

/// The same by a convention: the length is that of its line, proved if the choice of the line is as well, and the true length is
/// given beside it. Where a limit leaves the choice open the answer is that of [`Convention::Modern`], not proved.
pub fn solve_by<G: Geometry>(
    tsume: &Tsume<G>,
    policy: Policy,
    convention: Convention,
    threads: usize,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Result<(Solution, Option<u32>), CheckFault> {
    let (solution, told) = solve_then(
        tsume,
        (policy, convention),
        threads,
        limits,
        report,
        |_, verdict| match verdict {
            Verdict::Mate { length, .. } => Some(length),
            _ => None,
        },
    )?;
    Ok((solution, told.flatten()))
}

/// The same, and then tells the evidence. The limits are for the solution; the telling has them once more.
#[allow(clippy::type_complexity)]
pub fn solve_and_tell<G: Geometry, N: Notary<G> + Send>(
    tsume: &Tsume<G>,
    policy: Policy,
    threads: usize,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
    notary: &mut N,
) -> Result<(Solution, Result<(), Unsupported>), CheckFault> {
    let more = limits.once_more();
    let terms = (policy, Convention::Modern);
    let (solution, told) = solve_then(tsume, terms, threads, limits, report, |lengths, verdict| {
        let Verdict::Mate { length, exact } = verdict else {
            return Err(Unsupported::NoMate);
        };
        let mut quiet = |_| {};
        let mut meter = Meter::new(&more, &mut quiet);
        let root = tsume.position();
        tell(lengths, root, length as Plies, exact, notary, &mut meter).map_err(|untold| match untold {
            Untold::Stopped(reason) => Unsupported::Stopped(reason),
            Untold::False => Unsupported::False,
        })
    })?;
    Ok((
        solution,
        told.unwrap_or(Err(Unsupported::Stopped(Reason::Memory))),
    ))
}

/// Solves, and then does something with what is known and the verdict on the true length.
fn solve_then<G: Geometry, R: Send>(
    tsume: &Tsume<G>,
    (policy, convention): (Policy, Convention),
    threads: usize,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
    then: impl FnOnce(&mut Lengths<'_, G>, Verdict) -> R + Send,
) -> Result<(Solution, Option<R>), CheckFault> {
    if policy != Policy::None && !tsume.more_is_as_good() {
        return Err(CheckFault::Policy);
    }
    let solution = with_big_stack(|| {
        let tables = Tables::new(limits.hash_mb);
        let mut lengths = Lengths::new(tsume, policy, &tables, limits.hash_mb);
        let mut meter = Meter::new(limits, report);
        let root = tsume.position();
        if threads > 1 {
            // What several threads find stands in the table that the question is then asked of. A limit is met again there.
            let _ = lengths.mates_by_many(tables.every(), threads, &mut meter);
        }
        let mut kept = None;
        let (verdict, lower) = verdict(&mut lengths, root, &mut kept, &mut meter);
        let chosen = match (verdict, convention) {
            (Verdict::Mate { length, exact: true }, Convention::Classical) => {
                classical(&mut lengths, root, length as Plies, &mut meter)
            }
            (_, Convention::Classical) => Choice::Open,
            (_, Convention::Modern) => Choice::Longest,
        };
        let (verdict, line) = match (verdict, &chosen) {
            (Verdict::Mate { .. }, Choice::Line(_)) => (verdict, Vec::new()),
            (Verdict::Mate { length, exact }, _) => {
                line(&mut lengths, root, length as Plies, exact, kept, &mut meter)
            }
            (open, _) => (open, Vec::new()),
        };
        let (shown, line) = match (verdict, chosen) {
            (Verdict::Mate { .. }, Choice::Line(line)) => {
                let length = line.len() as u32;
                (Verdict::Mate { length, exact: true }, line)
            }
            (Verdict::Mate { length, .. }, Choice::Open) => (Verdict::Mate { length, exact: false }, line),
            _ => (verdict, line),
        };
        let solution = Solution {
            verdict: shown,
            lower,
            line,
            nodes: meter.nodes(),
            elapsed: meter.elapsed(),
        };
        (solution, Some(then(&mut lengths, verdict)))
    });
    let memory = Solution {
        verdict: Verdict::Unknown(Reason::Memory),
        lower: 1,
        line: Vec::new(),
        nodes: 0,
        elapsed: std::time::Duration::ZERO,
    };
    Ok(solution.unwrap_or((memory, None)))
}

/// What a convention says once the true length is known.
enum Choice {
    /// Any line that lasts longest.
    Longest,
    /// This line, proved to be its choice.
    Line(Vec<Move>),
    /// A limit was met first.
    Open,
}

/// The choice of [`Convention::Classical`] where the true length is proved.
fn classical<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    length: Plies,
    meter: &mut Meter<'_>,
) -> Choice {
    let line = match lengths.clean_length(root, length, meter) {
        // Every line leaves something; this is the main line by what is left over.
        Ok(None) => lengths.line(root, length, meter),
        Ok(Some(clean)) => lengths.clean_line(root, length, clean, meter),
        Err(reason) => Err(reason),
    };
    line.map_or(Choice::Open, Choice::Line)
}

fn mate(length: Plies, exact: bool) -> Verdict {
    Verdict::Mate {
        length: u32::from(length),
        exact,
    }
}

/// The verdict, and below which length there is no mate. Lines are kept as they are found: the tables may have forgotten them when a limit is
/// met.
fn verdict<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    kept: &mut Option<Vec<Move>>,
    meter: &mut Meter<'_>,
) -> (Verdict, u32) {
    let mut length = match lengths.mates(root, meter) {
        Err(reason) => return (Verdict::Unknown(reason), lengths.lower(root)),
        Ok(None) => return (Verdict::NoMate, 1),
        Ok(Some(length)) => length,
    };
    let mut asked = lengths.asked(0);
    loop {
        if kept.as_ref().is_none_or(|line| line.len() > usize::from(length)) {
            let room = KEEP + meter.nodes() / 10;
            let line = meter.step(room, |meter| {
                Ok(known_mate(lengths, root, length, ROUNDS_TO_KEEP, meter))
            });
            // A limit that was met here is met again.
            if let Ok(Some(Some(line))) = line {
                length = line.len() as Plies;
                *kept = Some(line);
            }
        }
        if length == 1 {
            return (mate(length, true), 1);
        }
        meter.state.upper = u32::from(length);
        meter.state.best = lengths.line_so_far(root);
        if asked.plies() != length - 2 {
            asked = lengths.asked(length - 2);
        }
        match shortened(lengths, root, &mut asked, meter) {
            Ok(Some(Some(plies))) => length = plies,
            Ok(Some(None)) => return (mate(length, true), u32::from(length)),
            Ok(None) => {}
            // A limit may have come just after a shorter mate.
            Err(_) => {
                return (
                    mate(length.min(lengths.known(root).0), false),
                    lengths.lower(root),
                );
            }
        }
    }
}

/// One turn of the question whether there is a shorter mate, and some polishing if that does not tell.
fn shortened<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    asked: &mut Asked,
    meter: &mut Meter<'_>,
) -> Result<Option<Option<Plies>>, Reason> {
    if lengths.policy() == Policy::None {
        return Ok(Some(lengths.known_within(root, asked.plies(), meter)?));
    }
    let answer = lengths.turn(root, asked, meter)?;
    // Easy problems are over in the first turn or soon after.
    if answer.is_some() || asked.turns() < 2 {
        return Ok(answer);
    }
    match lengths.polish(root, asked.span() / EACH, asked.span(), meter) {
        // What is too much for a position on the way is no limit of the whole.
        Ok(()) | Err(Reason::Memory | Reason::Depth) => {}
        Err(reason) => return Err(reason),
    }
    let known = lengths.known(root).0;
    Ok((known <= asked.plies()).then_some(Some(known)))
}

/// A line, and the length that goes with it.
fn line<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    length: Plies,
    exact: bool,
    kept: Option<Vec<Move>>,
    meter: &mut Meter<'_>,
) -> (Verdict, Vec<Move>) {
    if exact
        && let Ok(line) = walk(lengths, root, length, meter)
        && line.len() == usize::from(length)
    {
        return (mate(length, exact), line);
    }
    cut_short(u32::from(length), kept, meter, |meter| {
        known_mate(lengths, root, length, ROUNDS, meter)
    })
}

/// A line as long as what is known, at most `length` plies.
fn known_mate<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    mut length: Plies,
    rounds: u32,
    meter: &mut Meter<'_>,
) -> Option<Vec<Move>> {
    for _ in 0..rounds {
        let line = known_line(lengths, root, length, meter).ok()?;
        if line.len() == usize::from(length) {
            return Some(line);
        }
        if line.is_empty() || line.len() > usize::from(length) {
            return None;
        }
        // The line is shorter than the proof says: positions on the way are known to mate sooner by now.
        let (plies, shorter) = lengths.tighten(root, &line);
        let before = length;
        length = length.min(plies);
        if !shorter && length == before {
            return None;
        }
    }
    None
}

/// Plays what is known to mate against what is known to last longest.
fn known_line<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    length: Plies,
    meter: &mut Meter<'_>,
) -> Result<Vec<Move>, Reason> {
    let mut p = root.clone();
    let mut line = Vec::new();
    let mut left = length;
    while left > 0 {
        let known = p
            .checking_moves()
            .into_iter()
            .map(|m| (lengths.known_after(&p, m), m));
        let m = match known.min_by_key(|&(plies, _)| plies) {
            Some((plies, m)) if plies < left => {
                left = plies;
                m
            }
            _ => match attack(lengths, &p, left, meter)? {
                Some(m) => {
                    left -= 1;
                    m
                }
                None => return Ok(Vec::new()),
            },
        };
        p.make(m);
        line.push(m);
        let longest = lengths.longest_reply(&p, left.saturating_sub(1));
        let Some((plies, r)) = longest else {
            return Ok(line);
        };
        p.make(r);
        line.push(r);
        left = plies;
    }
    Ok(Vec::new())
}

/// Best play for both sides from a mate in exactly `length` plies.
pub(crate) fn walk<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    length: Plies,
    meter: &mut Meter<'_>,
) -> Result<Vec<Move>, Reason> {
    let tables = Tables::new(ROOM);
    let mut small = lengths.apart(&tables, ROOM);
    let mut p = root.clone();
    let mut line = Vec::with_capacity(usize::from(length));
    let mut left = length;
    loop {
        let m = match found(&mut small, &p, left, meter)? {
            Some(m) => Some(m),
            None => attack(lengths, &p, left, meter)?,
        };
        let Some(m) = m else {
            break;
        };
        p.make(m);
        line.push(m);
        left -= 1;
        let Some(r) = defence(lengths, &p, left, meter)? else {
            break;
        };
        p.make(r);
        line.push(r);
        left -= 1;
    }
    Ok(line)
}

/// The check that a small search of its own comes upon: the same whatever else is known (see the line of `yose_mate`).
fn found<G: Geometry>(
    small: &mut Lengths<'_, G>,
    p: &Position<G>,
    left: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<Move>, Reason> {
    match meter.step(BUDGET, |meter| small.within(p, left, meter)) {
        Ok(Some(true)) => {}
        // What is too much for it is no limit of the whole.
        Ok(_) | Err(Reason::Memory | Reason::Depth) => return Ok(None),
        Err(reason) => return Err(reason),
    }
    let mut best: Option<(Plies, Move)> = None;
    for m in p.checking_moves() {
        let plies = small.known_after(p, m);
        if plies < left && best.is_none_or(|(least, _)| plies < least) {
            best = Some((plies, m));
        }
    }
    Ok(best.map(|(_, m)| m))
}

/// The first check after which there is a mate within what is left.
fn attack<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    p: &Position<G>,
    left: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<Move>, Reason> {
    for m in p.checking_moves() {
        let mut next = p.clone();
        next.make(m);
        if lengths.within(&next, left - 1, meter)? {
            return Ok(Some(m));
        }
    }
    Ok(None)
}

/// The first counted reply that lasts so long; none if it is mate.
fn defence<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    p: &Position<G>,
    left: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<Move>, Reason> {
    if left == 0 {
        return Ok(None);
    }
    for r in p.evading_moves() {
        let mut next = p.clone();
        next.make(r);
        let long = left < 4 || !lengths.within(&next, left - 3, meter)?;
        if long && lengths.counts(p, r, left, meter)? {
            return Ok(Some(r));
        }
    }
    Ok(None)
}
