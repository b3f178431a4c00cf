//! `reproduce dobutsu`: solves Dobutsu shogi completely. The numbers are printed beside those of T.
//! Tanaka (*An analysis of a board game "Doubutsu Shogi"*, IPSJ SIG Technical Report 2009-GI-22-3)
//! and of later solvers.
//!
//! Positions are counted as in that report. A position, the same position with the sides exchanged,
//! and its mirror image count once. The game ends when a lion is captured or stands safely on the
//! far rank. The table holds no position in which a lion can be captured. `Table::reach` counts
//! those positions, and verifies every value it reaches.

use serde::Serialize;
use std::fmt::Write as _;
use std::time::{Duration, Instant};
use thiserror::Error;
use yose_ask::answer;
use yose_ask::tables::words;
use yose_shogi::notation::usi;
use yose_shogi::{Variant, with_position};
use yose_tablebase::{Material, Table, TableError, Value, Watch};
use yose_tsume::Limits;

/// A published number and our number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The quantity.
    pub quantity: &'static str,
    /// The published number; null if there is none.
    pub published: Option<String>,
    /// Who published it.
    pub source: &'static str,
    /// Our number.
    pub ours: String,
}

impl Line {
    /// Whether our number differs from the published number.
    pub fn differs(&self) -> bool {
        self.published.as_ref().is_some_and(|p| *p != self.ours)
    }
}

/// The solution of Dobutsu shogi.
#[derive(Clone, Debug, Serialize)]
pub struct Dobutsu {
    /// The version of the JSON format.
    pub schema: u32,
    /// The numbers, published and ours.
    pub lines: Vec<Line>,
    /// The number of reached positions whose value does not follow from the values of the
    /// successors. Zero if the table is right.
    pub wrong: u64,
    /// Wall-clock seconds spent on building the table.
    pub table_seconds: f64,
    /// Wall-clock seconds spent on reaching and verifying all positions.
    pub reach_seconds: f64,
}

/// Why there is no result.
#[derive(Debug, Error)]
pub enum DobutsuError {
    /// The built-in variant cannot be used.
    #[error("the rules of Dobutsu shogi: {0}")]
    Game(String),
    /// The table cannot be built.
    #[error(transparent)]
    Table(TableError),
    /// A limit or an interrupt stopped the work.
    #[error("stopped")]
    Stopped,
}

impl From<TableError> for DobutsuError {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Interrupted => DobutsuError::Stopped,
            error => DobutsuError::Table(error),
        }
    }
}

const TANAKA: &str = "Tanaka 2009";
const LATER: &str = "jh85/dobutsushogi";

