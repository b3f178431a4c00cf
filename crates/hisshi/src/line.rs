//! Lines of best play: the attacker's shortest brinkmate, the defender's longest resistance.
//!
//! A line ends with the last quiet move, after which the pass and every reply run into plain mate.
//! So it has as many moves as the brinkmate has plies. A plain mate has an empty line here.
//!
//! *Known* ([`known_line`]): lengths are read off the table. They may be looser than need be, and
//! then the line is shorter than the proof. The news are carried back from the end of the line to
//! its start, and the line is read again, until line and proof agree ([`tighten`]).
//!
//! *Exact* ([`exact_line`]): the line depends on the position and on the set of moves alone. The
//! attacker plays what a search with a table of its own, of a fixed size, finds in one thread. The
//! defender plays the first reply, in the order of the question, that lasts longest: a question
//! with a definite answer for each reply.

use crate::attacks::MoveSet;
use crate::lengths::{Offer, UNKNOWN, before, known_after, offers};
use crate::problem::Hisshi;
use crate::question::{Question, Techniques};
use crate::verdict::STEP;
use yose_andor::walk::{Choice, Line, Play, Tie, longest, shortest, walk};
use yose_andor::{Game, Meter, Options, Outcome, Plies, Progress, Reason, Search, Table, schedule};
use yose_prove::line::{KnownLengths, tighten};
use yose_shogi::{Geometry, Move};

/// The table of the search for an exact line, in MB.
const LINE_TABLE: usize = 16;

/// The most lines that are read one after the other.
const ROUNDS: usize = 200;

/// Nodes for a line beside the search for a brinkmate, beyond a tenth of the nodes so far.
const LINE_NODES: u64 = 100_000;

