//! Reads problems: positions as arguments, files of positions, record files, folders, standard
//! input.
//!
//! [`yose_ask::text`] says what a text holds.
//!
//! [`Problems`] reads lines of positions as they are asked for, so a long file takes no memory and
//! the first answer does not wait for the end of the input. No line is read without a bound.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use yose_ask::problem::{Problem, is_board, is_game, looks_like_position};
use yose_ask::text::{self, Lines, starts_with_position};
use yose_ask::{Game, InputFault, Invalid};
use yose_record::Format;

/// The game that `--rules NAME|FILE` selects.
///
/// # Errors
/// There is no game and no file of this name, or the file is faulty.
pub fn game(name: &str) -> Result<Game, Invalid> {
    let is_file = name.contains(['/', '\\', '.']) || Path::new(name).is_file();
    if name.starts_with("loa") || !is_file {
        return Game::named(name);
    }
    let text = std::fs::read_to_string(name).map_err(|e| Invalid::whole(format!("{name}: {e}")))?;
    yose_shogi::variant_file::read(&text)
        .map(Game::Shogi)
        .map_err(|e| Invalid::whole(format!("{name}: {e}")))
}

/// The bytes of a file; `-` is standard input.
///
/// # Errors
/// The error of the operating system.
pub fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    if path != Path::new("-") {
        return std::fs::read(path);
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads all problems that the arguments name, in order. An argument that cannot be read becomes a
/// problem whose content is the error: one bad problem does not stop the others.
pub fn read_all(arguments: &[String], game: Game) -> Vec<Problem> {
    Problems::new(arguments, game).collect()
}

/// How many bytes decide whether a file without a telling name is a record. A longer file that
/// shows no sign of a record so far holds lines of positions.
const SAMPLE: usize = 1 << 20;

/// The largest record file in bytes.
const LARGEST_RECORD: usize = 1 << 30;

/// The problems that arguments name, in order, read as they are asked for. An argument that cannot
/// be read becomes a problem whose content is the error.
pub struct Problems {
    game: Game,
    arguments: VecDeque<String>,
    /// Files of a folder that are not opened yet.
    files: VecDeque<PathBuf>,
    /// Problems that are read already.
    ready: VecDeque<Problem>,
    /// The file that is being read line by line.
    lines: Option<Lines<Box<dyn BufRead + Send>>>,
    /// What stands for standard input.
    held: Option<Arc<[u8]>>,
}

impl Problems {
    /// The problems of these arguments.
    pub fn new(arguments: &[String], game: Game) -> Problems {
        Problems {
            game,
            arguments: arguments.iter().cloned().collect(),
            files: VecDeque::new(),
            ready: VecDeque::new(),
            lines: None,
            held: None,
        }
    }

    /// Reads these bytes instead of standard input, which can be read only once.
    #[must_use]
    pub fn with_standard_input(mut self, held: Option<Arc<[u8]>>) -> Problems {
        self.held = held;
        self
    }

    /// Takes the problems of the next argument.
    fn argument(&mut self, argument: &str) {
        let path = Path::new(argument);
        if argument == "-" {
            let input: Box<dyn BufRead + Send> = match &self.held {
                Some(held) => Box::new(Cursor::new(Arc::clone(held))),
                None => Box::new(BufReader::new(io::stdin())),
            };
            self.source(input, None);
        } else if path.is_dir() {
            let mut broken = Vec::new();
            self.files.extend(files_of(path, &mut broken));
            self.ready.extend(broken);
        } else if path.exists() {
            // A pipe or a device is read like a file.
            self.file(path);
        } else if looks_like_position(argument) || is_board(argument.trim()) || is_game(argument.trim()) {
            self.ready.push_back(Problem::typed(argument, self.game, 0));
        } else {
            self.ready
                .push_back(Problem::broken(argument, InputFault::NoFile.into()));
        }
    }

    fn file(&mut self, path: &Path) {
        match File::open(path) {
            Ok(file) => self.source(Box::new(BufReader::new(file)), Some(path)),
            Err(error) => self.ready.push_back(unreadable(Some(path), &error)),
        }
    }

    /// Reads the beginning of a file or of standard input. Lines of positions are left to be read
    /// one by one. Anything else is read whole.
    fn source(&mut self, mut input: Box<dyn BufRead + Send>, path: Option<&Path>) {
        match beginning(&mut input, path) {
            Ok((head, Kind::Lines)) => {
                let input = Box::new(Cursor::new(head).chain(input));
                self.lines = Some(Lines::new(input, path));
            }
            Ok((mut head, Kind::Whole)) => {
                let most = (LARGEST_RECORD - head.len()) as u64;
                match input.by_ref().take(most).read_to_end(&mut head) {
                    Ok(_) if head.len() >= LARGEST_RECORD => {
                        let error = io::Error::other("larger than 1 GB, which no record is");
                        self.ready.push_back(unreadable(path, &error));
                    }
                    Ok(_) => {
                        self.ready.extend(text::read(&head, path, self.game));
                    }
                    Err(error) => self.ready.push_back(unreadable(path, &error)),
                }
            }
            Err(error) => self.ready.push_back(unreadable(path, &error)),
        }
    }
}

impl Iterator for Problems {
    type Item = Problem;

    fn next(&mut self) -> Option<Problem> {
        loop {
            if let Some(problem) = self.ready.pop_front() {
                return Some(problem);
            }
            if let Some(lines) = &mut self.lines {
                match lines.next(self.game) {
                    Some(problem) => return Some(problem),
                    None => self.lines = None,
                }
            } else if let Some(file) = self.files.pop_front() {
                self.file(&file);
            } else {
                let argument = self.arguments.pop_front()?;
                self.argument(&argument);
            }
        }
    }
}

/// How a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Line by line, a position a line.
    Lines,
    /// At once: a record, or a small file that is neither.
    Whole,
}

