//! Futile interpositions: fast lengths are those of the definition (brute force), a policy never
//! changes mate into no mate or back, and disputed problems are judged as the policies say.

use std::fs;
use yose_board::Color;
use yose_shogi::notation::sfen;
use yose_shogi::{Geometry, Nine, Position, SHOGI, Setup, with_position};
use yose_testkit::problems::{Recipe, mutated, random_problem};
use yose_testkit::{Random, shared_data, suite};
use yose_tsume::brute::under_policy::Brute;
use yose_tsume::{Lengths, Policy, Tables};
use yose_tsume::{Limits, Meter, SolverSettings, Tsume, Verdict, solve, with_big_stack};

/// The length under a policy, by the fast search.
fn length<G: Geometry>(
    tsume: &Tsume<G>,
    policy: Policy,
    limits: &Limits,
) -> Result<Option<u32>, &'static str> {
    with_big_stack(|| {
        let tables = Tables::new(limits.hash_mb);
        let mut lengths = Lengths::new(tsume, policy, &tables, limits.hash_mb);
        let mut quiet = |_| {};
        let mut meter = Meter::new(limits, &mut quiet);
        let length = lengths.length(tsume.position(), &mut meter);
        length.map(|l| l.map(u32::from)).map_err(|reason| reason.word())
    })
    .expect("a stack")
}

/// Counts of the compared problems.
#[derive(Default, Debug)]
struct Tally {
    mates: usize,
    none: usize,
    /// Problems that each policy shortened.
    shortened: [usize; 4],
    /// Problems on which two neighbouring policies differ.
    differ: [usize; 3],
    /// Lengths found in short spans too.
    in_spans: usize,
    /// Questions that the lower bound disproved.
    disproved: usize,
    /// Questions that the lower bound should have disproved, but did not.
    missed: usize,
}

