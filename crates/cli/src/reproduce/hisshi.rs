//! `yose reproduce hisshi`.

use crate::options::{Input, MoveSetOption, language, seconds, whole};
use clap::Args;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use yose_ask::Status;
use yose_batch::{Interrupt, Progress, output};
use yose_present::Notice;
use yose_reproduce::hisshi::{
    Given, HEAD, Run, Settings, beside_table_1, beside_table_2, our_cooks, our_table, run,
};
use yose_tsume::Limits;

/// Tables 1 and 2 of the paper on brinkmates (Nagai 2011), by problem number, and the same tables
/// of our problems (suites/hisshi.tsv).
///
/// The paper's problems are those of a book (来条克由必至名作集). An owner of the book can give
/// their positions: an id or file name that ends with a number stands beside the paper's row of
/// that number.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose reproduce hisshi
  yose reproduce hisshi --moves paper --csv
  yose reproduce hisshi \"4k4/9/9/9/9/9/9/9/9 b GS 1\" --cooks --time 10")]
pub struct Hisshi {
    #[command(flatten)]
    input: Input,
    /// Which quiet moves the attacker tries
    #[arg(long, value_name = "SET", value_enum, default_value = "all")]
    moves: MoveSetOption,
    /// Also look for cooks, against the moves of a record or else the shortest line
    #[arg(long)]
    cooks: bool,
    /// Seconds for each problem, and once more for its cooks
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, allow_negative_numbers = true)]
    time: Duration,
    /// Size of the table in MB (the paper: 100)
    #[arg(long, value_name = "MB", default_value_t = 100, value_parser = whole::<u32>(1, 1 << 20), allow_negative_numbers = true)]
    hash: u32,
    /// Keep the runs in a file. A run that was broken off is gone on with if it is started again
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The runs as CSV instead of the tables
    #[arg(long)]
    csv: bool,
}

impl Hisshi {
    pub fn run(self) -> anyhow::Result<Status> {
        let of_a_book = !self.input.is_empty();
        let problems: Vec<Given> = if of_a_book {
            let problems = self.input.read()?;
            let given = problems.iter().enumerate().map(|(i, p)| Given::of(p, i + 1));
            given
                .collect::<Result<_, _>>()
                .map_err(|invalid| anyhow::anyhow!("{invalid}"))?
        } else {
            Given::suite().map_err(|invalid| anyhow::anyhow!("{invalid}"))?
        };
        if let Some(out) = &self.out {
            self.input.may_write(&[out], true)?;
        }
        let interrupt = Interrupt::on_ctrl_c();
        let moves = self.moves.into();
        let settings = Settings {
            moves,
            cooks: self.cooks,
            limits: Limits {
                time: Some(self.time),
                hash_mb: self.hash as usize,
                interrupt: interrupt.flag(),
                ..Limits::default()
            },
            file: self.out.as_deref(),
        };
        let progress = Progress::over(problems.len());
        let mut begun = false;
        let runs = run(&problems, &settings, &mut |id| {
            if std::mem::replace(&mut begun, true) {
                progress.step();
            }
            progress.note(id, "");
        });
        progress.finish();
        let runs = runs?;
        if self.csv {
            let lines: Vec<String> = runs.iter().map(|run| run.line(moves) + "\n").collect();
            output::print(&format!("{HEAD}\n{}", lines.concat()))?;
        } else {
            let text = tables(&problems, &runs, of_a_book, self.cooks);
            output::print(&output::told(&text))?;
        }
        if runs.len() < problems.len() {
            let told = match self.out {
                Some(_) => Notice::GoesOn,
                None => Notice::Interrupted(runs.len(), problems.len()),
            };
            output::complain(&told.line(language()));
            return Ok(Status::Unknown);
        }
        Ok(match runs.iter().all(Run::is_answered) {
            true => Status::Answered,
            false => Status::Unknown,
        })
    }
}

/// The paper's tables beside ours.
fn tables(problems: &[Given], runs: &[Run], of_a_book: bool, cooks: bool) -> String {
    let numbered: BTreeMap<u32, Run> = { problems.iter().zip(runs) }
        .filter(|_| of_a_book)
        .filter_map(|(given, run)| Some((given.number()?, run.clone())))
        .collect();
    let ours = match of_a_book {
        true => "the problems given",
        false => "our problems (suites/hisshi.tsv)",
    };
    let mut text = format!(
        "{}\n{}\n{ours}\n{}",
        beside_table_1(&numbered),
        beside_table_2(&numbered),
        our_table(runs)
    );
    if cooks && !of_a_book {
        text.push_str("\ncooks\nproblem       stated     at  plies  move\n");
        text.extend(runs.iter().map(our_cooks));
    }
    text
}
