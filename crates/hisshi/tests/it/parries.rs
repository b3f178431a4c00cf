//! The defender's view against the definition: verdicts, what becomes of every move, every line;
//! on 9x9 with few pieces and on small boards. And what limits leave open.

use std::collections::BTreeMap;
use yose_hisshi::brute::{self, Brinkmates, BruteError, ThreatClass};
use yose_hisshi::{
    Limits, Reason, ReplyResult, ThreatFault, ThreatSettings, ThreatSolution, ThreatVerdict, Threatened,
    parries,
};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{
    AnyPosition, Geometry, Move, Position, Rules, SHOGI, Setup, Stalemate, Variant, with_position,
};
use yose_testkit::Random;
use yose_testkit::brinkmates::{self, Recipe, setup};
use yose_testkit::problems::exchange_sides;

/// States of the oracle for one position.
const LIMIT: usize = 20_000;

fn limits() -> Limits {
    Limits {
        hash_mb: 16,
        ..Limits::default()
    }
}

fn view<G: Geometry>(position: &Position<G>, limits: &Limits) -> ThreatSolution {
    view_with(position, limits, 0)
}

fn view_with<G: Geometry>(position: &Position<G>, limits: &Limits, brinkmate_nodes: u64) -> ThreatSolution {
    let threatened = Threatened::new(position.clone()).expect("a defender with a king");
    let settings = ThreatSettings {
        brinkmate_nodes: Some(brinkmate_nodes),
        ..ThreatSettings::default()
    };
    parries(&threatened, &settings, limits, &mut |_| {})
}

fn position(text: &str) -> AnyPosition {
    sfen::position(text).unwrap_or_else(|e| panic!("{text}: {e}")).0
}

/// Whether a line is a mate by checks from a position with the attacker to move.
fn is_mate<G: Geometry>(position: &Position<G>, line: &[Move]) -> bool {
    let mut at = position.clone();
    for (i, &m) in line.iter().enumerate() {
        if !at.is_legal(m) {
            return false;
        }
        at.make(m);
        if i % 2 == 0 && !at.in_check() {
            return false;
        }
    }
    line.len() % 2 == 1 && !at.has_legal_move()
}

fn after<G: Geometry>(position: &Position<G>, m: Move) -> Position<G> {
    let mut after = position.clone();
    after.make(m);
    after
}

/// Compares the view with the definition. What the oracle cannot decide is an error.
fn compare<G: Geometry>(
    position: &Position<G>,
    brinkmate_nodes: u64,
    met: &mut BTreeMap<&'static str, usize>,
) -> Result<(), BruteError> {
    let text = sfen::write(position, 1);
    let truth = brute::threat(position, LIMIT)?;
    let solution = view_with(position, &limits(), brinkmate_nodes);
    let (expected, word) = match truth.class {
        ThreatClass::Mated => (ThreatVerdict::Mated, "mated"),
        ThreatClass::Hisshi => (ThreatVerdict::Hisshi, "hisshi"),
        ThreatClass::Threat => (ThreatVerdict::Threat, "threat"),
        ThreatClass::Safe => (ThreatVerdict::Safe, "safe"),
    };
    assert_eq!(solution.verdict, expected, "{text}");
    let mut count = |word| *met.entry(word).or_insert(0) += 1;
    count(word);
    match truth.pass {
        Some(true) => assert!(is_mate(&brute::passed(position), &solution.line), "{text}"),
        _ => assert!(solution.line.is_empty(), "{text}"),
    }
    assert_eq!(solution.replies.len(), truth.moves.len(), "{text}");
    let mut brinkmates = Brinkmates::new(position.turn().other(), LIMIT);
    for (reply, truth) in solution.replies.iter().zip(&truth.moves) {
        let told = || format!("{text} {} {:?}", usi::write(reply.m, position.variant()), reply);
        assert_eq!(reply.m, truth.reply, "{text}");
        assert_eq!(reply.result.is_parry(), !truth.mate, "{}", told());
        // A king that a lone line piece chases over the board is a hard question.
        match (reply.counter, truth.counter) {
            (None, Some(_)) => count("open counter"),
            (counter, truth) => assert_eq!(counter, truth, "{}", told()),
        }
        let after = after(position, reply.m);
        match reply.result {
            ReplyResult::Mate => assert!(is_mate(&after, &reply.line), "{}", told()),
            ReplyResult::Parry => {
                assert!(reply.line.is_empty(), "{}", told());
                count("parry");
            }
            ReplyResult::Hisshi => {
                let first = *reply.line.first().unwrap_or_else(|| panic!("{}", told()));
                let mut next = after.clone();
                next.make(first);
                if let Ok(holds) = brinkmates.holds(&next) {
                    assert!(holds, "{}", told());
                    count("brinkmate after a parry");
                }
            }
            ReplyResult::Unknown(_) => panic!("{}", told()),
        }
        count(match reply.counter {
            Some(true) => "counter",
            Some(false) => "no counter",
            None => "check, or no king",
        });
    }
    Ok(())
}

