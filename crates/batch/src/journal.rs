//! A file of answers that grows while a run works, so that a later run can continue an interrupted
//! one.
//!
//! Each answer is one line, appended and flushed as soon as it is found, in any order. An
//! interrupted run leaves complete lines and perhaps one incomplete line. The incomplete line is
//! cut off once the caller has seen that the file holds answers. When all requests are answered the
//! file is rewritten in the order of the problems, completely or not at all. Every line carries the
//! fingerprint of its request, and a checksum of itself. An answer is reused only if it answers the
//! same question about the same position, and only if no byte of it has changed.
//!
//! The answers stay in the file: of each the program remembers only its [`Place`].

use crate::output::{OutputError, write_whole};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use yose_ask::Fingerprint;

/// The longest line of a file of answers in bytes.
const LONGEST_LINE: u64 = 1 << 28;

/// A file of answers that is open for writing.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// The length of all complete lines in bytes.
    whole: u64,
}

/// Where a line stands in a file of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its first byte.
    pub offset: u64,
    /// The number of its bytes with its line feed.
    pub length: u32,
}

/// The contents of a file of answers when it was opened.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// The complete lines.
    pub lines: Vec<String>,
    /// The text after the complete lines: an incomplete line if an interrupted run left one.
    pub torn: String,
}

/// The last field of a line, before its value.
const CHECKSUM: &str = ",\"checksum\":\"";

/// A line of answers with the fingerprint of its request and a checksum added as the last fields of
/// the object.
pub fn stamped(line: &str, fingerprint: &Fingerprint) -> String {
    let object = line.trim_end();
    let open = object.strip_suffix('}').unwrap_or(object);
    let text = format!("{open},\"fingerprint\":\"{}\"", fingerprint.0);
    format!("{text}{CHECKSUM}{:016x}\"}}\n", checksum(&text))
}

/// Whether a line is as [`stamped`] made it: `None` if it has no checksum.
pub fn is_intact(line: &str) -> Option<bool> {
    let at = line.rfind(CHECKSUM)?;
    let told = line[at + CHECKSUM.len()..].trim_end().strip_suffix("\"}");
    Some(told == Some(&format!("{:016x}", checksum(&line[..at]))))
}

/// FNV-1a of a text, which every language can compute.
pub fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

impl Journal {
    /// Opens a file and reads its contents. The file is not changed, unless `anew` empties it. A
    /// missing file is created.
    ///
    /// # Errors
    /// The file cannot be read or is not a regular file.
    pub fn open(path: &Path, anew: bool) -> Result<(Journal, Held), OutputError> {
        let mut lines = Vec::new();
        let (journal, torn) = Journal::scan(path, anew, |_, line| {
            lines.push(line.trim_end_matches(['\r', '\n']).to_owned());
        })?;
        Ok((journal, Held { lines, torn }))
    }

    /// Like [`open`](Journal::open), for a file that is too long to be held in memory: `each`
    /// receives the complete lines one by one. Returns the text after the complete lines.
    ///
    /// # Errors
    /// The file cannot be read or is not a regular file.
    pub fn scan(
        path: &Path,
        anew: bool,
        mut each: impl FnMut(Place, &str),
    ) -> Result<(Journal, String), OutputError> {
        let fail = |error| OutputError::File {
            path: path.to_owned(),
            error,
        };
        let file = OpenOptions::new()
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
        if anew {
            file.set_len(0).map_err(fail)?;
        }
        let mut whole = 0;
        let mut torn = String::new();
        let mut reader = BufReader::new(&file);
        let mut line = Vec::new();
        loop {
            line.clear();
            let bounded = reader.by_ref().take(LONGEST_LINE);
            let length = { bounded }.read_until(b'\n', &mut line).map_err(fail)?;
            let text = String::from_utf8_lossy(&line);
            if length as u64 == LONGEST_LINE {
                return Err(fail(io::Error::other(
                    "a line of this file is too long for an answer",
                )));
            }
            if line.last() != Some(&b'\n') {
                torn.push_str(&text);
                break;
            }
            let place = Place {
                offset: whole,
                length: length as u32,
            };
            each(place, &text);
            whole += length as u64;
        }
        let journal = Journal {
            path: path.to_owned(),
            file,
            whole,
        };
        Ok((journal, torn))
    }

    /// Cuts off the incomplete line. The caller must have checked that the file holds answers.
    pub fn cut(&mut self) -> Result<(), OutputError> {
        self.file.set_len(self.whole).map_err(|error| OutputError::File {
            path: self.path.clone(),
            error,
        })
    }

    /// Appends an answer: a line with its line feed. Returns where it stands.
    pub fn add(&mut self, line: &str) -> Result<Place, OutputError> {
        let place = Place {
            offset: self.whole,
            length: line.len() as u32,
        };
        self.file
            .write_all(line.as_bytes())
            .and_then(|()| self.file.flush())
            .map_err(|error| OutputError::Kept {
                path: self.path.clone(),
                error,
            })?;
        self.whole += line.len() as u64;
        Ok(place)
    }

    /// Rewrites the file with the lines at these places, in this order.
    ///
    /// # Errors
    /// The file cannot be written. The lines written before are kept.
    pub fn finish(self, order: &[Place]) -> Result<(), OutputError> {
        let copied = write_whole(&self.path, true, |part| {
            let mut from = BufReader::new(&self.file);
            let mut to = BufWriter::new(OpenOptions::new().write(true).create_new(true).open(part)?);
            let mut at = from.seek(SeekFrom::Start(0))?;
            let mut line = Vec::new();
            for place in order {
                // Lines that follow each other are read without a seek, which drops the buffer.
                if at != place.offset {
                    from.seek(SeekFrom::Start(place.offset))?;
                }
                line.resize(place.length as usize, 0);
                from.read_exact(&mut line)?;
                to.write_all(&line)?;
                at = place.offset + u64::from(place.length);
            }
            to.flush()?;
            to.get_ref().sync_all()
        });
        copied.map_err(|fault| match fault {
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
        let three = journal.add("three\n").unwrap();
        assert_eq!(read(), "one\ntwo\nthree\n");
        let (one, two) = (Place { offset: 0, length: 4 }, Place { offset: 4, length: 4 });
        journal.finish(&[three, one, two]).unwrap();
        assert_eq!(read(), "three\none\ntwo\n");
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn one_changed_byte_is_seen() {
        let line = stamped("{\"a\":1}\n", &Fingerprint("0".repeat(16)));
        assert_eq!(is_intact(&line), Some(true));
        assert_eq!(is_intact("{\"a\":1}\n"), None);
        for at in 0..line.len() - 1 {
            let mut bytes = line.clone().into_bytes();
            bytes[at] ^= 1;
            let changed = String::from_utf8(bytes).unwrap();
            assert_ne!(is_intact(&changed), Some(true), "{changed}");
        }
    }
}
