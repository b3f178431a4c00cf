//! `yose check`.

use crate::answers::{Answers, Fault, fault, tell_interrupted, tell_long};
use crate::nats::OverNats;
use crate::options::{
    ConventionOption, Futile, Input, JobOptions, LimitOptions, language, look, resources, whole,
};
use anyhow::Context;
use clap::Args;
use std::path::{Path, PathBuf};
use yose_ask::check::ParametersBody;
use yose_ask::question::{self, Author};
use yose_ask::{Limits, Problem, Question, Reply, Request, Status, Subject};
use yose_batch::series::{Answered, Keep, Series, Summary};
use yose_batch::{Interrupt, output};
use yose_present::{Notice, Phrase, phrase, record};

/// Checks mate problems as a composer does: the solution, every other mating move with its class,
/// and the verdict: A complete, B minor cooks, C cooked.
///
/// The classes and S, d, h, R are those of K. Noshita and T. Iida. The moves of a record are taken
/// as the author's.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose check \"4k4/9/4P4/9/9/9/9/9/9 b G 1\"
  yose check suites/tsume/small.tsv --time 10 --json
  yose check suites/tsume/small.tsv --time 10 --kif checked")]
pub struct Check {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    limits: LimitOptions,
    /// Ask what reached --nodes once more, with ten times as many
    #[arg(long, requires = "nodes")]
    second_pass: bool,
    /// What counts as a futile interposition (無駄合い)
    #[arg(long, value_name = "POLICY", value_enum, default_value = "usual")]
    futile: Futile,
    /// Which line is the solution, and so its length
    #[arg(long, value_name = "CONVENTION", value_enum, default_value = "modern")]
    convention: ConventionOption,
    /// S: at most so many of the attacker's turns may have minor cooks
    #[arg(short = 'S', long = "minor-turns", value_name = "S", default_value_t = 2, value_parser = whole::<usize>(0, u64::MAX), allow_negative_numbers = true)]
    turns: usize,
    /// d: a cook that merges with the solution is minor up to this difference
    #[arg(short = 'd', long, value_name = "D", default_value_t = 4, value_parser = whole::<usize>(0, u64::MAX), allow_negative_numbers = true)]
    difference: usize,
    /// h: a cook within the last h moves is minor (even)
    #[arg(short = 'H', long = "last-moves", value_name = "H", default_value_t = 0, value_parser = even, allow_negative_numbers = true)]
    last: usize,
    /// R: more cooks than this at one turn are too many; no limit without it
    #[arg(short = 'R', long = "most-cooks", value_name = "R", value_parser = whole::<usize>(0, u64::MAX), allow_negative_numbers = true)]
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
    #[command(flatten)]
    jobs: JobOptions,
    /// Keep the answers in a file, a JSON object a line. A run that was broken off is gone on with
    /// if it is started again
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// A record (KIF) of the solution with every defence, cook and comment. Several problems: a
    /// folder
    #[arg(long, value_name = "FILE|FOLDER")]
    kif: Option<PathBuf>,
    /// Start --output anew, replace files of --kif
    #[arg(long, alias = "force")]
    overwrite: bool,
    /// Plain ASCII: boards, moves and words (English)
    #[arg(long)]
    ascii: bool,
    /// One JSON object a problem and line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    over: OverNats,
}

pub(crate) fn even(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n) if n % 2 == 0 => Ok(n),
        _ => Err(Notice::ExpectedEven.text(language())),
    }
}

