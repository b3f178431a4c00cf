//! One frame of an enumeration: every diagram of the frame solved, mates judged.

use crate::answer::{SCHEMA, line};
use crate::certificate;
use crate::question::Frame;
use crate::request::Name;
use crate::run::Run;
use crate::solve::seconds;
use crate::verdict::{Reason, Verdict};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use yose_andor::Clock;
use yose_enumerate::{WorkFault, Worker};
use yose_shogi::Shogi;
use yose_tsume::{Limits, Solver, SolverSettings, Tsume};

/// MB for the fresh table of a disproof, as small as its problems are.
const DISPROOF_MB: usize = 64;

/// The reply about one frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FrameReply {
    /// The version of the shape.
    pub schema: u32,
    /// The name of the space.
    pub space: String,
    /// The number of the frame.
    pub frame: usize,
    /// `done`, `unknown` or `invalid`.
    pub verdict: Verdict,
    /// The part: what was found, as text.
    pub part: Option<String>,
    /// Diagrams that are problems.
    pub problems: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used.
    pub seconds: f64,
    /// Why the verdict is unknown.
    pub reason: Option<Reason>,
    /// What went wrong.
    pub error: Option<String>,
}

impl FrameReply {
    /// The reply about a frame that stayed open.
    pub(crate) fn open(_: &Name, frame: &Frame, reason: Reason, error: Option<String>) -> FrameReply {
        FrameReply {
            schema: SCHEMA,
            space: frame.space.space().name.clone(),
            frame: frame.frame,
            verdict: Verdict::Unknown,
            part: None,
            problems: 0,
            nodes: 0,
            seconds: 0.0,
            reason: Some(reason),
            error,
        }
    }

    /// The object that programs read, as one line with its line feed.
    pub fn line(&self) -> String {
        line(self)
    }
}

/// Answers the question.
pub(crate) fn answer(name: &Name, frame: &Frame, run: &mut Run<'_>) -> FrameReply {
    let clock = Clock::start();
    let space = frame.space.space();
    let Some(laid_out) = space.frames().get(frame.frame) else {
        return FrameReply {
            verdict: Verdict::Invalid,
            reason: None,
            error: Some(format!("{} has no frame {}", space.name, frame.frame)),
            ..FrameReply::open(name, frame, Reason::Nodes, None)
        };
    };
    let terms = frame.terms(run.limits);
    let interrupt = run.flag();
    let worked = yose_tsume::with_big_stack(|| {
        let worker = Worker::new(space, &terms, Arc::clone(interrupt));
        worker.frame(frame.frame, laid_out, &|position| disproof(position, interrupt))
    });
    match worked {
        Some(Ok((part, nodes))) => FrameReply {
            verdict: Verdict::Done,
            problems: (part.never.len() + part.mates.len() + part.open.len()) as u64,
            part: Some(part.text(&yose_enumerate::run::head(space, &terms))),
            nodes,
            seconds: seconds(clock.elapsed()),
            reason: None,
            ..FrameReply::open(name, frame, Reason::Nodes, None)
        },
        Some(Err(WorkFault::Interrupted)) => FrameReply::open(name, frame, Reason::Interrupted, None),
        Some(Err(fault)) => FrameReply::open(name, frame, Reason::Fault, Some(fault.to_string())),
        None => FrameReply::open(
            name,
            frame,
            Reason::Memory,
            Some("no memory for a stack".to_owned()),
        ),
    }
}

/// The certificate that a problem has no mate, checked by the referee. It depends on the problem
/// alone.
///
/// # Errors
/// There is a mate, the search was stopped, or the referee rejects the certificate.
pub fn disproof(position: &Shogi, interrupt: &Arc<AtomicBool>) -> Result<String, String> {
    let tsume = Tsume::new(position.clone()).map_err(|faults| format!("{faults:?}"))?;
    let limits = Limits {
        hash_mb: DISPROOF_MB,
        interrupt: Arc::clone(interrupt),
        ..Limits::default()
    };
    let solver = Solver::new(&tsume, &SolverSettings::default(), DISPROOF_MB);
    let solution = solver.solve(&limits, &mut |_| {});
    match solution.verdict {
        yose_tsume::Verdict::Disproved => {}
        yose_tsume::Verdict::Proved { length, .. } => {
            return Err(format!("there is a mate within {length} plies"));
        }
        yose_tsume::Verdict::Unknown(reason) => return Err(format!("not decided ({})", reason.word())),
    }
    let certificate = certificate::certify(&solver, solution.verdict, &limits).map_err(|e| e.to_string())?;
    certificate::checked_text(&certificate)
}
