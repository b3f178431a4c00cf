//! `enumerate`: every problem of a shape, solved, judged and stored.

use crate::interrupt::Interrupt;
use crate::output::{OutputError, write_file, write_whole};
use crate::worker;
use serde::Serialize;
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
use yose_enumerate::store::{Format, Results, StoreError};
use yose_enumerate::summary::Summary;
use yose_enumerate::{BUILT_IN, Groups, Part, Space, SpaceFault, Terms};
use yose_present::gallery;

/// How a space is to be enumerated.
#[derive(Clone, Debug)]
pub struct EnumerateOptions {
    /// What is asked of every diagram.
    pub terms: Terms,
    /// Which part of the space.
    pub shard: Shard,
    /// Threads.
    pub threads: usize,
    /// Where files go.
    pub folder: PathBuf,
    /// Which files.
    pub formats: Vec<Format>,
    /// The most problems in the gallery; 0 for no gallery.
    pub gallery: usize,
    /// Go on with what an earlier run left.
    pub resume: bool,
    /// Replace what is there.
    pub force: bool,
    /// Stops it.
    pub interrupt: Interrupt,
}

/// Why nothing was enumerated.
#[derive(Debug, Error)]
pub enum EnumerateError {
    /// No such space.
    #[error(
        "{name}: no space is built in under this name ({}), and as a file: {error}",
        built_in()
    )]
    NoSpace {
        /// What was asked for.
        name: String,
        /// Why it is no file.
        error: std::io::Error,
    },
    /// A faulty space file.
    #[error("{name}: {fault}")]
    Space {
        /// The file.
        name: String,
        /// The fault.
        fault: SpaceFault,
    },
    /// Something is there already.
    #[error("{} is there already (--resume goes on with it, --force starts anew)", .0.display())]
    Unfinished(PathBuf),
    /// A file.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The run.
    #[error(transparent)]
    Run(#[from] RunFault),
    /// A final file.
    #[error("{}: {error}; what was solved is kept, --resume goes on from there", path.display())]
    Store {
        /// The file.
        path: PathBuf,
        /// What happened.
        error: StoreError,
    },
}

fn built_in() -> String {
    let names: Vec<&str> = BUILT_IN.iter().map(|&(name, _)| name).collect();
    names.join(", ")
}

/// The space that is built in under a name, or of a file.
///
/// # Errors
/// If there is none, or it is faulty.
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

/// How large a space is.
#[derive(Clone, Debug, Serialize)]
pub struct Count {
    schema: u32,
    space: String,
    frames: usize,
    diagrams: u64,
    problems: u64,
}

/// Counts a space without solving anything.
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
    /// For people.
    pub fn text(&self) -> String {
        format!(
            "{}: {} frames (a block at a place, with a king and a hand), {} diagrams, {} not in check\n",
            self.space, self.frames, self.diagrams, self.problems
        )
    }

    /// For programs.
    pub fn line(&self) -> String {
        line(self)
    }
}

/// What came of a run.
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
    /// For people.
    pub fn text(&self) -> String {
        let mut text = self.summary.as_ref().map_or_else(String::new, Summary::text);
        text.push_str(&self.note);
        for file in &self.files {
            let _ = writeln!(text, "{file}");
        }
        text
    }

    /// For programs.
    pub fn line(&self) -> String {
        line(self)
    }

    /// What it means for the exit status.
    pub fn status(&self) -> Status {
        match (&self.summary, self.reason) {
            (Some(summary), _) if summary.open > 0 => Status::Unknown,
            (_, Some(_)) => Status::Unknown,
            _ => Status::Answered,
        }
    }
}

/// A frame that was finished in this run.
#[derive(Clone, Copy, Debug)]
pub struct Done {
    /// The frame.
    pub frame: usize,
    /// Diagrams solved.
    pub problems: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
}

