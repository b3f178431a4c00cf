//! Output: standard output line by line, and files that are written completely or not at all.

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use thiserror::Error;
use yose_present::{Language, phrase};

/// Why an answer could not be delivered.
#[derive(Debug, Error)]
pub enum OutputError {
    /// The reader of the output has closed it.
    #[error("the output was closed")]
    Closed,
    /// The file exists already.
    #[error("{} is there already (--overwrite replaces it)", .0.display())]
    Exists(PathBuf),
    /// The file is one of the inputs.
    #[error("{} is an input of this command, and writing would destroy it", .0.display())]
    Input(PathBuf),
    /// Two outputs are the same file.
    #[error("{} is the file of two outputs", .0.display())]
    Twice(PathBuf),
    /// The file cannot be written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What happened.
        error: io::Error,
    },
    /// The file cannot be written, but everything written before is kept.
    #[error("{}: {error}; what was answered is kept, the same command goes on from there", path.display())]
    Kept {
        /// The file.
        path: PathBuf,
        /// What happened.
        error: io::Error,
    },
    /// Writing to standard output failed.
    #[error("standard output: {0}")]
    Stdout(io::Error),
}

/// Prints a text on standard output and flushes it, so that the reader of a pipe sees every answer
/// at once.
pub fn print(text: &str) -> Result<(), OutputError> {
    print_bytes(text.as_bytes())
}

/// Prints bytes, which need not be UTF-8, and flushes them.
pub fn print_bytes(bytes: &[u8]) -> Result<(), OutputError> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(OutputError::Closed),
        Err(error) => Err(OutputError::Stdout(error)),
    }
}

/// The language of messages.
static LANGUAGE: OnceLock<Language> = OnceLock::new();

/// Sets the language of messages and of progress for this process, once. It is English without it.
pub fn speak(language: Language) {
    let _ = LANGUAGE.set(language);
}

/// The language of messages.
pub(crate) fn language() -> Language {
    LANGUAGE.get().copied().unwrap_or_default()
}

/// A text of a library in the language of messages.
pub fn told(text: &str) -> String {
    phrase::told(text, language())
}

/// Prints a message on standard error. A failure to print is ignored: a message must not cost an
/// answer.
pub fn complain(text: &str) {
    let mut out = io::stderr().lock();
    let _ = out.write_all(told(text).as_bytes()).and_then(|()| out.flush());
}

/// Checks before any work that files may be written: none is an input of the command, no two are
/// the same file, and none is there already unless `overwrite` is set. A pipe or a device holds
/// nothing to keep.
///
/// # Errors
/// The first file that may not be written.
pub fn may_write(files: &[impl AsRef<Path>], inputs: &[PathBuf], overwrite: bool) -> Result<(), OutputError> {
    let inputs: HashSet<Identity> = inputs.iter().filter_map(|path| identity(path)).collect();
    let mut outputs = HashSet::new();
    for path in files {
        let path = path.as_ref();
        if let Some(identity) = identity(path) {
            if inputs.contains(&identity) {
                return Err(OutputError::Input(path.to_owned()));
            }
            if !outputs.insert(identity) {
                return Err(OutputError::Twice(path.to_owned()));
            }
        }
        if !overwrite && path.is_file() {
            return Err(OutputError::Exists(path.to_owned()));
        }
    }
    Ok(())
}

/// What makes a file that file, whatever path leads to it.
#[derive(PartialEq, Eq, Hash)]
enum Identity {
    /// The device and the number of a file that is there.
    #[cfg(unix)]
    There(u64, u64),
    /// The full path of a file that is there, or will be.
    Path(PathBuf),
}

/// Pipes and devices have none, and folders are not written to.
fn identity(path: &Path) -> Option<Identity> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => None,
        #[cfg(unix)]
        Ok(there) => {
            use std::os::unix::fs::MetadataExt;
            Some(Identity::There(there.dev(), there.ino()))
        }
        #[cfg(not(unix))]
        Ok(_) => fs::canonicalize(path).ok().map(Identity::Path),
        Err(_) => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            // A folder that is made later has no links.
            let folder = folder.unwrap_or(Path::new("."));
            let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
            Some(Identity::Path(folder.join(path.file_name()?)))
        }
    }
}

/// Writes a file completely or not at all: see [`write_whole`].
///
/// # Errors
/// The file exists and may not be replaced, or cannot be written.
pub fn write_file(path: &Path, bytes: &[u8], replace: bool) -> Result<(), OutputError> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        // A pipe or a device such as `/dev/stdout` holds nothing to keep, so it is written
        // directly.
        let file = OpenOptions::new().write(true).open(path);
        let written = file.and_then(|mut file| file.write_all(bytes));
        return written.map_err(|error| OutputError::File {
            path: path.to_owned(),
            error,
        });
    }
    write_whole(path, replace, |part| {
        let mut file = OpenOptions::new().write(true).create_new(true).open(part)?;
        file.write_all(bytes)?;
        file.sync_all()
    })
}

