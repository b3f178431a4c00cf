//! Taking turns: no one way of searching is best for every problem.
//!
//! Weak proof numbers with threshold control find short mates soon, and everything ends with them; but control makes
//! some searches dive (a lone rook's chase over an open board, 3,622 positions, took 2,500,000 nodes with it and 6,400
//! without), and what many defences have in common sums see better (Zuko 8: 10,000,000 nodes by sums without control, not in
//! 12,000,000 any other way). And some questions end only with the other two ways: a cook of the kin-gin paper's problem 16
//! has no mate, which the first two alone did not find in minutes. So a span of the first is followed by a longer one of the
//! second and by the others, over one table: what one way has proved the other need not. All come back, for longer each time, so everything still ends. Spans are counted in nodes, so one
//! thread stays deterministic. Switched off by [`Options::turns`](crate::Options).

use crate::dfpn::{Outcome, Search};
use crate::limits::{Meter, Reason};
use crate::number::Plies;
use crate::options::Combine;
use crate::query::Query;

/// The first span of nodes.
const SPAN: u64 = 100_000;

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
        length = length.saturating_add(length / 2);
    }
    Err(Reason::Nodes)
}

/// Asks a question for one span of so many nodes, or four times as many, in the way of that turn; `None` if they do not
/// suffice.
pub fn span<Q: Query>(
    search: &mut Search<'_, Q>,
    plies: Plies,
    turn: usize,
    nodes: u64,
    meter: &mut Meter<'_>,
) -> Result<Option<Outcome>, Reason> {
    let before = *search.options();
    let other = match before.defender {
        Combine::Weak => Combine::Sum,
        Combine::Sum | Combine::Groups => Combine::Weak,
    };
    let ways = [
        (before.defender, before.control, 1),
        (other, false, 4),
        (before.defender, false, 1),
        (other, before.control, 1),
    ];
    let mut nodes = nodes;
    if before.turns {
        let (defender, control, share) = ways[turn % ways.len()];
        search.options().defender = defender;
        search.options().control = control;
        nodes = nodes.saturating_mul(share);
    }
    let result = meter.step(nodes, |meter| search.within(plies, meter));
    *search.options() = before;
    result
}
