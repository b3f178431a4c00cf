//! The search against brute force: verdicts and lengths of random positions with few pieces.

use yose_andor::{EVER, Game, Meter, Options, Outcome, Plies, Search, Table, schedule, with_big_stack};
use yose_board::Color;
use yose_hisshi::brute::{self, Answer, Space};
use yose_hisshi::{Hisshi, Limits, MoveSet, Question, Reason, Solution, SolverSettings, Verdict, solve};
use yose_shogi::notation::sfen;
use yose_shogi::{Geometry, Position, Rules, Runtime, SHOGI, Stalemate, Variant, with_position};
use yose_testkit::brinkmates::{Class, sample};

/// What the comparison has seen.
#[derive(Debug, Default)]
struct Tally {
    positions: usize,
    two_kings: usize,
    /// Brinkmates that the classes of Nagai 2011 miss.
    missed: usize,
    /// Questions that the search leaves open within its limit.
    open: usize,
}

fn settings(first: bool, moves: MoveSet) -> SolverSettings {
    SolverSettings {
        first,
        moves,
        ..SolverSettings::default()
    }
}

fn ask<G: Geometry>(p: &Position<G>, settings: &SolverSettings) -> Solution {
    let hisshi = Hisshi::new(p.clone()).unwrap_or_else(|e| panic!("{e}"));
    let limits = Limits {
        nodes: Some(1_500_000),
        hash_mb: 32,
        ..Limits::default()
    };
    solve(&hisshi, settings, &limits, &mut |_| {})
}

/// Whether a limit ended the search. Nothing is claimed then.
fn is_open(solution: &Solution) -> bool {
    matches!(solution.verdict, Verdict::Unknown(Reason::Nodes | Reason::Step))
}

/// The default: every move, the shortest.
fn compare_shortest<G: Geometry>(p: &Position<G>, truth: &Answer, tally: &mut Tally) {
    let text = sfen::write(p, 1);
    let found = ask(p, &settings(false, MoveSet::All));
    if is_open(&found) {
        println!("open: {text} {:?}", truth.verdict);
        tally.open += 1;
        assert!(
            truth.length().is_none_or(|length| found.lower <= length),
            "{text} {found:?}"
        );
        return;
    }
    match (truth.verdict, found.verdict) {
        (brute::Verdict::Mate, Verdict::Mate { length, exact }) => {
            assert!(
                exact && length == Some(found.line.len() as u32),
                "{text} {found:?}"
            );
        }
        (brute::Verdict::Hisshi(length), Verdict::Hisshi { .. }) => {
            assert_eq!(found.verdict, Verdict::Hisshi { length, exact: true }, "{text}");
            assert_eq!(found.lower, length, "{text}");
            assert_eq!(found.line.len(), length as usize, "{text}");
            let works = truth.moves.contains(&(found.line[0], length));
            assert!(works, "{text}: {:?} {:?}", found.line, truth.moves);
            assert!(found.threats.iter().all(|t| !t.line.is_empty()), "{text}");
            assert_eq!(
                found.threats.last().map(|t| t.at),
                Some(length as usize),
                "{text}"
            );
        }
        (brute::Verdict::None, Verdict::None) => {}
        _ => panic!("{text}: {:?}, not {found:?}", truth.verdict),
    }
}

/// Any brinkmate.
fn compare_first<G: Geometry>(p: &Position<G>, truth: &Answer, tally: &mut Tally) {
    let text = sfen::write(p, 1);
    let found = ask(p, &settings(true, MoveSet::All));
    if is_open(&found) {
        tally.open += 1;
        return;
    }
    match (truth.verdict, found.verdict) {
        (brute::Verdict::Mate, Verdict::Mate { .. } | Verdict::Hisshi { .. }) => {}
        (brute::Verdict::Hisshi(least), Verdict::Hisshi { length, .. }) => {
            assert!(length >= least && length % 2 == 1, "{text} {found:?}");
            assert_eq!(found.line.len(), length as usize, "{text} {found:?}");
        }
        (brute::Verdict::None, Verdict::None) => {}
        _ => panic!("{text}: {:?}, not {found:?}", truth.verdict),
    }
}

