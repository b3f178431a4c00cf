//! Futile interpositions: the fast lengths are those of the definition (brute force), a policy never changes mate or no
//! mate, and real disputes are judged as the policies say.

use std::fs;
use yose_board::Color;
use yose_shogi::notation::sfen;
use yose_shogi::{Geometry, Nine, Position, SHOGI, Setup, with_position};
use yose_testkit::problems::{Recipe, changed, problem};
use yose_testkit::{Random, shared_data, suite};
use yose_tsume::brute::under_policy::Brute;
use yose_tsume::{Lengths, Policy, Tables};
use yose_tsume::{Limits, Manner, Meter, Tsume, Verdict, deep, solve};

/// The length under a policy by the fast way.
fn length<G: Geometry>(
    tsume: &Tsume<G>,
    policy: Policy,
    limits: &Limits,
) -> Result<Option<u32>, &'static str> {
    deep(|| {
        let tables = Tables::new(limits.hash_mb);
        let mut lengths = Lengths::new(tsume, policy, &tables, limits.hash_mb);
        let mut quiet = |_| {};
        let mut meter = Meter::new(limits, &mut quiet);
        let length = lengths.length(tsume.position(), &mut meter);
        length.map(|l| l.map(u32::from)).map_err(|reason| reason.word())
    })
    .expect("a stack")
}

/// How many problems each policy shortened, and how many were compared.
#[derive(Default, Debug)]
struct Tally {
    mates: usize,
    none: usize,
    shortened: [usize; 4],
    /// Problems on which two neighbouring policies differ.
    differ: [usize; 3],
    /// Lengths found in short spans as well.
    hasty: usize,
    /// What the bound from below refuted, and what it should have.
    refuted: usize,
    missed: usize,
}

/// `solve` gives the same length, and a line of that length: checks and replies, after the last of which only drops are left.
fn solved<G: Geometry>(tsume: &Tsume<G>, policy: Policy, length: u32, limits: &Limits, text: &str) {
    let solution = yose_tsume::policy::solve(tsume, policy, 1, limits, &mut |_| {}).unwrap();
    let Verdict::Mate { length: told, exact } = solution.verdict else {
        return;
    };
    if !exact {
        assert!(told >= length, "{policy:?} of {text}");
        return;
    }
    assert_eq!(
        (told, solution.line.len()),
        (length, length as usize),
        "{policy:?} of {text}"
    );
    let mut p = tsume.position().clone();
    for (i, &m) in solution.line.iter().enumerate() {
        let moves = if i % 2 == 0 {
            p.checking_moves()
        } else {
            p.evading_moves()
        };
        assert!(moves.contains(&m), "{policy:?} of {text}: ply {}", i + 1);
        p.make(m);
    }
    let left = p.evading_moves();
    let futile = policy != Policy::None && left.iter().all(|r| r.dropped().is_some());
    assert!(
        left.is_empty() || futile,
        "{policy:?} of {text}: no mate at the end"
    );
}

/// The length when the questions change places after every few nodes, so that each of them has a part in it.
fn hasty_length<G: Geometry>(tsume: &Tsume<G>, policy: Policy, spans: u64, limits: &Limits) -> Option<u32> {
    deep(|| {
        let tables = Tables::new(limits.hash_mb);
        let mut lengths = Lengths::new(tsume, policy, &tables, limits.hash_mb).in_spans(spans);
        let mut quiet = |_| {};
        let mut meter = Meter::new(limits, &mut quiet);
        let length = lengths.length(tsume.position(), &mut meter);
        length.ok().flatten().map(u32::from)
    })
    .expect("a stack")
}

/// One piece of each kind that the first side holds and the other may have as well, given to the other.
fn hands_nearby<G: Geometry>(p: &Position<G>) -> Vec<Position<G>> {
    let mut all = vec![p.clone()];
    for from in Color::ALL {
        let held = p.hand(from);
        for kind in held.kinds() {
            let mut hands = p.hands();
            hands.0[from.index()] = held.minus(kind);
            hands.0[from.other().index()] = p.hand(from.other()).plus(kind);
            all.push(p.clone().with_hands(hands));
        }
    }
    all
}

