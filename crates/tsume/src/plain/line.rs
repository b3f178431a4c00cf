//! The line of a mate.
//!
//! *Exact.* Of the attacks that keep to the shortest mate, the attacker plays the one that a small search of its own comes
//! upon: always the same, with its own table, which nobody else fills. Only where that does not suffice, every attack is
//! asked about in turn, the most forcing first, and the first that keeps to the shortest mate is played: to
//! refute those before it takes more than the mate itself (three quarters of the nodes of short problems proved shortest). The defender
//! plays the first reply, in the order of the generator, that resists longest. Every choice is a question with a
//! definite answer, so the line depends on the position alone, not on what the table happens to hold.
//!
//! *Any.* Read off the table: the attacker's move with the shortest known proof, the defender's with the longest.

use crate::plain::question::{Question, Techniques};
use crate::problem::Tsume;
use crate::solution::Verdict;
use yose_andor::{
    Game, Limits, Meter, Options, Outcome, Plies, Progress, Reason, Search, Table, evidence, schedule,
};
use yose_shogi::{Geometry, Move};

/// Nodes of the small search, for each attack of the line.
const BUDGET: u64 = 20_000;
/// Its table, in MB.
const ROOM: usize = 2;

/// The best line so far of a search that tells how it is getting on: the mate that it knows, otherwise the line that it is at. The first
/// moves of it.
pub fn so_far<G: Geometry>(tsume: &Tsume<G>, progress: &Progress) -> Vec<Move> {
    let shown = &progress.shown;
    let track = if shown.upper > 0 { shown.best } else { shown.line };
    track.follow(Question::new(tsume, Techniques::default()))
}

