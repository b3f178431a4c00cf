//! The search against the definition: verdicts, lengths, first moves, every move of the lines, and
//! the threats; on 9x9 and on whole small boards.

use yose_board::Color;
use yose_hisshi::brute::{self, Answer, Bounded, BruteError, Mates, Space, passed};
use yose_hisshi::{Hisshi, Limits, MoveSet, Reason, Solution, SolverSettings, Verdict, solve};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Geometry, Position, SHOGI, Setup, Variant, with_position};
use yose_testkit::Random;
use yose_testkit::brinkmates::{Decided, Recipe, sample, setup};
use yose_testkit::problems::exchange_sides;

/// A small table, so that it overflows sometimes.
const SMALL: usize = 4;

/// A table that holds every disproof of the samples.
const LARGE: usize = 256;

fn limits(hash_mb: usize) -> Limits {
    Limits {
        nodes: Some(20_000_000),
        hash_mb,
        ..Limits::default()
    }
}

/// States that the oracle may use to judge one line.
const LIMIT: usize = 3_000_000;

fn settings(moves: MoveSet, first: bool, threads: usize) -> SolverSettings {
    SolverSettings {
        first,
        threads,
        moves,
        ..SolverSettings::default()
    }
}

/// Compares the search with the answer by definition; what is wrong, if anything.
fn compare<G: Geometry>(position: &Position<G>, answer: &Answer) -> Result<(), String> {
    let hisshi = Hisshi::new(position.clone()).map_err(|faults| faults.to_string())?;
    for (moves, first, threads) in [
        (MoveSet::All, false, 1),
        (MoveSet::All, true, 1),
        (MoveSet::Paper, false, 1),
        (MoveSet::Paper, true, 1),
        (MoveSet::All, false, 2),
    ] {
        let settings = settings(moves, first, threads);
        let mut solution = solve(&hisshi, &settings, &limits(SMALL), &mut |_| {});
        // A small table may forget a disproof as fast as it grows. A large one decides.
        if solution.verdict == Verdict::Unknown(Reason::Nodes) {
            solution = solve(&hisshi, &settings, &limits(LARGE), &mut |_| {});
        }
        judge(position, &solution, answer, &settings).map_err(|what| {
            let line: Vec<String> = solution
                .line
                .iter()
                .map(|&m| usi::write(m, position.variant()))
                .collect();
            let verdict = (solution.verdict, solution.lower);
            let text = sfen::write(position, 1);
            format!(
                "{text}\t{what}\t{} first {first} threads {threads}\t{verdict:?} {line:?}\t{:?} {:?}",
                moves.word(),
                answer.verdict,
                answer
                    .moves
                    .iter()
                    .map(|&(m, n)| (usi::write(m, position.variant()), n))
                    .collect::<Vec<_>>(),
            )
        })?;
    }
    Ok(())
}

fn judge<G: Geometry>(
    position: &Position<G>,
    solution: &Solution,
    answer: &Answer,
    settings: &SolverSettings,
) -> Result<(), String> {
    let complete = settings.moves == MoveSet::All;
    let wrong = |what: &str| Err(what.to_owned());
    match (solution.verdict, answer.verdict) {
        (Verdict::Mate { length, .. }, brute::Verdict::Mate) => {
            if length.is_none_or(|n| n as usize != solution.line.len()) {
                return wrong("length of the mate");
            }
        }
        // Any brinkmate will do, even where there is a plain mate.
        (Verdict::Hisshi { exact: false, .. }, brute::Verdict::Mate)
            if settings.first && solution.lower == 0 => {}
        (Verdict::None, brute::Verdict::None) if complete => {}
        (Verdict::Unknown(Reason::Moves), brute::Verdict::None) if !complete => {}
        (Verdict::Unknown(Reason::Moves), brute::Verdict::Hisshi(_)) if !complete => {
            if solution.lower > 1 {
                return wrong("lower bound of some moves");
            }
        }
        (Verdict::Hisshi { length, exact }, brute::Verdict::Hisshi(least)) => {
            if length < least {
                return wrong("too short");
            }
            if solution.lower > least || (!complete && solution.lower > 1) {
                return wrong("lower bound");
            }
            if exact && (!complete || length != least) {
                return wrong("not exact");
            }
            if complete && !settings.first && !(exact && solution.lower == least) {
                return wrong("not shortest");
            }
            line(position, solution, answer, length)?;
        }
        _ => return wrong("verdict"),
    }
    Ok(())
}

