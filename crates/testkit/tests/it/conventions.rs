//! The classical convention: the search picks a line that satisfies the definition, as brute force
//! finds it.

use yose_shogi::notation::sfen;
use yose_shogi::{Geometry, Move, Position, SHOGI, Setup, with_position};
use yose_testkit::problems::{Recipe, random_problem};
use yose_testkit::{Random, suite};
use yose_tsume::brute::under_policy::Brute;
use yose_tsume::{Author, CheckVerdict, Convention, Policy, Terms, check, count_in_hand, solve_by};
use yose_tsume::{Limits, Meter, Reason, Tsume, Verdict};

/// The longest mate that brute force looks for.
const MOST: u32 = 9;

#[derive(Default, Debug)]
struct Tally {
    /// The solution is as long as best play and leaves nothing in hand.
    same: usize,
    /// The solution is shorter, because every longer line leaves something in hand.
    shorter: usize,
    /// Every line leaves something in hand.
    left: usize,
}

fn compare<G: Geometry>(tsume: &Tsume<G>, setup: &Setup, policy: Policy, tally: &mut Tally) {
    let limits = Limits {
        nodes: Some(60_000),
        hash_mb: 8,
        ..Limits::default()
    };
    let mut quiet = |_| {};
    let mut meter = Meter::new(&limits, &mut quiet);
    let root = tsume.position();
    let mut brute = Brute::new(policy);
    let Ok(Some(length)) = brute.length(root, MOST, &mut meter) else {
        return;
    };
    let Ok(clean) = brute.clean(root, length, &mut meter) else {
        return;
    };
    let text = format!("{policy:?} of {}", sfen::write_setup(setup));
    let (solution, longest) =
        solve_by(tsume, policy, Convention::Classical, 1, &limits, &mut |_| {}).unwrap();
    let Verdict::Proved {
        length: found,
        exact: true,
    } = solution.verdict
    else {
        return;
    };
    assert_eq!(
        (found, longest),
        (clean.unwrap_or(length), Some(length)),
        "{text}"
    );
    assert_eq!(solution.line.len(), found as usize, "{text}");
    let mut p = root.clone();
    for (i, &m) in solution.line.iter().enumerate() {
        let moves = if i % 2 == 0 {
            p.checking_moves()
        } else {
            p.evading_moves()
        };
        assert!(moves.contains(&m), "{text}: ply {}", i + 1);
        p.make(m);
    }
    let over = count_in_hand(p.hand(root.turn()));
    let futile = |r: &yose_shogi::Move| policy != Policy::None && r.dropped().is_some();
    let mated = p.evading_moves().iter().all(futile);
    assert!(mated, "{text}: no mate at the end");
    assert_eq!(over == 0, clean.is_some(), "{text}: {over} left over");
    match clean {
        None => tally.left += 1,
        Some(clean) if clean == length => tally.same += 1,
        Some(_) => tally.shorter += 1,
    }
    let terms = Terms {
        policy,
        convention: Convention::Classical,
        author: clean.map(|_| Author::Line(solution.line.clone())),
        ..Terms::default()
    };
    let checked = check(tsume, &terms, &limits, &mut |_| {}).unwrap();
    if clean.is_some() && checked.length.is_some() && !matches!(checked.verdict, CheckVerdict::Unknown(_)) {
        assert_eq!(
            (checked.length, checked.longest, checked.left),
            (clean, Some(length), 0)
        );
        let _ = is_classical(&mut brute, root, &checked.line, &mut meter, &text);
        assert_eq!(checked.departures, [], "{text}: the author's line is this one");
        for variation in &checked.variations {
            let whole = variation.at - 1 + variation.line.len();
            assert_eq!(
                (whole, variation.left),
                (found as usize, 0),
                "{text}: {variation:?}"
            );
        }
    }
}

/// A line keeps to the values of the definition: attacks are shortest, and the value of every
/// position with the attacker to move is the number of plies that are left.
fn is_classical<G: Geometry>(
    brute: &mut Brute<G>,
    root: &Position<G>,
    line: &[Move],
    meter: &mut Meter<'_>,
    text: &str,
) -> Result<(), Reason> {
    let mut p = root.clone();
    let mut length = 0;
    for (i, &m) in line.iter().enumerate() {
        let attacks = i % 2 == 0;
        if attacks {
            length = brute.length(&p, MOST, meter)?.unwrap_or(0);
            let clean = brute.clean(&p, length, meter)?;
            assert_eq!(clean, Some((line.len() - i) as u32), "{text}: ply {}", i + 1);
        }
        p.make(m);
        if attacks {
            assert!(
                brute.defend(&p, length - 1, meter)?,
                "{text}: ply {} is not shortest",
                i + 1
            );
        }
    }
    Ok(())
}

#[test]
fn the_classical_line_is_that_of_the_definition() {
    let mut tally = Tally::default();
    for (name, attempts) in [("4x4", 900), ("5x5", 700), ("shogi", 300)] {
        let variant = if name == "shogi" {
            &SHOGI
        } else {
            suite::variant(name)
        };
        for recipe in [Recipe::Plain, Recipe::Distant, Recipe::Promotion] {
            let mut random = Random::new(23);
            for i in 0..attempts {
                let Some(setup) = random_problem(variant, recipe, &mut random) else {
                    continue;
                };
                let policy = [Policy::Usual, Policy::None][i % 2];
                with_position!(setup.validate().unwrap(), |p| {
                    let Ok(tsume) = Tsume::new(p) else { continue };
                    compare(&tsume, &setup, policy, &mut tally);
                });
            }
        }
    }
    println!("{tally:?}");
    assert!(
        tally.same > 20 && tally.shorter > 5 && tally.left > 20,
        "{tally:?}"
    );
}
