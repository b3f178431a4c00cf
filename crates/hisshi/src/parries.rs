//! The defender's view of a position: the threatened mate, and what becomes of every legal move.
//!
//! The facts are found in this order, so that limits leave out the least important ones:
//!
//! 1. the mate after a pass: is there a threat?
//! 2. the mate after each reply: does the reply parry?
//! 3. the mate that each reply threatens in turn;
//! 4. the brinkmate after each parry.
//!
//! The first three are questions of `yose_tsume`, the fourth is the question of this crate. The
//! questions of a stage are asked in rounds with a growing number of nodes. So a hard question
//! does not keep the easy ones from their answers. A question that a limit leaves open is open in
//! the answer: it never counts as a parry.

use crate::problem::Hisshi;
use crate::solve::{Solver, SolverSettings};
use crate::threatened::Threatened;
use std::sync::atomic::Ordering;
use std::time::Duration;
use yose_andor::{Clock, Limits, Progress, Reason};
use yose_prove::{Solution, Verdict};
use yose_shogi::{Geometry, Move, Position, Stalemate};
use yose_tsume::{Tsume, plain};

/// Nodes for the brinkmate after each parry, unless the caller sets a number or a limit.
pub const BRINKMATE_NODES: u64 = 10_000;

/// Nodes for the question whether a reply threatens mate in turn.
pub const COUNTER_NODES: u64 = 100_000;

/// Nodes of a question in the first round, and the factor from round to round.
const ROUND: u64 = 2_000;
const GROWTH: u64 = 8;

/// Up to so many nodes a question asks for the shortest mate. A later round takes any mate.
const SHORTEST_NODES: u64 = 20_000;

/// Up to so many nodes a question has a small table, of this size in MB.
const SMALL_NODES: u64 = 300_000;
const SMALL_TABLE: usize = 16;

/// How to look.
#[derive(Clone, Copy, Debug)]
pub struct ThreatSettings {
    /// Threads of each search.
    pub threads: usize,
    /// Nodes for the brinkmate after each parry; 0 for none. `None`: what the limits leave, and
    /// without limits [`BRINKMATE_NODES`].
    pub brinkmate_nodes: Option<u64>,
    /// The move that was played, in a position of a game. Where nothing is threatened, counters and
    /// brinkmates are asked about this move only: most positions of a game are such positions.
    pub played: Option<Move>,
}

impl Default for ThreatSettings {
    fn default() -> Self {
        ThreatSettings {
            threads: 1,
            brinkmate_nodes: None,
            played: None,
        }
    }
}

/// What the side that is not to move has against the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreatVerdict {
    /// In check, and every reply runs into a plain mate.
    Mated,
    /// Not in check; a pass and every reply run into a plain mate.
    Hisshi,
    /// In check, or a pass runs into a plain mate; some reply does not.
    Threat,
    /// Not in check, and a pass does not run into a plain mate.
    Safe,
    /// A limit came first.
    Unknown(Reason),
}

/// What becomes of one move of the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyResult {
    /// The attacker has no plain mate after it, proved.
    Parry,
    /// The attacker has a plain mate after it.
    Mate,
    /// The attacker has no plain mate after it, but a brinkmate.
    Hisshi,
    /// A limit left open whether the attacker has a plain mate after it.
    Unknown(Reason),
}

impl ReplyResult {
    /// Whether the attacker has no plain mate after the move, proved.
    pub fn is_parry(self) -> bool {
        matches!(self, ReplyResult::Parry | ReplyResult::Hisshi)
    }
}

/// One legal move of the defender.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The move.
    pub m: Move,
    /// What becomes of it.
    pub result: ReplyResult,
    /// The mate or the brinkmate after it; empty if there is none or no line was found.
    pub line: Vec<Move>,
    /// Whether the move threatens a plain mate in turn. `None` if the attacker has no king, if the
    /// move gives check, or if a limit left the question open.
    pub counter: Option<bool>,
}

/// The defender's view of a position.
#[derive(Clone, Debug)]
pub struct ThreatSolution {
    /// The verdict.
    pub verdict: ThreatVerdict,
    /// The threatened mate: the mate after a pass. Empty in check, without a threat, and if a limit
    /// came before the line was found.
    pub line: Vec<Move>,
    /// Every legal move, in the order of the rules.
    pub replies: Vec<Reply>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
}

