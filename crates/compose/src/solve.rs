//! Solving under a policy: any mate, then shorter ones until none is left, then a line.
//!
//! The line: the attacker plays the first move, in the order of the generator, that keeps to the shortest mate; the defender the
//! first that counts and resists longest. (`check` picks *the* solution by a finer convention, at more cost.) Where limits do not
//! allow that, the attacker plays what is known to mate.

use crate::check::CheckFault;
use crate::lengths::{Lengths, Tables};
use crate::policy::Policy;
use yose_andor::Plies;
use yose_mate::{Limits, Meter, Progress, Reason, Solution, Tsume, Verdict, deep};
use yose_shogi::{Geometry, Move, Position};

/// Nodes for a line when the limits are used up, beyond as many as the mate took.
const GRACE: u64 = 1_000_000;

/// So often a shorter mate is looked for when a line comes out shorter than the length.
const ROUNDS: u32 = 50;

/// Solves a problem under a policy.
pub fn solve<G: Geometry>(
    tsume: &Tsume<G>,
    policy: Policy,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Result<Solution, CheckFault> {
    if policy != Policy::None && !tsume.more_is_as_good() {
        return Err(CheckFault::Policy);
    }
    let solution = deep(|| {
        let tables = Tables::new(limits.hash_mb);
        let mut lengths = Lengths::new(tsume, policy, &tables, limits.hash_mb);
        let mut meter = Meter::new(limits, report);
        let root = tsume.position();
        let (verdict, lower) = verdict(&mut lengths, root, &mut meter);
        let (verdict, line) = match verdict {
            Verdict::Mate { length, exact } => {
                line(&mut lengths, root, length as Plies, exact, limits, &mut meter)
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
    });
    Ok(solution.unwrap_or(Solution {
        verdict: Verdict::Unknown(Reason::Memory),
        lower: 1,
        line: Vec::new(),
        nodes: 0,
        elapsed: std::time::Duration::ZERO,
    }))
}

fn verdict<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    meter: &mut Meter<'_>,
) -> (Verdict, u32) {
    let mut length = match lengths.mates(root, meter) {
        Err(reason) => return (Verdict::Unknown(reason), lengths.lower(root)),
        Ok(None) => return (Verdict::NoMate, 1),
        Ok(Some(length)) => length,
    };
    loop {
        let mate = |exact| Verdict::Mate {
            length: u32::from(length),
            exact,
        };
        if length == 1 {
            return (mate(true), 1);
        }
        meter.shown.upper = u32::from(length);
        match lengths.shorter(root, length, meter) {
            Ok(Some(plies)) => length = plies,
            Ok(None) => return (mate(true), u32::from(length)),
            Err(_) => return (mate(false), lengths.lower(root)),
        }
    }
}

/// A line, and the length that goes with it.
fn line<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    mut length: Plies,
    mut exact: bool,
    limits: &Limits,
    meter: &mut Meter<'_>,
) -> (Verdict, Vec<Move>) {
    let mate = |length: Plies, exact| Verdict::Mate {
        length: u32::from(length),
        exact,
    };
    if exact && let Ok(line) = walk(lengths, root, length, true, meter) {
        return (mate(length, exact), line);
    }
    let grace = Limits {
        time: None,
        nodes: Some(GRACE + meter.nodes()),
        ..limits.clone()
    };
    let mut quiet = |_| {};
    let mut own = Meter::new(&grace, &mut quiet);
    let mut found = Vec::new();
    for _ in 0..ROUNDS {
        match walk(lengths, root, length, false, &mut own) {
            Ok(line) => found = line,
            Err(_) => break,
        }
        if exact || found.len() >= usize::from(length) {
            break;
        }
        match lengths.shorter(root, length, &mut own) {
            Ok(Some(plies)) => length = plies,
            Ok(None) => exact = true,
            Err(_) => break,
        }
    }
    meter.add(own.nodes());
    if found.len() != usize::from(length) {
        found.clear();
    }
    (mate(length, exact), found)
}

/// Best play for both sides from a mate within `length` plies.
fn walk<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    length: Plies,
    in_order: bool,
    meter: &mut Meter<'_>,
) -> Result<Vec<Move>, Reason> {
    let mut p = root.clone();
    let mut line = Vec::with_capacity(usize::from(length));
    let mut left = length;
    loop {
        let Some((m, rest)) = attack(lengths, &p, left, in_order, meter)? else {
            return Ok(line);
        };
        p.make(m);
        line.push(m);
        left = rest;
        let Some((r, rest)) = defence(lengths, &p, left, meter)? else {
            return Ok(line);
        };
        p.make(r);
        line.push(r);
        left = rest;
    }
}

/// A check after which there is a mate within what is left, and what is left then.
fn attack<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    p: &Position<G>,
    left: Plies,
    in_order: bool,
    meter: &mut Meter<'_>,
) -> Result<Option<(Move, Plies)>, Reason> {
    let checks = p.checking_moves();
    let after = |m| {
        let mut next = p.clone();
        next.make(m);
        next
    };
    if !in_order {
        let known = checks.iter().map(|&m| (lengths.known(&after(m)), m));
        if let Some((plies, m)) = known.min_by_key(|&(plies, _)| plies)
            && plies < left
        {
            return Ok(Some((m, plies)));
        }
    }
    for m in checks {
        if lengths.within(&after(m), left - 1, meter)? {
            return Ok(Some((m, left - 1)));
        }
    }
    Ok(None)
}

/// The counted reply that lasts longest, and what is left then; none if it is mate.
fn defence<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    p: &Position<G>,
    mut left: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<(Move, Plies)>, Reason> {
    let replies = p.evading_moves();
    while left > 0 {
        for &r in &replies {
            let mut next = p.clone();
            next.make(r);
            let long = left < 4 || !lengths.within(&next, left - 3, meter)?;
            if long && lengths.counts(p, r, left, meter)? {
                return Ok(Some((r, left - 1)));
            }
        }
        left -= 2;
    }
    Ok(None)
}
