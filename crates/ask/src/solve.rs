//! `solve`: is it mate, in how many plies, by which line?

use crate::certificate::policy::solve_and_certify;
use crate::certificate::{self, AnyCertificate, NoCertificate};
use crate::invalid::Invalid;
use crate::json::Answer;
use crate::options::Options;
use crate::picture;
use crate::problem::{Content, Problem};
use crate::status::Status;
use serde::Serialize;
use std::fmt::Write;
use std::time::Duration;
use yose_board::Square;
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Geometry, Move, Position, Setup, with_position};
use yose_tsume::{Convention, Policy};
use yose_tsume::{Progress, Solution, Solver, SolverSettings, Tsume, Verdict};

/// The fields of `solve`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SolveBody {
    /// Plies of the line; an upper bound without `exact`; null where no mate was proved.
    pub length: Option<u32>,
    /// With another convention than `modern`: plies of the line that lasts longest, whatever it leaves over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest: Option<u32>,
    /// No shorter mate exists (than `longest`, if that is told), proved; null where there is none at all.
    pub lower: Option<u32>,
    /// Whether the length is proved shortest, and the line to be the one of the convention.
    pub exact: Option<bool>,
    /// The line, as USI moves.
    pub line: Option<Vec<String>>,
    /// What the attacker still holds at the end of the line, as SFEN hand letters.
    pub leftover: Option<String>,
    /// What counts as a futile interposition.
    pub policy: &'static str,
    /// Which line is the solution, if not that of the default convention.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub convention: Option<&'static str>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used.
    pub seconds: f64,
}

/// The answer to a mate problem, for programs and for people.
#[derive(Debug)]
pub struct Solved {
    /// The object.
    pub answer: Answer<SolveBody>,
    /// What it means for the exit status.
    pub status: Status,
    /// The position, if there was one.
    start: Option<Setup>,
    moves: Vec<Move>,
    invalid: Option<Invalid>,
    /// The certificate, if one was asked for.
    pub certificate: Option<Result<AnyCertificate, NoCertificate>>,
}

/// Solves a problem. A record is asked about its start position, a position with moves about the one they
/// lead to.
pub fn solve(problem: &Problem, options: &Options, report: &mut (dyn FnMut(Progress) + Send)) -> Solved {
    let outcome = start_of(problem).and_then(|setup| {
        let position = setup.validate().map_err(Invalid::from)?;
        let solution = with_position!(position, |p| {
            let tsume = Tsume::new(p).map_err(Invalid::from)?;
            // Unless a policy is named, a certificate is about the length with every interposition counted: it is far smaller.
            let counts_all = options.certificate || !tsume.more_is_as_good();
            let policy = options.futile.unwrap_or(if !counts_all {
                Policy::default()
            } else {
                Policy::None
            });
            if options.convention != Convention::Modern {
                let (solution, longest) = by_convention(&tsume, policy, options, report)?;
                return Ok((setup.clone(), (solution, longest, None, policy)));
            }
            let (solution, certificate) = ask(&tsume, policy, options, report)?;
            Ok::<_, Invalid>((solution, None, certificate, policy))
        })?;
        Ok((setup, solution))
    });
    match outcome {
        Ok((setup, (solution, longest, certificate, policy))) => {
            let body = SolveBody {
                policy: policy.word(),
                longest,
                ..empty(options)
            };
            Solved {
                certificate,
                ..solved(problem, setup, &solution, body)
            }
        }
        Err(invalid) => Solved {
            answer: Answer::invalid(problem, &invalid, empty(options)),
            status: Status::Invalid,
            start: None,
            moves: Vec::new(),
            invalid: Some(invalid),
            certificate: None,
        },
    }
}

fn empty(options: &Options) -> SolveBody {
    SolveBody {
        policy: options.futile.unwrap_or_default().word(),
        convention: (options.convention != Convention::Modern).then(|| options.convention.word()),
        ..SolveBody::default()
    }
}

