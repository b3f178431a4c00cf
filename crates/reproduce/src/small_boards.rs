//! `reproduce 3x4`: the 237 starts of 3x4 shogi of K. Shibahara, Y. Tajima and Y. Kotani (2006).
//! Every start is valued by table, by search and by the method of the paper, and the results are
//! printed beside the paper's.
//!
//! Starts with the same pieces and promotion zone share a table, so a job is one table with its
//! starts. If a file is named, finished rows are appended to the file and a later run reads them
//! back.

use super::change::Change;
use super::cpu::by_cpu;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use thiserror::Error;
use yose_ask::value::EffortBody;
use yose_batch::{Interrupt, worker};
use yose_shogi::{AnyPosition, Variant, with_position};
use yose_tablebase::{Material, Table, TableError, Watch};
use yose_tsume::Limits;
use yose_value::value::find;
use yose_value::{GameValue, Method, Switches, Valuation};

/// Tables 1 and 4 of the paper.
const PAPER: &str = include_str!("small_boards.tsv");

/// Table 3 of the paper.
const SECOND: &str = include_str!("small_boards_second.tsv");

/// A start with the results of the paper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Start {
    /// The number of the start in the paper.
    pub no: u32,
    /// The name of the start for `yose value`.
    pub name: String,
    /// The value that the paper's first experiment found.
    pub first: String,
    /// The milliseconds that the first experiment took.
    pub first_ms: u64,
    /// The number of re-searches in the first experiment.
    pub first_researches: u32,
    /// The milliseconds of the re-searches, as printed. In 18 rows they are more than the whole.
    pub first_research_ms: u64,
    /// The second experiment, which was made for the starts that the first left open.
    pub second: Option<Second>,
    /// The paper's final value for the side to move.
    pub value: String,
}

/// The paper's second experiment: longer, and with settings that differ from start to start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Second {
    /// Nodes.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
    /// Re-searches.
    pub researches: u32,
    /// The seconds of the re-searches.
    pub research_seconds: f64,
}

/// The result of one of our methods.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// `win`, `loss`, `draw` or `unknown`.
    pub value: String,
    /// Plies to the end of the game. A search gives an upper bound.
    pub distance: Option<u32>,
    /// Nodes searched, or the positions of the table.
    pub nodes: u64,
    /// CPU seconds of a search, to the last 1,024 nodes; wall-clock seconds of a table.
    pub seconds: f64,
    /// Why the value is unknown.
    pub reason: Option<String>,
    /// The counters of a search.
    pub effort: Option<EffortBody>,
}

/// A start with all results for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The start and the paper's results.
    pub paper: Start,
    /// The result by table.
    pub table: Option<Found>,
    /// The result by our search.
    pub search: Option<Found>,
    /// The result by the paper's method.
    pub candidates: Option<Found>,
}

/// Which methods to run, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Whether to build tables.
    pub table: bool,
    /// Whether to run our search.
    pub search: bool,
    /// The settings of the paper's method, if it is to run.
    pub candidates: Option<Switches>,
    /// The limits of one search.
    pub limits: Limits,
    /// The number of jobs that run at the same time.
    pub threads: usize,
    /// A rule that differs from the paper's rules.
    pub change: Option<Change>,
    /// Only these starts; all starts if empty.
    pub only: Vec<u32>,
}

impl Plan {
    /// Everything that a row depends on, as one line of JSON. This line is the first line of a file
    /// of finished rows.
    pub fn settings(&self) -> String {
        yose_ask::answer::line(&Settings {
            settings: format!(
                "version {}; table {}; search {}; paper {:?}; rule {:?}; time {:?}; nodes {:?}; hash {}",
                env!("CARGO_PKG_VERSION"),
                self.table,
                self.search,
                self.candidates,
                self.change,
                self.limits.time,
                self.limits.nodes,
                self.limits.hash_mb,
            ),
        })
    }
}

