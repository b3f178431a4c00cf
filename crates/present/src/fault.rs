//! Faults of an input in words.
//!
//! A fault is an error of the library that found it, and the error's own text is English. Its
//! Japanese text is in the table of [`told`], by the English text: a fault that came as JSON has
//! nothing else.

use crate::language::Language;
use crate::phrase::{told, told_fault};
use std::io;
use yose_ask::{FaultText, InputFault};
use yose_board::{Color, Place};
use yose_shogi::SHOGI;

/// A fault on one line: its place and what is wrong.
pub fn text(fault: &FaultText, language: Language) -> String {
    match language {
        Language::English => format!("{}: {}", fault.place, fault.what),
        Language::Japanese => match place(fault) {
            Some(place) => format!("{place}：{}", what(fault, language)),
            None => what(fault, language),
        },
    }
}

/// What is wrong, without its place.
pub fn what(fault: &FaultText, language: Language) -> String {
    match (&fault.origin, language) {
        (_, Language::English) => fault.what.clone(),
        (None, Language::Japanese) => told_fault(&fault.what),
        (Some(origin), Language::Japanese) => match origin.fault.downcast_ref() {
            Some(InputFault::Unreadable { name, kind, error }) => match unreadable(*kind) {
                Some(why) => format!("{name}：{why}"),
                None => format!("{name}：読めません（{}）", told_fault(error)),
            },
            // The text in the fault may be shortened.
            _ => told_fault(&origin.fault.to_string()),
        },
    }
}

/// The place of a fault in Japanese. The whole input needs no word, and a path into data stays.
fn place(fault: &FaultText) -> Option<String> {
    match &fault.origin {
        Some(origin) if matches!(origin.place, Place::Path(_)) => Some(fault.place.clone()),
        _ if fault.place == Place::Whole.to_string() => None,
        _ => Some(told_fault(&fault.place)),
    }
}

/// A square of shogi as kifu name it: `5c` is ５三. Squares of other games stay as they are.
pub(crate) fn square(name: &str) -> String {
    let mut chars = name.chars();
    match (chars.next(), chars.next(), chars.next()) {
        (Some(file @ '1'..='9'), Some(rank @ 'a'..='i'), None) => {
            let file = char::from_u32('０' as u32 + (file as u32 - '0' as u32)).unwrap_or(file);
            let ranks = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
            format!("{file}{}", ranks[rank as usize - 'a' as usize])
        }
        _ => name.to_owned(),
    }
}

fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "先手",
        Color::White => "後手",
    }
}

/// A piece by its letters: `P` is 歩. Pieces of other armies stay as they are.
pub(crate) fn piece(symbol: &str) -> &str {
    let army = &SHOGI.army;
    army.by_symbol(symbol)
        .map_or(symbol, |kind| army.spec(kind).kanji)
}

/// A piece on a square by its letters: `p 3c` is 後手３三歩.
pub(crate) fn piece_on(text: &str) -> String {
    let Some((letters, name)) = text.split_once(' ') else {
        return text.to_owned();
    };
    let color = match letters.contains(|c: char| c.is_ascii_lowercase()) {
        true => Color::White,
        false => Color::Black,
    };
    let symbol = letters.to_ascii_uppercase();
    format!("{}{}{}", side(color), square(name), piece(&symbol))
}

/// The reason for which a file cannot be read.
pub fn of_file(error: &io::Error, language: Language) -> String {
    let known = match language {
        Language::English => None,
        Language::Japanese => unreadable(error.kind()),
    };
    known.map_or_else(|| told(&error.to_string(), language), str::to_owned)
}

