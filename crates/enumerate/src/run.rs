//! A run over the frames of a space, on several threads.
//!
//! Each finished frame is written to a file of its own, so a run can be resumed after a crash.

use crate::part::{Part, PartFault};
use crate::space::Space;
use crate::work::{Certifier, Terms, WorkFault, Worker};
use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use thiserror::Error;

/// One share of the frames, for machines that do not communicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of the shard, from 1.
    pub index: usize,
    /// The number of shards.
    pub of: usize,
}

impl Shard {
    /// All frames.
    pub const WHOLE: Shard = Shard { index: 1, of: 1 };

    /// Whether a frame belongs to this shard.
    pub fn frames(self, frames: usize) -> impl Iterator<Item = usize> {
        (self.index - 1..frames).step_by(self.of)
    }
}

/// Why a run failed.
#[derive(Debug, Error)]
pub enum RunFault {
    /// A file could not be read or written.
    #[error("{}: {error}; what is done is kept, --resume goes on from there", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What happened.
        error: io::Error,
    },
    /// A part of an earlier run cannot be used.
    #[error("{}: {fault}", path.display())]
    Part {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: PartFault,
    },
    /// A frame could not be finished.
    #[error(transparent)]
    Work(#[from] WorkFault),
    /// A thread could not be started.
    #[error("no memory for the stack of a thread")]
    Stack,
    /// The shards given are not the whole space.
    #[error("{0}")]
    Shards(String),
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
    /// Time used.
    pub elapsed: Duration,
}

/// How a run ended.
#[derive(Debug, Default)]
pub struct Ran {
    /// Frames that an earlier run had finished.
    pub found: usize,
    /// Frames finished in this run.
    pub done: Vec<Done>,
    /// Whether an interrupt ended it before everything was done.
    pub interrupted: bool,
}

/// The head of every part: space and terms.
pub fn head(space: &Space, terms: &Terms) -> String {
    format!("{}\t{:016x}\t{}", space.name, space.fingerprint(), terms.text())
}

fn part_path(folder: &Path, frame: usize) -> PathBuf {
    folder.join(format!("{frame:07}.part"))
}

/// Writes a file whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), RunFault> {
    let temporary = path.with_extension(format!("{}.tmp", std::process::id()));
    let written = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .open(&temporary)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&temporary);
        RunFault::File {
            path: path.to_owned(),
            error,
        }
    })
}

/// The part of a frame, if an earlier run finished it. A damaged or half-written part counts as
/// missing. A part of another enumeration is a fault.
fn read_part(folder: &Path, frame: usize, head: &str) -> Result<Option<Part>, RunFault> {
    let path = part_path(folder, frame);
    let Ok(text) = fs::read_to_string(&path) else {
        return Ok(None);
    };
    match Part::read_all(&text, head) {
        Ok(mut parts) => Ok(parts.pop().filter(|part| part.frame == frame && parts.is_empty())),
        Err(PartFault::Damaged { .. }) => Ok(None),
        Err(fault) => Err(RunFault::Part { path, fault }),
    }
}

