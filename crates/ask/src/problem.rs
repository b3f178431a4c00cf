//! Problems as they come in: positions as arguments, files of positions, record files, standard input.
//!
//! A line of a file is a position, or tab-separated with the id first and the position in the first column
//! that reads as one; `#` starts a comment; a record file (KIF, KI2, CSA, JKF) is one problem.

use crate::game::Game;
use crate::invalid::Invalid;
use std::io::Read;
use std::path::{Path, PathBuf};
use yose_record::{Format, Record};

use yose_shogi::{Move, Setup, notation::usi, with_position};

/// What a problem is about.
#[derive(Clone, Debug)]
pub enum Content {
    /// A valid shogi position, and moves to be played from it.
    Shogi {
        /// The position.
        setup: Setup,
        /// The moves; for a record, its main line.
        moves: Vec<Move>,
    },
    /// A valid Lines of Action position.
    Loa {
        /// The position.
        position: yose_loa::AnyPosition,
        /// The rules.
        rules: yose_loa::Rules,
    },
    /// A game record, whose start position is valid.
    Record(Box<Record>),
}

/// One problem.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its name: the first column of its line, or the stem of its file.
    pub id: Option<String>,
    /// The position as typed, or the name of the record file.
    pub input: String,
    /// The file it came from.
    pub file: Option<PathBuf>,
    /// Its line in that file.
    pub line: Option<usize>,
    /// What it is about, or what is wrong with it.
    pub content: Result<Content, Invalid>,
}

impl Problem {
    /// The file and line it came from; `None` if it was typed as an argument.
    pub fn source(&self) -> Option<String> {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => Some(format!("{}:{line}", file.display())),
            (Some(file), None) => Some(file.display().to_string()),
            (None, Some(line)) => Some(format!("standard input:{line}")),
            (None, None) => None,
        }
    }

    /// What to call it in a report: where it came from, and its name.
    pub fn label(&self) -> String {
        let mut label = self.source().unwrap_or_else(|| self.input.clone());
        if let Some(id) = &self.id
            && self.line.is_some()
        {
            label = format!("{label} ({id})");
        }
        label
    }

    /// A position that was typed: an SFEN, or `startpos`, perhaps with moves. Unlike an argument it is never
    /// taken for the name of a file.
    pub fn position(text: &str, game: Game) -> Problem {
        let before = text.chars().take_while(|c| c.is_whitespace()).count();
        Problem::typed(text.trim(), game, before)
    }

    /// A position that was typed, `before` characters from the start of its line.
    fn typed(input: &str, game: Game, before: usize) -> Problem {
        // Readers skip blanks, and count the columns of their faults with them.
        let content = read_position(&format!("{}{input}", " ".repeat(before)), game);
        Problem {
            id: None,
            input: input.to_owned(),
            file: None,
            line: None,
            content,
        }
    }

    fn broken(input: &str, invalid: Invalid) -> Problem {
        Problem {
            id: None,
            input: input.to_owned(),
            file: None,
            line: None,
            content: Err(invalid),
        }
    }
}

/// The positions of the main line of a problem with moves, each a problem of its own, named by its ply. A problem without
/// moves is itself. Where the diagram has one king (a tsume), only those with the other side to move: there is nothing to mate in the rest.
pub fn every_ply(problem: &Problem) -> Vec<Problem> {
    let (setup, moves) = match &problem.content {
        Ok(Content::Shogi { setup, moves }) => (setup, moves.clone()),
        Ok(Content::Record(record)) => (
            &record.setup,
            record
                .tree
                .main_line()
                .filter_map(|id| record.tree.node(id).played())
                .collect(),
        ),
        Ok(Content::Loa { .. }) | Err(_) => return vec![problem.clone()],
    };
    // Which side has a king for the other to mate, if only one has: kings are never taken.
    let lone = setup.validate().ok().and_then(|position| {
        with_position!(position, |p| {
            let kings = [p.turn().other(), p.turn()].map(|side| p.king(side).is_some());
            match kings {
                [true, false] => Some(0),
                [false, true] => Some(1),
                _ => None,
            }
        })
    });
    (0..=moves.len())
        .filter(|n| lone.is_none_or(|first| n % 2 == first))
        .map(|n| Problem {
            id: Some(match &problem.id {
                Some(id) => format!("{id} ply {n}"),
                None => format!("ply {n}"),
            }),
            content: Ok(Content::Shogi {
                setup: setup.clone(),
                moves: moves[..n].to_vec(),
            }),
            ..problem.clone()
        })
        .collect()
}

