//! `solve`: is it mate, in how many plies, by which line?

use crate::answer::{Certification, Findings, WithCertificate};
use crate::certificate::policy::solve_and_certify;
use crate::certificate::{self, AnyCertificate};
use crate::invalid::Invalid;
use crate::question::Solve;
use crate::request::Name;
use crate::run::Run;
use crate::subject::after;
use crate::verdict::{Reason, Verdict};
use crate::words;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Geometry, Move, Setup, with_position};
use yose_tsume::{Convention, Policy, Progress, Solution, Solver, SolverSettings, Tsume};

/// The fields of `solve`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SolveBody {
    /// Plies of the line; an upper bound without `exact`; null where no mate was proved.
    pub length: Option<u32>,
    /// With another convention than `modern`: plies of the line that lasts longest, whatever it
    /// leaves over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest: Option<u32>,
    /// No shorter mate exists (than `longest`, if it is there), proved; null where there is no
    /// mate.
    pub lower: Option<u32>,
    /// Whether the length is proved shortest, and the line to be the one of the convention.
    pub exact: Option<bool>,
    /// The line, as USI moves.
    pub line: Option<Vec<String>>,
    /// What the attacker still holds at the end of the line, as SFEN hand letters.
    pub leftover: Option<String>,
    /// Which interpositions are futile.
    #[serde(with = "words::word")]
    pub policy: Policy,
    /// Which line is the solution, if not that of the default convention.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "words::optional")]
    pub convention: Option<Convention>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used.
    pub seconds: f64,
}

/// The reply to `solve`.
pub type SolveReply = WithCertificate<SolveBody>;

/// The fields of a reply before anything is found.
pub(crate) fn empty(solve: &Solve) -> SolveBody {
    SolveBody {
        policy: solve.policy.unwrap_or_default(),
        convention: (solve.convention != Convention::Modern).then_some(solve.convention),
        ..SolveBody::default()
    }
}

/// Answers the question.
pub(crate) fn answer(name: &Name, solve: &Solve, run: &mut Run<'_>) -> SolveReply {
    WithCertificate::of(name, found(solve, run), || empty(solve))
}

fn found(solve: &Solve, run: &mut Run<'_>) -> Result<Findings<SolveBody>, Invalid> {
    let setup = solve.position.shogi()?;
    let position = setup.validate().map_err(Invalid::from)?;
    let (solution, longest, certificate, policy) = with_position!(position, |p| {
        let tsume = Tsume::new(p).map_err(Invalid::from)?;
        let policy = policy_of(solve, &tsume);
        if solve.convention == Convention::Modern {
            let (solution, certificate) = ask(&tsume, policy, solve, run)?;
            (solution, None, certificate, policy)
        } else {
            let (solution, longest) = by_convention(&tsume, policy, solve, run)?;
            (solution, longest, None, policy)
        }
    });
    let body = SolveBody {
        policy,
        longest,
        ..empty(solve)
    };
    let (body, verdict, reason) = filled(setup, &solution, body);
    Ok(Findings {
        body,
        verdict,
        reason,
        certificate,
    })
}

/// The policy of the question. Unless a policy is named, a certificate is about the length with
/// every interposition counted: that certificate is far smaller.
fn policy_of<G: Geometry>(solve: &Solve, tsume: &Tsume<G>) -> Policy {
    let counts_all = solve.certificate || !tsume.more_is_as_good();
    solve.policy.unwrap_or(match counts_all {
        true => Policy::None,
        false => Policy::default(),
    })
}

/// By another convention than the default one, which has neither a first mate nor a certificate.
fn by_convention<G: Geometry>(
    tsume: &Tsume<G>,
    policy: Policy,
    solve: &Solve,
    run: &mut Run<'_>,
) -> Result<(Solution, Option<u32>), Invalid> {
    let (threads, limits) = (run.limits.threads, run.search_limits());
    let mut report = |progress| run.report(&progress, || line_so_far(tsume, &progress));
    yose_tsume::solve_by(tsume, policy, solve.convention, threads, &limits, &mut report)
        .map_err(Invalid::whole)
}

