//! Lengths under every policy for futile drops: the search against brute force, bounds, symmetries,
//! and the mechanisms of Nagai 2011, figures 3 and 4.

use yose_board::Color;
use yose_hisshi::brute::{self, BruteError, Futile, Space};
use yose_hisshi::{Hisshi, Limits, Policy, Solution, SolverSettings, Verdict, solve};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Geometry, Kind, Move, Piece, Position, SHOGI, Setup, Variant, with_position};
use yose_testkit::Random;
use yose_testkit::brinkmates::{Recipe, mutated, setup};
use yose_testkit::images::mirrored;
use yose_testkit::problems::exchange_sides;

/// Positions that brute force may visit for one position, in each mode.
const LIMIT: usize = 400_000;

fn ask<G: Geometry>(p: &Position<G>, policy: Policy) -> Solution {
    let hisshi = Hisshi::new(p.clone()).unwrap_or_else(|e| panic!("{e}"));
    let settings = SolverSettings {
        policy,
        ..SolverSettings::default()
    };
    let limits = Limits {
        nodes: Some(20_000_000),
        hash_mb: 32,
        ..Limits::default()
    };
    solve(&hisshi, &settings, &limits, &mut |_| {})
}

/// What the comparison has seen.
#[derive(Debug, Default)]
struct Tally {
    positions: usize,
    brinkmates: usize,
    /// Brinkmates that are shorter under `kept`; under `returned`; those of which the two lengths
    /// differ.
    kept: usize,
    returned: usize,
    apart: usize,
    /// Brinkmates of 3 plies or more under a policy that makes them shorter.
    longer: usize,
    too_large: usize,
}

/// A position with a line piece of the attacker somewhere and pieces in the defender's hand.
fn draft(variant: &'static Variant, random: &mut Random) -> Option<Setup> {
    let recipe = Recipe::ALL[random.below(Recipe::ALL.len())];
    let mut setup = setup(variant, recipe, random)?;
    let attacker = setup.turn;
    let line = [Kind::LANCE, Kind::BISHOP, Kind::ROOK, Kind::ROOK];
    let mut kind = line[random.below(line.len())];
    if random.one_in(4) && kind != Kind::LANCE {
        kind = variant.army.spec(kind).promotes?;
    }
    let at = random.below(setup.board.len());
    if setup.board[at].is_none() {
        setup.board[at] = Some(Piece::new(attacker, kind));
    }
    let held = [
        Kind::PAWN,
        Kind::PAWN,
        Kind::LANCE,
        Kind::GOLD,
        Kind::BISHOP,
        Kind::ROOK,
    ];
    for _ in 0..1 + random.below(2) {
        setup.add_to_hand(attacker.other(), held[random.below(held.len())], 1);
    }
    setup.validate().ok()?;
    Some(setup)
}

/// The least `n` with `A(P, n)` under a policy, which is at most `most`.
fn length_by_definition<G: Geometry>(
    p: &Position<G>,
    futile: &mut Futile,
    most: u32,
) -> Result<u32, BruteError> {
    for n in 0..=most {
        if futile.attacks(p, n)? {
            return Ok(n);
        }
    }
    panic!("{}: longer than {most}", sfen::write(p, 1));
}

