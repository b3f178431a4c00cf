//! The tables of Sakuta, Nagashima, Hashimoto and Iida (2002), made from runs.

use super::loa_runs::{Run, THREATS_ONLY, Variant, family};
use std::collections::BTreeMap;
use std::fmt::Write;
use yose_loa_endgame::{Method, Threats};

/// The tables as printed in the paper.
const PAPER: &str = include_str!("loa_paper.tsv");

/// A value of the paper: of this table, row and column.
fn printed(table: &str, row: &str, head: &str) -> Option<&'static str> {
    let line = |name: &str| {
        PAPER
            .lines()
            .map(|line| line.split('\t').collect::<Vec<_>>())
            .find(|cells| cells.first() == Some(&table) && cells.get(1) == Some(&name))
    };
    let column = line("heads")?.iter().position(|cell| *cell == head)?;
    line(row)?.get(column).copied()
}

/// A table: a title, column heads, rows.
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) title: String,
    pub(super) heads: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Table {
    /// The rows, each followed by the paper's if the paper has one.
    fn beside(&self) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        for row in &self.rows {
            rows.push(row.clone());
            let Some(name) = row.first() else { continue };
            let values = self.heads[1..].iter().map(|head| printed(self.name, name, head));
            if values.clone().any(|value| value.is_some()) {
                let values = values.map(|value| value.unwrap_or("-").to_owned());
                let first = std::iter::once(format!("  the paper: {name}"));
                rows.push(first.chain(values).collect());
            }
        }
        rows
    }

    /// The table as text.
    pub(super) fn text(&self) -> String {
        let rows = self.beside();
        let mut widths: Vec<usize> = self.heads.iter().map(String::len).collect();
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.len());
            }
        }
        let mut text = format!("{}\n", self.title);
        for row in std::iter::once(&self.heads).chain(&rows) {
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
        let line = |cells: &Vec<String>| {
            let cells: Vec<&str> = cells.iter().map(|cell| cell.trim()).collect();
            cells.join(",") + "\n"
        };
        std::iter::once(&self.heads)
            .chain(&self.beside())
            .map(line)
            .collect()
    }
}

/// All runs, by problem and search.
#[derive(Default)]
pub(super) struct Runs(BTreeMap<(String, String), Vec<Run>>);

impl Runs {
    pub(super) fn add(&mut self, run: Run) {
        let key = (run.id.clone(), run.variant.clone());
        self.0.entry(key).or_default().push(run);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The result with this limit of entries. A search that ended with fewer entries and wants no
    /// more would do the same under the larger limit.
    pub(super) fn at(&self, id: &str, variant: Variant, room: usize) -> Option<&Run> {
        let runs = self.0.get(&(id.to_owned(), variant.name()))?;
        let tells = |run: &&Run| run.room == room || run.room < room && !run.wants_more();
        runs.iter().filter(tells).min_by_key(|run| run.room)
    }

    /// All runs of a variant.
    pub(super) fn of(&self, variant: Variant) -> impl Iterator<Item = &Run> {
        let name = variant.name();
        self.0.values().flatten().filter(move |run| run.variant == name)
    }
}

/// What tables are made of.
pub(super) struct Source<'a> {
    pub(super) runs: &'a Runs,
    /// The problems, in their order.
    pub(super) ids: &'a [String],
    /// Limits of entries in units of ten thousand, the smallest first.
    pub(super) limits: &'a [usize],
    /// Entries of the full table of deepening, in units of ten thousand.
    pub(super) full: usize,
}

const ROWS: [&str; 4] = ["plain", "KTH", "lambda1-sorting", "lambda1-sorting KTH"];

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

