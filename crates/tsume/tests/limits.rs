//! Limits of nodes are kept, and a mate that is told has its line, whatever the table forgets.

use yose_shogi::{AnyPosition, notation::sfen, with_position};
use yose_tsume::{Limits, Policy, Solution, SolverSettings, Tsume, Verdict, policy, solve};

/// Positions whose proofs do not fit into a table of 1 MB, and some that do.
const POSITIONS: [&str; 5] = [
    "8+L/5B1k1/9/9/9/5S2B/9/9/9 b NLPr 1",
    "5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1",
    "6GSk/6sgg/6SgS/9/9/9/9/9/9 b 2r2b4n4l18p 1",
    "9/9/9/9/4k4/9/9/9/9 b 2G2S2N2L4P2r2b2g2s2n2l14p 1",
    "7kl/9/6G2/9/9/9/9/9/9 b RBG2SNrb2g2s3n3l18p 1",
];

fn position(text: &str) -> AnyPosition {
    sfen::position(text).unwrap().0
}

fn holds(text: &str, nodes: u64, solution: &Solution) -> bool {
    assert!(
        solution.nodes <= nodes,
        "{text}, limit {nodes}: {} nodes",
        solution.nodes
    );
    let Verdict::Proved { length, .. } = solution.verdict else {
        return false;
    };
    assert_eq!(solution.line.len(), length as usize, "{text}, limit {nodes}");
    true
}

#[test]
fn a_mate_within_a_limit_of_nodes_has_its_line() {
    let mut told = 0;
    for text in POSITIONS {
        for nodes in [1_000, 20_000, 60_000, 65_000, 70_000, 100_000, 250_000] {
            let limits = Limits {
                nodes: Some(nodes),
                hash_mb: 1,
                ..Limits::default()
            };
            with_position!(position(text), |p| {
                let tsume = Tsume::new(p).unwrap();
                for first in [true, false] {
                    let settings = SolverSettings {
                        first,
                        ..SolverSettings::default()
                    };
                    let solution = solve(&tsume, &settings, &limits, &mut |_| {});
                    told += usize::from(holds(text, nodes, &solution));
                }
                let solution = policy::solve(&tsume, Policy::Usual, 1, &limits, &mut |_| {}).unwrap();
                told += usize::from(holds(text, nodes, &solution));
            });
        }
    }
    assert!(told > 40, "{told} of {}", 3 * 7 * POSITIONS.len());
}

/// More nodes never make a mate unknown, though the table forgets.
#[test]
fn a_mate_that_a_limit_allows_stays_with_a_larger_limit() {
    with_position!(position(POSITIONS[0]), |p| {
        let tsume = Tsume::new(p).unwrap();
        for first in [Some(true), Some(false), None] {
            let mut told = 0;
            for nodes in (1..=10).map(|n| n * 40_000) {
                let limits = Limits {
                    nodes: Some(nodes),
                    hash_mb: 1,
                    ..Limits::default()
                };
                let solution = match first {
                    Some(first) => {
                        let settings = SolverSettings {
                            first,
                            ..SolverSettings::default()
                        };
                        solve(&tsume, &settings, &limits, &mut |_| {})
                    }
                    None => policy::solve(&tsume, Policy::Usual, 1, &limits, &mut |_| {}).unwrap(),
                };
                let is_told = holds(POSITIONS[0], nodes, &solution);
                assert!(is_told || told == 0, "limit {nodes}: {solution:?}");
                told += usize::from(is_told);
            }
            assert!(told >= 6, "{told}");
        }
    });
}

/// The proof takes some 60,000 nodes, and the table has forgotten most of it by then.
#[test]
fn a_forgotten_line_is_found_again_within_the_limit() {
    let limits = Limits {
        nodes: Some(500_000),
        hash_mb: 1,
        ..Limits::default()
    };
    with_position!(position(POSITIONS[0]), |p| {
        let settings = SolverSettings {
            first: true,
            ..SolverSettings::default()
        };
        let solution = solve(&Tsume::new(p).unwrap(), &settings, &limits, &mut |_| {});
        assert!(holds(POSITIONS[0], 500_000, &solution), "{solution:?}");
    });
}
