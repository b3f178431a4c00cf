//! The value of a position of a whole game: two yes/no questions, "does the side to move win?" and "does the other side?",
//! answered by one of two methods.
//!
//! [`Method::Search`]: the proof search for a while (cycles kept apart by path, `promote.rs`), then the closed-set search
//! on the graph (`closed.rs`), which uses what the former found and always ends. The proof search is quick where somebody
//! wins and where a refutation is small; the closed-set search is linear where lines go round and round.
//!
//! [`Method::Paper`]: the cycle candidates of Shibahara, Tajima and Kotani (`candidates`), with their limits.
//!
//! A position is a draw if both questions are answered no. What one question leaves open the other may still decide: a side
//! that wins leaves nothing to ask.

use crate::closed::{Closed, Effort};
use crate::dfpn::{Outcome, Search};
use crate::evidence;
use crate::limits::{Limits, Meter, Progress, Reason};
use crate::number::{EVER, Plies};
use crate::options::{Combine, Options};
use crate::platform::with_big_stack;
use crate::query::{Edge, Query};
use crate::reference::{Candidates, Counters, Switches};
use crate::table::Table;
use std::sync::Arc;
use std::time::Duration;

/// How values are found.
#[derive(Clone, Copy, Debug, Default)]
pub enum Method {
    /// Proof search, then closed sets.
    #[default]
    Search,
    /// The paper's cycle candidates.
    Paper(Switches),
}

/// The value for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// It wins, within so many plies.
    Win(u32),
    /// It loses, within so many plies.
    Loss(u32),
    /// Neither side can win.
    Draw,
    /// The search stopped before it knew.
    Unknown(Reason),
}

impl Worth {
    /// The word used in answers.
    pub const fn word(self) -> &'static str {
        match self {
            Worth::Win(_) => "win",
            Worth::Loss(_) => "loss",
            Worth::Draw => "draw",
            Worth::Unknown(_) => "unknown",
        }
    }
}

/// A value and what it cost.
#[derive(Clone, Debug)]
pub struct Valuation<M> {
    /// The value.
    pub worth: Worth,
    /// A line to the end if somebody wins and the method can tell one.
    pub line: Vec<M>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
    /// The paper's columns.
    pub counters: Counters,
    /// What the closed-set search did.
    pub closed: Effort,
    /// What the questions have left, for evidence.
    pub facts: Facts,
}

/// The tables of the questions, in the order in which they were asked: the side to move wins, the other side does.
#[derive(Clone, Default)]
pub struct Facts(pub Vec<Arc<Table>>);

impl std::fmt::Debug for Facts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.0.iter().map(|table| table.used()))
            .finish()
    }
}

/// The ways in which the proof search tries before the closed-set search takes over: how the other side's numbers are put
/// together, threshold control, nodes. No one way is best (`schedule.rs`); each starts with the facts of those before it.
const WAYS: [(Combine, bool, u64); 3] = [
    (Combine::Weak, false, 200_000),
    (Combine::Weak, true, 300_000),
    (Combine::Sum, false, 400_000),
];

/// Nodes for reading a line off.
const GRACE: u64 = 1_000_000;

/// The switches of the proof search where a whole game is asked. Threshold control often sends it down ever longer lines here
/// (1,000,000 nodes where it needs 14,000 without, for the rook on 3x4), and the closed-set search ends what does not end.
pub fn options() -> Options {
    Options {
        control: false,
        promote: true,
        schedule: false,
        ..Options::default()
    }
}

/// One of the two questions.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// Whether it is the side to move at the root that is to win.
    pub mover: bool,
    /// Where one side wins the other does not: what the other side's question has left, if that was asked before.
    pub theirs: Option<&'a Arc<Table>>,
}

