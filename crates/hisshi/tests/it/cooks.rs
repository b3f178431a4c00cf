//! Cooks against brute force, move by move.

use crate::suite::problems;
use yose_board::Color;
use yose_hisshi::brute::{self, Bounded, Brinkmates};
use yose_hisshi::{
    Class, DepartureKind, Examination, Examining, Hisshi, Limits, MoveSet, Reason, Solution, Solver,
    SolverSettings, Verdict,
};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Geometry, Move, Position, Rules, SHOGI, Stalemate, Variant, with_position};
use yose_testkit::brinkmates::{self, sample};

/// States that brute force may visit for one position.
const STATES: usize = 30_000;

fn limits(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        hash_mb: 16,
        ..Limits::default()
    }
}

/// Solves a problem and examines its solution.
fn examined<G: Geometry>(
    p: &Position<G>,
    author: Option<&[Move]>,
    moves: MoveSet,
    nodes: u64,
) -> (Solution, Option<Examination>) {
    let settings = SolverSettings {
        moves,
        ..SolverSettings::default()
    };
    let hisshi = Hisshi::new(p.clone()).unwrap_or_else(|e| panic!("{e}"));
    let solver = Solver::new(&hisshi, &settings, 16);
    let found = solver.solve(&limits(nodes), &mut |_| {});
    let examination = solver.examine(author, &found, &limits(nodes), &mut |_| {});
    (found, examination)
}

/// What the comparison has seen.
#[derive(Debug, Default)]
struct Tally {
    turns: usize,
    large: usize,
    open: usize,
    cooks: usize,
    shorter: usize,
    exempt: usize,
    longer: usize,
}

/// Every working move at every turn of the examined line, with its class, is that of brute force.
fn compare<G: Geometry>(p: &Position<G>, examination: &Examination, given: bool, tally: &mut Tally) {
    let text = sfen::write(p, 1);
    let stated = examination.solution.len();
    let mut at = p.clone();
    for (i, &played) in examination.solution.iter().enumerate() {
        let ply = i + 1;
        if i % 2 == 0 {
            let open = examination.undecided.iter().filter(|u| u.at == ply).count();
            match brute::solve(&at, STATES) {
                _ if open > 0 => tally.open += 1,
                Err(_) => tally.large += 1,
                Ok(truth) => {
                    tally.turns += 1;
                    let mut expected: Vec<Move> = truth.moves.iter().map(|&(m, _)| m).collect();
                    expected.retain(|&m| m != played);
                    let mut cooks: Vec<Move> = Vec::new();
                    for cook in examination.cooks.iter().filter(|c| c.at == ply) {
                        cooks.push(cook.mv);
                        let length = truth.moves.iter().find(|&&(m, _)| m == cook.mv);
                        let Some(&(_, length)) = length else {
                            panic!("{text}: {cook:?} does not work");
                        };
                        tally.cooks += 1;
                        let mut after = at.clone();
                        after.make(cook.mv);
                        let mates = length == 1 && after.in_check();
                        let shortest = i + length as usize - usize::from(mates);
                        assert_eq!(
                            cook.class == Class::Shorter,
                            shortest < stated,
                            "{text}: {cook:?}"
                        );
                        tally.shorter += usize::from(cook.class == Class::Shorter);
                        tally.exempt += usize::from(cook.class.is_exempt());
                        assert!(cook.length as usize >= shortest, "{text}: {cook:?}");
                        let line = cook.line.as_ref().unwrap_or_else(|| panic!("{text}: {cook:?}"));
                        assert_eq!(line[0], cook.mv, "{text}");
                        if !mates {
                            assert_eq!(i + line.len(), cook.length as usize, "{text}: {cook:?}");
                        }
                        is_a_line(&at, line, mates, &text);
                    }
                    let by_number = |m: &Move| m.packed();
                    expected.sort_by_key(by_number);
                    cooks.sort_by_key(by_number);
                    assert_eq!(cooks, expected, "{text} at {ply}: {examination:?}");
                }
            }
        }
        at.make(played);
        if i % 2 == 0 && given {
            longer(&at, ply, examination, &text, tally);
        }
    }
}

