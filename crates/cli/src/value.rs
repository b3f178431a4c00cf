//! `yose value`.

use crate::options::{Input, LimitOptions, ansi};
use crate::series;
use anyhow::Context;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use yose_ask::problem::Problem;
use yose_ask::show::Style;
use yose_ask::value::{self, How, Tables};
use yose_ask::{Interrupt, Progress, Status, output};
use yose_value::{Deletion, Method, Switches};

/// Tells who wins a position of a small game: win, loss or draw for the side to move, the number of plies to the end
/// and the line, by a table of all positions of its pieces or by search.
///
/// A position may be the name of a game: 3x4:BKR:1 (back rank and promotion zone), dobutsu, minishogi, loa:4x4. Distances are
/// plies to mate; in Dobutsu shogi to the capture of the lion, in Lines of Action to the connection.
#[derive(Args)]
pub struct Value {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    limits: LimitOptions,
    /// Keep tables in this folder, and use those that are there; --method search asks them too
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// Write the evidence for `yose verify` (one problem of shogi): a win or a loss to FILE; a draw to FILE (the side to move never
    /// wins) and FILE.2 (it never loses)
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// How values are found
    #[arg(long, value_enum, default_value_t = MethodOption::Auto)]
    method: MethodOption,
    #[command(flatten)]
    paper: PaperOptions,
    /// Draw boards in plain ASCII
    #[arg(long)]
    ascii: bool,
    /// One JSON object a problem and line
    #[arg(long)]
    json: bool,
}

/// How values are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MethodOption {
    /// By table if it fits into --hash, otherwise by search
    Auto,
    /// A table of all positions of the pieces: exact distances
    Table,
    /// Proof search, then closed sets on the graph of positions
    Search,
    /// The cycle candidates of Shibahara, Tajima and Kotani (2006)
    Paper,
}

/// Switches of `--method paper`.
#[derive(Args)]
#[command(next_help_heading = "The paper's method")]
pub struct PaperOptions {
    /// Table entries (the paper: 2^22)
    #[arg(long, value_name = "N", default_value_t = 1 << 22)]
    entries: usize,
    /// The deepest line
    #[arg(long, value_name = "PLIES", default_value_t = 1024, value_parser = clap::value_parser!(u16).range(1..=30_000))]
    depth: u16,
    /// Cycle candidates at a time
    #[arg(long, value_name = "N", default_value_t = 400_000)]
    candidates: usize,
    /// Check searches take turns, a threshold each
    #[arg(long)]
    interleaved: bool,
    /// Forget the numbers of undecided positions at a re-search
    #[arg(long)]
    clear_numbers: bool,
    /// Undecided positions with other hands tell nothing
    #[arg(long)]
    no_shared_numbers: bool,
    /// Do not count positions met nearer to the root once a threshold is beyond this
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    countermeasure: u32,
    /// Delete only what a wrong candidate influenced, not every candidate
    #[arg(long)]
    delete_influenced: bool,
}

impl PaperOptions {
    /// As the search has them.
    pub fn switches(&self) -> Switches {
        Switches {
            entries: self.entries,
            depth: usize::from(self.depth),
            candidates: self.candidates,
            interleaved: self.interleaved,
            clear_numbers: self.clear_numbers,
            share_numbers: !self.no_shared_numbers,
            countermeasure: Some(self.countermeasure),
            deletion: if self.delete_influenced {
                Deletion::Influenced
            } else {
                Deletion::All
            },
        }
    }
}

impl MethodOption {
    fn how(self, paper: &PaperOptions) -> How {
        match self {
            MethodOption::Auto => How::Auto,
            MethodOption::Table => How::Table,
            MethodOption::Search => How::Search(Method::Search),
            MethodOption::Paper => How::Search(Method::Paper(paper.switches())),
        }
    }
}

impl Value {
    pub fn run(self) -> anyhow::Result<Status> {
        let problems = self.input.read()?;
        anyhow::ensure!(
            self.certificate.is_none() || (problems.len() == 1 && self.method != MethodOption::Paper),
            "--certificate takes one problem, and not --method paper"
        );
        let interrupt = Interrupt::on_ctrl_c();
        let limits = self.limits.limits(&interrupt);
        let mut tables = Tables::new(self.tables);
        let how = self.method.how(&self.paper);
        let progress = Progress::over(problems.len());
        let style = if self.ascii { Style::Ascii } else { Style::Kanji };
        let mut status = Status::Answered;
        let mut done = 0;
        for problem in &problems {
            let label = problem.id.as_ref().unwrap_or(&problem.input);
            let valued = value::value(problem, how, &mut tables, &limits, &mut |stage, _| {
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
            if let Some(warning) = &valued.warning {
                progress.aside(|| output::complain(&format!("warning: {warning}\n")));
            }
            series::tell(&progress, self.json, valued.status, &text)?;
            progress.step();
            if let Some(path) = &self.certificate
                && valued.status == Status::Answered
            {
                let told = || format!("--certificate {}", path.display());
                let certificates = tables.certify(problem, &valued, &limits).with_context(told)?;
                for (i, certificate) in certificates.iter().enumerate() {
                    let mut bytes = Vec::new();
                    certificate.encode(&mut bytes)?;
                    let mut name = path.clone().into_os_string();
                    if i > 0 {
                        name.push(format!(".{}", i + 1));
                    }
                    output::write_file(&PathBuf::from(name), &bytes, true)?;
                }
            }
            if interrupt.requested() {
                break;
            }
        }
        progress.finish();
        let skipped = |problem: &Problem| value::skipped(problem).line();
        series::end(&problems, done, status, self.json.then_some(&skipped))
    }
}
