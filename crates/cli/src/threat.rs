//! `yose threat`.

use crate::answers::{Answers, Fault, fault, tell_interrupted, tell_long};
use crate::kif::Kif;
use crate::options::{Input, JobOptions, LimitOptions, Source, language, look, resources, whole};
use anyhow::Context;
use clap::Args;
use std::path::PathBuf;
use yose_ask::problem::Side;
use yose_ask::question;
use yose_ask::threat::{MoveResult, ThreatReply};
use yose_ask::{Limits, Problem, Question, Reply, Request, Status, Subject, Verdict};
use yose_batch::series::{Answered, Keep, Series};
use yose_batch::{Interrupt, output};
use yose_present::{Phrase, comments};
use yose_shogi::notation::usi;

/// Tells the side to move what the other side threatens (詰めろ), and which moves parry it.
///
/// The verdict is `mated` (in check, every move runs into mate), `hisshi` (a pass and every move
/// run into mate), `threat` (in check, or a pass runs into mate) or `safe`. Each legal move is a
/// parry, runs into a mate, or runs into a brinkmate; and it may threaten mate in turn.
///
/// --time and --nodes are for the whole position. Threat and parries come first, brinkmates have
/// what is left. Without both, the search for a brinkmate after each parry has 10000 nodes; with
/// --every-ply it has 500.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose threat \"8k/9/7G1/9/9/9/9/9/9 w Gg 1\"
  yose threat \"8k/9/7G1/9/9/9/9/9/9 w Gg 1\" --nodes 100000 --json
  yose threat \"4k4/9/4P4/9/9/9/9/9/9 w G 1 moves 5a6a G*6b\" --every-ply")]
pub struct Threat {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    limits: LimitOptions,
    /// Nodes for the brinkmate after each parry; 0 for none [default: what --time and --nodes
    /// leave; without them 10000; with --every-ply 500]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    brinkmates: Option<u64>,
    #[command(flatten)]
    jobs: JobOptions,
    /// Ask about every position of the main line of a game: where was there a threat, a brinkmate,
    /// a parry overlooked?
    #[arg(long)]
    every_ply: bool,
    /// Keep the answers in a file, a JSON object a line. A run that was broken off is gone on with
    /// if it is started again
    #[arg(long, value_name = "FILE", conflicts_with = "kif")]
    output: Option<PathBuf>,
    /// With --every-ply: the game as a record (KIF), with the threats as comments. Several games: a
    /// folder
    #[arg(long, value_name = "FILE|FOLDER", requires = "every_ply")]
    kif: Option<PathBuf>,
    /// Start --output anew, replace files of --kif
    #[arg(long)]
    overwrite: bool,
    /// Plain ASCII: boards, moves and words (English)
    #[arg(long)]
    ascii: bool,
    /// One JSON object a position and line
    #[arg(long)]
    json: bool,
}

/// Nodes for the brinkmate after each parry with `--every-ply`: a game has thousands of parries.
const EVERY_PLY_NODES: u64 = 500;

/// A position in which a player of a game need not look for mates.
fn is_quiet(reply: &Reply) -> bool {
    let Reply::Threat(reply) = reply else { return false };
    let ran = reply.answer.body.played_move().map(|found| found.result);
    reply.answer.verdict == Verdict::Safe && !matches!(ran, Some(MoveResult::Mate | MoveResult::Hisshi))
}

