//! `value`: who wins a position of a small game, in how many plies, by which line? By full table or by search. Of Lines of
//! Action in `loa/value.rs`.

use crate::certificate::NoCertificate;
use crate::certificate::search;
use crate::certificate::table::certify;
use crate::invalid::Invalid;
use crate::json::Answer;
use crate::output;
use crate::picture;
use crate::problem::{Content, Problem};
use crate::solve::{line_text, seconds, start_of};
use crate::status::Status;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use thiserror::Error;
use yose_draw::Diagram;
use yose_shogi::notation::usi;
use yose_shogi::{AnyPosition, Geometry, Move, Position, Setup, with_position};
use yose_tablebase::{Material, Stage, Table, TableError, Value, Watch};
use yose_tsume::{Limits, Progress};
use yose_value::{GameValue, Method, Oracle, Valuation};
use yose_verify::certificate::Certificate;

/// How a value is found.
#[derive(Clone, Copy, Debug, Default)]
pub enum How {
    /// By table where there is room for one, otherwise by search.
    #[default]
    Auto,
    /// By the table of all positions of its pieces.
    Table,
    /// By search, one position at a time.
    Search(Method),
}

/// The fields of `value`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ValueBody {
    /// Plies to the end of the game; null for a draw.
    pub distance: Option<u32>,
    /// Whether the distance is the shortest win against the longest resistance.
    pub exact: Option<bool>,
    /// The line to the end, as USI moves; null for a draw.
    pub line: Option<Vec<String>>,
    /// Nodes searched; by table, positions of the table that was made for this answer, 0 if it was there already.
    pub nodes: u64,
    /// What the search did, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<EffortBody>,
    /// Time used.
    pub seconds: f64,
}

/// What a search for a value did: the paper's columns, and those of the closed-set search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffortBody {
    /// Times the root was searched again, because a cycle candidate was won.
    pub researches: u32,
    /// Check searches of candidates.
    pub checks: u32,
    /// The most candidates at a time.
    pub candidates: u32,
    /// The deepest line.
    pub depth: u32,
    /// Positions of the graph, of both questions.
    pub graph: u64,
    /// Positions of the closed sets.
    pub closed: u64,
}

impl<M> From<&yose_prove::value::Valuation<M>> for EffortBody {
    fn from(found: &yose_prove::value::Valuation<M>) -> Self {
        EffortBody {
            researches: found.counters.researches,
            checks: found.counters.checks,
            candidates: found.counters.candidates,
            depth: found.counters.depth,
            graph: found.closed.positions,
            closed: found.closed.closed,
        }
    }
}

/// The value of a position, for programs and for people.
#[derive(Debug)]
pub struct Valued {
    /// The object.
    pub answer: Answer<ValueBody>,
    /// What it means for the exit status.
    pub status: Status,
    pub(crate) diagram: Option<Diagram>,
    /// The line, for people.
    pub(crate) told: String,
    pub(crate) invalid: Option<Invalid>,
    /// Why there is no value, for people.
    pub(crate) why: Option<String>,
    /// A table that could not be kept, or a file that was of no use.
    pub warning: Option<String>,
    /// What a search has found, for its certificates.
    pub(crate) found: Option<Valuation>,
}

/// A full table as the search asks it.
struct Probe(Arc<Table>);

impl<G: Geometry> Oracle<G> for Probe {
    fn value(&self, position: &Position<G>) -> Option<GameValue> {
        self.0.value(position).map(|value| match value {
            Value::Win(n) => GameValue::Win(u32::from(n)),
            Value::Loss(n) => GameValue::Loss(u32::from(n)),
            Value::Draw => GameValue::Draw,
        })
    }
}

/// Why there is no table to look at.
#[derive(Debug, Error)]
pub(crate) enum NoTable {
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("a table of this piece set takes about {needed} MB to make; --hash allows {allowed}")]
    Memory { needed: u64, allowed: usize },
    #[error("a table of this piece set has {entries} entries; --nodes allows {allowed}")]
    Nodes { entries: u32, allowed: u64 },
    #[error("the table was not finished in time")]
    Time,
}

impl NoTable {
    /// The word for the `reason` field; `None` if the input is to blame.
    pub(crate) fn reason(&self) -> Option<&'static str> {
        match self {
            NoTable::Time => Some("time"),
            NoTable::Nodes { .. } => Some("nodes"),
            NoTable::Memory { .. } => Some("memory"),
            NoTable::Table(error) => match error {
                TableError::Interrupted => Some("interrupted"),
                TableError::Squares(_)
                | TableError::TooMany { .. }
                | TableError::TooManyKinds(_)
                | TableError::TooLarge { .. }
                | TableError::TooManyMoves(_) => Some("memory"),
                TableError::TooDeep(_) => Some("depth"),
                _ => None,
            },
        }
    }
}

