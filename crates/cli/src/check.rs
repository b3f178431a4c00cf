//! `yose check`.

use crate::options::{Input, LimitOptions, ansi};
use clap::{Args, ValueEnum};
use yose_answer::check::{self, CheckOptions};
use yose_answer::show::Style;
use yose_answer::{Interrupt, Progress, Status, output};
use yose_compose::{Parameters, Policy};

/// Checks mate problems as a composer does: the solution, every other mating move with its class, and the verdict: A
/// complete, B minor cooks, C cooked.
///
/// The classes and S, d, h, R are those of K. Noshita and T. Iida. The moves of a record are taken as the author's.
#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    limits: LimitOptions,
    /// What counts as a futile interposition (無駄合い)
    #[arg(long, value_name = "POLICY", value_enum, default_value = "immediate")]
    futile: Futile,
    /// S: at most so many of the attacker's turns may have minor cooks
    #[arg(short = 'S', long = "minor-turns", value_name = "S", default_value_t = 2)]
    turns: usize,
    /// d: a cook that merges with the solution is minor up to this difference
    #[arg(short = 'd', long, value_name = "D", default_value_t = 4)]
    difference: usize,
    /// h: a cook within the last h moves is minor (even)
    #[arg(short = 'H', long = "last-moves", value_name = "H", default_value_t = 0, value_parser = even)]
    last: usize,
    /// R: more cooks than this at one turn are too many; no limit without it
    #[arg(short = 'R', long = "most-cooks", value_name = "R")]
    most: Option<usize>,
    /// The author's length, or the author's line as USI moves in one argument
    #[arg(long, value_name = "LENGTH|LINE")]
    author: Option<String>,
    /// Draw boards in plain ASCII
    #[arg(long)]
    ascii: bool,
    /// One JSON object a problem and line
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Futile {
    /// Every interposition counts as a move
    None,
    /// Not those that the checking piece takes at once while the mate stands, no longer than without
    Immediate,
    /// Not those after which the mating play is the same, move by move
    Strict,
}

impl From<Futile> for Policy {
    fn from(futile: Futile) -> Policy {
        match futile {
            Futile::None => Policy::None,
            Futile::Immediate => Policy::Immediate,
            Futile::Strict => Policy::Strict,
        }
    }
}

pub(crate) fn even(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n) if n % 2 == 0 => Ok(n),
        _ => Err("an even number of moves, from 0".to_owned()),
    }
}

impl Check {
    pub fn run(self) -> anyhow::Result<Status> {
        let problems = self.input.read()?;
        anyhow::ensure!(
            self.author.is_none() || problems.len() == 1,
            "--author takes one problem, not {}",
            problems.len()
        );
        let interrupt = Interrupt::on_ctrl_c();
        let options = CheckOptions {
            limits: self.limits.limits(&interrupt),
            policy: self.futile.into(),
            parameters: Parameters {
                turns: self.turns,
                difference: self.difference,
                last: self.last,
                most: self.most,
            },
            author: self.author,
        };
        let progress = Progress::over(problems.len());
        let style = if self.ascii { Style::Ascii } else { Style::Kanji };
        let mut status = Status::Answered;
        let mut done = 0;
        for problem in &problems {
            let label = problem.id.clone().unwrap_or_default();
            let checked = check::check(problem, &options, &mut |p| {
                progress.effort(&label, p.nodes, p.elapsed, &p.shown.note());
            });
            status = status.and(checked.status);
            done += 1;
            let text = if self.json {
                checked.answer.line()
            } else {
                let mut text = checked.text(problem, style, ansi());
                if done < problems.len() {
                    text.push('\n');
                }
                text
            };
            progress.aside(|| match (self.json, checked.status) {
                (false, Status::Invalid) => {
                    output::complain(&text);
                    Ok(())
                }
                _ => output::print(&text),
            })?;
            progress.step();
            if interrupt.requested() {
                break;
            }
        }
        progress.finish();
        if self.json {
            for problem in &problems[done..] {
                output::print(&check::skipped(problem, &options).line())?;
            }
        }
        if done < problems.len() {
            output::complain(&format!(
                "interrupted: {done} of {} problems done\n",
                problems.len()
            ));
            status = status.and(Status::Unknown);
        }
        Ok(status)
    }
}