/// How the frames of a shard went.
#[derive(Debug, Default)]
struct Ran {
    /// Frames that were there from before.
    found: usize,
    /// Frames finished now.
    done: Vec<Done>,
    /// Whether an interrupt ended the run before everything was done.
    interrupted: bool,
}

/// Works through the frames of a shard. Each frame is a request; its part is a file in `folder`.
fn frames(
    space: &SpaceText,
    options: &EnumerateOptions,
    folder: &Path,
    report: &mut dyn FnMut(Done),
) -> Result<Ran, RunFault> {
    let fault = |path: &Path, error| RunFault::File {
        path: path.to_owned(),
        error,
    };
    fs::create_dir_all(folder).map_err(|error| fault(folder, error))?;
    let terms = &options.terms;
    let head = run::head(space.space(), terms);
    let mut ran = Ran::default();
    let mut left = Vec::new();
    for frame in options.shard.frames(space.space().frames().len()) {
        if run::read_part(folder, frame, &head)?.is_some() {
            ran.found += 1;
        } else {
            left.push(frame);
        }
    }
    let threads = options.threads.clamp(1, left.len().max(1));
    let resources = Resources::new(threads.saturating_mul(terms.hash_mb));
    let solve = |frame| {
        let request = Request {
            name: Name::default(),
            question: Question::Frame(Frame {
                space: space.clone(),
                frame,
                parameters: terms.parameters.into(),
                disproofs: terms.disproofs,
            }),
            limits: Limits {
                nodes: terms.nodes,
                hash_mb: terms.hash_mb,
                ..Limits::default()
            },
        };
        let interrupt = options.interrupt.flag();
        yose_ask::run(&request, &resources, &interrupt, Pace::Silent, &mut |_| {})
    };
    worker::each(&left, threads, &options.interrupt, solve, |frame, reply| {
        let Some((done, part)) = finished(reply)? else {
            return Ok(());
        };
        let path = run::part_path(folder, frame);
        match write_file(&path, part.as_bytes(), true) {
            Ok(()) => {}
            Err(OutputError::File { path, error }) => return Err(fault(&path, error)),
            Err(other) => return Err(fault(&path, io::Error::other(other))),
        }
        report(done);
        ran.done.push(done);
        Ok(())
    })?;
    ran.done.sort_by_key(|done| done.frame);
    ran.interrupted = ran.done.len() < left.len();
    Ok(ran)
}

/// The part of a finished frame; `None` if an interrupt came first.
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
    report: &mut dyn FnMut(Done),
) -> Result<Enumerated, EnumerateError> {
    let space = text.space();
    let start = Instant::now();
    let Shard { index, of } = options.shard;
    let name = &space.name;
    let parts_folder = match of {
        1 => options.folder.join(format!("{name}.parts")),
        _ => options.folder.join(format!("{name}.{index}-of-{of}.parts")),
    };
    let shard_file = (of > 1).then(|| options.folder.join(format!("{name}.{index}-of-{of}.shard")));
    let files = match &shard_file {
        Some(file) => vec![file.clone()],
        None => final_files(space, options),
    };
    // Beside parts, final files are those of this very run, stopped while they were written, or
    // were to be replaced anyway.
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
    let ran = frames(text, options, &parts_folder, report)?;
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
        enumerated.reason = Some("interrupted");
        let all = options.shard.frames(space.frames().len()).count();
        enumerated.note = format!(
            "interrupted: {} of {all} frames done; --resume goes on from there\n",
            ran.found + ran.done.len()
        );
    } else {
        let parts = run::collect(space, &options.terms, options.shard, &parts_folder)?;
        match &shard_file {
            Some(file) => {
                let text = run::shard_text(space, &options.terms, &parts);
                write_file(file, text.as_bytes(), options.force || going_on).map_err(kept)?;
            }
            None => enumerated.summary = Some(finish(space, options, &parts)?),
        }
        enumerated.files = files.iter().map(|file| file.display().to_string()).collect();
        if going_on {
            files.iter().for_each(|file| sweep(file));
        }
        // Everything is in the files now.
        let _ = fs::remove_dir_all(&parts_folder);
    }
    enumerated.seconds = seconds(start.elapsed());
    Ok(enumerated)
}

