//! One pass over frames: each frame is a request, here or on other machines, and its part a file.

use super::{Done, EnumerateError, EnumerateOptions, Step};
use crate::elsewhere::{Ended, Order, Report, Requests};
use crate::output::{OutputError, write_file};
use crate::{second_pass, worker};
use std::cell::RefCell;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use yose_ask::frame::FrameReply;
use yose_ask::question::{Frame, SpaceText};
use yose_ask::{Limits, Name, Pace, Question, Reason, Reply, Request, Resources, Verdict};
use yose_enumerate::run::{self, RunFault};
use yose_enumerate::{Part, Sample, Terms};

/// The result of a run over the frames of a shard.
#[derive(Debug, Default)]
pub(super) struct Ran {
    /// The number of frames.
    pub(super) all: usize,
    /// The number of frames that an earlier run finished.
    pub(super) found: usize,
    /// The frames that this run finished.
    pub(super) done: Vec<Done>,
    /// Whether an interrupt ended the run before all frames were finished.
    pub(super) interrupted: bool,
    /// How the run ended, if other machines did it.
    pub(super) elsewhere: Option<Ended>,
}

/// One pass over frames. Frames in which a diagram reached its limit of nodes come back in a second
/// pass, whole and with a larger limit. So what a frame comes to depends on the frame and the terms
/// alone.
pub(super) struct Pass {
    /// What a run of the pass is called on a server.
    pub(super) title: String,
    pub(super) terms: Terms,
    pub(super) frames: Vec<usize>,
    /// Where the parts go.
    pub(super) folder: PathBuf,
}

impl Pass {
    /// The second pass, if a part has a diagram that reached its limit of nodes.
    pub(super) fn second(&self, parts: &[Part]) -> Option<Pass> {
        let nodes = second_pass::nodes(self.terms.nodes?);
        let out_of_nodes = |part: &&Part| part.open.iter().any(|open| open.1 == Reason::Nodes.word());
        let frames: Vec<usize> = parts.iter().filter(out_of_nodes).map(|part| part.frame).collect();
        (!frames.is_empty()).then(|| Pass {
            title: format!("{}, second pass", self.title),
            terms: Terms {
                nodes: Some(nodes),
                ..self.terms.clone()
            },
            frames,
            folder: second_folder(&self.folder),
        })
    }
}

/// Where the parts of the second pass go, beside those of the first.
pub(super) fn second_folder(first: &Path) -> PathBuf {
    first.with_extension("second-parts")
}

/// The file in the folder of a pass that names its run on a server.
pub(super) const RUN_FILE: &str = "run";

/// Solves the frames of a pass. Each frame is one request, and its part is one file.
pub(super) fn frames(
    space: &SpaceText,
    options: &EnumerateOptions,
    pass: &Pass,
    report: &mut dyn FnMut(Step),
) -> Result<Ran, EnumerateError> {
    let Pass { terms, folder, .. } = pass;
    fs::create_dir_all(folder).map_err(|error| file_fault(folder, error))?;
    let head = run::head(space.space(), terms);
    let mut ran = Ran {
        all: pass.frames.len(),
        ..Ran::default()
    };
    let mut left = Vec::new();
    for &frame in &pass.frames {
        if run::read_part(folder, frame, &head)?.is_some() {
            ran.found += 1;
        } else {
            left.push(frame);
        }
    }
    // Frames and the notes between them are told from two closures.
    let report = RefCell::new(report);
    let tell = |step| (report.borrow_mut())(step);
    let mut keep = |frame, by: Option<String>, reply| -> Result<(), RunFault> {
        let Some((mut done, part)) = finished(reply)? else {
            return Ok(());
        };
        let path = run::part_path(folder, frame);
        match write_file(&path, part.as_bytes(), true) {
            Ok(()) => {}
            Err(OutputError::File { path, error }) => return Err(file_fault(&path, error)),
            Err(other) => return Err(file_fault(&path, io::Error::other(other))),
        }
        done.by = by;
        tell(Step::Frame(done.clone()));
        ran.done.push(done);
        Ok(())
    };
    match &options.elsewhere {
        None => {
            let threads = options.threads.clamp(1, left.len().max(1));
            let resources = Resources::new(threads.saturating_mul(terms.hash_mb));
            let interrupt = options.interrupt.flag();
            let solve = |frame| {
                let request = request(space, terms, frame);
                yose_ask::run(&request, &resources, &interrupt, Pace::Silent, &mut |_| {})
            };
            worker::each(&left, threads, &options.interrupt, solve, |frame, reply| {
                keep(frame, None, reply)
            })?;
        }
        Some(_) if left.is_empty() => {}
        Some(elsewhere) => {
            let order = Order {
                title: pass.title.clone(),
                requests: Requests::Frames {
                    request: Box::new(request(space, terms, left[0])),
                    todo: ranges(&left),
                    sample: options
                        .sample
                        .map(|Sample { frames, seed, .. }| format!("{frames} {seed}")),
                },
                resume: options.resume,
                anew: options.force,
                settings: elsewhere.settings.clone(),
            };
            let ended = elsewhere.answer(order, std::iter::empty(), &options.interrupt, |told| {
                match told {
                    Report::Reply { item, by, reply } => keep(item, Some(by), *reply)?,
                    Report::Progress { done, of, workers } => tell(Step::Pieces { done, of, workers }),
                    Report::Note { text } => tell(Step::Note(text)),
                    Report::Answered { .. }
                    | Report::Stopped { .. }
                    | Report::Failed { .. }
                    | Report::Fault { .. } => {}
                }
                Ok::<(), EnumerateError>(())
            });
            let ended = ended?;
            if let Ended::Answered { run } = &ended {
                write_file(&folder.join(RUN_FILE), run.as_bytes(), true)?;
            }
            ran.elsewhere = Some(ended);
        }
    }
    ran.done.sort_by_key(|done| done.frame);
    ran.interrupted = ran.done.len() < left.len();
    Ok(ran)
}

fn file_fault(path: &Path, error: io::Error) -> RunFault {
    RunFault::File {
        path: path.to_owned(),
        error,
    }
}

/// The request about one frame.
fn request(space: &SpaceText, terms: &Terms, frame: usize) -> Request {
    Request {
        name: Name::default(),
        question: Question::Frame(Frame {
            space: space.clone(),
            frame,
            parameters: terms.parameters.into(),
            disproofs: terms.disproofs,
            one_in: terms.one_in,
        }),
        limits: Limits {
            nodes: terms.nodes,
            hash_mb: terms.hash_mb,
            ..Limits::default()
        },
    }
}

/// Ascending numbers as ranges, from the first up to but without the last.
fn ranges(numbers: &[usize]) -> Vec<(usize, usize)> {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, end)) if *end == number => *end += 1,
            _ => ranges.push((number, number + 1)),
        }
    }
    ranges
}

/// The part of a finished frame; `None` if an interrupt stopped the frame.
fn finished(reply: Reply) -> Result<Option<(Done, String)>, RunFault> {
    match reply {
        Reply::Frame(FrameReply {
            verdict: Verdict::Done,
            part: Some(part),
            frame,
            problems,
            nodes,
            seconds,
            ..
        }) => {
            let done = Done {
                frame,
                problems,
                nodes,
                seconds,
                by: None,
            };
            Ok(Some((done, part)))
        }
        Reply::Frame(FrameReply {
            reason: Some(Reason::Interrupted),
            ..
        }) => Ok(None),
        Reply::Frame(FrameReply { error, .. }) => Err(RunFault::Frame(error.unwrap_or_default())),
        other => Err(RunFault::Frame(other.line())),
    }
}
