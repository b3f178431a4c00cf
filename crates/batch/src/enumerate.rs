//! `enumerate`: every diagram of a space, solved, graded and stored.

use crate::elsewhere::{Elsewhere, ElsewhereError, Ended, FailedPiece, Order, Report, Requests};
use crate::interrupt::Interrupt;
use crate::output::{self, OutputError, write_file, write_whole};
use crate::second_pass;
use crate::store::{self, NotBuilt};
use crate::worker;
use serde::Serialize;
use std::cell::RefCell;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use thiserror::Error;
use yose_ask::answer::{SCHEMA, line};
use yose_ask::frame::FrameReply;
use yose_ask::question::{Frame, SpaceText};
use yose_ask::{Limits, Name, Pace, Question, Reason, Reply, Request, Resources, Status, Verdict};
use yose_enumerate::run::{self, RunFault, Shard};
use yose_enumerate::sample;
use yose_enumerate::store::{Format, Results};
use yose_enumerate::summary::Summary;
use yose_enumerate::{BUILT_IN, Groups, Part, Sample, Space, SpaceFault, Terms};
use yose_present::gallery;

/// How to enumerate a space.
#[derive(Clone, Debug)]
pub struct EnumerateOptions {
    /// The question about every diagram: parameters and limits.
    pub terms: Terms,
    /// The part of the space to enumerate.
    pub shard: Shard,
    /// Frames chosen at random instead of all; its files are named and marked as a sample.
    pub sample: Option<Sample>,
    /// The number of threads.
    pub threads: usize,
    /// The folder for the files.
    pub folder: PathBuf,
    /// The formats of the result files.
    pub formats: Vec<Format>,
    /// The largest number of problems in the gallery; 0 for no gallery.
    pub gallery: usize,
    /// Whether to continue an earlier run.
    pub resume: bool,
    /// Whether to replace existing files.
    pub force: bool,
    /// Who solves the frames; `None`: this machine.
    pub elsewhere: Option<Elsewhere>,
    /// Stops the run.
    pub interrupt: Interrupt,
}

