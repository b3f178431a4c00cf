//! A file of answers that grows as they come, so that a run can be broken off and gone on with.
//!
//! Each answer is a line, added and flushed as soon as it is there, in whatever order. What a broken run leaves behind is whole lines
//! and perhaps one torn one, which is cut off. When everything is answered the file is written anew, in the order of the
//! problems, whole or not at all.

use crate::output::{OutputError, write_file};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// A file of answers being written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens a file, made if there is none; with what it holds already, line by line. `anew` empties it.
    pub fn open(path: &Path, anew: bool) -> Result<(Journal, Vec<String>), OutputError> {
        let fail = |error| OutputError::File {
            path: path.to_owned(),
            error,
        };
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(fail)?;
        let mut bytes = Vec::new();
        if anew {
            file.set_len(0).map_err(fail)?;
        } else {
            file.read_to_end(&mut bytes).map_err(fail)?;
        }
        let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(fail)?;
        }
        let lines = String::from_utf8_lossy(&bytes[..whole])
            .lines()
            .map(str::to_owned)
            .collect();
        let journal = Journal {
            path: path.to_owned(),
            file,
        };
        Ok((journal, lines))
    }

    /// Adds an answer: a line with its line feed.
    pub fn add(&mut self, line: &str) -> Result<(), OutputError> {
        self.file
            .write_all(line.as_bytes())
            .and_then(|()| self.file.flush())
            .map_err(|error| OutputError::File {
                path: self.path.clone(),
                error,
            })
    }

    /// Writes the file anew: these lines, in this order.
    pub fn finish(self, lines: &str) -> Result<(), OutputError> {
        drop(self.file);
        write_file(&self.path, lines.as_bytes(), true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_line_is_cut_off_and_the_rest_kept() {
        let path = std::env::temp_dir().join(format!("yose-journal-{}.jsonl", std::process::id()));
        let (mut journal, lines) = Journal::open(&path, true).unwrap();
        assert!(lines.is_empty());
        journal.add("one\n").unwrap();
        journal.add("two\nthr").unwrap();
        drop(journal);
        let (mut journal, lines) = Journal::open(&path, false).unwrap();
        assert_eq!(lines, ["one", "two"]);
        journal.add("three\n").unwrap();
        journal.finish("one\ntwo\nthree\n").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one\ntwo\nthree\n");
        std::fs::remove_file(&path).unwrap();
    }
}