/// Solves the frames of a shard. `folder` holds the parts of finished frames.
///
/// # Errors
/// See [`RunFault`].
#[allow(clippy::too_many_arguments)]
pub fn run(
    space: &Space,
    terms: &Terms,
    shard: Shard,
    threads: usize,
    folder: &Path,
    interrupt: &Arc<AtomicBool>,
    certifier: &Certifier<'_>,
    report: &(dyn Fn(Done) + Sync),
) -> Result<Ran, RunFault> {
    fs::create_dir_all(folder).map_err(|error| RunFault::File {
        path: folder.to_owned(),
        error,
    })?;
    let head = head(space, terms);
    let mut ran = Ran::default();
    let mut left = Vec::new();
    for frame in shard.frames(space.frames().len()) {
        if read_part(folder, frame, &head)?.is_some() {
            ran.found += 1;
        } else {
            left.push(frame);
        }
    }
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let done = Mutex::new(Vec::new());
    let work = || -> Result<(), RunFault> {
        let worker = Worker::new(space, terms, Arc::clone(interrupt));
        while !stop.load(Ordering::Relaxed) && !interrupt.load(Ordering::Relaxed) {
            let Some(&index) = left.get(next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            let start = Instant::now();
            let (part, nodes) = worker.frame(index, &space.frames()[index], certifier)?;
            let found = Done {
                frame: index,
                problems: (part.never.len() + part.mates.len() + part.open.len()) as u64,
                nodes,
                elapsed: start.elapsed(),
            };
            write_whole(&part_path(folder, index), part.text(&head).as_bytes())?;
            report(found);
            if let Ok(mut done) = done.lock() {
                done.push(found);
            }
        }
        Ok(())
    };
    let careful = || {
        let result = yose_tsume::with_big_stack(work).unwrap_or(Err(RunFault::Stack));
        if result.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        result
    };
    let results: Vec<Result<(), RunFault>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(careful)).collect();
        let join =
            |worker: std::thread::ScopedJoinHandle<'_, _>| worker.join().unwrap_or(Err(RunFault::Stack));
        workers.into_iter().map(join).collect()
    });
    for result in results {
        match result {
            Err(RunFault::Work(WorkFault::Interrupted)) | Ok(()) => {}
            Err(fault) => return Err(fault),
        }
    }
    ran.done = done.into_inner().unwrap_or_default();
    ran.done.sort_by_key(|done| done.frame);
    ran.interrupted = ran.found + ran.done.len() < shard.frames(space.frames().len()).count();
    Ok(ran)
}

/// The parts of a finished shard, in order.
///
/// # Errors
/// If a part is missing or belongs to another enumeration.
pub fn collect(space: &Space, terms: &Terms, shard: Shard, folder: &Path) -> Result<Vec<Part>, RunFault> {
    let head = head(space, terms);
    shard
        .frames(space.frames().len())
        .map(|frame| match read_part(folder, frame, &head)? {
            Some(part) => Ok(part),
            None => Err(RunFault::Shards(format!("frame {frame} is missing"))),
        })
        .collect()
}

/// The text of a shard.
pub fn shard_text(space: &Space, terms: &Terms, parts: &[Part]) -> String {
    let head = head(space, terms);
    parts.iter().map(|part| part.text(&head)).collect()
}

/// The parts of several shard files, in order. Together they must hold each frame once.
///
/// # Errors
/// If they are not.
pub fn merge(space: &Space, terms: &Terms, files: &[PathBuf]) -> Result<Vec<Part>, RunFault> {
    let head = head(space, terms);
    let mut all: BTreeMap<usize, (Part, &Path)> = BTreeMap::new();
    for path in files {
        let text = fs::read_to_string(path)
            .map_err(|error| RunFault::Shards(format!("{}: {error}", path.display())))?;
        let parts = Part::read_all(&text, &head).map_err(|fault| RunFault::Part {
            path: path.clone(),
            fault,
        })?;
        for part in parts {
            let frame = part.frame;
            if frame >= space.frames().len() {
                return Err(RunFault::Shards(format!(
                    "{}: there is no frame {frame}",
                    path.display()
                )));
            }
            if let Some((_, other)) = all.insert(frame, (part, path)) {
                return Err(RunFault::Shards(format!(
                    "frame {frame} is in {} and in {}",
                    other.display(),
                    path.display()
                )));
            }
        }
    }
    let missing: Vec<usize> = (0..space.frames().len())
        .filter(|frame| !all.contains_key(frame))
        .collect();
    if let Some(first) = missing.first() {
        return Err(RunFault::Shards(format!(
            "{} of {} frames are missing, the first is {first}: a shard was not given",
            missing.len(),
            space.frames().len()
        )));
    }
    Ok(all.into_values().map(|(part, _)| part).collect())
}
