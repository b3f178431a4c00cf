//! `yose hisshi`.

use crate::answers::Answers;
use crate::options::{Input, JobOptions, LimitOptions, look, resources};
use clap::{Args, ValueEnum};
use yose_ask::question;
use yose_ask::{Limits, MoveSet, Problem, Question, Request, Status, Subject};
use yose_batch::Interrupt;
use yose_batch::series::Series;

/// Solves brinkmate problems (必至): the side to move mates by checks and by quiet moves that
/// threaten mate, whatever the other side does.
///
/// The length counts plies up to and including the last quiet move. Replies that run into plain
/// mate add nothing. A repetition is a failure of the attacker.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose hisshi \"4k4/9/9/9/9/9/9/9/9 b GS 1\" --first
  yose hisshi \"4k4/9/9/9/9/9/9/9/9 b GS 1\" --moves paper --json")]
pub struct Hisshi {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    limits: LimitOptions,
    /// Any brinkmate will do; the default is the shortest, proved so
    #[arg(long)]
    first: bool,
    /// Which quiet moves the attacker tries
    #[arg(long, value_name = "SET", value_enum, default_value = "all")]
    moves: MoveSetOption,
    #[command(flatten)]
    jobs: JobOptions,
    /// Plain ASCII: boards, moves and words (English)
    #[arg(long)]
    ascii: bool,
    /// One JSON object a problem and line
    #[arg(long)]
    json: bool,
}

/// [`MoveSet`] as an option.
#[derive(Clone, Copy, ValueEnum)]
enum MoveSetOption {
    /// Every legal quiet move: "no brinkmate" is a theorem
    All,
    /// The likely ones (the classes of Nagai 2011): faster, but a failure proves nothing
    Paper,
}

impl Hisshi {
    fn request(&self, problem: &Problem) -> Request {
        Request {
            name: problem.name(),
            question: Question::Hisshi(question::Hisshi {
                position: Subject::of(problem),
                moves: match self.moves {
                    MoveSetOption::All => MoveSet::All,
                    MoveSetOption::Paper => MoveSet::Paper,
                },
                first: self.first,
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
        let source = self.input.stream()?;
        let interrupt = Interrupt::on_ctrl_c();
        let answers = Answers {
            json: self.json,
            look: look(self.ascii),
            certificate: None,
            overwrite: false,
            hidden: |_| false,
        };
        let jobs = self.jobs.jobs();
        let series = Series {
            resources: resources(&self.limits(), false, jobs),
            jobs,
            interrupt: &interrupt,
            keep: None,
        };
        let (status, _) = answers.print(&series, &source, |problem| self.request(problem))?;
        Ok(status)
    }
}