/// The line is one of attacks that work within the length, its plies are those of the length, and
/// its quiet moves have their threats.
fn line<G: Geometry>(
    position: &Position<G>,
    solution: &Solution,
    answer: &Answer,
    length: u32,
) -> Result<(), String> {
    let wrong = |what: &str| Err(what.to_owned());
    if solution.line.len() != length as usize {
        return wrong("length of the line");
    }
    let first = solution.line[0];
    if !answer.moves.iter().any(|&(m, n)| m == first && n <= length) {
        return wrong("first move");
    }
    let attacker = position.turn();
    let mut bounded = Bounded::new(attacker, LIMIT);
    let mut p = position.clone();
    let mut threats = solution.threats.iter();
    for (ply, &m) in solution.line.iter().enumerate() {
        if !p.is_legal(m) {
            return wrong("an illegal move");
        }
        p.make(m);
        if ply % 2 == 1 {
            continue;
        }
        let left = length - 1 - ply as u32;
        if bounded.holds(&p, left) != Ok(true) {
            return Err(format!("move {} of the line", ply + 1));
        }
        if !p.in_check() {
            let Some(threat) = threats.next() else {
                return wrong("a threat is missing");
            };
            if threat.at != ply + 1 {
                return wrong("the place of a threat");
            }
            mates(&passed(&p), &threat.line, attacker)?;
        }
    }
    if p.in_check() {
        return wrong("the line ends with a check");
    }
    match threats.next() {
        Some(_) => wrong("a threat too many"),
        None => Ok(()),
    }
}

/// A mating line: checks that keep the mate, and the end.
fn mates<G: Geometry>(
    position: &Position<G>,
    line: &[yose_shogi::Move],
    attacker: Color,
) -> Result<(), String> {
    let mut mates = Mates::new(attacker, LIMIT);
    let mut p = position.clone();
    for (ply, &m) in line.iter().enumerate() {
        if !p.is_legal(m) {
            return Err("an illegal move in a threat".to_owned());
        }
        if ply % 2 == 0 && mates.mates(&p) != Ok(true) {
            return Err("a threat that is no mate".to_owned());
        }
        p.make(m);
        if ply % 2 == 0 && !p.in_check() {
            return Err("a threat without check".to_owned());
        }
    }
    match p.in_check() && !p.has_legal_move() && line.len() % 2 == 1 {
        true => Ok(()),
        false => Err("a threat that does not end in mate".to_owned()),
    }
}

/// Compares the answers of a sample; the number of wrong ones.
fn compare_sample(sample: &[Decided]) -> usize {
    let mut wrong = 0;
    for decided in sample {
        let position = decided.setup.validate().unwrap();
        if let Err(what) = with_position!(&position, |p| compare(p, &decided.answer)) {
            println!("{what}");
            wrong += 1;
        }
    }
    wrong
}

#[test]
fn a_sample() {
    assert_eq!(compare_sample(&sample(&SHOGI, 5, 24, 500)), 0);
}

/// 5,200 positions: 1,300 brinkmates in 1, as many longer ones, as many with a threat but no
/// brinkmate; half of each with two kings.
#[test]
#[ignore = "many minutes; cargo test --release -p yose-hisshi --test it definition -- --ignored"]
fn large_sample() {
    let (mut wrong, mut total) = (0, 0);
    for seed in 100..113 {
        let sample = sample(&SHOGI, seed, 100, 1_000);
        wrong += compare_sample(&sample);
        total += sample.len();
        println!("seed {seed}: {wrong} wrong of {total}");
    }
    assert_eq!((wrong, total), (0, 5_200));
}

