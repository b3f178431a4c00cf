//! Lines of best play: the attacker's shortest brinkmate, the defender's longest resistance.
//!
//! A line ends with the last quiet move, after which the pass and every reply run into plain mate.
//! So it has as many moves as the brinkmate has plies. A plain mate has an empty line here.
//!
//! *Known* ([`known_line`]): lengths are read off the table. They may be looser than need be, and
//! then the line is shorter than the proof. The news are carried back from the end of the line to
//! its start, and the line is read again, until line and proof agree.
//!
//! *Exact* ([`exact_line`]): the line depends on the position and on the set of moves alone. The
//! attacker plays what a search with a table of its own, of a fixed size, finds in one thread. The
//! defender plays the first reply, in the order of the question, that lasts longest: a question
//! with a definite answer for each reply.

use crate::attacks::MoveSet;
use crate::lengths::{UNKNOWN, before, known_after, offers};
use crate::problem::Hisshi;
use crate::question::{Question, Techniques};
use yose_andor::{Game, Meter, Options, Outcome, Plies, Progress, Reason, Search, Table, schedule};
use yose_shogi::{Geometry, Move};

/// The table of the search for an exact line, in MB.
const LINE_TABLE: usize = 16;

/// The most lines that are read one after the other.
const ROUNDS: usize = 200;

pub(crate) type Brink<'t, G> = Search<'t, Question<G>>;

/// Asks about a position.
pub(crate) fn ask<G: Geometry>(
    search: &mut Brink<'_, G>,
    at: &Question<G>,
    within: Plies,
    meter: &mut Meter<'_>,
) -> Result<Outcome, Reason> {
    *search.query() = at.clone();
    schedule::within(search, within, meter)
}

