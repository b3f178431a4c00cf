//! `yose loa`.

use crate::answers::{self, Answers};
use crate::options::{Input, LimitOptions, language, look, resources, whole};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use yose_ask::question::{KillerStart, KillerTrees, LoaSearch, LoaSolve, Threats};
use yose_ask::{Content, Game, Problem, Question, Request, Status, Subject};
use yose_batch::series::Series;
use yose_batch::{Interrupt, worker};
use yose_present::Notice;

/// Lines of Action
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose loa solve \"3b/4/2bw/ww2 b\"
  yose loa solve \"2b2/3w1/1w2b/b4/1w3 b\" --json")]
pub struct Loa {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Does the side to move force a win, in how many moves, by which line?
    Solve(Solve),
}

impl Loa {
    pub fn run(self) -> anyhow::Result<Status> {
        match self.command {
            Command::Solve(command) => command.run(),
        }
    }
}

/// Tells whether the side to move forces a win, in how many plies and by which line.
///
/// Rules: who connects both sides with one move has won, who cannot move has lost, the second
/// occurrence of a position is a draw. Without --search df-pn proves the win and deepening its
/// length.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose loa solve \"3b/4/2bw/ww2 b\" --ascii
  yose loa solve \"2b2/3w1/1w2b/b4/1w3 b\" --json
  yose loa solve startpos --rules loa:5x5 --first")]
struct Solve {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    limits: LimitOptions,
    /// Any win will do; the default is the shortest, proved so
    #[arg(long)]
    first: bool,
    /// One search instead of the usual two (no line is told)
    #[arg(long, value_enum, value_name = "METHOD", conflicts_with_all = ["first", "certificate"])]
    search: Option<MethodOption>,
    /// When a proved position is tried as killer tree: never, always, height:MIN-MAX (plies),
    /// capture, quiet
    #[arg(long, value_name = "START", default_value = "always", value_parser = criterion)]
    killer: KillerStart,
    /// Find a first killer tree by letting the other side pass
    #[arg(long)]
    killer_pass: bool,
    /// Try replies that refuted a sibling first (deepening)
    #[arg(long)]
    killer_dual: bool,
    /// Moves that threaten to win: first, or only these (then nothing but a win is an answer)
    #[arg(long, value_enum, value_name = "ORDER", default_value = "first")]
    threats: ThreatsOption,
    /// Problems that are answered at the same time [default: as many as there are cores]. Their
    /// tables together stay within the memory of the machine
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, 1024), allow_negative_numbers = true)]
    jobs: Option<u32>,
    /// Write the evidence to a file that `yose verify` checks (one problem)
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Replace the file of --certificate if it is there already
    #[arg(long)]
    overwrite: bool,
    /// Plain ASCII: boards, moves and words (English)
    #[arg(long)]
    ascii: bool,
    /// One JSON object a problem and line
    #[arg(long)]
    json: bool,
}

/// A search.
#[derive(Clone, Copy, ValueEnum)]
enum MethodOption {
    /// Iterative deepening
    Deepening,
    /// PDS
    Pds,
    /// Df-pn
    Dfpn,
}

/// What becomes of threats.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum ThreatsOption {
    /// Nothing
    Any,
    /// They come first
    First,
    /// Only they are played
    Only,
}

/// The position of a problem. Without `--rules`, `startpos` is read as the start position of shogi:
/// here it is that of the 8x8 board.
fn position(problem: &Problem) -> Subject {
    let is_shogi = matches!(problem.content, Ok(Content::Shogi { .. }));
    match is_shogi && problem.input.trim() == "startpos" {
        true => Subject::read("loa", Game::Any),
        false => Subject::of(problem),
    }
}

/// Reads the criterion of `--killer`.
fn criterion(text: &str) -> Result<KillerStart, String> {
    let bad = || Notice::ExpectedKiller.text(language());
    match text {
        "never" => Ok(KillerStart::Never),
        "always" => Ok(KillerStart::Always),
        "capture" => Ok(KillerStart::Capture),
        "quiet" => Ok(KillerStart::Quiet),
        _ => {
            let range = text.strip_prefix("height:").ok_or_else(bad)?;
            let (least, most) = range.split_once('-').ok_or_else(bad)?;
            let number = |text: &str| text.parse().map_err(|_| bad());
            Ok(KillerStart::Height(number(least)?, number(most)?))
        }
    }
}

impl Solve {
    fn request(&self, problem: &Problem) -> Request {
        Request {
            name: problem.name(),
            question: Question::LoaSolve(LoaSolve {
                position: position(problem),
                first: self.first,
                search: self.search.map(|method| match method {
                    MethodOption::Deepening => LoaSearch::Deepening,
                    MethodOption::Pds => LoaSearch::Pds,
                    MethodOption::Dfpn => LoaSearch::Dfpn,
                }),
                killer: KillerTrees {
                    start: self.killer,
                    pass: self.killer_pass,
                    dual: self.killer_dual,
                },
                threats: match self.threats {
                    ThreatsOption::Any => Threats::Any,
                    ThreatsOption::First => Threats::First,
                    ThreatsOption::Only => Threats::Only,
                },
                certificate: self.certificate.is_some(),
            }),
            limits: self.limits.limits(),
        }
    }

    fn run(self) -> anyhow::Result<Status> {
        let mut source = self.input.stream()?;
        let certificate = self.certificate.as_deref();
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
        let jobs = self.jobs.map_or_else(worker::cores, |jobs| jobs as usize);
        let series = Series {
            resources: resources(&self.limits.limits(), certificate.is_some(), jobs),
            jobs,
            interrupt: &interrupt,
            keep: None,
            second_pass: false,
            elsewhere: None,
        };
        let (status, _) = answers.print(&series, &source, |problem| self.request(problem))?;
        Ok(status)
    }
}
