//! The words that formats share: names of pieces, squares, numbers and sides, in Japanese and in
//! the letters of CSA.

use crate::text::{Cursor, digit};
use yose_board::{Color, Square};
use yose_shogi::{Kind, SHOGI, Variant};

/// Names of pieces, the longest names first. 王 and 玉 are one kind.
const NAMES: [(&str, Kind); 19] = [
    ("成銀", Kind::PRO_SILVER),
    ("成桂", Kind::PRO_KNIGHT),
    ("成香", Kind::PRO_LANCE),
    ("歩", Kind::PAWN),
    ("香", Kind::LANCE),
    ("桂", Kind::KNIGHT),
    ("銀", Kind::SILVER),
    ("金", Kind::GOLD),
    ("角", Kind::BISHOP),
    ("飛", Kind::ROOK),
    ("玉", Kind::KING),
    ("王", Kind::KING),
    ("と", Kind::TOKIN),
    ("杏", Kind::PRO_LANCE),
    ("圭", Kind::PRO_KNIGHT),
    ("全", Kind::PRO_SILVER),
    ("馬", Kind::HORSE),
    ("龍", Kind::DRAGON),
    ("竜", Kind::DRAGON),
];

/// The two letters of each kind in CSA.
const CSA: [(&str, Kind); 14] = [
    ("FU", Kind::PAWN),
    ("KY", Kind::LANCE),
    ("KE", Kind::KNIGHT),
    ("GI", Kind::SILVER),
    ("KI", Kind::GOLD),
    ("KA", Kind::BISHOP),
    ("HI", Kind::ROOK),
    ("OU", Kind::KING),
    ("TO", Kind::TOKIN),
    ("NY", Kind::PRO_LANCE),
    ("NK", Kind::PRO_KNIGHT),
    ("NG", Kind::PRO_SILVER),
    ("UM", Kind::HORSE),
    ("RY", Kind::DRAGON),
];

const KANJI: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const WIDE: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// The value of a kanji from 一 to 九.
pub(crate) fn kanji_digit(c: char) -> Option<u32> {
    KANJI.iter().position(|&k| k == c).map(|i| i as u32 + 1)
}

/// The kanji of a rank, counted from 0.
pub(crate) fn rank_kanji(rank: u8) -> char {
    KANJI.get(usize::from(rank)).copied().unwrap_or('？')
}

/// The full-width digit of a file, counted from 0.
pub(crate) fn file_digit(file: u8) -> char {
    WIDE.get(usize::from(file)).copied().unwrap_or('？')
}

/// Reads the name of a piece.
pub(crate) fn read_piece(cursor: &mut Cursor<'_>) -> Option<Kind> {
    NAMES
        .iter()
        .find(|(name, _)| cursor.eat_str(name))
        .map(|&(_, kind)| kind)
}

/// The name of a piece in a move. Promoted silvers, knights and lances have two characters.
pub(crate) fn move_name(kanji: &'static str) -> &'static str {
    match kanji {
        "全" => "成銀",
        "圭" => "成桂",
        "杏" => "成香",
        other => other,
    }
}

/// The name of a kind of the standard army in one character. Every game of a record has this army.
pub(crate) fn kanji(kind: Kind) -> &'static str {
    SHOGI.army.spec(kind).kanji
}

/// The kind with these letters in CSA.
pub(crate) fn csa_kind(letters: &str) -> Option<Kind> {
    CSA.iter()
        .find(|(name, _)| *name == letters)
        .map(|&(_, kind)| kind)
}

/// The letters of a kind in CSA.
pub(crate) fn csa_name(kind: Kind) -> &'static str {
    CSA.iter()
        .find(|(_, k)| *k == kind)
        .map_or("??", |&(name, _)| name)
}

/// The square at a file and a rank, both counted from 1.
pub(crate) fn square(variant: &Variant, file: u32, rank: u32) -> Option<Square> {
    let file = u8::try_from(file.checked_sub(1)?).ok()?;
    let rank = u8::try_from(rank.checked_sub(1)?).ok()?;
    variant.square(file, rank)
}

/// Reads a square: a digit, then a kanji or a digit. Reads nothing if there is no square.
pub(crate) fn read_square(cursor: &mut Cursor<'_>, variant: &Variant) -> Option<Square> {
    let mut ahead = *cursor;
    let (file, rank) = read_coordinates(&mut ahead)?;
    let square = square(variant, file, rank)?;
    *cursor = ahead;
    Some(square)
}

