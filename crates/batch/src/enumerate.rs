//! `enumerate`: every diagram of a space, solved, graded and stored.
//!
//! Frames are solved in one pass or two, here or on other machines. Each leaves a part, a file, so
//! that a run that was stopped can go on. When all parts are there, they become the result files.
//!
//! | file | contents |
//! | --- | --- |
//! | `enumerate/count.rs` | the size of a space ([`Count`]) |
//! | `enumerate/pass.rs` | one pass over frames |
//! | `enumerate/files.rs` | the result files |
//! | `enumerate/enumerated.rs` | the result of a run ([`Enumerated`]) |

mod count;
mod enumerated;
mod files;
mod pass;

pub use self::count::{Count, count};
pub use self::enumerated::Enumerated;

use self::files::{final_files, finish, kept, log, refuse_existing, sweep};
use self::pass::{Pass, RUN_FILE, Ran, frames, second_folder};
use crate::elsewhere::{Elsewhere, ElsewhereError, Ended, failed_text};
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
use yose_enumerate::{BUILT_IN, Part, Sample, Space, SpaceFault, Terms};

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

/// Where the files of a run go.
struct Target {
    /// The name of the files without their endings.
    stem: String,
    /// The folder of the parts.
    parts: PathBuf,
    /// The file of the shard, if the run is one of several.
    shard: Option<PathBuf>,
    /// The files that are there at the end.
    files: Vec<PathBuf>,
    /// Whether an earlier run is continued.
    going_on: bool,
}

impl Target {
    /// The files of a run.
    fn new(space: &Space, options: &EnumerateOptions) -> Result<Target, EnumerateError> {
        let Shard { index, of } = options.shard;
        let stem = options.stem(space);
        let parts = match of {
            1 => options.folder.join(format!("{stem}.parts")),
            _ => options.folder.join(format!("{stem}.{index}-of-{of}.parts")),
        };
        let shard = (of > 1).then(|| options.folder.join(format!("{stem}.{index}-of-{of}.shard")));
        let files = match &shard {
            Some(file) => vec![file.clone()],
            None => final_files(space, options)?,
        };
        Ok(Target {
            stem,
            going_on: options.resume && parts.exists(),
            parts,
            shard,
            files,
        })
    }

    /// Refuses to replace what is there, or removes it, as the options say.
    fn make_room(&self, options: &EnumerateOptions) -> Result<(), EnumerateError> {
        // If parts exist, result files come from the same run, which stopped while it wrote them,
        // or the user asked to replace them.
        refuse_existing(&self.files, options.force || self.going_on)?;
        if self.parts.exists() {
            if options.force && !options.resume {
                fs::remove_dir_all(&self.parts).map_err(|error| OutputError::File {
                    path: self.parts.clone(),
                    error,
                })?;
            } else if !options.resume {
                return Err(EnumerateError::Unfinished(self.parts.clone()));
            }
        }
        if !options.resume {
            let _ = fs::remove_dir_all(self.second_parts());
        }
        Ok(())
    }

    /// The folder of the parts of the second pass.
    fn second_parts(&self) -> PathBuf {
        second_folder(&self.parts)
    }

    /// Removes the parts, here and on the server: all results are in the result files.
    fn clear(&self, options: &EnumerateOptions) {
        if self.going_on {
            self.files.iter().for_each(|file| sweep(file));
        }
        for folder in [&self.second_parts(), &self.parts] {
            let run = fs::read_to_string(folder.join(RUN_FILE));
            let _ = fs::remove_dir_all(folder);
            if let (Some(elsewhere), Ok(run)) = (&options.elsewhere, run)
                && let Err(error) = elsewhere.release(run)
            {
                output::complain(&format!(
                    "the files are written, but the server keeps its copy: {error}\n"
                ));
            }
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
    let target = Target::new(space, options)?;
    target.make_room(options)?;
    let sampled = options.sample.map(|sample| sample.title(space));
    let first = Pass {
        title: sampled.unwrap_or_else(|| target.stem.clone()),
        terms: options.terms.clone(),
        frames: options.frames(space),
        folder: target.parts.clone(),
    };
    let (ran, parts) = both_passes(text, options, &first, report)?;
    log(&options.folder, &target.stem, &ran.done, start.elapsed());
    let mut enumerated = Enumerated {
        schema: SCHEMA,
        summary: None,
        files: Vec::new(),
        reason: None,
        nodes: ran.done.iter().map(|done| done.nodes).sum(),
        seconds: 0.0,
        note: String::new(),
    };
    match parts {
        None => {
            let (reason, note) = stopped(&ran);
            (enumerated.reason, enumerated.note) = (Some(reason), note);
        }
        Some(parts) => {
            match &target.shard {
                Some(file) => {
                    let text = run::shard_text(space, &options.terms, &parts);
                    write_file(file, text.as_bytes(), options.force || target.going_on).map_err(kept)?;
                }
                None => enumerated.summary = Some(finish(space, options, &parts)?),
            }
            if let Some(sample) = options.sample {
                let table = sample::table(space, sample, &parts);
                enumerated.note = format!("\n{table}{}\n", cost(space, sample, &first, &ran));
            }
            let files = target.files.iter();
            enumerated.files = files.map(|file| file.display().to_string()).collect();
            target.clear(options);
        }
    }
    enumerated.seconds = seconds(start.elapsed());
    Ok(enumerated)
}

/// Does the first pass, and the second if one is needed. Without parts the run was stopped. If the
/// second pass is stopped, there are none either.
fn both_passes(
    text: &SpaceText,
    options: &EnumerateOptions,
    first: &Pass,
    report: &mut dyn FnMut(Step),
) -> Result<(Ran, Option<Vec<Part>>), EnumerateError> {
    let space = text.space();
    let ran = frames(text, options, first, report)?;
    if ran.interrupted {
        return Ok((ran, None));
    }
    let mut parts = run::collect(space, &first.terms, &first.frames, &first.folder)?;
    let Some(second) = first.second(&parts) else {
        return Ok((ran, Some(parts)));
    };
    report(Step::Note(format!(
        "second pass: {} frames with {} nodes a diagram",
        second.frames.len(),
        second.terms.nodes.unwrap_or_default()
    )));
    let mut more = frames(text, options, &second, report)?;
    let head = run::head(space, &second.terms);
    for part in &mut parts {
        if let Some(better) = run::read_part(&second.folder, part.frame, &head)? {
            *part = better;
        }
    }
    more.done.extend(ran.done);
    let parts = (!more.interrupted).then_some(parts);
    Ok((more, parts))
}

/// Why a run was stopped: the word of its JSON object, and the text.
fn stopped(ran: &Ran) -> (&'static str, String) {
    match &ran.elsewhere {
        Some(Ended::Failed(pieces)) => (
            "failed",
            failed_text(pieces, "frames", 0, "--resume tries them again") + "\n",
        ),
        Some(Ended::Stopped(done, of)) => (
            "interrupted",
            format!("interrupted: {done} of {of} pieces done; --resume goes on from there\n"),
        ),
        _ => (
            "interrupted",
            format!(
                "interrupted: {} of {} frames done; --resume goes on from there\n",
                ran.found + ran.done.len(),
                ran.all
            ),
        ),
    }
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
