//! One search of one kind, with its techniques chosen one by one. Tables that compare techniques
//! are made of trials.

use crate::Endgame;
use crate::question::Techniques;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use yose_andor::{
    Combine, Deepening, EVER, Hits, Killer, Lambda, Limits, Meter, Options, Order, Outcome, Pds, Plies,
    Progress, Query, Reason, Search, Table,
};
use yose_loa::Geometry;

/// The search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Iterative deepening: the shortest win.
    Deepening,
    /// PDS.
    Pds,
    /// Df-pn with the 1+epsilon trick.
    Dfpn,
}

/// How lambda-1 moves are treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threats {
    /// Like all others.
    #[default]
    Any,
    /// They are tried first.
    First,
    /// Only they are tried: a position that is not proved is unknown.
    Only,
}

/// A search to try.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// The search.
    pub method: Method,
    /// Killer trees.
    pub killer: Killer,
    /// Lambda-1 moves.
    pub threats: Threats,
    /// Look ahead near the end of lines: off for searches as they are published.
    pub ahead: bool,
    /// The share of df-pn's 1+epsilon trick, in 1/16.
    pub epsilon: u32,
    /// The bound in plies: [`EVER`] for a win at all.
    pub within: Plies,
    /// The greatest number of positions to remember. When there are more, df-pn throws out the
    /// least valuable; the other searches end.
    pub entries: usize,
}

impl Default for Trial {
    /// Df-pn that looks ahead, without killer trees or threats.
    fn default() -> Self {
        Trial {
            method: Method::Dfpn,
            killer: Killer::default(),
            threats: Threats::Any,
            ahead: true,
            epsilon: Options::default().epsilon,
            within: EVER,
            entries: 1 << 20,
        }
    }
}

/// The result of a trial.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// The outcome, or the limit that stopped the search.
    pub outcome: Result<Outcome, Reason>,
    /// Nodes.
    pub nodes: u64,
    /// Moves made, those to look ahead included.
    pub moves: u64,
    /// Positions remembered at the end.
    pub entries: usize,
    /// What killer trees and the order of moves were worth.
    pub hits: Hits,
    /// Time on the clock.
    pub elapsed: Duration,
    /// Time of the processor, which compares on a machine that has other work.
    pub cpu: Duration,
}

/// The time of the processor that this thread has used. A browser does not tell it.
fn processor_time() -> Duration {
    #[cfg(not(target_family = "wasm"))]
    let spent = cpu_time::ThreadTime::now().as_duration();
    #[cfg(target_family = "wasm")]
    let spent = Duration::ZERO;
    spent
}

impl Trial {
    /// Runs the trial within the time of the limits, taken as time of the processor.
    pub fn run_by_cpu<G: Geometry>(&self, endgame: &Endgame<G>, limits: &Limits) -> Measured {
        let asked_to_stop = &limits.interrupt;
        let stop = Arc::new(AtomicBool::new(false));
        let mut late = false;
        let own = Limits {
            time: None,
            interrupt: Arc::clone(&stop),
            ..limits.clone()
        };
        let mut measured = self.run(endgame, &own, &mut |_| {
            // A search has its own thread, and reports from it.
            let spent = processor_time();
            late = limits.time.is_some_and(|most| spent >= most);
            if late || asked_to_stop.load(Ordering::Relaxed) {
                stop.store(true, Ordering::Relaxed);
            }
        });
        if late && measured.outcome == Err(Reason::Interrupted) {
            measured.outcome = Err(Reason::Time);
        }
        measured
    }

    /// Runs the trial on its own stack.
    pub fn run<G: Geometry>(
        &self,
        endgame: &Endgame<G>,
        limits: &Limits,
        report: &mut (dyn FnMut(Progress) + Send),
    ) -> Measured {
        yose_andor::with_big_stack(|| self.run_here(endgame, limits, report)).unwrap_or(Measured {
            outcome: Err(Reason::Memory),
            nodes: 0,
            moves: 0,
            entries: 0,
            hits: Hits::default(),
            elapsed: Duration::ZERO,
            cpu: Duration::ZERO,
        })
    }

    /// Runs the trial on the present stack, which must be a big one: for many short trials.
    pub fn run_here<G: Geometry>(
        &self,
        endgame: &Endgame<G>,
        limits: &Limits,
        report: &mut (dyn FnMut(Progress) + Send),
    ) -> Measured {
        let techniques = Techniques {
            // Going deeper a ply at a time sees the same by looking near the end.
            prune: self.ahead && self.method != Method::Deepening,
            glance: self.ahead,
            estimates: self.ahead && self.method == Method::Dfpn && self.threats != Threats::Any,
        };
        let question = endgame.question(techniques);
        match self.threats {
            Threats::Any => self.search(question, limits, report, |q| q.made()),
            Threats::First => {
                let query = Lambda::new(question, Order::First);
                self.search(query, limits, report, |q| q.query().made())
            }
            Threats::Only => {
                let query = Lambda::new(question, Order::Only);
                let mut measured = self.search(query, limits, report, |q| q.query().made());
                if let Ok(Outcome::Disproved(_)) = measured.outcome {
                    measured.outcome = Err(Reason::Threats);
                }
                measured
            }
        }
    }

    fn search<Q: Query>(
        &self,
        query: Q,
        limits: &Limits,
        report: &mut (dyn FnMut(Progress) + Send),
        made: impl Fn(&Q) -> u64,
    ) -> Measured {
        let start = processor_time();
        let mut meter = Meter::new(limits, report);
        let (outcome, moves, entries) = match self.method {
            Method::Deepening => {
                let mut search = Deepening::with_entries(query, self.entries).with_killer(self.killer);
                let outcome = search.within(self.within, &mut meter);
                (outcome, made(search.query()), search.entries())
            }
            Method::Pds => {
                let mut search = Pds::with_entries(query, self.entries).with_killer(self.killer);
                let outcome = search.within(self.within, &mut meter);
                (outcome, made(search.query()), search.entries())
            }
            Method::Dfpn => {
                let table = Table::new((self.entries * Table::ENTRY).div_ceil(1 << 20));
                let options = Options {
                    defender: Combine::Sum,
                    epsilon: self.epsilon,
                    judge: self.ahead,
                    replay: false,
                    schedule: false,
                    killer: self.killer,
                    ..Options::default()
                };
                let mut search = Search::new(query, &table, options);
                let outcome = search.within(self.within, &mut meter);
                (outcome, made(search.query()), table.used())
            }
        };
        Measured {
            outcome,
            nodes: meter.nodes(),
            moves,
            entries,
            hits: meter.hits,
            elapsed: meter.elapsed(),
            cpu: processor_time().saturating_sub(start),
        }
    }
}
