//! `hisshi --cooks`: the other attacking moves that work, and where the author's line is wrong.

use crate::check::Flaw;
use crate::invalid::Invalid;
use crate::progress::Doing;
use crate::question::{Author, Hisshi};
use crate::run::Run;
use crate::subject::after;
use crate::verdict::Reason;
use crate::words;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use yose_hisshi::{Class, Departure, DepartureKind, Examination, Limits, Solution, Solver, Verdict};
use yose_shogi::notation::usi;
use yose_shogi::{Geometry, Move, Setup};

/// Another attacking move that works.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HisshiCook {
    /// The ply at which it is played, from 1.
    pub at: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its line, itself first: up to the last quiet move, or the mate; null if a limit came before
    /// it was found.
    pub line: Option<Vec<String>>,
    /// Its class.
    #[serde(with = "words::word")]
    pub class: Class,
    /// Plies from the start of the problem up to the last quiet move of its line.
    pub length: u32,
    /// Whether it does not count against the problem.
    pub exempt: bool,
}

/// A move of which a limit left something open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HisshiOpen {
    /// The ply, from 1.
    pub at: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether it is known to work. Then only its length is open.
    pub works: bool,
    /// Which limit.
    pub reason: Reason,
}

/// The further fields of `hisshi --cooks`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CooksBody {
    /// The line that was examined, up to its last quiet move, of checks alone up to the last check;
    /// null if there was none.
    pub solution: Option<Vec<String>>,
    /// The other attacking moves that work; null if no line was examined.
    pub cooks: Option<Vec<HisshiCook>>,
    /// What else a composer wants to know.
    pub flaws: Vec<Flaw>,
    /// What limits left open; null if no line was examined.
    pub undecided: Option<Vec<HisshiOpen>>,
}

impl CooksBody {
    /// Whether no limit left anything open.
    pub fn is_whole(&self) -> bool {
        self.undecided.as_ref().is_none_or(Vec::is_empty)
    }

    /// Whether every other attacking move is proved to fail.
    pub fn is_free_of_cooks(&self) -> bool {
        self.is_whole() && self.cooks.as_ref().is_some_and(Vec::is_empty)
    }
}

/// The author's line of a question.
///
/// # Errors
/// A word is no move, or a move is not legal.
pub(crate) fn author(hisshi: &Hisshi, setup: &Setup) -> Result<Option<Vec<Move>>, Invalid> {
    let words: Vec<&str> = match &hisshi.solution {
        None => return Ok(None),
        Some(Author::Said(said)) => said.split_whitespace().collect(),
        Some(Author::Line(line)) => line.iter().map(String::as_str).collect(),
    };
    let read = |word: &&str| {
        usi::read(word, setup.variant)
            .map_err(|error| Invalid::whole(format!("--solution: `{word}`: {error}")))
    };
    let moves: Vec<Move> = words.iter().map(read).collect::<Result<_, _>>()?;
    after(setup, &moves)?;
    match (&hisshi.solution, moves.is_empty()) {
        (Some(Author::Said(_)), true) => Err(Invalid::whole("--solution: a line of USI moves")),
        (_, true) => Ok(None),
        _ => Ok(Some(moves)),
    }
}

/// The limits for the solution, where cooks come after it: a half of all.
pub(crate) fn half(limits: &Limits) -> Limits {
    Limits {
        time: limits.time.map(|time| time / 2),
        nodes: limits.nodes.map(|nodes| nodes.div_ceil(2)),
        ..limits.clone()
    }
}

/// Whether a limit of time or nodes left the verdict open.
pub(crate) fn is_stopped(solution: &Solution) -> bool {
    use yose_andor::Reason::{Nodes, Time};
    matches!(solution.verdict, Verdict::Unknown(Time | Nodes))
}

/// What the solution has left of the limits.
pub(crate) fn left(limits: &Limits, solution: &Solution) -> Limits {
    Limits {
        time: limits.time.map(|time| time.saturating_sub(solution.elapsed)),
        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(solution.nodes)),
        ..limits.clone()
    }
}

/// Examines the solution with what is left of the limits. Returns the fields, and the work beyond
/// that of the solution.
pub(crate) fn examine<G: Geometry>(
    solver: &Solver<G>,
    author: Option<&[Move]>,
    solution: &Solution,
    limits: &Limits,
    setup: &Setup,
    run: &mut Run<'_>,
) -> (CooksBody, u64, Duration) {
    let left = left(limits, solution);
    let examination = solver.examine(author, solution, &left, &mut |now| {
        let doing = Doing::Cooks {
            open: now.open,
            of: now.of,
        };
        run.note(solution.nodes + now.nodes, Some(doing), || {
            format!("cooks: {} of {} moves open", now.open, now.of)
        });
    });
    let text = |line: &[Move]| line.iter().map(|&m| usi::write(m, setup.variant)).collect();
    let flaws = flaws(solution, examination.as_ref(), &text);
    let Some(examination) = examination else {
        let body = CooksBody {
            solution: None,
            cooks: None,
            flaws,
            undecided: None,
        };
        return (body, 0, Duration::ZERO);
    };
    let cook = |cook: &yose_hisshi::Cook| HisshiCook {
        at: cook.at,
        mv: usi::write(cook.mv, setup.variant),
        line: cook.line.as_deref().map(text),
        class: cook.class,
        length: cook.length,
        exempt: cook.class.is_exempt(),
    };
    let open = |open: &yose_hisshi::Undecided| HisshiOpen {
        at: open.at,
        mv: usi::write(open.mv, setup.variant),
        works: open.works,
        reason: open.reason.into(),
    };
    let body = CooksBody {
        solution: (!examination.solution.is_empty()).then(|| text(&examination.solution)),
        cooks: Some(examination.cooks.iter().map(cook).collect()),
        flaws,
        undecided: Some(examination.undecided.iter().map(open).collect()),
    };
    (body, examination.nodes, examination.elapsed)
}

fn flaws(
    solution: &Solution,
    examination: Option<&Examination>,
    text: &dyn Fn(&[Move]) -> Vec<String>,
) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    if let Verdict::Mate { .. } = solution.verdict {
        flaws.push(Flaw {
            name: "mate".into(),
            japanese: "即詰".into(),
            at: None,
            what: "there is a plain mate".to_owned(),
            line: text(&solution.line),
        });
    }
    for Departure { kind, at, line } in examination.iter().flat_map(|e| &e.departures) {
        let (japanese, what) = match (kind, at) {
            (DepartureKind::None, None) => ("不必至", "there is no brinkmate"),
            (DepartureKind::None, Some(_)) => ("不必至", "there is no brinkmate after the author's move"),
            (DepartureKind::Longer, _) => ("変化長手数", "a defence lasts longer"),
        };
        flaws.push(Flaw {
            name: kind.word().into(),
            japanese: japanese.into(),
            at: *at,
            what: what.to_owned(),
            line: text(line),
        });
    }
    flaws
}
