//! Problems from real games, and the start of 5x5.

use crate::shared;
use yose_loa::{AnyPosition, Rules, Size, with_position};
use yose_loa_endgame::{Endgame, Limits, Solver, SolverSettings, Verdict};

/// Problems from real games: id, position, steps, whether these are known to be the fewest.
fn problems() -> Option<Vec<(String, AnyPosition, u32, bool)>> {
    let text = shared("problems122.txt")?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let problem = |line: &str| {
        let columns: Vec<&str> = line.split('\t').collect();
        let position = columns[1].parse().unwrap();
        (
            columns[0].to_owned(),
            position,
            columns[2].parse().unwrap(),
            columns[3] == "exact",
        )
    };
    Some(lines.map(problem).collect())
}

fn solved(position: AnyPosition, first: bool) -> yose_loa_endgame::Solution {
    let settings = SolverSettings {
        first,
        ..SolverSettings::default()
    };
    let limits = Limits::default();
    with_position!(position, |p| {
        let endgame = Endgame::new(p, Rules::PAPER).unwrap();
        Solver::new(&endgame, &settings, 64).solve(&limits, &mut |_| {})
    })
}

/// A plain df-pn that was written for this set needs 46,600 nodes on average, 15,700 in the median,
/// and solves 43, 82, 117 and 121 problems within 10, 30, 100 and 1,000 thousand nodes.
#[test]
fn every_problem_is_won_within_a_tenth_of_the_nodes_of_a_plain_search() {
    let Some(problems) = problems() else { return };
    let mut nodes = Vec::new();
    for (id, position, ..) in problems {
        let solution = solved(position, true);
        assert!(
            matches!(solution.verdict, Verdict::Proved { .. }),
            "{id}: {solution:?}"
        );
        assert!(!solution.line.is_empty(), "{id}");
        nodes.push(solution.nodes);
    }
    nodes.sort_unstable();
    let within = |most| nodes.iter().filter(|&&n| n <= most).count();
    assert_eq!(nodes.len(), 122);
    assert!(nodes.iter().sum::<u64>() < 122 * 4_660, "{nodes:?}");
    assert!(nodes[61] < 1_570, "{}", nodes[61]);
    assert!(
        within(10_000) >= 110 && within(30_000) >= 120 && within(100_000) == 122,
        "{nodes:?}"
    );
}

fn lengths(most: u32) {
    let Some(problems) = problems() else { return };
    for (id, position, steps, exact) in problems {
        if !exact || steps > most {
            continue;
        }
        let solution = solved(position, false);
        let expected = Verdict::Proved {
            length: steps,
            exact: true,
        };
        assert_eq!(solution.verdict, expected, "{id}");
        assert_eq!(solution.line.len() as u32, steps, "{id}");
    }
}

#[test]
fn lengths_of_problems_up_to_seven_plies_are_exact() {
    lengths(7);
}

#[test]
#[ignore = "minutes; cargo test --release -p yose-loa-endgame --test boards -- --ignored lengths"]
fn lengths_of_all_problems_are_exact() {
    lengths(99);
}

/// The start of 5x5 is won by the first player, in eleven plies.
#[test]
fn start_of_5x5_is_won_in_eleven() {
    let start = AnyPosition::start(Size::new(5, 5).unwrap());
    let expected = Verdict::Proved {
        length: 11,
        exact: true,
    };
    assert_eq!(solved(start, false).verdict, expected);
}
