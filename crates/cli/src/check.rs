//! `yose check`.

use crate::answers::{Answers, Fault, fault};
use crate::options::{ConventionOption, Futile, Input, LimitOptions, look, resources};
use anyhow::Context;
use clap::Args;
use std::path::{Path, PathBuf};
use yose_ask::check::ParametersBody;
use yose_ask::problem::main_moves;
use yose_ask::question::{self, Author};
use yose_ask::{Content, Problem, Question, Reply, Request, Status, Subject};
use yose_batch::series::{Keep, Series};
use yose_batch::{Interrupt, output, worker};
use yose_present::record;
use yose_shogi::notation::usi;

/// Checks mate problems as a composer does: the solution, every other mating move with its class,
/// and the verdict: A complete, B minor cooks, C cooked.
///
/// The classes and S, d, h, R are those of K. Noshita and T. Iida. The moves of a record are taken
/// as the author's.
#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    limits: LimitOptions,
    /// What counts as a futile interposition (無駄合い)
    #[arg(long, value_name = "POLICY", value_enum, default_value = "usual")]
    futile: Futile,
    /// Which line is the solution, and so its length
    #[arg(long, value_name = "CONVENTION", value_enum, default_value = "modern")]
    convention: ConventionOption,
    /// S: at most so many of the attacker's turns may have minor cooks
    #[arg(short = 'S', long = "minor-turns", value_name = "S", default_value_t = 2)]
    turns: usize,
    /// d: a cook that merges with the solution is minor up to this difference
    #[arg(short = 'd', long, value_name = "D", default_value_t = 4)]
    difference: usize,
    /// h: a cook within the last h moves is minor (even)
    #[arg(short = 'H', long = "last-moves", value_name = "H", default_value_t = 0, value_parser = even)]
    last: usize,
    /// R: more cooks than this at one turn are too many; no limit without it
    #[arg(short = 'R', long = "most-cooks", value_name = "R")]
    most: Option<usize>,
    /// The author's length, or the author's line as USI moves in one argument
    #[arg(long, value_name = "LENGTH|LINE")]
    author: Option<String>,
    /// Also look for pieces without a role (飾り駒): one check more for every piece
    #[arg(long)]
    roles: bool,
    /// Also look for one-piece edits (add, remove, move) that cure the cooks: a check for each of a
    /// thousand or so
    #[arg(long)]
    vary: bool,
    /// Problems that are checked at the same time [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Keep the answers in a file, a JSON object a line. A run that was broken off is gone on with
    /// if it is started again
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// A record (KIF) of the solution with every defence, cook and comment. Several problems: a
    /// folder
    #[arg(long, value_name = "FILE|FOLDER")]
    kif: Option<PathBuf>,
    /// Start --output anew, replace files of --kif
    #[arg(long)]
    force: bool,
    /// Draw boards in plain ASCII
    #[arg(long)]
    ascii: bool,
    /// One JSON object a problem and line
    #[arg(long)]
    json: bool,
}

pub(crate) fn even(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n) if n % 2 == 0 => Ok(n),
        _ => Err("an even number of moves, from 0".to_owned()),
    }
}

impl Check {
    fn request(&self, problem: &Problem) -> Request {
        Request {
            name: problem.name(),
            question: Question::Check(question::Check {
                position: Subject::of(problem),
                policy: self.futile.into(),
                convention: self.convention.into(),
                parameters: ParametersBody {
                    turns: self.turns,
                    d: self.difference,
                    h: self.last,
                    most: self.most,
                },
                author: self.author(problem),
                roles: self.roles,
                vary: self.vary,
                variations: self.kif.is_some(),
            }),
            limits: self.limits.limits(),
        }
    }

    /// The author's claim: the option, or the moves of the record.
    fn author(&self, problem: &Problem) -> Option<Author> {
        if let Some(said) = &self.author {
            return Some(Author::Said(said.clone()));
        }
        let Ok(Content::Record(record)) = &problem.content else {
            return None;
        };
        let moves = main_moves(record).into_iter();
        let line: Vec<String> = moves.map(|m| usi::write(m, record.setup.variant)).collect();
        (!line.is_empty()).then_some(Author::Line(line))
    }

    pub fn run(self) -> anyhow::Result<Status> {
        let problems = self.input.read()?;
        anyhow::ensure!(
            self.author.is_none() || problems.len() == 1,
            "--author takes one problem, not {}",
            problems.len()
        );
        let requests: Vec<Request> = problems.iter().map(|problem| self.request(problem)).collect();
        let interrupt = Interrupt::on_ctrl_c();
        let threads = self.threads.map_or_else(worker::cores, |n| n as usize);
        if let Some(folder) = self.kif.as_deref().filter(|_| problems.len() > 1) {
            std::fs::create_dir_all(folder).with_context(|| format!("--kif {}", folder.display()))?;
        }
        let series = Series {
            requests: &requests,
            resources: resources(&requests, threads),
            threads,
            interrupt: &interrupt,
            keep: self.output.as_deref().map(|path| Keep {
                path,
                anew: self.force,
            }),
        };
        let quiet = self.output.is_some();
        let answers = Answers {
            json: self.json,
            look: look(self.ascii),
            certificate: None,
            hidden: |_| false,
        };
        let summary = series
            .run(|i, reply| -> Result<(), Fault> {
                if let (Some(path), Some(reply)) = (&self.kif, &reply) {
                    let file = output::numbered(path, &problems[i], i, problems.len());
                    self.save_kif(&file, &requests[i], reply)?;
                }
                if !quiet {
                    answers.tell(&requests[i], reply.as_ref(), i + 1 < problems.len())?;
                }
                Ok(())
            })
            .map_err(fault)?;
        if problems.len() > 1 || quiet {
            output::complain(&summary.text());
        }
        if interrupt.requested() {
            let done = summary.done();
            output::complain(&format!(
                "interrupted: {done} of {} problems done\n",
                problems.len()
            ));
        }
        Ok(summary.status)
    }

    fn save_kif(&self, file: &Path, request: &Request, reply: &Reply) -> anyhow::Result<()> {
        let (Question::Check(check), Reply::Check(reply)) = (&request.question, reply) else {
            return Ok(());
        };
        match record::kif(check, reply) {
            Ok(text) => output::write_file(file, text.as_bytes(), self.force)?,
            Err(fault) => output::complain(&format!("{}: not written: {fault}\n", file.display())),
        }
        Ok(())
    }
}