impl Source<'_> {
    /// The largest limit, in entries.
    fn largest(&self) -> usize {
        self.limits.iter().max().copied().unwrap_or(0) * 10_000
    }

    /// The full table of a variant, in entries: at least the largest limit.
    pub(super) fn full(&self, variant: Variant) -> usize {
        variant.full(self.full * 10_000).max(self.largest())
    }

    /// The results of variants on the problems on which all of them ran, one list a variant.
    fn results(&self, variants: &[Variant], room: &dyn Fn(Variant) -> usize) -> Vec<Vec<&Run>> {
        let mut lists = vec![Vec::new(); variants.len()];
        for id in self.ids {
            let runs: Option<Vec<&Run>> = variants.iter().map(|&v| self.runs.at(id, v, room(v))).collect();
            for (list, run) in lists.iter_mut().zip(runs.unwrap_or_default()) {
                list.push(run);
            }
        }
        lists
    }

    /// The number of problems of a table, if they are not all.
    fn part(&self, lists: &[Vec<&Run>]) -> String {
        match lists.first().map_or(0, Vec::len) {
            n if n == self.ids.len() => String::new(),
            n => format!("; {n} of {} problems so far", self.ids.len()),
        }
    }

    /// The steps of the shortest win that is known of a problem.
    fn steps(&self, id: &str) -> Option<u16> {
        let all = Variant::all();
        let runs = all.iter().filter_map(|&v| self.runs.at(id, v, self.full(v)));
        runs.filter_map(|run| run.result.as_ref().ok()).min().copied()
    }
}

fn averages(runs: &[&Run]) -> [String; 3] {
    let n = runs.len().max(1) as f64;
    let mean = |f: &dyn Fn(&Run) -> f64| runs.iter().map(|run| f(run)).sum::<f64>() / n;
    [
        format!("{:.2E}", mean(&|r| r.moves as f64)).replace('E', "E+"),
        format!("{:.0}", mean(&|r| r.entries as f64)),
        format!("{:.2}", mean(&|r| r.seconds)),
    ]
}

fn solved<'a>(runs: &[&'a Run]) -> Vec<&'a Run> {
    runs.iter().copied().filter(|run| run.result.is_ok()).collect()
}

fn row(name: &str, runs: &[&Run]) -> Vec<String> {
    let solved = solved(runs);
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

/// Tables 2, 3, 6, 7 and their like: solved problems and averages.
fn summary(
    source: &Source<'_>,
    name: &'static str,
    title: &str,
    variants: [Variant; 4],
    room: &dyn Fn(Variant) -> usize,
) -> Table {
    let lists = source.results(&variants, room);
    let entries = room(variants[0]) / 10_000;
    Table {
        name,
        title: format!("{title} (ttlimit {entries} x10^4{})", source.part(&lists)),
        heads: heads("search"),
        rows: { ROWS.iter().zip(&lists) }
            .map(|(name, runs)| row(name, runs))
            .collect(),
    }
}

/// Tables 4 and 8 and their like: the number of solved problems for each limit of entries.
fn by_entries(source: &Source<'_>, name: &'static str, title: &str, variants: [Variant; 4]) -> Table {
    let mut rows: Vec<Vec<String>> = ROWS.iter().map(|name| vec![(*name).to_owned()]).collect();
    let mut part = String::new();
    for limit in source.limits {
        let lists = source.results(&variants, &|_| limit * 10_000);
        for (row, runs) in rows.iter_mut().zip(&lists) {
            row.push(solved(runs).len().to_string());
        }
        let so_far = source.part(&lists);
        if !so_far.is_empty() {
            part = format!(" (ttlimit {limit}{so_far})");
            break;
        }
    }
    let heads = source.limits.iter().map(usize::to_string);
    Table {
        name,
        title: format!("{title}, solved by ttlimit{part}"),
        heads: std::iter::once("ttlimit x10^4".to_owned()).chain(heads).collect(),
        rows,
    }
}

/// Table 5: lambda-1 search.
fn threats_only(source: &Source<'_>) -> Table {
    let lists = source.results(&[THREATS_ONLY], &|v| source.full(v));
    let all = lists.first().cloned().unwrap_or_default();
    let is_short = |run: &&&Run| source.steps(&run.id).is_some_and(|steps| steps < 10);
    let few: Vec<&Run> = all.iter().filter(is_short).copied().collect();
    let exhausted = all.iter().filter(|run| run.result == Err("threats".to_owned()));
    Table {
        name: "table5",
        title: format!(
            "Table 5. Lambda1-search by PDS (the others: {} have no win by threats{})",
            exhausted.count(),
            source.part(&lists)
        ),
        heads: heads("problems"),
        rows: vec![row("all", &all), row("less than 10 steps", &few)],
    }
}

/// The points of a figure: the steps and CPU seconds of every solved problem. The steps are those
/// of the shortest win if deepening found it, and otherwise those of the search itself.
pub(super) fn points(source: &Source<'_>, variant: Variant) -> Vec<(u32, f64)> {
    let at = |id: &str, variant| {
        let run = source.runs.at(id, variant, source.full(variant))?;
        Some((*run.result.as_ref().ok()?, run.seconds))
    };
    let point = |id: &String| {
        let (own, seconds) = at(id, variant)?;
        let exact = at(id, WITH_KTH[0]).map(|(steps, _)| steps);
        Some((exact.unwrap_or(own).into(), seconds))
    };
    source.ids.iter().filter_map(point).collect()
}

fn by_steps(source: &Source<'_>) -> Table {
    let found = WITH_KTH.map(|variant| points(source, variant));
    let mut columns: Vec<u32> = found.iter().flatten().map(|p| p.0).collect();
    columns.extend((5..28).step_by(2));
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
        title: "Table 9. Solved by steps, with KTH (full tables)".to_owned(),
        rows: rows.collect(),
        heads: std::iter::once("steps".to_owned())
            .chain(columns.iter().map(u32::to_string))
            .collect(),
    }
}

