//! The proof search on the kin-gin family (seed 004: king, gold and silver), where every answer is known.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use yose_mate::{Limits, Manner, Solution, Tsume, Verdict, solve};
use yose_shogi::{Geometry, Move, Position};
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
    if line.len() != length as usize || length.is_multiple_of(2) {
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
fn agrees<G: Geometry>(
    p: &Position<G>,
    truth: &Truth,
    first: bool,
    found: &Solution,
) -> Result<bool, String> {
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

/// Every problem of the collection, both for the shortest mate and for any.
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
