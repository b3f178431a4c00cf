//! The search against brute force: verdicts and lengths of random positions with few pieces.

use yose_hisshi::brute::sample::{Class, sample};
use yose_hisshi::brute::{self, Answer};
use yose_hisshi::{Hisshi, Limits, MoveSet, Reason, Solution, SolverSettings, Verdict, solve};
use yose_shogi::notation::sfen;
use yose_shogi::{Geometry, Position, SHOGI, with_position};

/// The most states of brute force.
const STATES: usize = 60_000;

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

/// `YOSE_HISSHI_QUOTA` and `YOSE_HISSHI_SEED` make the sample larger or another one.
#[test]
fn random_positions() {
    let quota = from_environment("YOSE_HISSHI_QUOTA", 8) as usize;
    let seed = from_environment("YOSE_HISSHI_SEED", 20);
    let mut tally = Tally::default();
    let positions = sample(&SHOGI, seed, quota, STATES);
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
    println!("{tally:?}");
    assert!(20 * tally.open <= 3 * tally.positions, "{tally:?}");
}
