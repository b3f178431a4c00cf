//! `yose solve`.

use crate::answers::{self, Answers};
use crate::options::{ConventionOption, Futile, Input, LimitOptions, look, resources};
use clap::Args;
use std::path::PathBuf;
use yose_ask::question;
use yose_ask::{Limits, MOST_THREADS, Problem, Question, Request, Status, Subject, Verdict, problem};
use yose_batch::series::Series;
use yose_batch::{Interrupt, output};

/// Solves mate problems: the side to move gives check with every move and mates.
#[derive(Args)]
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
    /// Threads that search one problem together
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_THREADS)))]
    threads: u32,
    /// Write the evidence to a file that `yose verify` checks (one problem; an existing file is
    /// replaced). With --futile usual, immediate or strict it is of the length under that policy:
    /// every reply is in it, a futile one with the taking and the mate after it. Gathering it has
    /// the limits once more
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Ask about every position of the main line of a game: where was there a mate?
    #[arg(long)]
    every_ply: bool,
    /// Draw boards in plain ASCII
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
            limits: Limits {
                threads: self.threads as usize,
                ..self.limits.limits()
            },
        }
    }

    pub fn run(self) -> anyhow::Result<Status> {
        let mut problems = self.input.read()?;
        if self.every_ply {
            problems = problems.iter().flat_map(problem::every_ply).collect();
        }
        answers::suits(problems.len(), self.certificate.as_deref())?;
        let requests: Vec<Request> = problems.iter().map(|problem| self.request(problem)).collect();
        let interrupt = Interrupt::on_ctrl_c();
        let answers = Answers {
            json: self.json,
            look: look(self.ascii),
            certificate: self.certificate.as_deref(),
            // Most positions of a game have no mate, and users look for those that have one.
            hidden: match self.every_ply {
                true => |reply| reply.verdict() == Verdict::NoMate,
                false => |_| false,
            },
        };
        let series = Series::one_by_one(&requests, resources(&requests, 1), &interrupt);
        let (status, summary) = answers.print(&series)?;
        if self.every_ply && !self.json {
            let mates = summary.verdicts.get("mate").copied().unwrap_or(0);
            output::print(&format!(
                "{} positions asked; {mates} with a mate\n",
                summary.done()
            ))?;
        }
        Ok(status)
    }
}
