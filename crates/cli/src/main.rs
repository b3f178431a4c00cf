//! The `yose` command line: turns options into requests and prints the replies.
//!
//! | file | contents |
//! | --- | --- |
//! | `main.rs` | the commands |
//! | `options.rs` | options that several commands share |
//! | `japanese/` | help and faults of the command line in Japanese |
//! | `answers.rs`, `kif.rs` | prints the replies of a series; writes their records |
//! | `solve.rs`, `check.rs`, `hisshi.rs`, `threat.rs` | questions about mates and brinkmates |
//! | `value.rs`, `loa.rs` | questions about other games |
//! | `enumerate.rs` | enumeration of a space |
//! | `verify.rs`, `explore.rs` | certificates and tables |
//! | `show.rs`, `convert.rs`, `perft.rs` | positions and records |
//! | `usi.rs` | the USI engine |
//! | `serve.rs` | the page in a browser |
//! | `nats.rs` | workers and runs on other machines |
//! | `reproduce/` | published results, reproduced |
//! | `not_built.rs` | stands for `reproduce/` in a program that was built without it |

mod answers;
mod check;
mod convert;
mod enumerate;
mod explore;
mod hisshi;
mod japanese;
mod kif;
mod loa;
mod nats;
mod options;
mod perft;
#[cfg(feature = "reproduce")]
mod reproduce;
#[cfg(not(feature = "reproduce"))]
#[path = "not_built.rs"]
mod reproduce;
mod serve;
mod show;
mod solve;
mod threat;
mod usi;
mod value;
mod verify;

use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::Path;
use std::process::ExitCode;
use yose_ask::Status;
use yose_ask::problem::is_board;
use yose_batch::enumerate::{self as spaces, EnumerateError};
use yose_batch::output::{self, OutputError};
use yose_present::explore::certificate::ExploreError;
use yose_present::{Language, Notice};

/// yose (寄せ) proves things about the ends of games: this king is mated in 23, this attack cannot
/// be defended, nobody can win this board.
///
/// Positions are given as SFEN (shogi of every board size), FEN (Lines of Action), record files
/// (KIF, KI2, CSA, JKF), files of positions, folders, or - for standard input.
#[derive(Parser)]
#[command(name = "yose", version, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  yose solve \"4k4/9/4P4/9/9/9/9/9/9 b G 1\"
  yose check suites/tsume/small.tsv --time 10
  yose show startpos --ascii")]
struct Cli {
    /// Language of messages and board text [default: that of LC_ALL, LC_MESSAGES or LANG; English
    /// if they name no Japanese]. JSON does not change with it
    #[arg(long, global = true, value_enum, value_name = "LANGUAGE", display_order = 900)]
    // The language is known before the arguments are understood: `options::set_language`.
    lang: Option<options::LanguageOption>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Is it mate, in how many moves, by which line?
    Solve(solve::Solve),
    // The help is longer than one line: it is the doc comment of the `Args` type.
    Check(check::Check),
    // The help is longer than one line: it is the doc comment of the `Args` type.
    Hisshi(hisshi::Hisshi),
    // The help is longer than one line: it is the doc comment of the `Args` type.
    Threat(threat::Threat),
    // The help is longer than one line: it is the doc comment of the `Args` type.
    Value(value::Value),
    // The help is the doc comment of the `Args` type.
    Loa(loa::Loa),
    // The help is longer than one line: it is the doc comment of the `Args` type.
    Enumerate(enumerate::Enumerate),
    /// Draw positions in the terminal or as SVG
    Show(show::Show),
    /// Convert positions and records between SFEN, USI, KIF, KI2, CSA and JKF
    Convert(convert::Convert),
    /// Count legal move sequences, the test of a move generator
    Perft(perft::Perft),
    // The help is the doc comment of the `Args` type.
    Reproduce(reproduce::Reproduce),
    // The help is the doc comment of the `Args` type.
    Explore(explore::Explore),
    // The help is the doc comment of the `Args` type.
    Verify(verify::Verify),
    // The help is longer than one line: it is the doc comment of the `Args` type.
    Usi(usi::Usi),
    // The help is longer than one line: it is the doc comment of the `Args` type.
    Serve(serve::Serve),
    // The help is longer than one line: it is the doc comment of the `Args` type.
    Worker(nats::WorkFor),
    // The help is the doc comment of the `Args` type.
    Jobs(nats::Jobs),
}

