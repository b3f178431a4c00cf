//! The oracle of brinkmates: answers derived by hand, two methods against each other, and whole
//! small boards.

use std::collections::BTreeMap;
use yose_board::Color;
use yose_hisshi::brute::{
    Answer, Bounded, Brinkmates, BruteError, Mates, Space, ThreatClass, Verdict, passed, solve, solve_fully,
    threat,
};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{AnyPosition, Rules, SHOGI, Setup, Stalemate, Variant, with_position};
use yose_tablebase::{Material, Table, Value, Watch};
use yose_testkit::Random;
use yose_testkit::brinkmates::{Class, Decided, Recipe, sample, setup};
use yose_testkit::problems::exchange_sides;

const LIMIT: usize = 300_000;

fn position(text: &str) -> AnyPosition {
    sfen::position(text).unwrap_or_else(|e| panic!("{text}: {e}")).0
}

fn answer(text: &str) -> Answer {
    with_position!(&position(text), |p| solve(p, LIMIT)).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The working first moves in USI with their lengths, sorted.
fn moves(answer: &Answer) -> Vec<(String, u32)> {
    let mut moves: Vec<(String, u32)> = answer
        .moves
        .iter()
        .map(|&(m, length)| (usi::write(m, &SHOGI), length))
        .collect();
    moves.sort();
    moves
}

fn length_of(answer: &Answer, first: &str) -> Option<u32> {
    moves(answer)
        .into_iter()
        .find(|(m, _)| m == first)
        .map(|(_, length)| length)
}

/// A gold on 2c would mate with the gold in hand on 2b. From 3d it needs one quiet move, and after
/// this move the king's only step, to 2a, runs into the same mate.
const GOLD_COMES: &str = "8k/9/9/6G2/9/9/9/9/9 b G 1";

#[test]
fn a_plain_mate_has_length_0() {
    // The gold is dropped on 2b at once.
    let mate = answer("8k/9/7G1/9/9/9/9/9/9 b G 1");
    assert_eq!((mate.verdict, mate.length()), (Verdict::Mate, Some(0)));
    assert_eq!(length_of(&mate, "G*2b"), Some(1));
    // A mate in 3: the first gold drives the king to 1a, the second mates.
    let mate = answer("9/8k/9/7G1/9/9/9/9/9 b 2G 1");
    assert_eq!(mate.length(), Some(0));
}

#[test]
fn a_quiet_move_before_plain_mates_has_length_1() {
    let answer = answer(GOLD_COMES);
    assert_eq!(answer.verdict, Verdict::Hisshi(1));
    // From 3c the gold keeps the king from 2b, and G*2b mates just so.
    assert_eq!(moves(&answer), [("3d2c".to_owned(), 1), ("3d3c".to_owned(), 1)]);
    assert!(answer.moves.iter().all(|(m, _)| answer.threats.contains(m)));
}

/// With a zone of one rank a knight may not land on its last rank but one, and does not guard it.
#[test]
fn a_knight_guards_no_dead_end() {
    let zone = Variant::by_name("3x4:1").unwrap();
    let mut landing = zone.clone();
    landing.rules.dead_end_attacks = true;
    let landing = landing.intern().unwrap();
    for (variant, expected) in [(zone, Verdict::None), (landing, Verdict::Mate)] {
        let setup = sfen::read_as("2n/1g1/3/1K1 w - 1", variant).unwrap();
        let answer = with_position!(&setup.validate().unwrap(), |p| solve(p, LIMIT)).unwrap();
        assert_eq!(answer.verdict, expected, "{:?}", variant.rules);
    }
}

#[test]
fn white_attacks_just_so() {
    let black = sfen::read(GOLD_COMES).unwrap();
    let white = exchange_sides(&black).validate().unwrap();
    let answer = with_position!(&white, |p| solve(p, LIMIT)).unwrap();
    assert_eq!(answer.verdict, Verdict::Hisshi(1));
    assert_eq!(length_of(&answer, "7f8g"), Some(1));
}

#[test]
fn a_quiet_move_without_a_threat_does_not_work() {
    // After P-1c the king has no move and is not in check. But neither G-2b, which the king takes,
    // nor any other check mates after a pass.
    let none = answer("8k/6G2/9/8P/9/9/9/9/9 b - 1");
    assert_eq!(length_of(&none, "1d1c"), None);
    assert!(none.threats.iter().all(|&m| usi::write(m, &SHOGI) != "1d1c"));
    // One square further the pawn already leaves the king without a move: it is a threat that
    // counts, and the rules have no say in it.
    with_position!(&position("8k/6G2/8P/9/9/9/9/9/9 w - 1"), |p| {
        assert!(!p.in_check() && !p.has_legal_move());
        let mut mates = Mates::new(Color::Black, LIMIT);
        assert_eq!(mates.mates(&passed(p)), Ok(false));
        let mut brinkmates = Brinkmates::new(Color::Black, LIMIT);
        assert_eq!(brinkmates.holds(p), Ok(false));
    });
}

/// A gold moves to 1c, and the king is stalemated; after a pass G-2b mates.
const STALEMATE: &str = "8k/6G2/9/8G/9/9/9/9/9 b - 1";

#[test]
fn a_stalemate_counts_where_it_loses() {
    assert_eq!(length_of(&answer(STALEMATE), "1d1c"), Some(1));
    let rules = Rules {
        stalemate: Stalemate::Draws,
        ..Rules::shogi(3)
    };
    let drawn = Variant {
        rules,
        ..SHOGI.clone()
    }
    .intern()
    .unwrap();
    let position = sfen::read_as(STALEMATE, drawn).unwrap().validate().unwrap();
    let answer = with_position!(&position, |p| solve(p, LIMIT)).unwrap();
    assert_eq!(length_of(&answer, "1d1c"), None);
    let fully = with_position!(&position, |p| solve_fully(p, LIMIT)).unwrap();
    assert_eq!(fully.verdict, answer.verdict);
}

#[test]
fn a_perpetual_check_is_nothing() {
    // A lone dragon gives check for ever and threatens nothing.
    let none = answer("4k4/9/9/3+R5/9/9/9/9/9 b - 1");
    assert_eq!((none.verdict, none.threats.len()), (Verdict::None, 0));
}

#[test]
fn an_attacker_in_check_answers_with_a_threat() {
    // The pawn gives check. The gold or the king takes it, and both support the drop on 2b.
    let hisshi = answer("8k/9/7p1/6GK1/9/9/9/9/9 b G 1");
    assert_eq!(hisshi.verdict, Verdict::Hisshi(1));
    assert_eq!(length_of(&hisshi, "3d2c"), Some(1));
    assert_eq!(length_of(&hisshi, "2d2c"), Some(1));
    // GOLD_COMES with a rook that gives check: no evasion threatens anything.
    let none = answer("8k/9/9/6G2/9/9/9/9/K3r4 b G 1");
    assert_eq!((none.verdict, none.threats.len()), (Verdict::None, 0));
}

#[test]
fn a_dropped_pawn_does_not_mate() {
    // P*1b would mate: the knight guards the pawn, the gold the square 2b, and the lance is in the
    // king's way. The drop is forbidden, so there is neither a mate nor the threat of one.
    with_position!(&position("7lk/9/6G2/7N1/9/9/9/9/9 b P 1"), |p| {
        assert!(!p.is_legal(usi::read("P*1b", &SHOGI).unwrap()));
        assert_eq!(Mates::new(Color::Black, LIMIT).mates(p), Ok(false));
    });
    // A lance mates there.
    assert_eq!(answer("7lk/9/6G2/7N1/9/9/9/9/9 b L 1").verdict, Verdict::Mate);
}

#[test]
fn what_is_refused() {
    let no_king = position("4K4/9/9/9/9/9/9/9/9 b G 1");
    assert_eq!(
        with_position!(&no_king, |p| solve(p, LIMIT)),
        Err(BruteError::NoDefendingKing)
    );
    let dobutsu = Variant::by_name("dobutsu").unwrap().start().unwrap();
    assert_eq!(
        with_position!(&dobutsu, |p| solve(p, LIMIT)),
        Err(BruteError::TryRule)
    );
    assert_eq!(
        with_position!(&position(GOLD_COMES), |p| solve(p, 10)),
        Err(BruteError::TooLarge)
    );
}

#[test]
fn the_view_of_the_defender() {
    let class = |text: &str| with_position!(&position(text), |p| threat(p, LIMIT)).unwrap();
    // After G-2c of GOLD_COMES every reply and the pass are mates.
    let hisshi = class("8k/9/7G1/9/9/9/9/9/9 w G 1");
    assert_eq!((hisshi.class, hisshi.pass), (ThreatClass::Hisshi, Some(true)));
    assert!(hisshi.moves.iter().all(|m| m.mate) && hisshi.moves.len() == 1);
    // A gold in the defender's hand parries, for instance on 2b.
    let parried = class("8k/9/7G1/9/9/9/9/9/9 w Gg 1");
    assert_eq!(parried.class, ThreatClass::Threat);
    let on_2b = usi::read("G*2b", &SHOGI).unwrap();
    assert!(parried.moves.iter().any(|m| m.reply == on_2b && !m.mate));
    assert_eq!(class("8k/7G1/7P1/9/9/9/9/9/9 w - 1").class, ThreatClass::Mated);
    assert_eq!(class("8k/7G1/9/9/9/9/9/9/9 w - 1").class, ThreatClass::Threat);
    assert_eq!(class("8k/9/9/9/9/9/9/9/9 w G 1").class, ThreatClass::Safe);
}

/// The fixpoint by need with bounded lengths, the whole graph with ranks, and `A(P, n)` for n up to
/// 3 give the same answers.
#[test]
fn lengths_agree() {
    let mut compared = BTreeMap::new();
    let board = Variant::by_name("4x5:1").unwrap();
    for (variant, rounds) in [(board, 300), (&SHOGI, 100)] {
        let mut random = Random::new(20);
        for round in 0..rounds {
            let recipe = Recipe::ALL[round % Recipe::ALL.len()];
            if let Some(setup) = setup(variant, recipe, &mut random) {
                compare(&setup, 500, &mut compared);
            }
        }
    }
    for decided in sample(board, 21, 24, 300) {
        compare(&decided.setup, 500, &mut compared);
    }
    let least = [
        (Class::One, 15),
        (Class::Longer, 15),
        (Class::ThreatOnly, 10),
        (Class::Nothing, 50),
    ];
    for (class, least) in least {
        assert!(compared[&class] >= least, "{compared:?}");
    }
}

fn compare(setup: &Setup, limit: usize, compared: &mut BTreeMap<Class, usize>) {
    let position = setup.validate().unwrap();
    let text = sfen::write_setup(setup);
    with_position!(&position, |p| {
        let Ok(answer) = solve(p, limit) else { return };
        let mut bounded = Bounded::new(p.turn(), 200 * limit);
        for n in 0..=3 {
            let within = bounded.attacks(p, n);
            assert_eq!(
                within,
                Ok(answer.length().is_some_and(|length| length <= n)),
                "{text} {n}"
            );
        }
        let Ok(fully) = solve_fully(p, 40 * limit) else {
            return;
        };
        assert_eq!(
            (answer.verdict, &answer.moves, &answer.threats),
            (fully.verdict, &fully.moves, &fully.threats),
            "{text}"
        );
        *compared.entry(Class::of(&answer)).or_insert(0) += 1;
    });
}

/// Every position of three small boards: mate ⊂ hisshi ⊂ win, and all methods agree.
#[test]
fn whole_small_boards() {
    // 3x4 with a gold, a silver or a rook a side.
    for (start, every) in [("3x4:GK-:1", 7), ("3x4:SK-:1", 29), ("3x3:RK-:1", 29)] {
        let start = Variant::by_name(start).unwrap().start().unwrap();
        let table = Table::build(&Material::of(&start).unwrap(), &mut Watch::new(&mut |_| true)).unwrap();
        let space = Space::of(&start, 1_000_000).unwrap();
        let mut counts = BTreeMap::new();
        for (i, p) in space.positions().iter().enumerate() {
            let Some(verdict) = space.verdict(p) else { continue };
            *counts.entry(verdict).or_insert(0u32) += 1;
            if verdict != Verdict::None {
                let value = table.value(p);
                assert!(
                    matches!(value, Some(Value::Win(_))),
                    "{p:?} {verdict:?} {value:?}"
                );
            }
            if i % every == 0 {
                let answer = solve(p, 1_000_000).unwrap();
                assert_eq!(answer.verdict, verdict, "{p:?}");
            }
        }
        println!("{}: {counts:?}", start.variant().name);
        for verdict in [Verdict::Mate, Verdict::Hisshi(1), Verdict::None] {
            assert!(counts[&verdict] > 100, "{counts:?}");
        }
    }
}

/// The quotas of the sample, with a fixed seed.
#[test]
fn a_sample_has_its_quotas() {
    let quota = 40;
    let sample = sample(&SHOGI, 1, quota, 1_000);
    let count =
        |is: &dyn Fn(&Class, bool) -> bool| sample.iter().filter(|d| is(&d.class, d.two_kings)).count();
    assert_eq!(count(&|class, _| *class == Class::One), quota);
    assert_eq!(count(&|class, _| *class == Class::Longer), quota);
    assert_eq!(count(&|class, _| *class == Class::ThreatOnly), quota);
    assert!(count(&|_, two_kings| two_kings) >= quota);
    let odd = |d: &Decided| {
        d.answer
            .length()
            .is_none_or(|length| length == 0 || length % 2 == 1)
    };
    assert!(sample.iter().all(odd));
}