/// Reads all problems that the arguments name, in order. What cannot be read is a problem too, whose content
/// says why: one bad problem does not stop the rest.
pub fn read_all(arguments: &[String], game: Game) -> Vec<Problem> {
    let mut problems = Vec::new();
    for argument in arguments {
        if argument == "-" {
            let mut bytes = Vec::new();
            match std::io::stdin().lock().read_to_end(&mut bytes) {
                Ok(_) => read_bytes(&bytes, None, game, &mut problems),
                Err(error) => {
                    problems.push(Problem::broken(
                        "-",
                        Invalid::whole(format!("standard input: {error}")),
                    ));
                }
            }
        } else if Path::new(argument).is_dir() {
            read_folder(Path::new(argument), game, &mut problems);
        } else if Path::new(argument).exists() {
            // A pipe or a device is as good as a file.
            read_file(Path::new(argument), game, &mut problems);
        } else if looks_like_position(argument) || is_board(argument.trim()) || is_game(argument.trim()) {
            problems.push(Problem::typed(argument, game, 0));
        } else {
            let what = "there is no file of this name, and it is not a position";
            problems.push(Problem::broken(argument, Invalid::whole(what)));
        }
    }
    problems
}

/// Whether an argument is a position or the name of a game, not a file.
pub fn is_position(argument: &str) -> bool {
    !Path::new(argument).exists()
        && (looks_like_position(argument) || is_board(argument.trim()) || is_game(argument.trim()))
}

/// Whether a text is meant to be a position: `startpos`, or ranks with slashes between them and then
/// something more. A date or a path in a header of a record is not.
fn looks_like_position(text: &str) -> bool {
    let text = text.trim_start();
    let text = text.strip_prefix("position ").unwrap_or(text);
    let text = text.strip_prefix("sfen ").unwrap_or(text);
    let board = text.split(char::is_whitespace).next().unwrap_or("");
    if is_game(board) && board.contains(':') {
        return true;
    }
    text.starts_with("startpos") || (is_board(board) && board.len() < text.trim_end().len())
}

/// Whether a word is the name of a game with a start array, which then stands for it: `3x4:BKR:1`, `dobutsu`, `loa:5x5`.
fn is_game(word: &str) -> bool {
    matches!(word, "dobutsu" | "minishogi" | "loa") || word.starts_with("loa:") || {
        let mut parts = word.split(':');
        let number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
        parts
            .next()
            .and_then(|size| size.split_once('x'))
            .is_some_and(|(files, ranks)| number(files) && number(ranks))
            && parts.next().is_some_and(|row| !number(row))
    }
}

/// Whether a word could be the board of an SFEN or FEN.
fn is_board(word: &str) -> bool {
    // What begins with a slash is a path.
    word.find('/').is_some_and(|at| at > 0)
        && word
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '+'))
}

/// Whether the first line that is not a comment has a position in it: then the file is one of positions,
/// whatever its other lines look like.
fn starts_with_position(text: &str) -> bool {
    text.trim_start_matches('\u{feff}')
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .take(2) // the first may be a header
        .any(|line| line.split('\t').any(looks_like_position))
}

/// All files of a folder, by name; folders in it are not entered.
fn read_folder(folder: &Path, game: Game, problems: &mut Vec<Problem>) {
    let files = std::fs::read_dir(folder).and_then(|entries| {
        entries
            .map(|entry| entry.map(|e| e.path()))
            .collect::<Result<Vec<PathBuf>, _>>()
    });
    match files {
        Ok(mut files) => {
            files.sort_unstable();
            if !files.iter().any(|file| file.is_file()) {
                let input = folder.display().to_string();
                problems.push(Problem::broken(
                    &input,
                    Invalid::whole("there is no file in this folder"),
                ));
            }
            for file in files.iter().filter(|file| file.is_file()) {
                read_file(file, game, problems);
            }
        }
        Err(error) => {
            let input = folder.display().to_string();
            problems.push(Problem::broken(
                &input,
                Invalid::whole(format!("{input}: {error}")),
            ));
        }
    }
}

fn read_file(path: &Path, game: Game, problems: &mut Vec<Problem>) {
    match std::fs::read(path) {
        Ok(bytes) => read_bytes(&bytes, Some(path), game, problems),
        Err(error) => {
            let input = path.display().to_string();
            problems.push(Problem::broken(
                &input,
                Invalid::whole(format!("{input}: {error}")),
            ));
        }
    }
}

