//! Readers and writers of game records of 9x9 shogi in four formats: KIF, KI2, CSA and JKF.
//!
//! A reader turns a file into a [`Record`]: a start position, headers and a tree of moves. A writer
//! turns a [`Record`] into text. Readers check every move against the rules. They report all faults
//! of a file at once, each with its place.
//!
//! ```
//! use yose_record::{Format, read_str, write};
//!
//! let record = read_str(
//!     "後手の持駒：残り全部
//!   ９ ８ ７ ６ ５ ４ ３ ２ １
//! +---------------------------+
//! | ・ ・ ・ ・v玉 ・ ・ ・ ・|一
//! | ・ ・ ・ ・ ・ ・ ・ ・ ・|二
//! | ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
//! | ・ ・ ・ ・ ・ ・ ・ ・ ・|四
//! | ・ ・ ・ ・ ・ ・ ・ ・ ・|五
//! | ・ ・ ・ ・ ・ ・ ・ ・ ・|六
//! | ・ ・ ・ ・ ・ ・ ・ ・ ・|七
//! | ・ ・ ・ ・ ・ ・ ・ ・ ・|八
//! | ・ ・ ・ ・ ・ ・ ・ ・ ・|九
//! +---------------------------+
//! 先手の持駒：金
//!    1 ５二金打
//! まで1手で詰み
//! ",
//!     None,
//! )?;
//! assert_eq!(record.tree.main_line().count(), 2); // the move and the ending
//! assert!(write(&record, Format::Ki2)?.contains("▲５二金\nまで1手で詰み\n"));
//!
//! // Every fault at once, each with its place.
//! let faults = read_str("   1 ７六歩(78)\n   3 ３四歩(33)\n", None).unwrap_err();
//! assert_eq!(
//!     faults.to_string(),
//!     "line 1, column 6: `７六歩(78)`: Black has no piece on 78; \
//!      line 2, column 4: this is move 3, but move 2 should come next"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`read`] takes the bytes of a file (UTF-8, Shift_JIS or UTF-16) and finds the format from the
//! content. [`write()`] returns text, and [`to_shift_jis`] encodes the text for older programs.
//! [`japanese()`] prints one move.
//!
//! # Why these readers do not use `rsshogi`
//!
//! The record readers of `rsshogi` (1.7.3) silently accept faults that a composer needs to see:
//!
//! - A move `３二金王` cuts the record short.
//! - A 王 in a hand and the words 残り全部 are ignored.
//! - The variations of a problem without an attacking king are dropped.
//! - Errors carry neither line nor column.
//!
//! So `rsshogi` is only an oracle in the tests: it must read the files that this crate writes to
//! the same moves, and this crate must read the files that `rsshogi` writes. `encoding_rs` decodes
//! bytes, and `serde_json` reads JSON.
//!
//! # What a format loses
//!
//! Each format loses the facts that it cannot express:
//!
//! - KI2 has no times. KIF has no fractions of a second.
//! - CSA has no variations. Writing a record with variations as CSA is an error, because moves
//!   would be lost. [`Record::main_line_only`] drops the variations on purpose.
//! - CSA has the players before all other headers, so the order of headers can change.
//! - CSA lacks some endings. The writer writes `%CHUDAN` and names the ending in a comment. The
//!   reader understands that comment.
//! - Lines that a format defines as skipped remarks (`#` in KIF, `'` without `*` in CSA) are not
//!   kept.
//! - Total times are computed and never read.
//!
//! # Files
//!
//! | file | contents |
//! | --- | --- |
//! | `record`, `tree`, `ending` | a record, its tree of moves, how a line ends |
//! | `format` | the four formats and how to detect them |
//! | `encoding` | bytes to text and back |
//! | `text` | lines of a text and a cursor that knows its place |
//! | `fault`, `error` | what can be wrong in reading, why writing can fail |
//! | `words` | names of pieces, squares, numbers and sides |
//! | `header`, `handicap` | names of headers, named start positions |
//! | `diagram` | boards and hands as KIF and KI2 write them |
//! | `preamble` | the part of KIF and KI2 before the moves |
//! | `body`, `block` | the part of KIF and KI2 after the preamble; the order of its lines |
//! | `written_move` | a move as a file writes it, and the legal move that it means |
//! | `japanese` | prints a legal move in Japanese notation |
//! | `reach` | which pieces could move to a square, pins apart |
//! | `builder`, `replay` | builds a tree while reading; positions at the nodes of a tree |
//! | `kif/`, `ki2/`, `csa/`, `jkf/` | one reader and one writer for each format |

mod block;
mod body;
mod builder;
mod csa;
mod diagram;
mod encoding;
mod ending;
mod error;
mod fault;
mod format;
mod handicap;
mod header;
mod japanese;
mod jkf;
mod ki2;
mod kif;
mod preamble;
mod reach;
mod record;
mod replay;
mod text;
mod tree;
mod words;
mod written_move;

pub use encoding::{Unencodable, decode, to_shift_jis};
pub use ending::Ending;
pub use error::WriteError;
pub use fault::RecordFault;
pub use format::Format;
pub use japanese::{japanese, japanese_unmarked};
pub use record::Record;
pub use tree::{Node, NodeId, Step, Tree};

use yose_board::{Faults, Place};

/// Reads the bytes of a file. `hint` is the format that the file name suggests
/// ([`Format::from_path`]). Without a hint the content decides. Between KIF and KI2 the content
/// always decides.
pub fn read(bytes: &[u8], hint: Option<Format>) -> Result<Record, Faults<RecordFault>> {
    read_str(&decode(bytes)?, hint)
}

/// Reads a record from text. `hint` works as in [`read`].
pub fn read_str(text: &str, hint: Option<Format>) -> Result<Record, Faults<RecordFault>> {
    let text = text::without_bom(text);
    if text.trim().is_empty() {
        return Err(Faults::one(text::whole_line(1), RecordFault::NoGame("")));
    }
    if let Some(place) = text::first_nul(text) {
        return Err(Faults::one(place, RecordFault::Nul));
    }
    match Format::decide(text, hint) {
        Some(Format::Kif) => kif::read(text),
        Some(Format::Ki2) => ki2::read(text),
        Some(Format::Csa) => csa::read(text),
        Some(Format::Jkf) => jkf::read(text),
        None => Err(Faults::one(Place::Whole, RecordFault::UnknownFormat)),
    }
}

/// Writes a record as text. Every line ends in LF.
pub fn write(record: &Record, format: Format) -> Result<String, WriteError> {
    match format {
        Format::Kif => kif::write(record),
        Format::Ki2 => ki2::write(record),
        Format::Csa => csa::write(record),
        Format::Jkf => jkf::write(record),
    }
}
