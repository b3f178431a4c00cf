//! Headers: which names can stand before a colon without being read as something else.

use crate::record::Record;
use crate::text::{Cursor, Line, digit};
use crate::words;
use yose_board::Color;

/// The header that names the start position.
pub(crate) const HANDICAP: &str = "手合割";
/// The header with the number of moves before the start position. It is a header of our own: the
/// header 手数 of a problem gives the length of its solution, and the line 手数＝41 belongs to
/// boards without moves (BOD).
pub(crate) const MOVES_BEFORE: &str = "開始手数";
/// The word before an equals sign in the line of a board without moves.
pub(crate) const MOVES_WORD: &str = "手数";
/// The header with the side to move.
pub(crate) const TURN: &str = "手番";

/// Whether every format reads back this header unchanged.
pub(crate) fn is_header(key: &str, value: &str) -> bool {
    let first = key.chars().next();
    let taken = first.is_none_or(|c| {
        digit(c).is_some() || c.is_whitespace() || "*&#|｜+-＋－'$%/{}▲△▼▽☗☖\u{feff}".contains(c)
    });
    let words = ["まで", "変化", "手数=", "手数＝", "手数-"];
    !taken
        && key.trim_end().len() == key.len()
        && !key.contains(['：', ':', '\n', '\r', '\0'])
        && !value.contains(['\n', '\r', '\0'])
        && !words.iter().any(|word| key.starts_with(word))
        && key != TURN
        && (key != MOVES_BEFORE || next_ply(value).is_some())
        && hand_of(key).is_none()
}

/// The number of the next move, from the value of [`MOVES_BEFORE`].
pub(crate) fn next_ply(moves: &str) -> Option<u32> {
    let mut cursor = Cursor::new(Line::alone(moves));
    cursor.number()?.checked_add(1)
}

/// The value of [`MOVES_BEFORE`] for a record. The words of the author are kept if they agree with
/// the setup.
pub(crate) fn moves_before(record: &Record) -> Option<String> {
    let ply = record.setup.ply;
    match record.header(MOVES_BEFORE) {
        Some(said) if next_ply(said) == Some(ply) => Some(said.to_owned()),
        _ => ply.checked_sub(1).filter(|&n| n > 0).map(|n| n.to_string()),
    }
}

/// The headers to write, in their order, with [`MOVES_BEFORE`] last.
pub(crate) fn all(record: &Record) -> Vec<(&str, String)> {
    let others = record.headers.iter().filter(|(key, _)| key != MOVES_BEFORE);
    let mut all: Vec<(&str, String)> = others.map(|(key, value)| (key.as_str(), value.clone())).collect();
    all.extend(moves_before(record).map(|moves| (MOVES_BEFORE, moves)));
    all
}

/// Takes the number of the next move from the headers, in formats without another place for it.
pub(crate) fn set_ply(record: &mut Record) {
    if let Some(ply) = record.header(MOVES_BEFORE).and_then(next_ply) {
        record.setup.ply = ply;
    }
}

/// The side whose hand a header gives.
pub(crate) fn hand_of(key: &str) -> Option<Color> {
    let side = key.strip_suffix("持駒").or_else(|| key.strip_suffix("持ち駒"))?;
    let side = side.strip_suffix('の').unwrap_or(side);
    if side.is_empty() {
        return Some(Color::Black);
    }
    let mut cursor = Cursor::new(Line::alone(side));
    words::read_side(&mut cursor).filter(|_| cursor.at_end())
}
