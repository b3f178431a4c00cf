//! `yose verify`.

use clap::Args;
use std::path::PathBuf;
use yose_ask::{Status, certificate, output};

/// Checks certificates with rules and code that share nothing with the solver.
///
/// A certificate is a proof (a move for every position of the attacker, all replies answered), a closed set (a reply to
/// every check, for ever) or a bounded disproof (a reply to every check, for so many plies); under a policy for futile interpositions a
/// list of facts about positions. `accepted` means that every
/// claim of the file holds; otherwise the first fault is named.
#[derive(Args)]
pub struct Verify {
    /// Certificate files; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// One JSON object a file and line
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub fn run(self) -> anyhow::Result<Status> {
        let mut status = Status::Answered;
        for file in &self.files {
            let verified = certificate::verify(file);
            status = status.and(verified.status());
            if self.json {
                output::print(&verified.line())?;
            } else {
                output::print(&verified.text())?;
            }
        }
        Ok(status)
    }
}