/// Tables that were made or read: the last one, and a folder that keeps all of them.
#[derive(Debug, Default)]
pub struct Tables {
    folder: Option<PathBuf>,
    last: Option<Arc<Table>>,
}

/// What making a table takes, in MB, lists of positions of one distance not counted: a distance and a counter an entry.
fn megabytes(entries: u32) -> u64 {
    (u64::from(entries) * 2).div_ceil(1_000_000)
}

impl Tables {
    /// Tables are read from this folder if they are there, and kept there when they are made.
    pub fn new(folder: Option<PathBuf>) -> Tables {
        Tables { folder, last: None }
    }

    /// The certificates of a problem whose value was just found.
    ///
    /// # Errors
    /// Why there is none.
    pub fn certify(
        &self,
        problem: &Problem,
        valued: &Valued,
        limits: &Limits,
    ) -> Result<Vec<Certificate>, NoCertificate> {
        if let Ok(Content::Loa { .. }) = problem.content {
            return Err(NoCertificate::Loa);
        }
        let position = start_of(problem).ok().and_then(|setup| setup.validate().ok());
        if let (Some(position), Some(found)) = (&position, &valued.found) {
            return with_position!(position, |p| search::certify(p, found, limits));
        }
        match (position, &self.last) {
            (Some(position), Some(table)) => with_position!(&position, |p| certify(table, p)),
            _ => Err(NoCertificate::Open),
        }
    }

    /// The table that was asked for last.
    pub(crate) fn last(&self) -> Option<&Table> {
        self.last.as_deref()
    }

    /// The table of a material, and how many positions had to be computed for it.
    pub(crate) fn get(
        &mut self,
        material: &Material,
        limits: &Limits,
        report: &mut dyn FnMut(&str, Duration),
        warning: &mut Option<String>,
    ) -> Result<(&Table, u64), NoTable> {
        let same = |table: &Arc<Table>| table.material().description() == material.description();
        if !self.last.as_ref().is_some_and(same) {
            self.last = None;
            if let Some(table) = self.read(material, warning) {
                return Ok((self.last.insert(Arc::new(table)), 0));
            }
            let table = make(material, limits, report)?;
            if let Err(error) = self.keep(&table) {
                *warning = Some(error);
            }
            let positions = table.counts().positions;
            return Ok((self.last.insert(Arc::new(table)), positions));
        }
        match &self.last {
            Some(table) => Ok((table, 0)),
            None => Err(TableError::Interrupted.into()),
        }
    }

    /// The table of a material that is there already: the last one, or one of the folder.
    fn known(&mut self, material: &Material, warning: &mut Option<String>) -> Option<Arc<Table>> {
        let same = |table: &&Arc<Table>| table.material().description() == material.description();
        if self.last.as_ref().filter(same).is_none() {
            self.last = self.read(material, warning).map(Arc::new);
        }
        self.last.clone()
    }

    /// A table from the folder. A file that is damaged or of something else is told and made anew.
    fn read(&self, material: &Material, warning: &mut Option<String>) -> Option<Table> {
        let path = self.folder.as_ref()?.join(Table::file_name(material));
        let file = File::open(&path).ok()?;
        match Table::read(material, &mut BufReader::new(file)) {
            Ok(table) => Some(table),
            Err(error) => {
                *warning = Some(format!("{}: {error}; it is made anew", path.display()));
                None
            }
        }
    }

    /// Writes a table to the folder.
    fn keep(&self, table: &Table) -> Result<(), String> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let path = folder.join(Table::file_name(table.material()));
        let mut bytes = Vec::new();
        std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        table
            .write(&mut bytes)
            .map_err(|e| format!("{}: {e}", path.display()))?;
        output::write_file(&path, &bytes, true).map_err(|e| e.to_string())
    }
}

/// Computes a table within limits.
fn make(
    material: &Material,
    limits: &Limits,
    report: &mut dyn FnMut(&str, Duration),
) -> Result<Table, NoTable> {
    let entries = Table::size_of(material)?;
    if megabytes(entries) > limits.hash_mb as u64 {
        return Err(NoTable::Memory {
            needed: megabytes(entries),
            allowed: limits.hash_mb,
        });
    }
    if let Some(allowed) = limits.nodes.filter(|&n| n < u64::from(entries)) {
        return Err(NoTable::Nodes { entries, allowed });
    }
    let start = Instant::now();
    let mut late = false;
    let made = Table::build(
        material,
        &mut Watch::new(&mut |stage| {
            report(&words(stage), start.elapsed());
            late = limits.time.is_some_and(|time| start.elapsed() > time);
            !late && !limits.interrupt.load(std::sync::atomic::Ordering::Relaxed)
        }),
    );
    match made {
        Err(TableError::Interrupted) if late => Err(NoTable::Time),
        made => Ok(made?),
    }
}