#[derive(Serialize)]
struct Settings {
    settings: String,
}

/// The rows of an earlier run with the same settings. A last line that was cut off is ignored. An
/// empty file holds no rows.
///
/// # Errors
/// The rows were found with other settings: rows of different settings must not be mixed.
pub fn read_rows(text: &str, plan: &Plan) -> Result<BTreeMap<u32, Row>, ReproduceError> {
    let Some((first, rest)) = text.split_once('\n') else {
        return Ok(BTreeMap::new());
    };
    let ours = plan.settings();
    if first.trim_end() != ours.trim_end() {
        return Err(ReproduceError::Settings {
            kept: first.chars().take(400).collect(),
            asked: ours.trim_end().to_owned(),
        });
    }
    let rows = rest.lines().filter_map(|line| read_row(line).ok());
    Ok(rows.map(|row| (row.paper.no, row)).collect())
}

/// Why a row cannot be computed.
#[derive(Debug, Error)]
pub enum ReproduceError {
    /// The rows of the file were found with other settings.
    #[error("its rows were found with other settings; name another file\n  kept:  {kept}\n  asked: {asked}")]
    Settings {
        /// The first line of the file.
        kept: String,
        /// The line that these settings would write.
        asked: String,
    },
    /// The built-in list of starts is damaged.
    #[error("line {line} of the paper's table: {what}")]
    Paper {
        /// The faulty line.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// A start is not a valid position.
    #[error("{name}: {what}")]
    Start {
        /// The start.
        name: String,
        /// What is wrong.
        what: String,
    },
    /// A table cannot be built.
    #[error("{name}: {error}")]
    Table {
        /// One of its starts.
        name: String,
        /// What is wrong.
        error: TableError,
    },
}

/// The paper's starts.
pub fn starts() -> Result<Vec<Start>, ReproduceError> {
    let word = |letter: &str| match letter {
        "W" => "win",
        "D" => "draw",
        _ => "unknown",
    };
    let mut starts = Vec::new();
    for (i, line) in PAPER.lines().enumerate().filter(|(_, l)| !l.starts_with('#')) {
        let bad = |what: &str| ReproduceError::Paper {
            line: i + 1,
            what: what.to_owned(),
        };
        let fields: Vec<&str> = line.split('\t').collect();
        let [no, zone, rank, first, ms, researches, research_ms, value] = fields[..] else {
            return Err(bad("not eight fields"));
        };
        let no = no.parse().map_err(|_| bad("number"))?;
        starts.push(Start {
            no,
            name: format!("3x4:{rank}:{zone}"),
            first: word(first).to_owned(),
            first_ms: ms.parse().map_err(|_| bad("time"))?,
            first_researches: researches.parse().map_err(|_| bad("re-searches"))?,
            first_research_ms: research_ms.parse().map_err(|_| bad("time of re-searches"))?,
            second: second(no),
            value: word(value).to_owned(),
        });
    }
    Ok(starts)
}

/// The second experiment with a start.
fn second(no: u32) -> Option<Second> {
    let lines = SECOND.lines().filter(|line| !line.starts_with('#'));
    let mut rows = lines.map(|line| line.split('\t').collect::<Vec<_>>());
    let row = rows.find(|row| row.first().and_then(|cell| cell.parse().ok()) == Some(no))?;
    let &[_, _, nodes, seconds, researches, research_seconds] = &row[..] else {
        return None;
    };
    Some(Second {
        nodes: nodes.parse().ok()?,
        seconds: seconds.parse().ok()?,
        researches: researches.parse().ok()?,
        research_seconds: research_seconds.parse().ok()?,
    })
}

/// The position of a start.
pub(super) fn position(start: &Start, change: Option<Change>) -> Result<AnyPosition, ReproduceError> {
    let fault = |what: String| ReproduceError::Start {
        name: start.name.clone(),
        what,
    };
    let mut variant = Variant::by_name(&start.name).map_err(|e| fault(e.to_string()))?;
    if let Some(change) = change {
        let mut changed = variant.clone();
        change.apply(&mut changed.rules);
        variant = changed.intern().map_err(|e| fault(e.to_string()))?;
    }
    variant
        .start()
        .ok_or_else(|| fault("no start position under these rules".to_owned()))
}

/// A table and its starts.
struct Job {
    material: Material,
    starts: Vec<(Start, AnyPosition)>,
}

fn jobs(plan: &Plan, done: &BTreeMap<u32, Row>) -> Result<Vec<Job>, ReproduceError> {
    let mut jobs: Vec<Job> = Vec::new();
    for start in starts()? {
        let wanted = plan.only.is_empty() || plan.only.contains(&start.no);
        if !wanted || done.contains_key(&start.no) {
            continue;
        }
        let position = position(&start, plan.change)?;
        let material = Material::of(&position).map_err(|error| ReproduceError::Table {
            name: start.name.clone(),
            error,
        })?;
        let description = material.description();
        match jobs
            .iter_mut()
            .find(|job| job.material.description() == description)
        {
            Some(job) => job.starts.push((start, position)),
            None => jobs.push(Job {
                material,
                starts: vec![(start, position)],
            }),
        }
    }
    Ok(jobs)
}

impl Found {
    /// Finds the value of a position by search, within limits of CPU time.
    pub(super) fn search(position: &AnyPosition, method: Method, limits: &Limits) -> Found {
        let (found, spent) = by_cpu(limits, |limits, report| {
            with_position!(position, |p| find(p, method, limits, report))
        });
        let mut found = Found::searched(&found, spent.time);
        if spent.late && found.reason.as_deref() == Some("interrupted") {
            found.reason = Some("time".to_owned());
        }
        found
    }

