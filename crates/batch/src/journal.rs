//! A file of answers that grows while a run works, so that a later run can continue an interrupted
//! one.
//!
//! Each answer is one line, appended and flushed as soon as it is found, in any order. An
//! interrupted run leaves complete lines and perhaps one incomplete line. The incomplete line is
//! cut off once the caller has seen that the file holds answers. When all requests are answered the
//! file is rewritten in the order of the problems, completely or not at all. Every line carries the
//! fingerprint of its request. An answer is reused only if it answers the same question about the
//! same position.

use crate::output::{OutputError, write_file};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use yose_ask::Fingerprint;

/// A file of answers that is open for writing.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// The length of all complete lines in bytes.
    whole: u64,
}

/// The contents of a file of answers when it was opened.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// The complete lines.
    pub lines: Vec<String>,
    /// The text after the complete lines: an incomplete line if an interrupted run left one.
    pub torn: String,
}

/// A line of answers with the fingerprint of its request added as the last field of the object.
pub fn stamped(line: &str, fingerprint: &Fingerprint) -> String {
    let object = line.trim_end();
    let open = object.strip_suffix('}').unwrap_or(object);
    format!("{open},\"fingerprint\":\"{}\"}}\n", fingerprint.0)
}

impl Journal {
    /// Opens a file and reads its contents. The file is not changed, unless `anew` empties it. A
    /// missing file is created.
    ///
    /// # Errors
    /// The file cannot be read or is not a regular file.
    pub fn open(path: &Path, anew: bool) -> Result<(Journal, Held), OutputError> {
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
        // Reading to the end needs a file that has an end: `/dev/full` has none.
        if !file.metadata().map_err(fail)?.is_file() {
            return Err(fail(io::Error::other(
                "not a regular file, and answers are read again to go on with them",
            )));
        }
        let mut bytes = Vec::new();
        if anew {
            file.set_len(0).map_err(fail)?;
        } else {
            file.read_to_end(&mut bytes).map_err(fail)?;
        }
        let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        let held = Held {
            lines: text(&bytes[..whole]).lines().map(str::to_owned).collect(),
            torn: text(&bytes[whole..]),
        };
        let journal = Journal {
            path: path.to_owned(),
            file,
            whole: whole as u64,
        };
        Ok((journal, held))
    }

    /// Cuts off the incomplete line. The caller must have checked that the file holds answers.
    pub fn cut(&mut self) -> Result<(), OutputError> {
        self.file.set_len(self.whole).map_err(|error| OutputError::File {
            path: self.path.clone(),
            error,
        })
    }

    /// Appends an answer: a line with its line feed.
    pub fn add(&mut self, line: &str) -> Result<(), OutputError> {
        self.file
            .write_all(line.as_bytes())
            .and_then(|()| self.file.flush())
            .map_err(|error| OutputError::Kept {
                path: self.path.clone(),
                error,
            })
    }

    /// Rewrites the file with these lines, in this order.
    ///
    /// # Errors
    /// The file cannot be written. The lines written before are kept.
    pub fn finish(self, lines: &str) -> Result<(), OutputError> {
        drop(self.file);
        write_file(&self.path, lines.as_bytes(), true).map_err(|fault| match fault {
            OutputError::File { path, error } => OutputError::Kept { path, error },
            other => other,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_line_is_cut_off_and_the_rest_kept() {
        let path = std::env::temp_dir().join(format!("yose-journal-{}.jsonl", std::process::id()));
        let (mut journal, held) = Journal::open(&path, true).unwrap();
        assert_eq!(held, Held::default());
        journal.add("one\n").unwrap();
        journal.add("two\nthr").unwrap();
        drop(journal);
        let (mut journal, held) = Journal::open(&path, false).unwrap();
        assert_eq!(held.lines, ["one", "two"]);
        assert_eq!(held.torn, "thr");
        let read = || std::fs::read_to_string(&path).unwrap();
        assert_eq!(read(), "one\ntwo\nthr", "opening touches nothing");
        journal.cut().unwrap();
        journal.add("three\n").unwrap();
        journal.finish("one\ntwo\nthree\n").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one\ntwo\nthree\n");
        std::fs::remove_file(&path).unwrap();
    }
}