/// How many problems were checked, with which verdicts.
fn summary_text(summary: &Summary) -> String {
    let verdicts: Vec<String> = summary
        .verdicts
        .iter()
        .map(|(verdict, n)| format!("{n} {}", phrase::verdict_word(verdict, language())))
        .collect();
    let checked = Phrase::Summary(summary.done(), summary.total, summary.kept);
    format!("{}: {}\n", checked.text(language()), verdicts.join(", "))
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
            limits: self.limits(),
        }
    }

    fn limits(&self) -> Limits {
        Limits {
            threads: self.jobs.threads(),
            ..self.limits.limits()
        }
    }

    /// The author's claim: the option, or the moves of the record.
    fn author(&self, problem: &Problem) -> Option<Author> {
        if let Some(said) = &self.author {
            return Some(Author::Said(said.clone()));
        }
        Author::of_record(problem)
    }

    pub fn run(self) -> anyhow::Result<Status> {
        let mut source = self.input.stream()?;
        self.may_write()?;
        let several = (self.author.is_some() || self.kif.is_some()) && source.is_several()?;
        anyhow::ensure!(
            self.author.is_none() || !several,
            Notice::OneProblem("--author").text(language())
        );
        if let Some(output) = &self.output
            && std::fs::metadata(output).is_ok_and(|there| there.len() > 0)
            && !self.overwrite
        {
            // Problems are compared with the answers that are there before any work.
            source.hold_standard_input()?;
        }
        if let Some(kif) = self.kif.as_deref().filter(|kif| several || kif.is_dir()) {
            let problems = source.problems().enumerate();
            let files: Vec<PathBuf> = problems
                .map(|(i, problem)| output::numbered(kif, problem.id.as_deref(), i, several))
                .collect();
            let all: Vec<&PathBuf> = files.iter().chain(&self.output).collect();
            self.input.may_write(&all, true).context("--kif")?;
            self.input.may_write(&files, self.overwrite).context("--kif")?;
        }
        let interrupt = Interrupt::on_ctrl_c();
        if let Some(folder) = self.kif.as_deref().filter(|_| several) {
            std::fs::create_dir_all(folder).with_context(|| format!("--kif {}", folder.display()))?;
        }
        let jobs = self.jobs.jobs();
        let elsewhere = self.over.elsewhere();
        let series = Series {
            resources: resources(&self.limits(), false, jobs),
            jobs,
            interrupt: &interrupt,
            keep: self.output.as_deref().map(|path| Keep {
                path,
                anew: self.overwrite,
            }),
            second_pass: self.second_pass,
            elsewhere: elsewhere.as_ref(),
        };
        let quiet = self.output.is_some();
        let answers = Answers {
            json: self.json,
            look: look(self.ascii),
            certificate: None,
            overwrite: self.overwrite,
            hidden: |_| false,
        };
        let mut any = false;
        let run = series.run(
            || source.problems(),
            |problem| self.request(problem),
            tell_long,
            |answered| -> Result<(), Fault> {
                let Answered {
                    index,
                    request,
                    reply,
                } = answered;
                if let (Some(path), Some(reply)) = (&self.kif, &reply) {
                    let file = output::numbered(path, request.name.id.as_deref(), index, several);
                    self.save_kif(&file, request, reply)?;
                }
                if !quiet {
                    answers.tell(request, reply.as_ref(), &mut any)?;
                }
                Ok(())
            },
        );
        let summary = run.map_err(fault)?;
        if summary.total > 1 || quiet {
            output::complain(&summary_text(&summary));
        }
        tell_interrupted(&summary);
        Ok(summary.status)
    }

    /// Checks before any work that the files may be written. Answers in the file of `--output` are
    /// continued.
    fn may_write(&self) -> anyhow::Result<()> {
        if let Some(output) = &self.output {
            self.input.may_write(&[output], true).context("--output")?;
        }
        let Some(kif) = self.kif.as_deref().filter(|kif| !kif.is_dir()) else {
            return Ok(());
        };
        let files: Vec<&Path> = self.output.as_deref().into_iter().chain([kif]).collect();
        self.input.may_write(&files, true).context("--kif")?;
        self.input.may_write(&[kif], self.overwrite).context("--kif")
    }

    fn save_kif(&self, file: &Path, request: &Request, reply: &Reply) -> anyhow::Result<()> {
        let (Question::Check(check), Reply::Check(reply)) = (&request.question, reply) else {
            return Ok(());
        };
        match record::kif(check, reply, language()) {
            Ok(text) => output::write_file(file, text.as_bytes(), self.overwrite)?,
            Err(fault) => {
                let (file, fault) = (file.display().to_string(), fault.to_string());
                output::complain(&Notice::NotWrittenWhy(&file, &fault).line(language()));
            }
        }
        Ok(())
    }
}
