//! `reproduce tables`: builds the full table of every set of one or two pieces a side on a small
//! board. Each table is printed with its counts beside the known counts, and with the value of
//! every start. In a start the king and the pieces stand on the back rank, and the other side is
//! rotated by 180 degrees.
//!
//! Certificates can be written for every start. Each certificate is read back and checked by the
//! referee at once.

use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;
use thiserror::Error;
use yose_ask::answer;
use yose_ask::certificate::table::certify;
use yose_batch::worker::{self, InOrder};
use yose_batch::{Interrupt, output};
use yose_shogi::{AnyPosition, Variant, with_position};
use yose_tablebase::{Material, Table, TableError, Watch};
use yose_tsume::Limits;
use yose_verify::certificate::{check, decode};

/// Counts of the tables of 3x4 shogi. An independent solver found the same counts.
const KNOWN: &str = include_str!("../../../suites/shogi/tables-3x4.tsv");
/// The letters of the pieces, strongest first.
const LETTERS: &str = "RBGSNLP";

/// Which tables to build, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The number of files of the board.
    pub files: u8,
    /// The number of ranks of the board.
    pub ranks: u8,
    /// Pieces a side besides the king: 1, 2 or both.
    pub pieces: Vec<u8>,
    /// The promotion zones, in ranks.
    pub zones: Vec<u8>,
    /// Only these sets of pieces, such as `RB`; all sets if empty.
    pub only: Vec<String>,
    /// Whether to verify every value against the values of the successors.
    pub verify: bool,
    /// The folder for the certificates of the starts, if they are wanted.
    pub certificates: Option<PathBuf>,
    /// The limits of one table.
    pub limits: Limits,
    /// The number of tables built at the same time.
    pub threads: usize,
}

/// A start and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StartRow {
    /// The name of the start for `yose value`.
    pub start: String,
    /// `win`, `loss` or `draw` for the side to move.
    pub value: &'static str,
    /// Plies to mate; null for a draw.
    pub distance: Option<u8>,
    /// The number of records in the certificates that the referee accepted. Null if no certificates
    /// were requested or the game is already over.
    pub records: Option<usize>,
}

/// A table and its starts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TableRow {
    /// The version of the JSON format.
    pub schema: u32,
    /// The board.
    pub board: String,
    /// The pieces of one side besides the king.
    pub pieces: String,
    /// The promotion zone, in ranks.
    pub zone: u8,
    /// The size of the index.
    pub entries: u32,
    /// Positions, wins, losses, draws, mates, stalemates, legal moves, and the longest distance.
    pub counts: [u64; 8],
    /// The known counts, in the same order.
    pub known: Option<[u64; 8]>,
    /// The number of values that do not follow from the values of the successors. Null if the
    /// values were not verified.
    pub wrong: Option<u64>,
    /// Wall-clock seconds spent on building the table.
    pub seconds: f64,
    /// The starts with these pieces.
    pub starts: Vec<StartRow>,
}

/// Why there is no row.
#[derive(Debug, Error)]
pub enum TablesError {
    /// The table cannot be built.
    #[error("{name}: {error}")]
    Table {
        /// One of its starts.
        name: String,
        /// What is wrong.
        error: TableError,
    },
    /// A certificate cannot be made, or the referee rejects it.
    #[error("{name}: the certificate: {what}")]
    Certificate {
        /// The start.
        name: String,
        /// What is wrong.
        what: String,
    },
    /// No table fits the plan.
    #[error("no start of a {0} board has these pieces")]
    Nothing(String),
}

/// The work for one table.
struct Job {
    pieces: String,
    zone: u8,
    material: Material,
    starts: Vec<(String, AnyPosition)>,
}