/// States of a fixpoint that the samples leave out, and the most that is still decided as a whole.
const LARGER: std::ops::Range<usize> = 1_000..30_000;

/// Compares positions with larger fixpoints than those of the samples. Where even the whole
/// fixpoint is too large, the search is compared with `A(P, n)` for n up to 3.
fn compare_larger(seed: u64, wanted: usize) {
    let mut random = Random::new(seed);
    let (mut wrong, mut whole, mut bounded) = (0, 0, 0);
    while whole + bounded < wanted {
        let recipe = Recipe::ALL[random.below(Recipe::ALL.len())];
        let Some(setup) = setup(&SHOGI, recipe, &mut random) else {
            continue;
        };
        let position = setup.validate().unwrap();
        let compared = with_position!(&position, |p| {
            if brute::solve(p, LARGER.start).is_ok() {
                continue;
            }
            match brute::solve(p, LARGER.end) {
                Ok(answer) => {
                    whole += 1;
                    compare(p, &answer)
                }
                Err(_) => match within_three(p) {
                    Ok(least) => {
                        bounded += 1;
                        compare_within_three(p, least)
                    }
                    Err(_) => continue,
                },
            }
        });
        if let Err(what) = compared {
            println!("{what}");
            wrong += 1;
        }
    }
    println!("{wrong} wrong; {whole} whole fixpoints, {bounded} within 3 plies");
    assert_eq!(wrong, 0);
    assert!(whole > 0 && bounded > 0);
}

/// The least n up to 3 with `A(P, n)`, if there is one.
fn within_three<G: Geometry>(position: &Position<G>) -> Result<Option<u32>, BruteError> {
    let mut bounded = Bounded::new(position.turn(), LIMIT / 10);
    for n in [0, 1, 3] {
        if bounded.attacks(position, n)? {
            return Ok(Some(n));
        }
    }
    Ok(None)
}

/// Compares with the least n up to 3. A longer brinkmate, and none at all, is not decided here.
fn compare_within_three<G: Geometry>(position: &Position<G>, least: Option<u32>) -> Result<(), String> {
    let hisshi = Hisshi::new(position.clone()).map_err(|faults| faults.to_string())?;
    let limits = Limits {
        nodes: Some(2_000_000),
        hash_mb: 64,
        ..Limits::default()
    };
    for moves in [MoveSet::All, MoveSet::Paper] {
        let found = solve(&hisshi, &settings(moves, false, 1), &limits, &mut |_| {});
        let complete = moves == MoveSet::All;
        let right = match (found.verdict, least) {
            (Verdict::Mate { .. }, Some(0)) => true,
            (Verdict::Hisshi { length, exact }, Some(n)) if n > 0 => {
                length >= n && exact == complete && (!complete || length == n) && found.lower <= n
            }
            (Verdict::Hisshi { length, .. }, None) => length > 3,
            (Verdict::None, None) => complete,
            (Verdict::Unknown(Reason::Moves), least) => least != Some(0) && found.lower <= 1,
            (Verdict::Unknown(_), Some(n)) => found.lower <= n,
            (Verdict::Unknown(_), None) => true,
            _ => false,
        };
        if !right {
            let text = sfen::write(position, 1);
            return Err(format!("{text}\t{}\t{found:?}\t{least:?}", moves.word()));
        }
    }
    Ok(())
}