/// The families of searches, with their names.
const FAMILIES: [(&str, Method, bool); 6] = [
    ("deepening", Method::Deepening, false),
    ("PDS", Method::Pds, false),
    ("df-pn", Method::Dfpn, false),
    ("deepening, ahead", Method::Deepening, true),
    ("PDS, ahead", Method::Pds, true),
    ("df-pn, ahead", Method::Dfpn, true),
];

/// What a technique saves on the problems that are solved with it and without it.
fn pairs(source: &Source<'_>) -> Table {
    let mut rows = Vec::new();
    for (name, method, ahead) in FAMILIES {
        let rows_of = family(method, ahead);
        for (what, without, with) in [
            ("KTH", 0, 1),
            ("KTH, both sorted", 2, 3),
            ("lambda1-sorting", 0, 2),
            ("lambda1-sorting, both KTH", 1, 3),
        ] {
            let lists = source.results(&[rows_of[without], rows_of[with]], &|v| source.full(v));
            let both: Vec<(&Run, &Run)> = { lists[0].iter().copied().zip(lists[1].iter().copied()) }
                .filter(|(a, b)| a.result.is_ok() && b.result.is_ok())
                .collect();
            let is_short = |run: &Run| source.steps(&run.id).is_some_and(|steps| steps < 10);
            for (steps, wanted) in [("all", None), ("< 10", Some(true)), (">= 10", Some(false))] {
                let some: Vec<_> = { both.iter() }
                    .filter(|(a, _)| wanted.is_none_or(|short| is_short(a) == short))
                    .collect();
                let ratio = |f: &dyn Fn(&Run) -> f64| {
                    let sum = |side: &dyn Fn(&(&Run, &Run)) -> f64| some.iter().map(|p| side(p)).sum::<f64>();
                    match sum(&|p| f(p.0)) {
                        0.0 => "-".to_owned(),
                        before => format!("{:.2}", sum(&|p| f(p.1)) / before),
                    }
                };
                rows.push(vec![
                    format!("{name}: {what}"),
                    steps.to_owned(),
                    some.len().to_string(),
                    ratio(&|r| r.moves as f64),
                    ratio(&|r| r.entries as f64),
                    ratio(&|r| r.seconds),
                ]);
            }
        }
    }
    Table {
        name: "pairs",
        title: "Not in the paper: with a technique against without, sums over the problems that both solve"
            .to_owned(),
        heads: [
            "search: technique",
            "steps",
            "problems",
            "moves",
            "entries",
            "CPU",
        ]
        .map(str::to_owned)
        .to_vec(),
        rows,
    }
}