/// What is being asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Is there a mate after a pass?
    Pass,
    /// Is there a mate after this reply?
    Reply(Move),
    /// Does this reply threaten mate?
    Counter(Move),
    /// Is there a brinkmate after this parry?
    Brinkmate(Move),
}

/// A report of the work.
#[derive(Clone, Copy, Debug)]
pub struct ThreatProgress {
    /// Nodes so far.
    pub nodes: u64,
    /// What is being asked.
    pub stage: Stage,
}

/// Decides what is threatened and which moves parry it.
///
/// ```
/// use yose_hisshi::{ReplyResult, ThreatVerdict, Threatened, parries};
/// use yose_shogi::{notation::{sfen, usi}, with_position};
///
/// // Black threatens to drop the gold on 5b. The king's steps to the side parry that.
/// let (position, _) = sfen::position("4k4/9/4P4/9/9/9/9/9/9 w G 1")?;
/// with_position!(position, |p| {
///     let variant = p.variant();
///     let threatened = Threatened::new(p)?;
///     let (settings, limits) = (Default::default(), Default::default());
///     let solution = parries(&threatened, &settings, &limits, &mut |_| {});
///     assert_eq!(solution.verdict, ThreatVerdict::Threat);
///     assert_eq!(usi::write(solution.line[0], variant), "G*5b");
///     assert!(solution.replies.iter().all(|reply| reply.result == ReplyResult::Parry));
/// });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parries<G: Geometry>(
    threatened: &Threatened<G>,
    settings: &ThreatSettings,
    limits: &Limits,
    report: &mut (dyn FnMut(ThreatProgress) + Send),
) -> ThreatSolution {
    let position = threatened.position();
    let mut work = Work {
        settings: *settings,
        limits,
        clock: Clock::start(),
        nodes: 0,
        stopped: None,
        report,
    };
    let pass = (!position.in_check()).then(|| {
        let ask = Ask {
            stage: Stage::Pass,
            position: passed(position),
        };
        work.mates(&[ask], u64::MAX)
            .pop()
            .unwrap_or(Found::Open(Reason::Nodes))
    });
    let moves = position.legal_moves();
    let after: Vec<Position<G>> = moves
        .iter()
        .map(|&m| {
            let mut after = position.clone();
            after.make(m);
            after
        })
        .collect();
    let asks: Vec<Ask<G>> = moves
        .iter()
        .zip(&after)
        .map(|(&m, after)| Ask {
            stage: Stage::Reply(m),
            position: after.clone(),
        })
        .collect();
    let mates = work.mates(&asks, u64::MAX);
    let mut replies: Vec<Reply> = moves
        .iter()
        .zip(mates)
        .map(|(&m, found)| {
            let (result, line) = match found {
                Found::Yes(line) => (ReplyResult::Mate, line),
                Found::No => (ReplyResult::Parry, Vec::new()),
                Found::Open(reason) => (ReplyResult::Unknown(reason), Vec::new()),
            };
            Reply {
                m,
                result,
                line,
                counter: None,
            }
        })
        .collect();
    let only = settings.played.filter(|_| matches!(pass, Some(Found::No)));
    let asked = |reply: &Reply| only.is_none_or(|played| reply.m == played);
    work.counters(&after, &mut replies, asked);
    work.brinkmates(&after, &mut replies, asked);
    let stalemate_draws = position.variant().rules.stalemate == Stalemate::Draws;
    ThreatSolution {
        verdict: verdict(pass.as_ref(), &replies, stalemate_draws),
        line: match pass {
            Some(Found::Yes(line)) => line,
            _ => Vec::new(),
        },
        replies,
        nodes: work.nodes,
        elapsed: work.clock.elapsed(),
    }
}

