//! No input makes a reader panic, and every record that a reader accepts can be written.

use crate::common::{FULL, Random, record};
use proptest::prelude::*;
use yose_record::{Format, Record, read, read_str, to_shift_jis, write};

/// Reads the bytes as every format. Each record is written and read again.
fn read_and_rewrite(bytes: &[u8]) {
    for hint in [
        None,
        Some(Format::Kif),
        Some(Format::Ki2),
        Some(Format::Csa),
        Some(Format::Jkf),
    ] {
        if let Ok(record) = read(bytes, hint) {
            rewrite(&record);
        }
    }
}

fn rewrite(record: &Record) {
    for format in Format::ALL {
        let record = if format == Format::Csa {
            &record.main_line_only()
        } else {
            record
        };
        match write(record, format) {
            Err(error) => assert!(matches!(error, yose_record::WriteError::Nesting(_)), "{error}"),
            Ok(text) => {
                let again = read_str(&text, Some(format))
                    .unwrap_or_else(|faults| panic!("{format:?}: {faults}\n{text}"));
                assert_eq!(again.tree.len(), record.tree.len(), "{format:?}\n{text}");
                assert_eq!(write(&again, format).as_ref(), Ok(&text), "{format:?}");
            }
        }
    }
}

fn samples() -> Vec<Vec<u8>> {
    let mut samples: Vec<Vec<u8>> = [
        include_str!("../fixtures/tsume.kif"),
        include_str!("../fixtures/odds.kif"),
        include_str!("../fixtures/board.bod"),
        include_str!("../fixtures/game.ki2"),
        include_str!("../fixtures/odds.csa"),
        include_str!("../fixtures/tsume.csa"),
        include_str!("../fixtures/forks.jkf"),
    ]
    .iter()
    .map(|text| text.as_bytes().to_vec())
    .collect();
    for seed in 0..12 {
        let record = record(60_000 + seed, FULL);
        for format in Format::ALL {
            let record = if format == Format::Csa {
                record.main_line_only()
            } else {
                record.clone()
            };
            let text = write(&record, format).expect("legal");
            samples.push(text.clone().into_bytes());
            samples.push(to_shift_jis(&text).expect("Japanese"));
        }
    }
    samples
}

/// Words of the formats, so that random texts are almost valid.
const WORDS: [&str; 56] = [
    "\n",
    "\r\n",
    " ",
    "　",
    "|",
    "+",
    "-",
    "*",
    "&",
    "#",
    "'",
    "/",
    ",",
    ":",
    "：",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "変化：",
    "まで",
    "手",
    "手数----",
    "手数＝",
    "先手の持駒：",
    "後手の持駒：",
    "残り全部",
    "手合割：",
    "平手",
    "先手番",
    "後手番",
    "▲",
    "△",
    "同",
    "７六",
    "歩",
    "成銀",
    "(77)",
    "打",
    "不成",
    "直",
    "投了",
    "( 0:01/",
    "V2.2\n",
    "PI\n",
    "P+",
    "P-",
    "00AL",
    "+7776FU",
    "T1",
    "%TORYO",
    "moves",
    "move",
    "forks",
    "1",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        read_and_rewrite(&bytes);
    }

    #[test]
    fn arbitrary_words(words in proptest::collection::vec(0..WORDS.len(), 0..60)) {
        let text: String = words.into_iter().map(|i| WORDS[i]).collect();
        read_and_rewrite(text.as_bytes());
    }
}

#[test]
fn mutated_records() {
    let samples = samples();
    let mut random = Random::new(99);
    for _ in 0..4_000 {
        let mut bytes = random.pick(&samples).clone();
        for _ in 0..=random.below(4) {
            if bytes.is_empty() {
                break;
            }
            let at = random.below(bytes.len());
            match random.below(6) {
                0 => bytes[at] = random.next() as u8,
                1 => bytes.truncate(at),
                2 => {
                    let end = (at + random.below(40)).min(bytes.len());
                    bytes.drain(at..end);
                }
                3 => {
                    // Repeat or move a line.
                    let lines: Vec<Vec<u8>> = bytes
                        .split_inclusive(|b| *b == b'\n')
                        .map(<[u8]>::to_vec)
                        .collect();
                    let line = random.pick(&lines).clone();
                    let mut lines = lines;
                    lines.insert(random.below(lines.len() + 1), line);
                    bytes = lines.concat();
                }
                4 => {
                    let word = random.pick(&WORDS).as_bytes().to_vec();
                    bytes.splice(at..at, word);
                }
                _ => {
                    // Change a digit, and so a square, a number or a kind.
                    if let Some(b) = bytes[at..].iter_mut().find(|b| b.is_ascii_digit()) {
                        *b = b'0' + random.below(10) as u8;
                    }
                }
            }
        }
        let hint = [None, Some(Format::Kif), Some(Format::Csa), Some(Format::Jkf)][random.below(4)];
        if let Ok(record) = read(&bytes, hint) {
            rewrite(&record);
        }
    }
}
