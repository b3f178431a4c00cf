//! `yose reproduce dobutsu`.

use crate::options::{language, seconds};
use clap::Args;
use std::time::Duration;
use yose_ask::Status;
use yose_batch::{Interrupt, Progress, output};
use yose_present::Notice;
use yose_reproduce::dobutsu::{DobutsuError, solve};
use yose_tsume::Limits;

/// Dobutsu shogi solved completely: the value of the start and counts of all positions, beside the
/// published ones (Tanaka 2009, and later solvers)
///
/// Every value that can be reached is proved on the way. Takes 1.3 GB and minutes.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose reproduce dobutsu  # minutes
  yose reproduce dobutsu --json  # minutes")]
pub struct Dobutsu {
    /// Seconds at most
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

impl Dobutsu {
    pub fn run(self) -> anyhow::Result<Status> {
        let interrupt = Interrupt::on_ctrl_c();
        let limits = Limits {
            time: self.time,
            interrupt: interrupt.flag(),
            ..Limits::default()
        };
        let progress = Progress::over(1);
        let solved = solve(&limits, &mut |stage| progress.note("dobutsu", stage));
        progress.finish();
        match solved {
            Ok(solved) => {
                output::print(&match self.json {
                    true => solved.json(),
                    false => output::told(&solved.text()),
                })?;
                Ok(if solved.differs() {
                    Status::Unknown
                } else {
                    Status::Answered
                })
            }
            Err(DobutsuError::Stopped) => {
                let told = match interrupt.requested() {
                    true => Notice::InterruptedNow,
                    false => Notice::OutOfTime,
                };
                output::complain(&told.line(language()));
                Ok(Status::Unknown)
            }
            Err(error) => Err(error.into()),
        }
    }
}
