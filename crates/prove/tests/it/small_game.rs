//! The driver on small games that are written down by hand.

use std::collections::HashMap;
use yose_andor::evidence::EvidenceWriter;
use yose_andor::{Dominance, Edge, Game, Hints, Limits, Links, Lookahead, Plies, Reason};
use yose_prove::{Aim, Settings, Solver, Verdict, solve};

/// A graph: for each position the side to move and the positions after its moves. The prover has
/// won where the other side has no move.
#[derive(Clone)]
struct Graph {
    moves: std::sync::Arc<Vec<(bool, Vec<u16>)>>,
    at: u16,
}

impl Graph {
    fn new(moves: &[(bool, &[u16])]) -> Self {
        let moves = moves.iter().map(|&(prover, to)| (prover, to.to_vec()));
        Graph {
            moves: std::sync::Arc::new(moves.collect()),
            at: 0,
        }
    }

    fn key_of(at: u16) -> u64 {
        (u64::from(at) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl Game for Graph {
    type Move = u16;
    type Undo = u16;
    type Resource = ();

    fn prover_to_move(&self) -> bool {
        self.moves[usize::from(self.at)].0
    }
    fn key(&self) -> u64 {
        Graph::key_of(self.at)
    }
    fn resource(&self) {}
    fn expand(&mut self, edges: &mut Vec<Edge<u16, ()>>) {
        for &to in &self.moves[usize::from(self.at)].1 {
            edges.push(Edge::new(to, Graph::key_of(to), ()));
        }
    }
    fn make(&mut self, to: u16) -> u16 {
        std::mem::replace(&mut self.at, to)
    }
    fn unmake(&mut self, _: u16, from: u16) {
        self.at = from;
    }
    fn pack_move(&self, to: u16) -> u16 {
        to + 1
    }
}

impl Dominance for Graph {}
impl Lookahead for Graph {}
impl Hints for Graph {}
impl Links for Graph {}

const P: bool = true;
const D: bool = false;

/// Two ways to the goal: by 1 in five plies, by 2 in three. By 3 the moves go round.
fn two_ways() -> Graph {
    Graph::new(&[
        (P, &[1, 3, 2]), // 0
        (D, &[4, 5]),    // 1: 4 is lost in three more, 5 in one
        (D, &[5]),       // 2
        (D, &[0]),       // 3
        (P, &[6]),       // 4
        (P, &[7]),       // 5
        (D, &[5]),       // 6
        (D, &[]),        // 7: the goal
    ])
}

fn limits() -> Limits {
    Limits {
        hash_mb: 1,
        ..Limits::default()
    }
}

#[test]
fn the_shortest_way_is_found_with_its_line() {
    for step in [1, 2] {
        let settings = Settings {
            step,
            ..Settings::default()
        };
        let solution = solve(two_ways(), &settings, &limits(), &mut |_| {});
        let expected = Verdict::Proved {
            length: 3,
            exact: true,
        };
        assert_eq!(solution.verdict, expected);
        assert_eq!(solution.line, [2, 5, 7]);
        assert_eq!(solution.lower, 3);
    }
}

#[test]
fn a_first_proof_has_a_line_of_its_length() {
    let settings = Settings {
        aim: Aim::First,
        ..Settings::default()
    };
    let solution = solve(two_ways(), &settings, &limits(), &mut |_| {});
    let Verdict::Proved { length, exact: false } = solution.verdict else {
        panic!("{solution:?}");
    };
    assert_eq!(solution.line.len(), length as usize);
    assert!(length == 3 || length == 5, "{solution:?}");
    assert_eq!(solution.lower, 1);
}

#[test]
fn moves_that_go_round_prove_nothing() {
    let graph = Graph::new(&[(P, &[1]), (D, &[0, 2]), (P, &[3]), (D, &[])]);
    let solution = solve(graph, &Settings::default(), &limits(), &mut |_| {});
    assert_eq!(solution.verdict, Verdict::Disproved);
    assert!(solution.line.is_empty());
}

/// The other side's own move reaches the prover's goal, so the length is even.
#[test]
fn a_reply_may_reach_the_goal() {
    let graph = Graph::new(&[(P, &[1]), (D, &[2]), (D, &[])]);
    let solution = solve(graph, &Settings::default(), &limits(), &mut |_| {});
    let expected = Verdict::Proved {
        length: 2,
        exact: true,
    };
    assert_eq!(solution.verdict, expected);
    assert_eq!(solution.line, [1, 2]);
}

#[test]
fn the_other_side_may_begin() {
    let graph = Graph::new(&[(D, &[1, 3]), (P, &[2]), (D, &[]), (P, &[4]), (D, &[1])]);
    let solution = solve(graph, &Settings::default(), &limits(), &mut |_| {});
    let expected = Verdict::Proved {
        length: 4,
        exact: true,
    };
    assert_eq!(solution.verdict, expected);
    assert_eq!(solution.line, [3, 4, 1, 2]);
}

#[test]
fn nothing_is_claimed_beyond_a_limit() {
    for nodes in 0..40 {
        let limits = Limits {
            nodes: Some(nodes),
            ..limits()
        };
        let solution = solve(two_ways(), &Settings::default(), &limits, &mut |_| {});
        match solution.verdict {
            Verdict::Unknown(reason) => {
                assert_eq!(reason, Reason::Nodes);
                assert!(solution.line.is_empty());
            }
            Verdict::Proved { length, exact } => {
                assert!(length >= 3 && (!exact || length == 3), "{nodes}: {solution:?}");
                assert_eq!(solution.line.len(), length as usize, "{nodes}: {solution:?}");
            }
            Verdict::Disproved => panic!("{nodes}: {solution:?}"),
        }
        assert!(solution.lower <= 3, "{nodes}: {solution:?}");
    }
}

/// Evidence as it is passed on.
#[derive(Default)]
struct Written {
    proofs: HashMap<u16, (Plies, u16)>,
    disproofs: HashMap<u16, (Plies, Vec<(u16, u16)>)>,
}

impl EvidenceWriter<Graph> for Written {
    fn write_proof(&mut self, at: &Graph, rank: Plies, mv: u16) {
        self.proofs.insert(at.at, (rank, mv));
    }
    fn write_disproof(&mut self, at: &Graph, bound: Plies, answers: &[(u16, u16)]) {
        self.disproofs.insert(at.at, (bound, answers.to_vec()));
    }
    fn is_full(&self, _: usize) -> bool {
        false
    }
}

#[test]
fn evidence_is_for_the_proof_and_against_anything_shorter() {
    let settings = Settings {
        step: 2,
        ..Settings::default()
    };
    let solver = Solver::new(two_ways(), &settings, 1);
    let solution = solver.solve(&limits(), &mut |_| {});
    let mut written = Written::default();
    let told = solver.evidence(solution.verdict, &mut written, &limits());
    assert_eq!(told, Ok(true));
    assert_eq!(written.proofs[&0], (3, 2));
    assert_eq!(written.proofs[&5], (1, 7));
    let (bound, answers) = &written.disproofs[&0];
    assert_eq!(*bound, 1);
    assert_eq!(answers.len(), 3);

    // A verdict that does not hold is not supported.
    let wrong = Verdict::Proved {
        length: 1,
        exact: false,
    };
    assert_eq!(
        solver.evidence(wrong, &mut Written::default(), &limits()),
        Ok(false)
    );
    let open = Verdict::Unknown(Reason::Time);
    let told = solver.evidence(open, &mut Written::default(), &limits());
    assert_eq!(told, Err(Reason::Time));
}
