//! Lines of Action: every complete search, with every option, agrees with boards that were solved backwards, among them
//! thousands of positions whose value rests on a cycle.

use yose_lines::brute::{Board, Value};
use yose_lines::{
    Asked, Killer, Limits, Manner, Measured, Method, Outcome, Solver, Start, Threats, Trial, Verdict,
};
use yose_loa::{AnyPosition, Geometry, Rules, Size, with_position};

/// Numbers from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = yose_board::splitmix(self.0);
        (self.0 >> 33) as usize % n
    }
    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// Enough for every position here; what does not end within it is a failure.
fn limits() -> Limits {
    Limits {
        nodes: Some(3_000_000),
        hash_mb: 16,
        ..Limits::default()
    }
}

const KILLERS: [Killer; 6] = [
    Killer {
        start: Start::Never,
        pass: false,
        dual: false,
    },
    Killer {
        start: Start::Always,
        pass: false,
        dual: false,
    },
    Killer {
        start: Start::Always,
        pass: true,
        dual: false,
    },
    Killer {
        start: Start::Always,
        pass: false,
        dual: true,
    },
    Killer {
        start: Start::Height(3, 5),
        pass: true,
        dual: true,
    },
    Killer {
        start: Start::Capture,
        pass: false,
        dual: true,
    },
];

fn trial(random: &mut Random, method: Method) -> Trial {
    Trial {
        method,
        killer: KILLERS[random.below(KILLERS.len())],
        threats: [Threats::Any, Threats::First][random.below(2)],
        ahead: random.one_in(2),
        entries: 1 << 18,
    }
}

fn run<G: Geometry>(trial: &Trial, asked: &Asked<G>, limits: &Limits) -> Measured {
    trial.run(asked, limits, &mut |_| {})
}

/// Every search of one position against its value.
fn agrees(position: AnyPosition, value: Value, random: &mut Random) {
    with_position!(position, |p| {
        let asked = Asked::new(p, Rules::PAPER).unwrap();
        let solution = Solver::new(&asked, &Manner::default(), 8).solve(&limits(), &mut |_| {});
        let expected = match value {
            Value::Win(n) => Verdict::Win {
                length: u32::from(n),
                exact: true,
            },
            Value::Loss(_) | Value::Draw => Verdict::NoWin,
        };
        assert_eq!(solution.verdict, expected, "{p} is {value:?}");
        if let Value::Win(n) = value {
            assert_eq!(solution.line.len(), usize::from(n), "{p}: {:?}", solution.line);
        }
        let all = limits();
        for method in [Method::Dfpn, Method::Pds] {
            let trial = trial(random, method);
            let few = Limits {
                nodes: Some(100_000),
                ..limits()
            };
            let measured = run(&trial, &asked, if method == Method::Pds { &few } else { &all });
            let right = match (value, measured.outcome) {
                (Value::Win(n), Ok(Outcome::Proved(plies))) => plies >= n,
                (Value::Loss(_) | Value::Draw, Ok(Outcome::Disproved(_))) => true,
                // PDS may go round for longer than anyone waits; it must not be wrong.
                (_, Err(_)) => method == Method::Pds,
                _ => false,
            };
            assert!(right, "{p} is {value:?}: {trial:?} says {:?}", measured.outcome);
        }
        let few = Limits {
            nodes: Some(2_000),
            ..limits()
        };
        let deepening = trial(random, Method::Deepening);
        let by_deepening = run(
            &deepening,
            &asked,
            if matches!(value, Value::Win(_)) {
                &all
            } else {
                &few
            },
        );
        let right = match (value, by_deepening.outcome) {
            (Value::Win(n), Ok(outcome)) => outcome == Outcome::Proved(n),
            // A long win may need more memory than is given here; it must not be wrong.
            (Value::Win(n), Err(_)) => n > 9,
            (_, outcome) => !matches!(outcome, Ok(Outcome::Proved(_))),
        };
        assert!(
            right,
            "{p} is {value:?}: {deepening:?} says {:?}",
            by_deepening.outcome
        );
        // Threats only: a win or no answer.
        let only = Trial {
            threats: Threats::Only,
            ..trial(random, Method::Dfpn)
        };
        match (value, run(&only, &asked, &limits()).outcome) {
            (Value::Win(n), Ok(Outcome::Proved(plies))) => assert!(plies >= n, "{p}"),
            (_, Ok(outcome)) => panic!("{p} is {value:?}: threats only say {outcome:?}"),
            (_, Err(_)) => {}
        }
    });
}

