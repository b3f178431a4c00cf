//! Texts that other crates have made in English, in Japanese: faults of positions, records and
//! files of spaces, faults and claims of the referee, errors and notes of libraries, the tables of
//! `reproduce`.
//!
//! These crates know no language: the referee shares no code with anything, and their texts also go
//! to files and JSON, which have none. A front end that shows such a text to people passes it
//! through [`told`]. The table is `told.txt`; its head says how an entry is written. A text without
//! an entry stays as it is.

use crate::fault::{piece, square};
use crate::language::{Language, columns, padded};
use std::sync::LazyLock;

/// A sentence with places for words and numbers.
struct Sentence {
    /// The text between the places.
    parts: Vec<&'static str>,
    /// What the places take.
    places: Vec<Place>,
    japanese: &'static str,
}

/// What a place takes.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// Words, between which is one blank.
    Words,
    /// A number.
    Number,
    /// Cells of a table, with any blanks between them.
    Cells,
    /// What somebody wrote: any text, also none.
    Text,
    /// Items with a comma or `or` between them.
    List,
    /// The letters of a piece.
    Piece,
    /// The name of a square.
    Square,
}

impl Place {
    /// The place that a sign of the table stands for.
    fn of(sign: &str) -> Place {
        match sign {
            "{n}" => Place::Number,
            "{c}" => Place::Cells,
            "{t}" => Place::Text,
            "{l}" => Place::List,
            "{p}" => Place::Piece,
            "{s}" => Place::Square,
            _ => Place::Words,
        }
    }

    fn takes(self, text: &str) -> bool {
        let is_number = |c: char| c.is_ascii_digit() || " .,+-E%".contains(c);
        match self {
            Place::Text => true,
            _ if text.is_empty() => false,
            Place::Words | Place::List => !text.trim().contains("  "),
            Place::Number => text.chars().all(is_number),
            Place::Cells => true,
            Place::Piece | Place::Square => !text.contains(' '),
        }
    }

    /// What the place took, in Japanese.
    fn told(self, text: &str) -> String {
        match self {
            Place::List => {
                let items = text.split(", ").flat_map(|item| item.split(" or "));
                let quoted = |item: &str| match item.strip_prefix('`').and_then(|s| s.strip_suffix('`')) {
                    Some(word) => format!("「{word}」"),
                    None => part(item),
                };
                items.map(quoted).collect::<Vec<_>>().join("、")
            }
            Place::Piece => piece(text).to_owned(),
            Place::Square => square(text),
            Place::Words | Place::Number | Place::Cells | Place::Text => part(text.trim_start()),
        }
    }
}

/// The heads of a table, by column.
struct Heads {
    english: Vec<&'static str>,
    japanese: Vec<&'static str>,
}

struct Table {
    /// The most particular ones first.
    sentences: Vec<Sentence>,
    heads: Vec<Heads>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| read(include_str!("told.txt")));

/// The entries of the table: English and Japanese.
fn entries(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(" => "))
}

fn read(text: &'static str) -> Table {
    let mut table = Table {
        sentences: Vec::new(),
        heads: Vec::new(),
    };
    for (english, japanese) in entries(text) {
        if english.contains(" | ") {
            table.heads.push(Heads {
                english: english.split(" | ").collect(),
                japanese: japanese.split(" | ").collect(),
            });
            continue;
        }
        let (mut parts, mut places) = (Vec::new(), Vec::new());
        let mut rest = english;
        while let Some(at) = rest.find('{') {
            let Some(length) = rest[at..].find('}') else { break };
            places.push(Place::of(&rest[at..=at + length]));
            parts.push(&rest[..at]);
            rest = &rest[at + length + 1..];
        }
        parts.push(rest);
        table.sentences.push(Sentence {
            parts,
            places,
            japanese,
        });
    }
    let particular = |sentence: &Sentence| {
        let letters: usize = sentence.parts.iter().map(|part| part.len()).sum();
        let is_number = |place: &&Place| **place == Place::Number;
        (letters, sentence.places.iter().filter(is_number).count())
    };
    table.sentences.sort_by_key(|s| std::cmp::Reverse(particular(s)));
    table
}

/// A text of another crate in a language, line by line.
///
/// ```
/// use yose_present::{Language, phrase::told};
///
/// let fault = "line 7, column 1: the winning move is missing";
/// assert_eq!(told(fault, Language::English), fault);
/// assert_eq!(told(fault, Language::Japanese), "7行目1文字目：勝つ手がない");
/// ```
pub fn told(text: &str, language: Language) -> String {
    match language {
        Language::English => text.to_owned(),
        Language::Japanese => text.split_inclusive('\n').map(line).collect(),
    }
}