/// Writes a file completely or not at all. `write` makes a temporary file, which is then renamed to
/// `path`. An existing file is replaced only if `replace` is set, and is never left half written. A
/// symbolic link stays a link: its target is written.
///
/// # Errors
/// The file exists and may not be replaced, or cannot be written.
pub fn write_whole(
    path: &Path,
    replace: bool,
    write: impl FnOnce(&Path) -> io::Result<()>,
) -> Result<(), OutputError> {
    let fail = |error| OutputError::File {
        path: path.to_owned(),
        error,
    };
    let place = match fs::metadata(path) {
        Ok(there) if there.is_dir() => return Err(fail(io::ErrorKind::IsADirectory.into())),
        Ok(_) if !replace => return Err(OutputError::Exists(path.to_owned())),
        Ok(_) => fs::canonicalize(path).map_err(fail)?,
        // The path is a link to a missing file, or there is no file at all.
        Err(_) => fs::read_link(path).map_or_else(|_| path.to_owned(), |to| path.with_file_name("").join(to)),
    };
    let mut name = place.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let part = place.with_file_name(name);
    // A killed process with the same process id may have left this file.
    let _ = fs::remove_file(&part);
    let written = write(&part).and_then(|()| fs::rename(&part, &place));
    written.map_err(|error| {
        let _ = fs::remove_file(&part);
        fail(error)
    })
}

/// The path for the record of a problem: `path` itself for a single problem, otherwise a file in
/// that folder, named after the problem.
pub fn numbered(path: &Path, id: Option<&str>, index: usize, several: bool) -> PathBuf {
    if !several && !path.is_dir() {
        return path.to_owned();
    }
    let letters = |c: char| {
        if c.is_alphanumeric() || "-_".contains(c) {
            c
        } else {
            '_'
        }
    };
    let name: String = match id {
        Some(id) if !id.is_empty() => id.chars().map(letters).collect(),
        _ => format!("problem{:05}", index + 1),
    };
    path.join(format!("{name}.kif"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_not_replaced_unasked() {
        let dir = std::env::temp_dir().join(format!("yose-output-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let path = dir.join("a.txt");
        write_file(&path, b"one", false).unwrap();
        assert!(matches!(
            write_file(&path, b"two", false),
            Err(OutputError::Exists(_))
        ));
        assert_eq!(fs::read(&path).unwrap(), b"one");
        write_file(&path, b"two", true).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 1, "no partial file is left");
        fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn inputs_and_other_outputs_are_never_written_to() {
        let dir = std::env::temp_dir().join(format!("yose-inputs-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let (input, link, new) = (dir.join("in"), dir.join("link"), dir.join("new"));
        fs::write(&input, "problem").unwrap();
        fs::hard_link(&input, &link).unwrap();
        let inputs = [input.clone()];
        for overwrite in [false, true] {
            let by_another_way = dir.join(".").join("in");
            for path in [&input, &link, &by_another_way] {
                let refused = may_write(&[path], &inputs, overwrite);
                assert!(matches!(refused, Err(OutputError::Input(_))), "{path:?}");
            }
            let again = dir.join(".").join("new");
            let refused = may_write(&[&new, &again], &inputs, overwrite);
            assert!(matches!(refused, Err(OutputError::Twice(_))));
            assert!(may_write(&[&new], &inputs, overwrite).is_ok());
            let there = may_write(&[&input], &[], overwrite);
            assert_eq!(there.is_ok(), overwrite);
        }
        fs::remove_dir_all(&dir).unwrap();
    }

    /// A link stays a link and a pipe stays a pipe: neither is replaced by a regular file.
    #[cfg(unix)]
    #[test]
    fn what_is_no_file_stays_what_it_is() {
        use std::os::unix::fs::{FileTypeExt, symlink};
        let dir = std::env::temp_dir().join(format!("yose-links-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let (real, link) = (dir.join("real"), dir.join("link"));
        symlink("real", &link).unwrap();
        for text in ["one", "two"] {
            write_file(&link, text.as_bytes(), true).unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(fs::read_to_string(&real).unwrap(), text);
        }
        assert!(matches!(
            write_file(&link, b"three", false),
            Err(OutputError::Exists(_))
        ));
        assert!(matches!(
            write_file(&dir, b"one", true),
            Err(OutputError::File { .. })
        ));

        let pipe = dir.join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        write_file(&pipe, b"through", false).unwrap();
        assert_eq!(reader.join().unwrap(), b"through");
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 3, "no partial file is left");
        fs::remove_dir_all(&dir).unwrap();
    }
}
