//! `yose reproduce all`.

use super::Reproduce;
use crate::options::language;
use clap::{Args, FromArgMatches};
use std::path::PathBuf;
use yose_ask::Status;
use yose_batch::{Interrupt, output};
use yose_present::Notice;

/// All of these commands, one after the other, into one folder. What was stopped is taken up again.
///
/// --quick runs a small part of each, in about a minute. The whole takes hours.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose reproduce all --quick --list
  yose reproduce all --list --out results")]
pub struct All {
    /// A small part of each
    #[arg(long)]
    quick: bool,
    /// Only print the commands
    #[arg(long)]
    list: bool,
    /// The folder
    #[arg(long, short, value_name = "FOLDER", default_value = "reproduce")]
    out: PathBuf,
    /// The Lines of Action problems; our own positions without it
    #[arg(long, value_name = "FILE")]
    loa: Option<PathBuf>,
}

impl All {
    /// The commands, each as its words after `yose`.
    fn commands(&self) -> Vec<Vec<String>> {
        let file = |name: &str| self.out.join(name).display().to_string();
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let with = |text: &str, more: &[String]| [words(text), more.to_vec()].concat();
        let problems: Vec<String> = self.loa.iter().map(|path| path.display().to_string()).collect();
        let loa = |text: &str| [with(text, &problems), vec!["--out".to_owned(), file("loa")]].concat();
        if self.quick {
            return vec![
                loa("reproduce loa --take 4 --entries 1 --full 2"),
                words("reproduce 3x4 --only 1,13,19,37"),
                words("reproduce 3x4 --ideas --only 13,19 --nodes 20000"),
                words("reproduce kin-gin --listed 3"),
                words("reproduce hisshi"),
                words("reproduce pieces"),
                words("reproduce tables --only G --zone 1"),
            ];
        }
        vec![
            loa("reproduce loa"),
            with("reproduce 3x4 --resume", &[file("3x4.jsonl")]),
            with("reproduce 3x4 --ideas --resume", &[file("3x4-ideas.jsonl")]),
            with("reproduce kin-gin --out", &[file("kin-gin")]),
            with("reproduce hisshi --out", &[file("hisshi.csv")]),
            words("reproduce pieces"),
            words("reproduce tables --prove"),
            words("reproduce dobutsu"),
        ]
    }

    pub fn run(self) -> anyhow::Result<Status> {
        let interrupt = Interrupt::on_ctrl_c();
        if !self.list {
            std::fs::create_dir_all(&self.out)?;
        }
        let mut status = Status::Answered;
        for words in self.commands() {
            output::print(&format!("$ yose {}\n", words.join(" ")))?;
            if self.list {
                continue;
            }
            let command = Reproduce::augment_args(clap::Command::new("reproduce"));
            let matches = command.try_get_matches_from(&words)?;
            let reproduce = Reproduce::from_arg_matches(&matches)?;
            status = status.and(reproduce.run()?);
            output::print("\n")?;
            if interrupt.requested() {
                output::complain(&Notice::GoesOn.line(language()));
                return Ok(Status::Unknown);
            }
        }
        Ok(status)
    }
}
