//! The promises of the parsers for every file of the fuzz corpora, for mutations of these files,
//! and for random bytes and texts.

use proptest::prelude::*;
use proptest::sample::Index;
use std::path::Path;
use std::sync::OnceLock;
use yose_testkit::parsers;

/// The files of a parser's corpus, sorted by name.
fn corpus(name: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz/corpora")
        .join(name);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<(String, Vec<u8>)> = entries
        .map(|entry| {
            let path = entry.expect("a file").path();
            let name = path.display().to_string();
            (name, std::fs::read(path).expect("a file that can be read"))
        })
        .collect();
    files.sort();
    files
}

/// The corpora, in the order of [`parsers::ALL`].
fn corpora() -> &'static [Vec<Vec<u8>>] {
    static CORPORA: OnceLock<Vec<Vec<Vec<u8>>>> = OnceLock::new();
    CORPORA.get_or_init(|| {
        let contents = |name| corpus(name).into_iter().map(|(_, bytes)| bytes).collect();
        parsers::ALL.iter().map(|(name, _)| contents(name)).collect()
    })
}

#[test]
fn corpora_are_replayed() {
    for (name, parser) in parsers::ALL {
        let files = corpus(name);
        assert!(files.len() >= 5, "{name} has seeds");
        for (file, bytes) in files {
            if std::panic::catch_unwind(|| parser(&bytes)).is_err() {
                panic!("{name} breaks a promise on {file}");
            }
        }
    }
}

/// A mutation of a file.
#[derive(Clone, Debug)]
enum Change {
    /// One byte replaced.
    Byte(Index, u8),
    /// One bit of a byte flipped.
    Bit(Index, u8),
    /// The file cut off at a place.
    Cut(Index),
    /// A part left out.
    Drop(Index, Index),
    /// A line repeated at another place.
    Again(Index, Index),
    /// The beginning of the file joined to the end of another.
    Splice(Index, Index, Index),
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<Index>;
    prop_oneof![
        (at(), any::<u8>()).prop_map(|(at, byte)| Change::Byte(at, byte)),
        (at(), 0..8u8).prop_map(|(at, bit)| Change::Bit(at, bit)),
        at().prop_map(Change::Cut),
        (at(), at()).prop_map(|(from, to)| Change::Drop(from, to)),
        (at(), at()).prop_map(|(line, to)| Change::Again(line, to)),
        (at(), at(), at()).prop_map(|(at, other, from)| Change::Splice(at, other, from)),
    ]
}

fn changed(mut bytes: Vec<u8>, change: &Change, others: &[Vec<u8>]) -> Vec<u8> {
    if bytes.is_empty() {
        return bytes;
    }
    match change {
        Change::Byte(at, byte) => *at.get_mut(&mut bytes) = *byte,
        Change::Bit(at, bit) => *at.get_mut(&mut bytes) ^= 1 << bit,
        Change::Cut(at) => bytes.truncate(at.index(bytes.len())),
        Change::Drop(a, b) => {
            let (a, b) = (a.index(bytes.len()), b.index(bytes.len()));
            bytes.drain(a.min(b)..a.max(b));
        }
        Change::Again(line, to) => {
            let mut lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
            let line = *line.get(&lines);
            lines.insert(to.index(lines.len()), line);
            return lines.concat();
        }
        Change::Splice(at, other, from) => {
            let other = other.get(others);
            bytes.truncate(at.index(bytes.len()));
            bytes.extend(other.iter().skip(from.index(other.len() + 1)));
        }
    }
    bytes
}

/// A random text with many blanks, digits, letters and signs of all the notations.
fn text() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => "[ -~]",
        2 => "[\n\t　 ]",
        2 => "[1-9][a-i]",
        2 => "[▲△☗☖同直左右上引寄成打不歩香桂銀金角飛玉王馬龍と一二三四五六七八九１-９：｜|]",
        1 => "(まで|変化：|手で|先手の持駒：|手数----|moves|sfen|PI|P\\+|%TORYO|\\[\\[piece\\]\\]|name = )",
        1 => any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(word, 0..60).prop_map(|words| words.concat())
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        // A failing case belongs in the corpus; proptest shall write nothing into the source tree.
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        parsers::ALL.iter().for_each(|(_, parser)| parser(&bytes));
    }

    #[test]
    fn any_text(text in text()) {
        parsers::ALL.iter().for_each(|(_, parser)| parser(text.as_bytes()));
    }

    #[test]
    fn nearly_a_file(file in any::<Index>(), changes in proptest::collection::vec(change(), 1..5)) {
        for ((_, parser), files) in parsers::ALL.iter().zip(corpora()) {
            let start = file.get(files).clone();
            let bytes = changes
                .iter()
                .fold(start, |bytes, change| changed(bytes, change, files));
            parser(&bytes);
        }
    }
}
