//! Move counts of shogi.

use yose_verify::shogi::{Position, Rules};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const MINI: &str = "rbsgk/4p/5/P4/KGSBR b - 1";
const DOBUTSU: &str = "rkb/1p1/1P1/BKR b - 1";

fn perft(sfen: &str, rules: &Rules, expected: &[u64]) {
    let position = Position::parse(sfen, rules).unwrap();
    for (depth, &leaves) in expected.iter().enumerate() {
        assert_eq!(position.perft(depth as u32), leaves, "depth {depth} of {sfen}");
    }
}

#[test]
fn the_start_of_shogi() {
    // These counts are widely published.
    perft(START, &Rules::standard(), &[1, 30, 900, 25_470, 719_731]);
}

#[test]
fn the_position_with_most_moves() {
    // 593 is the largest number of moves known for any position.
    let most = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";
    perft(most, &Rules::standard(), &[1, 593]);
}

#[test]
fn the_start_of_minishogi() {
    // Computed by this program. The last count is also in the tests of Fairy-Stockfish.
    perft(MINI, &Rules::with_zone(1), &[1, 14, 181, 2_512, 35_401, 533_203]);
}

#[test]
fn the_start_of_dobutsu() {
    let position = Position::parse(DOBUTSU, &Rules::dobutsu()).unwrap();
    assert_eq!(position.legal_moves(), ["1d1c", "2c2b", "2d1c", "2d3c"]);
    // Computed by this program. A move that exposes the lion is illegal, and a successful try ends
    // the game.
    perft(
        DOBUTSU,
        &Rules::dobutsu(),
        &[1, 4, 13, 67, 398, 2_179, 12_636, 80_828],
    );
}
