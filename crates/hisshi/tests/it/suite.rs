//! The problems of `suites/hisshi.tsv`: their number, the search, and brute force.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use yose_hisshi::brute::{self, Bounded, BruteError, Mates, solve as solve_by_definition};
use yose_hisshi::{Hisshi, Limits, SolverSettings, Verdict, solve};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{AnyPosition, Move, Setup, with_position};
use yose_testkit::images::class_of_images;

pub struct Problem {
    pub id: String,
    pub position: AnyPosition,
    pub length: u32,
    first: Move,
}

pub fn problems() -> Vec<Problem> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../suites/hisshi.tsv");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let [id, position, length, first] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("four columns: {row}");
        };
        let (position, _) = sfen::position(position).unwrap_or_else(|e| panic!("{row}: {e}"));
        let first = with_position!(&position, |p| usi::read_legal(first, p));
        Problem {
            id: id.to_owned(),
            position,
            length: length.parse().unwrap_or_else(|e| panic!("{row}: {e}")),
            first: first.unwrap_or_else(|e| panic!("{row}: {e}")),
        }
    })
    .collect()
}

#[test]
fn there_are_enough_of_every_length() {
    let problems = problems();
    let count = |is: &dyn Fn(u32) -> bool| problems.iter().filter(|p| is(p.length)).count();
    for length in [1, 3, 5] {
        assert!(count(&|n| n == length) >= 100, "of {length} plies");
    }
    assert!(count(&|n| n >= 7) >= 50, "of 7 plies or more");
    assert!(problems.iter().all(|p| p.length % 2 == 1));
    let ids: HashSet<&str> = problems.iter().map(|p| p.id.as_str()).collect();
    assert_eq!(ids.len(), problems.len(), "two problems have one id");
}

/// A mirror image, and the same problem with the sides exchanged, are no other problems.
#[test]
fn no_two_problems_are_images_of_each_other() {
    let mut classes: HashMap<String, String> = HashMap::new();
    for problem in problems() {
        let setup = with_position!(&problem.position, |p| Setup::of(p, 1));
        if let Some(before) = classes.insert(class_of_images(&setup), problem.id.clone()) {
            panic!("{} is an image of {before}", problem.id);
        }
    }
}

/// The search proves the stated length, and its line starts with the stated move.
fn search(problems: &[Problem]) {
    for problem in problems {
        let solution = with_position!(&problem.position, |p| {
            let limits = Limits {
                nodes: Some(2_000_000),
                hash_mb: 32,
                ..Limits::default()
            };
            let hisshi = Hisshi::new(p.clone()).unwrap();
            solve(&hisshi, &SolverSettings::default(), &limits, &mut |_| {})
        });
        let length = problem.length;
        assert_eq!(
            solution.verdict,
            Verdict::Hisshi { length, exact: true },
            "{}",
            problem.id
        );
        assert_eq!(solution.line.first(), Some(&problem.first), "{}", problem.id);
    }
}

#[test]
fn the_search_solves_some() {
    let problems: Vec<Problem> = problems().into_iter().step_by(9).collect();
    search(&problems);
}

#[test]
#[ignore = "minutes; cargo test --release -p yose-hisshi --test it suite -- --ignored"]
fn the_search_solves_all() {
    search(&problems());
}

/// Brute force: no plain mate, and within the length exactly the stated first move works. Fails if
/// the states exceed the limit.
fn confirm(problem: &Problem, limit: usize) -> Result<(), BruteError> {
    with_position!(&problem.position, |p| {
        assert!(!Mates::new(p.turn(), limit).mates(p)?, "{} is a mate", problem.id);
        let mut bounded = Bounded::new(p.turn(), limit);
        let moves = bounded.first_moves(p, problem.length)?;
        assert_eq!(moves, [(problem.first, problem.length)], "{}", problem.id);
        Ok(())
    })
}

/// The same, and no other first move works at any length.
fn confirm_wholly(problem: &Problem, limit: usize) -> Result<(), BruteError> {
    let answer = with_position!(&problem.position, |p| solve_by_definition(p, limit))?;
    assert_eq!(
        answer.verdict,
        brute::Verdict::Hisshi(problem.length),
        "{}",
        problem.id
    );
    assert_eq!(answer.moves, [(problem.first, problem.length)], "{}", problem.id);
    Ok(())
}

/// How many of the problems of at most `most` plies brute force confirms.
fn confirmed(most: u32, limit: usize, how: fn(&Problem, usize) -> Result<(), BruteError>) -> usize {
    let (mut confirmed, mut large) = (0, 0);
    for problem in problems().iter().filter(|p| p.length <= most) {
        match how(problem, limit) {
            Ok(()) => confirmed += 1,
            Err(BruteError::TooLarge) => {
                println!("too large: {}", problem.id);
                large += 1;
            }
            Err(error) => panic!("{}: {error}", problem.id),
        }
    }
    println!("{confirmed} confirmed, {large} too large");
    confirmed
}

#[test]
fn brute_force_confirms_most_short_ones() {
    assert!(confirmed(3, 3_000, confirm) >= 265);
}

#[test]
fn brute_force_confirms_that_many_have_one_first_move() {
    assert!(confirmed(1, 1_000, confirm_wholly) >= 80);
}

#[test]
#[ignore = "many minutes; cargo test --release -p yose-hisshi --test it suite -- --ignored"]
fn brute_force_confirms_the_short_ones() {
    assert!(confirmed(3, 300_000, confirm) >= 274);
    assert!(confirmed(u32::MAX, 30_000, confirm_wholly) >= 240);
}
