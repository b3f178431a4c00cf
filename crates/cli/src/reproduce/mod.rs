//! `yose reproduce`.

mod all;
mod dobutsu;
mod hisshi;
mod kin_gin;
mod loa;
mod pieces;
mod small_boards;
mod tables;

use clap::{Args, Subcommand};
use yose_ask::Status;

/// Finds again what papers have published, and prints both side by side.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose reproduce 3x4 --only 1,13,19
  yose reproduce tables --only G --zone 1")]
pub struct Reproduce {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// The 237 starts of 3x4 shogi (Shibahara, Tajima, Kotani 2006), by table, by search and by the
    /// paper's method
    #[command(name = "3x4")]
    SmallBoards(small_boards::SmallBoards),
    // The help of these subcommands is the doc comment of their `Args` types.
    All(all::All),
    Dobutsu(dobutsu::Dobutsu),
    Hisshi(hisshi::Hisshi),
    KinGin(kin_gin::KinGin),
    Loa(loa::Loa),
    Pieces(pieces::Pieces),
    Tables(tables::Tables),
}

impl Reproduce {
    pub fn run(self) -> anyhow::Result<Status> {
        match self.what {
            What::SmallBoards(command) => command.run(),
            What::All(command) => command.run(),
            What::Dobutsu(command) => command.run(),
            What::Hisshi(command) => command.run(),
            What::KinGin(command) => command.run(),
            What::Loa(command) => command.run(),
            What::Pieces(command) => command.run(),
            What::Tables(command) => command.run(),
        }
    }
}