/// A file of the shared data, or nothing, after saying so.
fn shared(name: &str) -> Option<String> {
    let beside = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let root = std::env::var_os("YOSE_SHARED").map_or(beside, std::path::PathBuf::from);
    let path = root.join("data/loa").join(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        // Written past the test harness, which would keep it to itself when the test passes.
        let note = format!(
            "SKIPPED: {} is not there; this test did not run\n",
            path.display()
        );
        let _ = std::io::Write::write_all(&mut std::io::stderr(), note.as_bytes());
    }
    text
}

fn vectors(name: &str, every: usize) {
    let Some(text) = shared(name) else { return };
    let mut random = Random(1);
    let mut seen = [0; 3];
    for line in text.lines().filter(|line| line.starts_with('V')).step_by(every) {
        let columns: Vec<&str> = line.split('\t').collect();
        let plies = columns[3].parse().unwrap();
        let value = match columns[2] {
            "win" => Value::Win(plies),
            "loss" => Value::Loss(plies),
            _ => Value::Draw,
        };
        seen[match value {
            Value::Win(_) => 0,
            Value::Loss(_) => 1,
            Value::Draw => 2,
        }] += 1;
        agrees(columns[1].parse().unwrap(), value, &mut random);
    }
    assert!(seen[0] > 100 && seen[1] > 50, "{seen:?}");
}

#[test]
fn searches_agree_with_vectors_of_4x4() {
    vectors("oracle_4x4_vectors.txt", 1);
}

#[test]
fn searches_agree_with_vectors_of_5x5() {
    vectors("oracle_5x5_vectors.txt", 4);
}

#[test]
#[ignore = "minutes; cargo test --release -p yose-lines --test boards -- --ignored all_vectors"]
fn searches_agree_with_all_vectors_of_5x5() {
    vectors("oracle_5x5_vectors.txt", 1);
}

/// Positions whose value rests on a cycle: neither side can win.
fn cycles(files: u8, ranks: u8, most: u32, least: usize) {
    let board = Board::solve(Size::new(files, ranks).unwrap(), most);
    let mut random = Random(2);
    let mut draws = 0;
    for (position, value) in board.positions().filter(|(_, value)| *value == Value::Draw) {
        agrees(position, value, &mut random);
        draws += 1;
    }
    assert!(draws >= least, "{draws}");
    // And what lies around them.
    let mut others = 0;
    for (position, value) in board.positions().step_by(2_003) {
        agrees(position, value, &mut random);
        others += 1;
    }
    assert!(others > 100, "{others}");
}

#[test]
fn searches_agree_where_the_value_rests_on_a_cycle_on_3x6() {
    cycles(3, 6, 3, 140);
}

#[test]
#[ignore = "half a minute each; cargo test --release -p yose-lines --test boards -- --ignored cycle"]
fn searches_agree_where_the_value_rests_on_a_cycle_on_4x5_and_3x7() {
    cycles(4, 5, 3, 440);
    cycles(3, 7, 3, 560);
}

#[test]
#[ignore = "minutes and a gigabyte; cargo test --release -p yose-lines --test boards -- --ignored cycle"]
fn searches_agree_where_the_value_rests_on_a_cycle_on_5x5() {
    cycles(5, 5, 3, 2_000);
}

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

fn solved(position: AnyPosition, first: bool) -> yose_lines::Solution {
    let manner = Manner {
        first,
        ..Manner::default()
    };
    let limits = Limits::default();
    with_position!(position, |p| {
        let asked = Asked::new(p, Rules::PAPER).unwrap();
        Solver::new(&asked, &manner, 64).solve(&limits, &mut |_| {})
    })
}

/// A plain df-pn written for this set needs 46,600 nodes on average, 15,700 in the middle, and solves 43, 82, 117 and 121
/// within 10, 30, 100 and 1,000 thousand.
#[test]
fn every_problem_is_won_within_a_tenth_of_the_nodes_of_a_plain_search() {
    let Some(problems) = problems() else { return };
    let mut nodes = Vec::new();
    for (id, position, ..) in problems {
        let solution = solved(position, true);
        assert!(
            matches!(solution.verdict, Verdict::Win { .. }),
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
        let expected = Verdict::Win {
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
#[ignore = "minutes; cargo test --release -p yose-lines --test boards -- --ignored lengths"]
fn lengths_of_all_problems_are_exact() {
    lengths(99);
}

/// The start of 5x5 is won by the first player, in eleven plies.
#[test]
#[ignore = "seconds; cargo test --release -p yose-lines --test boards -- --ignored start_of_5x5"]
fn start_of_5x5_is_won_in_eleven() {
    let start = AnyPosition::start(Size::new(5, 5).unwrap());
    let expected = Verdict::Win {
        length: 11,
        exact: true,
    };
    assert_eq!(solved(start, false).verdict, expected);
}