/// The verdict. `pass` is the mate after a pass; `None` in check.
fn verdict(pass: Option<&Found>, replies: &[Reply], stalemate_draws: bool) -> ThreatVerdict {
    match pass {
        Some(Found::No) => return ThreatVerdict::Safe,
        Some(Found::Open(reason)) => return ThreatVerdict::Unknown(*reason),
        None | Some(Found::Yes(_)) => {}
    }
    if replies.iter().any(|reply| reply.result.is_parry()) {
        return ThreatVerdict::Threat;
    }
    let open = replies.iter().find_map(|reply| match reply.result {
        ReplyResult::Unknown(reason) => Some(reason),
        _ => None,
    });
    match (open, pass) {
        (Some(reason), _) => ThreatVerdict::Unknown(reason),
        (None, None) => ThreatVerdict::Mated,
        // The defender cannot move and does not lose.
        (None, Some(_)) if replies.is_empty() && stalemate_draws => ThreatVerdict::Threat,
        (None, Some(_)) => ThreatVerdict::Hisshi,
    }
}

/// The position with the other side to move.
fn passed<G: Geometry>(position: &Position<G>) -> Position<G> {
    let mut passed = position.clone();
    passed.pass();
    passed
}

/// One question about a position.
struct Ask<G: Geometry> {
    stage: Stage,
    position: Position<G>,
}

/// What came of a question.
#[derive(Clone, Debug)]
enum Found {
    /// There is a mate, or a brinkmate. The line is empty if it was not found.
    Yes(Vec<Move>),
    /// There is none, proved.
    No,
    /// A limit came first.
    Open(Reason),
}

impl Found {
    /// What a search found.
    fn of(solution: Solution<Move>) -> Found {
        match solution.verdict {
            Verdict::Proved { .. } => Found::Yes(solution.line),
            Verdict::Disproved => Found::No,
            Verdict::Unknown(reason) => Found::Open(reason),
        }
    }

    /// Whether more nodes may decide the question.
    fn may_go_on(&self) -> bool {
        matches!(self, Found::Open(Reason::Nodes))
    }
}

/// All questions share the limits.
struct Work<'a> {
    settings: ThreatSettings,
    limits: &'a Limits,
    clock: Clock,
    nodes: u64,
    /// Why nothing more is asked.
    stopped: Option<Reason>,
    report: &'a mut (dyn FnMut(ThreatProgress) + Send),
}

