//! `yose verify`.

use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use yose_ask::verify::Verified;
use yose_ask::{Name, Pace, Question, Reply, Request, Resources, Status, question};
use yose_batch::{input, output};

/// Checks certificates with rules and code that share nothing with the solver.
///
/// A certificate is a proof (a move for every position of the attacker, all replies answered), a
/// closed set (a reply to every check, for ever) or a bounded disproof (a reply to every check, for
/// so many plies); under a policy for futile interpositions a list of facts about positions.
/// `accepted` means that every claim of the file holds; otherwise the first fault is named.
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
        let resources = Resources::new(0);
        let mut status = Status::Answered;
        for file in &self.files {
            let verified = verified(file, &resources);
            status = status.and(verified.verdict.status());
            output::print(&match self.json {
                true => verified.line(),
                false => yose_present::verified_text(&verified),
            })?;
        }
        Ok(status)
    }
}

fn verified(file: &Path, resources: &Resources) -> Verified {
    let input = file.display().to_string();
    let bytes = match input::read(file) {
        Ok(bytes) => bytes,
        Err(error) => return Verified::unreadable(&input, Some(error.to_string())),
    };
    // The referee reports where a text is not UTF-8.
    let certificate = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => return yose_ask::verify::verify(&input, error.as_bytes()),
    };
    let request = Request {
        name: Name {
            input: input.clone(),
            ..Name::default()
        },
        question: Question::Verify(question::Verify { certificate }),
        limits: Default::default(),
    };
    match yose_ask::run(&request, resources, &Arc::default(), Pace::Silent, &mut |_| {}) {
        Reply::Verify(verified) => verified,
        other => Verified::unreadable(&input, Some(other.line())),
    }
}
