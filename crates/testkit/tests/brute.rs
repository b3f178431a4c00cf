//! The two brute-force mate solvers agree with each other, and with what is known.

use yose_board::{Color, Square};
use yose_mate::brute::{deepening, graph};
use yose_mate::{Limits, Meter, Tsume, Verdict, brute};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Kind, Nine, Piece, Position, SHOGI, Setup};
use yose_testkit::{Random, suite};

fn position(text: &str) -> Position<Nine> {
    sfen::read(text).unwrap().position(Nine).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// A sparse mate problem: a lone king near a corner, a few pieces around it, the rest in White's hand.
fn random_problem(random: &mut Random, rest: bool) -> Option<Position<Nine>> {
    let mut setup = Setup::empty(&SHOGI);
    let corner = |random: &mut Random, n| Square::new((random.below(n) * 9 + random.below(n)) as u8);
    setup.put(corner(random, 3), Some(Piece::new(Color::White, Kind::KING)));
    for _ in 0..2 + random.below(4) {
        let square = corner(random, 4);
        let color = if random.one_in(3) { Color::White } else { Color::Black };
        let kind = Kind::from_index(random.below(14))?;
        if kind != Kind::KING && setup.board[square.index()].is_none() {
            setup.put(square, Some(Piece::new(color, kind)));
        }
    }
    for _ in 0..1 + random.below(2) {
        setup.add_to_hand(Color::Black, Kind::from_index(random.below(7))?, 1);
    }
    if rest {
        setup.give_rest(Color::White);
    }
    setup.position(Nine).ok()
}

#[test]
fn the_two_solvers_agree() {
    let mut random = Random::new(11);
    let limits = Limits { nodes: Some(60_000), ..Limits::default() };
    let (mut mates, mut long, mut none) = (0, 0, 0);
    for i in 0..3000 {
        let Some(p) = random_problem(&mut random, i % 4 == 0) else { continue };
        let mut quiet = |_| {};
        let whole = graph::decide(&p, 20_000, &mut Meter::new(&limits, &mut quiet));
        let mut quiet = |_| {};
        let mut meter = Meter::new(&limits, &mut quiet);
        let mut search = deepening::Deepening::new(p.clone(), 64);
        match whole {
            Ok(graph::Decided::Mate { length }) => {
                if length > 1 {
                    let shorter = search.mate_within(length - 2, &mut meter);
                    assert_ne!(shorter, Ok(deepening::Bounded::Mate), "{p:?}");
                    assert_ne!(shorter, Ok(deepening::Bounded::Never), "{p:?}");
                }
                if let Ok(found) = search.mate_within(length, &mut meter) {
                    assert_eq!(found, deepening::Bounded::Mate, "{p:?} in {length}");
                    mates += 1;
                    long += usize::from(length >= 5);
                }
            }
            Ok(graph::Decided::NoMate) => {
                for plies in [1, 3, 5, 7] {
                    if let Ok(found) = search.mate_within(plies, &mut meter) {
                        assert_ne!(found, deepening::Bounded::Mate, "{p:?}");
                    }
                }
                none += 1;
            }
            Err(_) => {}
        }
    }
    assert!(mates > 200 && long > 20 && none > 200, "{mates} mates, {long} of 5 or more, {none} without");
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
            assert_eq!(solution.verdict, Verdict::NoMate, "{id}");
            continue;
        }
        let length: u32 = expected.parse().unwrap();
        assert_eq!(solution.verdict, Verdict::Mate { length, exact: true }, "{id}");
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

/// Limits are obeyed, and what they leave open is unknown, never "no mate".
#[test]
fn a_stopped_search_does_not_know() {
    let p = position("9/9/6Bnl/8k/R6p1/9/9/9/9 b rb4g4s3n3l17p 1");
    let limits = Limits { nodes: Some(500), ..Limits::default() };
    let solution = brute::solve(Tsume::new(p.clone()).unwrap(), &limits, &mut |_| {});
    assert_eq!(solution.verdict, Verdict::Unknown(yose_mate::Reason::Nodes));
    assert!(solution.nodes <= 500);
    let limits = Limits { hash_mb: 0, ..Limits::default() };
    let solution = brute::solve(Tsume::new(p.clone()).unwrap(), &limits, &mut |_| {});
    assert_eq!(solution.verdict, Verdict::Unknown(yose_mate::Reason::Memory));
    let limits = Limits::default();
    limits.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    let solution = brute::solve(Tsume::new(p).unwrap(), &limits, &mut |_| {});
    assert_eq!(solution.verdict, Verdict::Unknown(yose_mate::Reason::Interrupted));
}
