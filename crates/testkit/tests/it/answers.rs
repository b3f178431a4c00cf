//! Brute force confirms every answer of the proof search, and the independent checker accepts its
//! certificate. The answer does not depend on the size of the table, on threads, or on any
//! technique.

use yose_shogi::notation::sfen;
use yose_shogi::{Geometry, with_position};
use yose_testkit::shogi::random_setup;
use yose_testkit::{Random, evidence, line, suite};
use yose_tsume::{Limits, Solution, Solver, SolverSettings, Tsume, Verdict, brute};

/// The default settings with one of them changed.
fn manners() -> Vec<(&'static str, SolverSettings)> {
    let switch = |change: fn(&mut SolverSettings)| {
        let mut manner = SolverSettings::default();
        change(&mut manner);
        manner
    };
    vec![
        ("late", switch(|m| m.search.late = false)),
        ("judge", switch(|m| m.search.judge = false)),
        ("pieces", switch(|m| m.search.generalise = false)),
        ("cut_worse", switch(|m| m.search.cut_worse = false)),
        ("share_numbers", switch(|m| m.search.share_numbers = false)),
        ("turns", switch(|m| m.search.schedule = false)),
        (
            "sums",
            switch(|m| {
                m.search.prover = yose_andor::Combine::Sum;
                m.search.defender = yose_andor::Combine::Sum;
            }),
        ),
        ("epsilon", switch(|m| m.search.epsilon = 0)),
        ("estimates", switch(|m| m.techniques.estimates = false)),
        ("dominance", switch(|m| m.techniques.dominance = false)),
        ("two threads", switch(|m| m.threads = 2)),
    ]
}

fn solve<G: Geometry>(tsume: &Tsume<G>, manner: &SolverSettings, hash_mb: usize) -> Solution {
    let solver = Solver::new(tsume, manner, hash_mb);
    let solution = solver.solve(&Limits::default(), &mut |_| {});
    evidence::certify_and_check(&solver, solution.verdict)
        .unwrap_or_else(|what| panic!("{}: {what}", text(tsume)));
    solution
}

fn text<G: Geometry>(tsume: &Tsume<G>) -> String {
    sfen::write(tsume.position(), 1)
}

/// Compares the search with brute force, both for the shortest mate and for any mate, and checks
/// the evidence. `None` if brute force needs more than `nodes` nodes.
fn compare_with_brute_force<G: Geometry>(tsume: &Tsume<G>, nodes: u64) -> Option<Solution> {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let truth = brute::solve(tsume.clone(), &limits, &mut |_| {});
    if let Verdict::Unknown(_) = truth.verdict {
        return None;
    }
    let solution = solve(tsume, &SolverSettings::default(), 16);
    assert_eq!(solution.verdict, truth.verdict, "{}", text(tsume));
    assert_eq!(solution.line.len(), truth.line.len(), "{}", text(tsume));
    line::check_best_play(tsume.position(), &solution.line)
        .unwrap_or_else(|what| panic!("{}: {what}", text(tsume)));
    let first = SolverSettings {
        first: true,
        ..SolverSettings::default()
    };
    let first = solve(tsume, &first, 16);
    match (truth.verdict, first.verdict) {
        (Verdict::Proved { length, .. }, Verdict::Proved { length: any, .. }) => {
            assert!(any >= length, "{}", text(tsume));
            assert_eq!(first.line.len(), any as usize, "{}", text(tsume));
        }
        (one, other) => assert_eq!(one, other, "{}", text(tsume)),
    }
    Some(solution)
}

#[test]
fn odd_positions_of_every_variant() {
    let (mut asked, mut mates, mut long) = (0, 0, 0);
    for (seed, name) in suite::VARIANTS.into_iter().enumerate() {
        let mut random = Random::new(100 + seed as u64);
        for _ in 0..600 {
            let Some(setup) = random_setup(suite::variant(name), &mut random) else {
                continue;
            };
            with_position!(setup.validate().unwrap(), |p| {
                let Ok(tsume) = Tsume::new(p) else { continue };
                if let Some(solution) = compare_with_brute_force(&tsume, 10_000) {
                    asked += 1;
                    if let Verdict::Proved { length, .. } = solution.verdict {
                        mates += 1;
                        long += usize::from(length >= 5);
                    }
                }
            });
        }
    }
    println!("{asked} positions, {mates} mates, {long} of 5 or more");
    assert!(
        asked > 3_000 && mates > 300 && long > 15,
        "{asked} {mates} {long}"
    );
}

#[test]
fn an_exact_line_depends_on_the_position_alone() {
    for row in suite::rows("tsume/small.tsv") {
        let (position, _) = sfen::position(&row[2]).unwrap_or_else(|e| panic!("{}: {e}", row[0]));
        with_position!(position, |p| {
            let tsume = Tsume::new(p).unwrap();
            let plain = solve(&tsume, &SolverSettings::default(), 64);
            let sizes = [1, 256].map(|hash_mb| ("size", SolverSettings::default(), hash_mb));
            let two = manners().into_iter().filter(|(name, _)| *name == "two threads");
            let two = two.map(|(name, manner)| (name, manner, 256));
            let switched = manners().into_iter().map(|(name, manner)| (name, manner, 16));
            for (name, manner, hash_mb) in switched.chain(sizes).chain(two) {
                {
                    let other = solve(&tsume, &manner, hash_mb);
                    assert_eq!(
                        (plain.verdict, &plain.line),
                        (other.verdict, &other.line),
                        "{}: {name} {hash_mb} MB",
                        row[0]
                    );
                }
            }
        });
    }
}

/// Under any limit and with a tiny table, a line is complete and as long as the length of the
/// answer. The line of an exact answer is the same as without limits.
#[test]
fn a_limit_leaves_no_half_line() {
    let (mut cut, mut shown) = (0, 0);
    for row in suite::rows("tsume/small.tsv") {
        let (position, _) = sfen::position(&row[2]).unwrap_or_else(|e| panic!("{}: {e}", row[0]));
        with_position!(position, |p| {
            let tsume = Tsume::new(p.clone()).unwrap();
            let manner = SolverSettings::default();
            let whole = Solver::new(&tsume, &manner, 16).solve(&Limits::default(), &mut |_| {});
            for part in 1..20 {
                let limits = Limits {
                    nodes: Some(whole.nodes * part / 20 + 1),
                    ..Limits::default()
                };
                let found = Solver::new(&tsume, &manner, 1).solve(&limits, &mut |_| {});
                let Verdict::Proved { length, exact } = found.verdict else {
                    continue;
                };
                if exact {
                    assert_eq!(
                        (whole.verdict, &whole.line),
                        (found.verdict, &found.line),
                        "{}",
                        row[0]
                    );
                    continue;
                }
                cut += 1;
                if !found.line.is_empty() {
                    shown += 1;
                    line::check_mate(&p, &found.line, length)
                        .unwrap_or_else(|what| panic!("{}: {what}", row[0]));
                }
            }
        });
    }
    println!("{cut} answers cut short, {shown} of them with a line");
    assert!(cut > 20 && shown * 10 >= cut * 9, "{shown} of {cut}");
}