/// Every back rank with a king and the pieces, one of each pair of mirror images.
fn back_ranks(files: usize, pieces: &str) -> Vec<String> {
    fn place(row: &mut [char], left: &[char], found: &mut Vec<String>) {
        let Some((&piece, left)) = left.split_first() else {
            let text: String = row.iter().collect();
            let mirror: String = row.iter().rev().collect();
            if !found.contains(&text) && !found.contains(&mirror) {
                found.push(text);
            }
            return;
        };
        for i in 0..row.len() {
            if row[i] == '-' {
                row[i] = piece;
                place(row, left, found);
                row[i] = '-';
            }
        }
    }
    let all: Vec<char> = pieces.chars().chain(['K']).collect();
    let mut found = Vec::new();
    place(&mut vec!['-'; files], &all, &mut found);
    found
}

/// Every set of pieces of the plan: first sets of one piece, then sets of two. A shogi set has one
/// rook and one bishop a side, so sets with more of them are left out unless the plan names them.
fn sets(plan: &Plan) -> Vec<String> {
    let mut sets = Vec::new();
    for (i, a) in LETTERS.char_indices() {
        sets.push(a.to_string());
        sets.extend(LETTERS[i..].chars().map(|b| format!("{a}{b}")));
    }
    sets.sort_by_key(String::len);
    let wanted = |set: &String| {
        let listed = match plan.only.is_empty() {
            true => set != "RR" && set != "BB",
            false => plan.only.contains(set),
        };
        plan.pieces.contains(&(set.len() as u8)) && listed
    };
    sets.into_iter().filter(wanted).collect()
}

fn jobs(plan: &Plan) -> Vec<Job> {
    let mut jobs = Vec::new();
    for pieces in sets(plan) {
        for &zone in &plan.zones {
            let mut starts = Vec::new();
            for row in back_ranks(plan.files.into(), &pieces) {
                let name = format!("{}x{}:{row}:{zone}", plan.files, plan.ranks);
                // A setup in which a king can be captured is not a position.
                if let Some(start) = Variant::by_name(&name).ok().and_then(Variant::start) {
                    starts.push((name, start));
                }
            }
            if let Some(Ok(material)) = starts.first().map(|(_, start)| Material::of(start)) {
                jobs.push(Job {
                    pieces: pieces.clone(),
                    zone,
                    material,
                    starts,
                });
            }
        }
    }
    jobs
}

/// The number of tables in a plan.
pub fn tables(plan: &Plan) -> usize {
    jobs(plan).len()
}

/// Builds every table. `tell` receives the rows in order, each as soon as it and all rows before it
/// are complete, together with the number of rows still to come.
///
/// # Errors
/// See [`TablesError`]. An interrupt is not an error: the rows completed so far are returned.
pub fn run(plan: &Plan, tell: &mut dyn FnMut(&TableRow, usize)) -> Result<Vec<TableRow>, TablesError> {
    let jobs = jobs(plan);
    if jobs.is_empty() {
        return Err(TablesError::Nothing(format!("{}x{}", plan.files, plan.ranks)));
    }
    let todo: Vec<usize> = (0..jobs.len()).collect();
    let mut waiting = InOrder::new(&todo);
    let mut rows: Vec<TableRow> = Vec::new();
    let interrupt = Interrupt::from(&plan.limits.interrupt);
    let work = |i: usize| work(&jobs[i], plan);
    worker::each(&todo, plan.threads, &interrupt, work, |i, row| match row {
        Ok(row) => {
            waiting.put(i, row);
            while let Some((_, row)) = waiting.ready() {
                tell(&row, jobs.len() - rows.len() - 1);
                rows.push(row);
            }
            Ok(())
        }
        // An interrupt that stops a table is not an error.
        Err(_) if interrupt.requested() => Ok(()),
        Err(error) => Err(error),
    })?;
    Ok(rows)
}