/// The attacker's move for a brinkmate within `left` plies, and the length after it. `None`: there
/// is no such move.
pub(crate) fn attack<G: Geometry>(
    search: &mut Brink<'_, G>,
    at: &mut Question<G>,
    left: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<(Plies, Move)>, Reason> {
    let list = offers(at);
    for asked in [false, true] {
        let known = list.iter().filter_map(|offer| {
            let after = known_after(search.table(), at, offer);
            let plies = before(offer.count, after);
            (plies <= left).then_some((plies, after, offer.mv?))
        });
        if let Some((_, after, m)) = known.min_by_key(|&(plies, ..)| plies) {
            return Ok(Some((after, m)));
        }
        if !asked {
            // The table has forgotten the move.
            ask(search, at, left, meter)?;
        }
    }
    for offer in &list {
        let Some(bound) = left.checked_sub(1) else {
            break;
        };
        let undo = at.make(offer.mv);
        let outcome = ask(search, at, bound, meter);
        at.unmake(offer.mv, undo);
        if let (Outcome::Proved(after), Some(m)) = (outcome?, offer.mv)
            && before(offer.count, after) <= left
        {
            return Ok(Some((after, m)));
        }
    }
    Ok(None)
}

/// The length after each reply, the pass included, as the table knows it. A forgotten one is asked
/// for, within `left` plies.
fn replies<G: Geometry>(
    search: &mut Brink<'_, G>,
    at: &mut Question<G>,
    left: Plies,
    meter: &mut Meter<'_>,
) -> Result<Vec<(Plies, Option<Move>)>, Reason> {
    let mut lengths = Vec::new();
    for offer in offers(at) {
        let mut after = known_after(search.table(), at, &offer);
        if offer.mv.is_none() && after != 0 {
            after = UNKNOWN;
        }
        if after == UNKNOWN {
            let bound = if offer.mv.is_some() {
                left.saturating_sub(1)
            } else {
                0
            };
            let undo = at.make(offer.mv);
            let outcome = ask(search, at, bound, meter);
            at.unmake(offer.mv, undo);
            if let Outcome::Proved(plies) = outcome? {
                after = plies;
            }
        }
        lengths.push((after, offer.mv));
    }
    Ok(lengths)
}

/// One step of a line that was read: the position, and the move played there.
struct Step<G: Geometry> {
    at: Question<G>,
    m: Move,
}

/// Reads a line off the table. Returns its steps and the last position, after a quiet move. `None`
/// if a position on the way has no brinkmate within the plies that the line leaves.
#[allow(clippy::type_complexity)]
fn read<G: Geometry>(
    search: &mut Brink<'_, G>,
    root: &Question<G>,
    length: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<(Vec<Step<G>>, Question<G>)>, Reason> {
    let (mut at, mut left, mut steps) = (root.clone(), length, Vec::new());
    while left > 0 {
        let Some((after, m)) = attack(search, &mut at, left, meter)? else {
            return Ok(None);
        };
        steps.push(Step { at: at.clone(), m });
        at.make(Some(m));
        let lengths = replies(search, &mut at, after, meter)?;
        if lengths.iter().any(|&(plies, _)| plies == UNKNOWN) {
            return Ok(None);
        }
        // Of equally long replies the first.
        let longest = lengths.iter().rev().max_by_key(|&&(plies, _)| plies);
        let Some(&(plies, Some(reply))) = longest.filter(|&&(plies, _)| plies > 0) else {
            break;
        };
        steps.push(Step {
            at: at.clone(),
            m: reply,
        });
        at.make(Some(reply));
        left = plies;
    }
    Ok(Some((steps, at)))
}

/// Carries lengths back from the end of a line to its start, and stores them. The length of the
/// start; `None` if a length is forgotten.
fn tighten<G: Geometry>(
    search: &Brink<'_, G>,
    steps: &mut [Step<G>],
    last: &mut Question<G>,
) -> Option<Plies> {
    let mut plies = learn_defence(search.table(), last)?;
    for step in steps.iter_mut().rev() {
        if step.at.prover_to_move() {
            let offer = offers(&mut step.at).into_iter().find(|o| o.mv == Some(step.m))?;
            plies = before(offer.count, plies);
            let packed = step.m.packed();
            let (key, resource) = (step.at.key(), step.at.resource());
            search.table().prove(key, resource, plies, packed, 1);
            plies = search.table().look(key, resource).yes_from.min(plies);
        } else {
            plies = learn_defence(search.table(), &mut step.at)?;
        }
    }
    Some(plies)
}

/// The length at the defender's turn from those after each reply, and stores it.
fn learn_defence<G: Geometry>(table: &Table, at: &mut Question<G>) -> Option<Plies> {
    let mut longest = 0;
    for offer in offers(at) {
        let after = table.look(offer.key, offer.resource).yes_from;
        longest = longest.max(before(offer.count, after));
    }
    if longest == UNKNOWN {
        return None;
    }
    table.prove(at.key(), at.resource(), longest, 0, 1);
    Some(longest)
}

/// A whole line of a brinkmate within `length` plies. The line is shorter if a shorter brinkmate
/// turns up on the way. `None` if the table has forgotten too much.
pub(crate) fn known_line<G: Geometry>(
    search: &mut Brink<'_, G>,
    root: &Question<G>,
    length: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Move>>, Reason> {
    let mut proved = length;
    for _ in 0..ROUNDS {
        let Some((mut steps, mut last)) = read(search, root, proved, meter)? else {
            return Ok(None);
        };
        // A line that ends with a check has met a plain mate: the lengths before it are too large.
        let is_quiet = steps.is_empty() || !last.position().in_check();
        if steps.len() == usize::from(proved) && is_quiet {
            return Ok(Some(steps.iter().map(|step| step.m).collect()));
        }
        match tighten(search, &mut steps, &mut last) {
            Some(plies) if plies <= proved => proved = plies,
            _ => return Ok(None),
        }
    }
    Ok(None)
}

/// The line after a move of the attacker, with the defender to move, of a brinkmate within `length`
/// more plies. The line is shorter if a shorter brinkmate turns up on the way. `None` if the table
/// has forgotten too much.
pub(crate) fn line_after<G: Geometry>(
    search: &mut Brink<'_, G>,
    at: &Question<G>,
    length: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Move>>, Reason> {
    for _ in 0..ROUNDS {
        let lengths = replies(search, &mut at.clone(), length, meter)?;
        // Of equally long replies the first.
        let longest = lengths.iter().rev().max_by_key(|&&(plies, _)| plies);
        let (plies, reply) = match longest {
            None | Some(&(0, _)) => return Ok(Some(Vec::new())),
            Some(&(plies, Some(reply))) if plies != UNKNOWN => (plies, reply),
            Some(_) => return Ok(None),
        };
        let mut next = at.clone();
        next.make(Some(reply));
        let Some(rest) = known_line(search, &next, plies, meter)? else {
            return Ok(None);
        };
        if rest.len() == usize::from(plies) {
            let mut line = vec![reply];
            line.extend(rest);
            return Ok(Some(line));
        }
    }
    Ok(None)
}

/// The line of a brinkmate of exactly `length` plies, proved shortest.
pub(crate) fn exact_line<G: Geometry>(
    search: &mut Brink<'_, G>,
    root: &Question<G>,
    length: Plies,
    options: Options,
    meter: &mut Meter<'_>,
) -> Result<Vec<Move>, Reason> {
    let table = Table::new(LINE_TABLE);
    let neutral = root.clone().with(Techniques::default());
    let mut fresh = Search::new(neutral.clone(), &table, options);
    let (mut at, mut left, mut line) = (neutral, length, Vec::new());
    while left > 0 {
        ask(&mut fresh, &at, left, meter)?;
        let Some((after, m)) = attack(&mut fresh, &mut at, left, meter)? else {
            break;
        };
        line.push(m);
        at.make(Some(m));
        if after == 0 {
            break;
        }
        // The lengths of plain mates are 0, all others are odd.
        let less = (after - 1).saturating_sub(2);
        let mut longest = None;
        for offer in offers(&mut at) {
            let Some(reply) = offer.mv else {
                continue;
            };
            let mut next = at.clone();
            next.make(Some(reply));
            if let Outcome::Disproved(_) = ask(search, &next, less, meter)? {
                longest = Some((reply, next));
                break;
            }
        }
        let Some((reply, next)) = longest else {
            break;
        };
        line.push(reply);
        at = next;
        left = after - 1;
    }
    Ok(line)
}

/// The first moves of the best line so far of a running search: the brinkmate that the search
/// knows, otherwise the line at which it stands, up to a pass.
pub fn so_far<G: Geometry>(hisshi: &Hisshi<G>, progress: &Progress) -> Vec<Move> {
    let shown = &progress.state;
    let track = if shown.upper > 0 { shown.best } else { shown.line };
    let question = Question::new(hisshi, MoveSet::All, Techniques::default());
    track.unpack(question).into_iter().map_while(|m| m).collect()
}