/// `solve` gives the same length and a line of that length. The line is checks and replies, after
/// which only futile drops are left.
fn check_solution<G: Geometry>(tsume: &Tsume<G>, policy: Policy, length: u32, limits: &Limits, text: &str) {
    let solution = yose_tsume::policy::solve(tsume, policy, 1, limits, &mut |_| {}).unwrap();
    let Verdict::Proved { length: found, exact } = solution.verdict else {
        return;
    };
    if !exact {
        assert!(found >= length, "{policy:?} of {text}");
        return;
    }
    assert_eq!(
        (found, solution.line.len()),
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

/// The length when the questions of [`Lengths`] take turns every `spans` nodes, so that each of
/// them contributes.
fn length_in_spans<G: Geometry>(
    tsume: &Tsume<G>,
    policy: Policy,
    spans: u64,
    limits: &Limits,
) -> Option<u32> {
    with_big_stack(|| {
        let tables = Tables::new(limits.hash_mb);
        let mut lengths = Lengths::new(tsume, policy, &tables, limits.hash_mb).in_spans(spans);
        let mut quiet = |_| {};
        let mut meter = Meter::new(limits, &mut quiet);
        let length = lengths.length(tsume.position(), &mut meter);
        length.ok().flatten().map(u32::from)
    })
    .expect("a stack")
}

/// The position itself, and the position with one piece of some kind moved from one hand to the
/// other.
fn hand_variations<G: Geometry>(p: &Position<G>) -> Vec<Position<G>> {
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

/// Compares the lower bound with its definition, also with other hands: one table serves all hands,
/// so an entry for one hand answers for others. A question that the lower bound disproves has no
/// mate by the definition, and the lower bound does not exceed the length. Returns how many
/// questions were disproved, and how many more should have been.
fn check_lower_bound<G: Geometry>(
    tsume: &Tsume<G>,
    policy: Policy,
    length: u32,
    limits: &Limits,
    text: &str,
) -> (usize, usize) {
    with_big_stack(|| {
        let tables = Tables::new(limits.hash_mb);
        let mut lengths = Lengths::new(tsume, policy, &tables, limits.hash_mb);
        let mut brute = Brute::new(policy);
        let (mut disproved, mut missed) = (0, 0);
        let root = tsume.position();
        for plies in [5, 1, 3, 7] {
            for p in hand_variations(root) {
                let mut quiet = |_| {};
                let mut meter = Meter::new(limits, &mut quiet);
                let Ok(mates) = brute.lower_bound(&p, tsume.attacker(), plies, &mut meter) else {
                    return (disproved, missed);
                };
                let mut quiet = |_| {};
                let mut meter = Meter::new(limits, &mut quiet);
                let Ok(no) = lengths.lower_bound_disproves(&p, plies as u16, &mut meter) else {
                    return (disproved, missed);
                };
                let hands = p.hands();
                assert!(!(no && mates), "{policy:?}, {plies} plies, {hands:?} of {text}");
                let same = hands == root.hands();
                assert!(
                    mates || !same || length > plies,
                    "{policy:?}, {plies} plies of {text}"
                );
                disproved += usize::from(no);
                missed += usize::from(!no && !mates);
            }
        }
        (disproved, missed)
    })
    .expect("a stack")
}

fn compare<G: Geometry>(tsume: &Tsume<G>, setup: &Setup, tally: &mut Tally) {
    let limits = Limits {
        nodes: Some(30_000),
        hash_mb: 8,
        ..Limits::default()
    };
    let whole = solve(tsume, &SolverSettings::default(), &limits, &mut |_| {});
    let mut under = [0; 4];
    for (i, policy) in Policy::ALL.into_iter().enumerate() {
        let Ok(found) = length(tsume, policy, &limits) else {
            return;
        };
        let text = sfen::write_setup(setup);
        match whole.verdict {
            Verdict::Proved { length, .. } => {
                let found = found.unwrap_or_else(|| panic!("{policy:?} loses the mate of {text}"));
                assert!(found <= length, "{policy:?} lengthens {text}");
                under[i] = found;
                for spans in [1, 20, 300] {
                    if let Some(in_spans) = length_in_spans(tsume, policy, spans, &limits) {
                        assert_eq!(in_spans, found, "{policy:?} of {text} in spans of {spans}");
                        tally.in_spans += 1;
                    }
                }
                if policy != Policy::None {
                    let (disproved, missed) = check_lower_bound(tsume, policy, found, &limits, &text);
                    tally.disproved += disproved;
                    tally.missed += missed;
                }
                if tally.mates.is_multiple_of(4) {
                    check_solution(tsume, policy, found, &limits, &text);
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
            Verdict::Disproved => assert_eq!(found, None, "{policy:?} mates {text}"),
            Verdict::Unknown(_) => return,
        }
    }
    if whole.verdict == Verdict::Disproved {
        tally.none += 1;
    } else {
        tally.mates += 1;
        for (i, differ) in tally.differ.iter_mut().enumerate() {
            *differ += usize::from(under[i] != under[i + 1]);
        }
    }
}

/// Distant checks with something to interpose. The test solves mutations of them too.
const DISTANT: [&str; 12] = [
    "9/9/6Bnl/8k/R6p1/9/9/9/9 b gp 1",
    "9/9/6Bnl/8k/R6p1/9/9/9/9 b nr 1",
    "7l1/7pk/9/9/8+P/9/9/9/8L b sp 1",
    "5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b gp 1",
    "9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b gl 1",
    "8k/9/7GP/9/9/9/9/B8/8R b gp 1",
    "6pnk/8p/9/6N2/9/9/1B7/9/9 b Rgs 1",
    "R6pk/8p/7GP/9/9/9/9/9/9 b Ls 1",
    // After the capture another move mates: futile under `immediate`, not under `strict`.
    "8g/8k/9/7L1/5L1+P1/4B4/9/9/9 b p 1",
    "4Rl1k1/2R1+B4/5p3/6P2/9/9/9/9/9 b s 1",
    // Distant interpositions before a real one near the king; an interposition that another piece
    // captures.
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
                setup = mutated(&setup, &mut random).unwrap_or(setup);
            }
            with_position!(setup.validate().unwrap(), |p| {
                let Ok(tsume) = Tsume::new(p) else { continue };
                compare(&tsume, &setup, &mut tally);
            });
        }
    }
    println!("{tally:?}");
    for (name, attempts) in [("4x4", 200), ("5x5", 150), ("shogi", 50)] {
        let variant = if name == "shogi" {
            &SHOGI
        } else {
            suite::variant(name)
        };
        for recipe in [Recipe::Distant, Recipe::Promotion, Recipe::TwoKings] {
            let mut random = Random::new(7);
            for _ in 0..attempts {
                let Some(setup) = random_problem(variant, recipe, &mut random) else {
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
    assert!(tally.in_spans > 2_000 && tally.disproved > 1_500, "{tally:?}");
    assert!(tally.missed < tally.disproved / 20, "{tally:?}");
    assert!(tally.mates > 200 && tally.none > 200, "{tally:?}");
    assert!(tally.shortened[1..].iter().all(|&n| n > 30), "{tally:?}");
    assert!(
        tally.differ.iter().all(|&n| n > 0),
        "the policies are not one: {tally:?}"
    );
}

/// Problems that bug reports of other programs argue about.
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
            // The rook that captures on 2d shuts the bishop off from 1e. So the interposition there
            // is real unless the bishop may capture it.
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

/// A drop refutes for two reasons: there is no mate after it, and there is none after the dropped
/// piece is captured and given back. The drop refutes only as long as both reasons hold.
///
/// The rook on file 1 gives check. If it comes to 1b the king captures it, and a lance on 1c mates.
/// With a lance and a knight in the attacker's hand, a pawn on 1b would last longer than that if it
/// counted. Without them the pawn counts; with the lance alone it does not.
#[test]
fn a_drop_refutes_while_both_its_reasons_hold() {
    let before = sfen::read("7lk/7p1/9/7P1/7N1/9/9/4R4/9 b LNp 1").unwrap();
    let tsume = Tsume::new(before.position(Nine).unwrap()).unwrap();
    let limits = Limits::default();
    for policy in [Policy::Usual, Policy::Immediate, Policy::Strict] {
        with_big_stack(|| {
            let tables = Tables::new(1);
            let mut lengths = Lengths::new(&tsume, policy, &tables, 1);
            let mut brute = Brute::new(policy);
            for (hands, truth) in [("LNp", true), ("lnp", false), ("Lnp", true)] {
                let text = format!("7lk/7p1/9/7P1/7N1/9/9/8R/9 w {hands} 1");
                let p = sfen::read(&text).unwrap().position(Nine).unwrap();
                let mut quiet = |_| {};
                let mut meter = Meter::new(&limits, &mut quiet);
                let mates = brute.lower_bound(&p, tsume.attacker(), 2, &mut meter).unwrap();
                assert_eq!(mates, truth, "{policy:?} {hands}");
                let no = lengths.lower_bound_disproves(&p, 2, &mut meter).unwrap();
                assert_eq!(no, !truth, "{policy:?} {hands}");
            }
        })
        .expect("a stack");
    }
}