/// Why the enumeration failed.
#[derive(Debug, Error)]
pub enum EnumerateError {
    /// There is no such space.
    #[error(
        "{name}: no space is built in under this name ({}), and as a file: {error}",
        built_in()
    )]
    NoSpace {
        /// The requested name.
        name: String,
        /// Why it cannot be read as a file.
        error: std::io::Error,
    },
    /// The space file is faulty.
    #[error("{name}: {fault}")]
    Space {
        /// The file.
        name: String,
        /// The fault.
        fault: SpaceFault,
    },
    /// An unfinished run exists already.
    #[error("{} is there already (--resume goes on with it, --overwrite starts anew)", .0.display())]
    Unfinished(PathBuf),
    /// A file cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The run failed.
    #[error(transparent)]
    Run(#[from] RunFault),
    /// The program was built without a format.
    #[error(transparent)]
    NotBuilt(#[from] NotBuilt),
    /// The other machines were not reached, or cannot go on.
    #[error(transparent)]
    Elsewhere(#[from] ElsewhereError),
    /// A result file cannot be written.
    #[error("{}: {error}; what was solved is kept, --resume goes on from there", path.display())]
    Store {
        /// The file.
        path: PathBuf,
        /// What happened.
        error: io::Error,
    },
}

/// The names of the built-in spaces.
pub fn built_in() -> String {
    let names: Vec<&str> = BUILT_IN.iter().map(|&(name, _)| name).collect();
    names.join(", ")
}

/// The built-in space of this name, or the space that a file describes.
///
/// # Errors
/// There is no such space, or its description is faulty.
pub fn space(name: &str) -> Result<SpaceText, EnumerateError> {
    let built_in = BUILT_IN.iter().find(|(known, _)| *known == name);
    let text = match built_in {
        Some((_, text)) => (*text).to_owned(),
        None => fs::read_to_string(name).map_err(|error| EnumerateError::NoSpace {
            name: name.to_owned(),
            error,
        })?,
    };
    SpaceText::read(&text).map_err(|fault| EnumerateError::Space {
        name: name.to_owned(),
        fault,
    })
}

/// The size of a space.
#[derive(Clone, Debug, Serialize)]
pub struct Count {
    schema: u32,
    space: String,
    frames: usize,
    diagrams: u64,
    problems: u64,
}

/// Counts the diagrams of a space without solving them.
pub fn count(space: &Space) -> Count {
    let mut problems = 0;
    for frame in space.frames() {
        space.each(frame, |(_, position)| {
            problems += u64::from(position.is_some());
            true
        });
    }
    Count {
        schema: SCHEMA,
        space: space.name.clone(),
        frames: space.frames().len(),
        diagrams: space.diagrams(),
        problems,
    }
}

impl Count {
    /// The size as text.
    pub fn text(&self) -> String {
        format!(
            "{}: {} frames (a block at a place, with a king and a hand), {} diagrams, {} not in check\n",
            self.space, self.frames, self.diagrams, self.problems
        )
    }

    /// The size as one line of JSON.
    pub fn line(&self) -> String {
        line(self)
    }
}

/// The result of a run.
#[derive(Debug, Serialize)]
pub struct Enumerated {
    schema: u32,
    #[serde(flatten)]
    summary: Option<Summary>,
    files: Vec<String>,
    reason: Option<&'static str>,
    nodes: u64,
    seconds: f64,
    #[serde(skip)]
    note: String,
}

impl Enumerated {
    /// The counts, if the run is finished.
    pub fn summary(&self) -> Option<&Summary> {
        self.summary.as_ref()
    }

    /// The result as text.
    pub fn text(&self) -> String {
        let mut text = self.summary.as_ref().map_or_else(String::new, Summary::text);
        text.push_str(&self.note);
        for file in &self.files {
            let _ = writeln!(text, "{file}");
        }
        text
    }

    /// The result as one line of JSON.
    pub fn line(&self) -> String {
        line(self)
    }

    /// The exit status for this result.
    pub fn status(&self) -> Status {
        match (&self.summary, self.reason) {
            (Some(summary), _) if summary.open > 0 => Status::Unknown,
            (_, Some(_)) => Status::Unknown,
            _ => Status::Answered,
        }
    }
}

/// What a run tells while it runs.
#[derive(Clone, Debug)]
pub enum Step {
    /// A frame is finished.
    Frame(Done),
    /// Other machines have done so many pieces of all, and so many workers are there.
    Pieces {
        /// Pieces done.
        done: usize,
        /// Pieces in all.
        of: usize,
        /// Workers that are there.
        workers: usize,
    },
    /// Something that people should know.
    Note(String),
}

/// A frame that this run finished.
#[derive(Clone, Debug)]
pub struct Done {
    /// The frame.
    pub frame: usize,
    /// Diagrams solved.
    pub problems: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Who solved it elsewhere.
    pub by: Option<String>,
}

/// The result of a run over the frames of a shard.
#[derive(Debug, Default)]
struct Ran {
    /// The number of frames.
    all: usize,
    /// The number of frames that an earlier run finished.
    found: usize,
    /// The frames that this run finished.
    done: Vec<Done>,
    /// Whether an interrupt ended the run before all frames were finished.
    interrupted: bool,
    /// How the run ended, if other machines did it.
    elsewhere: Option<Ended>,
}

/// One pass over frames. Frames in which a diagram reached its limit of nodes come back in a second
/// pass, whole and with a larger limit. So what a frame comes to depends on the frame and the terms
/// alone.
struct Pass {
    /// What a run of the pass is called on a server.
    title: String,
    terms: Terms,
    frames: Vec<usize>,
    /// Where the parts go.
    folder: PathBuf,
}

impl Pass {
    /// The second pass, if a part has a diagram that reached its limit of nodes.
    fn second(&self, parts: &[Part]) -> Option<Pass> {
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
            folder: self.folder.with_extension("second-parts"),
        })
    }
}

impl EnumerateOptions {
    /// The terms of a whole enumeration in one line.
    fn all_terms(&self, space: &Space) -> String {
        let mut text = self.terms.text();
        if let Some(nodes) = self.terms.nodes {
            let _ = write!(text, " second={}", second_pass::nodes(nodes));
        }
        if let Some(Sample { frames, seed, .. }) = self.sample {
            let _ = write!(text, " sample={frames}/{} seed={seed}", space.frames().len());
        }
        text
    }

    /// The name of the files without their endings.
    fn stem(&self, space: &Space) -> String {
        self.sample
            .map_or_else(|| space.name.clone(), |sample| sample.stem(space))
    }

    /// The frames to do.
    pub fn frames(&self, space: &Space) -> Vec<usize> {
        let of = space.frames().len();
        match self.sample {
            Some(sample) => sample.choose(of),
            None => self.shard.frames(of).collect(),
        }
    }
}

