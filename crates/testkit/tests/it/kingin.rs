//! The proof search is right on the kin-gin family, where every answer is known: 808,108 problems,
//! 38,288 mates, the longest in 25 plies (`suites/tsume/kingin.tsv`).

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use yose_enumerate::Space;
use yose_shogi::notation::sfen;
use yose_shogi::{Nine, Shogi};
use yose_testkit::{Random, evidence, line, oracle, shared_data, suite};
use yose_tsume::{Limits, Solver, SolverSettings, Tsume, Verdict};

/// The number of problems of each length; `None` is no mate.
type Counts = BTreeMap<Option<u32>, usize>;

fn family() -> Space {
    Space::built_in("kin-gin").unwrap().unwrap()
}

/// How many diagrams are problems when the corner of the block is on one square of this file. In a
/// problem the king is not in check.
fn problems(file: u8) -> usize {
    if file == 4 { 19_141 } else { 32_101 }
}

fn known() -> Counts {
    let row = |row: Vec<String>| (row[0].parse().ok(), row[1].parse().unwrap());
    suite::rows("tsume/kingin.tsv").into_iter().map(row).collect()
}

/// The length that the search finds, with its line and its evidence checked. A small table is tried
/// first, because it is quick to allocate, then a large one.
fn search(p: &Shogi) -> Option<u32> {
    let tsume = Tsume::new(p.clone()).unwrap();
    for (hash_mb, nodes) in [(4, 300_000), (256, 50_000_000)] {
        let limits = Limits {
            hash_mb,
            nodes: Some(nodes),
            ..Limits::default()
        };
        let manner = SolverSettings::default();
        let solver = Solver::new(&tsume, &manner, hash_mb);
        let found = solver.solve(&limits, &mut |_| {});
        let length = match found.verdict {
            Verdict::Disproved => None,
            Verdict::Proved { length, exact: true } => Some(length),
            _ => {
                println!("{p:?}: not with {hash_mb} MB and {nodes} nodes");
                continue;
            }
        };
        let walked = length.map_or(Ok(()), |length| line::check_mate(p, &found.line, length));
        let proved = walked.and_then(|()| evidence::certify_and_check(&solver, found.verdict));
        proved.unwrap_or_else(|what| panic!("{p:?}: {what}"));
        return length;
    }
    panic!("{p:?}: not decided")
}

/// The length by brute force, `None` if it does not finish: deepening, or a closed set of
/// positions. The answer of the search serves only as a hint which of the two may finish.
fn brute_force(p: &Shogi, hint: Option<u32>) -> Option<Option<u32>> {
    let deepened = |nodes| oracle::solve_by_deepening(p, nodes).map(|truth| truth.length);
    match hint {
        Some(_) => deepened(1_000_000),
        None if oracle::has_mate(p, 15_000) == Some(false) => Some(None),
        None => deepened(10_000),
    }
}

#[test]
fn the_family_is_as_large_as_known() {
    let space = family();
    assert_eq!(space.diagrams(), 4_139_520);
    let mut counts: BTreeMap<(u8, u8), usize> = BTreeMap::new();
    for frame in space.frames() {
        let (file, rank) = frame.corner.unwrap();
        if file >= 2 && rank % 3 == 0 {
            space.each(frame, |(_, problem)| {
                *counts.entry((file + 1, rank + 1)).or_default() += usize::from(problem.is_some());
                true
            });
        }
    }
    assert_eq!(counts.len(), 6);
    for ((file, _), count) in counts {
        assert_eq!(count, problems(file));
    }
    let all: usize = (1..=4).map(|file| 7 * problems(file)).sum();
    assert_eq!(all, 808_108);
    assert_eq!(known().values().sum::<usize>(), all);
    assert_eq!(known()[&None], all - 38_288);
}

/// A random part of the family. The search decides every problem, brute force decides nearly every
/// one, and both agree. The number of mates is about as expected.
#[test]
fn a_part_of_the_family() {
    const ASKED: usize = 2_000;
    let space = family();
    let mut random = Random::new(38_288);
    let mut found = Counts::new();
    let mut by_brute_force = Counts::new();
    while found.values().sum::<usize>() < ASKED {
        let Some(p) = space.problem(random.below(space.diagrams() as usize) as u64) else {
            continue;
        };
        let length = search(&p);
        *found.entry(length).or_default() += 1;
        if let Some(truth) = brute_force(&p, length) {
            assert_eq!(length, truth, "{p:?}");
            *by_brute_force.entry(length).or_default() += 1;
        }
    }
    println!("{found:?}; by brute force as well {by_brute_force:?}");
    let known = known();
    assert!(found.keys().all(|length| known.contains_key(length)));
    // Four standard deviations of a random sample: 94.8 mates are expected, plus or minus 38.
    let family = known.values().sum::<usize>() as f64;
    for least in [1, 5] {
        let long = |(length, n): (&Option<u32>, &usize)| if *length >= Some(least) { *n } else { 0 };
        let share = known.iter().map(long).sum::<usize>() as f64 / family;
        let mates = found.iter().map(long).sum::<usize>() as f64;
        let expected = share * ASKED as f64;
        let deviation = (expected * (1.0 - share)).sqrt();
        assert!((mates - expected).abs() < 4.0 * deviation, "{found:?}");
    }
    // Closed sets may be too large for brute force; the mates of this family are not.
    assert!(
        by_brute_force.values().sum::<usize>() * 100 >= ASKED * 97,
        "{by_brute_force:?}"
    );
    let mates = |counts: &Counts| counts.range(Some(0)..).map(|(_, n)| n).sum::<usize>();
    assert_eq!(mates(&found), mates(&by_brute_force));
}

/// The problems in the appendix of the kin-gin paper of Noshita and Iida.
#[test]
fn the_problems_of_the_paper() {
    let Some(path) = shared_data("kingin/appendix.csv") else {
        return;
    };
    let text = std::fs::read_to_string(path).unwrap();
    for row in text.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let p = sfen::read(fields[1]).unwrap().position(Nine).unwrap();
        assert_eq!(search(&p), fields[2].parse().ok(), "{row}");
    }
}

/// The whole family, against the counts of the paper and of an independent program.
#[test]
#[ignore = "two hours on one core, 808,108 problems: cargo xtask long"]
fn the_whole_family() {
    let space = family();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut counts = Counts::new();
        loop {
            let Some(frame) = space.frames().get(next.fetch_add(1, Ordering::Relaxed)) else {
                return counts;
            };
            space.each(frame, |(_, problem)| {
                if let Some(p) = problem {
                    *counts.entry(search(p)).or_default() += 1;
                }
                true
            });
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut counts = Counts::new();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for (length, n) in workers.into_iter().flat_map(|w| w.join().unwrap()) {
            *counts.entry(length).or_default() += n;
        }
    });
    println!("{counts:?}");
    assert_eq!(counts, known());
}