/// A stage of the work, for people.
pub fn words(stage: Stage) -> String {
    match stage {
        Stage::Counting { done, of } => format!("positions and their moves: {} %", done * 100 / of.max(1)),
        Stage::Level { plies, positions } => format!("{positions} positions {plies} plies from the end"),
        Stage::Reaching { plies, positions } => format!("{positions} positions within {plies} plies"),
        Stage::Verifying { done, of } => format!("checking: {} %", done * 100 / of.max(1)),
    }
}

/// The value of a problem's position: of a record its start position, of a position with moves the one they lead
/// to.
pub fn value(
    problem: &Problem,
    how: How,
    tables: &mut Tables,
    limits: &Limits,
    report: &mut (dyn FnMut(&str, Duration) + Send),
) -> Valued {
    if let Ok(Content::Loa { position, rules }) = &problem.content {
        return crate::loa::value::value(problem, *position, *rules, how, limits, report);
    }
    let clock = Instant::now();
    let mut body = ValueBody::default();
    let mut warning = None;
    let checked = start_of(problem).and_then(|setup| Ok((setup.validate().map_err(Invalid::from)?, setup)));
    let (position, setup) = match checked {
        Ok(checked) => checked,
        Err(faults) => return Valued::invalid(problem, faults),
    };
    if let How::Search(method) = how {
        return by_search(problem, &position, &setup, method, tables, limits, report);
    }
    let found = Material::of(&position)
        .map_err(NoTable::from)
        .and_then(|material| {
            let (table, nodes) = tables.get(&material, limits, report, &mut warning)?;
            body.nodes = nodes;
            Ok(with_position!(&position, |p| (table.value(p), table.line(p))))
        });
    if let (How::Auto, Err(error)) = (how, &found)
        && error.reason() == Some("memory")
    {
        return by_search(problem, &position, &setup, Method::Search, tables, limits, report);
    }
    body.seconds = seconds(clock.elapsed());
    let valued = |answer, status, moves: &[Move], why| Valued {
        why,
        warning,
        ..Valued::new(answer, status, &setup, moves)
    };
    match found {
        Ok((Some(value), moves)) => {
            body.distance = value.distance().map(u32::from);
            body.exact = Some(true);
            body.line =
                (value != Value::Draw).then(|| moves.iter().map(|&m| usi::write(m, setup.variant)).collect());
            valued(
                Answer::new(problem, value.word(), body),
                Status::Answered,
                &moves,
                None,
            )
        }
        // Every valid position of the material is in its table.
        Ok((None, _)) => {
            let what = "the position is not in the table of its pieces";
            Valued::invalid(problem, Invalid::whole(what))
        }
        Err(error) => match error.reason() {
            None => Valued::invalid(problem, Invalid::whole(error)),
            Some(reason) => {
                let mut answer = Answer::new(problem, "unknown", body);
                answer.reason = Some(reason);
                valued(answer, Status::Unknown, &[], Some(error.to_string()))
            }
        },
    }
}

/// By search, which asks a table of the folder where there is one of these pieces.
fn by_search(
    problem: &Problem,
    position: &AnyPosition,
    setup: &Setup,
    method: Method,
    tables: &mut Tables,
    limits: &Limits,
    report: &mut (dyn FnMut(&str, Duration) + Send),
) -> Valued {
    let mut warning = None;
    let table = match (method, Material::of(position)) {
        (Method::Search, Ok(material)) => tables.known(&material, &mut warning),
        _ => None,
    };
    let mut told = |progress: Progress| {
        report(&format!("{} nodes", progress.nodes), progress.elapsed);
    };
    let found = with_position!(position, |p| {
        let oracle = table
            .clone()
            .map(|table| Arc::new(Probe(table)) as Arc<dyn Oracle<_>>);
        yose_value::value::find_with(p, method, oracle.as_ref(), limits, &mut told)
    });
    let text = |m: &Move| usi::write(*m, setup.variant);
    let (mut answer, status, why) = searched(problem, &found, text);
    let mut line = found.line.clone();
    if let Some(table) = &table
        && matches!(found.value, GameValue::Win(_) | GameValue::Loss(_))
    {
        // Where a table was asked, distance and line are its own: the search is content with any that win.
        let (value, moves) = with_position!(position, |p| (table.value(p), table.line(p)));
        answer.body.distance = value.and_then(Value::distance).map(u32::from);
        answer.body.exact = Some(true);
        answer.body.line = Some(moves.iter().map(text).collect());
        line = moves;
    }
    Valued {
        why,
        warning,
        // Where a table was asked it is the table that has the evidence.
        found: table.is_none().then_some(found),
        ..Valued::new(answer, status, setup, &line)
    }
}