/// A line is legal. A mate ends with mate, another line with a quiet move.
fn is_a_line<G: Geometry>(p: &Position<G>, line: &[Move], mates: bool, text: &str) {
    let mut at = p.clone();
    for &m in line {
        assert!(at.is_legal(m), "{text}: {line:?}");
        at.make(m);
    }
    assert_eq!(at.in_check(), mates, "{text}: {line:?}");
    assert!(!mates || !at.has_legal_move(), "{text}: {line:?}");
}

/// The replies that last longer than an author's line says are those of brute force.
fn longer<G: Geometry>(
    q: &Position<G>,
    ply: usize,
    examination: &Examination,
    text: &str,
    tally: &mut Tally,
) {
    if examination.undecided.iter().any(|u| u.at == ply) {
        return;
    }
    let stated = examination.solution.len();
    let left = (stated - ply).saturating_sub(1) as u32;
    let mut bounded = Bounded::new(q.turn().other(), STATES);
    let mut expected = Vec::new();
    for reply in q.legal_moves() {
        let mut next = q.clone();
        next.make(reply);
        match bounded.attacks(&next, left) {
            Err(_) => return,
            Ok(true) => {}
            Ok(false) => expected.push(reply),
        }
    }
    expected.retain(|&m| examination.solution.get(ply) != Some(&m));
    let departures = examination.departures.iter();
    let mut found: Vec<Move> = departures
        .filter(|d| d.kind == DepartureKind::Longer && d.at == Some(ply + 1))
        .map(|d| d.line[0])
        .collect();
    tally.longer += found.len();
    expected.sort_by_key(|m| m.packed());
    found.sort_by_key(|m| m.packed());
    assert_eq!(found, expected, "{text} after {ply}: {examination:?}");
}

/// Examines the line that was found. Then authors' lines: cooks with the moves before them, and the
/// first moves of the line that was found.
fn agrees<G: Geometry>(p: &Position<G>, tally: &mut Tally) {
    let (_, Some(examination)) = examined(p, None, MoveSet::All, 400_000) else {
        return;
    };
    compare(p, &examination, false, tally);
    assert_eq!(examination.departures, []);
    let mut authors = Vec::new();
    for cook in examination.cooks.iter().take(2) {
        let mut author = examination.solution[..cook.at - 1].to_vec();
        author.extend(cook.line.iter().flatten());
        authors.push(author);
    }
    authors.extend((1..examination.solution.len()).map(|n| examination.solution[..n].to_vec()));
    for author in authors {
        let (_, Some(other)) = examined(p, Some(&author), MoveSet::All, 400_000) else {
            panic!("{}: {author:?} is not examined", sfen::write(p, 1));
        };
        assert!(other.departures.iter().all(|d| d.kind != DepartureKind::None));
        compare(p, &other, true, tally);
    }
}

fn sampled(variant: &'static Variant, seed: u64, quota: usize, states: usize) -> Tally {
    let mut tally = Tally::default();
    for decided in sample(variant, seed, quota, states) {
        let wanted = [brinkmates::Class::One, brinkmates::Class::Longer];
        if wanted.contains(&decided.class) {
            let position = decided.setup.validate().unwrap();
            with_position!(&position, |p| agrees(p, &mut tally));
        }
    }
    println!("{tally:?}");
    tally
}

#[test]
fn cooks_are_those_of_brute_force() {
    let tally = sampled(&SHOGI, 606, 16, 2_000);
    assert!(tally.turns >= 40 && tally.cooks >= 100, "{tally:?}");
    assert!(tally.shorter >= 5 && tally.longer >= 5, "{tally:?}");
    assert!(tally.open * 20 <= tally.turns, "{tally:?}");
}

