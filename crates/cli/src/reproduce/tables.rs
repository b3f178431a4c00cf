//! `yose reproduce tables`.

use crate::options::{language, whole};
use clap::Args;
use std::path::PathBuf;
use yose_ask::Status;
use yose_batch::{Interrupt, Progress, output};
use yose_present::Notice;
use yose_present::phrase::NoOutput;
use yose_reproduce::tables::{self, CSV_HEAD, HEAD, Plan, STARTS_HEAD, TableRow};
use yose_tsume::Limits;

/// The full tables of a small board, every set of one or two pieces a side: counts beside those
/// that are known (3x4: all 99), and the value of every start with these pieces on the back rank.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose reproduce tables --only G --zone 1
  yose reproduce tables --board 4x4 --only R --zone 1 --starts --csv")]
pub struct Tables {
    /// The board: files x ranks
    #[arg(long, value_name = "MxN", default_value = "3x4", value_parser = board)]
    board: (u8, u8),
    /// Pieces a side beside the king
    #[arg(long, value_delimiter = ',', value_name = "N", default_values = ["1", "2"], value_parser = whole::<u8>(1, 2), allow_negative_numbers = true)]
    pieces: Vec<u8>,
    /// Promotion zones
    #[arg(long, value_delimiter = ',', value_name = "RANKS", default_values = ["1", "2", "3"], value_parser = whole::<u8>(1, 8), allow_negative_numbers = true)]
    zone: Vec<u8>,
    /// Only these sets of pieces, strongest first: R,RB,GG
    #[arg(long, value_delimiter = ',', value_name = "SET")]
    only: Vec<String>,
    /// Prove every value: it must follow from those of the successors
    #[arg(long)]
    prove: bool,
    /// Write a certificate of every start into this folder, and check it
    #[arg(long, value_name = "FOLDER")]
    certificates: Option<PathBuf>,
    /// Replace certificates that are there already
    #[arg(long, requires = "certificates")]
    overwrite: bool,
    /// Tables at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1, 1024), allow_negative_numbers = true)]
    threads: usize,
    /// Print starts too; with --csv instead of tables
    #[arg(long)]
    starts: bool,
    /// CSV
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// One JSON object a table and line, with its starts
    #[arg(long)]
    json: bool,
}

/// Reads the size of a board.
fn board(text: &str) -> Result<(u8, u8), String> {
    text.split_once('x')
        .and_then(|(files, ranks)| Some((files.parse().ok()?, ranks.parse().ok()?)))
        .filter(|(files, ranks)| (2..=9).contains(files) && (2..=9).contains(ranks))
        .ok_or_else(|| Notice::ExpectedBoard.text(language()))
}

impl Tables {
    pub fn run(self) -> anyhow::Result<Status> {
        if let Some(folder) = self.certificates.as_deref().filter(|_| !self.overwrite) {
            let is_empty = std::fs::read_dir(folder).map_or(true, |mut files| files.next().is_none());
            let (path, fault) = (folder.display().to_string(), NoOutput::HasFiles);
            let told = Notice::NoOutput("--certificates", &path, fault).text(language());
            anyhow::ensure!(is_empty, told);
        }
        let interrupt = Interrupt::on_ctrl_c();
        let plan = Plan {
            files: self.board.0,
            ranks: self.board.1,
            pieces: self.pieces,
            zones: self.zone,
            only: self.only,
            verify: self.prove,
            certificates: self.certificates,
            limits: Limits {
                interrupt: interrupt.flag(),
                ..Limits::default()
            },
            threads: self.threads,
        };
        let total = tables::tables(&plan);
        let progress = Progress::over(total);
        let head = match (self.json, self.csv, self.starts) {
            (true, _, _) => "",
            (_, true, true) => STARTS_HEAD,
            (_, true, false) => CSV_HEAD,
            _ => HEAD,
        };
        // An empty plan is an error, which is reported below.
        if total > 0 {
            output::print(&match self.csv || self.json {
                true => head.to_owned(),
                false => output::told(head),
            })?;
        }
        let mut printed = Ok(());
        let rows = tables::run(&plan, &mut |row, left| {
            let text = match (self.json, self.csv) {
                (true, _) => row.json(),
                (_, true) => row.csv(self.starts),
                _ => output::told(&row.text(self.starts)),
            };
            if printed.is_ok() {
                printed = progress.aside(|| output::print(&text));
            }
            progress.step();
            progress.note(&row.pieces, &format!("zone {} done, {left} left", row.zone));
        });
        progress.finish();
        printed?;
        let rows = rows?;
        let mut status = Status::Answered;
        if rows.iter().any(TableRow::differs) {
            status = Status::Unknown;
        }
        match self.csv || self.json {
            true => output::complain(&tables::totals(&rows)),
            false => output::print(&output::told(&tables::totals(&rows)))?,
        }
        if rows.len() < total {
            output::complain(&Notice::InterruptedAt(rows.len(), total).line(language()));
            status = Status::Unknown;
        }
        Ok(status)
    }
}
