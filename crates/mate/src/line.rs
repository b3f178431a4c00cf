//! The line of a mate.
//!
//! *Exact.* The attacker plays the first move, in the order of the generator, that keeps to the shortest mate; the
//! defender the first that resists longest. Every choice is a question with a definite answer, so the line depends on the
//! position alone, not on what the table happens to hold.
//!
//! *Any.* Read off the table: the attacker's move with the shortest known proof, the defender's with the longest.

use crate::question::Question;
use std::collections::HashSet;
use yose_andor::{Meter, Outcome, Plies, Query, Reason, Resource, Search};
use yose_shogi::{Geometry, Move};

/// The line of a mate in exactly `length` plies, proved shortest.
pub(crate) fn exact<G: Geometry>(
    search: &mut Search<'_, Question<G>>,
    root: &Question<G>,
    length: Plies,
    meter: &mut Meter<'_>,
) -> Result<Vec<Move>, Reason> {
    let mut at = root.clone();
    let mut line = Vec::with_capacity(usize::from(length));
    let mut left = length;
    while left > 0 {
        let attack = at.position().checking_moves();
        let Some(m) = first(&mut at, &attack, |at| {
            if left == 1 {
                return Ok(!at.position().has_legal_move());
            }
            Ok(matches!(ask(search, at, left - 1, meter)?, Outcome::Proved(_)))
        })?
        else {
            break;
        };
        at.make(m);
        line.push(m);
        left -= 1;
        if left == 0 {
            break;
        }
        let replies = at.position().evading_moves();
        let Some(m) = first(&mut at, &replies, |at| {
            Ok(left < 4 || matches!(ask(search, at, left - 3, meter)?, Outcome::Disproved(_)))
        })?
        else {
            break;
        };
        at.make(m);
        line.push(m);
        left -= 1;
    }
    Ok(line)
}

fn ask<G: Geometry>(
    search: &mut Search<'_, Question<G>>,
    at: &Question<G>,
    within: Plies,
    meter: &mut Meter<'_>,
) -> Result<Outcome, Reason> {
    *search.query() = at.clone();
    search.within(within, meter)
}

fn first<G: Geometry>(
    at: &mut Question<G>,
    moves: &[Move],
    mut holds: impl FnMut(&mut Question<G>) -> Result<bool, Reason>,
) -> Result<Option<Move>, Reason> {
    for &m in moves {
        let undo = at.make(m);
        let answer = holds(at);
        at.unmake(m, undo);
        if answer? {
            return Ok(Some(m));
        }
    }
    Ok(None)
}

/// What became shorter late may matter to what was settled early, so it is done again, at most so often.
const ROUNDS: usize = 16;

/// A line of a mate within `length` plies, and the length that is proved, which is the line's own.
///
/// Positions on the way may meanwhile be known to mate sooner than when the proof above them was made; so the proof is
/// first brought up to what is known now, wherever the longest resistance goes.
pub(crate) fn any<G: Geometry>(
    search: &mut Search<'_, Question<G>>,
    root: &Question<G>,
    length: Plies,
    meter: &mut Meter<'_>,
) -> Result<(Plies, Vec<Move>), Reason> {
    let mut at = root.clone();
    let mut settled = HashSet::new();
    let mut proved = length;
    let mut rounds = ROUNDS;
    loop {
        settled.clear();
        proved = settle(search, &mut at, proved, &mut settled, meter)?.unwrap_or(proved);
        let line = walk(search, root, proved, &settled, meter)?;
        rounds -= 1;
        if line.len() == usize::from(proved) || rounds == 0 {
            return Ok((proved, line));
        }
    }
}

/// Brings the proof of an attacker's position up to date: its known length becomes that of the longest resistance
/// against the moves the table knows. `None` if there is no proof within `left`.
///
/// Only the reply that resists longest is gone into; when it turns out shorter, the next longest is, until the
/// longest is one that has been gone into. Ranks fall on the way down, so this ends.
fn settle<G: Geometry>(
    search: &mut Search<'_, Question<G>>,
    at: &mut Question<G>,
    left: Plies,
    settled: &mut HashSet<(u64, u64)>,
    meter: &mut Meter<'_>,
) -> Result<Option<Plies>, Reason> {
    settled.insert((at.key(), at.resource().pack()));
    let mut settled_to = None;
    let mut left = left;
    loop {
        let Some((rank, m)) = yose_andor::evidence::proving_move(search, at, left, meter)? else {
            return Ok(settled_to);
        };
        if settled_to.is_some_and(|plies| plies <= rank) {
            return Ok(settled_to);
        }
        if rank <= 1 {
            let (key, resource) = (at.key(), at.resource());
            search.table().prove(key, resource, rank, m.packed(), 1);
            return Ok(Some(rank));
        }
        let undo = at.make(m);
        let replies = settle_replies(search, at, rank - 1, settled, meter);
        at.unmake(m, undo);
        let plies = replies? + 1;
        let (key, resource) = (at.key(), at.resource());
        search.table().prove(key, resource, plies, m.packed(), 1);
        settled_to = Some(plies);
        left = plies;
    }
}

/// The same at the defender's turn.
fn settle_replies<G: Geometry>(
    search: &mut Search<'_, Question<G>>,
    at: &mut Question<G>,
    left: Plies,
    settled: &mut HashSet<(u64, u64)>,
    meter: &mut Meter<'_>,
) -> Result<Plies, Reason> {
    let mut edges = Vec::new();
    at.expand(&mut edges);
    let plies = loop {
        // What the table has forgotten counts as long as it may be.
        let longest = edges
            .iter()
            .map(|e| {
                let known = search.table().look(e.key, e.resource).yes_from;
                (known.min(left - 1), e)
            })
            .max_by_key(|&(plies, e)| (plies, settled.contains(&(e.key, e.resource.pack()))));
        match longest {
            Some((plies, e)) if !settled.contains(&(e.key, e.resource.pack())) => {
                let undo = at.make(e.mv);
                let done = settle(search, at, plies, settled, meter);
                at.unmake(e.mv, undo);
                done?;
            }
            Some((plies, _)) => break plies + 1,
            None => break 0,
        }
    };
    let (key, resource) = (at.key(), at.resource());
    search.table().prove(key, resource, plies, 0, 1);
    Ok(plies)
}

/// Replies with the longest proofs the table knows (of those as long, one that is up to date), attacks with the
/// shortest.
fn walk<G: Geometry>(
    search: &mut Search<'_, Question<G>>,
    root: &Question<G>,
    length: Plies,
    settled: &HashSet<(u64, u64)>,
    meter: &mut Meter<'_>,
) -> Result<Vec<Move>, Reason> {
    let mut at = root.clone();
    let mut line = Vec::new();
    let mut left = length;
    let mut edges = Vec::new();
    loop {
        let Some((rank, m)) = yose_andor::evidence::proving_move(search, &mut at, left, meter)? else {
            return Ok(line);
        };
        at.make(m);
        line.push(m);
        left = rank - 1;
        edges.clear();
        at.expand(&mut edges);
        // What the table has forgotten counts as long as it may be.
        let worst = edges
            .iter()
            .rev()
            .map(|e| (search.table().look(e.key, e.resource).yes_from.min(left - 1), e))
            .max_by_key(|&(n, e)| (n, settled.contains(&(e.key, e.resource.pack()))));
        let Some((n, edge)) = worst else {
            return Ok(line);
        };
        at.make(edge.mv);
        line.push(edge.mv);
        left = n;
    }
}
