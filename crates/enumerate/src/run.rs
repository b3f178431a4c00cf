//! The files of a run: each finished frame is a file, so that a run after a crash goes on where the
//! last one was.

use crate::part::{Part, PartFault};
use crate::space::Space;
use crate::work::Terms;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
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
    #[error("{0}")]
    Frame(String),
    /// The shards given are not the whole space.
    #[error("{0}")]
    Shards(String),
}

/// The head of every part: space and terms.
pub fn head(space: &Space, terms: &Terms) -> String {
    format!("{}\t{:016x}\t{}", space.name, space.fingerprint(), terms.text())
}

/// The file of the part of a frame.
pub fn part_path(folder: &Path, frame: usize) -> PathBuf {
    folder.join(format!("{frame:07}.part"))
}

/// The part of a frame, if an earlier run finished it. A damaged or half-written part counts as
/// missing. A part of another enumeration is a fault.
///
/// # Errors
/// See [`RunFault`].
pub fn read_part(folder: &Path, frame: usize, head: &str) -> Result<Option<Part>, RunFault> {
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

/// The parts of finished frames, in their order.
///
/// # Errors
/// If a part is missing or belongs to another enumeration.
pub fn collect(space: &Space, terms: &Terms, frames: &[usize], folder: &Path) -> Result<Vec<Part>, RunFault> {
    let head = head(space, terms);
    let frames = frames.iter().copied();
    frames
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
