//! One search of one kind, with its techniques chosen one by one: what tables of their worth are made of.

use crate::Asked;
use crate::question::Techniques;
use std::time::Duration;
use yose_andor::{
    Combine, Deepening, EVER, Killer, Lambda, Limits, Meter, Options, Order, Outcome, Pds, Progress, Query,
    Reason, Search, Table,
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

/// What becomes of lambda-1 moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threats {
    /// Nothing.
    #[default]
    Any,
    /// They are tried first.
    First,
    /// Only they are tried: what is not proved is unknown.
    Only,
}

/// What to try.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// The search.
    pub method: Method,
    /// Killer trees.
    pub killer: Killer,
    /// Lambda-1 moves.
    pub threats: Threats,
    /// Look ahead near the end of lines: off for searches as the paper has them.
    pub ahead: bool,
    /// Positions remembered at most. (Df-pn throws out the least valuable; the others end.)
    pub entries: usize,
}

/// What came of it.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// The outcome, or what stopped it.
    pub outcome: Result<Outcome, Reason>,
    /// Nodes.
    pub nodes: u64,
    /// Moves made, those to look ahead included.
    pub moves: u64,
    /// Positions remembered at the end.
    pub entries: usize,
    /// Time.
    pub elapsed: Duration,
}

impl Trial {
    /// Runs it.
    pub fn run<G: Geometry>(
        &self,
        asked: &Asked<G>,
        limits: &Limits,
        report: &mut (dyn FnMut(Progress) + Send),
    ) -> Measured {
        let techniques = Techniques {
            // Going deeper a ply at a time sees the same by looking near the end.
            prune: self.ahead && self.method != Method::Deepening,
            glance: self.ahead,
            estimates: self.ahead && self.method == Method::Dfpn && self.threats != Threats::Any,
        };
        let question = asked.question(techniques);
        yose_andor::deep(|| match self.threats {
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
        })
        .unwrap_or(Measured {
            outcome: Err(Reason::Memory),
            nodes: 0,
            moves: 0,
            entries: 0,
            elapsed: Duration::ZERO,
        })
    }

    fn search<Q: Query>(
        &self,
        query: Q,
        limits: &Limits,
        report: &mut (dyn FnMut(Progress) + Send),
        made: impl Fn(&Q) -> u64,
    ) -> Measured {
        let mut meter = Meter::new(limits, report);
        let (outcome, moves, entries) = match self.method {
            Method::Deepening => {
                let mut search = Deepening::with_entries(query, self.entries).with_killer(self.killer);
                let outcome = search.within(EVER, &mut meter);
                (outcome, made(search.query()), search.entries())
            }
            Method::Pds => {
                let mut search = Pds::with_entries(query, self.entries).with_killer(self.killer);
                let outcome = search.within(EVER, &mut meter);
                (outcome, made(search.query()), search.entries())
            }
            Method::Dfpn => {
                let table = Table::new(self.entries / (1 << 20) * Table::ENTRY);
                let options = Options {
                    defender: Combine::Sum,
                    judge: self.ahead,
                    replay: false,
                    turns: false,
                    killer: self.killer,
                    ..Options::default()
                };
                let mut search = Search::new(query, &table, options);
                let outcome = search.within(EVER, &mut meter);
                (outcome, made(search.query()), table.used())
            }
        };
        Measured {
            outcome,
            nodes: meter.nodes(),
            moves,
            entries,
            elapsed: meter.elapsed(),
        }
    }
}
