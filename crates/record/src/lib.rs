//! Game records at the edge: KIF, KI2, CSA and JKF to and from a tree of moves, for 9x9 shogi.
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
//! [`read`] takes the bytes of a file (UTF-8, Shift_JIS, UTF-16) and finds the format by its content;
//! [`write()`] gives text, [`to_shift_jis`] the bytes that older programs want; [`japanese()`] prints one move.
//!
//! # Why this is written by hand
//!
//! The record readers of `rsshogi` (1.7.3) were tried first. They accept in silence what a composer has to be
//! told: a move `３二金王` cuts the record short, a 王 in a hand and 残り全部 are passed over, the variations of
//! a problem without an attacking king are dropped, and errors carry neither line nor column. So `rsshogi` is
//! an oracle in the tests: it must read what we write to the same moves, and we what it writes. `encoding_rs`
//! decodes, `serde_json` reads JSON.
//!
//! # What is kept
//!
//! A [`Record`] is a [`yose_shogi::Setup`], headers in their order, and a [`Tree`]. Each format loses what it
//! has no words for: KI2 the times, KIF the fractions of a second. (Endings that CSA does not have are written
//! as `%CHUDAN` with a comment that says what they are, and read back.) CSA has no variations, and writing a record that has some is an error, because what is lost is moves
//! ([`Record::main_line_only`] drops them on purpose). Lines that formats define as remarks to skip (`#` in
//! KIF, `'` without `*` in CSA) are not kept. Total times are computed, never read.
//!
//! | file | noun |
//! | --- | --- |
//! | `record`, `tree`, `ending` | what a record is |
//! | `format`, `encoding`, `text` | files, bytes, lines with places |
//! | `fault`, `error` | what can be wrong in reading and in writing |
//! | `words`, `header`, `handicap`, `diagram`, `preamble` | names, start arrays, boards and hands; what stands before the moves |
//! | `spoken`, `japanese` | moves as people say them: understood, and said |
//! | `builder`, `replay` | a tree being read; positions of a tree |
//! | `body`, `block` | what KIF and KI2 share after their headers, in reading and in writing |
//! | `kif/`, `ki2/`, `csa/`, `jkf/` | the formats |

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
mod record;
mod replay;
mod spoken;
mod text;
mod tree;
mod words;

pub use encoding::{Unencodable, decode, to_shift_jis};
pub use ending::Ending;
pub use error::WriteError;
pub use fault::RecordFault;
pub use format::Format;
pub use japanese::{japanese, japanese_unmarked};
pub use record::Record;
pub use tree::{Node, NodeId, Step, Tree};

use yose_board::{Faults, Place};

/// Reads a file. The hint is what its name says ([`Format::from_path`]); without one the content decides, and
/// between KIF and KI2 it always does.
pub fn read(bytes: &[u8], hint: Option<Format>) -> Result<Record, Faults<RecordFault>> {
    read_str(&decode(bytes)?, hint)
}

/// Reads a text.
pub fn read_str(text: &str, hint: Option<Format>) -> Result<Record, Faults<RecordFault>> {
    let text = text::unmarked(text);
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

/// Writes a record, with LF at the end of each line.
pub fn write(record: &Record, format: Format) -> Result<String, WriteError> {
    match format {
        Format::Kif => kif::write(record),
        Format::Ki2 => ki2::write(record),
        Format::Csa => csa::write(record),
        Format::Jkf => jkf::write(record),
    }
}
