//! Plain mates beside a brinkmate: the mate of a problem that has one, and the mates that the quiet
//! moves of a line threaten. Both are questions of `yose_tsume`.

use crate::problem::Hisshi;
use crate::solve::SolverSettings;
use crate::verdict::Threat;
use yose_andor::{Limits, Meter};
use yose_shogi::{Geometry, Move, Position};
use yose_tsume::{Tsume, Verdict, plain};

/// The table for a threatened mate, in MB.
const THREAT_TABLE: usize = 16;

/// Nodes for the shortest mate that is threatened. If they do not suffice, any mate will do.
const THREAT_NODES: u64 = 300_000;

/// A plain mate.
#[derive(Default)]
pub(crate) struct Mate {
    pub length: Option<u32>,
    pub exact: bool,
    pub lower: u32,
    pub line: Vec<Move>,
}

/// The limits that a meter has left. Once its limit of time is met, a little more time.
fn left(meter: &Meter<'_>, hash_mb: usize) -> Limits {
    let limits = meter.limits();
    let last = Limits::last_words(meter.nodes(), meter.elapsed());
    let time = limits.time.map(|time| {
        let left = time.saturating_sub(meter.elapsed());
        left.max(last.time.unwrap_or_default())
    });
    Limits {
        time,
        nodes: limits.nodes.map(|_| meter.left()),
        hash_mb,
        interrupt: limits.interrupt.clone(),
    }
}

/// Asks for a mate, and counts its nodes.
fn ask<G: Geometry>(
    position: &Position<G>,
    first: bool,
    threads: usize,
    limits: &Limits,
    meter: &mut Meter<'_>,
) -> Option<yose_tsume::Solution> {
    let settings = plain::SolverSettings {
        first,
        threads,
        ..plain::SolverSettings::default()
    };
    let tsume = Tsume::new(position.clone()).ok()?;
    let solution = plain::solve(&tsume, &settings, limits, &mut |_| {});
    meter.add(solution.nodes);
    Some(solution)
}

/// The mate of a position that is known to have one.
pub(crate) fn mate<G: Geometry>(
    position: &Position<G>,
    settings: &SolverSettings,
    meter: &mut Meter<'_>,
) -> Mate {
    let limits = left(meter, meter.limits().hash_mb);
    let Some(found) = ask(position, settings.first, settings.threads, &limits, meter) else {
        return Mate::default();
    };
    let (length, exact) = match found.verdict {
        Verdict::Proved { length, exact } => (Some(length), exact),
        _ => (None, false),
    };
    Mate {
        length,
        exact,
        lower: found.lower,
        line: found.line,
    }
}

/// The mate after a check that mates by checks alone: the reply that lasts longest, and the mate
/// after it. Empty if the king is mated already; `None` if a mate is not found within the limits.
pub(crate) fn mate_after<G: Geometry>(checked: &Position<G>, meter: &mut Meter<'_>) -> Option<Vec<Move>> {
    let mut longest: Vec<Move> = Vec::new();
    for reply in checked.legal_moves() {
        let mut next = checked.clone();
        next.make(reply);
        let mate = threatened(&next, meter);
        if mate.is_empty() {
            return None;
        }
        if mate.len() + 1 > longest.len() {
            longest = vec![reply];
            longest.extend(mate);
        }
    }
    Some(longest)
}

/// The mates that the quiet moves of a line threaten. A threat whose mate is not found within the
/// limits has an empty line.
pub(crate) fn threats<G: Geometry>(hisshi: &Hisshi<G>, line: &[Move], meter: &mut Meter<'_>) -> Vec<Threat> {
    let mut at = hisshi.position().clone();
    let mut threats = Vec::new();
    for (i, &m) in line.iter().enumerate() {
        let attacks = at.turn() == hisshi.attacker();
        at.make(m);
        if attacks && !at.in_check() {
            let mut passed = at.clone();
            passed.pass();
            threats.push(Threat {
                at: i + 1,
                line: threatened(&passed, meter),
            });
        }
    }
    threats
}

/// The mate after a pass: the shortest, or any if that takes too long.
fn threatened<G: Geometry>(passed: &Position<G>, meter: &mut Meter<'_>) -> Vec<Move> {
    for first in [false, true] {
        let mut limits = left(meter, THREAT_TABLE);
        if !first {
            // Half of what is left stays for any mate.
            let half = limits.nodes.map(|nodes| nodes / 2);
            limits.nodes = Some(half.map_or(THREAT_NODES, |nodes| nodes.min(THREAT_NODES)));
        }
        if let Some(solution) = ask(passed, first, 1, &limits, meter)
            && let Verdict::Proved { exact, .. } = solution.verdict
            && (exact || first)
            && !solution.line.is_empty()
        {
            return solution.line;
        }
    }
    Vec::new()
}
