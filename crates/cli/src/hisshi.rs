//! `yose hisshi`.

use crate::answers::{self, Answers};
use crate::kif::Kif;
use crate::options::{FutileDrop, Input, JobOptions, LimitOptions, MoveSetOption, language, look, resources};
use clap::Args;
use std::path::PathBuf;
use yose_ask::question::{self, Author};
use yose_ask::{Limits, Problem, Question, Reply, Request, Status, Subject};
use yose_batch::Interrupt;
use yose_batch::series::Series;
use yose_present::{Notice, comments};

/// Solves brinkmate problems (必至): the side to move mates by checks and by quiet moves that
/// threaten mate, whatever the other side does.
///
/// The length counts plies up to and including the last quiet move. Replies that run into plain
/// mate add nothing. A repetition is a failure of the attacker.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose hisshi \"4k4/9/9/9/9/9/9/9/9 b GS 1\" --moves paper --json
  yose hisshi \"4k4/9/9/9/9/9/9/9/9 b GS 1\" --cooks --solution \"S*5c\"
  yose hisshi \"4k4/9/9/9/9/9/9/9/9 b GS 1\" --certificate hisshi.cert")]
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
    /// Which drops of the defender do not count: those that a line piece takes at once while the
    /// brinkmate is no longer than without them (無駄合い)
    #[arg(long, value_name = "POLICY", value_enum, default_value = "none")]
    futile: FutileDrop,
    /// Also look for cooks (余必至): every other attacking move of the line that works
    #[arg(long)]
    cooks: bool,
    /// The author's line as USI moves in one argument: cooks are looked for against it. Without it
    /// they are looked for against the moves of the record, or else against the line found
    #[arg(long, value_name = "LINE", requires = "cooks")]
    solution: Option<String>,
    #[command(flatten)]
    jobs: JobOptions,
    /// A record (KIF) of the line, with the mate that each quiet move threatens as a comment.
    /// Several problems: a folder
    #[arg(long, value_name = "FILE|FOLDER")]
    kif: Option<PathBuf>,
    /// Write the evidence to a file that `yose verify` checks (one problem). Gathering it has the
    /// limits once more
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Replace files of --kif and --certificate
    #[arg(long)]
    overwrite: bool,
    /// Plain ASCII: boards, moves and words (English)
    #[arg(long)]
    ascii: bool,
    /// One JSON object a problem and line
    #[arg(long)]
    json: bool,
}

impl Hisshi {
    fn request(&self, problem: &Problem) -> Request {
        Request {
            name: problem.name(),
            question: Question::Hisshi(question::Hisshi {
                position: Subject::of(problem),
                moves: self.moves.into(),
                policy: self.futile.into(),
                first: self.first,
                certificate: self.certificate.is_some(),
                cooks: self.cooks,
                solution: self.solution(problem),
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

    /// The author's line: the option, or the moves of the record.
    fn solution(&self, problem: &Problem) -> Option<Author> {
        if !self.cooks {
            return None;
        }
        match &self.solution {
            Some(said) => Some(Author::Said(said.clone())),
            None => Author::of_record(problem),
        }
    }

    pub fn run(self) -> anyhow::Result<Status> {
        let mut source = self.input.stream()?;
        anyhow::ensure!(
            self.solution.is_none() || !source.is_several()?,
            Notice::OneProblem("--solution").text(language())
        );
        let (path, certificate) = (self.kif.as_deref(), self.certificate.as_deref());
        let kif = Kif::new(path, certificate, &self.input, &mut source, self.overwrite)?;
        let files = certificate.as_slice();
        answers::suits(&mut source, &self.input, certificate, files, self.overwrite)?;
        let interrupt = Interrupt::on_ctrl_c();
        let answers = Answers {
            json: self.json,
            look: look(self.ascii),
            certificate,
            overwrite: self.overwrite,
            hidden: |_| false,
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
        let save = |index: usize, request: &Request, reply: &Reply| {
            let (Question::Hisshi(asked), Reply::Hisshi(reply)) = (&request.question, reply) else {
                return Ok(());
            };
            match kif.file(request.name.id.as_deref(), index) {
                Some(file) => kif.save(&file, comments::hisshi(asked, reply, language())),
                None => Ok(()),
            }
        };
        let (status, _) = answers.print_and(&series, &source, |problem| self.request(problem), save)?;
        Ok(status)
    }
}
