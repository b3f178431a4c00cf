//! `loa solve`: does the side to move force a win, in how many plies, by which line?

use crate::answer::{Certification, Findings, WithCertificate};
use crate::certificate::{AnyCertificate, loa};
use crate::invalid::Invalid;
use crate::question::{KillerStart, LoaSearch, LoaSolve, Threats};
use crate::request::Name;
use crate::run::Run;
use crate::solve::seconds;
use crate::subject::Subject;
use crate::verdict::Verdict;
use serde::{Deserialize, Serialize};
use yose_loa::with_position;
use yose_loa_endgame::{
    Endgame, Killer, Method, Outcome, Progress, Solver, SolverSettings, Start, Threats as Tried, Trial,
    Verdict as Found,
};

/// Entries of a table of this number of MB, as deepening and PDS count them.
const ENTRIES_PER_MB: usize = 1 << 15;

/// The fields of `loa solve`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LoaBody {
    /// Plies of the line; an upper bound without `exact`; null where no win was proved.
    pub length: Option<u32>,
    /// No shorter win exists, proved; null where there is none at all.
    pub lower: Option<u32>,
    /// Whether the length is proved shortest.
    pub exact: Option<bool>,
    /// The line, each move as the square left and the square reached.
    pub line: Option<Vec<String>>,
    /// Nodes searched.
    pub nodes: u64,
    /// Moves made.
    pub moves: u64,
    /// Time used.
    pub seconds: f64,
}

/// The reply to `loa solve`.
pub type LoaReply = WithCertificate<LoaBody>;

impl LoaSolve {
    fn killer(&self) -> Killer {
        Killer {
            start: match self.killer.start {
                KillerStart::Never => Start::Never,
                KillerStart::Always => Start::Always,
                KillerStart::Height(least, most) => Start::Height(least, most),
                KillerStart::Capture => Start::Capture,
                KillerStart::Quiet => Start::Quiet,
            },
            pass: self.killer.pass,
            dual: self.killer.dual,
        }
    }

    /// The usual way: df-pn, and deepening for the length.
    fn manner(&self) -> SolverSettings {
        let mut manner = SolverSettings {
            first: self.first,
            killer: self.killer(),
            threats_only: self.threats == Threats::Only,
            ..SolverSettings::default()
        };
        manner.search.killer = self.killer();
        manner
    }

    /// One search of one kind, if the question asks for one.
    fn trial(&self, hash_mb: usize) -> Option<Trial> {
        self.search.map(|search| Trial {
            method: match search {
                LoaSearch::Deepening => Method::Deepening,
                LoaSearch::Pds => Method::Pds,
                LoaSearch::Dfpn => Method::Dfpn,
            },
            killer: self.killer(),
            threats: match self.threats {
                Threats::Any => Tried::Any,
                Threats::First => Tried::First,
                Threats::Only => Tried::Only,
            },
            ahead: true,
            entries: hash_mb * ENTRIES_PER_MB,
            ..Trial::default()
        })
    }
}

/// Answers the question.
pub(crate) fn answer(name: &Name, solve: &LoaSolve, run: &mut Run<'_>) -> LoaReply {
    WithCertificate::of(name, found(solve, run), LoaBody::default)
}

fn found(solve: &LoaSolve, run: &mut Run<'_>) -> Result<Findings<LoaBody>, Invalid> {
    let (position, rules) = match &solve.position {
        Subject::Loa { position, rules } => (*position, *rules),
        Subject::Shogi(_) => {
            return Err(Invalid::whole(
                "not a Lines of Action position: expected a board of b and w and the side to move",
            ));
        }
        Subject::Invalid(invalid) => return Err(invalid.clone()),
    };
    let (found, mut body, certificate) = with_position!(position, |p| {
        let endgame = Endgame::new(p, rules).map_err(Invalid::from)?;
        search(&endgame, solve, run)
    });
    let (verdict, reason) = match found {
        Found::Proved { length, exact } => {
            (body.length, body.exact) = (Some(length), Some(exact));
            (Verdict::Win, None)
        }
        Found::Disproved => {
            (body.lower, body.line) = (None, None);
            (Verdict::NoWin, None)
        }
        Found::Unknown(reason) => {
            body.line = None;
            (Verdict::Unknown, Some(reason.into()))
        }
    };
    Ok(Findings {
        body,
        verdict,
        reason,
        certificate,
    })
}

fn search<G: yose_loa::Geometry>(
    endgame: &Endgame<G>,
    solve: &LoaSolve,
    run: &mut Run<'_>,
) -> (Found, LoaBody, Certification) {
    let limits = run.search_limits();
    let mut report = |progress: Progress| run.note(progress.nodes, None, String::new);
    let trial = solve.trial(limits.hash_mb);
    let tried = trial.map(|trial| trial.run(endgame, &limits, &mut report));
    let solver = Solver::new(endgame, &solve.manner(), limits.hash_mb);
    let mut body = LoaBody::default();
    let found = match &tried {
        Some(measured) => {
            body.nodes = measured.nodes;
            body.moves = measured.moves;
            body.seconds = seconds(measured.elapsed);
            let exact = trial.is_some_and(|trial| trial.method == Method::Deepening);
            match measured.outcome {
                Ok(Outcome::Proved(plies)) => {
                    body.lower = Some(if exact { u32::from(plies) } else { 1 });
                    Found::Proved {
                        length: u32::from(plies),
                        exact: exact || plies <= 1,
                    }
                }
                Ok(Outcome::Disproved(_)) => Found::Disproved,
                Err(reason) => Found::Unknown(reason),
            }
        }
        None => {
            let solution = solver.solve(&limits, &mut report);
            body.nodes = solution.nodes;
            body.moves = solution.moves.unwrap_or_default();
            body.seconds = seconds(solution.elapsed);
            body.lower = Some(solution.lower);
            let size = endgame.position().size();
            let line = solution.line.iter().map(|m| m.name(size).to_string());
            body.line = Some(line.collect());
            solution.verdict
        }
    };
    let certificate = solve
        .certificate
        .then(|| loa::certify(&solver, found, &limits).map(AnyCertificate::Plain));
    (found, body, certificate)
}
