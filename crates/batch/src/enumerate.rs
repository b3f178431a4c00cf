//! `enumerate`: every diagram of a space, solved, graded and stored.

mod count;
mod enumerated;
mod files;
mod pass;

pub use self::count::{Count, count};
pub use self::enumerated::Enumerated;

use self::files::{final_files, finish, kept, log, refuse_existing, sweep};
use self::pass::{Pass, RUN_FILE, Ran, frames};
use crate::elsewhere::{Elsewhere, ElsewhereError, Ended, FailedPiece};
use crate::interrupt::Interrupt;
use crate::output::{self, OutputError, write_file};
use crate::second_pass;
use crate::store::NotBuilt;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use thiserror::Error;
use yose_ask::answer::SCHEMA;
use yose_ask::question::SpaceText;
use yose_enumerate::run::{self, RunFault, Shard};
use yose_enumerate::sample;
use yose_enumerate::store::Format;
use yose_enumerate::{BUILT_IN, Sample, Space, SpaceFault, Terms};

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

impl EnumerateOptions {
    /// The terms of a whole enumeration in one line.
    fn all_terms(&self, space: &Space) -> String {
        let mut text = self.terms.text();
        if let Some(nodes) = self.terms.nodes {
            let _ = write!(text, " second={}", second_pass::nodes(nodes));
        }
        if let Some(Sample { frames, seed }) = self.sample {
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
        if options.sample.is_some() {
            enumerated.note = format!(
                "\n{}{}\n",
                sample::table(space, &parts),
                cost(space, &first, &ran)
            );
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
fn cost(space: &Space, pass: &Pass, ran: &Ran) -> String {
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
    if sampled.iter().any(|&(_, seconds)| seconds == 0.0) {
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

/// Seconds, rounded to the microsecond.
fn seconds(elapsed: Duration) -> f64 {
    (elapsed.as_secs_f64() * 1e6).round() / 1e6
}
