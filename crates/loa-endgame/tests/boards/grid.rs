//! Every complete search with every combination of its options, asked about positions whose value
//! is known.

use std::collections::BTreeMap;
use yose_loa::{AnyPosition, Geometry, Rules, with_position};
use yose_loa_endgame::brute::Value;
use yose_loa_endgame::{
    EVER, Endgame, Killer, Limits, Method, Outcome, Reason, Solver, SolverSettings, Start, Threats, Trial,
    Verdict, with_big_stack,
};

const STARTS: [Start; 5] = [
    Start::Never,
    Start::Always,
    Start::Height(3, 5),
    Start::Capture,
    Start::Quiet,
];

/// Shares of the second best threshold, in 1/16: none, the default, all of it.
const EPSILONS: [u32; 3] = [0, 2, 16];

/// Tables start with this number of entries and grow.
const FIRST_ENTRIES: usize = 1 << 11;
const MOST_ENTRIES: usize = 1 << 23;

/// Every combination of the options of a search. Options without effect are not counted twice: the
/// pass without killers, the dual outside of deepening, epsilon outside of df-pn.
pub fn every(method: Method) -> Vec<Trial> {
    let mut all = Vec::new();
    for start in STARTS {
        for pass in [false, true] {
            for dual in [false, true] {
                if pass && start == Start::Never || dual && method != Method::Deepening {
                    continue;
                }
                for threats in [Threats::Any, Threats::First] {
                    for ahead in [false, true] {
                        for epsilon in EPSILONS {
                            if epsilon != EPSILONS[1] && method != Method::Dfpn {
                                continue;
                            }
                            all.push(Trial {
                                method,
                                killer: Killer { start, pass, dual },
                                threats,
                                ahead,
                                epsilon,
                                ..Trial::default()
                            });
                        }
                    }
                }
            }
        }
    }
    all
}

/// Positions and answers so far, and the questions that had no answer within the limits.
#[derive(Default)]
pub struct Tally {
    pub positions: usize,
    pub answers: usize,
    pub wins: usize,
    pub losses: usize,
    pub draws: usize,
    pub nodes: BTreeMap<&'static str, u64>,
    pub open: Vec<String>,
}

/// How far the searches go.
#[derive(Clone, Copy)]
pub struct Reach {
    /// Nodes of a search.
    pub nodes: u64,
    /// Where there is no win, deepening is asked for a win within this number of plies. (Asked for
    /// a win at all, it goes on for ever if play is endless.)
    pub plies: u16,
    /// For wins longer than this, deepening is asked with every [`LONG`]-th combination only,
    /// another one with each position.
    pub long: u16,
}

/// One in this number.
const LONG: usize = 12;

pub struct Grid {
    trials: Vec<Trial>,
    /// Every `step`-th combination is tried, another one with each position; 1 is all.
    step: usize,
    reach: Reach,
    turn: usize,
    pub tally: Tally,
}

impl Grid {
    /// All searches.
    pub fn new(step: usize, reach: Reach) -> Self {
        let methods = [Method::Deepening, Method::Pds, Method::Dfpn];
        Grid {
            trials: methods.into_iter().flat_map(every).collect(),
            step,
            reach,
            turn: 0,
            tally: Tally::default(),
        }
    }

    /// Asks about one position.
    pub fn ask(&mut self, position: AnyPosition, value: Value) {
        with_position!(position, |p| {
            let endgame = Endgame::new(p, Rules::PAPER).unwrap();
            self.tally.positions += 1;
            match value {
                Value::Win(_) => self.tally.wins += 1,
                Value::Loss(_) => self.tally.losses += 1,
                Value::Draw => self.tally.draws += 1,
            }
            let name = p.to_string();
            solver_agrees(&endgame, value, &name);
            let turn = self.turn % self.step;
            self.turn += 1;
            // One stack for all: threads that come and go wait for each other on a machine that has
            // other work.
            with_big_stack(|| {
                threats_only_never_refute(&endgame, value, &name);
                for i in (turn..self.trials.len()).step_by(self.step) {
                    let trial = self.trials[i];
                    let long = matches!(value, Value::Win(n) if n > self.reach.long);
                    if long
                        && trial.method == Method::Deepening
                        && !(i + self.tally.positions).is_multiple_of(LONG)
                    {
                        continue;
                    }
                    self.agree(&endgame, &name, value, trial);
                }
            })
            .expect("a stack");
            if self.step < 20 && self.tally.positions.is_multiple_of(250) {
                say(&format!(
                    "{} positions, {} answers\n",
                    self.tally.positions, self.tally.answers
                ));
            }
        });
    }

