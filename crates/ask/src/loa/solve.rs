//! `loa solve`: does the side to move force a win, in how many plies, by which line?

use crate::certificate::loa;
use crate::certificate::{AnyCertificate, NoCertificate};
use crate::invalid::Invalid;
use crate::json::Answer;
use crate::picture;
use crate::problem::{Content, Problem};
use crate::solve::seconds;
use crate::status::Status;
use serde::Serialize;
use std::fmt::Write;
use yose_loa::{AnyPosition, with_position};
use yose_loa_endgame::{Asked, Limits, Method, Outcome, Progress, Solver, SolverSettings, Trial, Verdict};

/// How it is asked.
#[derive(Clone, Debug, Default)]
pub struct LoaOptions {
    /// What the search may use.
    pub limits: Limits,
    /// The usual way: df-pn, and deepening for the length.
    pub manner: SolverSettings,
    /// One search of one kind instead.
    pub trial: Option<Trial>,
    /// Whether the evidence is wanted as well.
    pub certificate: bool,
}

/// The fields of `loa solve`.
#[derive(Clone, Debug, Default, Serialize)]
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

/// The answer, for programs and for people.
#[derive(Debug)]
pub struct LoaSolved {
    /// The object.
    pub answer: Answer<LoaBody>,
    /// What it means for the exit status.
    pub status: Status,
    /// The certificate, if one was asked for.
    pub certificate: Option<Result<AnyCertificate, NoCertificate>>,
    start: Option<AnyPosition>,
    invalid: Option<Invalid>,
}

/// Solves a problem.
pub fn solve(
    problem: &Problem,
    options: &LoaOptions,
    report: &mut (dyn FnMut(Progress) + Send),
) -> LoaSolved {
    let asked = match &problem.content {
        Ok(Content::Loa { position, rules }) => Ok((*position, *rules)),
        Ok(_) => Err(Invalid::whole(
            "not a Lines of Action position: expected a board of b and w and the side to move",
        )),
        Err(invalid) => Err(invalid.clone()),
    };
    let outcome = asked.and_then(|(position, rules)| {
        let found = with_position!(position, |p| {
            let asked = Asked::new(p, rules).map_err(Invalid::from)?;
            found(&asked, options, report)
        });
        Ok((position, found))
    });
    match outcome {
        Ok((position, found)) => LoaSolved {
            answer: answer(problem, &found),
            status: match found.verdict {
                Verdict::Unknown(_) => Status::Unknown,
                _ => Status::Answered,
            },
            certificate: found.certificate,
            start: Some(position),
            invalid: None,
        },
        Err(invalid) => LoaSolved {
            answer: Answer::invalid(problem, &invalid, LoaBody::default()),
            status: Status::Invalid,
            certificate: None,
            start: None,
            invalid: Some(invalid),
        },
    }
}

struct Found {
    verdict: Verdict,
    body: LoaBody,
    certificate: Option<Result<AnyCertificate, NoCertificate>>,
}

fn found<G: yose_loa::Geometry>(
    asked: &Asked<G>,
    options: &LoaOptions,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Found {
    let tried = options
        .trial
        .map(|trial| trial.run(asked, &options.limits, report));
    let solver = Solver::new(asked, &options.manner, options.limits.hash_mb);
    let mut body = LoaBody::default();
    let verdict = match &tried {
        Some(measured) => {
            body.nodes = measured.nodes;
            body.moves = measured.moves;
            body.seconds = seconds(measured.elapsed);
            let exact = options.trial.is_some_and(|t| t.method == Method::Deepening);
            match measured.outcome {
                Ok(Outcome::Proved(plies)) => {
                    body.lower = Some(if exact { u32::from(plies) } else { 1 });
                    Verdict::Proved {
                        length: u32::from(plies),
                        exact: exact || plies <= 1,
                    }
                }
                Ok(Outcome::Disproved(_)) => Verdict::Disproved,
                Err(reason) => Verdict::Unknown(reason),
            }
        }
        None => {
            let solution = solver.solve(&options.limits, report);
            body.nodes = solution.nodes;
            body.moves = solution.moves.unwrap_or_default();
            body.seconds = seconds(solution.elapsed);
            body.lower = Some(solution.lower);
            let size = asked.position().size();
            let line = solution.line.iter().map(|m| m.name(size).to_string());
            body.line = Some(line.collect());
            solution.verdict
        }
    };
    // The limits were for the solution; the gathering of what is proved has them once more.
    let limits = options.limits.once_more();
    let certificate = options
        .certificate
        .then(|| loa::certify(&solver, verdict, &limits).map(AnyCertificate::Plain));
    Found {
        verdict,
        body,
        certificate,
    }
}

fn answer(problem: &Problem, found: &Found) -> Answer<LoaBody> {
    let mut body = found.body.clone();
    let (word, reason) = match found.verdict {
        Verdict::Proved { length, exact } => {
            (body.length, body.exact) = (Some(length), Some(exact));
            ("win", None)
        }
        Verdict::Disproved => {
            (body.lower, body.line) = (None, None);
            ("nowin", None)
        }
        Verdict::Unknown(reason) => {
            body.line = None;
            ("unknown", Some(reason.word()))
        }
    };
    let mut answer = Answer::new(problem, word, body);
    answer.reason = reason;
    answer
}

/// The answer to a problem that an interrupt left unsolved: every problem gets an answer.
pub fn skipped(problem: &Problem) -> Answer<LoaBody> {
    Answer::skipped(problem, LoaBody::default())
}

impl LoaSolved {
    /// The answer for people: the board, the verdict, the line.
    pub fn text(&self, problem: &Problem, style: crate::show::Style, ansi: bool) -> String {
        if let Some(invalid) = &self.invalid {
            return crate::report::report(problem, invalid);
        }
        let mut text = String::new();
        if let Some(id) = &problem.id {
            let _ = writeln!(text, "{id}");
        }
        if let Some(diagram) = self.start.as_ref().and_then(picture::loa) {
            text.push_str(&crate::show::draw(&diagram, style, ansi));
        }
        let body = &self.answer.body;
        let effort = format!(
            "{} nodes, {} moves made, {:.3} s",
            body.nodes, body.moves, body.seconds
        );
        let _ = match (self.answer.verdict, body.length) {
            ("win", Some(length)) => {
                let known = match (body.exact, body.lower) {
                    (Some(true), _) => "proved shortest".to_owned(),
                    (_, Some(lower)) if lower > 1 => {
                        format!("not proved shortest (none is shorter than {lower})")
                    }
                    _ => "not proved shortest".to_owned(),
                };
                writeln!(text, "win in {length}, {known}; {effort}")
            }
            ("nowin", _) => writeln!(text, "no forced win, proved; {effort}"),
            _ => {
                let why = self.answer.reason.unwrap_or("unknown");
                writeln!(text, "unknown: stopped ({why}); {effort}")
            }
        };
        if let Some(line) = body.line.as_ref().filter(|line| !line.is_empty()) {
            let _ = writeln!(text, "{}", line.join(" "));
        }
        text
    }
}