fn work(job: &Job, plan: &Plan) -> Result<TableRow, TablesError> {
    let failed = |error| TablesError::Table {
        name: job
            .starts
            .first()
            .map(|(name, _)| name.clone())
            .unwrap_or_default(),
        error,
    };
    let clock = Instant::now();
    let mut goes_on = |_| !plan.limits.interrupt.load(Ordering::Relaxed);
    let table = Table::build(&job.material, &mut Watch::new(&mut goes_on)).map_err(failed)?;
    let seconds = (clock.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
    let wrong = match plan.verify {
        true => Some(
            table
                .verify(1, &mut Watch::new(&mut goes_on))
                .map_err(failed)?
                .wrong,
        ),
        false => None,
    };
    let mut starts = Vec::new();
    for (name, position) in &job.starts {
        let Some(value) = with_position!(position, |p| table.value(p)) else {
            continue;
        };
        let records = match &plan.certificates {
            // If the game is already over there is nothing to certify.
            Some(folder) if with_position!(position, |p| p.has_legal_move()) => {
                Some(written(folder, name, position, &table)?)
            }
            _ => None,
        };
        starts.push(StartRow {
            start: name.clone(),
            value: value.word(),
            distance: value.distance(),
            records,
        });
    }
    let c = table.counts();
    Ok(TableRow {
        schema: answer::SCHEMA,
        board: format!("{}x{}", plan.files, plan.ranks),
        pieces: job.pieces.clone(),
        zone: job.zone,
        entries: table.index().size(),
        counts: [
            c.positions,
            c.wins,
            c.losses,
            c.draws,
            c.mates,
            c.stalemates,
            c.moves,
            c.deepest.into(),
        ],
        known: known(plan, &job.pieces, job.zone),
        wrong,
        seconds,
        starts,
    })
}

/// The known counts of a table.
fn known(plan: &Plan, pieces: &str, zone: u8) -> Option<[u64; 8]> {
    if (plan.files, plan.ranks) != (3, 4) {
        return None;
    }
    let mut rows = KNOWN.lines().filter(|line| !line.starts_with('#'));
    let fields = rows.find_map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        (fields.first() == Some(&pieces) && fields.get(1).and_then(|z| z.parse().ok()) == Some(zone))
            .then_some(fields)
    })?;
    let numbers: Vec<u64> = fields[2..].iter().filter_map(|n| n.parse().ok()).collect();
    numbers.get(..8)?.try_into().ok()
}

/// Writes the certificates of a start, reads them back and has the referee check them. Returns the
/// number of records in them.
fn written(folder: &Path, name: &str, start: &AnyPosition, table: &Table) -> Result<usize, TablesError> {
    let fault = |what: String| TablesError::Certificate {
        name: name.to_owned(),
        what,
    };
    let certificates = with_position!(start, |p| certify(table, p)).map_err(|e| fault(e.to_string()))?;
    std::fs::create_dir_all(folder).map_err(|e| fault(e.to_string()))?;
    let mut records = 0;
    for (i, certificate) in certificates.iter().enumerate() {
        let mut bytes = Vec::new();
        certificate.encode(&mut bytes).map_err(|e| fault(e.to_string()))?;
        let suffix = if i > 0 { ".2" } else { "" };
        let path = folder.join(format!("{}.certificate{suffix}", name.replace(':', "_")));
        output::write_file(&path, &bytes, true).map_err(|e| fault(e.to_string()))?;
        let read = std::fs::read(&path).map_err(|e| fault(e.to_string()))?;
        let again = decode(&read[..]).map_err(|e| fault(e.to_string()))?;
        check(&again).map_err(|e| fault(e.to_string()))?;
        records += again.proof.len() + again.closed.len();
    }
    Ok(records)
}

/// The header line of the text output.
pub const HEAD: &str = "pieces zone   positions        wins      losses     draws     mates stalemates        moves deepest  seconds\n";
/// The header line of the CSV of tables.
pub const CSV_HEAD: &str = "board,pieces,zone,entries,positions,wins,losses,draws,mates,stalemates,moves,deepest,known,wrong,seconds\n";
/// The header line of the CSV of starts.
pub const STARTS_HEAD: &str = "start,value,distance,records\n";