    fn searched(found: &Valuation, cpu: Duration) -> Found {
        let (distance, reason) = match found.value {
            GameValue::Win(n) | GameValue::Loss(n) => (Some(n), None),
            GameValue::Draw => (None, None),
            GameValue::Unknown(reason) => (None, Some(reason.word().to_owned())),
        };
        Found {
            value: found.value.word().to_owned(),
            distance,
            nodes: found.nodes,
            seconds: round(cpu),
            reason,
            effort: Some(found.into()),
        }
    }
}

fn round(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}

/// Computes every row that is not done yet. `tell` receives each finished row at once, with the
/// number of rows still to come.
///
/// # Errors
/// See [`ReproduceError`]. An interrupt is not an error: the rows finished so far are returned.
pub fn run(
    plan: &Plan,
    done: &BTreeMap<u32, Row>,
    tell: &dyn Fn(&Row, usize),
) -> Result<Vec<Row>, ReproduceError> {
    let jobs = jobs(plan, done)?;
    let todo: Vec<usize> = (0..jobs.len()).collect();
    let mut left: usize = jobs.iter().map(|job| job.starts.len()).sum();
    let mut rows: Vec<Row> = done.values().cloned().collect();
    let interrupt = Interrupt::from(&plan.limits.interrupt);
    let work = |i: usize, tell: &mut dyn FnMut(Result<Row, ReproduceError>)| {
        if let Err(error) = work(&jobs[i], plan, |row| tell(Ok(row))) {
            tell(Err(error));
        }
    };
    worker::several(&todo, plan.threads, &interrupt, work, |_, row| match row {
        Ok(row) => {
            left -= 1;
            tell(&row, left);
            rows.push(row);
            Ok(())
        }
        // An interrupt that stops a table is not an error.
        Err(_) if interrupt.requested() => Ok(()),
        Err(error) => Err(error),
    })?;
    rows.sort_by_key(|row| row.paper.no);
    Ok(rows)
}

/// Computes one table and its starts. A row that an interrupt stopped is not reported.
fn work(job: &Job, plan: &Plan, mut each: impl FnMut(Row)) -> Result<(), ReproduceError> {
    let clock = Instant::now();
    let goes_on = || !plan.limits.interrupt.load(Ordering::Relaxed);
    let mut table = None;
    if plan.table {
        let made = Table::build(&job.material, &mut Watch::new(&mut |_| goes_on()));
        table = Some(made.map_err(|error| {
            ReproduceError::Table {
                name: job
                    .starts
                    .first()
                    .map(|(s, _)| s.name.clone())
                    .unwrap_or_default(),
                error,
            }
        })?);
    }
    let share = clock.elapsed() / job.starts.len().max(1) as u32;
    for (start, position) in &job.starts {
        let looked = table.as_ref().and_then(|table| {
            let value = with_position!(position, |p| table.value(p))?;
            Some(Found {
                value: value.word().to_owned(),
                distance: value.distance().map(u32::from),
                nodes: table.counts().positions,
                seconds: round(share),
                reason: None,
                effort: None,
            })
        });
        let by = |method: Method| Found::search(position, method, &plan.limits);
        let row = Row {
            paper: start.clone(),
            table: looked,
            search: plan.search.then(|| by(Method::Search)),
            candidates: plan.candidates.map(|switches| by(Method::Paper(switches))),
        };
        if !goes_on() {
            return Ok(());
        }
        each(row);
    }
    Ok(())
}

impl Row {
    fn all(&self) -> impl Iterator<Item = &Found> {
        [&self.table, &self.search, &self.candidates]
            .into_iter()
            .flatten()
    }

