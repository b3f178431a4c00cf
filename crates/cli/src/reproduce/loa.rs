//! `yose reproduce loa`.

use crate::options::{Input, language, seconds, whole};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;
use yose_ask::Status;
use yose_batch::{Interrupt, Progress, output};
use yose_present::Phrase;
use yose_reproduce::loa::{Settings, reproduce};
use yose_tsume::Limits;

/// Tables 2 to 9 and figures 6 and 7 of the paper on Lines of Action endgames (Sakuta, Nagashima,
/// Hashimoto, Iida 2002).
///
/// Writes runs.csv, a CSV file a table and an SVG file a figure into a folder. A run that was
/// stopped is taken up again.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose reproduce loa \"3b/4/2bw/ww2 b\" --out loa
  yose reproduce loa \"3b/4/2bw/ww2 b\" --time 1 --entries 10 --out small")]
pub struct Loa {
    #[command(flatten)]
    input: Input,
    /// Seconds for each problem and search (the paper: 1200 on a machine of 2001)
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = seconds, allow_negative_numbers = true)]
    time: Duration,
    /// Limits of table entries, in ten thousands
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "10,30,100,300", value_parser = whole::<u32>(1, 800), allow_negative_numbers = true)]
    entries: Vec<u32>,
    /// The folder
    #[arg(long, short, value_name = "FOLDER")]
    out: PathBuf,
}

impl Loa {
    pub fn run(self) -> anyhow::Result<Status> {
        let problems = self.input.read()?;
        let interrupt = Interrupt::on_ctrl_c();
        let entries: Vec<usize> = self.entries.iter().map(|&n| n as usize).collect();
        let settings = Settings {
            time: self.time,
            entries: &entries,
            folder: &self.out,
            limits: Limits {
                interrupt: interrupt.flag(),
                ..Limits::default()
            },
        };
        let progress = Progress::over(problems.len());
        let mut at = 0;
        let result = reproduce(&problems, &settings, &mut |id, search, done, of| {
            progress.note(id, &format!("{search}, {done} of {of} runs"));
            let problem = done * problems.len() / of.max(1);
            while at < problem {
                progress.step();
                at += 1;
            }
        });
        progress.finish();
        let reproduced = result.map_err(|invalid| anyhow::anyhow!("{invalid}"))?;
        output::print(&reproduced.text)?;
        if !reproduced.complete {
            output::complain(&Phrase::GoesOn.line(language()));
            return Ok(Status::Unknown);
        }
        Ok(Status::Answered)
    }
}
