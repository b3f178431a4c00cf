//! Taking turns: no one way of searching is best for every problem.
//!
//! Half of the other children's numbers added to the largest ([`Combine::Part`]), without threshold control, needs the fewest
//! nodes on most hard problems, but not on all: weak numbers find Fairway with 37 million nodes, that way not in 60. Without control
//! some questions do not end, and proofs that there is no mate are dear (seven frames of kin-gin: 49 million nodes where the first
//! control comes after 400,000, 21 million as it is). So the first way is followed by the others, over one table: what one has proved
//! the others need not. All come back, for longer each time, so everything still ends.
//!
//! *Changes are few.* A way goes on with the numbers that the one before has left. Eight hard problems took 31.4 M nodes by the first way alone and
//! 30.6 M with the shares below; but where control has a quarter of the time throughout, one of them (Zuko 8) is not found in
//! 20 M nodes, which takes either way alone 10 M. So control has its time in the first two cycles, and little later.
//!
//! *Numbers of its own.* A long span of weak numbers after a long one of the first way would go where the other's larger numbers send
//! it. From the sixth cycle on it therefore has numbers of its own ([`Options::way`]): Fairway takes 45 M nodes, and 148 M did not suffice when
//! four ways shared their numbers. For short spans that does not pay: 38.8 M nodes for the eight problems.
//!
//! Spans are counted in nodes, so one thread stays deterministic. Switched off by [`Options::turns`]. Figures: 2026-11-17.

use crate::dfpn::{Outcome, Search};
use crate::limits::{Meter, Reason};
use crate::number::Plies;
use crate::options::{Combine, Options};
use crate::query::Query;

/// The first span of nodes; the second is eight times as long, then each is twice the one before.
const SPAN: u64 = 50_000;

/// Ways in a cycle.
const WAYS: usize = 4;

/// The cycle from which on weak numbers have long spans, too: after some 15 million nodes.
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
            length = length.saturating_mul(if turn < WAYS { 8 } else { 2 });
        }
    }
    Err(Reason::Nodes)
}

/// Asks a question for one span in the way of that turn: of so many nodes, or of a share of them; `None` if they do not suffice.
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
        nodes = (nodes / 16).saturating_mul(share).max(1);
    }
    let result = meter.step(nodes, |meter| search.within(plies, meter));
    *search.options() = before;
    result
}

/// The way of a turn, and its share of the span in 1/16.
fn way(before: Options, turn: usize) -> (Options, u64) {
    let other = match before.defender {
        Combine::Part(_) | Combine::Sum | Combine::Groups => Combine::Weak,
        Combine::Weak => Combine::Sum,
    };
    let cycle = turn / WAYS;
    let (defender, control, way, share) = match turn % WAYS {
        0 => (before.defender, false, 0, 16),
        1 => (before.defender, before.control, 0, [32, 8, 1][cycle.min(2)]),
        2 if cycle >= LATE => (other, false, 1, 32),
        2 => (other, false, 0, 1),
        _ => (other, before.control, 0, 1),
    };
    let way = Options {
        defender,
        control,
        way,
        ..before
    };
    (way, share)
}