/// A fault in Japanese. It is one sentence, whatever line feeds are in what it quotes.
pub(crate) fn told_fault(text: &str) -> String {
    let known = sentence(text).or_else(|| after_colon(text));
    known.unwrap_or_else(|| text.to_owned())
}

/// A line with its blanks around.
fn line(line: &str) -> String {
    let text = line.trim();
    if text.is_empty() {
        return line.to_owned();
    }
    if let Some(row) = text.strip_prefix("| ").and_then(|row| row.strip_suffix(" |")) {
        // A row of a table in Markdown.
        let cells = row.split(" | ");
        let told = cells.map(|cell| sentence(cell).unwrap_or_else(|| cell.to_owned()));
        return line.replace(row, &told.collect::<Vec<_>>().join(" | "));
    }
    let start = line.len() - line.trim_start().len();
    let (before, after) = (&line[..start], &line[start + text.len()..]);
    match sentence(text).or_else(|| after_colon(text)) {
        Some(japanese) => format!("{before}{japanese}{after}"),
        None => {
            let body = line.trim_end();
            let aligned = heads(body).unwrap_or_else(|| cells(body));
            format!("{aligned}{}", &line[body.len()..])
        }
    }
}

/// A part of a sentence.
fn part(text: &str) -> String {
    let known = sentence(text).or_else(|| after_colon(text));
    known.unwrap_or_else(|| cells(text))
}

/// A sentence of the table with its words and numbers.
fn sentence(text: &str) -> Option<String> {
    TABLE.sentences.iter().find_map(|sentence| {
        let mut found = Vec::new();
        fits(&sentence.parts, &sentence.places, text, &mut found).then(|| sentence.filled(&found))
    })
}

/// Whether a text is the parts with something between them, which goes to `found`.
fn fits<'t>(parts: &[&str], places: &[Place], text: &'t str, found: &mut Vec<&'t str>) -> bool {
    let (Some(first), Some(rest)) = (parts.first(), parts.first().and_then(|p| text.strip_prefix(p))) else {
        return false;
    };
    let Some(next) = parts.get(1) else {
        return text.len() == first.len();
    };
    let mut try_at = |at: usize| {
        let word = &rest[..at];
        if !places[0].takes(word) {
            return false;
        }
        found.push(word);
        let good = fits(&parts[1..], &places[1..], &rest[at..], found);
        if !good {
            found.pop();
        }
        good
    };
    match next.is_empty() {
        true => try_at(rest.len()),
        false => rest.match_indices(next).any(|(at, _)| try_at(at)),
    }
}

impl Sentence {
    /// The Japanese sentence: `{1}` is the first word as it is, `<1>` the same in Japanese.
    fn filled(&self, found: &[&str]) -> String {
        let mut text = String::new();
        let mut rest = self.japanese;
        // A word that somebody wrote may look like a place, so nothing is filled twice.
        while let Some(at) = rest.find(['{', '<']) {
            let sign = rest[at..].chars().nth(1).and_then(|digit| digit.to_digit(10));
            let Some(i) = sign.and_then(|digit| (digit as usize).checked_sub(1)) else {
                text.push_str(&rest[..=at]);
                rest = &rest[at + 1..];
                continue;
            };
            text.push_str(&rest[..at]);
            if let (Some(word), Some(place)) = (found.get(i), self.places.get(i)) {
                match rest[at..].starts_with('{') {
                    true => text.push_str(word),
                    false => text.push_str(&place.told(word)),
                }
            }
            rest = &rest[at + "{1}".len()..];
        }
        text + rest
    }
}

/// A text after the name of what it is about: `FILE: what`.
fn after_colon(text: &str) -> Option<String> {
    text.match_indices(": ").find_map(|(at, colon)| {
        let what = sentence(text[at + colon.len()..].trim_start())?;
        let name = &text[..at];
        Some(format!(
            "{}：{what}",
            sentence(name).unwrap_or_else(|| name.to_owned())
        ))
    })
}

/// The heads of a table. The first one begins where the English one begins, the others end where
/// the English ones end. `<` before a head makes it begin there.
fn heads(line: &str) -> Option<String> {
    TABLE.heads.iter().find_map(|heads| {
        let mut at = 0;
        let mut places = Vec::new();
        for head in &heads.english {
            let blanks = line[at..].len() - line[at..].trim_start().len();
            if at > 0 && blanks == 0 || !line[at + blanks..].starts_with(head) {
                return None;
            }
            places.push((at + blanks, at + blanks + head.len()));
            at += blanks + head.len();
        }
        if at < line.len() {
            return None;
        }
        let mut text = String::new();
        for (i, (head, (start, end))) in heads.japanese.iter().zip(places).enumerate() {
            let (head, to) = match head.strip_prefix('<') {
                Some(head) => (head, start),
                None if i == 0 => (*head, start),
                None => (*head, end.saturating_sub(columns(head))),
            };
            let least = columns(&text) + usize::from(i > 0);
            text = padded(&text, to.max(least)) + head;
        }
        Some(text)
    })
}

