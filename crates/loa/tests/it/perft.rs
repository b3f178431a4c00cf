//! The quick part of the perft suite. The bench runs all of it.

use yose_loa::perft::{perft, perft_repetition, read_suite};
use yose_loa::{Geometry, Position, Rules, Runtime, Size, Standard};

const SUITE: &str = include_str!("../../../../suites/loa/perft.txt");

#[test]
fn suite() {
    let cases = read_suite(SUITE).unwrap();
    assert!(cases.len() > 40);
    for case in cases.into_iter().filter(|case| case.plain <= 10_000_000) {
        assert_eq!(case.run(), case);
    }
}

fn through<G: Geometry>(size: Size, depth: u32) -> [u64; 2] {
    let start = Position::<G>::start(size).unwrap();
    [
        perft(&start, Rules::PAPER, depth),
        perft_repetition(&start, Rules::PAPER, depth),
    ]
}

/// All geometries that can hold a board give the same numbers.
#[test]
fn geometries_agree() {
    for case in read_suite(SUITE)
        .unwrap()
        .into_iter()
        .filter(|case| case.plain <= 2_000_000)
    {
        let expected = [case.plain, case.repetition];
        if case.size == Size::STANDARD {
            assert_eq!(through::<Standard>(case.size, case.depth), expected);
        }
        if case.size.area() <= 32 {
            assert_eq!(through::<Runtime<u32>>(case.size, case.depth), expected);
        }
        if case.size.area() <= 64 {
            assert_eq!(through::<Runtime<u64>>(case.size, case.depth), expected);
        }
        assert_eq!(through::<Runtime<u128>>(case.size, case.depth), expected);
    }
}

#[test]
fn bad_suites_are_refused_by_line() {
    let text = "# good\n8x8 1 36 36\n8 1 36 36\n\n8x8 1 36\n8x8 1 36 36 1 # one too many\n";
    let faults = read_suite(text).unwrap_err();
    let places: Vec<_> = faults.iter().map(|fault| fault.place.to_string()).collect();
    assert_eq!(places, ["line 3", "line 5", "line 6"]);
}
