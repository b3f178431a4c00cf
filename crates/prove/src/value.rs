//! The value of a position of a whole game: two questions, "does the side to move win?" and "does
//! the other side win?", each decided by one of two methods.
//!
//! [`Method::Search`]: df-pn for a while, with the settings of `SETTINGS` in turn, then the
//! closed-set search on the graph ([`Closed`]), which uses the facts of df-pn and always ends.
//! Df-pn is quick where somebody wins and where a disproof is small. The closed-set search is
//! linear where lines go round and round.
//!
//! [`Method::Paper`]: the cycle candidates of Shibahara, Tajima and Kotani 2006 ([`Candidates`]),
//! with their limits.
//!
//! A position is a draw if both questions are answered no. A question that one side leaves open the
//! other side's question may still decide: a side that wins leaves nothing to ask.

use crate::line::LINE_NODES;
use std::sync::Arc;
use std::time::Duration;
use yose_andor::walk::{Choice, InGame, Tie, longest, walk};
use yose_andor::{
    Candidates, Closed, Combine, Counters, EVER, Effort, Limits, Meter, Options, Outcome, Plies, Progress,
    Query, Reason, Search, Switches, Table, evidence, with_big_stack,
};

/// How values are found.
#[derive(Clone, Copy, Debug, Default)]
pub enum Method {
    /// Df-pn, then closed sets.
    #[default]
    Search,
    /// The same with some of its ideas switched off, for comparison.
    Part(Ideas),
    /// Cycle candidates.
    Paper(Switches),
}

/// The ideas of [`Method::Search`]. Without an idea the answers are the same, or unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ideas {
    /// Df-pn is tried before the closed-set search.
    pub proof_search: bool,
    /// Disproofs of df-pn that rest on a path become facts when the set they lie in closes.
    pub promotion: bool,
    /// The closed-set search takes over. Without it df-pn goes on with its last setting.
    pub closed_sets: bool,
    /// The second question knows where the first one's side wins.
    pub second_question: bool,
    /// Mirror images share a key. The question must know how.
    pub mirror_images: bool,
    /// Hands are compared. The question must know how.
    pub dominance: bool,
}

impl Default for Ideas {
    fn default() -> Self {
        Ideas {
            proof_search: true,
            promotion: true,
            closed_sets: true,
            second_question: true,
            mirror_images: true,
            dominance: true,
        }
    }
}

impl Method {
    /// The ideas of the method. Cycle candidates have dominance alone.
    pub fn ideas(&self) -> Ideas {
        match self {
            Method::Search => Ideas::default(),
            Method::Part(ideas) => *ideas,
            Method::Paper(_) => Ideas {
                proof_search: false,
                promotion: false,
                closed_sets: false,
                second_question: false,
                mirror_images: false,
                dominance: true,
            },
        }
    }
}

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameValue {
    /// The side to move wins within this number of plies.
    Win(u32),
    /// The side to move loses within this number of plies.
    Loss(u32),
    /// Neither side can win.
    Draw,
    /// The search stopped before it knew.
    Unknown(Reason),
}

impl GameValue {
    /// The word used in answers.
    pub const fn word(self) -> &'static str {
        match self {
            GameValue::Win(_) => "win",
            GameValue::Loss(_) => "loss",
            GameValue::Draw => "draw",
            GameValue::Unknown(_) => "unknown",
        }
    }
}

/// A value and the work that it took.
#[derive(Clone, Debug)]
pub struct Valuation<M> {
    /// The value.
    pub value: GameValue,
    /// A line to the end, if somebody wins and the method gives a line.
    pub line: Vec<M>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
    /// The columns of Shibahara, Tajima and Kotani 2006.
    pub counters: Counters,
    /// The work of the closed-set search.
    pub closed: Effort,
    /// The facts that the questions have left, for evidence.
    pub facts: Facts,
}

/// The tables of the questions, in the order in which the questions were asked: the side to move
/// wins, the other side wins.
#[derive(Clone, Default)]
pub struct Facts(pub Vec<Arc<Table>>);

impl std::fmt::Debug for Facts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.0.iter().map(|table| table.used()))
            .finish()
    }
}

/// The settings that df-pn tries before the closed-set search takes over: how the other side's
/// numbers are combined, threshold control, nodes. No setting is best for all positions; each
/// starts with the facts of those before it.
const SETTINGS: [(Combine, bool, u64); 3] = [
    (Combine::Weak, false, 200_000),
    (Combine::Weak, true, 300_000),
    (Combine::Sum, false, 400_000),
];

/// The switches of df-pn for a whole game. Threshold control often sends the search down ever
/// longer lines here. Without it some searches do not end, but the closed-set search ends all.
pub fn search_options() -> Options {
    Options {
        control: false,
        promote: true,
        schedule: false,
        ..Options::default()
    }
}

/// The side of whom it is asked whether it wins.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// Whether the side is the one to move at the root.
    pub mover: bool,
    /// The table of the other side's question, if that was asked before. Where one side wins the
    /// other does not.
    pub theirs: Option<&'a Arc<Table>>,
}