/// The nodes for a line that is kept for the case that a limit comes, and for the line of a cook.
pub(crate) fn room(meter: &Meter<'_>) -> u64 {
    LINE_NODES + meter.nodes() / 10
}

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
            (plies <= left).then_some((plies, (after, offer.mv?)))
        });
        if let Some((_, played)) = shortest(known) {
            return Ok(Some(played));
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

/// What ends a walk before its line does.
pub(crate) enum Stop {
    /// A limit.
    Limit(Reason),
    /// A length that the table has forgotten, and that no search has found.
    Forgotten,
}

impl From<Reason> for Stop {
    fn from(reason: Reason) -> Self {
        Stop::Limit(reason)
    }
}

/// The moves of a walk. `None` if they do not lead to the goal.
pub(crate) fn whole(walked: Result<Line<Move>, Stop>) -> Result<Option<Vec<Move>>, Reason> {
    match walked {
        Ok(line) => Ok(line.whole.then_some(line.moves)),
        Err(Stop::Forgotten) => Ok(None),
        Err(Stop::Limit(reason)) => Err(reason),
    }
}

/// Lengths that the table of a search knows. Forgotten ones are searched again.
struct TableLengths<'s, 't, 'm, 'a, G: Geometry> {
    search: &'s mut Brink<'t, G>,
    meter: &'m mut Meter<'a>,
}

impl<G: Geometry> Play for TableLengths<'_, '_, '_, '_, G> {
    type At = Question<G>;
    type Move = Move;

    fn prover_to_move(&self, at: &Question<G>) -> bool {
        at.prover_to_move()
    }

    fn make(&self, at: &mut Question<G>, m: Move) {
        at.make(Some(m));
    }
}

impl<G: Geometry> Choice for TableLengths<'_, '_, '_, '_, G> {
    type Stop = Stop;

    fn best_move(&mut self, at: &mut Question<G>, left: Plies) -> Result<Option<(Plies, Move)>, Stop> {
        Ok(attack(self.search, at, left, self.meter)?)
    }

    /// A line ends where the pass and every reply run into plain mate.
    fn longest_reply(&mut self, at: &mut Question<G>, left: Plies) -> Result<Option<(Plies, Move)>, Stop> {
        match longest(replies(self.search, at, left, self.meter)?, Tie::First) {
            Some((UNKNOWN, _)) => Err(Stop::Forgotten),
            Some((plies, Some(reply))) if plies > 0 => Ok(Some((plies, reply))),
            _ => Ok(None),
        }
    }
}

impl<G: Geometry> KnownLengths for TableLengths<'_, '_, '_, '_, G> {
    fn known(&mut self, at: &Question<G>) -> Plies {
        self.search.table().look(at.key(), at.resource()).yes_from
    }

    fn by_replies(&mut self, at: &mut Question<G>) -> Vec<Plies> {
        let table = self.search.table();
        let by_reply = |offer: &Offer| before(offer.count, table.look(offer.key, offer.resource).yes_from);
        offers(at).iter().map(by_reply).collect()
    }

    fn by_move(&mut self, at: &mut Question<G>, m: Move, after: Plies) -> Plies {
        let offers = offers(at);
        let played = offers.iter().find(|offer| offer.mv == Some(m));
        played.map_or(UNKNOWN, |offer| before(offer.count, after))
    }

    fn learn(&mut self, at: &Question<G>, plies: Plies, m: Option<Move>) {
        let packed = m.map_or(0, |m| m.packed());
        self.search
            .table()
            .prove(at.key(), at.resource(), plies, packed, 1);
    }
}

/// A whole line of a brinkmate within `length` plies. The line is shorter if a shorter brinkmate
/// turns up on the way. `None` if the table has forgotten too much.
pub(crate) fn known_line<G: Geometry>(
    search: &mut Brink<'_, G>,
    root: &Question<G>,
    length: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Move>>, Reason> {
    let mut lengths = TableLengths { search, meter };
    let mut proved = length;
    for _ in 0..ROUNDS {
        if proved == 0 {
            return Ok(Some(Vec::new()));
        }
        let Some(line) = whole(walk(&mut lengths, root, proved, usize::MAX))? else {
            return Ok(None);
        };
        if line.len() == usize::from(proved) && ends_quietly(root, &line) {
            return Ok(Some(line));
        }
        match tighten(&mut lengths, root, &line).plies {
            // The table may know a shorter brinkmate of the root than the line shows.
            Some(plies) => match plies.min(lengths.known(root)) {
                plies if plies <= proved => proved = plies,
                _ => return Ok(None),
            },
            None => return Ok(None),
        }
    }
    Ok(None)
}

/// Whether a line ends with a quiet move. One that ends with a check has met a plain mate: the
/// lengths before it are too large.
fn ends_quietly<G: Geometry>(root: &Question<G>, line: &[Move]) -> bool {
    let mut last = root.clone();
    for &m in line {
        last.make(Some(m));
    }
    !last.position().in_check()
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
        let mut lengths = TableLengths { search, meter };
        let (plies, reply) = match lengths.longest_reply(&mut at.clone(), length) {
            Ok(Some(longest)) => longest,
            Ok(None) => return Ok(Some(Vec::new())),
            Err(Stop::Forgotten) => return Ok(None),
            Err(Stop::Limit(reason)) => return Err(reason),
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

/// Choices by questions with definite answers.
struct AskedLengths<'s, 't, 'f, 'm, 'a, G: Geometry> {
    search: &'s mut Brink<'t, G>,
    /// The search of the attacker's moves.
    fresh: Brink<'f, G>,
    meter: &'m mut Meter<'a>,
}

impl<G: Geometry> Play for AskedLengths<'_, '_, '_, '_, '_, G> {
    type At = Question<G>;
    type Move = Move;

    fn prover_to_move(&self, at: &Question<G>) -> bool {
        at.prover_to_move()
    }

    fn make(&self, at: &mut Question<G>, m: Move) {
        at.make(Some(m));
    }
}

impl<G: Geometry> Choice for AskedLengths<'_, '_, '_, '_, '_, G> {
    type Stop = Reason;

    fn best_move(&mut self, at: &mut Question<G>, left: Plies) -> Result<Option<(Plies, Move)>, Reason> {
        if left == 0 {
            return Ok(None);
        }
        ask(&mut self.fresh, at, left, self.meter)?;
        attack(&mut self.fresh, at, left, self.meter)
    }

    fn longest_reply(&mut self, at: &mut Question<G>, left: Plies) -> Result<Option<(Plies, Move)>, Reason> {
        let Some(after) = left.checked_sub(1) else {
            return Ok(None);
        };
        let less = after.saturating_sub(STEP);
        for reply in offers(at).iter().filter_map(|offer| offer.mv) {
            let mut next = at.clone();
            next.make(Some(reply));
            if let Outcome::Disproved(_) = ask(self.search, &next, less, self.meter)? {
                return Ok(Some((after, reply)));
            }
        }
        Ok(None)
    }
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
    let mut lengths = AskedLengths {
        search,
        fresh: Search::new(neutral.clone(), &table, options),
        meter,
    };
    Ok(walk(&mut lengths, &neutral, length, usize::MAX)?.moves)
}

/// The first moves of the best line so far of a running search: the brinkmate that the search
/// knows, otherwise the line at which it stands, up to a pass.
pub fn so_far<G: Geometry>(hisshi: &Hisshi<G>, progress: &Progress) -> Vec<Move> {
    let shown = &progress.state;
    let track = if shown.upper > 0 { shown.best } else { shown.line };
    let question = Question::new(hisshi, MoveSet::All, Techniques::default());
    track.unpack(question).into_iter().map_while(|m| m).collect()
}