/// The classes of Nagai 2011: what they prove is true, and their failure claims nothing.
fn compare_paper<G: Geometry>(p: &Position<G>, truth: &Answer, tally: &mut Tally) {
    let text = sfen::write(p, 1);
    let found = ask(p, &settings(false, MoveSet::Paper));
    if is_open(&found) {
        tally.open += 1;
        return;
    }
    let is_mate = matches!(found.verdict, Verdict::Mate { .. });
    assert!(is_mate || found.lower <= 1, "{text} {found:?}");
    match (truth.verdict, found.verdict) {
        (brute::Verdict::Mate, Verdict::Mate { .. }) => {}
        (brute::Verdict::Hisshi(least), Verdict::Hisshi { length, exact }) => {
            assert!(length >= least && !exact, "{text} {found:?}");
        }
        (brute::Verdict::Hisshi(_), Verdict::Unknown(Reason::Moves)) => {
            println!("missed: {text} {:?}", truth.moves);
            tally.missed += 1;
        }
        (brute::Verdict::None, Verdict::Unknown(Reason::Moves)) => {}
        _ => panic!("{text}: {:?}, not {found:?}", truth.verdict),
    }
}

fn from_environment(name: &str, usual: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(usual)
}

/// Compares a sample of a game. `YOSE_HISSHI_QUOTA` and `YOSE_HISSHI_SEED` make it larger or
/// another one.
fn compare_sample(variant: &'static Variant, quota: u64, states: usize) {
    let quota = from_environment("YOSE_HISSHI_QUOTA", quota) as usize;
    let seed = from_environment("YOSE_HISSHI_SEED", 20);
    let mut tally = Tally::default();
    let positions = sample(variant, seed, quota, states);
    for class in [
        Class::Mate,
        Class::One,
        Class::Longer,
        Class::ThreatOnly,
        Class::Nothing,
    ] {
        assert!(positions.iter().any(|p| p.class == class), "{class:?}");
    }
    for decided in &positions {
        let position = decided.setup.validate().unwrap_or_else(|e| panic!("{e}"));
        with_position!(&position, |p| {
            compare_shortest(p, &decided.answer, &mut tally);
            compare_first(p, &decided.answer, &mut tally);
            compare_paper(p, &decided.answer, &mut tally);
        });
        tally.positions += 1;
        tally.two_kings += usize::from(decided.two_kings);
    }
    println!("{}: {tally:?}", variant.name);
    assert!(20 * tally.open <= 3 * tally.positions, "{tally:?}");
}

#[test]
fn random_positions() {
    compare_sample(&SHOGI, 8, 2_000);
}

#[test]
fn random_positions_of_a_small_board() {
    compare_sample(Variant::by_name("4x5:1").unwrap(), 40, 1_000);
}

/// The same board with another rule: a stalemate is a draw, and hands are not compared.
#[test]
fn random_positions_where_stalemate_draws() {
    let board = Variant::by_name("4x5:1").unwrap();
    let rules = Rules {
        stalemate: Stalemate::Draws,
        ..board.rules
    };
    let drawn = Variant {
        rules,
        ..board.clone()
    };
    compare_sample(drawn.intern().unwrap(), 20, 1_000);
}

