//! Taking turns: no one way of searching is best for every problem.
//!
//! Half of the other children's numbers added to the largest ([`Combine::Part`]), without threshold control, needs the fewest
//! nodes on most hard problems, but not on all: weak numbers find Fairway with 37 million nodes, that way not in 60. Without control
//! some questions do not end, small ones with many loops take a hundred times the nodes, and so do some proofs that there is no mate (seven frames of
//! kin-gin: 49 million nodes where control comes only after 400,000, 21 million where it comes soon). So a cycle is: a span of the
//! first numbers with control, short ones of weak numbers, a long one of the first numbers without control; over one table: what one
//! way has proved the others need not. Cycles grow, so everything still ends.
//!
//! *Changes are few.* A way goes on with the numbers that the one before has left, for good or ill: Zuko 8 takes the first numbers 9.1 M nodes without
//! control and 10.2 M with it, 9.0 to 10.1 M in five mixtures of the two, and more than 12 M in nine others, equal shares among
//! them. Which is chance; but the less often control comes back, the less it matters. So it has its time in the first two cycles.
//!
//! *Numbers of its own.* A long span of weak numbers after a long one of the first way would go where the other's larger numbers send
//! it. From the sixth cycle on it therefore has numbers of its own ([`Options::way`]): then Fairway is found, for which 148 M nodes did not
//! suffice when four ways shared their numbers. For short spans that does not pay: 38.8 M nodes for eight hard problems instead of
//! 33.2 M.
//!
//! Spans are counted in nodes, so one thread stays deterministic. Switched off by [`Options::turns`]. Figures: 2026-11-17.

use crate::dfpn::{Outcome, Search};
use crate::limits::{Meter, Reason};
use crate::number::Plies;
use crate::options::{Combine, Options};
use crate::query::Query;

/// The first span of nodes; those of each cycle are twice as long as those of the one before.
const SPAN: u64 = 100_000;

/// Ways in a cycle.
const WAYS: usize = 4;

/// The cycle from which on weak numbers have long spans, too: after some 14 million nodes.
const LATE: usize = 5;

/// Asks a question, changing the way after each span.
pub fn within<Q: Query>(
    search: &mut Search<'_, Q>,
    plies: Plies,
    meter: &mut Meter<'_>,
) -> Result<Outcome, Reason> {
    shared(search, plies, 1, meter)
}

/// The same as one of so many threads, which share each span: they search in the same way at about the same time. Each in
/// its own way (two threads, sixteen hard problems) took 81 and 94 million nodes where this takes 77 and 78: the numbers that one leaves in the table mislead
/// the other.
pub(crate) fn shared<Q: Query>(
    search: &mut Search<'_, Q>,
    plies: Plies,
    threads: u64,
    meter: &mut Meter<'_>,
) -> Result<Outcome, Reason> {
    if !search.options().turns {
        return search.within(plies, meter);
    }
    let mut length = SPAN;
    for turn in 0.. {
        if let Some(outcome) = span(search, plies, turn, length / threads, meter)? {
            return Ok(outcome);
        }
        if turn % WAYS == WAYS - 1 {
            length = length.saturating_mul(2);
        }
    }
    Err(Reason::Nodes)
}

/// Asks a question for one span in the way of that turn: of so many nodes, or a small part of them, or four times as many; `None` if they do not
/// suffice.
pub fn span<Q: Query>(
    search: &mut Search<'_, Q>,
    plies: Plies,
    turn: usize,
    nodes: u64,
    meter: &mut Meter<'_>,
) -> Result<Option<Outcome>, Reason> {
    let before = *search.options();
    let mut nodes = nodes;
    if before.turns {
        let (way, share) = way(before, turn);
        *search.options() = way;
        nodes = nodes.div_ceil(32).saturating_mul(share);
    }
    let result = meter.step(nodes, |meter| search.within(plies, meter));
    *search.options() = before;
    result
}

/// The way of a turn, and its share of the span in 1/32.
fn way(before: Options, turn: usize) -> (Options, u64) {
    let other = match before.defender {
        Combine::Part(_) | Combine::Sum | Combine::Groups => Combine::Weak,
        Combine::Weak => Combine::Sum,
    };
    let cycle = turn / WAYS;
    let look = if cycle == 0 { 1 } else { 4 };
    let (defender, control, way, share) = match turn % WAYS {
        0 => (before.defender, before.control, 0, if cycle < 2 { 32 } else { 4 }),
        1 if cycle >= LATE => (other, false, 1, 128),
        1 => (other, false, 0, look),
        2 => (other, before.control, 0, look),
        _ => (before.defender, false, 0, 128),
    };
    let way = Options {
        defender,
        control,
        way,
        ..before
    };
    (way, share)
}