/// Solves the game.
///
/// # Errors
/// See [`DobutsuError`].
pub fn solve(limits: &Limits, report: &mut dyn FnMut(&str)) -> Result<Dobutsu, DobutsuError> {
    let variant = Variant::by_name("dobutsu").map_err(|e| DobutsuError::Game(e.to_string()))?;
    let start = variant
        .start()
        .ok_or_else(|| DobutsuError::Game("no start".to_owned()))?;
    let clock = Instant::now();
    let mut told = |stage| {
        report(&words(stage));
        limits.time.is_none_or(|time| clock.elapsed() <= time)
            && !limits.interrupt.load(std::sync::atomic::Ordering::Relaxed)
    };
    let table = Table::build(&Material::of(&start)?, &mut Watch::new(&mut told))?;
    let made = clock.elapsed();
    let reached = with_position!(&start, |p| table.reach(p, &mut Watch::new(&mut told)))?;
    let seconds = |time: Duration| (time.as_secs_f64() * 1000.0).round() / 1000.0;
    let signed = |value: Option<Value>| match value {
        Some(Value::Win(n)) => format!("+{n}"),
        Some(Value::Loss(n)) => format!("-{n}"),
        Some(Value::Draw) => "0".to_owned(),
        None => "?".to_owned(),
    };
    let (value, moves) = with_position!(&start, |p| (table.value(p), table.moves(p)));
    let first: Vec<String> = ["2c2b", "1d1c", "2d1c", "2d3c"]
        .iter()
        .map(|name| {
            let found = moves.iter().find(|(m, _)| usi::write(*m, variant) == *name);
            signed(found.and_then(|(_, value)| *value))
        })
        .collect();
    let inner = reached.wins + reached.losses + reached.draws;
    let mean = reached.moves as f64 / inner.max(1) as f64;
    let counts = table.counts();
    let line = |quantity, published: &str, source, ours: String| Line {
        quantity,
        published: (!published.is_empty()).then(|| published.to_owned()),
        source,
        ours,
    };
    let lines = vec![
        line("value of the start, in plies", "-78", TANAKA, signed(value)),
        line(
            "first moves b3xb2, c3G, c3L, a3L",
            "-76 -78 -78 -78",
            TANAKA,
            first.join(" "),
        ),
        line(
            "arrangements",
            "1567925964",
            TANAKA,
            table.index().arrangements().to_string(),
        ),
        line("reachable", "246803167", TANAKA, reached.positions.to_string()),
        line("reachable, no end", "99485568", TANAKA, inner.to_string()),
        line("  of these won", "56474473", TANAKA, reached.wins.to_string()),
        line("  lost", "40328395", TANAKA, reached.losses.to_string()),
        line("  draws", "2682700", TANAKA, reached.draws.to_string()),
        line(
            "reachable ends: the lion can be taken",
            "140298614",
            LATER,
            reached.takes.to_string(),
        ),
        line(
            "reachable ends: lost by a Try",
            "7018985",
            LATER,
            reached.tries.to_string(),
        ),
        line(
            "reachable, won (ends counted)",
            "196773087",
            LATER,
            (reached.wins + reached.takes).to_string(),
        ),
        line(
            "reachable, lost (ends counted)",
            "47347380",
            LATER,
            (reached.losses + reached.tries).to_string(),
        ),
        line(
            "most moves of a position",
            "38",
            TANAKA,
            reached.most_moves.to_string(),
        ),
        line("moves on average", "9.435", TANAKA, format!("{mean:.3}")),
        line(
            "longest win, in plies",
            "173",
            TANAKA,
            table.deepest_win().to_string(),
        ),
        line(
            "longest win of the reachable",
            "",
            "",
            reached.deepest.to_string(),
        ),
        line(
            "plies to the farthest position",
            "",
            "",
            reached.farthest.to_string(),
        ),
        line("positions of the table", "", "", counts.positions.to_string()),
        line(
            "  won, lost, drawn",
            "",
            "",
            format!("{} {} {}", counts.wins, counts.losses, counts.draws),
        ),
    ];
    Ok(Dobutsu {
        schema: answer::SCHEMA,
        lines,
        wrong: reached.wrong,
        table_seconds: seconds(made),
        reach_seconds: seconds(clock.elapsed().saturating_sub(made)),
    })
}

impl Dobutsu {
    /// Whether a number differs from the published number, or a value is wrong.
    pub fn differs(&self) -> bool {
        self.wrong > 0 || self.lines.iter().any(Line::differs)
    }

    /// The solution as text.
    pub fn text(&self) -> String {
        let mut text = format!("{:<38} {:>16} {:>30}\n", "", "published", "ours");
        for line in &self.lines {
            let published = line.published.as_deref().unwrap_or("-");
            let _ = write!(text, "{:<38} {published:>16} {:>30}", line.quantity, line.ours);
            text.push_str(if line.differs() { "  DIFFERS\n" } else { "\n" });
        }
        let _ = writeln!(
            text,
            "{} of all reached values do not follow from their successors; table {:.1} s, reaching {:.1} s",
            self.wrong, self.table_seconds, self.reach_seconds
        );
        text
    }

    /// The solution as one line of JSON.
    pub fn json(&self) -> String {
        answer::line(self)
    }
}