/// What a search found, as an answer, and why it is none.
pub(crate) fn searched<M>(
    problem: &Problem,
    found: &yose_prove::value::Valuation<M>,
    text: impl Fn(&M) -> String,
) -> (Answer<ValueBody>, Status, Option<String>) {
    let mut body = ValueBody {
        nodes: found.nodes,
        seconds: seconds(found.elapsed),
        effort: Some(found.into()),
        ..ValueBody::default()
    };
    let (mut status, mut reason, mut why) = (Status::Answered, None, None);
    match found.value {
        GameValue::Win(plies) | GameValue::Loss(plies) => {
            body.distance = Some(plies);
            // Nothing is shorter than a win with the first move.
            body.exact = Some(plies <= 1);
            if !found.line.is_empty() {
                body.line = Some(found.line.iter().map(text).collect());
            }
        }
        GameValue::Draw => body.exact = Some(true),
        GameValue::Unknown(r) => {
            status = Status::Unknown;
            reason = Some(r.word());
            why = Some(format!("stopped ({}) after {} nodes", r.word(), found.nodes));
        }
    }
    let mut answer = Answer::new(problem, found.value.word(), body);
    answer.reason = reason;
    (answer, status, why)
}

/// The answer to a problem that an interrupt left without a value: every problem gets an answer.
pub fn skipped(problem: &Problem) -> Answer<ValueBody> {
    Answer::skipped(problem, ValueBody::default())
}

impl Valued {
    pub(crate) fn invalid(problem: &Problem, invalid: Invalid) -> Valued {
        Valued {
            answer: Answer::invalid(problem, &invalid, ValueBody::default()),
            status: Status::Invalid,
            diagram: None,
            told: String::new(),
            invalid: Some(invalid),
            why: None,
            warning: None,
            found: None,
        }
    }

    fn new(answer: Answer<ValueBody>, status: Status, setup: &Setup, moves: &[Move]) -> Valued {
        let told = match setup.validate() {
            Ok(position) => with_position!(position, |p| line_text(p, moves)),
            Err(_) => String::new(),
        };
        Valued {
            answer,
            status,
            diagram: picture::shogi(setup, None),
            told,
            invalid: None,
            why: None,
            warning: None,
            found: None,
        }
    }

    /// The answer for people: the board, the value, the line.
    pub fn text(&self, problem: &Problem, style: crate::show::Style, ansi: bool) -> String {
        if let Some(invalid) = &self.invalid {
            return crate::report::report(problem, invalid);
        }
        let mut text = String::new();
        if let Some(id) = &problem.id {
            let _ = writeln!(text, "{id}");
        }
        if let Some(diagram) = &self.diagram {
            text.push_str(&crate::show::draw(diagram, style, ansi));
        }
        let body = &self.answer.body;
        let effort = match body.nodes {
            n if body.effort.is_some() => format!("{n} nodes, {:.3} s", body.seconds),
            0 => format!("{:.3} s", body.seconds),
            n => format!("a table of {n} positions, {:.3} s", body.seconds),
        };
        let distance = body.distance.unwrap_or(0);
        let within = if body.exact == Some(false) { "within" } else { "in" };
        let _ = match (self.answer.verdict, &self.why) {
            ("win", _) => writeln!(text, "win {within} {distance} ({distance}手で勝ち); {effort}"),
            ("loss", _) => writeln!(text, "loss {within} {distance} ({distance}手で負け); {effort}"),
            ("draw", _) => writeln!(text, "draw (引き分け): neither side can win; {effort}"),
            (_, Some(why)) => writeln!(text, "unknown (不明): {why}"),
            _ => writeln!(text, "unknown (不明)"),
        };
        text.push_str(&self.told);
        let shown = body.line.as_ref().map_or(0, Vec::len);
        if distance as usize > shown && body.effort.is_none() && self.answer.verdict != "draw" {
            let more = distance as usize - shown;
            let _ = writeln!(
                text,
                "({more} more until the king is taken, which no move can prevent)"
            );
        }
        text
    }
}
