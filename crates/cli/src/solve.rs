//! `yose solve`.

use crate::options::{ConventionOption, Futile, Input, LimitOptions, ansi};
use crate::series;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;
use yose_ask::problem::Problem;
use yose_ask::show::Style;
use yose_ask::{Interrupt, MOST_THREADS, Options, Progress, Status, output, problem, solve};

/// Time between two looks at what to show of a search, and how many moves of its line are shown.
const PAUSE: Duration = Duration::from_millis(100);
const SHOWN: usize = 6;

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
    /// Write the evidence to a file that `yose verify` checks (one problem; an existing file is replaced). With --futile usual,
    /// immediate or strict it is of the length under that policy: every reply is in it, a futile one with the taking and the mate after it.
    /// Gathering it has the limits once more
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
    pub fn run(self) -> anyhow::Result<Status> {
        let mut problems = self.input.read()?;
        if self.every_ply {
            problems = problems.iter().flat_map(problem::every_ply).collect();
        }
        series::suits(&problems, self.certificate.as_deref())?;
        let interrupt = Interrupt::on_ctrl_c();
        let options = Options {
            limits: self.limits.limits(&interrupt),
            first: self.first,
            threads: self.threads as usize,
            futile: self.futile.map(Into::into),
            convention: self.convention.into(),
            certificate: self.certificate.is_some(),
        };
        let progress = Progress::over(problems.len());
        let style = if self.ascii { Style::Ascii } else { Style::Kanji };
        let mut status = Status::Answered;
        let (mut done, mut mates) = (0, 0);
        for problem in &problems {
            let label = problem.id.clone().unwrap_or_default();
            let mut next = Duration::ZERO;
            let solved = solve::solve(problem, &options, &mut |p| {
                if progress.is_shown() && p.elapsed >= next {
                    next = p.elapsed + PAUSE;
                    let line = solve::line_so_far(problem, &p);
                    let line = line[..line.len().min(SHOWN)].join(" ");
                    progress.effort(&label, p.nodes, p.elapsed, &format!("{}, {line}", p.state.note()));
                }
            });
            status = status.and(solved.status);
            done += 1;
            mates += usize::from(solved.answer.verdict == "mate");
            if self.every_ply && !self.json && solved.answer.verdict == "nomate" {
                // Most positions of a game hold no mate; people look for those that do.
                progress.step();
                if interrupt.requested() {
                    break;
                }
                continue;
            }
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
        if self.every_ply && !self.json {
            output::print(&format!("{done} positions asked; {mates} with a mate\n"))?;
        }
        let skipped = |problem: &Problem| solve::skipped(problem, &options).line();
        series::end(&problems, done, status, self.json.then_some(&skipped))
    }
}