/// The reason for which a file cannot be read, as far as it is a frequent one.
fn unreadable(kind: io::ErrorKind) -> Option<&'static str> {
    Some(match kind {
        io::ErrorKind::NotFound => "ファイルがありません",
        io::ErrorKind::PermissionDenied => "読む権限がありません",
        io::ErrorKind::IsADirectory => "フォルダです",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};
    use yose_ask::{Game, Invalid, Problem};
    use yose_enumerate::{BUILT_IN, Space};
    use yose_record::Format;

    /// Words of files, options, commands and rules that are no English sentence.
    const STAY: [&str; 22] = [
        "false",
        "true",
        "null",
        "moves",
        "king",
        "block",
        "size",
        "mirror",
        "paper",
        "none",
        "usual",
        "immediate",
        "strict",
        "rules",
        "startpos",
        "shogi",
        "minishogi",
        "dobutsu",
        "loa",
        "mso",
        "totals",
        "kanji",
    ];

    /// A text without what it quotes.
    fn unquoted(text: &str) -> String {
        let mut depth = 0;
        let outside = |&c: &char| {
            depth += i32::from(c == '「') - i32::from(c == '」');
            depth <= 0 && c != '」'
        };
        text.chars().filter(outside).collect()
    }

    /// The first English word of a text, apart from what it quotes and words that stay.
    fn english_in(text: &str) -> Option<String> {
        let text = unquoted(text);
        // A word with slashes is a board.
        let boards = |word: &&str| !word.contains('/');
        let mut words = text
            .split_whitespace()
            .filter(boards)
            .flat_map(|word| word.split(|c: char| !c.is_ascii_alphanumeric()));
        let is_english = |word: &&str| {
            word.len() > 2 && word.chars().all(|c| c.is_ascii_lowercase()) && !STAY.contains(word)
        };
        words.find(is_english).map(str::to_owned)
    }

    /// Faults that were found, by their English texts.
    #[derive(Default)]
    struct Seen {
        texts: BTreeSet<String>,
        /// Those that are not told in Japanese.
        wrong: Vec<String>,
    }

    impl Seen {
        fn add(&mut self, invalid: &Invalid) {
            for fault in &invalid.faults {
                if self.texts.insert(fault.what.clone()) {
                    // A path into JSON stays.
                    let told = what(fault, Language::Japanese);
                    self.judge(&told, &fault.what);
                    // The same without the fault's type, as JSON has it.
                    let bare = FaultText {
                        origin: None,
                        ..fault.clone()
                    };
                    self.judge(&what(&bare, Language::Japanese), &fault.what);
                }
            }
        }

        fn judge(&mut self, japanese: &str, english: &str) {
            if english_in(japanese).is_some() {
                self.wrong.push(format!("{japanese} ({english})"));
            }
        }

        /// Fails if a text stayed English, or if too few were met.
        #[track_caller]
        fn are_all_japanese(&self, least: usize) {
            let (wrong, count) = (&self.wrong, self.texts.len());
            assert!(
                wrong.is_empty(),
                "{} of {count}:\n{}",
                wrong.len(),
                wrong.join("\n")
            );
            assert!(count > least, "{count}");
        }

        fn add_record(&mut self, bytes: &[u8]) {
            for format in [None].into_iter().chain(Format::ALL.map(Some)) {
                for game in yose_record::read_all(bytes, format) {
                    if let Err(faults) = game.record {
                        self.add(&Invalid::from(faults));
                    }
                }
            }
        }

        fn add_space(&mut self, text: &str) {
            if let Err(fault) = Space::read(text)
                && self.texts.insert(fault.what.to_string())
            {
                let english = fault.to_string();
                let japanese = told(&english, Language::Japanese);
                assert!(
                    japanese.starts_with(&format!("{}行目：", fault.line)),
                    "{english}"
                );
                self.judge(&japanese, &english);
            }
        }
    }

    fn crates() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
    }

    /// The texts between quotes in a source, with the usual escapes. Quotes that do not match give
    /// other texts, which do no harm.
    fn quoted(path: &str) -> Vec<String> {
        let source = std::fs::read_to_string(crates().join(path)).unwrap();
        let mut texts = vec![String::new()];
        let mut chars = source.chars();
        while let Some(c) = chars.next() {
            let text = texts.last_mut().unwrap();
            match c {
                '"' => texts.push(String::new()),
                '\\' => match chars.next() {
                    Some('n') => text.push('\n'),
                    Some('t') => text.push('\t'),
                    Some('\n') => chars = chars.as_str().trim_start().chars(),
                    Some(c) => text.push(c),
                    None => {}
                },
                c => text.push(c),
            }
        }
        texts
    }

    /// A text with one character left out, put in or changed, at every place; and cut there.
    fn broken(text: &str) -> impl Iterator<Item = String> + '_ {
        text.char_indices().flat_map(move |(at, c)| {
            let (before, after) = (&text[..at], &text[at + c.len_utf8()..]);
            let instead = ["", "王", "9", "x", "\"", "\n", "+", "[", "=", "\u{0}"];
            let changed = instead.map(|sign| format!("{before}{sign}{after}"));
            let more = [format!("{before}{c}{c}{after}"), before.to_owned()];
            changed.into_iter().chain(more)
        })
    }

    #[test]
    fn faults_of_records_are_told_in_japanese() {
        let mut seen = Seen::default();
        let fixtures = crates().join("record/tests/fixtures");
        let board = std::fs::read_to_string(fixtures.join("board.bod")).unwrap();
        for path in [
            "faults.rs",
            "faults_other.rs",
            "fixtures.rs",
            "truncated.rs",
            "wild.rs",
        ] {
            for text in quoted(&format!("record/tests/it/{path}")) {
                seen.add_record(text.as_bytes());
                seen.add_record(text.replace("{BOARD}", &board).as_bytes());
            }
        }
        let of_tests = seen.texts.len();
        for entry in std::fs::read_dir(fixtures).unwrap() {
            let bytes = std::fs::read(entry.unwrap().path()).unwrap();
            for cut in 0..bytes.len().min(400) {
                seen.add_record(&bytes[..cut]);
            }
            let text = yose_record::decode(&bytes).unwrap();
            // The head of a record has all its parts.
            let head: String = text.chars().take(600).collect();
            broken(&head).for_each(|text| seen.add_record(text.as_bytes()));
        }
        assert!(of_tests > 100, "{of_tests}");
        seen.are_all_japanese(500);
    }

    #[test]
    fn faults_of_positions_are_told_in_japanese() {
        let mut seen = Seen::default();
        for position in [
            "4k4/9/4P+B3/9/9/9/9/9/9 b G2p 1 moves G*5b 5a4a",
            "startpos moves 7g7f 3c3d",
            "3b/4/2bw/ww2 b",
            "3x4:BKR:1",
            "loa:5x5",
            "minishogi",
            "4k4/4P4/4P3n/9/9/9/9/9/L8 b 20pKx 0",
        ] {
            for text in broken(position) {
                if let Err(invalid) = Problem::position(&text, Game::Any).content {
                    seen.add(&invalid);
                }
            }
        }
        seen.are_all_japanese(50);
    }

    #[test]
    fn faults_of_spaces_are_told_in_japanese() {
        let mut seen = Seen::default();
        for text in quoted("enumerate/tests/it/runs.rs") {
            seen.add_space(&text);
        }
        for (name, value) in [
            ("hand", "'any 30 of 18P4G4S4N4L2R2B'"),
            ("hand", "'any two of 2G'"),
            ("hand", "[]"),
            ("hand", "3"),
            ("either", "'40G'"),
            ("size", "3"),
            ("defender-hand", "'K'"),
            ("king", "'1-10 x 1'"),
        ] {
            seen.add_space(&format!("name = 'a'\n[[block]]\n{name} = {value}\n"));
        }
        seen.add_space("name = 'a'\nfutile = 'no'\n[[block]]\nsize = '3x3'\n");
        seen.add_space("name = 'a'\nfutile = 'usual\n");
        for (_, text) in BUILT_IN {
            // The remarks at the head are no part of the space.
            let space: String = text
                .lines()
                .filter(|line| !line.starts_with('#'))
                .map(|line| format!("{line}\n"))
                .collect();
            broken(&space).for_each(|text| seen.add_space(&text));
        }
        seen.are_all_japanese(50);
    }
}