#[test]
fn a_stalemate_that_draws_is_no_cook() {
    let board = Variant::by_name("4x5:1").unwrap();
    let rules = Rules {
        stalemate: Stalemate::Draws,
        ..board.rules
    };
    let drawn = Variant {
        rules,
        ..board.clone()
    };
    let tally = sampled(drawn.intern().unwrap(), 607, 12, 1_000);
    assert!(tally.turns >= 10 && tally.cooks >= 10, "{tally:?}");
}

#[test]
#[ignore = "many minutes; cargo test --release -p yose-hisshi --test it cooks -- --ignored"]
fn cooks_of_many_positions_are_those_of_brute_force() {
    let tally = sampled(&SHOGI, 608, 400, 20_000);
    assert!(tally.open * 50 <= tally.turns, "{tally:?}");
}

/// The problems of the suite have one working first move: every other one is refuted.
fn has_one_first_move(step: usize, nodes: u64, least: usize) {
    let mut whole = 0;
    for problem in problems().iter().step_by(step) {
        with_position!(&problem.position, |p| {
            let (_, Some(examination)) = examined(p, None, MoveSet::All, nodes) else {
                panic!("{}", problem.id);
            };
            let first = examination.cooks.iter().find(|c| c.at == 1);
            assert_eq!(first, None, "{}", problem.id);
            let open = examination.undecided.iter().filter(|u| u.at == 1).count();
            whole += usize::from(open == 0);
        });
    }
    assert!(whole >= least, "{whole}");
}

#[test]
fn problems_of_the_suite_have_no_cook_at_the_first_move() {
    has_one_first_move(60, 200_000, 9);
}

#[test]
#[ignore = "many minutes; cargo test --release -p yose-hisshi --test it cooks -- --ignored"]
fn no_problem_of_the_suite_has_a_cook_at_the_first_move() {
    has_one_first_move(1, 3_000_000, 510);
}

const SILVER: &str = "4k4/9/9/9/9/9/9/9/9 b GS 1";

fn line(p: &Position<impl Geometry>, words: &str) -> Vec<Move> {
    let mut at = p.clone();
    let read = words.split(' ').map(|word| {
        let m = usi::read_legal(word, &at).unwrap_or_else(|e| panic!("{word}: {e}"));
        at.make(m);
        m
    });
    read.collect()
}

#[test]
fn an_author_who_is_wrong_is_told_where() {
    let (position, _) = sfen::position(SILVER).unwrap();
    with_position!(&position, |p| {
        // The gold threatens nothing.
        let author = line(p, "G*9i 5a4a S*5c");
        let (_, found) = examined(p, Some(&author), MoveSet::All, 1_000_000);
        let found = found.unwrap();
        let departure = &found.departures[0];
        assert_eq!((departure.kind, departure.at), (DepartureKind::None, Some(1)));
        // The right move is then one of the others, and nothing is said about later turns.
        assert!(found.cooks.iter().all(|c| c.at == 1));
        let right = line(p, "S*5c")[0];
        let cook = found.cooks.iter().find(|c| c.mv == right).unwrap();
        assert_eq!((cook.class, cook.length), (Class::Shorter, 1));
        assert_eq!(found.undecided, []);
    });
}

#[test]
fn what_comes_after_the_last_quiet_move_does_not_count() {
    let (position, _) = sfen::position(SILVER).unwrap();
    with_position!(&position, |p| {
        let author = line(p, "S*5c 5a4a G*4b");
        let (_, found) = examined(p, Some(&author), MoveSet::All, 1_000_000);
        assert_eq!(found.unwrap().solution, author[..1]);
    });
}

