//! `hisshi`: is it a brinkmate, in how many plies, by which line, and what does it threaten?

use crate::answer::{Findings, WithCertificate};
use crate::certificate::hisshi::certify;
use crate::cooks::{self, CooksBody};
use crate::invalid::Invalid;
use crate::question::Hisshi;
use crate::request::Name;
use crate::run::Run;
use crate::solve::seconds;
use crate::verdict::{Reason, Verdict};
use crate::words;
use serde::{Deserialize, Serialize};
use yose_board::{Faults, Place};
use yose_hisshi::{MoveSet, Policy, PolicyFault, Solution, Solver, SolverSettings};
use yose_shogi::notation::usi;
use yose_shogi::{Move, Setup, with_wide_position};

/// The mate that a quiet move of the line threatens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreatBody {
    /// The place of the quiet move in the line, from 1.
    pub at: usize,
    /// The mate after a pass, as USI moves; null if it was not found within the limits.
    pub line: Option<Vec<String>>,
}

/// The fields of `hisshi`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HisshiBody {
    /// Plies of the line; an upper bound without `exact`; null where nothing was proved.
    pub length: Option<u32>,
    /// No shorter brinkmate exists, proved (0: a plain mate is not excluded); of a mate, no shorter
    /// mate; null where there is no brinkmate.
    pub lower: Option<u32>,
    /// Whether the length is proved shortest; false where the verdict is unknown, null where there
    /// is no brinkmate.
    pub exact: Option<bool>,
    /// The line, as USI moves: up to the last quiet move, or the mate.
    pub line: Option<Vec<String>>,
    /// The mates that the quiet moves of the line threaten.
    pub threats: Option<Vec<ThreatBody>>,
    /// Which quiet moves were tried.
    #[serde(with = "words::word")]
    pub move_set: MoveSet,
    /// Which drops of the defender do not count.
    #[serde(default, with = "words::word")]
    pub policy: Policy,
    /// What `--cooks` found.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub cooks: Option<CooksBody>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used.
    pub seconds: f64,
}

/// The reply to `hisshi`.
pub type HisshiReply = WithCertificate<HisshiBody>;

/// The fields of a reply before anything is found.
pub(crate) fn empty(hisshi: &Hisshi) -> HisshiBody {
    HisshiBody {
        move_set: hisshi.moves,
        policy: hisshi.policy,
        ..HisshiBody::default()
    }
}

/// Answers the question.
pub(crate) fn answer(name: &Name, hisshi: &Hisshi, run: &mut Run<'_>) -> HisshiReply {
    WithCertificate::of(name, found(hisshi, run), || empty(hisshi))
}

/// The fields of the reply, its verdict, and why the verdict is unknown.
type Filled = (HisshiBody, Verdict, Option<Reason>);

fn found(hisshi: &Hisshi, run: &mut Run<'_>) -> Result<Findings<HisshiBody>, Invalid> {
    let setup = hisshi.position.shogi()?;
    let position = setup.validate_wide().map_err(Invalid::from)?;
    suits(hisshi)?;
    let settings = SolverSettings {
        first: hisshi.first,
        threads: run.limits.threads,
        moves: hisshi.moves,
        policy: hisshi.policy,
        ..SolverSettings::default()
    };
    let author = cooks::author(hisshi, setup)?;
    let limits = run.search_limits();
    let (solution, examined, certificate) = with_wide_position!(position, |p| {
        let problem = yose_hisshi::Hisshi::new(p).map_err(Invalid::from)?;
        hisshi.policy.suits(&problem).map_err(Invalid::from)?;
        let solver = Solver::new(&problem, &settings, limits.hash_mb);
        let line_so_far = |progress: &_| words_of(setup, &yose_hisshi::so_far(&problem, progress));
        let mut report = |progress| run.report(&progress, || line_so_far(&progress));
        let (solution, examined) = if hisshi.cooks {
            let mut solution = solver.solve(&cooks::half(&limits), &mut report);
            if author.is_none() && cooks::is_stopped(&solution) {
                // Without a line there are no cooks to look for, and the rest is for the solution.
                let again = solver.solve(&cooks::left(&limits, &solution), &mut report);
                solution = Solution {
                    nodes: solution.nodes + again.nodes,
                    elapsed: solution.elapsed + again.elapsed,
                    ..again
                };
            }
            let examined = cooks::examine(&solver, author.as_deref(), &solution, &limits, setup, run);
            (solution, Some(examined))
        } else {
            (solver.solve(&limits, &mut report), None)
        };
        let certificate = hisshi
            .certificate
            .then(|| certify(&problem, &solver, &settings, solution.verdict, &limits));
        (solution, examined, certificate)
    });
    let (mut body, verdict, reason) = filled(setup, &solution, empty(hisshi));
    if let Some((cooks, nodes, elapsed)) = examined {
        body.cooks = Some(cooks);
        body.nodes += nodes;
        body.seconds = seconds(solution.elapsed + elapsed);
    }
    Ok(Findings {
        body,
        verdict,
        reason,
        certificate,
    })
}

/// Whether the rest of the question can be asked under its policy.
fn suits(hisshi: &Hisshi) -> Result<(), Invalid> {
    let policy = hisshi.policy;
    let fault = match policy {
        Policy::None => return Ok(()),
        _ if hisshi.moves == MoveSet::Paper => PolicyFault::Moves(policy),
        _ if hisshi.cooks => PolicyFault::Cooks(policy),
        _ if hisshi.certificate => PolicyFault::Certificate(policy),
        Policy::Kept | Policy::Returned => return Ok(()),
    };
    Err(Faults::one(Place::Whole, fault).into())
}

/// Moves as USI words.
pub(crate) fn words_of(setup: &Setup, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&m| usi::write(m, setup.variant)).collect()
}

/// The fields of a solution.
fn filled(setup: &Setup, solution: &Solution, mut body: HisshiBody) -> Filled {
    body.nodes = solution.nodes;
    body.seconds = seconds(solution.elapsed);
    let (length, exact, verdict) = match solution.verdict {
        yose_hisshi::Verdict::Mate { length, exact } => (length, exact, Verdict::Mate),
        yose_hisshi::Verdict::Hisshi { length, exact } => (Some(length), exact, Verdict::Hisshi),
        yose_hisshi::Verdict::None => return (body, Verdict::None, None),
        yose_hisshi::Verdict::Unknown(why) => {
            body.lower = Some(solution.lower);
            // Whatever the reason, no length is proved shortest.
            body.exact = Some(false);
            return (body, Verdict::Unknown, Some(why.into()));
        }
    };
    body.length = length;
    body.lower = Some(solution.lower);
    body.exact = Some(exact);
    // A line that cannot be shown whole is left out: half of one would pass for it.
    if length == Some(solution.line.len() as u32) {
        body.line = Some(words_of(setup, &solution.line));
        let threat = |threat: &yose_hisshi::Threat| ThreatBody {
            at: threat.at,
            line: (!threat.line.is_empty()).then(|| words_of(setup, &threat.line)),
        };
        body.threats = Some(solution.threats.iter().map(threat).collect());
    }
    (body, verdict, None)
}