/// The answer where a limit was met before the line was settled: not exact, since any other line may depend on more than the position. The line
/// that was kept if it is as short as what is proved; otherwise one that `recover` still finds in a little time; otherwise a longer one that was
/// kept: a mate that can be shown is better than a shorter one that cannot. Empty if there is none.
pub fn cut_short(
    length: u32,
    kept: Option<Vec<Move>>,
    meter: &mut Meter<'_>,
    recover: impl FnOnce(&mut Meter<'_>) -> Option<Vec<Move>>,
) -> (Verdict, Vec<Move>) {
    let line = match kept {
        Some(line) if line.len() == length as usize => line,
        longer => {
            let last = Limits::last_words(meter.nodes(), meter.elapsed());
            let mut quiet = |_| {};
            let mut own = Meter::new(&last, &mut quiet);
            let found = recover(&mut own);
            meter.add(own.nodes());
            found.or(longer).unwrap_or_default()
        }
    };
    let length = if line.is_empty() {
        length
    } else {
        line.len() as u32
    };
    (Verdict::Mate { length, exact: false }, line)
}

/// The line of a mate in exactly `length` plies, proved shortest.
pub(crate) fn exact<G: Geometry>(
    search: &mut Search<'_, Question<G>>,
    root: &Question<G>,
    length: Plies,
    meter: &mut Meter<'_>,
) -> Result<Vec<Move>, Reason> {
    // Nothing of how the problem was solved is to show in the line.
    let mut at = root.clone().with(Techniques::default());
    let table = Table::new(ROOM);
    let mut small = Search::new(at.clone(), &table, Options::default());
    let mut line = Vec::with_capacity(usize::from(length));
    let mut left = length;
    while left > 0 {
        let m = match found(&mut small, &mut at, left, meter)? {
            Some(m) => Some(m),
            None => first_attack(search, &mut at, left, meter)?,
        };
        let Some(m) = m else {
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

/// The attack that the small search comes upon.
fn found<G: Geometry>(
    small: &mut Search<'_, Question<G>>,
    at: &mut Question<G>,
    left: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<Move>, Reason> {
    *small.query() = at.clone();
    let play = meter.step(BUDGET, |meter| {
        small.within(left, meter)?;
        evidence::proving_move(small, at, left, meter)
    });
    match play {
        Ok(play) => Ok(play.flatten().map(|(_, m)| m)),
        // What is too deep for it is no limit of the whole.
        Err(Reason::Depth) => Ok(None),
        Err(reason) => Err(reason),
    }
}

/// The first attack that mates within so many plies, the most forcing first.
fn first_attack<G: Geometry>(
    search: &mut Search<'_, Question<G>>,
    at: &mut Question<G>,
    left: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<Move>, Reason> {
    let mut edges = Vec::new();
    at.expand(&mut edges);
    edges.sort_by_key(|edge| edge.pn);
    let attacks: Vec<Move> = edges.iter().map(|edge| edge.mv).collect();
    first(at, &attacks, |at| {
        if left == 1 {
            return Ok(!at.position().has_legal_move());
        }
        Ok(matches!(ask(search, at, left - 1, meter)?, Outcome::Proved(_)))
    })
}

fn ask<G: Geometry>(
    search: &mut Search<'_, Question<G>>,
    at: &Question<G>,
    within: Plies,
    meter: &mut Meter<'_>,
) -> Result<Outcome, Reason> {
    *search.query() = at.clone();
    schedule::within(search, within, meter)
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

/// So many lines are tightened before a shorter mate is looked for.
const PATIENCE: usize = 50;
/// Nodes for that.
const GLANCE: u64 = 20_000;

/// A line of a mate within `length` plies, and the length that is proved, which is the line's own if the table
/// remembers enough.
///
/// Positions on the way may meanwhile be known to mate sooner than when the proof above them was made; then the line
/// comes out shorter than the proof says. Each walk back therefore takes over what is known now.
pub(crate) fn any<G: Geometry>(
    search: &mut Search<'_, Question<G>>,
    root: &Question<G>,
    length: Plies,
    meter: &mut Meter<'_>,
) -> Result<(Plies, Vec<Move>), Reason> {
    let mut proved = length;
    let mut rounds = 0;
    loop {
        let line = walk(search, root, proved, meter)?;
        if line.len() == usize::from(proved) {
            return Ok((proved, line));
        }
        rounds += 1;
        if rounds % PATIENCE == 0 {
            // Pieces put in between in every order make too many lines: a shorter proof has fewer.
            let within = line.len() as Plies;
            let glance = meter.step(GLANCE, |meter| ask(search, root, within, meter));
            if let Ok(Some(Outcome::Proved(plies))) = glance {
                proved = plies;
                continue;
            }
        }
        if let Some((plies, true)) = tighten(search, root, &line) {
            // Another reply may have been as long: as long as anything on the way became shorter, look again.
            proved = proved.min(plies);
            continue;
        }
        // Something was forgotten.
        let mut within = line.len() as Plies;
        proved = loop {
            match ask(search, root, within, meter) {
                Ok(Outcome::Proved(plies)) => break plies,
                Ok(Outcome::Disproved(_)) if within + 2 < proved => within += 2,
                _ => return Ok((proved, line)),
            }
        };
    }
}

/// Replies with the longest proofs the table knows, attacks with the shortest.
fn walk<G: Geometry>(
    search: &mut Search<'_, Question<G>>,
    root: &Question<G>,
    length: Plies,
    meter: &mut Meter<'_>,
) -> Result<Vec<Move>, Reason> {
    let mut at = root.clone();
    let mut line = Vec::new();
    let mut left = length;
    let mut edges = Vec::new();
    loop {
        let Some((rank, m)) = evidence::proving_move(search, &mut at, left, meter)? else {
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
            .max_by_key(|&(n, _)| n);
        let Some((n, edge)) = worst else {
            return Ok(line);
        };
        at.make(edge.mv);
        line.push(edge.mv);
        left = n;
    }
}

/// Goes back along a line and stores for each defender's position what its replies are known to allow now; returns
/// what that makes of the root, and whether anything became shorter. `None` if a reply was forgotten.
fn tighten<G: Geometry>(
    search: &mut Search<'_, Question<G>>,
    root: &Question<G>,
    line: &[Move],
) -> Option<(Plies, bool)> {
    let mut at = root.clone();
    let mut shorter = false;
    let undos: Vec<_> = line.iter().map(|&m| at.make(m)).collect();
    let mut edges = Vec::new();
    let mut plies = 0;
    for (&m, undo) in line.iter().zip(undos).rev() {
        if !at.prover_to_move() {
            edges.clear();
            at.expand(&mut edges);
            plies = 0;
            for edge in &edges {
                let known = search.table().look(edge.key, edge.resource).yes_from;
                plies = plies.max(known.checked_add(1)?);
            }
            search.table().prove(at.key(), at.resource(), plies, 0, 1);
        }
        at.unmake(m, undo);
        if at.prover_to_move() {
            plies += 1;
            shorter |= plies < search.table().look(at.key(), at.resource()).yes_from;
            search
                .table()
                .prove(at.key(), at.resource(), plies, m.packed(), 1);
        }
    }
    Some((plies, shorter))
}