/// A line of checks alone claims a plain mate. It is examined where there is none.
#[test]
fn a_line_of_checks_alone_is_wrong_without_a_plain_mate() {
    let (position, _) = sfen::position(SILVER).unwrap();
    with_position!(&position, |p| {
        let checks = line(p, "G*5b 5a5b");
        let (_, found) = examined(p, Some(&checks), MoveSet::All, 1_000_000);
        let found = found.unwrap();
        assert_eq!(found.solution, checks[..1]);
        let departure = &found.departures[0];
        assert_eq!((departure.kind, departure.at), (DepartureKind::None, Some(1)));
        assert_eq!(departure.line, checks[1..]);
    });
    // With a plain mate the answer is the mate.
    let (position, _) = sfen::position("8k/9/7G1/9/9/9/9/9/9 b G 1").unwrap();
    with_position!(&position, |p| {
        let checks = line(p, "G*1b");
        let (solution, found) = examined(p, Some(&checks), MoveSet::All, 1_000_000);
        assert!(matches!(solution.verdict, Verdict::Mate { .. }));
        assert!(found.is_none());
    });
}

/// With few nodes nothing is claimed: every move that is not refuted is undecided.
#[test]
fn limits_leave_moves_undecided() {
    let (position, _) = sfen::position(SILVER).unwrap();
    with_position!(&position, |p| {
        let author = line(p, "S*5c");
        let (_, found) = examined(p, Some(&author), MoveSet::All, 40);
        let found = found.unwrap();
        let mut brinkmates = Brinkmates::new(Color::Black, STATES);
        let mut open = 0;
        for m in p.legal_moves() {
            let mut after = p.clone();
            after.make(m);
            let undecided = found.undecided.iter().any(|u| u.mv == m && !u.works);
            let cook = found.cooks.iter().any(|c| c.mv == m);
            open += usize::from(undecided);
            if !undecided && m != author[0] {
                assert_eq!(brinkmates.holds(&after), Ok(cook), "{m:?}");
            }
        }
        assert!(open > 50, "{open}");
        assert!(found.undecided.iter().all(|u| u.reason == Reason::Nodes));
    });
}

/// An interrupt keeps what was found, and the rest is undecided.
#[test]
fn an_interrupt_keeps_what_was_found() {
    let (position, _) = sfen::position("4k4/2G1g4/9/9/9/9/9/9/9 b 2G2r2b4s4n4l18p 1").unwrap();
    with_position!(&position, |p| {
        let hisshi = Hisshi::new(p.clone()).unwrap();
        let solver = Solver::new(&hisshi, &SolverSettings::default(), 16);
        let found = solver.solve(&limits(1_000_000), &mut |_| {});
        let interrupted = limits(10_000_000);
        let flag = std::sync::Arc::clone(&interrupted.interrupt);
        let mut stop = |now: Examining| {
            assert!(now.open <= now.of);
            flag.store(now.open * 2 < now.of, std::sync::atomic::Ordering::Relaxed);
        };
        let examination = solver.examine(None, &found, &interrupted, &mut stop).unwrap();
        let open = examination.undecided.len();
        let others = p.legal_moves().len() - 1;
        assert!(open > 0 && open * 2 < others, "{open} of {others}");
        assert!(
            examination
                .undecided
                .iter()
                .all(|u| u.reason == Reason::Interrupted)
        );
    });
}

/// The classes of Nagai 2011 are not all moves: a move is refuted only if it threatens nothing.
#[test]
fn a_failure_of_the_classes_refutes_no_threat() {
    let (position, _) = sfen::position(SILVER).unwrap();
    with_position!(&position, |p| {
        let (solution, found) = examined(p, None, MoveSet::Paper, 1_000_000);
        assert_eq!(
            solution.verdict,
            Verdict::Hisshi {
                length: 1,
                exact: false
            }
        );
        let found = found.unwrap();
        let mut mates = brute::Mates::new(Color::Black, STATES);
        for m in p.legal_moves() {
            let mut after = p.clone();
            after.make(m);
            let threatens = after.in_check() || mates.mates(&brute::passed(&after)) == Ok(true);
            let cook = found.cooks.iter().any(|c| c.mv == m);
            let undecided = found.undecided.iter().any(|u| u.mv == m);
            let own = found.solution[0] == m;
            assert_eq!(threatens, cook || undecided || own, "{m:?}");
        }
        assert!(found.undecided.iter().all(|u| u.reason == Reason::Moves));
        assert!(!found.undecided.is_empty());
    });
}
