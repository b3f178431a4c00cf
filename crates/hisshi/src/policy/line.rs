//! Lines of best play under a policy: the attacker's shortest brinkmate, the longest resistance by
//! replies that count.
//!
//! A line ends with the move after which the pass and every reply that counts run into plain mate.
//! The line depends on the position and the policy alone. The attacker plays what a search with a
//! table of its own, of a fixed size, finds. The defender plays the first reply, in the order of
//! the question, that counts and lasts longest: questions with definite answers.

use crate::policy::prover::question;
use crate::policy::under_policy::UnderPolicy;
use crate::question::Techniques;
use yose_andor::{Game, Meter, Plies, Reason, Table};
use yose_shogi::{Geometry, Move, Position};

/// The table of the search for a line, in MB.
const LINE_TABLE: usize = 16;

/// The line of a brinkmate of `moves` moves of the attacker, proved. The line is shorter if a
/// shorter brinkmate turns up on the way. `None` if there is none.
pub(crate) fn line_of<G: Geometry>(
    root: &UnderPolicy<'_, G>,
    moves: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Move>>, Reason> {
    let table = Table::new(LINE_TABLE);
    let neutral = root.every().clone().with(Techniques::default());
    let mut fresh = question(&neutral, root.policy(), &table, root.options());
    let mut at = root.clone();
    let (mut left, mut line) = (moves, Vec::new());
    while let Some(less) = left.checked_sub(1).filter(|&less| less > 0) {
        match at.within(less, meter)? {
            Some(moves) => left = moves,
            None => break,
        }
    }
    while let Some(after) = left.checked_sub(1) {
        fresh.go_to(at.position().clone());
        let Some(m) = attack(&fresh, left, meter)? else {
            return Ok(None);
        };
        line.push(m);
        at.make(Some(m));
        if after == 0 {
            break;
        }
        let Some(reply) = longest(&at, after, meter)? else {
            return Ok(None);
        };
        line.push(reply);
        at.make(Some(reply));
        left = after;
    }
    Ok(Some(line))
}

/// The attacker's move for a brinkmate within `left` moves.
fn attack<G: Geometry>(
    fresh: &UnderPolicy<'_, G>,
    left: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<Move>, Reason> {
    if fresh.within(left, meter)?.is_none() {
        return Ok(None);
    }
    let attacks = moves_of(fresh);
    let known = attacks.iter().filter_map(|&m| {
        let (yes_from, _) = fresh.at(after(fresh.position(), m)).known();
        (yes_from < left).then_some((yes_from, m))
    });
    if let Some((_, m)) = known.min_by_key(|&(yes_from, _)| yes_from) {
        return Ok(Some(m));
    }
    // The table has forgotten the move.
    for m in attacks {
        let next = fresh.at(after(fresh.position(), m));
        if next.within(left - 1, meter)?.is_some() {
            return Ok(Some(m));
        }
    }
    Ok(None)
}

/// The first reply that counts and lasts `left` more moves of the attacker.
fn longest<G: Geometry>(
    at: &UnderPolicy<'_, G>,
    left: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<Move>, Reason> {
    for reply in moves_of(at) {
        let next = at.at(after(at.position(), reply));
        if next.within(left - 1, meter)?.is_none() && at.counted(reply, left, meter)?.is_some() {
            return Ok(Some(reply));
        }
    }
    Ok(None)
}

/// The moves of a position, in the order of the question, without the pass.
fn moves_of<G: Geometry>(at: &UnderPolicy<'_, G>) -> Vec<Move> {
    let mut edges = Vec::new();
    at.clone().expand(&mut edges);
    edges.iter().filter_map(|edge| edge.mv).collect()
}

fn after<G: Geometry>(p: &Position<G>, m: Move) -> Position<G> {
    let mut after = p.clone();
    after.make(m);
    after
}