    /// The value that our methods agree on. `None` if no method found a value or two methods
    /// differ.
    pub fn value(&self) -> Option<&str> {
        let mut known = self.all().map(|f| f.value.as_str()).filter(|v| *v != "unknown");
        let first = known.next()?;
        known.all(|v| v == first).then_some(first)
    }

    /// Whether some method found a value other than the paper's.
    pub fn differs(&self) -> bool {
        self.all()
            .any(|f| f.value != "unknown" && f.value != self.paper.value)
    }

    /// The row as text.
    pub fn text(&self) -> String {
        let paper = &self.paper;
        let mut text = format!("{:>3} {:<10} {:<4}", paper.no, paper.name, paper.value);
        // The paper's first experiment: seconds (of an unknown in brackets) and re-searches.
        let seconds = format!("{:.1}", paper.first_ms as f64 / 1000.0);
        let _ = match paper.first.as_str() {
            "unknown" => write!(text, " {:>9}", format!("({seconds})")),
            _ => write!(text, " {seconds:>9}"),
        };
        let _ = write!(text, " {:>3}", paper.first_researches);
        let cell = |found: &Option<Found>| {
            let Some(found) = found else { return String::new() };
            let value = match (&found.reason, found.distance) {
                (Some(reason), _) => format!("? {reason}"),
                (None, Some(n)) => format!("{} {n}", found.value),
                (None, None) => found.value.clone(),
            };
            format!(" | {value:<12} {:>9} {:>8.2}", found.nodes, found.seconds)
        };
        text.push_str(&cell(&self.table));
        text.push_str(&cell(&self.search));
        text.push_str(&cell(&self.candidates));
        if let Some(effort) = self.candidates.as_ref().and_then(|f| f.effort) {
            let _ = write!(
                text,
                " {:>4} {:>6} {:>6} {:>5}",
                effort.researches, effort.checks, effort.candidates, effort.depth
            );
        }
        if let (Some(second), Some(_)) = (&paper.second, &self.candidates) {
            let _ = write!(
                text,
                "  [second experiment: {} nodes, {:.0} s, {} re-searches]",
                second.nodes, second.seconds, second.researches
            );
        }
        if self.differs() {
            text.push_str("  DIFFERS");
        }
        text.push('\n');
        text
    }

