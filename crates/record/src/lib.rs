//! Readers and writers of game records in four formats: KIF, KI2, CSA and JKF. The games are 9x9
//! shogi and 5x5 minishogi.
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
//! [`read`] takes the bytes of a file (UTF-8, Shift_JIS, EUC-JP or UTF-16) and finds the format
//! from the content. [`read_all`] reads a file of several games. [`write()`] returns text, and
//! [`to_shift_jis`] encodes the text for older programs. [`japanese()`] prints one move.
//!
//! A start position may be a diagram without a king, or with a king in hand. Such a record is read
//! and written like every other; only questions refuse it. A game may end by an illegal move, if
//! the record says so (反則勝ち, 反則負け).
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
//! - All formats can hold minishogi. KIF and KI2 name it 手合割：5五将棋; CSA and JKF have a board
//!   of 5x5. The rules of other small boards have no place in a record, so writing them is an
//!   error.
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
//! | `play` | moves on boards of any size |
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
mod play;
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
    match decode(bytes) {
        Ok(text) => read_str(&text, hint),
        // The declaration of the encoding is wrong if the file is a record in another encoding.
        Err(faults) => encoding::decode_undeclared(bytes)
            .and_then(|text| read_str(&text, hint).ok())
            .ok_or(faults),
    }
}

/// Reads a record from text. `hint` works as in [`read`]. A text that is no record in the format of
/// the hint is read in the format that its content suggests, if it is a record there.
pub fn read_str(text: &str, hint: Option<Format>) -> Result<Record, Faults<RecordFault>> {
    let text = readable(text)?;
    let Some(format) = Format::decide(text, hint) else {
        return Err(Faults::one(Place::Whole, RecordFault::UnknownFormat));
    };
    read_as(text, format).or_else(|faults| {
        let other = Format::detect(text).filter(|&found| found != format);
        other.and_then(|found| read_as(text, found).ok()).ok_or(faults)
    })
}

/// One game of a file, as [`read_all`] returns it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The line of the file in which the game begins, from 1.
    pub line: usize,
    /// The record, or its faults.
    pub record: Result<Record, Faults<RecordFault>>,
}

/// Reads every game of a file. CSA files can hold several games, separated by lines with only a
/// slash. A file in another format, and a file that cannot be decoded, is one game. `hint` works as
/// in [`read`].
///
/// ```
/// use yose_record::read_all;
///
/// let games = read_all(b"PI\n+\n+7776FU\n/\nPI\n+\n+2726FU\n%TORYO\n", None);
/// let moves = |i: usize| games[i].record.as_ref().map(|r| r.tree.main_line().count());
/// assert_eq!((moves(0), moves(1)), (Ok(1), Ok(2)));
/// assert_eq!(games[1].line, 5);
/// ```
pub fn read_all(bytes: &[u8], hint: Option<Format>) -> Vec<Game> {
    let one = |record| vec![Game { line: 1, record }];
    let Ok(text) = decode(bytes) else {
        return one(read(bytes, hint));
    };
    match readable(&text).map(|text| (text, Format::decide(text, hint))) {
        Ok((text, Some(Format::Csa))) => match csa::read_all(text) {
            games if games.len() > 1 => games
                .into_iter()
                .map(|(line, record)| Game { line, record })
                .collect(),
            _ => one(read_str(text, hint)),
        },
        _ => one(read_str(&text, hint)),
    }
}

/// The text without its byte order mark, if it may hold a record.
fn readable(text: &str) -> Result<&str, Faults<RecordFault>> {
    // Old programs end a file with the character SUB (Control-Z).
    let text = text::without_bom(text).trim_end_matches('\u{1a}');
    if text.trim().is_empty() {
        return Err(Faults::one(text::whole_line(1), RecordFault::NoGame("")));
    }
    match text::first_nul(text) {
        Some(place) => Err(Faults::one(place, RecordFault::Nul)),
        None => Ok(text),
    }
}

fn read_as(text: &str, format: Format) -> Result<Record, Faults<RecordFault>> {
    match format {
        Format::Kif => kif::read(text),
        Format::Ki2 => ki2::read(text),
        Format::Csa => csa::read(text),
        Format::Jkf => jkf::read(text),
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
