//! The four formats, and how to detect a format from a file name or from content.

use crate::text::{self, digit};
use std::path::Path;

/// A format of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// KIF, the format of Kifu for Windows: moves with their origins. A board alone (BOD) is a KIF
    /// without moves.
    Kif,
    /// KI2: moves as people write them, such as ▲７六歩.
    Ki2,
    /// CSA, versions V2 to V3.
    Csa,
    /// JKF, the JSON kifu format.
    Jkf,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 4] = [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf];

    /// The format that the extension of a file name suggests.
    pub fn from_path(path: impl AsRef<Path>) -> Option<Format> {
        let extension = path.as_ref().extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "kif" | "kifu" | "bod" => Some(Format::Kif),
            "ki2" | "ki2u" => Some(Format::Ki2),
            "csa" => Some(Format::Csa),
            "jkf" | "json" => Some(Format::Jkf),
            _ => None,
        }
    }

    /// The usual file name extension for UTF-8.
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Kif => "kifu",
            Format::Ki2 => "ki2u",
            Format::Csa => "csa",
            Format::Jkf => "jkf",
        }
    }

    /// Detects the format of a text: the first line that occurs in only one format decides.
    pub fn detect(text: &str) -> Option<Format> {
        let text = text::without_bom(text);
        if text.trim_start().starts_with('{') {
            return Some(Format::Jkf);
        }
        let mut japanese = false;
        for line in text::lines(text) {
            let line = line.text.trim();
            match line.chars().next() {
                None => continue,
                Some('▲' | '△' | '▼' | '▽' | '☗' | '☖') => return Some(Format::Ki2),
                Some('|' | '｜') => japanese = true,
                Some('#') if line.starts_with("# KIF version") => japanese = true,
                Some(first) => {
                    if !japanese && is_csa(line) {
                        return Some(Format::Csa);
                    }
                    if line.starts_with("手数----") || (digit(first).is_some() && is_kif_move(line)) {
                        return Some(Format::Kif);
                    }
                    // A colon in a comment does not count.
                    japanese |= !matches!(first, '#' | '\'' | '*') && line.contains(['：', ':']);
                    japanese |= line.starts_with("まで");
                }
            }
        }
        japanese.then_some(Format::Kif)
    }

    /// The format to read a text as, given the format that its file name suggests. Many files mix
    /// up the extensions of KIF and KI2, so between these two the content decides.
    pub(crate) fn decide(text: &str, hint: Option<Format>) -> Option<Format> {
        match (hint, Format::detect(text)) {
            (Some(Format::Kif | Format::Ki2), Some(found @ (Format::Kif | Format::Ki2))) => Some(found),
            (Some(hint), _) => Some(hint),
            (None, found) => found,
        }
    }
}

fn is_csa(line: &str) -> bool {
    let bytes = line.as_bytes();
    if line.contains('：') && !line.starts_with(['N', '$']) {
        return false;
    }
    match bytes {
        [b'V', b'1'..=b'9', ..] | [b'N', b'+' | b'-', ..] | [b'P', b'I' | b'+' | b'-' | b'1'..=b'9', ..] => {
            true
        }
        [b'+'] | [b'-'] => true,
        [b'+' | b'-', rest @ ..] => {
            rest.len() >= 6
                && rest.iter().take(4).all(u8::is_ascii_digit)
                && rest.iter().skip(4).take(2).all(u8::is_ascii_uppercase)
        }
        [b'$', b'A'..=b'Z', ..] | [b'%', b'A'..=b'Z', ..] => true,
        _ => line.starts_with("'CSA "),
    }
}

/// Whether a line that starts with a digit is a numbered move or ending, and not the file numbers
/// above a board.
fn is_kif_move(line: &str) -> bool {
    let after = line.trim_start_matches(|c| digit(c).is_some());
    let word = after.strip_prefix(['.', '．']).unwrap_or(after).trim_start();
    let files = line.chars().all(|c| c.is_whitespace() || digit(c).is_some());
    !files && after.len() != word.len() && !word.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_decides() {
        for (text, format) in [
            ("{\"moves\":[]}", Some(Format::Jkf)),
            ("\n'comment\nV2.2\n", Some(Format::Csa)),
            ("PI\n+\n", Some(Format::Csa)),
            ("先手：A\n後手：B\n\n▲７六歩 △３四歩", Some(Format::Ki2)),
            ("先手：A\n   1 ７六歩(77)", Some(Format::Kif)),
            (
                "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---+\n| ・",
                Some(Format::Kif),
            ),
            ("hello", None),
            ("", None),
        ] {
            assert_eq!(Format::detect(text), format, "{text}");
        }
        assert_eq!(Format::from_path("a/b.KIF"), Some(Format::Kif));
        assert_eq!(Format::from_path("a/b.txt"), None);
        assert_eq!(Format::decide("▲７六歩", Some(Format::Kif)), Some(Format::Ki2));
        assert_eq!(Format::decide("▲７六歩", Some(Format::Csa)), Some(Format::Csa));
    }
}
