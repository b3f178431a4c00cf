//! `yose solve`.

use crate::options::{Input, LimitOptions, ansi};
use clap::{Args, ValueEnum};
use yose_answer::show::Style;
use yose_answer::{Interrupt, Progress, Status, output, solve};

/// Solves mate problems: the side to move gives check with every move and mates.
#[derive(Args)]
pub struct Solve {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    limits: LimitOptions,
    /// What counts as a futile interposition (無駄合い)
    #[arg(long, value_name = "POLICY", value_enum, default_value = "none")]
    futile: Policy,
    /// Draw boards in plain ASCII
    #[arg(long)]
    ascii: bool,
    /// One JSON object a problem and line
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Policy {
    /// Every interposition counts as a move
    None,
}

impl Solve {
    pub fn run(self) -> anyhow::Result<Status> {
        let Policy::None = self.futile;
        let problems = self.input.read()?;
        let interrupt = Interrupt::on_ctrl_c();
        let limits = self.limits.limits(&interrupt);
        let progress = Progress::over(problems.len());
        let style = if self.ascii { Style::Ascii } else { Style::Kanji };
        let mut status = Status::Answered;
        let mut done = 0;
        for problem in &problems {
            let label = problem.id.clone().unwrap_or_default();
            let solved = solve::solve(problem, &limits, &mut |p| {
                progress.effort(
                    &label,
                    p.nodes,
                    p.elapsed,
                    &format!("no mate shorter than {}", p.lower),
                );
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
            progress.aside(|| match (self.json, solved.status) {
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
                output::print(&solve::skipped(problem).line())?;
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