/// Random positions of a variant with the defender to move. Most of them come after a move of the
/// attacker that threatens mate or belongs to a mate or brinkmate, if there is one.
fn sample(variant: &'static Variant, seed: u64, rounds: usize) -> BTreeMap<&'static str, usize> {
    let mut random = Random::new(seed);
    let mut met = BTreeMap::new();
    for round in 0..rounds {
        let recipe = Recipe::ALL[round % Recipe::ALL.len()];
        let Some(setup) = setup(variant, recipe, &mut random) else {
            continue;
        };
        let any = setup.validate().expect("a valid position");
        with_position!(&any, |p| {
            let working = |answer: brute::Answer| answer.moves.into_iter().map(|(m, _)| m).collect();
            let chosen: Vec<Move> = match (brute::solve(p, LIMIT), random.below(4)) {
                (Ok(answer), 0) => answer.threats,
                (Ok(answer), 1 | 2) => working(answer),
                _ => Vec::new(),
            };
            let mut moves = p.legal_moves().to_vec();
            if !chosen.is_empty() {
                moves = chosen;
            } else if random.one_in(4) {
                moves = p.checking_moves().to_vec();
            }
            if moves.is_empty() {
                continue;
            }
            let next = after(p, moves[random.below(moves.len())]);
            if next.king(next.turn()).is_some() {
                // A position too large for the oracle is left out.
                let nodes = if round % 8 < 2 { 1_000 } else { 0 };
                let _ = compare(&next, nodes, &mut met);
            }
        });
    }
    met
}

#[test]
fn few_pieces_on_the_whole_board() {
    let mut met = sample(&SHOGI, 5, 600);
    // After a move of a mate the defender is mated; after one of a brinkmate it is a brinkmate or a
    // threat whose parries run into brinkmates.
    for decided in brinkmates::sample(&SHOGI, 1, 40, 1_000) {
        let shortest = decided.answer.moves.iter().map(|&(_, length)| length).min();
        let any = decided.setup.validate().expect("a valid position");
        with_position!(&any, |p| {
            let working = decided
                .answer
                .moves
                .iter()
                .filter(|&&(_, length)| Some(length) == shortest);
            let next = working.map(|&(m, _)| after(p, m)).max_by_key(Position::in_check);
            if let Some(next) = next {
                let _ = compare(&next, 10_000, &mut met);
            }
        });
    }
    println!("{met:?}");
    for (word, least) in [
        ("mated", 15),
        ("hisshi", 15),
        ("threat", 100),
        ("safe", 100),
        ("parry", 1000),
        ("brinkmate after a parry", 20),
        ("counter", 1),
        ("no counter", 100),
    ] {
        assert!(met.get(word).is_some_and(|&n| n >= least), "{word}: {met:?}");
    }
    let open = met.get("open counter").copied().unwrap_or(0);
    assert!(100 * open <= met["no counter"], "{met:?}");
}

#[test]
fn small_boards() {
    let drawn = Variant {
        rules: Rules {
            stalemate: Stalemate::Draws,
            ..Rules::shogi(1)
        },
        ..Variant::by_name("4x4:1").unwrap().clone()
    };
    let drawn = drawn.intern().unwrap();
    let mut all: BTreeMap<&str, usize> = BTreeMap::new();
    for (variant, seed) in [
        (Variant::by_name("4x5:1").unwrap(), 6),
        (Variant::by_name("5x5:2").unwrap(), 7),
        (drawn, 8),
    ] {
        let met = sample(variant, seed, 400);
        println!("{met:?}");
        for (word, least) in [("threat", 20), ("safe", 20)] {
            assert!(met.get(word).is_some_and(|&n| n >= least), "{word}: {met:?}");
        }
        for (word, n) in met {
            *all.entry(word).or_insert(0) += n;
        }
    }
    for word in ["mated", "hisshi"] {
        assert!(all.get(word).is_some_and(|&n| n >= 3), "{word}: {all:?}");
    }
}

/// The gold on 2c and the gold in hand threaten mate on 2b, and the king has one step.
const HISSHI: &str = "8k/9/7G1/9/9/9/9/9/9 w G 1";

#[test]
fn verdicts_by_hand() {
    let verdict = |text: &str| with_position!(&position(text), |p| view(p, &limits()).verdict);
    assert_eq!(verdict(HISSHI), ThreatVerdict::Hisshi);
    assert_eq!(verdict("8k/9/7G1/9/9/9/9/9/9 w Gg 1"), ThreatVerdict::Threat);
    assert_eq!(verdict("8k/7G1/7P1/9/9/9/9/9/9 w - 1"), ThreatVerdict::Mated);
    assert_eq!(verdict("8k/7G1/9/9/9/9/9/9/9 w - 1"), ThreatVerdict::Threat);
    assert_eq!(verdict("8k/9/9/9/9/9/9/9/9 w G 1"), ThreatVerdict::Safe);
    let black = exchange_sides(&sfen::read(HISSHI).unwrap()).validate().unwrap();
    with_position!(&black, |p| assert_eq!(
        view(p, &limits()).verdict,
        ThreatVerdict::Hisshi
    ));
}

/// A stalemate that draws is no brinkmate, though a pass would be mated.
#[test]
fn a_stalemate_that_draws() {
    let text = "8k/6G2/8G/9/9/9/9/9/9 w - 1";
    let rules = Rules {
        stalemate: Stalemate::Draws,
        ..Rules::shogi(3)
    };
    let drawn = Variant {
        rules,
        ..SHOGI.clone()
    };
    let of = |setup: Setup| {
        with_position!(&setup.validate().unwrap(), |p| {
            assert!(!p.has_legal_move() && !p.in_check());
            view(p, &limits()).verdict
        })
    };
    assert_eq!(of(sfen::read(text).unwrap()), ThreatVerdict::Hisshi);
    let drawn = sfen::read_as(text, drawn.intern().unwrap()).unwrap();
    assert_eq!(of(drawn), ThreatVerdict::Threat);
}

#[test]
fn what_is_refused() {
    let fault = |position: &AnyPosition| {
        with_position!(position, |p| {
            let faults = Threatened::new(p.clone()).expect_err("refused");
            faults.iter().next().map(|fault| fault.kind)
        })
    };
    let no_king = position("4k4/9/9/9/9/9/9/9/9 b G 1");
    assert_eq!(
        fault(&no_king),
        Some(ThreatFault::NoKing(yose_board::Color::Black))
    );
    let dobutsu = Variant::by_name("dobutsu").unwrap().start().unwrap();
    assert_eq!(fault(&dobutsu), Some(ThreatFault::TryRule));
}

/// With fewer nodes less is known, and nothing else: what is known stays true, and an open move is
/// never called a parry.
#[test]
fn limits_leave_moves_open() {
    let text = "ln1gk2nl/1r3sg2/p1ppp1spp/5pR2/1p7/2PP5/PPS1PP2P/2GK1S3/LN3G1NL w B2Pbp 1";
    with_position!(&position(text), |p| {
        let all = view(p, &limits());
        assert!(!matches!(all.verdict, ThreatVerdict::Unknown(_)), "{all:?}");
        let mut open = 0;
        for nodes in [0, 1, 10, 100, 1_000, 10_000] {
            let some = view(
                p,
                &Limits {
                    nodes: Some(nodes),
                    ..limits()
                },
            );
            if some.verdict != all.verdict {
                assert_eq!(some.verdict, ThreatVerdict::Unknown(Reason::Nodes), "{nodes}");
            }
            for (some, all) in some.replies.iter().zip(&all.replies) {
                assert_eq!(some.m, all.m);
                match some.result {
                    ReplyResult::Unknown(reason) => {
                        assert_eq!(reason, Reason::Nodes);
                        open += 1;
                    }
                    result => assert_eq!(result.is_parry(), all.result.is_parry()),
                }
                assert!(some.counter.is_none() || some.counter == all.counter);
            }
        }
        assert!(open > 100, "{open}");
    });
}

/// An interrupt ends the work, and the answer says so.
#[test]
fn an_interrupt_leaves_everything_open() {
    let limits = limits();
    limits.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    // Both sides hold so much that no search ends within its first look at the flag.
    let text = "4k4/9/9/9/9/9/9/9/4K4 w RB2G2S2N2LPrb2g2s2n2lp 1";
    with_position!(&position(text), |p| {
        let solution = view(p, &limits);
        let open = ReplyResult::Unknown(Reason::Interrupted);
        assert_eq!(solution.verdict, ThreatVerdict::Unknown(Reason::Interrupted));
        assert!(solution.replies.iter().all(|reply| reply.result == open));
    });
}

/// In a game, where nothing is threatened, only the move that was played is asked about what it
/// threatens in turn. Where something is threatened, every move is.
#[test]
fn the_move_played_in_a_game() {
    for (text, played, verdict) in [
        ("4k4/9/9/9/9/9/9/9/4K4 w G 1", "5a4a", ThreatVerdict::Safe),
        ("4k4/9/4P4/9/9/9/9/9/4K4 w G 1", "5a4a", ThreatVerdict::Threat),
    ] {
        let played = usi::read(played, &SHOGI).unwrap();
        let settings = ThreatSettings {
            played: Some(played),
            ..ThreatSettings::default()
        };
        let solution = with_position!(&position(text), |p| {
            let threatened = Threatened::new(p.clone()).unwrap();
            parries(&threatened, &settings, &limits(), &mut |_| {})
        });
        assert_eq!(solution.verdict, verdict, "{text}");
        assert!(solution.replies.len() > 3);
        for reply in &solution.replies {
            let asked = reply.m == played || verdict == ThreatVerdict::Threat;
            assert_eq!(reply.counter, asked.then_some(false), "{text} {:?}", reply.m);
        }
    }
}
