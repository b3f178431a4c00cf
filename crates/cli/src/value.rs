//! `yose value`.

use crate::options::{Input, LimitOptions, ansi};
use clap::Args;
use std::path::PathBuf;
use yose_answer::show::Style;
use yose_answer::value::{self, Tables};
use yose_answer::{Interrupt, Progress, Status, output};

/// Tells who wins a position of a small game: win, loss or draw for the side to move, the number of plies to the end
/// and the line, by a table of all positions of its pieces.
///
/// A position may be the name of a game: 3x4:BKR:1 (back rank and promotion zone), dobutsu. Distances are plies to mate;
/// in Dobutsu shogi to the capture of the lion.
#[derive(Args)]
pub struct Value {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    limits: LimitOptions,
    /// Keep tables in this folder, and use those that are there
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// Draw boards in plain ASCII
    #[arg(long)]
    ascii: bool,
    /// One JSON object a problem and line
    #[arg(long)]
    json: bool,
}

impl Value {
    pub fn run(self) -> anyhow::Result<Status> {
        let problems = self.input.read()?;
        let interrupt = Interrupt::on_ctrl_c();
        let limits = self.limits.limits(&interrupt);
        let mut tables = Tables::new(self.tables);
        let progress = Progress::over(problems.len());
        let style = if self.ascii { Style::Ascii } else { Style::Kanji };
        let mut status = Status::Answered;
        let mut done = 0;
        for problem in &problems {
            let label = problem.id.as_ref().unwrap_or(&problem.input);
            let valued = value::value(problem, &mut tables, &limits, &mut |stage, _| {
                progress.note(label, stage);
            });
            status = status.and(valued.status);
            done += 1;
            let mut text = match self.json {
                true => valued.answer.line(),
                false => valued.text(problem, style, ansi()),
            };
            if !self.json && done < problems.len() {
                text.push('\n');
            }
            progress.aside(|| {
                if let Some(warning) = &valued.warning {
                    output::complain(&format!("warning: {warning}\n"));
                }
                match (self.json, valued.status) {
                    (false, Status::Invalid) => {
                        output::complain(&text);
                        Ok(())
                    }
                    _ => output::print(&text),
                }
            })?;
            progress.step();
            if interrupt.requested() {
                break;
            }
        }
        progress.finish();
        if self.json {
            for problem in &problems[done..] {
                output::print(&value::skipped(problem).line())?;
            }
        }
        if done < problems.len() {
            output::complain(&format!(
                "interrupted: {done} of {} problems done\n",
                problems.len()
            ));
            status = status.and(Status::Unknown);
        }
        Ok(status)
    }
}
