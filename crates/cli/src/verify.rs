//! `yose verify`.

use crate::options::language;
use clap::Args;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use yose_ask::Status;
use yose_ask::verify::{Verified, verify};
use yose_batch::output;
use yose_present::{Language, fault};

/// Checks certificates with rules and code that share nothing with the solver.
///
/// A certificate is a proof (a move for every position of the attacker, all replies answered), a
/// closed set (a reply to every check, for ever) or a bounded disproof (a reply to every check, for
/// so many plies); under a policy for futile interpositions a list of facts about positions; of a
/// brinkmate proofs and closed sets of brinkmates and of plain mates.
/// `accepted` means that every claim of the file holds; otherwise the first fault is named.
///
/// Exit status: 0 all accepted, 1 some rejected, 2 some that is no certificate or cannot be read.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose solve \"4k4/9/4P4/9/9/9/9/9/9 b G 1\" --certificate mate.cert
  yose verify mate.cert
  yose verify mate.cert --json")]
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
            let verified = self.verified(file);
            status = status.and(verified.verdict.status());
            output::print(&match self.json {
                true => verified.line(),
                false => yose_present::verified_text(&verified, language()),
            })?;
        }
        Ok(status)
    }

    /// The file is checked as it is read, so a file without an end is no danger.
    fn verified(&self, file: &Path) -> Verified {
        let input = file.display().to_string();
        if file == Path::new("-") {
            return verify(&input, std::io::stdin().lock());
        }
        // JSON has no language.
        let language = match self.json {
            true => Language::English,
            false => language(),
        };
        match File::open(file) {
            Ok(opened) => verify(&input, BufReader::new(opened)),
            Err(error) => Verified::unreadable(&input, Some(fault::of_file(&error, language))),
        }
    }
}