fn main() -> ExitCode {
    let given: Vec<OsString> = std::env::args_os().collect();
    let arguments: Vec<String> = given
        .iter()
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    // Before the arguments are understood, because what is wrong with them is told in it.
    let language = options::set_language(&arguments);
    if let Some(position) = unquoted(&arguments) {
        let hint = Notice::Unquoted(&position).text(language);
        output::complain(&Notice::Error(&hint).line(language));
        return ExitCode::from(Status::Invalid.code());
    }
    let cli = match Cli::try_parse_from(&given) {
        Ok(cli) => cli,
        Err(error) => {
            let in_japanese = (language == Language::Japanese)
                .then(|| japanese::tell(Cli::command(), &given))
                .flatten();
            return in_japanese.unwrap_or_else(|| error.exit());
        }
    };
    let result = match cli.command {
        Command::Solve(command) => command.run(),
        Command::Check(command) => command.run(),
        Command::Hisshi(command) => command.run(),
        Command::Threat(command) => command.run(),
        Command::Value(command) => command.run(),
        Command::Loa(command) => command.run(),
        Command::Enumerate(command) => command.run(),
        Command::Show(command) => command.run(),
        Command::Convert(command) => command.run(),
        Command::Perft(command) => command.run(),
        Command::Explore(command) => command.run(),
        Command::Reproduce(command) => command.run(),
        Command::Verify(command) => command.run(),
        Command::Usi(command) => command.run(),
        Command::Serve(command) => command.run(),
        Command::Worker(command) => command.run(),
        Command::Jobs(command) => command.run(),
    };
    match result {
        Ok(status) => ExitCode::from(status.code()),
        // A closed pipe means that the reader needs no more output.
        Err(error) if matches!(error.downcast_ref(), Some(OutputError::Closed)) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&Notice::Error(&told(&error)).line(options::language()));
            ExitCode::from(Status::Invalid.code())
        }
    }
}

/// An error in words. The frequent ones have words in every language.
fn told(error: &anyhow::Error) -> String {
    let language = options::language();
    let (path, kind) = match (error.downcast_ref(), error.downcast_ref()) {
        (Some(OutputError::Exists(path)), _) => {
            return Notice::Exists(&path.display().to_string()).text(language);
        }
        (Some(OutputError::Input(path)), _) => {
            return Notice::IsInput(&path.display().to_string()).text(language);
        }
        (Some(OutputError::Twice(path)), _) => {
            return Notice::TwoOutputs(&path.display().to_string()).text(language);
        }
        (Some(OutputError::File { path, error }), _) => (path.display().to_string(), error.kind()),
        (_, Some(ExploreError::Unreadable { path, error })) => (path.clone(), error.kind()),
        _ => {
            return match error.downcast_ref() {
                Some(EnumerateError::NoSpace { name, error }) if error.kind() == ErrorKind::NotFound => {
                    Notice::NoSpace(name, &spaces::built_in()).text(language)
                }
                Some(EnumerateError::Unfinished(path)) => {
                    Notice::Unfinished(&path.display().to_string()).text(language)
                }
                _ => output::told(&format!("{error:#}")),
            };
        }
    };
    match kind {
        ErrorKind::NotFound => Notice::NoFile(&path).text(language),
        ErrorKind::PermissionDenied => Notice::Forbidden(&path).text(language),
        _ => output::told(&format!("{error:#}")),
    }
}

/// A position without quotes among the arguments, in quotes: the shell has split it at its blanks.
/// A board is followed by the side to move, `startpos` by `moves`.
fn unquoted(arguments: &[String]) -> Option<String> {
    let is_next = |i: usize, words: &[&str]| {
        arguments
            .get(i + 1)
            .is_some_and(|word| words.contains(&word.as_str()))
    };
    let start = (1..arguments.len()).find(|&i| {
        let word = arguments[i].as_str();
        (word == "startpos" && is_next(i, &["moves"]))
            || (is_board(word) && is_next(i, &["b", "w"]) && !Path::new(word).exists())
    })?;
    let rest = arguments[start..].iter();
    let words: Vec<&str> = match arguments[start].as_str() {
        "startpos" => rest
            .map(String::as_str)
            .take_while(|w| !w.starts_with('-'))
            .collect(),
        // The board, the side to move, the hands and the move number, which may be missing; then
        // `moves` and the moves.
        _ => {
            let rest: Vec<&str> = rest
                .map(String::as_str)
                .take_while(|word| !word.starts_with("--"))
                .collect();
            match rest.iter().position(|word| *word == "moves") {
                Some(..=4) => rest,
                _ => rest.into_iter().take(4).collect(),
            }
        }
    };
    Some(format!("\"{}\"", words.join(" ")))
}
