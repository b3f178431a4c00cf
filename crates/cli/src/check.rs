//! `yose check`.

use crate::options::{ConventionOption, Futile, Input, LimitOptions, ansi};
use anyhow::Context;
use clap::Args;
use std::path::PathBuf;
use yose_ask::check::CheckOptions;
use yose_ask::check_many::{Keep, check_many, left_out};
use yose_ask::show::Style;
use yose_ask::{Interrupt, Status, batch, output};
use yose_tsume::Parameters;

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
    #[arg(long, value_name = "POLICY", value_enum, default_value = "usual")]
    futile: Futile,
    /// Which line is the solution, and so its length
    #[arg(long, value_name = "CONVENTION", value_enum, default_value = "modern")]
    convention: ConventionOption,
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
    /// Also look for pieces without a role (飾り駒): one check more for every piece
    #[arg(long)]
    roles: bool,
    /// Also look for one-piece edits (add, remove, move) that cure the cooks: a check for each of a thousand or so
    #[arg(long)]
    vary: bool,
    /// Problems that are checked at the same time [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Keep the answers in a file, a JSON object a line. A run that was broken off is gone on with if it is started again
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// A record (KIF) of the solution with every defence, cook and comment. Several problems: a folder
    #[arg(long, value_name = "FILE|FOLDER")]
    kif: Option<PathBuf>,
    /// Start --output anew, replace files of --kif
    #[arg(long)]
    force: bool,
    /// Draw boards in plain ASCII
    #[arg(long)]
    ascii: bool,
    /// One JSON object a problem and line
    #[arg(long)]
    json: bool,
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
            convention: self.convention.into(),
            parameters: Parameters {
                turns: self.turns,
                difference: self.difference,
                last: self.last,
                most: self.most,
            },
            author: self.author,
            roles: self.roles,
            vary: self.vary,
        };
        let style = if self.ascii { Style::Ascii } else { Style::Kanji };
        let threads = self.threads.map_or_else(batch::cores, |n| n as usize);
        let keep = self.output.as_deref().map(|path| Keep {
            path,
            anew: self.force,
        });
        let quiet = keep.is_some();
        if let Some(folder) = self.kif.as_deref().filter(|_| problems.len() > 1) {
            std::fs::create_dir_all(folder).with_context(|| format!("--kif {}", folder.display()))?;
        }
        let summary = check_many(&problems, &options, threads, &interrupt, keep, |i, answer| {
            let Some(answer) = answer else {
                return match self.json && !quiet {
                    true => output::print(&left_out(&problems[i], &options)),
                    false => Ok(()),
                };
            };
            if let Some(path) = &self.kif {
                let file = output::numbered(path, &problems[i], i, problems.len());
                match answer.kif(&options.limits) {
                    Ok(text) => output::write_file(&file, text.as_bytes(), self.force)?,
                    Err(fault) => output::complain(&format!("{}: not written: {fault}\n", file.display())),
                }
            }
            if quiet {
                return Ok(());
            }
            if self.json {
                return output::print(&answer.answer.line());
            }
            let mut text = answer.text(&problems[i], style, ansi());
            if i + 1 < problems.len() {
                text.push('\n');
            }
            if answer.status == Status::Invalid {
                output::complain(&text);
                return Ok(());
            }
            output::print(&text)
        })?;
        if problems.len() > 1 || quiet {
            output::complain(&summary.text());
        }
        if interrupt.requested() {
            let done = summary.done();
            output::complain(&format!(
                "interrupted: {done} of {} problems done\n",
                problems.len()
            ));
        }
        Ok(summary.status)
    }
}
