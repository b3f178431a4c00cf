//! The tables of Sakuta, Nagashima, Hashimoto and Iida (2002), made from runs.

use super::loa_runs::{Run, Variant};
use std::fmt::Write;
use yose_loa_endgame::{Method, Threats};

/// A table: a title, column heads, rows.
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) title: String,
    pub(super) heads: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Table {
    /// The table as text.
    pub(super) fn text(&self) -> String {
        let mut widths: Vec<usize> = self.heads.iter().map(String::len).collect();
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.len());
            }
        }
        let mut text = format!("{}\n", self.title);
        for row in std::iter::once(&self.heads).chain(&self.rows) {
            for (i, (width, cell)) in widths.iter().zip(row).enumerate() {
                let _ = match i {
                    0 => write!(text, "{cell:<width$}"),
                    _ => write!(text, "  {cell:>width$}"),
                };
            }
            text = text.trim_end().to_owned();
            text.push('\n');
        }
        text
    }

    /// The table as CSV.
    pub(super) fn csv(&self) -> String {
        let line = |cells: &Vec<String>| cells.join(",") + "\n";
        std::iter::once(&self.heads).chain(&self.rows).map(line).collect()
    }
}

/// The runs of a variant with this table size.
fn of(runs: &[Run], variant: Variant, room: usize) -> Vec<&Run> {
    let name = variant.name();
    runs.iter()
        .filter(|run| run.variant == name && run.room == room)
        .collect()
}

/// The result of each problem if only time is limited. The run with the large table exists only
/// where the small table was full, and is preferred.
pub(super) fn by_time(runs: &[Run], variant: Variant, small: usize) -> Vec<&Run> {
    let whole = of(runs, variant, variant.room());
    let first = of(runs, variant, small).into_iter();
    first
        .map(|run| whole.iter().find(|w| w.id == run.id).copied().unwrap_or(run))
        .collect()
}

fn averages(runs: &[&Run]) -> [String; 3] {
    let n = runs.len().max(1) as f64;
    let mean = |f: &dyn Fn(&Run) -> f64| runs.iter().map(|run| f(run)).sum::<f64>() / n;
    [
        format!("{:.3e}", mean(&|r| r.moves as f64)),
        format!("{:.0}", mean(&|r| r.entries as f64)),
        format!("{:.3}", mean(&|r| r.seconds)),
    ]
}

fn row(name: &str, runs: &[&Run]) -> Vec<String> {
    let solved: Vec<&Run> = runs.iter().copied().filter(|run| run.result.is_ok()).collect();
    let mut row = vec![name.to_owned(), solved.len().to_string()];
    row.extend(averages(runs));
    row.extend(averages(&solved));
    row
}

fn heads(first: &str) -> Vec<String> {
    [
        first,
        "solved",
        "movecount",
        "ttcount",
        "time",
        "movecount/solved",
        "ttcount/solved",
        "time/solved",
    ]
    .map(str::to_owned)
    .to_vec()
}

/// The four rows of a method: without and with lambda-1 sorting, each without and with the
/// killer-tree heuristic (KTH).
fn family(method: Method, ahead: bool) -> [Variant; 4] {
    let of = |threats, kth| Variant {
        method,
        kth,
        threats,
        ahead,
    };
    [
        of(Threats::Any, false),
        of(Threats::Any, true),
        of(Threats::First, false),
        of(Threats::First, true),
    ]
}

const ROWS: [&str; 4] = ["plain", "KTH", "lambda1-sorting", "lambda1-sorting KTH"];

fn summary(
    name: &'static str,
    title: String,
    (method, ahead): (Method, bool),
    runs_of: &dyn Fn(Variant) -> Vec<Run>,
) -> Table {
    let rows = family(method, ahead)
        .into_iter()
        .zip(ROWS)
        .map(|(variant, name)| {
            let runs = runs_of(variant);
            row(name, &runs.iter().collect::<Vec<_>>())
        });
    Table {
        name,
        title,
        heads: heads("search"),
        rows: rows.collect(),
    }
}

/// The number of solved problems for each limit of entries, in units of ten thousand.
fn by_entries(name: &'static str, title: String, method: Method, runs: &[Run], limits: &[usize]) -> Table {
    let small = limits.iter().max().copied().unwrap_or(0) * 10_000;
    let rows = family(method, false)
        .into_iter()
        .zip(ROWS)
        .map(|(variant, name)| {
            let runs = of(runs, variant, small);
            let solved = limits.iter().map(|limit| {
                let within = |run: &&&Run| run.result.is_ok() && run.entries <= limit * 10_000;
                runs.iter().filter(within).count().to_string()
            });
            std::iter::once(name.to_owned()).chain(solved).collect()
        });
    let heads = limits.iter().map(usize::to_string);
    Table {
        name,
        title,
        heads: std::iter::once("ttlimit x10^4".to_owned()).chain(heads).collect(),
        rows: rows.collect(),
    }
}

