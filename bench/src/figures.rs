//! The figures of the proof search, as one table beside those of the best other programs.
//!
//! `figures FOLDER [ROW…]`: the folder holds the third-party problem sets (`short1000.tsv`, `zuko100.tsv`, `giants.tsv`,
//! `nankai13.tsv`), which are not part of the project. Rows are named by their first word; without names all run but
//! the hardest (hours).

use crate::tsume::{Settings, Total, measure};
use std::path::Path;

struct Row {
    name: &'static str,
    what: &'static str,
    file: &'static str,
    settings: &'static [&'static str],
    others: &'static str,
    asked: &'static str,
    /// Takes hours.
    long: bool,
}

const fn row(
    name: &'static str,
    what: &'static str,
    file: &'static str,
    settings: &'static [&'static str],
    others: &'static str,
    asked: &'static str,
) -> Row {
    Row {
        name,
        what,
        file,
        settings,
        others,
        asked,
        long: false,
    }
}

const GIANTS: &str = "giants.tsv";
const ZUKO: &str = "zuko100.tsv";

const ROWS: &[Row] = &[
    row(
        "short",
        "short1000, first mate",
        "short1000.tsv",
        &["first"],
        "2.0 s (YO, 999); 0.40 M (DL)",
        "1000 in 2 s",
    ),
    row(
        "short-exact",
        "short1000, proved shortest",
        "short1000.tsv",
        &["exact"],
        "38 s, 19.7 M (KH)",
        "1000 right in 10 s",
    ),
    row(
        "zuko",
        "Zuko 100, first mate, 20 s each",
        ZUKO,
        &["first", "time=20"],
        "98 in 121 s, 29.6 M (SH)",
        "all that mate, 80 s",
    ),
    row(
        "zuko-exact",
        "Zuko 100, proved shortest, 25 s each",
        ZUKO,
        &["exact", "time=25"],
        "16 of 24 in 20 to 30 s (KH)",
        "85 in 30 min",
    ),
    row(
        "zuko-long",
        "Zuko 100, proved shortest, 60 s each",
        ZUKO,
        &["exact", "time=60"],
        "",
        "",
    ),
    row(
        "kotobuki",
        "Kotobuki (611)",
        GIANTS,
        &["first", "only=kotobuki", "time=300"],
        "2.8 s, 0.38 M (SH)",
        "the same",
    ),
    row(
        "shinogizume",
        "Shin-ogizume (873)",
        GIANTS,
        &["first", "only=shinogizume", "time=300"],
        "13.5 s, 4.0 M (SH)",
        "the same",
    ),
    row(
        "ionization",
        "Ionization (789)",
        GIANTS,
        &["first", "only=ionization", "time=300"],
        "46 s, 29 M (KH)",
        "the same",
    ),
    row(
        "microcosmos",
        "Microcosmos (1525), 4 GB",
        GIANTS,
        &["first", "only=microcosmos", "time=300", "hash=4096"],
        "96 s, 58 M (KH); 108 s, 38.5 M (SH)",
        "the same",
    ),
    row(
        "fairway",
        "Fairway (611), 4 GB",
        GIANTS,
        &["first", "only=fairway", "time=300", "hash=4096"],
        "197 s, 100 M (KH)",
        "the same",
    ),
    row(
        "no-mate",
        "Zuko 73, no mate",
        ZUKO,
        &["first", "only=zuko073", "time=300"],
        "45 s (KH)",
        "the same",
    ),
    Row {
        long: true,
        ..row(
            "nankai",
            "the 13 hardest, 8 GB, 30 min each",
            "nankai13.tsv",
            &["first", "time=1800", "hash=8192"],
            "minutes to days on 29 GB",
            "report",
        )
    },
];

/// Runs the rows of the given names.
pub fn run(arguments: &[&str]) -> bool {
    let Some((folder, names)) = arguments.split_first() else {
        eprintln!("figures FOLDER [ROW…]");
        return false;
    };
    if let Some(name) = names
        .iter()
        .find(|name| ROWS.iter().all(|row| row.name != **name))
    {
        eprintln!("no row is called {name}");
        return false;
    }
    println!("| set | mates | exact | none | answer | nodes | CPU | others | asked |");
    println!("| --- | ---: | ---: | ---: | --- | ---: | ---: | --- | --- |");
    let chosen = |row: &&Row| {
        if names.is_empty() {
            !row.long
        } else {
            names.contains(&row.name)
        }
    };
    let mut fine = true;
    for row in ROWS.iter().filter(chosen) {
        let file = Path::new(folder).join(row.file);
        match std::fs::read_to_string(&file) {
            Ok(text) => {
                let mut settings = Settings {
                    quiet: true,
                    ..Settings::default()
                };
                fine &= row.settings.iter().all(|s| settings.set(s));
                print(row, &measure(&text, &settings));
            }
            Err(e) => {
                eprintln!("{}: {e}", file.display());
                fine = false;
            }
        }
    }
    fine
}

fn print(row: &Row, t: &Total) {
    let answer = if t.problems == 1 { t.last.as_str() } else { "" };
    println!(
        "| {} | {} of {} | {} | {} | {answer} | {:.2} M | {:.1} s | {} | {} |",
        row.what,
        t.mates,
        t.problems,
        t.exact,
        t.without,
        t.nodes as f64 / 1e6,
        t.cpu,
        row.others,
        row.asked
    );
}