impl Threat {
    fn request(&self, problem: &Problem) -> Request {
        let position = Subject::of(problem);
        let played = match (&position, problem.played) {
            (Subject::Shogi(setup), Some(m)) => Some(usi::write(m, setup.variant)),
            _ => None,
        };
        Request {
            name: problem.name(),
            question: Question::Threat(question::Threat {
                position,
                brinkmate_nodes: self.brinkmates.or(self.every_ply.then_some(EVERY_PLY_NODES)),
                played,
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
        let mut games = self.input.stream()?.of_defender();
        let mut records = Records::new(&self, &mut games)?;
        if self.output.is_some() {
            // Positions are compared with the answers that are there before any work.
            games.hold_standard_input()?;
        }
        let source = games.every_ply(self.every_ply);
        if let Some(output) = &self.output {
            self.input.may_write(&[output], true).context("--output")?;
        }
        let interrupt = Interrupt::on_ctrl_c();
        let answers = Answers {
            json: self.json,
            look: look(self.ascii),
            certificate: None,
            overwrite: self.overwrite,
            hidden: match self.every_ply {
                true => is_quiet,
                false => |_| false,
            },
        };
        let jobs = self.jobs.jobs();
        let series = Series {
            resources: resources(&self.limits(), false, jobs),
            jobs,
            interrupt: &interrupt,
            keep: self.output.as_deref().map(|path| Keep {
                path,
                anew: self.overwrite,
            }),
            second_pass: false,
            elsewhere: None,
        };
        let (mut any, mut overlooked) = (false, 0);
        let run = series.run(
            || source.problems(),
            |problem| self.request(problem),
            tell_long,
            |answered| -> Result<(), Fault> {
                let Answered { request, reply, .. } = answered;
                if let Some(Reply::Threat(reply)) = &reply {
                    overlooked += usize::from(reply.answer.body.overlooked == Some(true));
                }
                if self.output.is_none() {
                    answers.tell(request, reply.as_ref(), &mut any)?;
                }
                records.add(request, reply)?;
                Ok(())
            },
        );
        let summary = run.map_err(fault)?;
        if self.every_ply && !self.json && self.output.is_none() {
            let count = |verdict: &str| summary.verdicts.get(verdict).copied().unwrap_or(0);
            let lost = count("hisshi") + count("mated");
            let told = Phrase::EveryPlyThreats(summary.done(), count("threat"), lost, overlooked);
            output::print(&told.line(look(self.ascii).language()))?;
        }
        tell_interrupted(&summary);
        Ok(summary.status)
    }
}

/// The records of `--kif`: one for each game, written when the last of its positions is answered.
struct Records<'a> {
    kif: Kif<'a>,
    /// The games that are still to come. Empty without `--kif`.
    games: Box<dyn Iterator<Item = (usize, Problem)>>,
    now: Option<Game>,
}

/// A game of which some positions are answered.
struct Game {
    game: Problem,
    index: usize,
    /// The numbers of moves before the positions that are still to come.
    ahead: std::vec::IntoIter<usize>,
    plies: Vec<(usize, question::Threat, ThreatReply)>,
}

impl<'a> Records<'a> {
    /// Checks before any work that the files may be written.
    fn new(command: &'a Threat, source: &mut Source) -> anyhow::Result<Records<'a>> {
        let path = command.kif.as_deref();
        let kif = Kif::new(path, None, &command.input, source, command.overwrite)?;
        let games: Box<dyn Iterator<Item = (usize, Problem)>> = match path {
            Some(_) => Box::new(source.problems().enumerate()),
            None => Box::new(std::iter::empty()),
        };
        Ok(Records {
            kif,
            games,
            now: None,
        })
    }

    /// Takes the reply to the next position. A position without a reply has no comment.
    fn add(&mut self, request: &Request, reply: Option<Reply>) -> anyhow::Result<()> {
        if self.now.is_none() {
            let Some((index, game)) = self.games.next() else {
                return Ok(());
            };
            let ahead: Vec<usize> = yose_ask::problem::every_ply(game.clone(), Side::Defender)
                .plies()
                .collect();
            self.now = Some(Game {
                game,
                index,
                ahead: ahead.into_iter(),
                plies: Vec::new(),
            });
        }
        let Some(now) = &mut self.now else { return Ok(()) };
        let ply = now.ahead.next().unwrap_or_default();
        if let (Question::Threat(threat), Some(Reply::Threat(reply))) = (&request.question, reply) {
            now.plies.push((ply, threat.clone(), reply));
        }
        if now.ahead.len() == 0
            && let Some(done) = self.now.take()
            && let Some(file) = self.kif.file(done.game.id.as_deref(), done.index)
        {
            let record = comments::game(&done.game, &done.plies, language());
            self.kif.save(&file, record)?;
        }
        Ok(())
    }
}
