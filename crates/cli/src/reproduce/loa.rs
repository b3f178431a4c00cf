//! `yose reproduce loa`.

use crate::options::{Input, language, seconds, whole};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;
use yose_ask::Status;
use yose_batch::{Interrupt, Progress, input, output, worker};
use yose_present::Notice;
use yose_reproduce::loa::{Event, Settings, positions, reproduce};

/// Tables 2 to 9 and figures 6 and 7 of the paper on Lines of Action endgames (Sakuta, Nagashima,
/// Hashimoto, Iida 2002), the paper's figures beside ours.
///
/// Without problems it takes positions of our own (suites/loa/random.txt), not all of them won.
/// Limits are entries of the table, so results do not depend on the machine. Writes runs.csv,
/// tables.txt, a CSV file a table and an SVG file a figure into a folder. A run that was stopped is
/// taken up again.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose reproduce loa \"3b/4/2bw/ww2 b\" --out loa
  yose reproduce loa \"3b/4/2bw/ww2 b\" --entries 1,2 --full 4 --out small")]
pub struct Loa {
    #[command(flatten)]
    input: Input,
    /// Only the first N problems
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, u64::MAX), allow_negative_numbers = true)]
    take: Option<usize>,
    /// Limits of table entries, in ten thousands
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "10,30,100,300", value_parser = whole::<u32>(1, 800), allow_negative_numbers = true)]
    entries: Vec<u32>,
    /// Entries of the full table of deepening, in ten thousands; PDS and df-pn have half (the
    /// paper: 1600)
    #[arg(long, value_name = "N", default_value_t = 1600, value_parser = whole::<u32>(1, 3200), allow_negative_numbers = true)]
    full: u32,
    /// CPU seconds for each problem and search besides; no limit without it
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Searches at a time; all cores if not given
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, 1024), allow_negative_numbers = true)]
    jobs: Option<usize>,
    /// The folder
    #[arg(long, short, value_name = "FOLDER")]
    out: PathBuf,
}

/// A time as people say it.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6000.0 => format!("{:.0} minutes", s / 60.0),
        s => format!("{:.1} hours", s / 3600.0),
    }
}

impl Loa {
    pub fn run(self) -> anyhow::Result<Status> {
        let mut problems = match self.input.is_empty() {
            true => input::read_all(&positions(), self.input.game()?),
            false => self.input.read()?,
        };
        problems.truncate(self.take.unwrap_or(usize::MAX));
        let entries: Vec<usize> = self.entries.iter().map(|&n| n as usize).collect();
        let settings = Settings {
            entries: &entries,
            full: self.full as usize,
            time: self.time,
            folder: &self.out,
            jobs: self.jobs.unwrap_or_else(worker::cores),
            interrupt: Interrupt::on_ctrl_c(),
        };
        let jobs = settings.jobs as f64;
        let mut progress = Progress::over(1);
        let result = reproduce(&problems, &settings, &mut |event| match event {
            Event::Forecast { runs, seconds } => progress.aside(|| {
                output::complain(&format!(
                    "forecast: {runs} runs, {} of CPU, {} by the clock with {jobs} at a time\n",
                    duration(seconds),
                    duration(seconds / jobs)
                ));
            }),
            Event::Round {
                entries,
                runs,
                seconds,
            } => {
                progress.finish();
                output::complain(&format!(
                    "at most {entries} x 10^4 entries: {runs} runs, by forecast {} of CPU\n",
                    duration(seconds)
                ));
                progress = Progress::over(runs);
            }
            Event::Run { id, search } => {
                progress.step();
                progress.note(id, search);
            }
        });
        progress.finish();
        let reproduced = result.map_err(|invalid| anyhow::anyhow!("{invalid}"))?;
        output::print(&output::told(&reproduced.text))?;
        if !reproduced.complete {
            output::complain(&Notice::GoesOn.line(language()));
            return Ok(Status::Unknown);
        }
        Ok(Status::Answered)
    }
}
