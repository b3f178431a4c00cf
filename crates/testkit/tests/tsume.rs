//! The proof search is never wrong: on 50,000 problems of our own making that brute force has decided
//! (`suites/tsume/generated.tsv`), with every technique switched off in turn, on tables of every size, with one thread
//! and with two; and on the kin-gin family, where every answer is known.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use yose_andor::Combine;
use yose_mate::{Limits, Manner, Solution, Tsume, Verdict, brute, solve};
use yose_shogi::notation::sfen;
use yose_shogi::{Geometry, Move, Position, with_position};
use yose_testkit::collection::{self, Decided};
use yose_testkit::oracle::{self, Truth};
use yose_testkit::{kingin, suite};

/// A search that needs more has not failed, but does not count.
const NODES: u64 = 500_000;

fn limits(hash_mb: usize) -> Limits {
    Limits {
        hash_mb,
        nodes: Some(NODES),
        ..Limits::default()
    }
}

/// The line is legal, as long as stated, every move of the attacker checks, and the end is mate.
fn walk<G: Geometry>(p: &Position<G>, line: &[Move], length: u32) -> Result<(), String> {
    if line.len() != length as usize || length % 2 == 0 {
        return Err(format!("{} moves for a mate in {length}", line.len()));
    }
    let mut p = p.clone();
    for (i, &m) in line.iter().enumerate() {
        if !p.is_legal(m) {
            return Err(format!("move {} is not legal", i + 1));
        }
        p.make(m);
        if i % 2 == 0 && !p.in_check() {
            return Err(format!("move {} does not check", i + 1));
        }
    }
    if p.has_legal_move() {
        return Err("the end is not mate".to_owned());
    }
    Ok(())
}

/// Whether an answer is the truth; `Ok(false)` if the search gave up.
fn agrees<G: Geometry>(p: &Position<G>, truth: &Truth, first: bool, found: &Solution) -> Result<bool, String> {
    if found.nodes >= NODES {
        return Ok(false);
    }
    match (truth.length, found.verdict) {
        (None, Verdict::NoMate) => return Ok(true),
        (Some(length), Verdict::Mate { length: any, .. }) if first && any >= length => {
            walk(p, &found.line, any)?;
            return Ok(true);
        }
        (Some(length), Verdict::Mate { length: same, exact }) if !first && same == length && exact => {
            walk(p, &found.line, length)?;
        }
        (truth, verdict) => return Err(format!("{verdict:?}, but the truth is {truth:?}")),
    }
    if found.line != truth.line {
        return Err(format!("the line is {:?}, not {:?}", found.line, truth.line));
    }
    Ok(true)
}

/// Puts a problem to the search in some manner. Panics if the answer is wrong; `false` if there was none.
fn ask(problem: &Decided, name: &str, manner: &Manner, hash_mb: usize) -> bool {
    let position = problem.setup.validate().unwrap();
    with_position!(position, |p| {
        let tsume = Tsume::new(p.clone()).unwrap();
        let found = solve(&tsume, manner, &limits(hash_mb), &mut |_| {});
        agrees(&p, &problem.truth, manner.first, &found).unwrap_or_else(|what| {
            let (rules, text) = (&problem.rules, sfen::write(&p, 1));
            panic!("{rules} `{text}`, {name}, {hash_mb} MB: {what}")
        })
    })
}