/// How often killer trees and lambda-1 sorting decide.
fn hits(source: &Source<'_>) -> Table {
    let mut rows = Vec::new();
    for (name, method, ahead) in FAMILIES {
        for (row, variant) in ROWS.iter().zip(family(method, ahead)).skip(1) {
            let lists = source.results(&[variant], &|v| source.full(v));
            let sum = |f: &dyn Fn(&Run) -> u64| lists[0].iter().map(|run| f(run)).sum::<u64>();
            let share = |part: u64, of: u64| match of {
                0 => "-".to_owned(),
                of => format!("{:.1} %", 100.0 * part as f64 / of as f64),
            };
            let (tries, hits) = (sum(&|r| r.hits.killer_tries), sum(&|r| r.hits.killer_hits));
            let (sorted, sorted_hits) = (sum(&|r| r.hits.sorted), sum(&|r| r.hits.sorted_hits));
            rows.push(vec![
                format!("{name}: {row}"),
                lists[0].len().to_string(),
                tries.to_string(),
                share(hits, tries),
                share(sum(&|r| r.hits.replayed), sum(&|r| r.nodes)),
                sum(&|r| r.hits.proofs).to_string(),
                share(sorted, sum(&|r| r.hits.proofs)),
                share(sorted_hits, sorted),
            ]);
        }
    }
    Table {
        name: "hits",
        title: "Not in the paper: what killer trees and the order of moves decide".to_owned(),
        heads: [
            "search",
            "problems",
            "killer tries",
            "hits",
            "nodes replayed",
            "proofs by a move",
            "threats and quiet moves listed",
            "then by a threat",
        ]
        .map(str::to_owned)
        .to_vec(),
        rows,
    }
}

/// Tables 2 to 9, then the same for searches that the paper does not have, and what the techniques
/// are worth.
pub(super) fn tables(source: &Source<'_>) -> Vec<Table> {
    let full = |variant: Variant| source.full(variant);
    let most = |_: Variant| source.largest();
    let id = family(Method::Deepening, false);
    let pds = family(Method::Pds, false);
    let mut tables = vec![
        summary(source, "table2", "Table 2. Iterative deepening", id, &full),
        summary(source, "table3", "Table 3. Iterative deepening", id, &most),
        by_entries(source, "table4", "Table 4. Iterative deepening", id),
        threats_only(source),
        summary(source, "table6", "Table 6. PDS", pds, &full),
        summary(source, "table7", "Table 7. PDS", pds, &most),
        by_entries(source, "table8", "Table 8. PDS", pds),
        by_steps(source),
    ];
    let ours = [
        ("dfpn", "dfpn_solved", "df-pn", family(Method::Dfpn, false)),
        (
            "id_ahead",
            "id_ahead_solved",
            "iterative deepening that looks ahead",
            family(Method::Deepening, true),
        ),
        (
            "pds_ahead",
            "pds_ahead_solved",
            "PDS that looks ahead",
            family(Method::Pds, true),
        ),
        (
            "dfpn_ahead",
            "dfpn_ahead_solved",
            "df-pn that looks ahead",
            family(Method::Dfpn, true),
        ),
    ];
    for (name, by_limit, title, variants) in ours {
        let title = format!("Not in the paper: {title}");
        tables.push(summary(source, name, &title, variants, &full));
        tables.push(by_entries(source, by_limit, &title, variants));
    }
    tables.push(pairs(source));
    tables.push(hits(source));
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paper_has_its_values_by_row_and_column() {
        assert_eq!(printed("table4", "KTH", "100"), Some("70"));
        assert_eq!(printed("table8", "lambda1-sorting KTH", "300"), Some("105"));
        assert_eq!(printed("table9", "PDS", "21"), Some("10"));
        assert_eq!(printed("table2", "plain", "time/solved"), Some("84.9"));
        assert_eq!(printed("table4", "KTH", "200"), None);
        assert_eq!(printed("dfpn", "KTH", "solved"), None);
        // Every row has as many cells as the heads of its table.
        for line in PAPER.lines().filter(|line| !line.starts_with('#')) {
            let cells: Vec<&str> = line.split('\t').collect();
            let heads = PAPER
                .lines()
                .find(|head| head.starts_with(&format!("{}\theads\t", cells[0])))
                .unwrap();
            assert_eq!(cells.len(), heads.split('\t').count(), "{line}");
        }
    }

    #[test]
    fn sums_of_the_paper_agree_between_its_tables() {
        let steps = |row: &str| -> u32 {
            (5..28)
                .step_by(2)
                .filter_map(|n: u32| printed("table9", row, &n.to_string())?.parse::<u32>().ok())
                .sum()
        };
        assert_eq!(
            steps("ID").to_string(),
            printed("table2", "KTH", "solved").unwrap()
        );
        assert_eq!(
            steps("PDS").to_string(),
            printed("table6", "KTH", "solved").unwrap()
        );
        for row in ROWS {
            assert_eq!(printed("table3", row, "solved"), printed("table4", row, "300"));
            assert_eq!(printed("table7", row, "solved"), printed("table8", row, "300"));
        }
    }
}
