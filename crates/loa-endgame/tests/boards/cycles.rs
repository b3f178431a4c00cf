//! Positions whose value rests on a cycle: neither side can win. The values come from the
//! retrograde solver of this crate.

use crate::grid::{Grid, Reach};
use crate::step;
use yose_loa::Size;
use yose_loa_endgame::brute::{Board, Value};

const REACH: Reach = Reach {
    nodes: 100_000_000,
    plies: 6,
    long: 9,
};

/// A board with a greatest number of stones for each side and in all.
#[derive(Clone, Copy, Debug)]
struct Small {
    files: u8,
    ranks: u8,
    stones: u32,
    total: u32,
}

const fn small(files: u8, ranks: u8, stones: u32, total: u32) -> Small {
    Small {
        files,
        ranks,
        stones,
        total,
    }
}

/// At most `most` drawn positions of a board, spread over all, and some of their neighbours.
/// Returns the number of drawn ones.
fn cycles(small: Small, most: usize, step: usize) -> usize {
    let size = Size::new(small.files, small.ranks).unwrap();
    let board = Board::solve(size, small.stones, small.total);
    let draws: Vec<_> = board
        .positions()
        .filter(|(_, value)| *value == Value::Draw)
        .collect();
    let mut grid = Grid::new(step, REACH);
    let taken = most.min(draws.len());
    for i in 0..taken {
        let (position, value) = draws[i * draws.len() / taken];
        grid.ask(position, value);
    }
    let drawn = grid.tally.draws;
    for (position, value) in board.positions().step_by(20_011) {
        grid.ask(position, value);
    }
    grid.finish(&format!("{small:?}, {} draws", draws.len()));
    drawn
}

#[test]
fn searches_agree_where_the_value_rests_on_a_cycle_on_3x6() {
    assert_eq!(cycles(small(3, 6, 3, 6), 70, 23), 70);
}

/// Every position is asked with 27 of the 216 combinations, so every combination with at least 250
/// positions.
#[test]
#[ignore = "minutes; cargo test --release -p yose-loa-endgame --test boards -- --ignored two_thousand"]
fn every_search_and_option_agrees_on_two_thousand_positions_that_rest_on_a_cycle() {
    let boards = [
        small(3, 6, 3, 6),
        small(4, 5, 3, 6),
        small(3, 7, 3, 6),
        small(5, 5, 3, 5),
    ];
    let drawn: usize = boards.iter().map(|&board| cycles(board, 1_000, step(8))).sum();
    assert!(drawn >= 2_000, "{drawn}");
}