/// Tables 2 to 9, then the same tables for df-pn and for searches with look-ahead. `short` holds
/// the problems of less than ten steps.
pub(super) fn tables(runs: &[Run], limits: &[usize], seconds: f64, short: &[String]) -> Vec<Table> {
    let small = limits.iter().max().copied().unwrap_or(0) * 10_000;
    let timed = |variant: Variant| {
        by_time(runs, variant, small)
            .into_iter()
            .cloned()
            .collect::<Vec<_>>()
    };
    let limited = |variant: Variant| of(runs, variant, small).into_iter().cloned().collect::<Vec<_>>();
    let most = limits.iter().max().copied().unwrap_or(0);
    let time = |what: &str| format!("{what} (within {seconds} s a problem)");
    let entries = |what: &str| format!("{what} (ttlimit {most} x10^4)");
    let mut tables = vec![
        summary(
            "table2",
            time("Table 2. Iterative deepening"),
            (Method::Deepening, false),
            &timed,
        ),
        summary(
            "table3",
            entries("Table 3. Iterative deepening"),
            (Method::Deepening, false),
            &limited,
        ),
        by_entries(
            "table4",
            "Table 4. Iterative deepening, solved by ttlimit".into(),
            Method::Deepening,
            runs,
            limits,
        ),
    ];
    let only = Variant {
        method: Method::Pds,
        kth: false,
        threats: Threats::Only,
        ahead: false,
    };
    let threats = of(runs, only, small);
    let few: Vec<&Run> = threats
        .iter()
        .copied()
        .filter(|run| short.contains(&run.id))
        .collect();
    tables.push(Table {
        name: "table5",
        title: "Table 5. Lambda1-search by PDS (what is not proved is unknown)".into(),
        heads: heads("problems"),
        rows: vec![row("all", &threats), row("less than 10 steps", &few)],
    });
    tables.extend([
        summary("table6", time("Table 6. PDS"), (Method::Pds, false), &timed),
        summary("table7", entries("Table 7. PDS"), (Method::Pds, false), &limited),
        by_entries(
            "table8",
            "Table 8. PDS, solved by ttlimit".into(),
            Method::Pds,
            runs,
            limits,
        ),
        steps(runs, small, seconds),
        summary(
            "dfpn",
            time("Not in the paper: df-pn"),
            (Method::Dfpn, false),
            &timed,
        ),
        summary(
            "id_ahead",
            time("Not in the paper: iterative deepening that looks ahead"),
            (Method::Deepening, true),
            &timed,
        ),
        summary(
            "pds_ahead",
            time("Not in the paper: PDS that looks ahead"),
            (Method::Pds, true),
            &timed,
        ),
        summary(
            "dfpn_ahead",
            time("Not in the paper: df-pn that looks ahead"),
            (Method::Dfpn, true),
            &timed,
        ),
    ]);
    tables
}

/// The two searches of table 9 and of the figures.
pub(super) const WITH_KTH: [Variant; 2] = [
    Variant {
        method: Method::Deepening,
        kth: true,
        threats: Threats::Any,
        ahead: false,
    },
    Variant {
        method: Method::Pds,
        kth: true,
        threats: Threats::Any,
        ahead: false,
    },
];

/// The points of a figure: the steps and seconds of every solved problem. The steps are those of
/// the shortest win if deepening found it, and otherwise those of the search itself.
pub(super) fn points(runs: &[Run], variant: Variant, small: usize) -> Vec<(u32, f64)> {
    let exact = by_time(runs, WITH_KTH[0], small);
    by_time(runs, variant, small)
        .into_iter()
        .filter_map(|run| {
            let own = *run.result.as_ref().ok()?;
            let known = exact
                .iter()
                .find(|e| e.id == run.id)
                .and_then(|e| e.result.as_ref().ok());
            Some((known.copied().unwrap_or(own).into(), run.seconds))
        })
        .collect()
}

fn steps(runs: &[Run], small: usize, seconds: f64) -> Table {
    let found = WITH_KTH.map(|variant| points(runs, variant, small));
    let mut columns: Vec<u32> = found.iter().flatten().map(|p| p.0).collect();
    columns.sort_unstable();
    columns.dedup();
    let rows = ["ID", "PDS"].iter().zip(&found).map(|(name, points)| {
        let count = |steps: &u32| points.iter().filter(|p| p.0 == *steps).count().to_string();
        std::iter::once((*name).to_owned())
            .chain(columns.iter().map(count))
            .collect()
    });
    Table {
        name: "table9",
        title: format!("Table 9. Solved by steps, with KTH (within {seconds} s a problem)"),
        rows: rows.collect(),
        heads: std::iter::once("steps".to_owned())
            .chain(columns.iter().map(u32::to_string))
            .collect(),
    }
}