fn ask<G: Geometry>(
    tsume: &Tsume<G>,
    policy: Policy,
    solve: &Solve,
    run: &mut Run<'_>,
) -> Result<(Solution, Certification), Invalid> {
    let (threads, limits) = (run.limits.threads, run.search_limits());
    let mut report = |progress| run.report(&progress, || line_so_far(tsume, &progress));
    let solver = |first: bool| {
        let manner = SolverSettings {
            first,
            threads,
            ..SolverSettings::default()
        };
        Solver::new(tsume, &manner, limits.hash_mb)
    };
    // Any mate is a mate under every policy.
    if policy == Policy::None || solve.first {
        let solver = solver(solve.first);
        let solution = solver.solve(&limits, &mut report);
        let certificate = solve
            .certificate
            .then(|| certificate::certify(&solver, solution.verdict, &limits).map(AnyCertificate::Plain));
        return Ok((solution, certificate));
    }
    if !solve.certificate {
        let solution = yose_tsume::policy::solve(tsume, policy, threads, &limits, &mut report)
            .map_err(Invalid::whole)?;
        return Ok((solution, None));
    }
    let (solution, certificate) =
        solve_and_certify(tsume, policy, threads, &limits, &mut report).map_err(Invalid::whole)?;
    if solution.verdict == yose_tsume::Verdict::Disproved {
        // No mate is no mate under every policy. That it is none is found again with the limits of
        // evidence.
        let solver = solver(false);
        let again = solver.solve(&limits.once_more(), &mut report);
        let certificate = certificate::certify(&solver, again.verdict, &limits).map(AnyCertificate::Plain);
        return Ok((solution, Some(certificate)));
    }
    Ok((solution, Some(certificate.map(AnyCertificate::UnderPolicy))))
}

/// The first moves of the best line so far.
pub(crate) fn line_so_far<G: Geometry>(tsume: &Tsume<G>, progress: &Progress) -> Vec<String> {
    let variant = tsume.position().variant();
    let moves = yose_tsume::so_far(tsume, progress);
    moves.into_iter().map(|m| usi::write(m, variant)).collect()
}

/// The fields of a solution.
fn filled(setup: &Setup, solution: &Solution, mut body: SolveBody) -> (SolveBody, Verdict, Option<Reason>) {
    body.nodes = solution.nodes;
    body.seconds = seconds(solution.elapsed);
    let (verdict, reason) = match solution.verdict {
        yose_tsume::Verdict::Proved { length, exact } => {
            body.length = Some(length);
            body.lower = Some(solution.lower);
            body.exact = Some(exact);
            // A mate that is proved but cannot be shown has no line; half of one would pass for it.
            if solution.line.len() == length as usize {
                let text = |&m: &Move| usi::write(m, setup.variant);
                body.line = Some(solution.line.iter().map(text).collect());
                body.leftover = leftover(setup, &solution.line);
            }
            (Verdict::Mate, None)
        }
        yose_tsume::Verdict::Disproved => (Verdict::NoMate, None),
        yose_tsume::Verdict::Unknown(why) => {
            body.lower = Some(solution.lower);
            (Verdict::Unknown, Some(why.into()))
        }
    };
    (body, verdict, reason)
}

/// What the attacker holds after a line, as SFEN hand letters.
pub(crate) fn leftover(setup: &Setup, line: &[Move]) -> Option<String> {
    let end = after(setup, line).ok()?;
    let army = &setup.variant.army;
    Some(sfen::hand_letters(
        army,
        &end.hands[setup.turn.index()],
        setup.turn,
    ))
}

/// Seconds to the microsecond.
pub(crate) fn seconds(elapsed: Duration) -> f64 {
    (elapsed.as_secs_f64() * 1e6).round() / 1e6
}