/// One table for every position of a small board: the answers are right, and so is every entry that
/// the searches have left, of both sides to move.
#[test]
fn every_entry_of_a_small_board_is_true() {
    for (start, every, promote) in [
        ("3x4:GK-:1", 3, false),
        ("3x4:SK-:1", 40, true),
        ("3x3:RK-:1", 20, false),
    ] {
        let start = Variant::by_name(start).unwrap().start().unwrap();
        let space = Space::of(&start, 1_000_000).unwrap();
        let table = Table::new(64);
        let settings = SolverSettings::default();
        let options = Options {
            promote,
            ..settings.search
        };
        let questions = space.positions().iter().filter(|p| p.turn() == Color::Black);
        let questions = questions.map(|p| {
            let hisshi = Hisshi::new(p.clone()).unwrap_or_else(|e| panic!("{e}"));
            Question::new(&hisshi, MoveSet::All, settings.techniques)
        });
        let questions: Vec<_> = questions.collect();
        let limits = Limits {
            nodes: Some(100_000),
            ..Limits::default()
        };
        let mut open = 0;
        with_big_stack(|| {
            for (i, question) in questions.iter().enumerate().filter(|(i, _)| i % every == 0) {
                let length = length_of(&space, question.position());
                let mut search = Search::new(question.clone(), &table, options);
                for bound in [[EVER, 1], [3, EVER], [0, 5]][i / every % 3] {
                    let mut quiet = |_| {};
                    let mut meter = Meter::new(&limits, &mut quiet);
                    *search.query() = question.clone();
                    match schedule::within(&mut search, bound, &mut meter) {
                        Ok(Outcome::Proved(plies)) => assert!(length <= plies, "{:?}", question.position()),
                        Ok(Outcome::Disproved(plies)) => assert!(length > plies, "{:?}", question.position()),
                        Err(_) => open += 1,
                    }
                }
            }
        })
        .unwrap();
        let mut entries = [0usize; 2];
        for mut question in questions {
            let length = length_of(&space, question.position());
            let known = table.look(question.key(), question.resource());
            assert!(
                known.yes_from >= length && known.no_below <= length,
                "{:?}",
                question.position()
            );
            entries[0] += usize::from(known.yes_from < Plies::MAX || known.no_below > 0);
            let mut edges = Vec::new();
            question.expand(&mut edges);
            for edge in edges {
                let undo = question.make(edge.mv);
                let held = space.held(question.position()).expect("a position of the space");
                let length = held.map_or(Plies::MAX, |n| n as Plies);
                let known = table.look(edge.key, edge.resource);
                assert!(
                    known.yes_from >= length && known.no_below <= length,
                    "{:?}",
                    question.position()
                );
                entries[1] += usize::from(known.yes_from < Plies::MAX || known.no_below > 0);
                question.unmake(edge.mv, undo);
            }
        }
        println!(
            "{}: {entries:?} entries, {open} questions open",
            start.variant().name
        );
        assert!(entries.iter().all(|&n| n > 500), "{entries:?}");
    }
}

/// The length of a position of a space, `Plies::MAX` without a brinkmate.
fn length_of(space: &Space, position: &Position<Runtime<u32>>) -> Plies {
    match space.verdict(position) {
        Some(brute::Verdict::Mate) => 0,
        Some(brute::Verdict::Hisshi(length)) => length as Plies,
        _ => Plies::MAX,
    }
}

/// Any brinkmate: the line ends with a quiet move, also where the search has met a plain mate on
/// the way that its lengths do not know of.
#[test]
fn a_line_ends_with_a_quiet_move() {
    let variant = Variant::by_name("3x4:BKR:1").unwrap();
    let setup = sfen::read_as("3/1k1/1bR/RKB w - 1", variant).unwrap();
    with_position!(&setup.validate().unwrap(), |p| {
        let hisshi = Hisshi::new(p.clone()).unwrap_or_else(|e| panic!("{e}"));
        let limits = Limits {
            nodes: Some(20_000_000),
            hash_mb: 4,
            ..Limits::default()
        };
        let found = solve(&hisshi, &settings(true, MoveSet::All), &limits, &mut |_| {});
        let Verdict::Hisshi { length, .. } = found.verdict else {
            panic!("{found:?}");
        };
        assert_eq!(found.line.len(), length as usize, "{found:?}");
        let mut at = p.clone();
        for &m in &found.line {
            at.make(m);
        }
        assert!(!at.in_check(), "{found:?}");
        assert_eq!(
            found.threats.last().map(|t| t.at),
            Some(found.line.len()),
            "{found:?}"
        );
    });
}
