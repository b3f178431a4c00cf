//! Values by search against boards solved backwards and against vectors of another program. The
//! lines of both lead to the end.

use crate::shared;
use crate::vectors::vector;
use yose_andor::Switches;
use yose_loa::{AnyPosition, Move, Outcome, Rules, Size, with_position};
use yose_loa_endgame::brute::{Board, Value, pairs};
use yose_loa_endgame::value::{GameValue, Method, find};
use yose_loa_endgame::{Endgame, Limits};

#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    wins: usize,
    losses: usize,
    draws: usize,
    open: usize,
}

/// The winner at the end of a line: whether it is the side that was to move at the start. Lines are
/// played with the rules.
fn ends(position: AnyPosition, line: &[Move]) -> Option<bool> {
    with_position!(position, |p| {
        let (mut at, mover) = (p, p.turn());
        for &m in line {
            assert_eq!(at.connection(Rules::PAPER), Outcome::Running, "{p}");
            assert!(at.is_legal(m), "{p}");
            at = at.after(m);
        }
        match at.outcome(Rules::PAPER) {
            Outcome::Win(winner) => Some(winner == mover),
            _ => None,
        }
    })
}

/// Asks about a position. A wrong answer is a panic; an open one is counted.
fn ask(position: AnyPosition, value: Value, method: Method, nodes: u64, tally: &mut Tally) {
    let limits = Limits {
        nodes: Some(nodes),
        hash_mb: 48,
        ..Limits::default()
    };
    let found = with_position!(position, |p| {
        let endgame = Endgame::new(p, Rules::PAPER).unwrap();
        find(&endgame, method, &limits, &mut |_| {})
    });
    match (found.value, value) {
        (GameValue::Unknown(_), _) => tally.open += 1,
        (GameValue::Draw, Value::Draw) => tally.draws += 1,
        (GameValue::Win(n), Value::Win(d)) => {
            assert!(n >= u32::from(d), "{position:?}: {n}, exactly {d}");
            assert!(found.line.is_empty() || ends(position, &found.line) == Some(true));
            tally.wins += 1;
        }
        (GameValue::Loss(n), Value::Loss(d)) => {
            assert!(n >= u32::from(d), "{position:?}: {n}, exactly {d}");
            assert!(found.line.is_empty() || ends(position, &found.line) == Some(false));
            tally.losses += 1;
        }
        wrong => panic!("{position:?}: {wrong:?}"),
    }
}

fn size(files: u8, ranks: u8) -> Size {
    Size::new(files, ranks).unwrap()
}

/// Both methods on small boards, drawn positions above all.
#[test]
fn values_by_search_agree_with_solved_boards() {
    let mut all = Tally::default();
    for (files, ranks, stones, total) in [(3, 4, 4, 8), (3, 6, 3, 6), (4, 4, 3, 5)] {
        let board = Board::solve(size(files, ranks), stones, total);
        let step = (board.states() / 150).max(1);
        let some = board.positions().step_by(step);
        let drawn = board.positions().filter(|(_, value)| *value == Value::Draw);
        for (i, (position, value)) in some.chain(drawn.step_by(2).take(100)).enumerate() {
            ask(position, value, Method::Search, 20_000, &mut all);
            if i % 4 == 0 {
                let paper = Method::Paper(Switches::default());
                ask(position, value, paper, 5_000, &mut Tally::default());
            }
        }
    }
    println!("{all:?}");
    assert!(all.wins > 100 && all.losses > 50 && all.draws > 20, "{all:?}");
    assert!(all.open < 20, "{all:?}");
}

/// The table tells its own values and lines, for either colour.
#[test]
fn lines_of_a_solved_board_are_as_long_as_it_says() {
    let board = Board::solve(size(4, 4), 3, 5);
    assert_eq!(pairs(size(4, 4), 16, 2), 16 * 15);
    for (position, value) in board.positions().step_by(37) {
        assert_eq!(board.value(&position), Some(value));
        let fen = with_position!(position, |p| p.to_string());
        // Colours exchanged.
        let other: String = fen
            .chars()
            .map(|c| match c {
                'b' => 'w',
                'w' => 'b',
                c => c,
            })
            .collect();
        assert_eq!(board.value(&other.parse().unwrap()), Some(value), "{fen}");
        let line = board.line(&position);
        match value {
            Value::Win(n) => assert_eq!((line.len(), ends(position, &line)), (usize::from(n), Some(true))),
            Value::Loss(n) => assert_eq!((line.len(), ends(position, &line)), (usize::from(n), Some(false))),
            Value::Draw => assert!(line.is_empty()),
        }
    }
}

/// Values of another program: all draws, and some of the rest.
#[test]
fn values_by_search_agree_with_vectors() {
    for (name, every) in [("oracle_4x4_vectors.txt", 4), ("oracle_5x5_vectors.txt", 12)] {
        let Some(text) = shared(name) else { return };
        let mut tally = Tally::default();
        let vectors = text.lines().filter(|line| line.starts_with('V'));
        for (i, line) in vectors.enumerate() {
            let (position, value) = vector(line);
            if i % every == 0 || value == Value::Draw {
                ask(
                    position.parse().unwrap(),
                    value,
                    Method::Search,
                    100_000,
                    &mut tally,
                );
            }
        }
        println!("{name}: {tally:?}");
        assert!(
            tally.wins > 50 && tally.losses > 50 && tally.draws > 0,
            "{tally:?}"
        );
        assert_eq!(tally.open, 0, "{name}");
    }
}
