//! Headers: which names can stand before a colon without being read as something else.

use crate::record::Record;
use crate::text::{Cursor, Line, digit};
use crate::words;
use yose_board::Color;

/// The header that names the start array.
pub(crate) const HANDICAP: &str = "手合割";
/// The header that says how many moves were played before the board. KIF writes it with an equals sign.
pub(crate) const PLAYED: &str = "手数";
/// The header that says whose turn it is.
pub(crate) const TURN: &str = "手番";

/// Whether a header comes back from every format as it is.
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
        && (key != PLAYED || next_ply(value).is_some())
        && hand_of(key).is_none()
}

/// The number of the next move, by what [`PLAYED`] says.
pub(crate) fn next_ply(played: &str) -> Option<u32> {
    let mut cursor = Cursor::new(Line::alone(played));
    cursor.number()?.checked_add(1)
}

/// What [`PLAYED`] has to say of a record, the author's words if they agree with its setup.
pub(crate) fn played(record: &Record) -> Option<String> {
    let ply = record.setup.ply;
    match record.header(PLAYED) {
        Some(said) if next_ply(said) == Some(ply) => Some(said.to_owned()),
        _ => ply.checked_sub(1).filter(|&n| n > 0).map(|n| n.to_string()),
    }
}

/// The headers to be written, in their order; [`PLAYED`] last.
pub(crate) fn all(record: &Record) -> Vec<(&str, String)> {
    let others = record.headers.iter().filter(|(key, _)| key != PLAYED);
    let mut all: Vec<(&str, String)> = others.map(|(key, value)| (key.as_str(), value.clone())).collect();
    all.extend(played(record).map(|played| (PLAYED, played)));
    all
}

/// Takes the number of the next move from the headers, in formats that have no other place for it.
pub(crate) fn set_ply(record: &mut Record) {
    if let Some(ply) = record.header(PLAYED).and_then(next_ply) {
        record.setup.ply = ply;
    }
}

/// Whose hand a header is.
pub(crate) fn hand_of(key: &str) -> Option<Color> {
    let side = key.strip_suffix("持駒").or_else(|| key.strip_suffix("持ち駒"))?;
    let side = side.strip_suffix('の').unwrap_or(side);
    if side.is_empty() {
        return Some(Color::Black);
    }
    let mut cursor = Cursor::new(Line::alone(side));
    words::read_side(&mut cursor).filter(|_| cursor.at_end())
}
