//! The `yose` command line: turns options into requests and prints the replies.
//!
//! | file | contents |
//! | --- | --- |
//! | `main.rs` | the commands |
//! | `options.rs` | options that several commands share |
//! | `answers.rs` | prints the replies of a series |
//! | `solve.rs`, `check.rs`, `hisshi.rs`, `value.rs`, `loa.rs` | questions about positions |
//! | `enumerate.rs` | enumeration of a space |
//! | `verify.rs`, `explore.rs` | certificates and tables |
//! | `show.rs`, `convert.rs`, `perft.rs` | positions and records |
//! | `usi.rs` | the USI engine |
//! | `reproduce/` | published results, reproduced |

mod answers;
mod check;
mod convert;
mod enumerate;
mod explore;
mod hisshi;
mod loa;
mod options;
mod perft;
mod reproduce;
mod show;
mod solve;
mod usi;
mod value;
mod verify;

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use yose_ask::Status;
use yose_batch::output::{self, OutputError};

/// yose (寄せ) proves things about the ends of games: this king is mated in 23, this attack cannot
/// be defended, nobody can win this board.
///
/// Positions are given as SFEN (shogi of every board size), FEN (Lines of Action), record files
/// (KIF, KI2, CSA, JKF), files of positions, folders, or - for standard input.
#[derive(Parser)]
#[command(name = "yose", version, max_term_width = 100, arg_required_else_help = true)]
struct Cli {
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
    /// Who wins a position of a small game, in how many moves, by which line?
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
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Solve(command) => command.run(),
        Command::Check(command) => command.run(),
        Command::Hisshi(command) => command.run(),
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
    };
    match result {
        Ok(status) => ExitCode::from(status.code()),
        // A closed pipe means that the reader needs no more output.
        Err(error) if matches!(error.downcast_ref(), Some(OutputError::Closed)) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&format!("error: {error:#}\n"));
            ExitCode::from(Status::Invalid.code())
        }
    }
}
