//! `yose loa`.

use crate::options::{Input, LimitOptions, ansi};
use crate::series;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use yose_ask::loa::solve::{self, LoaOptions};
use yose_ask::problem::Problem;
use yose_ask::show::Style;
use yose_ask::{Interrupt, Progress, Status};
use yose_loa_endgame::{Killer, Method, SolverSettings, Start, Threats, Trial};

/// Lines of Action
#[derive(Args)]
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
/// Rules: who connects both sides with one move has won, who cannot move has lost, the second occurrence of a position is
/// a draw. Without --search df-pn proves the win and deepening its length.
#[derive(Args)]
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
    /// When a proved position is tried as killer tree: never, always, height:MIN-MAX (plies), capture, quiet
    #[arg(long, value_name = "START", default_value = "always", value_parser = start)]
    killer: Start,
    /// Find a first killer tree by letting the other side pass
    #[arg(long)]
    killer_pass: bool,
    /// Try replies that refuted a sibling first (deepening)
    #[arg(long)]
    killer_dual: bool,
    /// Moves that threaten to win: first, or only these (then nothing but a win is an answer)
    #[arg(long, value_enum, value_name = "ORDER", default_value = "first")]
    threats: ThreatsOption,
    /// Write the evidence to a file that `yose verify` checks (one problem; an existing file is replaced)
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Draw boards in plain ASCII
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

/// Reads a criterion.
fn start(text: &str) -> Result<Start, String> {
    let bad = || format!("`{text}`: expected never, always, height:MIN-MAX, capture or quiet");
    match text {
        "never" => Ok(Start::Never),
        "always" => Ok(Start::Always),
        "capture" => Ok(Start::Capture),
        "quiet" => Ok(Start::Quiet),
        _ => {
            let range = text.strip_prefix("height:").ok_or_else(bad)?;
            let (least, most) = range.split_once('-').ok_or_else(bad)?;
            let number = |text: &str| text.parse().map_err(|_| bad());
            Ok(Start::Height(number(least)?, number(most)?))
        }
    }
}

/// Entries of a table of so many MB, as deepening and PDS count them.
const ENTRIES_PER_MB: usize = 1 << 15;

impl Solve {
    fn options(&self, interrupt: &Interrupt) -> LoaOptions {
        let limits = self.limits.limits(interrupt);
        let killer = Killer {
            start: self.killer,
            pass: self.killer_pass,
            dual: self.killer_dual,
        };
        let mut manner = SolverSettings {
            first: self.first,
            killer,
            threats_only: self.threats == ThreatsOption::Only,
            ..SolverSettings::default()
        };
        manner.search.killer = killer;
        let trial = self.search.map(|method| Trial {
            method: match method {
                MethodOption::Deepening => Method::Deepening,
                MethodOption::Pds => Method::Pds,
                MethodOption::Dfpn => Method::Dfpn,
            },
            killer,
            threats: match self.threats {
                ThreatsOption::Any => Threats::Any,
                ThreatsOption::First => Threats::First,
                ThreatsOption::Only => Threats::Only,
            },
            ahead: true,
            entries: limits.hash_mb * ENTRIES_PER_MB,
            ..Trial::default()
        });
        LoaOptions {
            limits,
            manner,
            trial,
            certificate: self.certificate.is_some(),
        }
    }

    fn run(self) -> anyhow::Result<Status> {
        let problems = self.input.read()?;
        series::suits(&problems, self.certificate.as_deref())?;
        let interrupt = Interrupt::on_ctrl_c();
        let options = self.options(&interrupt);
        let progress = Progress::over(problems.len());
        let style = if self.ascii { Style::Ascii } else { Style::Kanji };
        let mut status = Status::Answered;
        let mut done = 0;
        for problem in &problems {
            let label = problem.id.clone().unwrap_or_default();
            let solved = solve::solve(problem, &options, &mut |p| {
                progress.effort(&label, p.nodes, p.elapsed, "");
            });
            status = status.and(solved.status);
            done += 1;
            let text = if self.json {
                solved.answer.line()
            } else {
                let mut text = solved.text(problem, style, ansi());
                if done < problems.len() {
                    text.push('\n');
                }
                text
            };
            series::tell(&progress, self.json, solved.status, &text)?;
            progress.step();
            status = status.and(series::save(solved.certificate, self.certificate.as_deref())?);
            if interrupt.requested() {
                break;
            }
        }
        progress.finish();
        let skipped = |problem: &Problem| solve::skipped(problem).line();
        series::end(&problems, done, status, self.json.then_some(&skipped))
    }
}
