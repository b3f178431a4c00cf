//! The two brute-force mate solvers agree with each other and with known answers.

use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Geometry, Nine, Position, SHOGI, with_position};
use yose_testkit::shogi::random_setup;
use yose_testkit::{Random, suite};
use yose_tsume::brute::{deepening, graph};
use yose_tsume::{Limits, Meter, Tsume, Verdict, brute};

fn position(text: &str) -> Position<Nine> {
    sfen::read(text)
        .unwrap()
        .position(Nine)
        .unwrap_or_else(|e| panic!("{text}: {e}"))
}

const VARIANTS: [&str; 7] = [
    "3x4:BKR:1",
    "3x4:RKS:2",
    "3x4:GKN:3",
    "3x4:SKG:1",
    "4x4:KGR-:1",
    "4x4:KGS-:2",
    "dobutsu",
];

/// On small boards the whole graph of checks and evasions fits into memory. The deepening solver
/// confirms every verdict of the graph.
#[test]
fn the_two_solvers_agree() {
    let limits = Limits {
        nodes: Some(40_000),
        ..Limits::default()
    };
    let (mut mates, mut long, mut none) = (0, 0, 0);
    for (seed, name) in VARIANTS.into_iter().enumerate() {
        let mut random = Random::new(seed as u64);
        for _ in 0..2500 {
            let Some(setup) = random_setup(suite::variant(name), &mut random) else {
                continue;
            };
            with_position!(setup.validate().unwrap(), |p| {
                let Ok(tsume) = Tsume::new(p) else { continue };
                match compare(tsume.position(), &limits) {
                    Some(Some(length)) => {
                        mates += 1;
                        long += usize::from(length >= 5);
                    }
                    Some(None) => none += 1,
                    None => {}
                }
            });
        }
    }
    println!("{mates} mates, {long} of 5 or more, {none} without");
    assert!(
        mates > 300 && long > 30 && none > 500,
        "{mates} mates, {long} of 5 or more, {none} without"
    );
}

/// Compares the verdict of the graph with the deepening search. Returns the length, `Some(None)`
/// for no mate, or `None` if a limit ended one of them.
fn compare<G: Geometry>(p: &Position<G>, limits: &Limits) -> Option<Option<u32>> {
    let mut quiet = |_| {};
    let whole = graph::decide(p, 6_000, &mut Meter::new(limits, &mut quiet)).ok()?;
    let mut quiet = |_| {};
    let mut meter = Meter::new(limits, &mut quiet);
    let mut search = deepening::Deepening::new(p.clone(), 64);
    match whole {
        graph::Decided::Mate { length } => {
            if length > 1 {
                let shorter = search.mate_within(length - 2, &mut meter).ok()?;
                assert_eq!(shorter, deepening::Bounded::NotWithin, "{p:?} in {length}");
            }
            assert_eq!(
                search.mate_within(length, &mut meter).ok()?,
                deepening::Bounded::Mate,
                "{p:?} in {length}"
            );
            Some(Some(length))
        }
        graph::Decided::NoMate => {
            for plies in [1, 3, 5, 7] {
                assert_ne!(
                    search.mate_within(plies, &mut meter).ok()?,
                    deepening::Bounded::Mate,
                    "{p:?}"
                );
            }
            Some(None)
        }
    }
}

/// Lines are legal, alternate checks and evasions, end in mate, and have the stated length.
#[test]
fn suite_problems_are_solved_with_their_lines() {
    let rows = suite::rows("tsume/small.tsv");
    assert!(rows.len() >= 8);
    for row in rows {
        let (id, expected, text) = (&row[0], &row[1], &row[2]);
        let p = position(text);
        let solution = brute::solve(Tsume::new(p.clone()).unwrap(), &Limits::default(), &mut |_| {});
        if expected == "no" {
            assert_eq!(solution.verdict, Verdict::Disproved, "{id}");
            continue;
        }
        let length: u32 = expected.parse().unwrap();
        assert_eq!(solution.verdict, Verdict::Proved { length, exact: true }, "{id}");
        assert_eq!(solution.line.len(), length as usize, "{id}");
        let mut q = p;
        for (i, &m) in solution.line.iter().enumerate() {
            assert!(q.is_legal(m), "{id}: {}", usi::write(m, &SHOGI));
            q.make(m);
            if i % 2 == 0 {
                assert!(q.in_check(), "{id}: every attacker's move checks");
            }
        }
        assert!(q.in_check() && !q.has_legal_move(), "{id}: the line ends in mate");
    }
}

/// Limits are obeyed, and the verdict then is unknown, never "no mate".
#[test]
fn a_stopped_search_does_not_know() {
    let p = position("9/9/6Bnl/8k/R6p1/9/9/9/9 b rb4g4s3n3l17p 1");
    let limits = Limits {
        nodes: Some(500),
        ..Limits::default()
    };
    let solution = brute::solve(Tsume::new(p.clone()).unwrap(), &limits, &mut |_| {});
    assert_eq!(solution.verdict, Verdict::Unknown(yose_tsume::Reason::Nodes));
    assert!(solution.nodes <= 500);
    let limits = Limits {
        hash_mb: 0,
        ..Limits::default()
    };
    let solution = brute::solve(Tsume::new(p.clone()).unwrap(), &limits, &mut |_| {});
    assert_eq!(solution.verdict, Verdict::Unknown(yose_tsume::Reason::Memory));
    let limits = Limits::default();
    limits.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    let solution = brute::solve(Tsume::new(p).unwrap(), &limits, &mut |_| {});
    assert_eq!(
        solution.verdict,
        Verdict::Unknown(yose_tsume::Reason::Interrupted)
    );
}