/// The value of a position, whose two questions `question` puts.
pub fn worth<Q: Query>(
    question: impl Fn(Ask<'_>) -> Q + Sync,
    method: Method,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Valuation<Q::Move>
where
    Q::Move: Send,
{
    let done = with_big_stack(|| {
        let mut meter = Meter::new(limits, report);
        let mut found = Valuation::known(Worth::Draw);
        found.worth = ask_both(&question, method, &mut found, &mut meter);
        found.nodes = meter.nodes();
        found.elapsed = meter.elapsed();
        found
    });
    done.unwrap_or_else(|| Valuation::known(Worth::Unknown(Reason::Memory)))
}

impl<M> Valuation<M> {
    /// A value that nothing had to be asked for.
    pub fn known(worth: Worth) -> Self {
        Valuation {
            worth,
            line: Vec::new(),
            nodes: 0,
            elapsed: Duration::ZERO,
            counters: Counters::default(),
            closed: Effort::default(),
            facts: Facts::default(),
        }
    }
}

fn ask_both<Q: Query>(
    question: &impl Fn(Ask<'_>) -> Q,
    method: Method,
    found: &mut Valuation<Q::Move>,
    meter: &mut Meter<'_>,
) -> Worth {
    let mut open = None;
    for mover in [true, false] {
        let query = question(Ask {
            mover,
            theirs: found.facts.0.first(),
        });
        let outcome = match method {
            Method::Search => {
                let table = Arc::new(Table::new(meter.limits().hash_mb.div_ceil(6)));
                found.facts.0.push(table.clone());
                search(&query, &table, found, meter)
            }
            Method::Paper(switches) => paper(&query, switches, found, meter),
        };
        match outcome {
            Ok(Outcome::Proved(plies)) => {
                let plies = u32::from(plies);
                return if mover {
                    Worth::Win(plies)
                } else {
                    Worth::Loss(plies)
                };
            }
            Ok(Outcome::Disproved(_)) => {}
            Err(reason @ (Reason::Time | Reason::Nodes | Reason::Interrupted)) => {
                return Worth::Unknown(reason);
            }
            Err(reason) => open = open.or(Some(reason)),
        }
    }
    open.map_or(Worth::Draw, Worth::Unknown)
}

/// One question by proof search and closed sets.
fn search<Q: Query>(
    query: &Q,
    table: &Table,
    found: &mut Valuation<Q::Move>,
    meter: &mut Meter<'_>,
) -> Result<Outcome, Reason> {
    let outcome = match first(query, table, meter) {
        Ok(None) => {
            // A sixth is this table, a sixth that of the other question; the graph needs most.
            let megabytes = meter.limits().hash_mb;
            let mut closed = Closed::new(table, megabytes - megabytes / 3);
            let outcome = closed.ever(query, meter);
            let effort = closed.effort();
            found.closed.positions += effort.positions;
            found.closed.refuted_replies += effort.refuted_replies;
            found.closed.closed += effort.closed;
            outcome
        }
        Ok(Some(outcome)) => Ok(outcome),
        Err(reason) => Err(reason),
    };
    if let Ok(Outcome::Proved(plies)) = outcome {
        // A proof without a line is of little use; what a limit forbids is left out.
        if let Ok(Some((line, plies))) = meter.step(GRACE, |meter| line(query, plies, table, meter)) {
            found.line = line;
            return Ok(Outcome::Proved(plies));
        }
    }
    outcome
}

/// The proof search, one way after the other; `None` if none of them knows.
fn first<Q: Query>(query: &Q, table: &Table, meter: &mut Meter<'_>) -> Result<Option<Outcome>, Reason> {
    for (defender, control, nodes) in WAYS {
        let options = Options {
            defender,
            control,
            ..options()
        };
        // A new search: what a line that became too deep has left on paths must not stay.
        let mut search = Search::new(query.clone(), table, options);
        match meter.step(nodes, |meter| search.within(EVER, meter)) {
            Ok(None) | Err(Reason::Depth) => {}
            done => return done,
        }
    }
    Ok(None)
}

/// A line of a proof: the quickest known win, the longest known resistance.
fn line<Q: Query>(
    root: &Q,
    plies: Plies,
    table: &Table,
    meter: &mut Meter<'_>,
) -> Result<(Vec<Q::Move>, Plies), Reason> {
    let mut search = Search::new(root.clone(), table, options());
    let mut at = root.clone();
    let mut line = Vec::new();
    let mut left = plies;
    let mut edges = Vec::new();
    loop {
        let m = if at.prover_to_move() {
            match evidence::proving_move(&mut search, &mut at, left, meter)? {
                Some((_, m)) => m,
                None => return Err(Reason::Step),
            }
        } else {
            edges.clear();
            at.expand(&mut edges);
            let known = |e: &Edge<Q::Move, _>| {
                let known = table.look(e.key, e.resource).yes_from;
                if known <= EVER { known } else { 0 }
            };
            match edges.iter().max_by_key(|e| known(e)) {
                Some(edge) => edge.mv,
                None => return Ok((line, plies)),
            }
        };
        if left == 0 || line.len() > usize::from(plies) {
            return Err(Reason::Step);
        }
        left -= 1;
        at.make(m);
        line.push(m);
    }
}

/// One question by cycle candidates.
fn paper<Q: Query>(
    query: &Q,
    switches: Switches,
    found: &mut Valuation<Q::Move>,
    meter: &mut Meter<'_>,
) -> Result<Outcome, Reason> {
    let mut candidates = Candidates::new(query.clone(), switches);
    let outcome = candidates.ever(meter);
    let counters = candidates.counters();
    let all = &mut found.counters;
    all.researches += counters.researches;
    all.checks += counters.checks;
    all.candidates = all.candidates.max(counters.candidates);
    all.depth = all.depth.max(counters.depth);
    outcome
}
