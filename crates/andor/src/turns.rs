//! Taking turns: no one way of searching is best for every problem.
//!
//! Weak proof numbers solve some problems with a twentieth of the nodes that sums need, and the other way round (2 of
//! the 10 hardest of the Zuko 100 are solved by sums only, 1 by weak numbers only, within 3 million nodes). Threshold
//! control makes searches end that would go round for ever, and makes others dive: a lone rook's chase over an open
//! board, 3,622 positions, took 2,500,000 nodes with it and 6,400 without. So both are changed for growing spans of
//! nodes, over one table: what one way has proved the other need not. Control comes first, because its mates are shorter
//! (without it a mate in 7 was found in 219), and comes back, for longer each time, so everything ends. Spans are counted in nodes, so one thread stays deterministic. Switched off by
//! [`Options::turns`](crate::Options).

use crate::dfpn::{Outcome, Search};
use crate::limits::{Meter, Reason};
use crate::number::Plies;
use crate::options::Combine;
use crate::query::Query;

/// The first span of nodes.
const SPAN: u64 = 100_000;

/// Asks a question, changing the way after each span; `turn` is the way to start with.
pub fn within<Q: Query>(
    search: &mut Search<'_, Q>,
    plies: Plies,
    turn: usize,
    meter: &mut Meter<'_>,
) -> Result<Outcome, Reason> {
    if !search.options().turns {
        return search.within(plies, meter);
    }
    let mut length = SPAN;
    let mut turn = turn;
    loop {
        if let Some(outcome) = span(search, plies, turn, length, meter)? {
            return Ok(outcome);
        }
        turn += 1;
        length += length / 2;
    }
}

/// Asks a question for one span of so many nodes, in the way of that turn; `None` if they do not suffice.
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
        Combine::Sum => Combine::Weak,
    };
    let ways = [
        (before.defender, true),
        (other, false),
        (before.defender, false),
        (other, true),
    ];
    if before.turns {
        let (defender, control) = ways[turn % ways.len()];
        search.options().defender = defender;
        search.options().control = control && before.control;
    }
    let result = match meter.step(nodes, |meter| search.within(plies, meter)) {
        Err(Reason::Step) => Ok(None),
        done => done.map(Some),
    };
    *search.options() = before;
    result
}