/// Reads the bytes of a file or of standard input: a record, or lines of positions.
fn read_bytes(bytes: &[u8], path: Option<&Path>, game: Game, problems: &mut Vec<Problem>) {
    let name = path.map_or_else(|| "-".to_owned(), |p| p.display().to_string());
    let by_name = path.and_then(Format::from_path);
    let text = yose_record::decode(bytes);
    let by_content = text
        .as_ref()
        .ok()
        .filter(|text| !starts_with_position(text))
        .and_then(|text| Format::detect(text));
    match (by_name.or(by_content), text) {
        (Some(format), _) => {
            let content = yose_record::read(bytes, Some(format))
                .map_err(Invalid::from)
                .and_then(|record| record.setup.validate().map_err(Invalid::from).map(|_| record))
                .map(|record| Content::Record(Box::new(record)));
            let id = path
                .and_then(|p| p.file_stem())
                .map(|stem| stem.to_string_lossy().into_owned());
            problems.push(Problem {
                id,
                input: name,
                file: path.map(Path::to_owned),
                line: None,
                content,
            });
        }
        (None, Ok(text)) => read_lines(&text, path, game, problems),
        (None, Err(faults)) => problems.push(Problem {
            file: path.map(Path::to_owned),
            ..Problem::broken(&name, Invalid::from(faults))
        }),
    }
}

fn read_lines(text: &str, path: Option<&Path>, game: Game, problems: &mut Vec<Problem>) {
    let mut first = true;
    let before = problems.len();
    for (i, line) in text.lines().enumerate() {
        let line = line.trim_end();
        if line.trim_start().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let header = std::mem::take(&mut first) && line.contains('\t') && !line.contains('/');
        if header {
            continue;
        }
        problems.push(Problem {
            file: path.map(Path::to_owned),
            line: Some(i + 1),
            ..read_line(line.trim_start_matches('\u{feff}'), game)
        });
    }
    if problems.len() == before {
        let name = path.map_or_else(|| "-".to_owned(), |p| p.display().to_string());
        problems.push(Problem {
            file: path.map(Path::to_owned),
            ..Problem::broken(&name, Invalid::whole("there is no position in this file"))
        });
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
        // No column reads as a position: the first that looks like one has the faults to show.
        .or_else(|| {
            candidates()
                .next()
                .map(|(at, column)| Problem::typed(column, game, *at))
        })
        .unwrap_or_else(|| Problem::broken(line, Invalid::whole("no column of this line is a position")));
    problem.id = columns.first().map(|(_, id)| (*id).to_owned());
    problem
}

/// Reads one position of a game.
pub fn read_position(text: &str, game: Game) -> Result<Content, Invalid> {
    let shogi = |variant| {
        let (setup, moves) = usi::read_position(text, variant).map_err(Invalid::from)?;
        Ok(Content::Shogi { setup, moves })
    };
    if is_game(text.trim()) {
        return start_named(text.trim(), game);
    }
    match game {
        Game::Shogi(variant) => shogi(Some(variant)),
        Game::Loa { size, rules } if text.trim() == "startpos" => Ok(Content::Loa {
            position: yose_loa::AnyPosition::start(size),
            rules,
        }),
        Game::Loa { rules, .. } => Ok(Content::Loa {
            position: text.parse().map_err(Invalid::from)?,
            rules,
        }),
        Game::Any if looks_like_loa(text) => Ok(Content::Loa {
            position: text.parse().map_err(Invalid::from)?,
            rules: yose_loa::Rules::PAPER,
        }),
        Game::Any => shogi(None),
    }
}

/// The start array of a game by its name.
fn start_named(name: &str, game: Game) -> Result<Content, Invalid> {
    let named = if name.starts_with("loa") {
        Game::named(name)?
    } else {
        Game::Shogi(yose_shogi::Variant::by_name(name).map_err(Invalid::whole)?)
    };
    if !matches!(game, Game::Any) {
        let what =
            format!("`{name}` names a game, and so does --rules; `startpos` is the start of the latter");
        return Err(Invalid::whole(what));
    }
    let variant = match named {
        Game::Shogi(variant) => variant,
        named => return read_position("startpos", named),
    };
    let (setup, moves) = usi::read_position("startpos", Some(variant)).map_err(Invalid::from)?;
    Ok(Content::Shogi { setup, moves })
}

/// A board of no other letters than `b` and `w` is Lines of Action: `w` is no piece of shogi, and a shogi board
/// has a king on it.
fn looks_like_loa(text: &str) -> bool {
    let board = text.split_whitespace().next().unwrap_or("");
    let mut letters = board
        .chars()
        .filter(char::is_ascii_alphabetic)
        .map(|c| c.to_ascii_lowercase())
        .peekable();
    is_board(board) && letters.peek().is_some() && letters.all(|c| matches!(c, 'b' | 'w'))
}

/// Every piece of the full set that is not on the board or in the attacker's hand goes to the defender:
/// `--rest`.
pub fn give_rest(problem: &mut Problem) {
    let Ok(content) = &mut problem.content else { return };
    let setup = match content {
        Content::Shogi { setup, moves } if moves.is_empty() => setup,
        Content::Record(record) => &mut record.setup,
        Content::Shogi { .. } | Content::Loa { .. } => return,
    };
    let defender = setup.turn.other();
    setup.give_rest(defender);
    if let Err(faults) = setup.validate() {
        problem.content = Err(faults.into());
    }
}