/// Positions without a brinkmate in which the attacker can go on for long: the bounds of the search
/// would have to grow far before a set closes by itself.
#[test]
fn closed_sets_are_found_where_bounds_grow_far() {
    for text in ["9/9/9/9/9/9/9/2P6/GK7 w gsp 1", "8p/7Sk/9/9/9/9/9/9/9 b Sb 1"] {
        let (position, _) = sfen::position(text).unwrap();
        with_position!(&position, |p| {
            assert_eq!(
                brute::solve(p, LIMIT).unwrap().verdict,
                brute::Verdict::None,
                "{text}"
            );
            let limits = Limits {
                nodes: Some(3_000_000),
                hash_mb: 64,
                ..Limits::default()
            };
            let hisshi = Hisshi::new(p.clone()).unwrap();
            let found = solve(&hisshi, &SolverSettings::default(), &limits, &mut |_| {});
            println!("{text}\t{:?}\t{} nodes", found.verdict, found.nodes);
            assert_eq!((found.verdict, found.lower), (Verdict::None, 1), "{text}");
        });
    }
}

#[test]
fn some_larger_fixpoints() {
    compare_larger(50, 4);
}

#[test]
#[ignore = "many minutes; cargo test --release -p yose-hisshi --test it definition -- --ignored"]
fn larger_fixpoints() {
    compare_larger(51, 200);
}

/// Compares every `every`th position of a whole board, either side attacking; the number of wrong
/// answers.
fn compare_board(name: &str, every: usize) -> usize {
    let start = Variant::by_name(name).unwrap().start().unwrap();
    let space = Space::of(&start, 3_000_000).unwrap();
    let (mut wrong, mut compared) = (0, 0);
    for p in space.positions().iter().step_by(every) {
        compared += 1;
        let answer = brute::solve(p, LIMIT).unwrap();
        // Black attacks in the space. Where White attacks, it knows the image.
        let image = match p.turn() {
            Color::Black => p.clone(),
            Color::White => {
                let setup = exchange_sides(&Setup::of(p, 1));
                setup.position(p.geometry()).unwrap()
            }
        };
        assert_eq!(Some(answer.verdict), space.verdict(&image), "{p:?}");
        if let Err(what) = compare(p, &answer) {
            println!("{what}");
            wrong += 1;
        }
    }
    println!("{wrong} wrong of {compared} on {name}");
    wrong
}

#[test]
fn some_of_three_small_boards() {
    let boards = [("3x4:GK-:1", 67), ("3x4:SK-:1", 307), ("3x3:RK-:1", 67)];
    assert_eq!(boards.map(|(name, every)| compare_board(name, every)), [0; 3]);
}

#[test]
#[ignore = "many minutes; cargo test --release -p yose-hisshi --test it definition -- --ignored"]
fn three_small_boards() {
    let boards = ["3x4:GK-:1", "3x4:SK-:1", "3x3:RK-:1"];
    assert_eq!(boards.map(|name| compare_board(name, 1)), [0; 3]);
}

/// Random positions of boards with two kinds a side.
fn compare_two_kinds(name: &str, seed: u64, wanted: usize) {
    let start = Variant::by_name(name).unwrap().start().unwrap();
    let mut random = Random::new(seed);
    let (mut wrong, mut compared) = (0, 0);
    with_position!(&start, |start| {
        while compared < wanted {
            // A random game of random length.
            let mut p = start.clone();
            for _ in 0..4 + random.below(40) {
                let moves = p.legal_moves();
                if moves.is_empty() {
                    break;
                }
                p.make(moves[random.below(moves.len())]);
            }
            let Ok(answer) = brute::solve(&p, 20_000) else {
                continue;
            };
            compared += 1;
            if let Err(what) = compare(&p, &answer) {
                println!("{what}");
                wrong += 1;
            }
        }
    });
    assert_eq!(wrong, 0, "of {compared} on {name}");
}

#[test]
fn two_kinds_a_side() {
    compare_two_kinds("3x4:GKS:1", 1, 30);
    compare_two_kinds("3x4:BKR:1", 2, 30);
}

#[test]
#[ignore = "many minutes; cargo test --release -p yose-hisshi --test it definition -- --ignored"]
fn more_of_two_kinds_a_side() {
    compare_two_kinds("3x4:GKS:1", 3, 1_000);
    compare_two_kinds("3x4:BKR:1", 4, 1_000);
}