/// What the bound from below refutes is not mated by its definition, with other hands too: one table serves them all, so what is kept
/// of one answers for others. And it bounds. How many it refuted, and how many more it should have.
fn bounded<G: Geometry>(
    tsume: &Tsume<G>,
    policy: Policy,
    length: u32,
    limits: &Limits,
    text: &str,
) -> (usize, usize) {
    deep(|| {
        let tables = Tables::new(limits.hash_mb);
        let mut lengths = Lengths::new(tsume, policy, &tables, limits.hash_mb);
        let mut brute = Brute::new(policy);
        let (mut refuted, mut missed) = (0, 0);
        let root = tsume.position();
        for plies in [5, 1, 3, 7] {
            for p in hands_nearby(root) {
                let mut quiet = |_| {};
                let mut meter = Meter::new(limits, &mut quiet);
                let Ok(mates) = brute.loosely(&p, tsume.attacker(), plies, &mut meter) else {
                    return (refuted, missed);
                };
                let mut quiet = |_| {};
                let mut meter = Meter::new(limits, &mut quiet);
                let Ok(no) = lengths.loosely_refuted(&p, plies as u16, &mut meter) else {
                    return (refuted, missed);
                };
                let hands = p.hands();
                assert!(!(no && mates), "{policy:?}, {plies} plies, {hands:?} of {text}");
                let same = hands == root.hands();
                assert!(
                    mates || !same || length > plies,
                    "{policy:?}, {plies} plies of {text}"
                );
                refuted += usize::from(no);
                missed += usize::from(!no && !mates);
            }
        }
        (refuted, missed)
    })
    .expect("a stack")
}

fn compare<G: Geometry>(tsume: &Tsume<G>, setup: &Setup, tally: &mut Tally) {
    let limits = Limits {
        nodes: Some(30_000),
        hash_mb: 8,
        ..Limits::default()
    };
    let whole = solve(tsume, &Manner::default(), &limits, &mut |_| {});
    let mut under = [0; 4];
    for (i, policy) in Policy::ALL.into_iter().enumerate() {
        let Ok(found) = length(tsume, policy, &limits) else {
            return;
        };
        let text = sfen::write_setup(setup);
        match whole.verdict {
            Verdict::Mate { length, .. } => {
                let found = found.unwrap_or_else(|| panic!("{policy:?} loses the mate of {text}"));
                assert!(found <= length, "{policy:?} lengthens {text}");
                under[i] = found;
                for spans in [1, 20, 300] {
                    if let Some(hasty) = hasty_length(tsume, policy, spans, &limits) {
                        assert_eq!(hasty, found, "{policy:?} of {text} in spans of {spans}");
                        tally.hasty += 1;
                    }
                }
                if policy != Policy::None {
                    let (refuted, missed) = bounded(tsume, policy, found, &limits, &text);
                    tally.refuted += refuted;
                    tally.missed += missed;
                }
                if tally.mates.is_multiple_of(4) {
                    solved(tsume, policy, found, &limits, &text);
                }
                let mut quiet = |_| {};
                let mut meter = Meter::new(&limits, &mut quiet);
                match Brute::new(policy).length(tsume.position(), 9, &mut meter) {
                    Ok(Some(plain)) => assert_eq!(found, plain, "{policy:?} of {text}"),
                    Ok(None) => assert!(found > 9, "{policy:?} of {text}: {found}"),
                    Err(_) => return,
                }
                tally.shortened[i] += usize::from(found < length);
            }
            Verdict::NoMate => assert_eq!(found, None, "{policy:?} mates {text}"),
            Verdict::Unknown(_) => return,
        }
    }
    if whole.verdict == Verdict::NoMate {
        tally.none += 1;
    } else {
        tally.mates += 1;
        for (i, differ) in tally.differ.iter_mut().enumerate() {
            *differ += usize::from(under[i] != under[i + 1]);
        }
    }
}

/// Distant checks with something to drop in between; their neighbours are asked about as well.
const DISTANT: [&str; 12] = [
    "9/9/6Bnl/8k/R6p1/9/9/9/9 b gp 1",
    "9/9/6Bnl/8k/R6p1/9/9/9/9 b nr 1",
    "7l1/7pk/9/9/8+P/9/9/9/8L b sp 1",
    "5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b gp 1",
    "9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b gl 1",
    "8k/9/7GP/9/9/9/9/B8/8R b gp 1",
    "6pnk/8p/9/6N2/9/9/1B7/9/9 b Rgs 1",
    "R6pk/8p/7GP/9/9/9/9/9/9 b Ls 1",
    // After the taking another move mates: futile for `immediate`, not for `strict`.
    "8g/8k/9/7L1/5L1+P1/4B4/9/9/9 b p 1",
    "4Rl1k1/2R1+B4/5p3/6P2/9/9/9/9/9 b s 1",
    // Far interpositions before a real one near the king; one that another piece takes.
    "9/9/6Bnl/8k/R6p1/9/9/9/9 b sp 1",
    "9/9/9/5nS2/9/5N3/4B+b2+l/4+p1rN1/7k1 b gl 1",
];