impl Work<'_> {
    /// The limits of a question that may have so many nodes, or why nothing more is asked.
    fn share(&mut self, nodes: u64) -> Result<Limits, Reason> {
        if self.limits.interrupt.load(Ordering::Relaxed) {
            self.stopped = Some(Reason::Interrupted);
        }
        if let Some(reason) = self.stopped {
            return Err(reason);
        }
        let left = self.limits.nodes.map(|most| most.saturating_sub(self.nodes));
        let time = self
            .limits
            .time
            .map(|most| most.saturating_sub(self.clock.elapsed()));
        if left == Some(0) || time == Some(Duration::ZERO) {
            let reason = if left == Some(0) {
                Reason::Nodes
            } else {
                Reason::Time
            };
            self.stopped = Some(reason);
            return Err(reason);
        }
        let share = left.map_or(nodes, |left| left.min(nodes));
        Ok(Limits {
            time,
            nodes: (share < u64::MAX).then_some(share),
            hash_mb: match share <= SMALL_NODES {
                true => self.limits.hash_mb.min(SMALL_TABLE),
                false => self.limits.hash_mb,
            },
            interrupt: self.limits.interrupt.clone(),
        })
    }

    /// Asks one question with its share of the limits. `search` says what was found and how many
    /// nodes that took.
    fn ask(
        &mut self,
        stage: Stage,
        nodes: u64,
        search: impl FnOnce(&Limits, &mut (dyn FnMut(Progress) + Send)) -> (Found, u64),
    ) -> Found {
        let limits = match self.share(nodes) {
            Ok(limits) => limits,
            Err(reason) => return Found::Open(reason),
        };
        let before = self.nodes;
        let report = &mut *self.report;
        (report)(ThreatProgress { nodes: before, stage });
        let (found, used) = search(&limits, &mut |progress: Progress| {
            (report)(ThreatProgress {
                nodes: before + progress.nodes,
                stage,
            });
        });
        self.nodes += used;
        if let Found::Open(reason @ (Reason::Time | Reason::Interrupted)) = found {
            self.stopped = Some(reason);
        }
        found
    }

    /// Asks every question with ever more nodes, up to `most`, until all are decided or a limit is
    /// met.
    fn rounds<G: Geometry>(
        &mut self,
        asks: &[Ask<G>],
        most: u64,
        mut search: impl FnMut(&mut Self, &Ask<G>, u64) -> Found,
    ) -> Vec<Found> {
        let mut found = vec![Found::Open(Reason::Nodes); asks.len()];
        let mut nodes = ROUND.min(most);
        while nodes > 0 {
            for (ask, found) in asks.iter().zip(&mut found) {
                if found.may_go_on() {
                    *found = search(self, ask, nodes);
                }
            }
            if nodes == most || self.stopped.is_some() || !found.iter().any(Found::may_go_on) {
                break;
            }
            nodes = nodes.saturating_mul(GROWTH).min(most);
        }
        found
    }

    /// Whether the side to move mates by checks alone, for many positions.
    fn mates<G: Geometry>(&mut self, asks: &[Ask<G>], most: u64) -> Vec<Found> {
        self.rounds(asks, most, |work, ask, nodes| {
            let settings = plain::SolverSettings {
                first: nodes > SHORTEST_NODES,
                threads: work.settings.threads,
                ..plain::SolverSettings::default()
            };
            work.ask(ask.stage, nodes, |limits, report| {
                let Ok(tsume) = Tsume::new(ask.position.clone()) else {
                    // Without a king there is no mate.
                    return (Found::No, 0);
                };
                let solution = plain::solve(&tsume, &settings, limits, report);
                let nodes = solution.nodes;
                (Found::of(solution), nodes)
            })
        })
    }

    /// Which of the replies that are asked about threaten mate in turn. A reply that gives check
    /// threatens nothing.
    fn counters<G: Geometry>(
        &mut self,
        after: &[Position<G>],
        replies: &mut [Reply],
        asked: impl Fn(&Reply) -> bool,
    ) {
        let mut asked: Vec<usize> = (0..replies.len())
            .filter(|&i| {
                let position = &after[i];
                asked(&replies[i]) && position.king(position.turn()).is_some() && !position.in_check()
            })
            .collect();
        // A move that does not parry threatens in vain.
        asked.sort_by_key(|&i| !replies[i].result.is_parry());
        let asks: Vec<Ask<G>> = asked
            .iter()
            .map(|&i| Ask {
                stage: Stage::Counter(replies[i].m),
                position: passed(&after[i]),
            })
            .collect();
        let found = self.mates(&asks, COUNTER_NODES);
        for (i, found) in asked.into_iter().zip(found) {
            replies[i].counter = match found {
                Found::Yes(_) => Some(true),
                Found::No => Some(false),
                Found::Open(_) => None,
            };
        }
    }

    /// Which of the parries that are asked about run into a brinkmate.
    fn brinkmates<G: Geometry>(
        &mut self,
        after: &[Position<G>],
        replies: &mut [Reply],
        asked: impl Fn(&Reply) -> bool,
    ) {
        let limited = self.limits.nodes.is_some() || self.limits.time.is_some();
        let most = self.settings.brinkmate_nodes.unwrap_or(match limited {
            true => u64::MAX,
            false => BRINKMATE_NODES,
        });
        let asked: Vec<usize> = (0..replies.len())
            .filter(|&i| replies[i].result == ReplyResult::Parry && asked(&replies[i]))
            .collect();
        let asks: Vec<Ask<G>> = asked
            .iter()
            .map(|&i| Ask {
                stage: Stage::Brinkmate(replies[i].m),
                position: after[i].clone(),
            })
            .collect();
        let settings = SolverSettings {
            first: true,
            threads: self.settings.threads,
            ..SolverSettings::default()
        };
        let found = self.rounds(&asks, most, |work, ask, nodes| {
            work.ask(ask.stage, nodes, |limits, report| {
                let Ok(hisshi) = Hisshi::new(ask.position.clone()) else {
                    return (Found::No, 0);
                };
                let solution = Solver::new(&hisshi, &settings, limits.hash_mb).any(limits, report);
                let nodes = solution.nodes;
                (Found::of(solution), nodes)
            })
        });
        for (i, found) in asked.into_iter().zip(found) {
            if let Found::Yes(line) = found {
                replies[i].result = ReplyResult::Hisshi;
                replies[i].line = line;
            }
        }
    }
}
