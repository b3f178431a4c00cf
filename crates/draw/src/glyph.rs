//! The glyph outlines in `glyphs.txt`. The head of that file and `LICENSE-glyphs` state their
//! origin and licence.

use std::{collections::BTreeMap, sync::OnceLock};

/// The side of the square that outlines are drawn in. A kanji is centred in it.
pub(crate) const EM: i32 = 1000;

/// An outline. y points down, and the em square reaches from 0 to [`EM`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Glyph {
    /// Identifies this outline in a picture. Unlike the requested character, it is always in the
    /// table.
    pub(crate) key: char,
    /// The distance to the next character of a line.
    pub(crate) advance: i32,
    /// SVG path data; empty for a blank.
    pub(crate) path: &'static str,
}

/// Drawn for a character without an outline: an upright box.
const MISSING: Glyph = Glyph {
    key: char::REPLACEMENT_CHARACTER,
    advance: EM,
    path: "M140 130h720v740h-720zM200 190v620h600v-620z",
};

/// The outline of `c`, or a box.
pub(crate) fn glyph(c: char) -> Glyph {
    find(c).unwrap_or(MISSING)
}

/// Whether `c` has an outline.
pub(crate) fn is_known(c: char) -> bool {
    find(c).is_some()
}

fn find(c: char) -> Option<Glyph> {
    static TABLE: OnceLock<BTreeMap<char, Glyph>> = OnceLock::new();
    TABLE
        .get_or_init(|| include_str!("glyphs.txt").lines().filter_map(parse).collect())
        .get(&fold(c))
        .copied()
}

/// Parses a line of the table. Comments have no tabs, so they are not glyphs.
fn parse(line: &'static str) -> Option<(char, Glyph)> {
    let mut fields = line.split('\t');
    let mut name = fields.next()?.chars();
    let (key, None) = (name.next()?, name.next()) else {
        return None;
    };
    let advance = fields.next()?.parse().ok()?;
    Some((
        key,
        Glyph {
            key,
            advance,
            path: fields.next()?,
        },
    ))
}

/// The outline of a character as SVG path data, and its width. y points down, and the em square
/// reaches from 0 to 1000. Pages that draw boards of their own use it, so that they need no font.
///
/// ```
/// let (width, path) = yose_draw::outline('歩').unwrap();
/// assert_eq!(width, 1000);
/// assert!(path.starts_with('M'));
/// assert_eq!(yose_draw::outline('🐈'), None);
/// ```
pub fn outline(c: char) -> Option<(i32, &'static str)> {
    find(c).map(|glyph| (glyph.advance, glyph.path))
}

/// The characters of a text that SVG pictures can only draw as a box, each once. Callers can warn
/// about them.
///
/// ```
/// assert_eq!(yose_draw::without_outline("詰将棋 🐈 mate"), ['🐈']);
/// ```
pub fn without_outline(text: &str) -> Vec<char> {
    let mut missing = Vec::new();
    for c in crate::clean::clean(text).chars() {
        if !is_known(c) && !missing.contains(&c) {
            missing.push(c);
        }
    }
    missing
}

/// Maps full-width forms to ASCII, which has the same outlines.
fn fold(c: char) -> char {
    match c {
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xff01 + 0x21).unwrap_or(c),
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_a_glyph_or_a_comment() {
        let (comments, glyphs): (Vec<_>, Vec<_>) = include_str!("glyphs.txt")
            .lines()
            .partition(|line| line.starts_with("# "));
        assert_eq!(comments.len(), 5);
        for line in glyphs {
            let (_, glyph) = parse(line).unwrap_or_else(|| panic!("not a glyph: {line}"));
            assert!((1..=EM).contains(&glyph.advance), "{line}");
            assert!(
                glyph.path.chars().all(|c| "Mlhvqz -0123456789".contains(c)),
                "{line}"
            );
        }
    }

    #[test]
    fn everything_a_board_needs_has_an_outline() {
        let needed = "歩香桂銀金角飛玉王と杏圭全馬龍竜成一二三四五六七八九十持駒なし先手後手番目手詰不明図ひぞきらに☗☖\
                      0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-.,:/()０１２３４５６７８９　：";
        for c in needed.chars() {
            assert!(is_known(c), "{c}");
        }
        assert_eq!(glyph('７'), glyph('7'));
        assert_eq!(glyph('\u{1f408}'), MISSING);
    }
}
