//! `yose perft`.

use crate::options::{Input, language, whole};
use clap::{Args, ValueEnum};
use yose_ask::Status;
use yose_ask::perft::{PerftOptions, count};
use yose_batch::{Interrupt, output};
use yose_present::{Notice, Phrase, report};

/// Counts the sequences of legal moves of a given length.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose perft 3
  yose perft 2 \"4k4/9/4P4/9/9/9/9/9/9 b G 1\" --divide
  yose perft 4 --rules minishogi")]
pub struct Perft {
    /// How many plies
    #[arg(value_name = "DEPTH", value_parser = whole::<u32>(0, u64::from(u32::MAX)), allow_negative_numbers = true)]
    depth: u32,
    #[command(flatten)]
    input: Input,
    /// Count by first move
    #[arg(long)]
    divide: bool,
    /// Which tables: those of the board, or those built at run time over 128 bits
    #[arg(long, value_enum, default_value = "own")]
    geometry: GeometryOption,
    /// Lines of Action: a position already on the path is a draw and has no successors
    #[arg(long)]
    repetition: bool,
    /// One JSON object a problem and line
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GeometryOption {
    Own,
    Runtime,
}

impl Perft {
    pub fn run(self) -> anyhow::Result<Status> {
        let options = PerftOptions {
            depth: self.depth,
            divide: self.divide,
            runtime: self.geometry == GeometryOption::Runtime,
            repetition: self.repetition,
        };
        // A count with repetition cannot be stopped half way, so Ctrl-C ends the program as usual.
        let interrupt = if self.repetition {
            Interrupt::default()
        } else {
            Interrupt::on_ctrl_c()
        };
        let mut status = Status::Answered;
        for problem in self.input.stream_or_start()?.problems() {
            let answer = count(&problem, options, &interrupt.flag());
            status = status.and(answer.verdict.status());
            if self.json {
                output::print(&answer.line())?;
                continue;
            }
            match (answer.body.nodes, &answer.error) {
                (Some(nodes), _) => {
                    let mut text = String::new();
                    for (m, n) in answer.body.divide.iter().flatten() {
                        text.push_str(&format!("{m}: {n}\n"));
                    }
                    let seconds = answer.body.seconds;
                    let rate = nodes as f64 / seconds.max(1e-9) / 1e6;
                    text.push_str(&Phrase::Perft(nodes, self.depth, seconds, rate).line(language()));
                    output::print(&text)?;
                }
                (None, Some(_)) => output::complain(&report::faults(
                    &problem.name().label(),
                    &answer.faults,
                    language(),
                )),
                (None, None) => output::complain(&Notice::InterruptedNow.line(language())),
            }
        }
        Ok(status)
    }
}