/// The file in the folder of a pass that names its run on a server.
const RUN_FILE: &str = "run";

/// Solves the frames of a pass. Each frame is one request, and its part is one file.
fn frames(
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

/// Enumerates a space, or one shard of it.
///
/// # Errors
/// See [`EnumerateError`].
pub fn enumerate(
    text: &SpaceText,
    options: &EnumerateOptions,
    report: &mut dyn FnMut(Step),
) -> Result<Enumerated, EnumerateError> {
    let space = text.space();
    let start = Instant::now();
    let Shard { index, of } = options.shard;
    let name = &options.stem(space);
    let parts_folder = match of {
        1 => options.folder.join(format!("{name}.parts")),
        _ => options.folder.join(format!("{name}.{index}-of-{of}.parts")),
    };
    let shard_file = (of > 1).then(|| options.folder.join(format!("{name}.{index}-of-{of}.shard")));
    let files = match &shard_file {
        Some(file) => vec![file.clone()],
        None => final_files(space, options)?,
    };
    // If parts exist, result files come from the same run, which stopped while it wrote them, or
    // the user asked to replace them.
    let going_on = options.resume && parts_folder.exists();
    refuse_existing(&files, options.force || going_on)?;
    if parts_folder.exists() {
        if options.force && !options.resume {
            fs::remove_dir_all(&parts_folder).map_err(|error| OutputError::File {
                path: parts_folder.clone(),
                error,
            })?;
        } else if !options.resume {
            return Err(EnumerateError::Unfinished(parts_folder));
        }
    }
    let first = Pass {
        title: options
            .sample
            .map_or_else(|| name.clone(), |sample| sample.title(space)),
        terms: options.terms.clone(),
        frames: options.frames(space),
        folder: parts_folder,
    };
    if !options.resume {
        let _ = fs::remove_dir_all(first.folder.with_extension("second-parts"));
    }
    let mut ran = frames(text, options, &first, report)?;
    let mut parts = Vec::new();
    if !ran.interrupted {
        parts = run::collect(space, &first.terms, &first.frames, &first.folder)?;
        if let Some(second) = first.second(&parts) {
            report(Step::Note(format!(
                "second pass: {} frames with {} nodes a diagram",
                second.frames.len(),
                second.terms.nodes.unwrap_or_default()
            )));
            let more = frames(text, options, &second, report)?;
            let head = run::head(space, &second.terms);
            for part in &mut parts {
                if let Some(better) = run::read_part(&second.folder, part.frame, &head)? {
                    *part = better;
                }
            }
            let done = std::mem::take(&mut ran.done);
            ran = more;
            ran.done.extend(done);
        }
    }
    let nodes = ran.done.iter().map(|done| done.nodes).sum();
    log(&options.folder, name, &ran.done, start.elapsed());
    let mut enumerated = Enumerated {
        schema: SCHEMA,
        summary: None,
        files: Vec::new(),
        reason: None,
        nodes,
        seconds: 0.0,
        note: String::new(),
    };
    if ran.interrupted {
        (enumerated.reason, enumerated.note) = match &ran.elsewhere {
            Some(Ended::Failed(pieces)) => (Some("failed"), failed_text(pieces)),
            Some(Ended::Stopped(done, of)) => (
                Some("interrupted"),
                format!("interrupted: {done} of {of} pieces done; --resume goes on from there\n"),
            ),
            _ => (
                Some("interrupted"),
                format!(
                    "interrupted: {} of {} frames done; --resume goes on from there\n",
                    ran.found + ran.done.len(),
                    ran.all
                ),
            ),
        };
    } else {
        match &shard_file {
            Some(file) => {
                let text = run::shard_text(space, &options.terms, &parts);
                write_file(file, text.as_bytes(), options.force || going_on).map_err(kept)?;
            }
            None => enumerated.summary = Some(finish(space, options, &parts)?),
        }
        if let Some(sample) = options.sample {
            let table = sample::table(space, sample, &parts);
            enumerated.note = format!("\n{table}{}\n", cost(space, sample, &first, &ran));
        }
        enumerated.files = files.iter().map(|file| file.display().to_string()).collect();
        if going_on {
            files.iter().for_each(|file| sweep(file));
        }
        // All results are in the result files now, so the parts can go, here and on the server.
        for folder in [first.folder.with_extension("second-parts"), first.folder] {
            let run = fs::read_to_string(folder.join(RUN_FILE));
            let _ = fs::remove_dir_all(&folder);
            if let (Some(elsewhere), Ok(run)) = (&options.elsewhere, run)
                && let Err(error) = elsewhere.release(run)
            {
                output::complain(&format!(
                    "the files are written, but the server keeps its copy: {error}\n"
                ));
            }
        }
    }
    enumerated.seconds = seconds(start.elapsed());
    Ok(enumerated)
}

/// The seconds that the whole space takes as the frames of a sample did, if this run did all of
/// them.
fn cost(space: &Space, sample: Sample, pass: &Pass, ran: &Ran) -> String {
    let sampled: Vec<(u64, f64)> = pass
        .frames
        .iter()
        .map(|&frame| {
            // A frame of two passes has two lines.
            let seconds = ran.done.iter().filter(|done| done.frame == frame);
            let size = space.frames().get(frame).map_or(0, |frame| frame.diagrams);
            (size, seconds.map(|done| done.seconds).sum())
        })
        .collect();
    // Diagrams that are solved apart cannot lean on each other, so of those nothing follows.
    if sample.one_in().is_some() || sampled.iter().any(|&(_, seconds)| seconds == 0.0) {
        return String::new();
    }
    let hours = |seconds: f64| seconds / 3600.0;
    let told = sample::forecast(&sampled, space.frames().len(), space.diagrams());
    format!(
        "| hours of one thread | {:.3} | {:.0} | {:.0} |\n",
        hours(sampled.iter().map(|&(_, seconds)| seconds).sum()),
        hours(told.value),
        hours(told.error)
    )
}

/// What could not be done elsewhere, with the reasons.
fn failed_text(pieces: &[FailedPiece]) -> String {
    let mut text = format!("{} pieces failed; --resume tries them again\n", pieces.len());
    for FailedPiece {
        piece,
        items,
        reasons,
    } in pieces
    {
        let _ = writeln!(text, "piece {piece} (frames {} to {}):", items.0, items.1 - 1);
        for reason in reasons {
            let _ = writeln!(text, "  {reason}");
        }
    }
    text
}

/// Merges the files of all shards.
///
/// # Errors
/// See [`EnumerateError`].
pub fn merge(
    space: &Space,
    options: &EnumerateOptions,
    shards: &[PathBuf],
) -> Result<Enumerated, EnumerateError> {
    let start = Instant::now();
    let files = final_files(space, options)?;
    refuse_existing(&files, options.force)?;
    let parts = run::merge(space, &options.terms, shards)?;
    fs::create_dir_all(&options.folder).map_err(|error| OutputError::File {
        path: options.folder.clone(),
        error,
    })?;
    let summary = finish(space, options, &parts)?;
    Ok(Enumerated {
        schema: SCHEMA,
        summary: Some(summary),
        files: files.iter().map(|file| file.display().to_string()).collect(),
        reason: None,
        nodes: 0,
        seconds: seconds(start.elapsed()),
        note: String::new(),
    })
}

fn refuse_existing(files: &[PathBuf], force: bool) -> Result<(), EnumerateError> {
    match files.iter().find(|file| file.exists()) {
        Some(file) if !force => Err(OutputError::Exists(file.clone()).into()),
        _ => Ok(()),
    }
}

/// The result files of an enumeration.
///
/// # Errors
/// The program was built without one of the formats.
fn final_files(space: &Space, options: &EnumerateOptions) -> Result<Vec<PathBuf>, NotBuilt> {
    store::are_built_in(&options.formats)?;
    let stem = options.stem(space);
    let named = |ending: &str| options.folder.join(format!("{stem}.{ending}"));
    let mut files: Vec<PathBuf> = options
        .formats
        .iter()
        .map(|format| named(format.ending()))
        .collect();
    files.push(named("md"));
    files.push(named("differing.tsv"));
    if options.gallery > 0 {
        files.push(named("html"));
    }
    Ok(files)
}

/// Writes the result files from the parts of the whole space.
fn finish(space: &Space, options: &EnumerateOptions, parts: &[Part]) -> Result<Summary, EnumerateError> {
    let groups = Groups::new(space, parts);
    let summary = Summary::of(space, options.sample, parts, &groups);
    let (stem, terms) = (options.stem(space), options.all_terms(space));
    let results = Results {
        space,
        terms: &terms,
        parts,
        groups: &groups,
        summary: &summary,
    };
    // The files are written in parallel: each writer makes its own pass over the parts.
    std::thread::scope(|scope| {
        let writers: Vec<_> = options
            .formats
            .iter()
            .map(|&format| {
                let path = options.folder.join(format!("{stem}.{}", format.ending()));
                let results = &results;
                scope.spawn(move || {
                    // The file is written completely or not at all.
                    write_whole(&path, true, |part| store::write(results, format, part)).map_err(kept)
                })
            })
            .collect();
        // After an error the other writers are not joined here; the scope waits for them.
        writers.into_iter().try_for_each(|writer| {
            writer
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    })?;
    let named = |ending: &str| options.folder.join(format!("{stem}.{ending}"));
    let mut table = summary.text();
    if let Some(sample) = options.sample {
        let _ = write!(table, "\n{}", sample::table(space, sample, parts));
    }
    write_file(&named("md"), table.as_bytes(), true).map_err(kept)?;
    write_file(&named("differing.tsv"), differing(space, parts).as_bytes(), true).map_err(kept)?;
    if options.gallery > 0 {
        let page = gallery::page(space, parts, &groups, &summary, options.gallery);
        write_file(&named("html"), page.as_bytes(), true).map_err(kept)?;
    }
    Ok(summary)
}

/// The error for a result file that cannot be written. The parts are kept.
fn kept(fault: OutputError) -> EnumerateError {
    match fault {
        OutputError::File { path, error } => EnumerateError::Store { path, error },
        other => other.into(),
    }
}

/// Removes temporary files that a killed run left beside a result file.
fn sweep(path: &Path) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str())) else {
        return;
    };
    let leftover = |found: &str| {
        found
            .strip_prefix(name)
            .and_then(|rest| rest.strip_prefix('.'))
            .and_then(|rest| rest.strip_suffix(".tmp").or_else(|| rest.strip_suffix(".part")))
            .is_some_and(|id| !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit()))
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(leftover) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Seconds, rounded to the microsecond.
fn seconds(elapsed: Duration) -> f64 {
    (elapsed.as_secs_f64() * 1e6).round() / 1e6
}

/// The diagrams whose place in the summary depends on the convention, for the reader to judge.
fn differing(space: &Space, parts: &[Part]) -> String {
    use yose_enumerate::leftover::ALL;
    let mut out =
        String::from("number\tsfen\tlength\tnothing left under\tleft (paper)\tlines A/B/C\tgrade\tline\n");
    for mate in parts.iter().flat_map(|part| &part.mates) {
        if mate.length < space.least {
            continue;
        }
        let clear: Vec<&str> = ALL
            .iter()
            .zip(mate.lefts)
            .filter(|&(_, left)| left == 0)
            .map(|(convention, _)| convention.name)
            .collect();
        let mixed = mate
            .graded
            .as_ref()
            .is_some_and(|judged| judged.lines.iter().filter(|&&n| n > 0).count() > 1);
        if clear.is_empty() || (clear.len() == ALL.len() && !mixed) {
            continue;
        }
        let sfen = space
            .problem(mate.number)
            .map_or_else(String::new, |p| yose_shogi::notation::sfen::write(&p, 1));
        let (lines, grade) = mate.graded.as_ref().map_or(("-".to_owned(), "-"), |judged| {
            let [a, b, c] = judged.lines;
            (format!("{a}/{b}/{c}"), judged.word())
        });
        let _ = writeln!(
            out,
            "{}\t{sfen}\t{}\t{}\t{}\t{lines}\t{grade}\t{}",
            mate.number,
            mate.length,
            clear.join(","),
            mate.lefts[0],
            mate.line
        );
    }
    out
}

/// Writes times and counters, which differ from run to run, to a separate file. An error is
/// ignored.
fn log(folder: &Path, name: &str, done: &[Done], elapsed: Duration) {
    let file = fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(folder.join(format!("{name}.log")));
    let Ok(mut file) = file else { return };
    let mut text = String::new();
    for done in done {
        let by = done.by.as_ref().map_or_else(String::new, |by| format!(", {by}"));
        let _ = writeln!(
            text,
            "frame {}: {} problems, {} nodes, {:.3} s{by}",
            done.frame, done.problems, done.nodes, done.seconds
        );
    }
    let _ = writeln!(
        text,
        "{} frames, {} nodes, {:.3} s in all",
        done.len(),
        done.iter().map(|done| done.nodes).sum::<u64>(),
        elapsed.as_secs_f64()
    );
    let _ = file.write_all(text.as_bytes());
}
