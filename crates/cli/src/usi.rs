//! `yose usi`.

use crate::options;
use clap::Args;
use std::io;
use yose_ask::{Game, Status};
use yose_batch::output::{self, OutputError};
use yose_present::Notice;
use yose_usi::UsiError;

/// Run as a USI engine: shogi GUIs and scripts ask for mates with `go mate`
///
/// Commands are read from standard input and answered on standard output. `go mate MS`,
/// `go mate infinite` and `go mate` (no limit) are answered by `checkmate` and the moves,
/// `checkmate nomate` (proved), or `checkmate timeout` (no answer; an `info string` says why). A
/// mate that was found when the time is up or `stop` comes is answered even if it is not proved
/// shortest. A position that cannot be read is never mistaken for another: its faults are told, and
/// `go mate` is answered `timeout`. A plain `go` is answered by the first move of a mate found
/// within a second, else by `bestmove resign`: yose does not play.
///
/// Options, set by `setoption name NAME value VALUE`: USI_Hash (MB); Threads; Proof (exact: the
/// proved shortest mate, as `yose solve` has it, or what was found when the time is up; first: any
/// mate); Futile (none, the default: every interposition counts as a move; usual, immediate,
/// strict: as `yose solve --futile`); Question (mate; hisshi: `go mate` asks for a brinkmate, and
/// `checkmate` has its line up to the last quiet move).
///
/// A `go` waits for those before it that have a limit of time or nodes, and stops one that has
/// none, so piped commands lose nothing; `stop` ends all of them. The end of the input waits for
/// what was asked within limits, and stops what has none; `quit` stops everything. Every `go` is
/// answered, in order.
#[derive(Args)]
#[command(after_help = "\
Examples:
  echo usi | yose usi
  (echo position startpos; echo go mate 1000) | yose usi")]
pub struct Usi {
    /// Rules of `startpos` and of every position: shogi, minishogi, dobutsu, MxN, MxN:ZONE,
    /// 3x4:BKR:1, or a TOML file. Without it the size of the board decides
    #[arg(long, value_name = "NAME|FILE")]
    rules: Option<String>,
}

impl Usi {
    pub fn run(self) -> anyhow::Result<Status> {
        let game = options::game(self.rules.as_deref())?;
        anyhow::ensure!(
            !matches!(game, Game::Loa { .. }),
            Notice::UsiIsShogi.text(options::language())
        );
        let print = |line: &str| output::print(line).map_err(io::Error::other);
        match yose_usi::run(io::stdin(), game, print) {
            Ok(()) => Ok(Status::Answered),
            Err(UsiError::Output(error)) => Err(match error.downcast::<OutputError>() {
                Ok(error) => error.into(),
                Err(error) => error.into(),
            }),
            Err(error) => Err(error.into()),
        }
    }
}