#[test]
fn lengths_are_those_of_the_definition_and_no_policy_changes_the_verdict() {
    let mut tally = Tally::default();
    let mut random = Random::new(11);
    for text in DISTANT {
        let base = sfen::read(text).unwrap();
        for i in 0..60 {
            let mut setup = base.clone();
            for _ in 0..i % 4 {
                setup = changed(&setup, &mut random).unwrap_or(setup);
            }
            with_position!(setup.validate().unwrap(), |p| {
                let Ok(tsume) = Tsume::new(p) else { continue };
                compare(&tsume, &setup, &mut tally);
            });
        }
    }
    println!("{tally:?}");
    for (name, throws) in [("4x4", 200), ("5x5", 150), ("shogi", 50)] {
        let variant = if name == "shogi" {
            &SHOGI
        } else {
            suite::variant(name)
        };
        for recipe in [Recipe::Distant, Recipe::Promotion, Recipe::TwoKings] {
            let mut random = Random::new(7);
            for _ in 0..throws {
                let Some(setup) = problem(variant, recipe, &mut random) else {
                    continue;
                };
                with_position!(setup.validate().unwrap(), |p| {
                    let Ok(tsume) = Tsume::new(p) else { continue };
                    compare(&tsume, &setup, &mut tally);
                });
            }
        }
    }
    println!("{tally:?}");
    assert_eq!(tally.shortened[0], 0, "none counts everything");
    assert!(tally.hasty > 2_000 && tally.refuted > 1_500, "{tally:?}");
    assert!(tally.missed < tally.refuted / 20, "{tally:?}");
    assert!(tally.mates > 200 && tally.none > 200, "{tally:?}");
    assert!(tally.shortened[1..].iter().all(|&n| n > 30), "{tally:?}");
    assert!(
        tally.differ.iter().all(|&n| n > 0),
        "the policies are not one: {tally:?}"
    );
}

/// What bug reports of other programs argue about.
#[test]
fn disputes_of_the_probes_are_judged_as_stated() {
    let Some(path) = shared_data("tsume/probes.tsv") else {
        return;
    };
    let text = fs::read_to_string(path).unwrap();
    let limits = Limits::default();
    let mut judged = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let row: Vec<&str> = line.split('\t').collect();
        let tsume = Tsume::new(sfen::read(row[2]).unwrap().position(Nine).unwrap()).unwrap();
        let expected = match row[0] {
            // The rook that takes on 2d shuts the bishop off from 1e: the interposition there is real unless the bishop may
            // take it.
            "muda1" => [Some(15), Some(1), Some(3), Some(3)],
            "muda2" => [Some(5), Some(3), Some(3), Some(3)],
            "muda5" => [Some(13), Some(1), Some(1), Some(1)],
            "sh14a" | "nomate1" | "uchifu" => [None; 4],
            _ => continue,
        };
        let all = Policy::ALL.map(|policy| length(&tsume, policy, &limits).unwrap());
        assert_eq!(all, expected, "{line}");
        judged += 1;
    }
    assert_eq!(judged, 6);
}

/// A drop that refutes does so for two reasons: there is no mate after it, and none with the piece taken and given back. It holds as
/// long as both do. The rook on file 1 gives check, the king takes it on 1b if it comes there, and a lance on 1c mates. With a lance and a knight a
/// pawn on 1b is known to last longer than that, if it were to count; without them it does count, and with the lance it does not.
#[test]
fn a_drop_refutes_while_both_its_reasons_hold() {
    let before = sfen::read("7lk/7p1/9/7P1/7N1/9/9/4R4/9 b LNp 1").unwrap();
    let tsume = Tsume::new(before.position(Nine).unwrap()).unwrap();
    let limits = Limits::default();
    for policy in [Policy::Usual, Policy::Immediate, Policy::Strict] {
        deep(|| {
            let tables = Tables::new(1);
            let mut lengths = Lengths::new(&tsume, policy, &tables, 1);
            let mut brute = Brute::new(policy);
            for (hands, truth) in [("LNp", true), ("lnp", false), ("Lnp", true)] {
                let text = format!("7lk/7p1/9/7P1/7N1/9/9/8R/9 w {hands} 1");
                let p = sfen::read(&text).unwrap().position(Nine).unwrap();
                let mut quiet = |_| {};
                let mut meter = Meter::new(&limits, &mut quiet);
                let mates = brute.loosely(&p, tsume.attacker(), 2, &mut meter).unwrap();
                assert_eq!(mates, truth, "{policy:?} {hands}");
                let no = lengths.loosely_refuted(&p, 2, &mut meter).unwrap();
                assert_eq!(no, !truth, "{policy:?} {hands}");
            }
        })
        .expect("a stack");
    }
}
