//! `yose value`.

use crate::answers::{self, Answers};
use crate::options::{Input, LimitOptions, language, look, whole};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use yose_ask::question::{self, Candidates, ValueMethod};
use yose_ask::tables::Tables;
use yose_ask::{Memory, Problem, Question, Request, Resources, Status, Subject};
use yose_batch::series::Series;
use yose_batch::{FolderOfTables, Interrupt, machine};
use yose_present::Notice;

/// Who wins a position of a small game, in how many moves, by which line?
///
/// The answer is win, loss or draw for the side to move. It is found by a table of all positions of
/// the pieces or by search. A position may be the name of a game: 3x4:BKR:1 (back rank and
/// promotion zone), dobutsu, minishogi, loa:4x4. Distances are plies to mate; in Dobutsu shogi to
/// the capture of the lion, in Lines of Action to the connection.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose value 3x4:LK-:1
  yose value \"1k3/5/1GK2/5/5 b G 1\" --rules minishogi --json
  yose value loa:3x3 --ascii")]
pub struct Value {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    limits: LimitOptions,
    /// Keep tables in this folder, and use those that are there; --method search asks them too
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// Write the evidence for `yose verify` (one problem of shogi): a win or a loss to FILE; a draw
    /// to FILE (the side to move never wins) and FILE.2 (it never loses)
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Replace the files of --certificate if they are there already
    #[arg(long)]
    overwrite: bool,
    /// Problems that are answered at the same time. One after the other can share a table
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(1, 1024), allow_negative_numbers = true)]
    jobs: u32,
    /// How values are found
    #[arg(long, value_enum, default_value_t = MethodOption::Auto)]
    method: MethodOption,
    /// Plain ASCII: boards, moves and words (English)
    #[arg(long)]
    ascii: bool,
    /// One JSON object a problem and line
    #[arg(long)]
    json: bool,
    // Last, because options after it would stand under its heading.
    #[command(flatten)]
    paper: PaperOptions,
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
#[command(next_help_heading = "Options of --method paper (Shibahara, Tajima and Kotani 2006)")]
pub struct PaperOptions {
    /// Table entries (the paper: 2^22)
    #[arg(long, value_name = "N", default_value_t = 1 << 22, value_parser = whole::<usize>(1, 1 << 32), allow_negative_numbers = true)]
    entries: usize,
    /// The deepest line
    #[arg(long, value_name = "PLIES", default_value_t = 1024, value_parser = whole::<u16>(1, 30_000), allow_negative_numbers = true)]
    depth: u16,
    /// Cycle candidates at a time
    #[arg(long, value_name = "N", default_value_t = 400_000, value_parser = whole::<usize>(0, u64::MAX), allow_negative_numbers = true)]
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
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = whole::<u32>(0, u64::from(u32::MAX)), allow_negative_numbers = true)]
    countermeasure: u32,
    /// Delete only what a wrong candidate influenced, not every candidate
    #[arg(long)]
    delete_influenced: bool,
}

impl PaperOptions {
    /// The switches as the request has them.
    pub fn candidates(&self) -> Candidates {
        Candidates {
            entries: self.entries,
            depth: usize::from(self.depth),
            candidates: self.candidates,
            interleaved: self.interleaved,
            clear_numbers: self.clear_numbers,
            share_numbers: !self.no_shared_numbers,
            countermeasure: Some(self.countermeasure),
            delete_influenced: self.delete_influenced,
        }
    }
}

impl MethodOption {
    fn method(self, paper: &PaperOptions) -> ValueMethod {
        match self {
            MethodOption::Auto => ValueMethod::Auto,
            MethodOption::Table => ValueMethod::Table,
            MethodOption::Search => ValueMethod::Search,
            MethodOption::Paper => ValueMethod::Candidates(paper.candidates()),
        }
    }
}

/// The tables kept in a folder, or tables kept only in memory.
pub fn tables(folder: Option<PathBuf>) -> Tables {
    folder.map_or_else(Tables::default, |folder| {
        Tables::with_store(FolderOfTables(folder))
    })
}

impl Value {
    pub fn run(self) -> anyhow::Result<Status> {
        let mut source = self.input.stream()?;
        let certificate = self.certificate.as_deref();
        anyhow::ensure!(
            certificate.is_none() || self.method != MethodOption::Paper,
            Notice::NoPaperCertificate.text(language())
        );
        let second = certificate.map(answers::second);
        let files: Vec<&Path> = certificate.into_iter().chain(second.as_deref()).collect();
        answers::suits(&mut source, &self.input, certificate, &files, self.overwrite)?;
        let request = |problem: &Problem| Request {
            name: problem.name(),
            question: Question::Value(question::Value {
                position: Subject::of(problem),
                method: self.method.method(&self.paper),
                certificate: certificate.is_some(),
            }),
            limits: self.limits.limits(),
        };
        let interrupt = Interrupt::on_ctrl_c();
        let jobs = self.jobs as usize;
        let each = self.limits.limits().memory_mb(certificate.is_some());
        let resources = Arc::new(Resources {
            memory: Memory::new(machine::memory_for_jobs(jobs, each)),
            tables: tables(self.tables.clone()),
        });
        let answers = Answers {
            json: self.json,
            look: look(self.ascii),
            certificate,
            overwrite: self.overwrite,
            hidden: |_| false,
        };
        let series = Series {
            resources,
            jobs,
            interrupt: &interrupt,
            keep: None,
            second_pass: false,
            elsewhere: None,
        };
        let (status, _) = answers.print(&series, &source, request)?;
        Ok(status)
    }
}
