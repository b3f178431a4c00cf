//! The proof search is never wrong on 50,000 generated problems that brute force has decided
//! (`suites/tsume/generated.tsv`, made by [`yose_testkit::collection`]): with every technique
//! switched off in turn, on tables of every size, with one thread and with two.
//!
//! The [`oracle`] that decided the problems shares with the search only the rules of `yose-shogi`,
//! which have their own tests (`perft`, `referee`, `other_libraries`).

use std::collections::BTreeMap;
use yose_andor::Combine;
use yose_shogi::notation::sfen;
use yose_shogi::{Geometry, Position, with_position};
use yose_testkit::collection::{self, Decided};
use yose_testkit::oracle::{self, Truth};
use yose_testkit::{Random, evidence, line, on_all_cores, suite};
use yose_tsume::{Limits, Solution, Solver, SolverSettings, Tsume, Verdict, brute};

/// A search that needs more nodes has not failed, but does not count.
const NODES: u64 = 500_000;

fn limits(hash_mb: usize) -> Limits {
    Limits {
        hash_mb,
        nodes: Some(NODES),
        ..Limits::default()
    }
}

/// Whether an answer is right; `Ok(false)` if the search gave up.
fn agrees<G: Geometry>(
    p: &Position<G>,
    truth: &Truth,
    first: bool,
    found: &Solution,
) -> Result<bool, String> {
    let length = match (truth.length, found.verdict) {
        (_, Verdict::Unknown(_)) => return Ok(false),
        (None, Verdict::Disproved) => return Ok(true),
        (Some(shortest), Verdict::Proved { length, exact })
            if length == shortest || (length > shortest && !exact) =>
        {
            // The search ran out of nodes, so the length may be too long and the line unfinished.
            if found.nodes >= NODES {
                return Ok(false);
            }
            if !first && !exact {
                return Err(format!("{:?} without a limit reached", found.verdict));
            }
            length
        }
        (truth, verdict) => return Err(format!("{verdict:?}, but the truth is {truth:?}")),
    };
    line::check_mate(p, &found.line, length)?;
    Ok(true)
}

/// Solves a problem with the given settings. Panics if the answer is wrong or if the referee
/// rejects its evidence; `None` if there was no answer.
fn solve(problem: &Decided, name: &str, manner: &SolverSettings, hash_mb: usize) -> Option<Solution> {
    let position = problem.setup.validate().unwrap();
    with_position!(position, |p| {
        let tsume = Tsume::new(p.clone()).unwrap();
        let solver = Solver::new(&tsume, manner, hash_mb);
        let found = solver.solve(&limits(hash_mb), &mut |_| {});
        let answered = agrees(&p, &problem.truth, manner.first, &found);
        let answered = answered.and_then(|answered| {
            if answered {
                evidence::certify_and_check(&solver, found.verdict)?;
            }
            Ok(answered)
        });
        let answered = answered.unwrap_or_else(|what| {
            let (rules, text) = (&problem.rules, sfen::write(&p, 1));
            panic!("{rules} `{text}`, {name}, {hash_mb} MB: {what}")
        });
        answered.then_some(found)
    })
}

/// Every problem of the collection, both for the shortest mate and for any mate.
#[test]
fn no_verdict_is_wrong() {
    let all = collection::read();
    let any = SolverSettings {
        first: true,
        ..SolverSettings::default()
    };
    let (mut right, mut open) = (0, 0);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let answered = on_all_cores(&all, |problem| {
        let shortest = solve(problem, "shortest", &SolverSettings::default(), 1);
        let first = solve(problem, "first", &any, 1);
        shortest.is_some() && first.is_some()
    });
    for (problem, answered) in all.iter().zip(answered) {
        if !answered {
            open += 1;
            println!("open: {} {}", problem.rules, sfen::write_setup(&problem.setup));
            continue;
        }
        right += 1;
        let on = problem.truth.depends_on;
        let kinds = [
            ("mates of 5 or more", problem.truth.length.is_some_and(|n| n >= 5)),
            ("mates of 9 or more", problem.truth.length.is_some_and(|n| n >= 9)),
            ("interpositions", on.interposition),
            ("refused pawn drops", on.pawn_drop),
            ("counter-checks", on.counter_check),
            ("repetitions", on.repetition),
            ("unpromoted pieces", on.unpromoted),
            ("no mates", problem.truth.length.is_none()),
        ];
        for (kind, _) in kinds.into_iter().filter(|(_, is)| *is) {
            *counts.entry(kind).or_default() += 1;
        }
    }
    println!("{right} right, {open} open; {counts:?}");
    assert!(right >= 50_000, "{right} right, {open} open");
    // The search may give up on a few endless attacks.
    assert!(open * 5_000 <= all.len(), "{open} open");
    for (kind, least) in [
        ("mates of 5 or more", 5_000),
        ("mates of 9 or more", 2_000),
        ("interpositions", 2_000),
        ("refused pawn drops", 1_000),
        ("counter-checks", 1_000),
        ("repetitions", 1_000),
        ("unpromoted pieces", 150),
        ("no mates", 5_000),
    ] {
        assert!(counts[kind] >= least, "{kind}: {counts:?}");
    }
}

