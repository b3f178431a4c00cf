//! `yose reproduce 3x4`.

use crate::options::{LimitOptions, language, whole};
use crate::value::PaperOptions;
use anyhow::Context;
use clap::{Args, ValueEnum};
use std::cell::RefCell;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Duration;
use yose_ask::Status;
use yose_batch::journal::Journal;
use yose_batch::{Interrupt, Progress, output, worker};
use yose_present::Notice;
use yose_reproduce::Change;
use yose_reproduce::small_boards::{self, HEAD, Plan};
use yose_reproduce::small_boards_ideas as ideas;

/// The size of the table in MB for each start. The six hardest starts have closed sets that do not
/// fit into 1 GB. Memory that is not used is never touched.
const HASH: usize = 3600;

/// A method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// Full tables
    Table,
    /// Proof search and closed sets
    Search,
    /// The paper's cycle candidates, ten CPU minutes a start if --time does not say otherwise
    Paper,
}

/// A rule other than the paper's.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ChangeOption {
    /// Mate by a dropped pawn allowed
    PawnDropMate,
    /// Two pawns in a file allowed
    Nifu,
    /// Stalemate draws
    Stalemate,
    /// Promotion compulsory
    Promotion,
    /// The knight's other reading: it attacks squares on which it may not land
    Knight,
}

/// The 237 starts of 3x4 shogi.
#[derive(Args)]
#[command(mut_arg("hash", |hash| hash.help("Size of the table of each start in MB [default: 3600]")))]
#[command(after_help = "\
Examples:
  yose reproduce 3x4 --only 1,13,19
  yose reproduce 3x4 --only 1,19 --ideas --nodes 20000
  yose reproduce 3x4 --only 128 --change stalemate --method table")]
pub struct SmallBoards {
    /// Methods, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', default_values = ["table", "search", "paper"])]
    method: Vec<By>,
    /// Only these numbers, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "NO", value_parser = whole::<u32>(1, 237), allow_negative_numbers = true)]
    only: Vec<u32>,
    /// Instead of the values: nodes of our search without each of its ideas, and of the paper's
    /// method with each of its variations (400,000 nodes a search if no limit is given)
    #[arg(long, conflicts_with_all = ["method", "change", "csv", "json"])]
    ideas: bool,
    /// Change a rule and see which values change
    #[arg(long, value_enum)]
    change: Option<ChangeOption>,
    /// Keep finished starts in this file, and go on from there; rows found with other methods,
    /// rules or limits are refused
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Starts at a time; all cores if not given
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, 1024), allow_negative_numbers = true)]
    threads: Option<usize>,
    #[command(flatten)]
    limits: LimitOptions,
    /// CSV
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// One JSON object a start and line
    #[arg(long)]
    json: bool,
    // Last, because options after it would stand under its heading.
    #[command(flatten)]
    paper: PaperOptions,
}

/// What an earlier run has kept, and the journal for more lines; nothing without a file. `read`
/// reads the lines and refuses those of other settings. A new journal starts with the settings.
fn resume<T: Default, E: Error + Send + Sync + 'static>(
    path: Option<&Path>,
    settings: &str,
    read: impl FnOnce(&[String]) -> Result<T, E>,
) -> anyhow::Result<(T, Option<Journal>)> {
    let Some(path) = path else {
        return Ok((T::default(), None));
    };
    let told = || format!("--resume {}", path.display());
    let (mut journal, held) = Journal::open(path, false).with_context(told)?;
    let done = read(&held.lines).with_context(told)?;
    journal.cut()?;
    if held.lines.is_empty() {
        journal.add(settings)?;
    }
    Ok((done, Some(journal)))
}

impl SmallBoards {
    pub fn run(self) -> anyhow::Result<Status> {
        let interrupt = Interrupt::on_ctrl_c();
        let mut limits = self.limits.search_limits(&interrupt, HASH);
        if self.ideas {
            return self.run_ideas(&interrupt);
        }
        let by = |method| self.method.contains(&method);
        if by(By::Paper) && limits.time.is_none() {
            limits.time = Some(Duration::from_secs(600));
        }
        let plan = Plan {
            table: by(By::Table),
            search: by(By::Search),
            candidates: by(By::Paper).then(|| self.paper.candidates().into()),
            limits,
            threads: self.threads.unwrap_or_else(worker::cores),
            change: self.change.map(|change| match change {
                ChangeOption::PawnDropMate => Change::PawnDropMate,
                ChangeOption::Nifu => Change::Nifu,
                ChangeOption::Stalemate => Change::Stalemate,
                ChangeOption::Promotion => Change::Promotion,
                ChangeOption::Knight => Change::Knight,
            }),
            only: self.only.clone(),
        };
        let (done, kept) = resume(self.resume.as_deref(), &plan.settings(), |lines| {
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            small_boards::read_rows(&text, &plan)
        })?;
        let kept = kept.map(RefCell::new);
        let total = if plan.only.is_empty() {
            small_boards::starts()?.len()
        } else {
            plan.only.len()
        };
        let progress = Progress::over(total);
        (0..done.len()).for_each(|_| progress.step());
        let rows = small_boards::run(&plan, &done, &|row, left| {
            if let Some(journal) = &kept {
                // A row that cannot be kept is still printed at the end.
                let _ = journal.borrow_mut().add(&small_boards::row_line(row));
            }
            progress.step();
            progress.note(&row.paper.name, &format!("done, {left} left"));
        })?;
        progress.finish();
        if self.csv {
            output::print(HEAD)?;
        }
        let mut status = Status::Answered;
        for row in &rows {
            let text = match (self.csv, self.json) {
                (true, _) => row.csv(),
                (_, true) => small_boards::row_line(row),
                _ => output::told(&row.text()),
            };
            output::print(&text)?;
            if row.value().is_none() {
                status = Status::Unknown;
            }
        }
        let totals = small_boards::totals(&rows);
        match self.csv || self.json {
            true => output::complain(&totals),
            false => output::print(&output::told(&totals))?,
        }
        if rows.len() < total {
            output::complain(&Notice::InterruptedAt(rows.len(), total).line(language()));
            status = status.and(Status::Unknown);
        }
        Ok(status)
    }

    fn run_ideas(&self, interrupt: &Interrupt) -> anyhow::Result<Status> {
        let mut limits = self.limits.search_limits(interrupt, HASH);
        if limits.time.is_none() && limits.nodes.is_none() {
            limits.nodes = Some(400_000);
        }
        let plan = ideas::Plan {
            limits,
            threads: self.threads.unwrap_or_else(worker::cores),
            only: self.only.clone(),
        };
        let (done, mut kept) = resume(self.resume.as_deref(), &plan.settings(), |lines| {
            ideas::read(lines, &plan)
        })?;
        let total = plan.lines()?;
        let progress = Progress::over(total);
        (0..done.len()).for_each(|_| progress.step());
        let lines = ideas::run(&plan, &done, &mut |line| {
            if let Some(journal) = &mut kept {
                // A line that cannot be kept is still counted in the table.
                let _ = journal.add(&ideas::line(line));
            }
            progress.step();
            progress.note(&line.start.name, &line.idea);
        })?;
        progress.finish();
        output::print(&output::told(&ideas::table(&lines)))?;
        if interrupt.requested() {
            output::complain(&Notice::InterruptedAt(lines.len(), total).line(language()));
            return Ok(Status::Unknown);
        }
        Ok(Status::Answered)
    }
}
