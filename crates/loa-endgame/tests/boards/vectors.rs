//! The positions of `oracle_4x4_vectors.txt` and `oracle_5x5_vectors.txt`, with values of another
//! program's retrograde solver.

use crate::grid::{Grid, Reach};
use crate::{shared, step};
use yose_loa_endgame::brute::Value;

/// The position of a line, and its value.
pub fn vector(line: &str) -> (&str, Value) {
    let columns: Vec<&str> = line.split('\t').collect();
    let plies = columns[3].parse().unwrap();
    let value = match columns[2] {
        "win" => Value::Win(plies),
        "loss" => Value::Loss(plies),
        _ => Value::Draw,
    };
    (columns[1], value)
}

/// Every `every`-th vector, and every `step`-th combination of options for each.
fn vectors(name: &str, every: usize, step: usize, reach: Reach) {
    let Some(text) = shared(name) else { return };
    let mut grid = Grid::new(step, reach);
    for line in text.lines().filter(|line| line.starts_with('V')).step_by(every) {
        let (position, value) = vector(line);
        grid.ask(position.parse().unwrap(), value);
    }
    assert!(grid.tally.wins > 20 && grid.tally.losses > 20);
    grid.finish(name);
}

const REACH: Reach = Reach {
    nodes: 100_000_000,
    plies: 6,
    long: 9,
};

#[test]
fn searches_agree_with_vectors_of_4x4() {
    vectors("oracle_4x4_vectors.txt", 3, 23, REACH);
}

#[test]
fn searches_agree_with_vectors_of_5x5() {
    vectors("oracle_5x5_vectors.txt", 17, 23, REACH);
}

#[test]
#[ignore = "minutes; cargo test --release -p yose-loa-endgame --test boards -- --ignored all_vectors"]
fn every_search_and_option_agrees_with_all_vectors_of_4x4() {
    let all = Reach { long: 99, ..REACH };
    vectors("oracle_4x4_vectors.txt", 1, step(1), all);
}

#[test]
#[ignore = "half an hour; cargo test --release -p yose-loa-endgame --test boards -- --ignored all_vectors"]
fn every_search_and_option_agrees_with_all_vectors_of_5x5() {
    vectors("oracle_5x5_vectors.txt", 1, step(1), REACH);
}
