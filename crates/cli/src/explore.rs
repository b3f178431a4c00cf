//! `yose explore`.

use clap::Args;
use std::io::BufRead;
use std::path::PathBuf;
use yose_answer::explore::Explorer;
use yose_answer::show::Style;
use yose_answer::{Status, output};

/// Plays against a certificate: any defence, and the move that mates; or, where there is no mate, any check and the reply
/// that holds.
///
/// Commands are read line by line: a move (USI, or its number in the list), list, board, line, back, help, quit.
#[derive(Args)]
pub struct Explore {
    /// A certificate (`yose solve --certificate FILE`)
    #[arg(value_name = "CERTIFICATE")]
    certificate: PathBuf,
    /// Draw boards in plain ASCII
    #[arg(long)]
    ascii: bool,
}

impl Explore {
    pub fn run(self) -> anyhow::Result<Status> {
        let style = if self.ascii { Style::Ascii } else { Style::Kanji };
        let mut explorer = Explorer::open(&self.certificate, style)?;
        output::print(&explorer.greeting())?;
        for line in std::io::stdin().lock().lines() {
            let reply = explorer.command(&line?);
            output::print(&reply.text)?;
            if reply.over {
                break;
            }
        }
        Ok(Status::Answered)
    }
}
