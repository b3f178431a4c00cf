//! `reproduce dobutsu`: Dobutsu shogi solved completely, beside what T. Tanaka (*An analysis of a
//! board game "Doubutsu Shogi"*, IPSJ SIG Technical Report 2009-GI-22-3) and later solvers have
//! published.
//!
//! Positions are counted as there: the same for both sides and for mirror images, the game ends
//! when a lion is taken or stands safely on the far rank. The table knows no position in which a
//! lion can be taken; `Table::reach` counts those, and proves every value on its way.

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

/// A number that was published, and ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// What it counts.
    pub quantity: &'static str,
    /// As published; null where nothing was.
    pub published: Option<String>,
    /// Who published it.
    pub source: &'static str,
    /// As we found it.
    pub ours: String,
}

impl Line {
    /// Whether ours is not what was published.
    pub fn differs(&self) -> bool {
        self.published.as_ref().is_some_and(|p| *p != self.ours)
    }
}

/// Dobutsu shogi.
#[derive(Clone, Debug, Serialize)]
pub struct Dobutsu {
    /// The version of the shape.
    pub schema: u32,
    /// The numbers.
    pub lines: Vec<Line>,
    /// Values that do not follow from those of their successors, of all positions reached: none.
    pub wrong: u64,
    /// Time for the table, by the clock on the wall.
    pub table_seconds: f64,
    /// Time to reach and prove everything.
    pub reach_seconds: f64,
}

/// Why there is no result.
#[derive(Debug, Error)]
pub enum DobutsuError {
    /// The game itself is not as it should be.
    #[error("the rules of Dobutsu shogi: {0}")]
    Game(String),
    /// The table.
    #[error(transparent)]
    Table(TableError),
    /// The limits said stop.
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
    /// Whether some number is not the published one, or some value does not follow.
    pub fn differs(&self) -> bool {
        self.wrong > 0 || self.lines.iter().any(Line::differs)
    }

    /// For people.
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

    /// As one line of JSON.
    pub fn json(&self) -> String {
        answer::line(self)
    }
}