/// Finds the value of a position. `question` puts the question of either side.
pub fn find<Q: Query>(
    question: impl Fn(Side<'_>) -> Q + Sync,
    method: Method,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Valuation<Q::Move>
where
    Q::Move: Send,
{
    let done = with_big_stack(|| {
        let mut meter = Meter::new(limits, report);
        let mut found = Valuation::known(GameValue::Draw);
        found.value = ask_both(&question, method, &mut found, &mut meter);
        found.nodes = meter.nodes();
        found.elapsed = meter.elapsed();
        found
    });
    done.unwrap_or_else(|| Valuation::known(GameValue::Unknown(Reason::Memory)))
}

impl<M> Valuation<M> {
    /// A value that needed no search.
    pub fn known(value: GameValue) -> Self {
        Valuation {
            value,
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
    question: &impl Fn(Side<'_>) -> Q,
    method: Method,
    found: &mut Valuation<Q::Move>,
    meter: &mut Meter<'_>,
) -> GameValue {
    let mut open = None;
    for mover in [true, false] {
        let query = question(Side {
            mover,
            theirs: found.facts.0.first().filter(|_| method.ideas().second_question),
        });
        let outcome = match method {
            Method::Search | Method::Part(_) => {
                let table = Arc::new(Table::new(meter.limits().hash_mb.div_ceil(6)));
                found.facts.0.push(table.clone());
                search(&query, &table, method.ideas(), found, meter)
            }
            Method::Paper(switches) => paper(&query, switches, found, meter),
        };
        match outcome {
            Ok(Outcome::Proved(plies)) => {
                let plies = u32::from(plies);
                return if mover {
                    GameValue::Win(plies)
                } else {
                    GameValue::Loss(plies)
                };
            }
            Ok(Outcome::Disproved(_)) => {}
            Err(reason @ (Reason::Time | Reason::Nodes | Reason::Interrupted)) => {
                return GameValue::Unknown(reason);
            }
            Err(reason) => open = open.or(Some(reason)),
        }
    }
    open.map_or(GameValue::Draw, GameValue::Unknown)
}

/// One question by df-pn and closed sets.
fn search<Q: Query>(
    query: &Q,
    table: &Table,
    ideas: Ideas,
    found: &mut Valuation<Q::Move>,
    meter: &mut Meter<'_>,
) -> Result<Outcome, Reason> {
    let outcome = match first(query, table, ideas, meter) {
        Ok(None) => {
            // This table has a sixth, that of the other question a sixth; the graph needs most.
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
        // Where a limit is met there is no line.
        if let Ok(Some(line)) = meter.step(LINE_NODES, |meter| line(query, plies, table, meter)) {
            found.line = line;
        }
    }
    outcome
}

/// Df-pn with one setting after the other; `None` if none of them decides.
fn first<Q: Query>(
    query: &Q,
    table: &Table,
    ideas: Ideas,
    meter: &mut Meter<'_>,
) -> Result<Option<Outcome>, Reason> {
    if !ideas.proof_search {
        return Ok(None);
    }
    for (i, (defender, control, nodes)) in SETTINGS.into_iter().enumerate() {
        let options = Options {
            defender,
            control,
            promote: ideas.promotion,
            ..search_options()
        };
        if !ideas.closed_sets && i + 1 == SETTINGS.len() {
            return Search::new(query.clone(), table, options)
                .within(EVER, meter)
                .map(Some);
        }
        // A new search: facts of the path of a line that became too deep must not stay.
        let mut search = Search::new(query.clone(), table, options);
        match meter.step(nodes, |meter| search.within(EVER, meter)) {
            Ok(None) | Err(Reason::Depth) => {}
            done => return done,
        }
    }
    Ok(None)
}

/// A line of a proof: the quickest known win, the longest known resistance. The line is whole or an
/// error.
fn line<Q: Query>(
    root: &Q,
    plies: Plies,
    table: &Table,
    meter: &mut Meter<'_>,
) -> Result<Vec<Q::Move>, Reason> {
    let search = Search::new(root.clone(), table, search_options());
    Ok(walk(&mut Known { search, meter }, root, plies, usize::MAX)?.moves)
}

/// Moves by known lengths. A proof of a whole game is long and its lengths are loose, so every move
/// takes just one ply off the bound, and a forgotten reply counts as short.
struct Known<'t, 'm, 'a, Q: Query> {
    search: Search<'t, Q>,
    meter: &'m mut Meter<'a>,
}

impl<Q: Query> InGame for Known<'_, '_, '_, Q> {
    type Game = Q;
}

impl<Q: Query> Choice for Known<'_, '_, '_, Q> {
    type Stop = Reason;

    fn best_move(&mut self, at: &mut Q, left: Plies) -> Result<Option<(Plies, Q::Move)>, Reason> {
        let play = evidence::proving_move(&mut self.search, at, left, self.meter)?;
        match (play, left.checked_sub(1)) {
            (Some((_, m)), Some(left)) => Ok(Some((left, m))),
            _ => Err(Reason::Step),
        }
    }

    fn longest_reply(&mut self, at: &mut Q, left: Plies) -> Result<Option<(Plies, Q::Move)>, Reason> {
        let mut edges = Vec::new();
        at.expand(&mut edges);
        let table = self.search.table();
        let known = edges.iter().map(|e| {
            let known = table.look(e.key, e.resource).yes_from;
            (if known <= EVER { known } else { 0 }, e.mv)
        });
        match (longest(known, Tie::Last), left.checked_sub(1)) {
            (None, _) => Ok(None),
            (Some((_, m)), Some(left)) => Ok(Some((left, m))),
            (Some(_), None) => Err(Reason::Step),
        }
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