    /// The row as CSV, in the order of [`HEAD`].
    pub fn csv(&self) -> String {
        let p = &self.paper;
        let mut text = format!(
            "{},{},{},{},{},{},{}",
            p.no, p.name, p.value, p.first, p.first_ms, p.first_researches, p.first_research_ms
        );
        let _ = match &p.second {
            Some(s) => write!(
                text,
                ",{},{},{},{}",
                s.nodes, s.seconds, s.researches, s.research_seconds
            ),
            None => write!(text, ",,,,"),
        };
        for found in [&self.table, &self.search, &self.candidates] {
            let _ = match found {
                Some(f) => write!(
                    text,
                    ",{},{},{},{:.3},{}",
                    f.value,
                    f.distance.map_or(String::new(), |n| n.to_string()),
                    f.nodes,
                    f.seconds,
                    f.reason.as_deref().unwrap_or("")
                ),
                None => write!(text, ",,,,,"),
            };
        }
        let e = self
            .candidates
            .as_ref()
            .and_then(|f| f.effort)
            .unwrap_or_default();
        let _ = writeln!(
            text,
            ",{},{},{},{}",
            e.researches, e.checks, e.candidates, e.depth
        );
        text
    }
}

/// The header line of the CSV.
pub const HEAD: &str = "no,start,paper,paper_first,paper_first_ms,paper_researches,paper_research_ms,\
second_nodes,second_seconds,second_researches,second_research_seconds,\
table,table_distance,table_positions,table_seconds,table_reason,\
search,search_within,search_nodes,search_seconds,search_reason,\
candidates,candidates_within,candidates_nodes,candidates_seconds,candidates_reason,\
researches,checks,most_candidates,depth\n";

/// The wins, draws, losses and unknowns of each method, the effort of each method, and the
/// differences from the paper.
pub fn totals(rows: &[Row]) -> String {
    let mut text = String::new();
    let mut count = |name: &str, values: &mut dyn Iterator<Item = (&str, &str, f64, u64)>| {
        let mut n = [0u32; 4];
        let (mut seconds, mut nodes) = (0.0, 0);
        let mut reasons: BTreeMap<&str, u32> = BTreeMap::new();
        for (value, reason, time, more) in values {
            seconds += time;
            nodes += more;
            if !reason.is_empty() {
                *reasons.entry(reason).or_default() += 1;
            }
            n[match value {
                "win" => 0,
                "draw" => 1,
                "loss" => 2,
                _ => 3,
            }] += 1;
        }
        let [win, draw, loss, unknown] = n;
        if win + draw + loss + unknown == 0 {
            return;
        }
        let _ = write!(
            text,
            "{name:<11} {win:>3} wins, {draw:>3} draws, {loss:>3} losses"
        );
        if unknown > 0 {
            let reasons: Vec<String> = reasons
                .iter()
                .map(|(reason, n)| format!("{reason} {n}"))
                .collect();
            let _ = write!(text, ", {unknown:>3} unknown ({})", reasons.join(", "));
        }
        let _ = match nodes {
            0 => writeln!(text),
            _ => writeln!(text, "; {seconds:.1} s, {nodes} nodes"),
        };
    };
    count(
        "paper",
        &mut rows.iter().map(|r| (r.paper.value.as_str(), "", 0.0, 0)),
    );
    type Of = fn(&Row) -> &Option<Found>;
    let methods: [(&str, Of); 3] = [
        ("table", |r| &r.table),
        ("search", |r| &r.search),
        ("candidates", |r| &r.candidates),
    ];
    for (name, of) in methods {
        let found = rows.iter().filter_map(|r| of(r).as_ref());
        count(
            name,
            &mut found.map(|f| {
                let reason = f.reason.as_deref().unwrap_or("");
                (f.value.as_str(), reason, f.seconds, f.nodes)
            }),
        );
    }
    let differs: Vec<String> = rows
        .iter()
        .filter(|r| r.differs())
        .map(|r| r.paper.no.to_string())
        .collect();
    let _ = match differs.is_empty() {
        true => writeln!(text, "no value differs from the paper's"),
        false => writeln!(text, "values that differ from the paper's: {}", differs.join(" ")),
    };
    text.push_str(&open_starts(rows));
    text
}

/// What the paper's first experiment left open, and what its method leaves open here.
fn open_starts(rows: &[Row]) -> String {
    let numbers = |wanted: &dyn Fn(&Row) -> bool| {
        let found: Vec<String> = { rows.iter().filter(|row| wanted(row)) }
            .map(|row| row.paper.no.to_string())
            .collect();
        match found.is_empty() {
            true => "none".to_owned(),
            false => found.join(" "),
        }
    };
    if rows.iter().all(|row| row.candidates.is_none()) {
        return String::new();
    }
    let theirs = |row: &Row| row.paper.first == "unknown";
    let ours = |row: &Row| row.candidates.as_ref().is_some_and(|f| f.value == "unknown");
    let mut text = format!("open in the paper's first experiment: {}\n", numbers(&theirs));
    let _ = writeln!(
        text,
        "of these, decided by its method here: {}",
        numbers(&|row| theirs(row) && !ours(row))
    );
    let mut reasons: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for row in rows.iter().filter(|row| ours(row)) {
        let reason = row.candidates.as_ref().and_then(|f| f.reason.as_deref());
        let list = reasons.entry(reason.unwrap_or("?")).or_default();
        list.push(row.paper.no.to_string());
    }
    for (reason, list) in reasons {
        let _ = writeln!(text, "open here by {reason}: {}", list.join(" "));
    }
    text
}

/// A row as one line of JSON.
pub fn row_line(row: &Row) -> String {
    yose_ask::answer::line(row)
}

/// Reads a row from its line.
pub fn read_row(line: &str) -> Result<Row, serde_json::Error> {
    serde_json::from_str(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        Plan {
            table: false,
            search: true,
            candidates: None,
            limits: Limits {
                nodes: Some(50),
                hash_mb: 1,
                ..Limits::default()
            },
            threads: 1,
            change: None,
            only: vec![19, 128],
        }
    }

    #[test]
    fn rows_are_taken_up_only_by_the_same_settings() {
        let plan = plan();
        let rows = run(&plan, &BTreeMap::new(), &|_, _| {}).unwrap();
        assert_eq!(rows.len(), 2);
        let mut kept = plan.settings();
        rows.iter().for_each(|row| kept.push_str(&row_line(row)));
        assert_eq!(read_rows(&kept, &plan).unwrap().len(), 2);
        // A last line that was cut off is ignored; an empty file is a fresh start.
        assert_eq!(read_rows(&kept[..kept.len() - 9], &plan).unwrap().len(), 1);
        assert!(read_rows("", &plan).unwrap().is_empty());
        // Another choice of starts or threads is the same work; any other setting is not.
        let mut other = self::plan();
        other.only.clear();
        other.threads = 7;
        assert_eq!(read_rows(&kept, &other).unwrap().len(), 2);
        let others: [fn(&mut Plan); 6] = [
            |plan| plan.change = Some(Change::Nifu),
            |plan| plan.table = true,
            |plan| plan.candidates = Some(Switches::default()),
            |plan| plan.limits.nodes = None,
            |plan| plan.limits.time = Some(Duration::from_secs(1)),
            |plan| plan.limits.hash_mb = 2,
        ];
        for change in others {
            let mut other = self::plan();
            change(&mut other);
            let refused = read_rows(&kept, &other);
            assert!(
                matches!(refused, Err(ReproduceError::Settings { .. })),
                "{other:?}"
            );
        }
        // Rows without a line of settings, as an old version wrote them, are refused.
        let bare: String = rows.iter().map(row_line).collect();
        assert!(read_rows(&bare, &plan).is_err());
    }
}
