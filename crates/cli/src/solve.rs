//! `yose solve`.

use crate::answers::{self, Answers};
use crate::options::{ConventionOption, Futile, Input, JobOptions, LimitOptions, look, resources};
use clap::Args;
use std::path::PathBuf;
use yose_ask::question;
use yose_ask::{Limits, Problem, Question, Request, Status, Subject, Verdict};
use yose_batch::series::Series;
use yose_batch::{Interrupt, output};
use yose_present::Phrase;

/// Solves mate problems: the side to move gives check with every move and mates.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose solve \"9/8k/9/9/6GL1/9/9/9/9 b S 1\" --rest
  yose solve suites/tsume/small.tsv --time 10 --json
  yose solve \"4k4/9/4P4/9/9/9/9/9/9 b G 1\" --certificate mate.cert")]
pub struct Solve {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    limits: LimitOptions,
    /// What counts as a futile interposition (無駄合い) [default: usual; with --certificate none]
    #[arg(long, value_name = "POLICY", value_enum)]
    futile: Option<Futile>,
    /// Which line is the solution, and so its length
    #[arg(long, value_name = "CONVENTION", value_enum, default_value = "modern", conflicts_with_all = ["first", "certificate"])]
    convention: ConventionOption,
    /// Any mate will do; the default is the shortest, proved so
    #[arg(long)]
    first: bool,
    #[command(flatten)]
    jobs: JobOptions,
    /// Write the evidence to a file that `yose verify` checks (one problem). With --futile usual,
    /// immediate or strict it is of the length under that policy: every reply is in it, a futile
    /// one with the taking and the mate after it. Gathering it has the limits once more
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Replace the file of --certificate if it is there already
    #[arg(long)]
    overwrite: bool,
    /// Ask about every position of the main line of a game: where was there a mate?
    #[arg(long)]
    every_ply: bool,
    /// Plain ASCII: boards, moves and words (English)
    #[arg(long)]
    ascii: bool,
    /// One JSON object a problem and line
    #[arg(long)]
    json: bool,
}

impl Solve {
    fn request(&self, problem: &Problem) -> Request {
        Request {
            name: problem.name(),
            question: Question::Solve(question::Solve {
                position: Subject::of(problem),
                policy: self.futile.map(Into::into),
                convention: self.convention.into(),
                first: self.first,
                certificate: self.certificate.is_some(),
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

    pub fn run(self) -> anyhow::Result<Status> {
        let mut source = self.input.stream()?.every_ply(self.every_ply);
        let certificate = self.certificate.as_deref();
        let files = certificate.as_slice();
        answers::suits(&mut source, &self.input, certificate, files, self.overwrite)?;
        let interrupt = Interrupt::on_ctrl_c();
        let answers = Answers {
            json: self.json,
            look: look(self.ascii),
            certificate,
            overwrite: self.overwrite,
            // Most positions of a game have no mate, and users look for those that have one.
            hidden: match self.every_ply {
                true => |reply| reply.verdict() == Verdict::NoMate,
                false => |_| false,
            },
        };
        let jobs = self.jobs.jobs();
        let series = Series {
            resources: resources(&self.limits(), certificate.is_some(), jobs),
            jobs,
            interrupt: &interrupt,
            keep: None,
            second_pass: false,
            elsewhere: None,
        };
        let (status, summary) = answers.print(&series, &source, |problem| self.request(problem))?;
        if self.every_ply && !self.json {
            let mates = summary.verdicts.get("mate").copied().unwrap_or(0);
            let told = Phrase::EveryPly(summary.done(), mates);
            output::print(&told.line(look(self.ascii).language()))?;
        }
        Ok(status)
    }
}
