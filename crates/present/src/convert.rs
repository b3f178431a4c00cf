//! `convert`: positions and records from one notation to another.

use yose_ask::problem::main_moves;
use yose_ask::subject::after;
use yose_ask::{Content, Invalid, Problem};
use yose_record::{Format, Record, Step, Tree};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Move, Setup};

/// The target notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The position alone (SFEN, or FEN for Lines of Action).
    Sfen,
    /// A USI `position` with the moves of the main line.
    Usi,
    /// A record.
    Record(Format),
}

impl Target {
    /// The usual file extension of the notation.
    pub fn extension(self) -> &'static str {
        match self {
            Target::Sfen => "sfen",
            Target::Usi => "usi",
            Target::Record(format) => format.extension(),
        }
    }
}

/// Converts a problem, with or without the variations of a record. The text ends with a line feed.
pub fn convert(problem: &Problem, target: Target, main_line: bool) -> Result<String, Invalid> {
    match &problem.content {
        Err(invalid) => Err(invalid.clone()),
        Ok(Content::Loa { position, .. }) => match target {
            Target::Sfen => Ok(format!("{position}\n")),
            Target::Usi | Target::Record(_) => Err(Invalid::whole(
                "a Lines of Action position can only be written as FEN (--to sfen)",
            )),
        },
        Ok(Content::Shogi { setup, moves }) => match target {
            Target::Sfen => Ok(sfen::write_setup(&after(setup, moves)?) + "\n"),
            Target::Usi => Ok(usi::write_position(setup, moves) + "\n"),
            Target::Record(format) => write(&record(setup, moves), format),
        },
        Ok(Content::Record(record)) => match target {
            Target::Sfen => Ok(sfen::write_setup(&record.setup) + "\n"),
            Target::Usi => Ok(usi::write_position(&record.setup, &main_moves(record)) + "\n"),
            Target::Record(format) if main_line => write(&record.main_line_only(), format),
            Target::Record(format) => write(record, format),
        },
    }
}

fn record(setup: &Setup, moves: &[Move]) -> Record {
    let mut record = Record::new(setup.clone());
    let mut at = Tree::ROOT;
    for &m in moves {
        at = record.tree.add(at, Step::Move(m));
    }
    record
}

fn write(record: &Record, format: Format) -> Result<String, Invalid> {
    yose_record::write(record, format).map_err(|error| match error {
        yose_record::WriteError::Variations(_) => Invalid::whole(format!("{error} (--main-line)")),
        _ => Invalid::whole(error),
    })
}