/// Joins shards.
///
/// # Errors
/// See [`EnumerateError`].
pub fn merge(
    space: &Space,
    options: &EnumerateOptions,
    shards: &[PathBuf],
) -> Result<Enumerated, EnumerateError> {
    let start = Instant::now();
    let files = final_files(space, options);
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

/// The files of a finished enumeration.
fn final_files(space: &Space, options: &EnumerateOptions) -> Vec<PathBuf> {
    let named = |ending: &str| options.folder.join(format!("{}.{ending}", space.name));
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
    files
}

/// Writes the final files from the parts of the whole space.
fn finish(space: &Space, options: &EnumerateOptions, parts: &[Part]) -> Result<Summary, EnumerateError> {
    let groups = Groups::new(space, parts);
    let summary = Summary::new(space, parts, &groups);
    let terms = options.terms.text();
    let results = Results {
        space,
        terms: &terms,
        parts,
        groups: &groups,
        summary: &summary,
    };
    // All at the same time: each is a pass of its own over the parts.
    std::thread::scope(|scope| {
        let writers: Vec<_> = options
            .formats
            .iter()
            .map(|&format| {
                let path = options.folder.join(format!("{}.{}", space.name, format.ending()));
                let results = &results;
                scope.spawn(move || store(results, format, &path))
            })
            .collect();
        // What is not asked for after a fault ends before the scope does.
        writers.into_iter().try_for_each(|writer| {
            writer
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    })?;
    let named = |ending: &str| options.folder.join(format!("{}.{ending}", space.name));
    write_file(&named("md"), summary.text().as_bytes(), true).map_err(kept)?;
    write_file(&named("differing.tsv"), differing(space, parts).as_bytes(), true).map_err(kept)?;
    if options.gallery > 0 {
        let page = gallery::page(space, parts, &groups, &summary, options.gallery);
        write_file(&named("html"), page.as_bytes(), true).map_err(kept)?;
    }
    Ok(summary)
}

/// A fault of a file, where the parts are still there.
fn kept(fault: OutputError) -> EnumerateError {
    match fault {
        OutputError::File { path, error } => EnumerateError::Store {
            path,
            error: error.into(),
        },
        other => other.into(),
    }
}

/// Removes what a killed run left of a file it was writing.
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

/// Writes a final file whole.
fn store(results: &Results<'_>, format: Format, path: &Path) -> Result<(), EnumerateError> {
    let write = |part: &Path| {
        results.write(format, part).map_err(|error| match error {
            StoreError::File(error) => error,
            other => io::Error::other(other),
        })
    };
    write_whole(path, true, write).map_err(kept)
}

/// Seconds to the microsecond.
fn seconds(elapsed: Duration) -> f64 {
    (elapsed.as_secs_f64() * 1e6).round() / 1e6
}

/// The diagrams whose place in the table depends on the convention, so that a reader can judge.
fn differing(space: &Space, parts: &[Part]) -> String {
    use yose_enumerate::leftover::ALL;
    let mut out = String::from(
        "number\tsfen\tlength\tnothing left under\tleft (paper)\tmain lines A/B/C\tgrade\tline\n",
    );
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
            (format!("{a}/{b}/{c}"), judged.grade.letter())
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

/// Times and counters, which differ from run to run, in a file of their own. Not worth failing
/// over.
fn log(folder: &Path, name: &str, done: &[Done], elapsed: Duration) {
    let file = fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(folder.join(format!("{name}.log")));
    let Ok(mut file) = file else { return };
    let mut text = String::new();
    for done in done {
        let _ = writeln!(
            text,
            "frame {}: {} problems, {} nodes, {:.3} s",
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