/// The oracle decides a random part of the collection again, with the line, and the brute-force
/// solver of `yose-tsume` decides another part.
#[test]
fn brute_force_says_it_again() {
    let all = collection::read();
    let mut random = Random::new(3);
    for problem in all.iter().filter(|_| random.one_in(40)) {
        let stored = &problem.truth;
        let position = problem.setup.validate().unwrap();
        let again = with_position!(position, |p| oracle::decide(&p, collection::BUDGET)).unwrap();
        assert_eq!(again.length, stored.length, "{problem:?}");
        // A larger budget may find more features.
        let (known, now) = (stored.depends_on.to_string(), again.depends_on.to_string());
        let kept = known.chars().all(|letter| letter == '-' || now.contains(letter));
        assert!(kept, "{known}, but now {now}: {problem:?}");
        if let Some(found) = solve(problem, "shortest", &SolverSettings::default(), 1) {
            let position = problem.setup.validate().unwrap();
            with_position!(position, |p| {
                line::check_best_play(&p, &found.line).unwrap_or_else(|what| panic!("{what}: {problem:?}"));
            });
        }
    }
    let limits = Limits {
        nodes: Some(10_000),
        hash_mb: 16,
        ..Limits::default()
    };
    let mut decided = 0;
    for problem in all.iter().filter(|_| random.one_in(100)) {
        let position = problem.setup.validate().unwrap();
        with_position!(position, |p| {
            let truth = &problem.truth;
            let found = brute::solve(Tsume::new(p.clone()).unwrap(), &limits, &mut |_| {});
            let verdict = match truth.length {
                Some(length) => Verdict::Proved { length, exact: true },
                None => Verdict::Disproved,
            };
            if !matches!(found.verdict, Verdict::Unknown(_)) {
                assert_eq!(found.verdict, verdict, "{p:?}");
                decided += 1;
            }
        });
    }
    assert!(decided >= 200, "only {decided}");
}

/// The default settings with one of them changed.
fn manners() -> Vec<(&'static str, SolverSettings)> {
    type Change = fn(&mut SolverSettings);
    let changes: [(&str, Change); 19] = [
        ("sums for the prover", |m| m.search.prover = Combine::Sum),
        ("sums for the defender", |m| m.search.defender = Combine::Sum),
        ("groups for the prover", |m| m.search.prover = Combine::Groups),
        ("weak numbers for the defender", |m| {
            m.search.defender = Combine::Weak
        }),
        ("half of the others for the prover", |m| {
            m.search.prover = Combine::Part(1)
        }),
        ("groups for the defender", |m| m.search.defender = Combine::Groups),
        ("three plies", |m| m.search.three = true),
        ("no epsilon", |m| m.search.epsilon = 0),
        ("no cuts of worse positions", |m| m.search.cut_worse = false),
        ("no threshold control", |m| m.search.control = false),
        ("nothing late", |m| m.search.late = false),
        ("no judgement", |m| m.search.judge = false),
        ("no proof pieces", |m| m.search.generalise = false),
        ("no shared numbers", |m| m.search.share_numbers = false),
        ("no turns", |m| m.search.schedule = false),
        ("no estimates", |m| m.techniques.estimates = false),
        ("no mate in one", |m| m.techniques.mate_in_one = false),
        ("two threads", |m| m.threads = 2),
        ("two threads without pieces", |m| {
            m.threads = 2;
            m.search.generalise = false;
        }),
    ];
    changes
        .into_iter()
        .map(|(name, change)| {
            let mut manner = SolverSettings::default();
            change(&mut manner);
            (name, manner)
        })
        .collect()
}

/// Verdict, length and line are the same with any technique switched off, on any table, with any
/// threads.
#[test]
fn no_switch_changes_an_answer() {
    let all = collection::read();
    let two = SolverSettings {
        threads: 2,
        ..SolverSettings::default()
    };
    let mut random = Random::new(25);
    let (mut asked, mut open) = (0, 0);
    for problem in all.iter().filter(|_| random.one_in(80)) {
        let mut line = None;
        let mut count = |found: Option<Solution>| {
            asked += 1;
            let Some(found) = found else {
                open += 1;
                return;
            };
            let line = line.get_or_insert_with(|| found.line.clone());
            assert_eq!(*line, found.line, "{problem:?}");
        };
        for (name, manner) in manners() {
            count(solve(problem, name, &manner, 1));
        }
        for hash_mb in [1, 16, 256] {
            count(solve(problem, "one thread", &SolverSettings::default(), hash_mb));
            count(solve(problem, "two threads", &two, hash_mb));
        }
    }
    println!("{asked} asked, {open} open");
    assert!(
        asked >= 10_000 && open * 100 < asked,
        "{asked} asked, {open} open"
    );
}

/// The seeds make the same collection again, and brute force gives the same answers.
/// `YOSE_REWRITE=1` writes the file instead. This is needed after a change of the recipes or of the
/// order of generated moves: lines depend on that order, and the choice of problems depends on
/// lines.
#[test]
#[ignore = "a quarter of an hour, the brute force of 54,160 problems: cargo xtask long"]
fn the_collection_is_made_again() {
    let text = collection::write(&collection::make());
    let path = suite::path(collection::FILE);
    if std::env::var_os("YOSE_REWRITE").is_some() {
        std::fs::write(&path, text).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    let differing = kept.lines().zip(text.lines()).find(|(a, b)| a != b);
    assert_eq!(differing, None);
    assert_eq!(kept.lines().count(), text.lines().count());
}