/// Whether every move of a line is best play under the policy.
fn is_best_play<G: Geometry>(
    p: &Position<G>,
    line: &[Move],
    futile: &mut Futile,
) -> Result<bool, BruteError> {
    let mut at = p.clone();
    for (i, &m) in line.iter().enumerate() {
        let left = (line.len() - i) as u32;
        if i % 2 == 1 {
            if futile.is_futile(&at, m, left)? {
                return Ok(false);
            }
            at.make(m);
            let least = left - 1;
            if !futile.attacks(&at, least)? || futile.attacks(&at, least - 1)? {
                return Ok(false);
            }
        } else {
            at.make(m);
            if !futile.holds(&at, left - 1)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Compares all policies with brute force. The lengths, by policy; `None` without a brinkmate.
fn compare<G: Geometry>(p: &Position<G>) -> Result<Option<[u32; 3]>, BruteError> {
    let text = sfen::write(p, 1);
    let truth = brute::solve(p, LIMIT)?;
    let mut lengths = [0; 3];
    for (length, policy) in lengths.iter_mut().zip(Policy::ALL) {
        let mut futile = Futile::new(policy, p.turn(), LIMIT);
        let found = ask(p, policy);
        let word = policy.word();
        match truth.verdict {
            brute::Verdict::Mate => {
                assert!(
                    matches!(found.verdict, Verdict::Mate { .. }),
                    "{text} {word}: {found:?}"
                );
            }
            brute::Verdict::None => {
                assert_eq!(found.verdict, Verdict::None, "{text} {word}");
                assert!(!futile.attacks(p, 3)?, "{text} {word}: a brinkmate by definition");
            }
            brute::Verdict::Hisshi(most) => {
                *length = length_by_definition(p, &mut futile, most)?;
                let expected = Verdict::Hisshi {
                    length: *length,
                    exact: true,
                };
                assert_eq!(found.verdict, expected, "{text} {word}");
                assert_eq!(found.lower, *length, "{text} {word}");
                assert_eq!(found.line.len(), *length as usize, "{text} {word}");
                let line: Vec<_> = found.line.iter().map(|&m| usi::write(m, p.variant())).collect();
                assert!(
                    is_best_play(p, &found.line, &mut futile)?,
                    "{text} {word}: {line:?} is not best play"
                );
                if policy == Policy::None {
                    assert_eq!(*length, most, "{text}");
                }
            }
        }
    }
    let is_brinkmate = matches!(truth.verdict, brute::Verdict::Hisshi(_));
    Ok(is_brinkmate.then_some(lengths))
}

/// Compares a sample of `brinkmates` brinkmates and of as many other positions. Brute force may
/// visit `states` states of a position for its verdict.
fn compare_sample(variant: &'static Variant, seed: u64, brinkmates: usize, states: usize) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    let mut parents: Vec<Setup> = Vec::new();
    let mut others = 0;
    while tally.brinkmates < brinkmates {
        let drafted = match parents.len() {
            n if n > 0 && random.one_in(2) => mutated(&parents[random.below(n)], &mut random),
            _ => draft(variant, &mut random),
        };
        let Some(setup) = drafted else { continue };
        let Ok(position) = setup.validate() else { continue };
        // Small fixpoints only, and no more of the other positions than wanted.
        let Ok(truth) = with_position!(&position, |p| brute::solve(p, states)) else {
            continue;
        };
        let is_brinkmate = matches!(truth.verdict, brute::Verdict::Hisshi(_));
        if !is_brinkmate && others >= brinkmates {
            continue;
        }
        let lengths = match with_position!(&position, |p| compare(p)) {
            Ok(lengths) => lengths,
            Err(_) => {
                tally.too_large += 1;
                continue;
            }
        };
        tally.positions += 1;
        let Some([none, kept, returned]) = lengths else {
            others += 1;
            continue;
        };
        assert!(kept <= none && returned <= none);
        if tally.brinkmates.is_multiple_of(4) {
            for image in [mirrored(&setup), exchange_sides(&setup)] {
                let position = image.validate().unwrap_or_else(|e| panic!("{e}"));
                let text = sfen::write_setup(&image);
                let image = with_position!(&position, |p| Policy::ALL.map(|policy| length(&ask(p, policy))));
                assert_eq!(image, [none, kept, returned].map(Some), "{text}");
            }
        }
        tally.brinkmates += 1;
        tally.kept += usize::from(kept < none);
        tally.returned += usize::from(returned < none);
        tally.apart += usize::from(kept != returned);
        if kept < none || returned < none {
            tally.longer += usize::from(kept.max(returned) > 1);
            parents.push(setup);
        }
    }
    println!("{} {seed}: {tally:?}", variant.name);
    tally
}

/// The length of a brinkmate that is proved shortest.
fn length(solution: &Solution) -> Option<u32> {
    match solution.verdict {
        Verdict::Hisshi { length, exact: true } => Some(length),
        _ => None,
    }
}

#[test]
fn random_positions() {
    let tally = compare_sample(&SHOGI, 1, 8, 400);
    assert!(tally.brinkmates == 8, "{tally:?}");
}

#[test]
fn random_positions_of_a_small_board() {
    let tally = compare_sample(Variant::by_name("4x5:1").unwrap(), 2, 24, 3_000);
    assert!(tally.kept > 0, "{tally:?}");
}

/// More than a thousand positions.
#[test]
#[ignore = "many minutes; cargo test --release -p yose-hisshi --test it futile -- --ignored"]
fn many_random_positions() {
    let small = Variant::by_name("4x5:1").unwrap();
    let square = Variant::by_name("5x5:1").unwrap();
    let mut apart = 0;
    for (variant, seed, brinkmates, states) in [
        (small, 11, 400, 3_000),
        (square, 12, 100, 2_000),
        (&SHOGI, 13, 40, 1_000),
    ] {
        let tally = compare_sample(variant, seed, brinkmates, states);
        assert!(tally.kept > 0 && tally.returned > 0, "{tally:?}");
        apart += tally.apart;
    }
    // The two policies are not the same.
    assert!(apart > 0);
}

/// On a whole small board every policy has the brinkmates of `none` and no others.
#[test]
fn a_policy_changes_no_verdict() {
    let start = Variant::by_name("3x3:RK-:1").unwrap().start().unwrap();
    let space = Space::of(&start, 1_000_000).unwrap();
    let verdicts = space.positions().iter().map(|p| space.verdict(p));
    let longest = verdicts.filter_map(|verdict| match verdict {
        Some(brute::Verdict::Hisshi(length)) => Some(length),
        _ => None,
    });
    let longest = longest.max().unwrap();
    let mut shorter = 0;
    for policy in [Policy::Kept, Policy::Returned] {
        let mut futile = Futile::new(policy, Color::Black, 4_000_000);
        for p in space.positions() {
            match space.verdict(p) {
                Some(brute::Verdict::Hisshi(most)) => {
                    let length = length_by_definition(p, &mut futile, most).unwrap();
                    shorter += usize::from(length < most);
                }
                Some(brute::Verdict::None) => {
                    // Longer than any brinkmate under `none`.
                    assert!(!futile.attacks(p, longest + 2).unwrap(), "{p:?}");
                }
                Some(brute::Verdict::Mate) | None => {}
            }
        }
    }
    assert!(shorter > 0);
}

/// The length and the line of a position under a policy.
fn solved(text: &str, policy: Policy) -> (Option<u32>, Vec<String>) {
    let (position, _) = sfen::position(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    with_position!(&position, |p| {
        let solution = ask(p, policy);
        let line = solution.line.iter().map(|&m| usi::write(m, p.variant()));
        (length(&solution), line.collect())
    })
}

/// Nagai 2011, figure 3: a far lance and a last quiet move. A pawn that is dropped before the lance
/// takes the immediate mate away. The lance takes the pawn, and it is a brinkmate all the same.
#[test]
fn a_pawn_before_a_far_lance() {
    // After G-2c a gold on 1b mates, since the lance guards it.
    let text = "8k/8g/9/8G/9/9/8L/9/9 b Gp 1";
    let (none, moves) = solved(text, Policy::None);
    assert_eq!(none, Some(3));
    // The pawn stands on the file of the lance, and the lance takes it.
    assert!(moves[1].starts_with("P*1"), "{moves:?}");
    assert!(
        moves[2].starts_with(&format!("1g{}", &moves[1][2..])),
        "{moves:?}"
    );
    for policy in [Policy::Kept, Policy::Returned] {
        assert_eq!(solved(text, policy), (Some(1), vec!["1d2c".to_owned()]));
    }
}

/// Nagai 2011, figure 4: a rook is dropped on the rank of the attacking rook, far from the king. It
/// guards the square on which the attacker mates. The rook takes it.
#[test]
fn a_rook_on_the_rank_of_the_rook() {
    // After S*3b the rook mates on 2a.
    let text = "5R2l/5P1k1/9/5N3/7N1/9/9/9/9 b Sr 1";
    let (none, moves) = solved(text, Policy::None);
    assert_eq!((none, &*moves[0]), (Some(3), "S*3b"));
    // The king stands on 2b, the attacking rook on 4a: what is dropped on 5a to 9a is not between.
    let (file, rank) = moves[1].strip_prefix("R*").unwrap_or_default().split_at(1);
    assert!(("5"..="9").contains(&file) && rank == "a", "{moves:?}");
    assert!(moves[2].starts_with(&format!("4a{file}a")), "{moves:?}");
    assert_eq!(solved(text, Policy::Kept), (Some(1), vec!["S*3b".to_owned()]));
}

/// If the piece is given back, it is dropped again.
#[test]
fn a_rook_that_is_given_back_is_no_futile_drop() {
    let text = "5R2l/5P1k1/9/5N3/7N1/9/9/9/9 b Sr 1";
    let (length, moves) = solved(text, Policy::Returned);
    assert_eq!((length, &*moves[0]), (Some(3), "S*3b"));
}

/// The mechanism of figure 4 after a check and its answer: pawn takes, king takes, a quiet silver.
/// Then a rook on 1b guards 4b, where the silver would mate, and the far rook takes it. (These
/// positions are beyond brute force: `D` after the silver takes more than 4,000,000 states.)
const AFTER_A_CHECK: [&str; 3] = ["4b4a+", "3a4a", "S*4c"];
const ALONE: &str = "6k2/2R2P3/9/9/9/9/9/9/9 b Sr 1";
/// Here the king has less room, and there is another brinkmate of 3 plies.
const WITH_GUARDS: &str = "6k1p/2R2P3/9/9/8g/9/9/9/9 b Sr 1";

#[test]
fn a_far_rook_after_a_check() {
    for text in [ALONE, WITH_GUARDS] {
        let (none, moves) = solved(text, Policy::None);
        assert_eq!(none, Some(5), "{text}");
        assert_eq!(moves[..3], AFTER_A_CHECK, "{text}");
        // The king stands on 4a: the drop is between nothing.
        assert_eq!(moves[3..], ["R*1b", "7b1b+"], "{text}");
        let (kept, moves) = solved(text, Policy::Kept);
        assert_eq!(
            (kept, &moves[..]),
            (Some(3), &AFTER_A_CHECK.map(str::to_owned)[..])
        );
    }
}

/// Under `returned` the drop counts. Another brinkmate is the shortest, where there is one.
#[test]
fn a_far_rook_that_is_given_back() {
    let (length, moves) = solved(WITH_GUARDS, Policy::Returned);
    assert_eq!(length, Some(3));
    assert_eq!(moves, ["S*3c", "3a2a", "4b4a+"]);
    let (length, moves) = solved(ALONE, Policy::Returned);
    assert_eq!(
        (length, &moves[..3]),
        (Some(5), &AFTER_A_CHECK.map(str::to_owned)[..])
    );
}