/// Reads file and rank of a square, counted from 1.
pub(crate) fn read_coordinates(cursor: &mut Cursor<'_>) -> Option<(u32, u32)> {
    let mut ahead = *cursor;
    let file = digit(ahead.bump()?)?;
    let rank = ahead.bump().and_then(|c| kanji_digit(c).or_else(|| digit(c)))?;
    *cursor = ahead;
    Some((file, rank))
}

/// A square in two ASCII digits, as KIF writes origins.
pub(crate) fn plain_square(variant: &Variant, square: Square) -> String {
    let (file, rank) = variant.coordinates(square);
    format!("{}{}", file + 1, rank + 1)
}

/// Reads a number of pieces, in digits or in kanji up to 九十九.
pub(crate) fn read_count(cursor: &mut Cursor<'_>) -> Option<u32> {
    if let Some(n) = cursor.number() {
        return Some(n);
    }
    let mut ahead = *cursor;
    let ones = |ahead: &mut Cursor<'_>| ahead.eat_if(|c| kanji_digit(c).is_some()).and_then(kanji_digit);
    let first = ones(&mut ahead);
    let value = if ahead.eat('十') {
        Some(first.unwrap_or(1) * 10 + ones(&mut ahead).unwrap_or(0))
    } else {
        first
    };
    if value.is_some() {
        *cursor = ahead;
    }
    value
}

/// A number in kanji, as hands are written: 十八.
pub(crate) fn kanji_number(n: u8) -> String {
    let (tens, ones) = (n / 10, n % 10);
    let mut out = String::new();
    if tens > 1 {
        out.push(rank_kanji(tens - 1));
    }
    if tens > 0 {
        out.push('十');
    }
    if ones > 0 || tens == 0 {
        out.push(if ones == 0 { '〇' } else { rank_kanji(ones - 1) });
    }
    out
}

/// The side of a mark before a move.
pub(crate) fn marked_side(mark: char) -> Option<Color> {
    match mark {
        '▲' | '▼' | '☗' => Some(Color::Black),
        '△' | '▽' | '☖' => Some(Color::White),
        _ => None,
    }
}

/// Skips the second character of a name such as 飛車. Only unpromoted pieces have one: 桂馬 is
/// not a horse.
pub(crate) fn eat_full_name(cursor: &mut Cursor<'_>, kind: Kind) {
    const SECOND: [(Kind, char); 7] = [
        (Kind::PAWN, '兵'),
        (Kind::LANCE, '車'),
        (Kind::KNIGHT, '馬'),
        (Kind::SILVER, '将'),
        (Kind::GOLD, '将'),
        (Kind::BISHOP, '行'),
        (Kind::ROOK, '車'),
    ];
    if let Some((_, second)) = SECOND.iter().find(|(named, _)| *named == kind) {
        cursor.eat(*second);
    }
}

/// Reads the name of a side. Black is 先手, 下手 or the attacker.
pub(crate) fn read_side(cursor: &mut Cursor<'_>) -> Option<Color> {
    const SIDES: [(&str, Color); 12] = [
        ("先手", Color::Black),
        ("下手", Color::Black),
        ("攻め方", Color::Black),
        ("攻方", Color::Black),
        ("詰方", Color::Black),
        ("詰め方", Color::Black),
        ("後手", Color::White),
        ("上手", Color::White),
        ("受け方", Color::White),
        ("受方", Color::White),
        ("玉方", Color::White),
        ("守方", Color::White),
    ];
    SIDES
        .iter()
        .find(|(name, _)| cursor.eat_str(name))
        .map(|&(_, color)| color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Line;

    #[test]
    fn counts_of_every_spelling() {
        for (text, n) in [
            ("十八", 18),
            ("18", 18),
            ("１８", 18),
            ("二", 2),
            ("十", 10),
            ("二十三", 23),
        ] {
            let mut cursor = Cursor::new(Line::alone(text));
            assert_eq!(read_count(&mut cursor), Some(n), "{text}");
            assert!(cursor.at_end());
        }
        for n in 1..=99 {
            let text = kanji_number(n);
            assert_eq!(read_count(&mut Cursor::new(Line::alone(&text))), Some(n.into()));
        }
    }
}
