//! The figures of the proof search, as one table beside those of the best other programs.
//!
//! `figures FOLDER [ROW…]`: the folder holds the third-party problem sets, which are not part of
//! the project. The rows are in `bench/figures.tsv`. Without names all rows run, except those
//! marked by a `+`, which take long or compare two threads with one.

use crate::tsume::{Settings, measure};
use std::path::Path;

const ROWS: &str = include_str!("../figures.tsv");

/// Runs the rows of the given names.
pub fn run(arguments: &[&str]) -> bool {
    let Some((folder, names)) = arguments.split_first() else {
        eprintln!("figures FOLDER [ROW…]");
        return false;
    };
    let rows: Vec<Vec<&'static str>> = ROWS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .collect();
    let name = |row: &[&'static str]| row[0].trim_start_matches('+');
    if let Some(name) = names.iter().find(|n| rows.iter().all(|row| name(row) != **n)) {
        eprintln!("no row is called {name}");
        return false;
    }
    println!("| set | mates | exact | none | answer | nodes | CPU | clock | others | asked |");
    println!("| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: | --- | --- |");
    let chosen = |row: &&Vec<&'static str>| {
        if names.is_empty() {
            !row[0].starts_with('+')
        } else {
            names.contains(&name(row))
        }
    };
    rows.iter().filter(chosen).all(|row| figure(folder, row))
}

fn figure(folder: &str, row: &[&str]) -> bool {
    let &[_, what, file, settings, others, asked] = row else {
        eprintln!("bench/figures.tsv: {} cells in a row, not 6", row.len());
        return false;
    };
    let file = Path::new(folder).join(file);
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(e) => {
            eprintln!("{}: {e}", file.display());
            return false;
        }
    };
    let mut chosen = Settings {
        quiet: true,
        ..Settings::default()
    };
    if let Some(unknown) = settings.split(' ').find(|setting| chosen.set(setting).is_err()) {
        eprintln!("bench/figures.tsv: unknown switch: {unknown}");
        return false;
    }
    let t = measure(&text, &chosen);
    let answer = if t.problems == 1 { t.last.as_str() } else { "" };
    println!(
        "| {what} | {} of {} | {} | {} | {answer} | {:.2} M | {:.1} s | {:.1} s | {others} | {asked} |",
        t.mates,
        t.problems,
        t.exact,
        t.without,
        t.nodes as f64 / 1e6,
        t.cpu,
        t.wall,
    );
    true
}
