//! The driver with provers that follow a script: what it asks, and what it answers where a limit is
//! met.

use std::collections::VecDeque;
use yose_andor::{Limits, Meter, Outcome, Plies, Reason};
use yose_prove::{Aim, Prover, Solution, Verdict, pipeline};

/// One answer for each question, in order.
#[derive(Default)]
struct Script {
    any: Option<Result<Outcome, Reason>>,
    /// The nodes that the first proof takes.
    work: u64,
    within: VecDeque<Result<Option<Outcome>, Reason>>,
    known: (Plies, Plies),
    /// The lengths of lines that are found at once.
    now: VecDeque<Option<usize>>,
    exact: Option<Result<usize, Reason>>,
    recovered: Option<usize>,
    /// Whether an exact length stays exact with a line that is not the exact one.
    stays_exact: bool,
    /// Whether recovering a line goes on until the limit is met.
    endless: bool,
    /// Whether looking for a shorter proof, or for the exact line, goes on until a limit is met.
    greedy: bool,
    /// The nodes that recovering a line takes.
    cost: u64,
    asked: Vec<Plies>,
}

impl Prover for Script {
    type Move = u8;

    fn step(&self) -> Plies {
        2
    }
    fn any_proof(&mut self, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        for _ in 0..self.work.max(1) {
            meter.tick()?;
        }
        self.any.unwrap()
    }
    fn within(&mut self, plies: Plies, meter: &mut Meter<'_>) -> Result<Option<Outcome>, Reason> {
        meter.tick()?;
        if self.greedy {
            loop {
                meter.tick()?;
            }
        }
        self.asked.push(plies);
        self.within.pop_front().unwrap()
    }
    fn known(&mut self) -> (Plies, Plies) {
        self.known
    }
    fn line_now(&mut self, _: Plies, _: &mut Meter<'_>) -> Option<Vec<u8>> {
        self.now.pop_front().flatten().map(|length| vec![1; length])
    }
    fn recover_line(&mut self, _: Plies, meter: &mut Meter<'_>) -> Option<Vec<u8>> {
        if self.endless {
            loop {
                meter.tick().ok()?;
            }
        }
        for _ in 0..self.cost {
            meter.tick().ok()?;
        }
        self.recovered.map(|length| vec![2; length])
    }
    fn stays_exact(&self) -> bool {
        self.stays_exact
    }
    fn exact_line(&mut self, _: Plies, meter: &mut Meter<'_>) -> Result<Vec<u8>, Reason> {
        if self.greedy {
            loop {
                meter.tick()?;
            }
        }
        self.exact.unwrap().map(|length| vec![3; length])
    }
}

fn run(script: &mut Script, aim: Aim) -> Solution<u8> {
    run_within(script, aim, &Limits::default())
}

fn run_within(script: &mut Script, aim: Aim, limits: &Limits) -> Solution<u8> {
    let mut quiet = |_| {};
    pipeline::solve(script, aim, &mut Meter::new(limits, &mut quiet))
}

fn proved(length: u32, exact: bool) -> Verdict {
    Verdict::Proved { length, exact }
}

#[test]
fn shorter_proofs_are_asked_for_until_the_answer_is_no() {
    let mut script = Script {
        any: Some(Ok(Outcome::Proved(11))),
        // The line of the first proof is shorter than the proof.
        now: [Some(9), Some(5)].into(),
        within: [
            Ok(None),
            Ok(Some(Outcome::Proved(5))),
            Ok(Some(Outcome::Disproved(3))),
        ]
        .into(),
        exact: Some(Ok(5)),
        ..Script::default()
    };
    let solution = run(&mut script, Aim::Shortest);
    // A turn without an answer is followed by another one with the same bound. The kept line stays.
    assert_eq!(script.asked, [7, 7, 3]);
    assert_eq!(solution.verdict, proved(5, true));
    assert_eq!((solution.lower, solution.line), (5, vec![3; 5]));
}

#[test]
fn a_first_proof_shows_the_line_that_was_kept() {
    let mut script = Script {
        any: Some(Ok(Outcome::Proved(9))),
        now: [Some(7)].into(),
        ..Script::default()
    };
    let solution = run(&mut script, Aim::First);
    assert_eq!(solution.verdict, proved(7, false));
    assert_eq!((solution.lower, solution.line), (1, vec![1; 7]));
}

/// A limit came after the first proof; a shorter one is known by then.
fn stopped(now: Option<usize>, recovered: Option<usize>) -> Script {
    Script {
        any: Some(Ok(Outcome::Proved(9))),
        now: [now].into(),
        within: [Err(Reason::Time)].into(),
        known: (7, 5),
        recovered,
        ..Script::default()
    }
}