    fn agree<G: Geometry>(&mut self, endgame: &Endgame<G>, name: &str, value: Value, mut trial: Trial) {
        if trial.method == Method::Deepening && !matches!(value, Value::Win(_)) {
            trial.within = self.reach.plies;
        }
        let limits = Limits {
            nodes: Some(self.reach.nodes),
            ..Limits::default()
        };
        trial.entries = FIRST_ENTRIES;
        let measured = loop {
            let measured = trial.run_here(endgame, &limits, &mut |_| {});
            *self.tally.nodes.entry(word(trial.method)).or_default() += measured.nodes;
            if measured.outcome != Err(Reason::Memory) || trial.entries >= MOST_ENTRIES {
                break measured;
            }
            trial.entries *= 8;
        };
        let right = match (value, measured.outcome) {
            (_, Err(reason)) => {
                self.tally
                    .open
                    .push(format!("{name} {value:?} {}: {trial:?}", reason.word()));
                return;
            }
            // Deepening finds the shortest.
            (Value::Win(n), Ok(Outcome::Proved(plies))) => {
                if trial.method == Method::Deepening {
                    plies == n
                } else {
                    plies >= n
                }
            }
            (Value::Loss(_) | Value::Draw, Ok(Outcome::Disproved(plies))) => {
                plies >= trial.within || trial.within == EVER && plies == EVER
            }
            _ => false,
        };
        assert!(
            right,
            "{name} is {value:?}: {trial:?} says {:?}",
            measured.outcome
        );
        self.tally.answers += 1;
    }

    /// Prints the counts, and fails if a question was left open.
    pub fn finish(self, what: &str) {
        let t = &self.tally;
        let note = format!(
            "{what}: {} positions ({} wins, {} losses, {} draws), {} of {} combinations each, {} answers, 0 wrong, {} open, nodes {:?}\n",
            t.positions,
            t.wins,
            t.losses,
            t.draws,
            self.trials.len() / self.step,
            self.trials.len(),
            t.answers,
            t.open.len(),
            t.nodes,
        );
        say(&note);
        assert!(t.open.is_empty(), "{:#?}", &t.open[..t.open.len().min(20)]);
    }
}

/// Writes past the test harness, which would hide the note.
fn say(note: &str) {
    let _ = std::io::Write::write_all(&mut std::io::stderr(), note.as_bytes());
}

fn word(method: Method) -> &'static str {
    match method {
        Method::Deepening => "deepening",
        Method::Pds => "pds",
        Method::Dfpn => "dfpn",
    }
}

/// The answer of `yose loa solve`: verdict, length and a line of that length.
fn solver_agrees<G: Geometry>(endgame: &Endgame<G>, value: Value, name: &str) {
    let solution = Solver::new(endgame, &SolverSettings::default(), 8).solve(&Limits::default(), &mut |_| {});
    let expected = match value {
        Value::Win(n) => Verdict::Proved {
            length: u32::from(n),
            exact: true,
        },
        Value::Loss(_) | Value::Draw => Verdict::Disproved,
    };
    assert_eq!(solution.verdict, expected, "{name} is {value:?}");
    if let Value::Win(n) = value {
        assert_eq!(solution.line.len(), usize::from(n), "{name}: {:?}", solution.line);
    }
}

/// Threats only: a win or no answer.
fn threats_only_never_refute<G: Geometry>(endgame: &Endgame<G>, value: Value, name: &str) {
    let only = Trial {
        threats: Threats::Only,
        entries: FIRST_ENTRIES,
        ..Trial::default()
    };
    let limits = Limits {
        nodes: Some(100_000),
        ..Limits::default()
    };
    match (value, only.run_here(endgame, &limits, &mut |_| {}).outcome) {
        (Value::Win(n), Ok(Outcome::Proved(plies))) => assert!(plies >= n, "{name}"),
        (_, Ok(outcome)) => panic!("{name} is {value:?}: threats only say {outcome:?}"),
        (_, Err(_)) => {}
    }
}
