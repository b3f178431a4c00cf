//! Diagrams that the tests share, in a short notation.

use yose_draw::{Coordinates, Diagram, HandEntry, Piece, Side};

const NAMES: [(&str, &str); 19] = [
    ("P", "歩"),
    ("L", "香"),
    ("N", "桂"),
    ("S", "銀"),
    ("G", "金"),
    ("B", "角"),
    ("R", "飛"),
    ("K", "玉"),
    ("+P", "と"),
    ("+L", "杏"),
    ("+N", "圭"),
    ("+S", "全"),
    ("+B", "馬"),
    ("+R", "龍"),
    ("C", "ひ"),
    ("E", "ぞ"),
    ("J", "き"),
    ("I", "ら"),
    ("+C", "に"),
];

/// The kanji of a letter; empty for a custom piece.
fn kanji(letters: &str) -> &'static str {
    NAMES
        .iter()
        .find(|(name, _)| *name == letters)
        .map_or("", |(_, kanji)| kanji)
}

/// A shogi board from SFEN rows (digits up to 9, any letter).
pub(crate) fn shogi(files: u8, sfen: &str) -> Diagram {
    let mut cells = Vec::new();
    let mut promoted = "";
    for c in sfen.chars().filter(|&c| c != '/') {
        if let Some(digit) = c.to_digit(10) {
            cells.extend(std::iter::repeat_n(None, digit as usize));
        } else if c == '+' {
            promoted = "+";
        } else {
            let side = if c.is_uppercase() {
                Side::Black
            } else {
                Side::White
            };
            let letters = format!("{promoted}{}", c.to_ascii_uppercase());
            cells.push(Some(Piece::new(side, kanji(&letters), &letters)));
            promoted = "";
        }
    }
    let ranks = u8::try_from(cells.len() / usize::from(files)).unwrap();
    Diagram::new(Coordinates::Shogi, files, ranks, cells).unwrap()
}

/// A hand from pairs of letter and count.
pub(crate) fn hand(pieces: &[(&str, u32)]) -> Vec<HandEntry> {
    pieces
        .iter()
        .map(|&(letter, count)| HandEntry::new(kanji(letter), letter, count))
        .collect()
}

/// The start position of shogi.
pub(crate) fn start() -> Diagram {
    shogi(9, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL")
        .with_hands(vec![], vec![])
        .with_to_move(Side::Black)
}

/// A Lines of Action board of size x size in its start position.
pub(crate) fn loa(size: u8) -> Diagram {
    let edge = |i: u8| i == 0 || i == size - 1;
    let cells = (0..size)
        .flat_map(|row| (0..size).map(move |column| (column, row)))
        .map(|(column, row)| match (edge(column), edge(row)) {
            (false, true) => Some(Piece::disc(Side::Black)),
            (true, false) => Some(Piece::disc(Side::White)),
            _ => None,
        })
        .collect();
    Diagram::new(Coordinates::Chess, size, size, cells)
        .unwrap()
        .with_to_move(Side::Black)
}
