//! Move counts of Lines of Action: size, depth, leaves, and leaves if a repetition ends the game.

use yose_verify::loa::{Position, Variant};

fn perft(facts: &[(usize, u32, u64, Option<u64>)]) {
    for &(size, depth, plain, rep) in facts {
        let start = Position::start(size, size, Variant::Paper).unwrap();
        assert_eq!(start.perft(depth), plain, "{size}x{size}, depth {depth}");
        if let Some(rep) = rep {
            assert_eq!(
                start.perft_rep(depth),
                rep,
                "{size}x{size}, depth {depth}, repetition ends"
            );
        }
    }
}

#[test]
fn start_positions() {
    perft(&[
        (4, 1, 12, Some(12)),
        (4, 2, 120, Some(120)),
        (4, 3, 1_012, Some(1_012)),
        (4, 4, 7_460, Some(7_460)),
        (4, 5, 54_700, Some(54_220)),
        (4, 6, 389_872, Some(381_796)),
        (5, 1, 18, Some(18)),
        (5, 2, 280, Some(280)),
        (5, 3, 4_164, Some(4_164)),
        (5, 4, 56_108, Some(56_108)),
        (5, 5, 743_264, Some(741_392)),
        (6, 1, 24, Some(24)),
        (6, 2, 524, Some(524)),
        (6, 3, 11_440, Some(11_440)),
        (6, 4, 234_560, Some(234_560)),
        (8, 1, 36, Some(36)),
        (8, 2, 1_244, Some(1_244)),
        (8, 3, 44_952, Some(44_952)),
        (8, 4, 1_563_208, Some(1_563_208)),
    ]);
}

#[test]
#[ignore = "two minutes, the deepest perfts by the slow rules: cargo xtask long"]
fn start_positions_deeper() {
    perft(&[
        (4, 7, 2_764_772, None),
        (4, 8, 19_340_352, None),
        (5, 6, 9_420_768, Some(9_367_740)),
        (6, 5, 4_853_792, Some(4_847_264)),
        (6, 6, 96_288_700, Some(96_025_132)),
        (8, 5, 55_963_132, Some(55_934_908)),
    ]);
}
