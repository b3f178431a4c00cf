//! Lines of best play under a policy: the attacker's shortest brinkmate, the longest resistance by
//! replies that count.
//!
//! A line ends with the move after which the pass and every reply that counts run into plain mate.
//! The line depends on the position and the policy alone. The attacker plays what a search with a
//! table of its own, of a fixed size, finds. The defender plays the first reply, in the order of
//! the question, that counts and lasts longest: questions with definite answers.

use crate::line::{Stop, whole};
use crate::policy::prover::question;
use crate::policy::under_policy::UnderPolicy;
use crate::question::Techniques;
use yose_andor::walk::{Choice, Play, walk};
use yose_andor::{Game, Meter, Plies, Reason, Table};
use yose_shogi::{Geometry, Move, Position};

/// The table of the search for a line, in MB.
const LINE_TABLE: usize = 16;

/// Nodes for any brinkmate where every drop counts, before a move of the line is looked for.
const ANY_NODES: u64 = 100_000;

/// The line of a brinkmate of `moves` moves of the attacker, proved. The line is shorter if a
/// shorter brinkmate turns up on the way. `None` if there is none.
pub(crate) fn line_of<G: Geometry>(
    root: &UnderPolicy<'_, G>,
    moves: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Move>>, Reason> {
    let table = Table::new(LINE_TABLE);
    let neutral = root.every().clone().with(Techniques::default());
    let fresh = question(&neutral, root.policy(), &table, root.options());
    let mut left = moves;
    while let Some(less) = left.checked_sub(1).filter(|&less| less > 0) {
        match root.within(less, meter)? {
            Some(moves) => left = moves,
            None => break,
        }
    }
    if left == 0 {
        return Ok(Some(Vec::new()));
    }
    let here = root.clone();
    let mut lengths = AskedLengths { here, fresh, meter };
    whole(walk(&mut lengths, root.position(), left, usize::MAX))
}

/// Choices by questions with definite answers. Lengths are moves of the attacker.
struct AskedLengths<'t, 'f, 'm, 'a, G: Geometry> {
    /// The question of the defender's replies.
    here: UnderPolicy<'t, G>,
    /// The question of the attacker's moves.
    fresh: UnderPolicy<'f, G>,
    meter: &'m mut Meter<'a>,
}

impl<G: Geometry> Play for AskedLengths<'_, '_, '_, '_, G> {
    type At = Position<G>;
    type Move = Move;

    fn prover_to_move(&self, at: &Position<G>) -> bool {
        at.turn() == self.here.every().attacker()
    }

    fn make(&self, at: &mut Position<G>, m: Move) {
        at.make(m);
    }
}

impl<G: Geometry> Choice for AskedLengths<'_, '_, '_, '_, G> {
    type Stop = Stop;

    fn best_move(&mut self, at: &mut Position<G>, left: Plies) -> Result<Option<(Plies, Move)>, Stop> {
        self.fresh.go_to(at.clone());
        Ok(attack(&self.fresh, left, self.meter)?.map(|m| (left - 1, m)))
    }

    fn longest_reply(&mut self, at: &mut Position<G>, left: Plies) -> Result<Option<(Plies, Move)>, Stop> {
        if left == 0 {
            return Ok(None);
        }
        self.here.go_to(at.clone());
        match longest(&self.here, left, self.meter)? {
            Some(reply) => Ok(Some((left, reply))),
            None => Err(Stop::Forgotten),
        }
    }
}

/// The attacker's move for a brinkmate within `left` moves.
fn attack<G: Geometry>(
    fresh: &UnderPolicy<'_, G>,
    left: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<Move>, Reason> {
    // Any brinkmate where every drop counts: the shortest one mostly begins alike.
    meter.step(ANY_NODES, |meter| fresh.any(meter))?;
    for (_, next) in known_attacks(fresh) {
        if next.1.within(left - 1, meter)?.is_some() {
            return Ok(Some(next.0));
        }
    }
    if fresh.within(left, meter)?.is_none() {
        return Ok(None);
    }
    if let Some((yes_from, (m, _))) = known_attacks(fresh).into_iter().next()
        && yes_from < left
    {
        return Ok(Some(m));
    }
    // The table has forgotten the move.
    for m in moves_of(fresh) {
        let next = fresh.at(after(fresh.position(), m));
        if next.within(left - 1, meter)?.is_some() {
            return Ok(Some(m));
        }
    }
    Ok(None)
}

/// A move and the question after it.
type After<'t, G> = (Move, UnderPolicy<'t, G>);

/// The attacker's moves after which the table knows a brinkmate, each with its length in moves, the
/// shortest first.
pub(crate) fn known_attacks<'t, G: Geometry>(at: &UnderPolicy<'t, G>) -> Vec<(Plies, After<'t, G>)> {
    let attacks = moves_of(at).into_iter().map(|m| {
        let next = at.at(after(at.position(), m));
        (next.known().0, (m, next))
    });
    let mut known: Vec<_> = attacks.filter(|&(yes_from, _)| yes_from < Plies::MAX).collect();
    known.sort_by_key(|&(yes_from, _)| yes_from);
    known
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