/// A row of a table: cells between bars or two blanks and more. The first cell keeps its left edge,
/// the others their right edge.
fn cells(row: &str) -> String {
    let mut text = String::new();
    let mut at = 0;
    while at < row.len() {
        let rest = &row[at..];
        let start = at + (rest.len() - rest.trim_start().len());
        let from = &row[start..];
        let length = match from.starts_with('|') {
            true => 1,
            false => [from.find("  "), from.find(" |"), Some(from.len())]
                .into_iter()
                .flatten()
                .min()
                .unwrap_or(0),
        };
        let english = &row[start..start + length];
        let japanese = sentence(english).or_else(|| match text.is_empty() {
            true => after_colon(english),
            false => None,
        });
        let cell = japanese.unwrap_or_else(|| english.to_owned());
        let is_last = start + length == row.len();
        let to = match text.is_empty() || (is_last && english.ends_with(char::is_alphabetic)) {
            true => columns(&row[..start]),
            false => (columns(&row[..start + length])).saturating_sub(columns(&cell)),
        };
        let least = columns(&text) + if text.is_empty() { 0 } else { 1 };
        text = padded(&text, to.max(least)) + &cell;
        at = start + length;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Every entry has Japanese words, uses what it is given, and stands once.
    #[test]
    fn the_table_is_sound() {
        let mut seen = BTreeSet::new();
        for line in include_str!("told.txt").lines() {
            assert!(
                line.is_empty() || line.starts_with('#') || line.contains(" => "),
                "{line}"
            );
        }
        for (english, japanese) in entries(include_str!("told.txt")) {
            assert!(seen.insert(english), "twice: {english}");
            // An English text may name a word of a record.
            let wide = english.chars().filter(|&c| c > '\u{2fff}').count();
            assert!(wide < english.chars().filter(char::is_ascii).count(), "{english}");
            if english.contains(" | ") {
                let count = |text: &str| text.split(" | ").count();
                assert_eq!(count(english), count(japanese), "{english}");
                continue;
            }
            let is_japanese = !japanese.is_ascii() || japanese.contains('<');
            assert!(is_japanese, "{english}: {japanese}");
            let places = english.matches('{').count();
            for place in 1..=9 {
                let used =
                    japanese.contains(&format!("{{{place}}}")) || japanese.contains(&format!("<{place}>"));
                assert_eq!(used, place <= places, "{english}: place {place}");
            }
        }
        assert!(seen.len() > 300, "{}", seen.len());
    }

    /// The sources of crates. Oracles of the tests have no readers.
    fn sources(names: &[&str]) -> Vec<String> {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut folders: Vec<_> = names.iter().map(|name| crates.join(name).join("src")).collect();
        let mut sources = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() && !path.ends_with("brute") {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    sources.push(std::fs::read_to_string(&path).unwrap());
                }
            }
        }
        sources
    }

    /// Every error of the crates whose texts have no language has an entry.
    #[test]
    fn every_error_has_its_words() {
        let mut texts = Vec::new();
        for source in sources(&[
            "verify",
            "batch",
            "nats",
            "enumerate",
            "reproduce",
            "tablebase",
            "board",
            "shogi",
            "loa",
            "record",
            "tsume",
            "hisshi",
            "loa-endgame",
            "ask",
            "present",
        ]) {
            // This file names the heads.
            if source.contains("fn every_error_has_its_words") {
                continue;
            }
            for head in [
                "#[error(",
                "Invalid::whole(",
                "Invalid::whole(format!(",
                "return fail(",
                "return fail(&piece.symbol, ",
                "VariantError::Army(",
                "VariantError::Army(format!(",
            ] {
                literals(head, &source, &mut texts);
            }
        }
        assert!(texts.len() > 300, "{}", texts.len());
        for text in texts {
            // Every place is a word that fits anywhere.
            let example = example(&text);
            let has_words = text_alone(&text).chars().any(char::is_alphabetic);
            let known = sentence(&example).or_else(|| after_colon(&example));
            assert!(!has_words || known.is_some(), "no entry: {text}");
        }
    }

    /// What a fault of a record says is missing, expected or given twice has an entry too.
    #[test]
    fn every_part_of_a_fault_of_a_record_has_its_words() {
        let mut count = 0;
        for source in sources(&["record"]) {
            for (head, before, after) in [
                ("what: ", "expected ", ", found `x`"),
                ("what = ", "expected ", ", found `x`"),
                ("(what, found) = (", "expected ", ", found `x`"),
                ("expected(", "expected ", ", found `x`"),
                ("5 => ", "this should be ", ""),
                ("_ => ", "this should be ", ""),
                ("Truncated(", "the text ends where ", " should follow"),
                ("Missing(", "", " is missing"),
                ("Twice(", "the ", " is given twice"),
                ("Type(", "this should be ", ""),
                (".wrong(", "this should be ", ""),
                ("NoGame(", "there is no game in this file", ""),
            ] {
                let mut details = Vec::new();
                literals(head, &source, &mut details);
                for detail in details {
                    count += 1;
                    let english = format!("{before}{detail}{after}");
                    let japanese = sentence(&english).unwrap_or_else(|| panic!("no entry: {english}"));
                    // The name of a field of JSON is one word.
                    let stays = detail.contains(' ') && japanese.contains(&detail);
                    assert!(!stays, "no entry: {detail} in {english}");
                }
            }
        }
        assert!(count > 30, "{count}");
    }

    /// The first lines of the texts after a head: `#[error("…")]`.
    fn literals(head: &str, source: &str, texts: &mut Vec<String>) {
        for (at, head) in source.match_indices(head) {
            let rest = source[at + head.len()..].trim_start();
            let Some(rest) = rest.strip_prefix('"') else {
                continue;
            };
            let mut text = String::new();
            let mut chars = rest.chars();
            while let Some(c) = chars.next() {
                match c {
                    '"' => break,
                    '\\' => match chars.next() {
                        Some('n') => text.push('\n'),
                        Some('\n') => {
                            chars = chars.as_str().trim_start().chars();
                        }
                        Some(c) => text.push(c),
                        None => {}
                    },
                    c => text.push(c),
                }
            }
            texts.push(text.lines().next().unwrap_or_default().to_owned());
        }
    }

    /// The text without its places.
    fn text_alone(text: &str) -> String {
        let mut alone = String::new();
        let mut depth = 0;
        for c in text.chars() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                c if depth == 0 => alone.push(c),
                _ => {}
            }
        }
        alone
    }

    /// The text with a number in every place.
    fn example(text: &str) -> String {
        let mut example = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('{') {
            let end = rest[at..].find('}').map_or(rest.len(), |length| at + length + 1);
            example.push_str(&rest[..at]);
            example.push('7');
            rest = &rest[end..];
        }
        (example + rest).trim().to_owned()
    }

    #[test]
    fn claims_and_faults_of_the_referee() {
        for (english, japanese) in [
            ("claim mate 5", "5手以内で詰む"),
            (
                "claim mate 5, notwithin 3 (exactly 5)",
                "5手以内で詰む、3手以内では詰まない（ちょうど5手）",
            ),
            (
                "claim mate 5, notwithin 3 under the policy usual 1 (exactly 5)",
                "5手以内で詰む、3手以内では詰まない（無駄合の基準 usual 1）（ちょうど5手）",
            ),
            ("claim nohisshi", "必至はかからない"),
            (
                "line 9 (record 2 of `proof`): 4k4 b G after G*5b: the move is not legal",
                "9行目（proof の2番目の記録）：4k4 b G から G*5b のあと：その手は反則である",
            ),
            ("x.cert: no such thing", "x.cert: no such thing"),
        ] {
            assert_eq!(told(english, Language::Japanese), japanese);
        }
    }

    /// The columns of a table stay where they are.
    #[test]
    fn tables_keep_their_columns() {
        let english = "\
pieces zone   positions        wins      losses     draws     mates stalemates        moves deepest  seconds
G         1        5888        2542        1778      1568       274        158        26377      19     0.00  as known
";
        let japanese = told(english, Language::Japanese);
        let mut lines = english.lines().zip(japanese.lines());
        let (head, translated) = lines.next().unwrap();
        assert_eq!(columns(translated), columns(head), "{japanese}");
        assert!(!translated.contains(char::is_alphanumeric) || !translated.is_ascii());
        let (row, translated) = lines.next().unwrap();
        let numbers = |row: &str| row.split("  as").next().unwrap().trim_end().to_owned();
        assert!(translated.starts_with(&numbers(row)), "{japanese}");
        assert!(translated.ends_with("既知のとおり"), "{japanese}");
        let row = "  the paper: plain                    84    1.54E+8";
        let translated = told(row, Language::Japanese);
        assert_eq!(columns(&translated), columns(row), "{translated}");
        assert!(translated.starts_with("  論文：素のまま"), "{translated}");
    }
}