/// Reads as much of a file as decides how to read it, and no more: somebody may be typing.
fn beginning(input: &mut impl BufRead, path: Option<&Path>) -> io::Result<(Vec<u8>, Kind)> {
    let mut head = Vec::new();
    if path.and_then(Format::from_path).is_some() {
        return Ok((head, Kind::Whole));
    }
    loop {
        let more = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            more => more?,
        };
        let count = more.len();
        head.extend_from_slice(more);
        input.consume(count);
        // A text of 16-bit units is decoded as a whole.
        let is_wide = head.starts_with(&[0xff, 0xfe]) || head.starts_with(&[0xfe, 0xff]);
        if is_wide || count == 0 {
            return Ok((head, Kind::Whole));
        }
        let complete = head.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        if starts_with_position(&String::from_utf8_lossy(&head[..complete])) {
            return Ok((head, Kind::Lines));
        }
        if head.len() >= SAMPLE {
            let kind = match Format::detect(&String::from_utf8_lossy(&head)) {
                Some(_) => Kind::Whole,
                None => Kind::Lines,
            };
            return Ok((head, kind));
        }
    }
}

/// The problem that stands for a file that cannot be read.
fn unreadable(path: Option<&Path>, error: &io::Error) -> Problem {
    let what = path.map_or_else(|| "standard input".to_owned(), |p| p.display().to_string());
    Problem::broken(&name_of(path), InputFault::unreadable(&what, error).into())
}

fn name_of(path: Option<&Path>) -> String {
    path.map_or_else(|| "-".to_owned(), |p| p.display().to_string())
}

/// Whether an argument is a position or the name of a game, rather than a file.
pub fn is_position(argument: &str) -> bool {
    !Path::new(argument).exists()
        && (looks_like_position(argument) || is_board(argument.trim()) || is_game(argument.trim()))
}

/// All files of a folder, sorted by name. Subfolders are not searched.
fn files_of(folder: &Path, broken: &mut Vec<Problem>) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).and_then(|entries| {
        entries
            .map(|entry| entry.map(|e| e.path()))
            .collect::<Result<Vec<PathBuf>, _>>()
    });
    let mut files = match files {
        Ok(files) => files,
        Err(error) => {
            broken.push(unreadable(Some(folder), &error));
            return Vec::new();
        }
    };
    files.retain(|file| file.is_file());
    files.sort_unstable();
    if files.is_empty() {
        let input = folder.display().to_string();
        broken.push(Problem::broken(&input, InputFault::EmptyFolder.into()));
    }
    files
}