/// Every problem of the collection, both for the shortest mate and for any.
#[test]
fn no_verdict_is_wrong() {
    let all = collection::read();
    let any = Manner {
        first: true,
        ..Manner::default()
    };
    let (mut right, mut open) = (0, 0);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for problem in &all {
        let answered = ask(problem, "shortest", &Manner::default(), 1) && ask(problem, "first", &any, 1);
        if !answered {
            open += 1;
            continue;
        }
        right += 1;
        let on = problem.truth.turns_on;
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
    for (kind, least) in [
        ("mates of 5 or more", 5_000),
        ("mates of 9 or more", 2_000),
        ("interpositions", 2_000),
        ("refused pawn drops", 1_000),
        ("counter-checks", 1_000),
        ("repetitions", 1_000),
        ("unpromoted pieces", 500),
        ("no mates", 5_000),
    ] {
        assert!(counts[kind] >= least, "{kind}: {counts:?}");
    }
}

/// A part of the collection is decided again, and put to the solver that the project keeps for this.
#[test]
fn brute_force_says_it_again() {
    let all = collection::read();
    for problem in all.iter().skip(3).step_by(40) {
        let position = problem.setup.validate().unwrap();
        with_position!(position, |p| {
            let truth = oracle::decide(&p, collection::BUDGET).map(|t| (t.length, t.turns_on, t.line));
            let stored = &problem.truth;
            let stored = (stored.length, stored.turns_on, stored.line.clone());
            assert_eq!(truth, Some(stored), "{p:?}");
        });
    }
    let limits = Limits {
        nodes: Some(10_000),
        hash_mb: 16,
        ..Limits::default()
    };
    let mut decided = 0;
    for problem in all.iter().skip(7).step_by(100) {
        let position = problem.setup.validate().unwrap();
        with_position!(position, |p| {
            let truth = &problem.truth;
            let found = brute::solve(Tsume::new(p.clone()).unwrap(), &limits, &mut |_| {});
            let verdict = match truth.length {
                Some(length) => Verdict::Mate { length, exact: true },
                None => Verdict::NoMate,
            };
            if !matches!(found.verdict, Verdict::Unknown(_)) {
                assert_eq!((found.verdict, &found.line), (verdict, &truth.line), "{p:?}");
                decided += 1;
            }
        });
    }
    assert!(decided >= 200, "only {decided}");
}

/// The default manner with one thing changed.
fn manners() -> Vec<(&'static str, Manner)> {
    let changes: [(&str, fn(&mut Manner)); 14] = [
        ("sums for the prover", |m| m.search.prover = Combine::Sum),
        ("sums for the defender", |m| m.search.defender = Combine::Sum),
        ("no epsilon", |m| m.search.epsilon = 0),
        ("no cuts of worse positions", |m| m.search.cut_worse = false),
        ("no threshold control", |m| m.search.control = false),
        ("nothing late", |m| m.search.late = false),
        ("no judgement", |m| m.search.judge = false),
        ("no proof pieces", |m| m.search.pieces = false),
        ("no shared numbers", |m| m.search.share_numbers = false),
        ("no turns", |m| m.search.turns = false),
        ("no estimates", |m| m.techniques.estimates = false),
        ("no mate in one", |m| m.techniques.mate_in_one = false),
        ("two threads", |m| m.threads = 2),
        ("two threads without pieces", |m| {
            m.threads = 2;
            m.search.pieces = false;
        }),
    ];
    changes
        .into_iter()
        .map(|(name, change)| {
            let mut manner = Manner::default();
            change(&mut manner);
            (name, manner)
        })
        .collect()
}

/// Verdict, length and line are the same with any technique switched off, whatever the table and the threads.
#[test]
fn no_switch_changes_an_answer() {
    let all = collection::read();
    let two = Manner {
        threads: 2,
        ..Manner::default()
    };
    let (mut asked, mut open) = (0, 0);
    let mut count = |answered: bool| {
        asked += 1;
        open += usize::from(!answered);
    };
    for problem in all.iter().skip(11).step_by(25) {
        for (name, manner) in manners() {
            count(ask(problem, name, &manner, 1));
        }
        for hash_mb in [16, 256] {
            count(ask(problem, "one thread", &Manner::default(), hash_mb));
            count(ask(problem, "two threads", &two, hash_mb));
        }
    }
    println!("{asked} asked, {open} open");
    assert!(asked >= 36_000 && open * 100 < asked, "{asked} asked, {open} open");
}

/// The kin-gin family, one in so many: the verdict against a set the defender can stay in, the length and the line
/// against deepening.
#[test]
fn kin_gin_now_and_then() {
    let problems = kingin::diagrams().filter_map(|diagram| diagram.problem());
    let (mut asked, mut decided, mut mates) = (0, 0, 0);
    for p in problems.skip(17).step_by(400) {
        asked += 1;
        let found = solve(
            &Tsume::new(p.clone()).unwrap(),
            &Manner::default(),
            &limits(4),
            &mut |_| {},
        );
        let truth = match found.verdict {
            Verdict::Mate { .. } => oracle::deepened(&p, 50_000),
            _ => oracle::mates(&p, 5_000).map(|mate| Truth {
                // Some length that no answer has.
                length: mate.then_some(0),
                ..Truth::default()
            }),
        };
        let Some(truth) = truth else { continue };
        match agrees(&p, &truth, false, &found) {
            Ok(answered) => decided += usize::from(answered),
            Err(what) => panic!("{p:?}: {what}"),
        }
        mates += usize::from(truth.length.is_some());
    }
    println!("{asked} asked, {decided} decided twice, {mates} mates");
    assert!(asked == 2_021 && decided * 100 > asked * 97 && mates >= 70);
}

/// All 808,108 problems of the kin-gin family, against the counts of the paper and of an independent program.
#[test]
#[ignore = "half an hour"]
fn kin_gin() {
    let mut expected: BTreeMap<Option<u32>, usize> = BTreeMap::new();
    for row in suite::rows("tsume/kingin.tsv") {
        expected.insert(row[0].parse().ok(), row[1].parse().unwrap());
    }
    let problems: Vec<_> = kingin::diagrams().collect();
    assert_eq!(problems.len(), 4_139_520);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut counts: BTreeMap<Option<u32>, usize> = BTreeMap::new();
        let limits = Limits {
            hash_mb: 16,
            ..Limits::default()
        };
        loop {
            let from = next.fetch_add(1_000, Ordering::Relaxed);
            let Some(part) = problems.get(from..problems.len().min(from + 1_000)) else {
                return counts;
            };
            for p in part.iter().filter_map(|diagram| diagram.problem()) {
                let found = solve(
                    &Tsume::new(p.clone()).unwrap(),
                    &Manner::default(),
                    &limits,
                    &mut |_| {},
                );
                let length = match found.verdict {
                    Verdict::NoMate => None,
                    Verdict::Mate { length, exact: true } => Some(length),
                    open => panic!("{p:?}: {open:?}"),
                };
                if let Some(length) = length {
                    walk(&p, &found.line, length).unwrap_or_else(|what| panic!("{p:?}: {what}"));
                }
                *counts.entry(length).or_default() += 1;
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut counts: BTreeMap<Option<u32>, usize> = BTreeMap::new();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for (length, n) in workers.into_iter().flat_map(|w| w.join().unwrap()) {
            *counts.entry(length).or_default() += n;
        }
    });
    assert_eq!(counts.values().sum::<usize>(), 808_108);
    assert_eq!(counts, expected);
}

/// The collection is what its seeds make, and every answer in it what brute force says now. `YOSE_REWRITE=1` writes it
/// anew instead: after a change of the generators' order, which lines follow, or of the recipes.
#[test]
#[ignore = "half an hour"]
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
