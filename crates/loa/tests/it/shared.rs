//! Games and solved positions that are not part of the repository. The tests look for them in
//! `$YOSE_SHARED`, then next to the repository. If the files are missing, the tests say so and
//! pass.

use std::io::Write;
use std::path::PathBuf;
use yose_loa::{AnyPosition, Color, Outcome, Position, Rules, Size, Standard, with_position};

fn shared(name: &str) -> Option<String> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let root = std::env::var_os("YOSE_SHARED").map_or(beside, PathBuf::from);
    let path = root.join("data/loa").join(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        // Written directly to stderr, because the test harness hides the output of passing tests.
        let note = format!(
            "SKIPPED: {} is not there; this test did not run\n",
            path.display()
        );
        let _ = std::io::stderr().write_all(note.as_bytes());
    }
    text
}

fn lines(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| line.split('\t').collect())
}

#[test]
fn real_games_are_legal() {
    let Some(text) = shared("games.txt") else { return };
    let (mut games, mut connected) = (0, 0);
    for columns in lines(&text) {
        let [id, .., result, how, moves] = columns[..] else {
            panic!("{columns:?}")
        };
        let mut position = Position::<Standard>::start(Size::STANDARD).unwrap();
        for (ply, text) in moves.split_whitespace().enumerate() {
            assert_eq!(position.outcome(Rules::PAPER), Outcome::Running, "{id} ply {ply}");
            let m = position
                .read_move(text)
                .unwrap_or_else(|error| panic!("{id} ply {ply}: {error}"));
            position.make(m);
        }
        if how == "connect" {
            let winner = if result == "b" { Color::Black } else { Color::White };
            assert_eq!(position.outcome(Rules::PAPER), Outcome::Win(winner), "{id}");
            connected += 1;
        }
        games += 1;
    }
    assert!(games > 1000 && connected > 600, "{games} {connected}");
}

/// A position with value "win in 1" has a move after which the mover has won; all other positions
/// have none. A side without a move has lost in 0 plies.
#[test]
fn solved_positions_have_their_wins_in_one() {
    for name in ["oracle_4x4_vectors.txt", "oracle_5x5_vectors.txt"] {
        let Some(text) = shared(name) else { return };
        let (mut in_one, mut others) = (0, 0);
        for columns in lines(&text) {
            let [_, fen, value, plies] = columns[..] else {
                panic!("{columns:?}")
            };
            let position: AnyPosition = fen.parse().unwrap_or_else(|faults| panic!("{fen}: {faults}"));
            with_position!(position, |position| {
                assert_eq!(position.connection(Rules::PAPER), Outcome::Running, "{fen}");
                let won = Outcome::Win(position.turn());
                let wins = position
                    .legal_moves()
                    .iter()
                    .any(|&m| position.after(m).outcome(Rules::PAPER) == won);
                assert_eq!(wins, (value, plies) == ("win", "1"), "{fen} {value} {plies}");
                assert_eq!(
                    !position.has_legal_move(),
                    (value, plies) == ("loss", "0"),
                    "{fen} {value} {plies}"
                );
                if wins { in_one += 1 } else { others += 1 }
            });
        }
        assert!(in_one > 100 && others > 100, "{in_one} {others}");
    }
}
