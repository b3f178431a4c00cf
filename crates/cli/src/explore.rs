//! `yose explore`.

use crate::options::{HASH, LimitOptions, game, language, look};
use crate::value::tables;
use clap::Args;
use std::io::BufRead;
use std::path::PathBuf;
use yose_ask::{Status, Subject};
use yose_batch::{Interrupt, Progress, input, output};
use yose_present::Notice;
use yose_present::explore::Said;
use yose_present::explore::certificate::{ExploreError, Explorer};
use yose_present::explore::table::TableExplorer;
use yose_present::{Look, report};

/// Plays through what is solved: against a certificate, or through a table of a small game
///
/// A certificate answers any defence with the move that mates and, where there is no mate, any
/// check with the reply that holds. Against a certificate of a brinkmate the defender may `pass` to
/// see what is threatened. A table of all positions of a small game gives each move with its value
/// and distance.
///
/// Commands are read line by line: a move (USI, or its number in the list), list, board, line,
/// back, help, quit; in a table also best, end, position, start.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose solve \"4k4/9/4P4/9/9/9/9/9/9 b G 1\" --certificate mate.cert
  yose explore mate.cert
  echo best | yose explore 3x4:LK-:1")]
pub struct Explore {
    /// A certificate (`yose solve --certificate FILE`, `yose hisshi`), or a position of a small
    /// game: 3x4:BKR:1, dobutsu, an SFEN
    #[arg(value_name = "CERTIFICATE|POSITION")]
    what: String,
    /// Rules of the position: MxN, MxN:ZONE, 3x4:BKR:1, dobutsu, or a TOML file
    #[arg(long, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Keep tables in this folder, and use those that are there
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitOptions,
    /// Plain ASCII: boards, moves and words (English)
    #[arg(long)]
    ascii: bool,
}

impl Explore {
    pub fn run(self) -> anyhow::Result<Status> {
        // The squares of a move are not marked: the walk is a text like any other.
        let look = Look {
            ansi: false,
            ..look(self.ascii)
        };
        if self.rules.is_none() && !input::is_position(&self.what) {
            let bytes = std::fs::read(&self.what).map_err(|error| ExploreError::Unreadable {
                path: self.what.clone(),
                error,
            })?;
            let mut explorer = Explorer::read(&self.what, &bytes, look)?;
            return converse(&explorer.greeting(), |line| explorer.command(line));
        }
        let problems = input::read_all(std::slice::from_ref(&self.what), game(self.rules.as_deref())?);
        let [problem] = &problems[..] else {
            anyhow::bail!(Notice::ExploreOne(problems.len()).text(language()));
        };
        let interrupt = Interrupt::on_ctrl_c();
        let limits = self.limits.search_limits(&interrupt, HASH);
        let progress = Progress::over(1);
        let opened = TableExplorer::open(
            &Subject::of(problem),
            &tables(self.tables),
            &limits,
            &mut |stage, _| progress.note(&self.what, stage),
            look,
        );
        progress.finish();
        let mut explorer = match opened {
            Ok(explorer) => explorer,
            Err(nothing) => {
                output::complain(&report::report(problem, &nothing.why, language()));
                return Ok(nothing.status);
            }
        };
        if let Some(warning) = &explorer.warning {
            output::complain(&Notice::Warning(warning).line(language()));
        }
        // From here on the program only waits for input, so the next Ctrl-C ends the program.
        interrupt.request();
        converse(&explorer.greeting(), |line| explorer.command(line))
    }
}

/// Prints a greeting, then the reply to every line of standard input.
fn converse(greeting: &str, mut command: impl FnMut(&str) -> Said) -> anyhow::Result<Status> {
    output::print(greeting)?;
    for line in std::io::stdin().lock().lines() {
        let reply = command(&line?);
        output::print(&reply.text)?;
        if reply.over {
            break;
        }
    }
    Ok(Status::Answered)
}