#[test]
fn at_a_limit_the_length_is_that_of_the_line_if_there_is_one() {
    let solution = run(&mut stopped(Some(9), Some(7)), Aim::Shortest);
    assert_eq!(solution.verdict, proved(7, false));
    assert_eq!((solution.lower, solution.line), (5, vec![2; 7]));
    // The longer line that was kept is better than none.
    let solution = run(&mut stopped(Some(9), None), Aim::Shortest);
    assert_eq!(solution.verdict, proved(9, false));
    assert_eq!(solution.line, vec![1; 9]);
    // Without any line the length is that of the proof.
    let solution = run(&mut stopped(None, None), Aim::Shortest);
    assert_eq!(solution.verdict, proved(7, false));
    assert!(solution.line.is_empty());
}

#[test]
fn a_limit_while_the_line_is_settled_costs_exactness_unless_the_prover_keeps_it() {
    for (length, stays_exact, exact) in [(5, false, false), (5, true, true), (7, true, false)] {
        // The line is found at once and kept, or recovered.
        for kept in [true, false] {
            let mut script = Script {
                any: Some(Ok(Outcome::Proved(5))),
                now: [Some(length).filter(|_| kept)].into(),
                within: [Ok(Some(Outcome::Disproved(3)))].into(),
                exact: Some(Err(Reason::Nodes)),
                recovered: Some(length).filter(|_| !kept),
                stays_exact,
                ..Script::default()
            };
            let solution = run(&mut script, Aim::Shortest);
            assert_eq!(solution.verdict, proved(length as u32, exact));
            assert_eq!(solution.line.len(), length);
            assert_eq!(solution.lower, 5);
        }
    }
}

#[test]
fn recovering_a_line_has_its_own_small_limit() {
    let mut script = stopped(None, None);
    script.endless = true;
    let solution = run(&mut script, Aim::Shortest);
    assert_eq!(solution.verdict, proved(7, false));
    assert!(solution.line.is_empty());
    assert!(solution.nodes <= 100_002, "{}", solution.nodes);
}

/// A limit of nodes covers the line: as long as there is none, a part of the limit is kept for it.
#[test]
fn a_limit_of_nodes_has_room_for_the_line() {
    let limits = Limits {
        nodes: Some(1000),
        ..Limits::default()
    };
    let script = |cost| Script {
        any: Some(Ok(Outcome::Proved(9))),
        now: [None].into(),
        known: (9, 5),
        recovered: Some(9),
        greedy: true,
        cost,
        ..Script::default()
    };
    // Shorter proofs, and the exact line of a length that is proved shortest.
    let mut shortest = script(100);
    shortest.any = Some(Ok(Outcome::Proved(1)));
    shortest.recovered = Some(1);
    for (mut script, length) in [(script(100), 9), (shortest, 1)] {
        let solution = run_within(&mut script, Aim::Shortest, &limits);
        assert_eq!(solution.verdict, proved(length, false));
        assert_eq!(solution.line, vec![2; length as usize]);
        assert!(solution.nodes <= 1000, "{}", solution.nodes);
    }
    // A line that takes more than there is: the proof is no answer.
    for aim in [Aim::First, Aim::Shortest] {
        let solution = run_within(&mut script(5000), aim, &limits);
        assert_eq!(solution.verdict, Verdict::Unknown(Reason::Nodes));
        assert!(solution.line.is_empty());
        assert!(solution.nodes <= 1000, "{}", solution.nodes);
    }
    // The first proof leaves room for its line, or there is no proof.
    for (work, verdict) in [(875, proved(9, false)), (876, Verdict::Unknown(Reason::Nodes))] {
        let mut script = Script { work, ..script(100) };
        let solution = run_within(&mut script, Aim::First, &limits);
        assert_eq!(solution.verdict, verdict);
        assert!(solution.nodes <= 1000, "{}", solution.nodes);
    }
    // With a line in hand nothing is kept back.
    let mut script = Script {
        now: [Some(9)].into(),
        ..script(0)
    };
    let solution = run_within(&mut script, Aim::Shortest, &limits);
    assert_eq!((solution.verdict, solution.nodes), (proved(9, false), 1000));
}

#[test]
fn what_is_not_known_is_not_claimed() {
    let mut script = Script {
        any: Some(Err(Reason::Memory)),
        known: (Plies::MAX, 3),
        ..Script::default()
    };
    let solution = run(&mut script, Aim::Shortest);
    assert_eq!(solution.verdict, Verdict::Unknown(Reason::Memory));
    assert_eq!((solution.lower, solution.line.len()), (3, 0));
    let mut script = Script {
        any: Some(Ok(Outcome::Disproved(99))),
        ..Script::default()
    };
    assert_eq!(run(&mut script, Aim::First).verdict, Verdict::Disproved);
}
