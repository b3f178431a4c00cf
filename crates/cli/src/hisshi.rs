//! `yose hisshi`.

use crate::answers::Answers;
use crate::options::{Input, LimitOptions, look, resources};
use clap::{Args, ValueEnum};
use yose_ask::question;
use yose_ask::{Limits, MOST_THREADS, MoveSet, Problem, Question, Request, Status, Subject};
use yose_batch::Interrupt;
use yose_batch::series::Series;

/// Solves brinkmate problems (必至): the side to move mates by checks and by quiet moves that
/// threaten mate, whatever the other side does.
///
/// The length counts plies up to and including the last quiet move. Replies that run into plain mate
/// add nothing. A repetition is a failure of the attacker.
#[derive(Args)]
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
    /// Threads that search one problem together
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_THREADS)))]
    threads: u32,
    /// Draw boards in plain ASCII
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
            limits: Limits {
                threads: self.threads as usize,
                ..self.limits.limits()
            },
        }
    }

    pub fn run(self) -> anyhow::Result<Status> {
        let problems = self.input.read()?;
        let requests: Vec<Request> = problems.iter().map(|problem| self.request(problem)).collect();
        let interrupt = Interrupt::on_ctrl_c();
        let answers = Answers {
            json: self.json,
            look: look(self.ascii),
            certificate: None,
            hidden: |_| false,
        };
        let series = Series::one_by_one(&requests, resources(&requests, 1), &interrupt);
        let (status, _) = answers.print(&series)?;
        Ok(status)
    }
}
