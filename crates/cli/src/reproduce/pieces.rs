//! `yose reproduce pieces`.

use crate::options::{game, look};
use clap::Args;
use yose_ask::Status;
use yose_batch::{input, output};
use yose_present::draw;
use yose_present::show::show;
use yose_reproduce::pieces::EXAMPLES;

/// Proof and disproof pieces (komori-n 2021): the examples of the article as boards, the hands that
/// yose derives, and the hands that the printed formulas give.
///
/// Every hand is judged by solving the position with it.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose reproduce pieces
  yose reproduce pieces --ascii")]
pub struct Pieces {
    /// Plain ASCII boards
    #[arg(long)]
    ascii: bool,
}

impl Pieces {
    pub fn run(self) -> anyhow::Result<Status> {
        let mut status = Status::Answered;
        for (i, example) in EXAMPLES.iter().enumerate() {
            let hands = example.hands()?;
            let between = if i == 0 { "" } else { "\n" };
            let title = format!("{between}{}. {}\n", i + 1, example.title);
            output::print(&output::told(&title))?;
            for problem in input::read_all(std::slice::from_ref(&hands.sfen), game(None)?) {
                if let Ok(shown) = show(&problem, None) {
                    output::print(&draw(&shown.diagram, look(self.ascii)))?;
                }
            }
            output::print(&output::told(&example.text()?))?;
            if hands.derived_holds != Some(true) {
                status = Status::Unknown;
            }
        }
        Ok(status)
    }
}
