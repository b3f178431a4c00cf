//! Reads problems: positions as arguments, files of positions, record files, folders, standard
//! input.
//!
//! A line of a file holds a position, or columns separated by tabs. In columns, the first is the
//! id, and the position is the first column that can be read as one. `#` starts a comment. A record
//! file (KIF, KI2, CSA, JKF) is one problem, or one for each game in it.

use std::io::Read;
use std::path::{Path, PathBuf};
use yose_ask::problem::{Content, Problem, is_board, is_game, looks_like_position};
use yose_ask::{Game, Invalid};
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
    let mut problems = Vec::new();
    for argument in arguments {
        if argument == "-" {
            match read(Path::new("-")) {
                Ok(bytes) => read_bytes(&bytes, None, game, &mut problems),
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
            // A pipe or a device is read like a file.
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

/// Whether an argument is a position or the name of a game, rather than a file.
pub fn is_position(argument: &str) -> bool {
    !Path::new(argument).exists()
        && (looks_like_position(argument) || is_board(argument.trim()) || is_game(argument.trim()))
}

/// Whether the first line that is not a comment holds a position. Then the file is a file of
/// positions, whatever its other lines are.
fn starts_with_position(text: &str) -> bool {
    text.trim_start_matches('\u{feff}')
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .take(2) // the first may be a header
        .any(|line| line.split('\t').any(looks_like_position))
}

/// All files of a folder, sorted by name. Subfolders are not searched.
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
    match read(path) {
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

/// Reads the bytes of a file or of standard input, which are either a record or lines of positions.
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
            let stem = path
                .and_then(|p| p.file_stem())
                .map(|stem| stem.to_string_lossy().into_owned());
            let games = yose_record::read_all(bytes, Some(format));
            let several = games.len() > 1;
            for (i, game) in games.into_iter().enumerate() {
                let content = game.record.map_err(Invalid::from);
                problems.push(Problem {
                    id: match several {
                        true => Some(format!("{}-{}", stem.as_deref().unwrap_or("game"), i + 1)),
                        false => stem.clone(),
                    },
                    input: name.clone(),
                    file: path.map(|path| path.display().to_string()),
                    line: several.then_some(game.line),
                    content: content.map(|record| Content::Record(Box::new(record))),
                });
            }
        }
        (None, Ok(text)) => read_lines(&text, path, game, problems),
        (None, Err(faults)) => problems.push(Problem {
            file: path.map(|path| path.display().to_string()),
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
            file: path.map(|path| path.display().to_string()),
            line: Some(i + 1),
            ..read_line(line.trim_start_matches('\u{feff}'), game)
        });
    }
    if problems.len() == before {
        let name = path.map_or_else(|| "-".to_owned(), |p| p.display().to_string());
        problems.push(Problem {
            file: path.map(|path| path.display().to_string()),
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
        // No column can be read as a position. The first column that looks like a position is used,
        // so that its faults are reported.
        .or_else(|| {
            candidates()
                .next()
                .map(|(at, column)| Problem::typed(column, game, *at))
        })
        .unwrap_or_else(|| Problem::broken(line, Invalid::whole("no column of this line is a position")));
    problem.id = columns.first().map(|(_, id)| (*id).to_owned());
    problem
}