/// By another convention than the default one, which has neither a first mate nor a certificate.
fn by_convention<G: Geometry>(
    tsume: &Tsume<G>,
    policy: Policy,
    options: &Options,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Result<(Solution, Option<u32>), Invalid> {
    let (threads, limits) = (options.threads, &options.limits);
    yose_tsume::solve_by(tsume, policy, options.convention, threads, limits, report).map_err(Invalid::whole)
}

/// What a certificate came to, if one was asked for.
type Certified = Option<Result<AnyCertificate, NoCertificate>>;

fn ask<G: Geometry>(
    tsume: &Tsume<G>,
    policy: Policy,
    options: &Options,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Result<(Solution, Certified), Invalid> {
    // The limits were for the solution; the gathering of what is proved has them once more.
    let more = options.limits.once_more();
    let solver = |first: bool| {
        let manner = SolverSettings {
            first,
            threads: options.threads,
            ..SolverSettings::default()
        };
        Solver::new(tsume, &manner, options.limits.hash_mb)
    };
    // Any mate is one under every policy.
    if policy == Policy::None || options.first {
        let solver = solver(options.first);
        let solution = solver.solve(&options.limits, report);
        let certificate = options
            .certificate
            .then(|| certificate::certify(&solver, solution.verdict, &more).map(AnyCertificate::Plain));
        return Ok((solution, certificate));
    }
    let (threads, limits) = (options.threads, &options.limits);
    if !options.certificate {
        let solution =
            yose_tsume::policy::solve(tsume, policy, threads, limits, report).map_err(Invalid::whole)?;
        return Ok((solution, None));
    }
    let (solution, certificate) =
        solve_and_certify(tsume, policy, threads, limits, report).map_err(Invalid::whole)?;
    if solution.verdict == Verdict::Disproved {
        // No mate is no mate under every policy.
        let solver = solver(false);
        let again = solver.solve(&more, report);
        let certificate = certificate::certify(&solver, again.verdict, &more).map(AnyCertificate::Plain);
        return Ok((solution, Some(certificate)));
    }
    Ok((solution, Some(certificate.map(AnyCertificate::Ruled))))
}

/// The first moves of the best line so far of a search that is at work on a problem.
pub fn line_so_far(problem: &Problem, progress: &Progress) -> Vec<String> {
    let line = start_of(problem).and_then(|setup| {
        let position = setup.validate().map_err(Invalid::from)?;
        with_position!(position, |p| {
            let tsume = Tsume::new(p).map_err(Invalid::from)?;
            let moves = yose_tsume::so_far(&tsume, progress);
            let variant = tsume.position().variant();
            Ok(moves.into_iter().map(|m| usi::write(m, variant)).collect())
        })
    });
    line.unwrap_or_default()
}

/// The answer to a problem that an interrupt left unsolved: every problem gets an answer.
pub fn skipped(problem: &Problem, options: &Options) -> Answer<SolveBody> {
    Answer::skipped(problem, empty(options))
}

/// The position a problem asks about.
pub(crate) fn start_of(problem: &Problem) -> Result<Setup, Invalid> {
    match &problem.content {
        Err(invalid) => Err(invalid.clone()),
        Ok(Content::Shogi { setup, moves }) => crate::show::after(setup, moves),
        Ok(Content::Record(record)) => Ok(record.setup.clone()),
        Ok(Content::Loa { .. }) => Err(Invalid::whole(
            "a Lines of Action position has no king to mate; `solve` is about shogi",
        )),
    }
}

fn solved(problem: &Problem, setup: Setup, solution: &Solution, mut body: SolveBody) -> Solved {
    body.nodes = solution.nodes;
    body.seconds = seconds(solution.elapsed);
    let mut reason = None;
    let mut status = Status::Answered;
    let verdict = match solution.verdict {
        Verdict::Proved { length, exact } => {
            body.length = Some(length);
            body.lower = Some(solution.lower);
            body.exact = Some(exact);
            // A mate that is proved but cannot be shown has no line; half of one would pass for it.
            if solution.line.len() == length as usize {
                let text = |&m: &Move| usi::write(m, setup.variant);
                body.line = Some(solution.line.iter().map(text).collect());
                body.leftover = crate::show::after(&setup, &solution.line).ok().map(|end| {
                    sfen::hand_letters(&setup.variant.army, &end.hands[setup.turn.index()], setup.turn)
                });
            }
            "mate"
        }
        Verdict::Disproved => "nomate",
        Verdict::Unknown(why) => {
            body.lower = Some(solution.lower);
            reason = Some(why.word());
            status = Status::Unknown;
            "unknown"
        }
    };
    let has_line = body.line.is_some();
    let mut answer = Answer::new(problem, verdict, body);
    answer.reason = reason;
    Solved {
        answer,
        status,
        start: Some(setup),
        moves: if has_line {
            solution.line.clone()
        } else {
            Vec::new()
        },
        invalid: None,
        certificate: None,
    }
}

/// Seconds to the microsecond.
pub(crate) fn seconds(elapsed: Duration) -> f64 {
    (elapsed.as_secs_f64() * 1e6).round() / 1e6
}

impl Solved {
    /// The answer for people: the board, the verdict, the line.
    pub fn text(&self, problem: &Problem, style: crate::show::Style, ansi: bool) -> String {
        if let Some(invalid) = &self.invalid {
            return crate::report::report(problem, invalid);
        }
        let mut text = String::new();
        if let Some(id) = &problem.id {
            let _ = writeln!(text, "{id}");
        }
        if let Some(setup) = &self.start
            && let Some(diagram) = picture::shogi(setup, None)
        {
            text.push_str(&crate::show::draw(&diagram, style, ansi));
        }
        let body = &self.answer.body;
        let effort = format!("{} nodes, {:.3} s", body.nodes, body.seconds);
        match (self.answer.verdict, body.length) {
            ("mate", Some(length)) => {
                let known = match (body.exact, body.lower) {
                    (Some(true), _) => "proved shortest".to_owned(),
                    (_, Some(lower)) if lower == length => {
                        "proved shortest, but stopped before the line was settled (手順は未確定)".to_owned()
                    }
                    (_, Some(lower)) if lower > 1 => {
                        format!("not proved shortest (最短とは限らない; none is shorter than {lower})")
                    }
                    _ => "not proved shortest (最短とは限らない)".to_owned(),
                };
                let _ = writeln!(text, "mate in {length} ({length}手詰), {known}; {effort}");
                if let Some(longest) = body.longest {
                    text.push_str(&convention_text(length, longest, body.exact == Some(true)));
                }
                match body.line {
                    Some(_) => text.push_str(&self.line_text()),
                    None => text.push_str(
                        "no line (手順なし): stopped before the table, which has forgotten it, was filled again\n",
                    ),
                }
                match body.leftover.as_deref() {
                    Some("") | None => {}
                    Some(left) => {
                        let _ = writeln!(text, "left over in hand (駒余り): {left}");
                    }
                }
            }
            ("nomate", _) => {
                let _ = writeln!(text, "no mate (不詰), proved; {effort}");
            }
            _ => {
                let why = self.answer.reason.unwrap_or("unknown");
                let lower = body.lower.unwrap_or(1);
                let _ = writeln!(
                    text,
                    "unknown (不明): stopped ({why}); no mate shorter than {lower}; {effort}"
                );
            }
        }
        text
    }

    /// The line in Japanese notation with USI beside it, a move a line.
    fn line_text(&self) -> String {
        let Some(Ok(position)) = self.start.as_ref().map(Setup::validate) else {
            return String::new();
        };
        with_position!(position, |p| line_text(p, &self.moves))
    }
}

/// What the classical convention made of the length.
pub(crate) fn convention_text(length: u32, longest: u32, exact: bool) -> String {
    match (exact, length < longest) {
        (true, true) => {
            format!("classical: a defence lasts {longest} plies, but leaves pieces over (変長駒余り)\n")
        }
        (true, false) => String::new(),
        (false, _) => {
            "classical: stopped before it was known which line leaves nothing over; this one lasts longest\n"
                .to_owned()
        }
    }
}

/// A line of moves, numbered, in Japanese notation and USI.
pub fn line_text<G: Geometry>(position: Position<G>, moves: &[Move]) -> String {
    let mut p = position;
    let mut previous: Option<Square> = None;
    let mut text = String::new();
    for (i, &m) in moves.iter().enumerate() {
        let japanese = yose_record::japanese(&p, m, previous);
        // Full-width characters are two columns wide: pad by hand.
        let width: usize = japanese.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
        let pad = " ".repeat(16usize.saturating_sub(width));
        let _ = writeln!(text, "{:>4} {japanese}{pad}{}", i + 1, usi::write(m, p.variant()));
        previous = Some(m.to());
        p.make(m);
    }
    text
}
