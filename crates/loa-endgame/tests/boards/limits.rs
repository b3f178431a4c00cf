//! Answers under limits: the limit of nodes holds, a win has its line, and the length is that of
//! the proof.

use yose_andor::evidence::EvidenceWriter;
use yose_loa::{AnyPosition, Geometry, Move, Outcome, Position, Rules, with_position};
use yose_loa_endgame::{Endgame, Limits, Question, Solution, Solver, SolverSettings, Verdict};

/// Positions from random games.
fn positions() -> Vec<AnyPosition> {
    let text = include_str!("../../../../suites/loa/random.txt");
    let lines = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    let position = |line: &str| line.split('\t').next_back().and_then(|text| text.parse().ok());
    lines.filter_map(position).collect()
}

/// Counts evidence.
struct Count(u64);

impl<G: Geometry> EvidenceWriter<Question<G>> for Count {
    fn write_proof(&mut self, _: &Question<G>, _: u16, _: Move) {
        self.0 += 1;
    }
    fn write_disproof(&mut self, _: &Question<G>, _: u16, _: &[(Move, Move)]) {
        self.0 += 1;
    }
    fn is_full(&self, _: usize) -> bool {
        false
    }
}

/// Whether a line is legal and ends with a win of the side that begins.
fn wins<G: Geometry>(start: &Position<G>, line: &[Move]) -> bool {
    let mut p = *start;
    for &m in line {
        if p.connection(Rules::PAPER) != Outcome::Running
            || !p.legal_moves().into_iter().any(|legal| legal == m)
        {
            return false;
        }
        p = p.after(m);
    }
    match p.connection(Rules::PAPER) {
        Outcome::Win(color) => color == start.turn(),
        // A side without a move has lost.
        _ => !p.has_legal_move() && p.turn() != start.turn(),
    }
}

fn holds<G: Geometry>(p: &Position<G>, solver: &Solver<G>, solution: &Solution, nodes: u64) -> bool {
    assert!(solution.nodes <= nodes, "{p}, {nodes} nodes: {solution:?}");
    let Verdict::Proved { length, exact } = solution.verdict else {
        assert!(solution.line.is_empty(), "{p}: {solution:?}");
        return false;
    };
    assert!(solution.lower <= length, "{p}: {solution:?}");
    assert!(!exact || solution.lower == length, "{p}: {solution:?}");
    if !solution.line.is_empty() {
        assert_eq!(solution.line.len(), length as usize, "{p}: {solution:?}");
        assert!(wins(p, &solution.line), "{p}: {solution:?}");
    }
    assert!(!exact || !solution.line.is_empty(), "{p}: {solution:?}");
    let proof = Verdict::Proved { length, exact: false };
    let told = solver.evidence(proof, &mut Count(0), &Limits::default());
    assert_eq!(told, Ok(true), "{p}: {solution:?}");
    !solution.line.is_empty()
}

#[test]
fn a_win_has_a_line_as_long_as_its_proof() {
    let (mut wins, mut lines) = (0, 0);
    for position in positions() {
        for (first, threats_only) in [(true, false), (false, false), (false, true)] {
            let settings = SolverSettings {
                first,
                threats_only,
                ..SolverSettings::default()
            };
            for nodes in [100, 1_000, 10_000] {
                // A small table forgets lines.
                for hash_mb in [1, 16] {
                    let limits = Limits {
                        nodes: Some(nodes),
                        hash_mb,
                        ..Limits::default()
                    };
                    with_position!(position, |p| {
                        let endgame = Endgame::new(p, Rules::PAPER).unwrap();
                        let solver = Solver::new(&endgame, &settings, hash_mb);
                        let solution = solver.solve(&limits, &mut |_| {});
                        lines += u32::from(holds(&p, &solver, &solution, nodes));
                        wins += u32::from(matches!(solution.verdict, Verdict::Proved { .. }));
                    });
                }
            }
        }
    }
    println!("{wins} wins, {lines} with a line");
    assert!(wins > 100 && lines == wins, "{wins} wins, {lines} with a line");
}

#[test]
fn the_time_limit_holds_while_a_line_is_recovered() {
    let time = std::time::Duration::from_millis(20);
    // The last bit of time takes at most two seconds; the machine may have other work.
    let most = time + std::time::Duration::from_secs(5);
    for position in positions().into_iter().rev().take(6) {
        let limits = Limits {
            time: Some(time),
            hash_mb: 1,
            ..Limits::default()
        };
        with_position!(position, |p| {
            let endgame = Endgame::new(p, Rules::PAPER).unwrap();
            let solution = Solver::new(&endgame, &SolverSettings::default(), 1).solve(&limits, &mut |_| {});
            assert!(solution.elapsed < most, "{p}: {solution:?}");
        });
    }
}
