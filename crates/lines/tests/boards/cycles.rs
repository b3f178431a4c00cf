//! Positions whose value rests on a cycle: neither side can win. Values from our own retrograde solver.

use crate::grid::{Grid, Reach};
use yose_lines::brute::{Board, Value};
use yose_loa::Size;

const REACH: Reach = Reach {
    nodes: 100_000_000,
    plies: 6,
};

/// At most `most` drawn positions of a board, spread over all, and some of what lies around them.
fn cycles(files: u8, ranks: u8, stones: u32, most: usize, step: usize) -> usize {
    let board = Board::solve(Size::new(files, ranks).unwrap(), stones);
    let draws: Vec<_> = board
        .positions()
        .filter(|(_, value)| *value == Value::Draw)
        .collect();
    let mut grid = Grid::new(step, REACH);
    let every = draws.len().div_ceil(most);
    for &(position, value) in draws.iter().step_by(every) {
        grid.ask(position, value);
    }
    let drawn = grid.tally.draws;
    for (position, value) in board.positions().step_by(20_011) {
        grid.ask(position, value);
    }
    grid.finish(&format!(
        "{files}x{ranks}, {stones} stones a side, {} draws",
        draws.len()
    ));
    drawn
}

#[test]
fn searches_agree_where_the_value_rests_on_a_cycle_on_3x6() {
    assert!(cycles(3, 6, 3, 70, 23) >= 70);
}

#[test]
#[ignore = "half an hour; cargo test --release -p yose-lines --test boards -- --ignored two_thousand"]
fn every_search_and_option_agrees_on_two_thousand_positions_that_rest_on_a_cycle() {
    let drawn = cycles(3, 6, 3, 1_000, 1)
        + cycles(4, 5, 3, 1_000, 1)
        + cycles(3, 7, 3, 1_000, 1)
        + cycles(5, 5, 3, 1_000, 1);
    assert!(drawn >= 2_000, "{drawn}");
}
