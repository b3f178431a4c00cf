//! Brute force in two ways that share nothing but the rules, so that each checks the other.
//! [`deepening`] asks "is there a mate within N plies?" for growing N. [`graph`] lists every
//! position that checks and evasions can reach and works back from the mates.
//!
//! Deepening finds short mates fast but cannot disprove an attack that goes in circles. The graph
//! decides everything that it can hold. [`solve`] alternates between them.

pub mod deepening;
pub mod graph;
pub mod under_policy;

use crate::problem::Tsume;
use crate::{Limits, Meter, Progress, Reason, Solution, Verdict};
use yose_shogi::Geometry;

/// Solves a tsume by brute force. `report` receives the progress from time to time.
pub fn solve<G: Geometry>(
    tsume: Tsume<G>,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Solution {
    let mut meter = Meter::new(limits, report);
    // Each of the two has half of the memory.
    let mut search = deepening::Deepening::new(tsume.position().clone(), limits.hash_mb.div_ceil(2));
    let mut length = 1;
    let graph_most = graph::capacity::<G>(limits.hash_mb / 2);
    let mut graph_budget = graph_most.min(1 << 14);
    let verdict = loop {
        meter.state.lower = length;
        match search.mate_within(length, &mut meter) {
            Err(reason) => break Verdict::Unknown(reason),
            Ok(deepening::Bounded::Mate) => break Verdict::Proved { length, exact: true },
            Ok(deepening::Bounded::Never) => break Verdict::Disproved,
            Ok(deepening::Bounded::NotWithin) => {}
        }
        // No mate within `length`. Perhaps there is none at all, and the attack only goes in
        // circles.
        match graph::decide(tsume.position(), graph_budget, &mut meter) {
            Err(graph::Undecided::Stopped(reason)) => break Verdict::Unknown(reason),
            // Try a larger graph next time, but do not try twice a graph that does not fit.
            Err(graph::Undecided::TooLarge) if graph_budget == graph_most => graph_budget = 0,
            Err(graph::Undecided::TooLarge) => graph_budget = (graph_budget * 2).min(graph_most),
            Ok(graph::Decided::NoMate) => break Verdict::Disproved,
            // A longer mate exists. Deepening will find it with its line.
            Ok(graph::Decided::Mate { .. }) => graph_budget = 0,
        }
        length += 2;
    };
    let lower = length;
    let line = match verdict {
        Verdict::Proved { length, .. } => search.line(length),
        Verdict::Disproved | Verdict::Unknown(_) => Vec::new(),
    };
    Solution {
        verdict,
        lower,
        line,
        nodes: meter.nodes(),
        moves: None,
        elapsed: meter.elapsed(),
    }
}

impl From<Reason> for graph::Undecided {
    fn from(reason: Reason) -> Self {
        graph::Undecided::Stopped(reason)
    }
}
