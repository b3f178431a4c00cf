//! `yose reproduce kin-gin`.

use crate::options::{language, whole};
use anyhow::Context;
use clap::Args;
use std::path::{Path, PathBuf};
use yose_ask::Status;
use yose_batch::enumerate::{self, EnumerateOptions, Step};
use yose_batch::{Interrupt, Progress, output, worker};
use yose_enumerate::Terms;
use yose_enumerate::run::Shard;
use yose_enumerate::summary::Summary;
use yose_present::Notice;
use yose_reproduce::kin_gin::{self, LISTED_HEAD};
use yose_tsume::{Limits, Parameters};

/// The enumeration of kin-gin problems (Noshita, Iida): both tables of the paper beside ours, the
/// problems that it lists, and the diagrams whose place depends on a convention.
///
/// Without --listed the whole enumeration is made, which takes minutes and is kept in a folder. A
/// run that was stopped is taken up again, and a finished one is only printed.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose reproduce kin-gin --listed 1
  yose reproduce kin-gin --listed 3 --threads 1")]
pub struct KinGin {
    /// Only the first N of the 24 problems that the paper lists, without the enumeration
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, 24), allow_negative_numbers = true)]
    listed: Option<usize>,
    /// The folder of the enumeration
    #[arg(long, short, value_name = "FOLDER", default_value = "kin-gin")]
    out: PathBuf,
    /// Print the diagrams that depend on a convention from this length on; the file has all
    #[arg(long, value_name = "PLIES", default_value_t = 17, value_parser = whole::<u32>(1, 99), allow_negative_numbers = true)]
    least: u32,
    /// Frames at a time; all cores if not given
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, 1024), allow_negative_numbers = true)]
    threads: Option<usize>,
}

/// The name of the space.
const SPACE: &str = "kin-gin";

impl KinGin {
    pub fn run(self) -> anyhow::Result<Status> {
        let interrupt = Interrupt::on_ctrl_c();
        let mut status = self.check_listed(&interrupt)?;
        if interrupt.requested() {
            output::complain(&Notice::GoesOn.line(language()));
            return Ok(Status::Unknown);
        }
        if self.listed.is_some() {
            return Ok(status);
        }
        let kept = self.out.join(format!("{SPACE}.counts.json"));
        let summary = match std::fs::read_to_string(&kept) {
            Ok(text) => kin_gin::read_counts(&text).with_context(|| kept.display().to_string())?,
            Err(_) => match self.enumerate(&interrupt, &kept)? {
                Some(summary) => summary,
                None => return Ok(Status::Unknown),
            },
        };
        output::print(&format!("\n{}\n", kin_gin::tables(&summary)))?;
        let file = self.out.join(format!("{SPACE}.differing.tsv"));
        let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let (shown, count) = kin_gin::differing(&text, self.least);
        output::print(&format!(
            "{count} diagrams whose place depends on a convention are in {}; from {} plies on:\n{shown}",
            file.display(),
            self.least
        ))?;
        if summary.open > 0 {
            status = status.and(Status::Unknown);
        }
        Ok(status)
    }

    /// Checks the listed problems.
    fn check_listed(&self, interrupt: &Interrupt) -> anyhow::Result<Status> {
        let mut status = Status::Answered;
        let mut listed = kin_gin::listed();
        listed.truncate(self.listed.unwrap_or(usize::MAX));
        let limits = Limits {
            hash_mb: 64,
            interrupt: interrupt.flag(),
            ..Limits::default()
        };
        let progress = Progress::over(listed.len());
        output::print(LISTED_HEAD)?;
        for problem in listed {
            progress.note(&problem.number.to_string(), "");
            let checked = problem.check(&limits)?;
            if interrupt.requested() {
                status = Status::Unknown;
                break;
            }
            if !checked.agrees {
                status = Status::Unknown;
            }
            progress.aside(|| output::print(&checked.text()))?;
            progress.step();
        }
        progress.finish();
        Ok(status)
    }

    /// Makes the enumeration. `None` if an interrupt stopped it.
    fn enumerate(&self, interrupt: &Interrupt, kept: &Path) -> anyhow::Result<Option<Summary>> {
        let text = enumerate::space(SPACE)?;
        let options = EnumerateOptions {
            terms: Terms {
                parameters: Parameters::default(),
                nodes: None,
                hash_mb: 512,
                disproofs: None,
                one_in: None,
            },
            shard: Shard::WHOLE,
            threads: self.threads.unwrap_or_else(worker::cores),
            folder: self.out.clone(),
            // The tables need no database: the counts and the list of diagrams suffice.
            formats: Vec::new(),
            gallery: 24,
            resume: true,
            force: false,
            sample: None,
            elsewhere: None,
            interrupt: interrupt.clone(),
        };
        let progress = Progress::over(text.space().frames().len());
        let enumerated = enumerate::enumerate(&text, &options, &mut |step| {
            if let Step::Frame(done) = step {
                let note = format!("frame {}: {} problems", done.frame, done.problems);
                progress.note(SPACE, &note);
                progress.step();
            }
        });
        progress.finish();
        let enumerated = enumerated?;
        let Some(summary) = enumerated.summary() else {
            output::complain(&Notice::GoesOn.line(language()));
            return Ok(None);
        };
        output::write_file(kept, kin_gin::counts(summary).as_bytes(), true)?;
        Ok(Some(summary.clone()))
    }
}
