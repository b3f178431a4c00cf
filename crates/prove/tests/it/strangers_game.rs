//! The example of a stranger's game is short, and its answer is what plain minimax finds.

#[allow(dead_code, reason = "its main function is not called")]
#[path = "../../examples/connect_four.rs"]
mod connect_four;

use connect_four::Board;
use std::collections::HashMap;
use yose_andor::evidence::Facts;
use yose_andor::{Game, Limits};
use yose_prove::{Settings, Solver, Verdict};

/// The plies of the shortest win of the prover against the longest defence, by minimax. `None`: the
/// prover does not win.
fn shortest(at: &mut Board, known: &mut HashMap<u64, Option<u32>>) -> Option<u32> {
    if let Some(&found) = known.get(&at.key()) {
        return found;
    }
    let mut edges = Vec::new();
    at.expand(&mut edges);
    let mut after = |file| {
        let before = at.make(file);
        let found = shortest(at, known);
        at.unmake(file, before);
        found.map(|plies| plies + 1)
    };
    let lengths: Vec<Option<u32>> = edges.iter().map(|edge| after(edge.mv)).collect();
    let found = if at.prover_to_move() {
        lengths.into_iter().flatten().min()
    } else {
        let all: Option<Vec<u32>> = lengths.into_iter().collect();
        all.map(|all| all.into_iter().max().unwrap_or(0))
    };
    known.insert(at.key(), found);
    found
}

fn after(files: &[u16]) -> Board {
    let mut board = Board::default();
    for &file in files {
        board.make(file);
    }
    board
}

#[test]
fn the_solver_agrees_with_minimax() {
    let mut known = HashMap::new();
    let mut wins = 0;
    let openings: [&[u16]; 5] = [
        &[4, 5, 1, 4, 4, 2],
        &[5, 2, 5, 2, 2, 4],
        &[3, 3, 3, 3, 2, 2],
        &[1, 1, 2, 2, 3, 4],
        &[3, 2, 2, 4, 4, 3],
    ];
    for opening in openings {
        let board = after(opening);
        let expected = shortest(&mut board.clone(), &mut known);
        let solver = Solver::new(board, &Settings::with_step(2), 16);
        let solution = solver.solve(&Limits::default(), &mut |_| {});
        let verdict = match expected {
            Some(length) => Verdict::Proved { length, exact: true },
            None => Verdict::Disproved,
        };
        assert_eq!(solution.verdict, verdict, "after {opening:?}");
        assert_eq!(solution.line.len(), expected.unwrap_or(0) as usize);
        let mut facts = Facts::default();
        assert_eq!(solver.evidence(verdict, &mut facts, &Limits::default()), Ok(true));
        wins += u32::from(expected.is_some());
    }
    assert!(wins >= 2, "the openings of the example are won");
}

#[test]
fn the_example_is_short() {
    let text = include_str!("../../examples/connect_four.rs");
    assert!(text.lines().count() < 80);
}