impl TableRow {
    /// Whether a count differs from the known count, or a value does not follow from the values of
    /// the successors.
    pub fn differs(&self) -> bool {
        self.known.is_some_and(|known| known != self.counts) || self.wrong.is_some_and(|n| n > 0)
    }

    /// The row as text, followed by the starts if they are wanted.
    pub fn text(&self, starts: bool) -> String {
        let [positions, wins, losses, draws, mates, stalemates, moves, deepest] = self.counts;
        let mut text = format!(
            "{:<6} {:>4} {positions:>11} {wins:>11} {losses:>11} {draws:>9} {mates:>9} {stalemates:>10} {moves:>12} {deepest:>7} {:>8.2}",
            self.pieces, self.zone, self.seconds
        );
        if let Some(wrong) = self.wrong {
            let _ = write!(text, "  {wrong} wrong");
        }
        text.push_str(match (self.known, self.differs()) {
            (_, true) => "  DIFFERS\n",
            (Some(_), false) => "  as known\n",
            (None, false) => "\n",
        });
        for start in self.starts.iter().filter(|_| starts) {
            let _ = write!(text, "  {} {}", start.start, start.value);
            if let Some(n) = start.distance {
                let _ = write!(text, " {n}");
            }
            if let Some(n) = start.records {
                let _ = write!(text, "  certificate accepted, {n} records");
            }
            text.push('\n');
        }
        text
    }

    /// The row as CSV, or only the starts if they are wanted.
    pub fn csv(&self, starts: bool) -> String {
        let number = |n: Option<u64>| n.map_or(String::new(), |n| n.to_string());
        if starts {
            return self.starts.iter().fold(String::new(), |mut text, s| {
                let (distance, records) = (s.distance.map(u64::from), s.records.map(|n| n as u64));
                let _ = writeln!(
                    text,
                    "{},{},{},{}",
                    s.start,
                    s.value,
                    number(distance),
                    number(records)
                );
                text
            });
        }
        let mut text = format!("{},{},{},{}", self.board, self.pieces, self.zone, self.entries);
        for n in self.counts {
            let _ = write!(text, ",{n}");
        }
        let known = match self.known {
            Some(known) if known == self.counts => "same",
            Some(_) => "other",
            None => "",
        };
        let _ = writeln!(text, ",{known},{},{:.3}", number(self.wrong), self.seconds);
        text
    }

    /// The row with its starts as one line of JSON.
    pub fn json(&self) -> String {
        answer::line(self)
    }
}

/// The totals of all rows.
pub fn totals(rows: &[TableRow]) -> String {
    let count = |word: &str| {
        let starts = rows.iter().flat_map(|row| &row.starts);
        starts.filter(|s| s.value == word).count()
    };
    let seconds: f64 = rows.iter().map(|row| row.seconds).sum();
    let positions: u64 = rows.iter().map(|row| row.counts[0]).sum();
    let mut text = format!(
        "{} tables, {positions} positions, {seconds:.1} s; starts: {} wins, {} draws, {} losses\n",
        rows.len(),
        count("win"),
        count("draw"),
        count("loss"),
    );
    let known = rows.iter().filter(|row| row.known.is_some()).count();
    let differ = rows.iter().filter(|row| row.differs()).count();
    let _ = match (known, differ) {
        (0, 0) => Ok(()),
        (_, 0) => writeln!(text, "the {known} tables that are known have the same counts"),
        _ => writeln!(text, "{differ} tables differ from what is known or do not follow"),
    };
    text
}

#[cfg(test)]
mod tests {
    use super::back_ranks;

    #[test]
    fn mirror_images_count_once() {
        assert_eq!(
            back_ranks(3, "R"),
            ["RK-", "R-K", "KR-"].map(String::from).to_vec()
        );
        assert_eq!(back_ranks(4, "G").len(), 6);
        assert_eq!(back_ranks(4, "GS").len(), 12);
        assert_eq!(back_ranks(4, "GG").len(), 6);
        assert_eq!(back_ranks(3, "GG").len(), 2);
    }
}
