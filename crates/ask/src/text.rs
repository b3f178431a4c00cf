//! Texts that hold problems: a record, or lines of positions.
//!
//! A line holds a position, or columns separated by tabs. In columns, the first is the id, and the
//! position is the first column that can be read as one. `#` starts a comment. A record (KIF, KI2,
//! CSA, JKF) is one problem, or one for each game in it.

use crate::game::Game;
use crate::invalid::{InputFault, Invalid};
use crate::problem::{Content, Problem, looks_like_position};
use std::io::{BufRead, Read};
use std::path::Path;
use yose_record::Format;

/// The longest line of positions in bytes. It holds a game of more than a million moves.
const LONGEST_LINE: usize = 16 << 20;

/// Whether the first line that is not a comment holds a position. Then the file is a file of
/// positions, whatever its other lines are.
pub fn starts_with_position(text: &str) -> bool {
    text.trim_start_matches('\u{feff}')
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .take(2) // the first may be a header
        .any(|line| line.split('\t').any(looks_like_position))
}

/// The problems in the bytes of a text. `path` is the name of its file, if it came from one.
///
/// ```
/// use yose_ask::{Game, text};
///
/// let problems = text::read(b"one\t4k4/9/4P4/9/9/9/9/9/9 b G 1\n", None, Game::Any);
/// assert_eq!(problems[0].id.as_deref(), Some("one"));
/// ```
pub fn read(bytes: &[u8], path: Option<&Path>, game: Game) -> Vec<Problem> {
    let name = path.map_or_else(|| "-".to_owned(), |path| path.display().to_string());
    let by_name = path.and_then(Format::from_path);
    let text = yose_record::decode(bytes);
    let by_content = text
        .as_ref()
        .ok()
        .filter(|text| !starts_with_position(text))
        .and_then(|text| Format::detect(text));
    match (by_name.or(by_content), text) {
        (Some(format), _) => {
            let stem = path
                .and_then(|p| p.file_stem())
                .map(|stem| stem.to_string_lossy().into_owned());
            let games = yose_record::read_all(bytes, Some(format));
            let several = games.len() > 1;
            let problem = |(i, game): (usize, yose_record::Game)| {
                let content = game.record.map_err(Invalid::from);
                Problem {
                    id: match several {
                        true => Some(format!("{}-{}", stem.as_deref().unwrap_or("game"), i + 1)),
                        false => stem.clone(),
                    },
                    input: name.clone(),
                    file: path.map(|path| path.display().to_string()),
                    line: several.then_some(game.line),
                    content: content.map(|record| Content::Record(Box::new(record))),
                    played: None,
                }
            };
            games.into_iter().enumerate().map(problem).collect()
        }
        (None, Ok(text)) => {
            let mut lines = Lines::new(text.as_bytes(), path);
            std::iter::from_fn(|| lines.next(game)).collect()
        }
        (None, Err(faults)) => vec![Problem {
            file: path.map(|path| path.display().to_string()),
            ..Problem::broken(&name, Invalid::from(faults))
        }],
    }
}

/// Lines of positions, read one by one. No line is read without a bound.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    /// The file, if it is not standard input.
    file: Option<String>,
    /// The number of the last line that was read, from 1.
    number: usize,
    /// Whether a line with content was met.
    began: bool,
    /// Whether a problem was met.
    any: bool,
    /// Whether nothing more is read.
    ended: bool,
    /// The bytes of a line.
    line: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    /// The lines of an input. `path` is the name of its file, if it is one.
    pub fn new(input: R, path: Option<&Path>) -> Lines<R> {
        Lines {
            input,
            file: path.map(|path| path.display().to_string()),
            number: 0,
            began: false,
            any: false,
            ended: false,
            line: Vec::new(),
        }
    }

    /// The problem of the next line that has one.
    pub fn next(&mut self, game: Game) -> Option<Problem> {
        while !self.ended {
            let mut problem = match self.read() {
                Ok(0) => {
                    self.ended = true;
                    if self.any {
                        return None;
                    }
                    return Some(self.broken(InputFault::NoPosition.into()));
                }
                Ok(_) => match self.problem(game) {
                    Some(problem) => problem,
                    None => continue,
                },
                Err(what) => {
                    self.ended = true;
                    self.broken(Invalid::whole(what))
                }
            };
            self.any = true;
            problem.file.clone_from(&self.file);
            problem.line = Some(self.number);
            return Some(problem);
        }
        None
    }

    /// Reads a line with its line feed. Returns the number of its bytes.
    fn read(&mut self) -> Result<usize, String> {
        self.line.clear();
        self.number += 1;
        let bounded = self.input.by_ref().take(LONGEST_LINE as u64 + 1);
        match { bounded }.read_until(b'\n', &mut self.line) {
            Ok(count) if count > LONGEST_LINE => Err(format!(
                "this line is longer than {} MB; nothing after it is read",
                LONGEST_LINE >> 20
            )),
            Ok(count) => Ok(count),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The problem of the line that was read last. Blank lines, comments and the header have none.
    fn problem(&mut self, game: Game) -> Option<Problem> {
        let text = match yose_record::decode(&self.line) {
            Ok(text) => text,
            Err(faults) => {
                self.began = true;
                let input = String::from_utf8_lossy(&self.line);
                return Some(Problem::broken(input.trim_end(), Invalid::from(faults)));
            }
        };
        let line = text.trim_start_matches('\u{feff}').trim_end();
        if line.trim_start().is_empty() || line.trim_start().starts_with('#') {
            return None;
        }
        let is_first = !std::mem::replace(&mut self.began, true);
        let is_header = is_first && line.contains('\t') && !line.contains('/');
        (!is_header).then(|| read_line(line, game))
    }

    fn broken(&self, invalid: Invalid) -> Problem {
        Problem {
            file: self.file.clone(),
            ..Problem::broken(&self.name(), invalid)
        }
    }

    fn name(&self) -> String {
        self.file.clone().unwrap_or_else(|| "-".to_owned())
    }
}

fn read_line(line: &str, game: Game) -> Problem {
    if !line.contains('\t') {
        // A comment may follow the position.
        let text = line.find(" #").map_or(line, |at| &line[..at]);
        return Problem::position(text, game);
    }
    let mut at = 0;
    let mut columns = Vec::new();
    for column in line.split('\t') {
        let blanks = column.chars().take_while(|c| c.is_whitespace()).count();
        columns.push((at + blanks, column.trim()));
        at += column.chars().count() + 1;
    }
    let candidates = || {
        columns
            .iter()
            .skip(1)
            .filter(|(_, column)| looks_like_position(column))
    };
    let mut problem = candidates()
        .map(|(at, column)| Problem::typed(column, game, *at))
        .find(|problem| problem.content.is_ok())
        // No column can be read as a position. The first column that looks like a position is used,
        // so that its faults are reported.
        .or_else(|| {
            candidates()
                .next()
                .map(|(at, column)| Problem::typed(column, game, *at))
        })
        .unwrap_or_else(|| Problem::broken(line, InputFault::NoColumn.into()));
    problem.id = columns.first().map(|(_, id)| (*id).to_owned());
    problem
}
