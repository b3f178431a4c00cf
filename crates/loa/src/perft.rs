//! Perft: counting lines of play, the standard test of a move generator.
//!
//! `perft` of depth `d` is the number of lines of `d` moves in which no position except perhaps the
//! last is decided. `suites/loa/perft.txt` has the expected numbers; [`read_suite`] and
//! [`Case::run`] compare them with the generator.

use crate::{AnyPosition, Geometry, History, NoMove, Outcome, Position, Rules, Size, with_position};
use yose_board::{Faults, Key, Place};

/// The number of lines of `depth` moves. Repetition is ignored. A pass counts as a move if the
/// rules allow it.
pub fn perft<G: Geometry>(position: &Position<G>, rules: Rules, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.connection(rules) != Outcome::Running {
        return 0;
    }
    descend(&mut position.clone(), rules, depth, &mut NoPast)
}

/// The number of lines of `depth` moves. A draw by repetition ends a line.
pub fn perft_repetition<G: Geometry>(position: &Position<G>, rules: Rules, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.connection(rules) != Outcome::Running {
        return 0;
    }
    let mut past = History::with_capacity(depth as usize + 1);
    past.enter(position.key(), false);
    descend(&mut position.clone(), rules, depth, &mut past)
}

/// What the count remembers about the path to a position.
trait Past {
    /// Enters a position. Returns whether it is a draw by repetition.
    fn enter(&mut self, key: Key, captured: bool, rules: Rules) -> bool;
    /// Leaves the last position entered.
    fn leave(&mut self);
}

struct NoPast;

impl Past for NoPast {
    #[inline(always)]
    fn enter(&mut self, _: Key, _: bool, _: Rules) -> bool {
        false
    }
    #[inline(always)]
    fn leave(&mut self) {}
}

impl Past for History {
    #[inline(always)]
    fn enter(&mut self, key: Key, captured: bool, rules: Rules) -> bool {
        History::enter(self, key, captured) >= rules.repetition.limit()
    }
    #[inline(always)]
    fn leave(&mut self) {
        History::leave(self);
    }
}

/// The number of lines of `depth` moves from a position that is not decided. `depth` is at least 1.
fn descend<G: Geometry, P: Past>(here: &mut Position<G>, rules: Rules, depth: u32, past: &mut P) -> u64 {
    if depth == 1 {
        // The result of the last move does not matter, so the move is counted but not made.
        let moves = u64::from(here.count_moves());
        return if moves == 0 && rules.no_move == NoMove::Passes {
            1
        } else {
            moves
        };
    }
    let moves = here.legal_moves();
    if moves.is_empty() && rules.no_move == NoMove::Passes {
        here.pass();
        let drawn = past.enter(here.key(), false, rules);
        let lines = if drawn {
            0
        } else {
            descend(here, rules, depth - 1, past)
        };
        past.leave();
        here.pass();
        return lines;
    }
    let mut lines = 0;
    for &m in &moves {
        let undo = here.make(m);
        let drawn = past.enter(here.key(), undo.captured(), rules);
        if !drawn && here.connection_after(m, undo, rules) == Outcome::Running {
            lines += descend(here, rules, depth - 1, past);
        }
        past.leave();
        here.unmake(m, undo);
    }
    lines
}

/// One line of a perft suite. All cases use [`Rules::PAPER`] and the starting position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// The board.
    pub size: Size,
    /// The number of moves of a line.
    pub depth: u32,
    /// The number of lines, repetition ignored.
    pub plain: u64,
    /// The number of lines if repetitions end a line.
    pub repetition: u64,
}

impl Case {
    /// The case with the numbers that this program counts for its board and depth.
    pub fn run(self) -> Case {
        let start = AnyPosition::start(self.size);
        let (plain, repetition) = with_position!(start, |position| (
            perft(&position, Rules::PAPER, self.depth),
            perft_repetition(&position, Rules::PAPER, self.depth),
        ));
        Case {
            plain,
            repetition,
            ..self
        }
    }
}

/// What is wrong with a line of a perft suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected FILESxRANKS DEPTH PLAIN REPETITION")]
pub struct CaseError;

/// Reads a perft suite. `#` starts a comment; every other line that is not empty is a [`Case`].
pub fn read_suite(text: &str) -> Result<Vec<Case>, Faults<CaseError>> {
    let mut cases = Vec::new();
    let mut faults = Faults::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let mut words = line.split_whitespace();
        let mut read = || {
            let case = Case {
                size: words.next()?.parse().ok()?,
                depth: words.next()?.parse().ok()?,
                plain: words.next()?.parse().ok()?,
                repetition: words.next()?.parse().ok()?,
            };
            words.next().is_none().then_some(case)
        };
        match read() {
            Some(case) => cases.push(case),
            None => faults.push(
                Place::Line {
                    line: number + 1,
                    column: 0,
                },
                CaseError,
            ),
        }
    }
    faults.or(cases)
}
