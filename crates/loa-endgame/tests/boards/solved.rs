//! Boards solved backwards: values follow from the values of moves.

use yose_loa::{Size, with_position};
use yose_loa_endgame::brute::{Board, Value};

/// A position has the value of its best move; every move of a position has a value.
#[test]
fn a_state_is_worth_its_best_move() {
    let board = Board::solve(Size::new(4, 3).unwrap(), 3, 5);
    let mut wins = 0;
    for (position, value) in board.positions() {
        let moves = board.moves(&position);
        let legal = with_position!(position, |p| p.legal_moves().len());
        assert_eq!(moves.len(), legal);
        let rank = |value: Value| match value {
            Value::Win(n) => (0, i32::from(n)),
            Value::Draw => (1, 0),
            Value::Loss(n) => (2, -i32::from(n)),
        };
        let best = moves.into_iter().map(|(_, value)| value).min_by_key(|&v| rank(v));
        assert_eq!(best.unwrap_or(Value::Loss(0)), value, "{position}");
        wins += u64::from(matches!(value, Value::Win(_)));
    }
    let counts = board.counts();
    assert_eq!((counts.states as usize, counts.wins), (board.states(), wins));
    assert_eq!(counts.wins + counts.losses + counts.draws, counts.states);
    assert!(counts.losses > 0 && counts.deepest > 2, "{counts:?}");
}
