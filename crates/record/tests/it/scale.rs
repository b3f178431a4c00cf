//! Records of any size: no stack grows with them, and time grows at most linearly.

use std::time::{Duration, Instant};
use yose_record::{Format, NodeId, Record, Step, Tree, read, read_str, write};
use yose_shogi::SHOGI;
use yose_shogi::notation::{sfen, usi};

const CYCLE: [&str; 4] = ["5i5h", "5a5b", "5h5i", "5b5a"];

fn start() -> Record {
    Record::new(sfen::read(SHOGI.start.expect("a start")).expect("SFEN"))
}

fn step(text: &str) -> Step {
    Step::Move(usi::read(text, &SHOGI).expect("USI"))
}

fn long(moves: usize) -> (Record, Vec<NodeId>) {
    let mut record = start();
    let mut path = vec![Tree::ROOT];
    for text in CYCLE.iter().cycle().take(moves) {
        path.push(record.tree.add(path[path.len() - 1], step(text)));
    }
    (record, path)
}

#[test]
fn a_hundred_thousand_moves() {
    let (record, _) = long(100_000);
    for format in Format::ALL {
        let text = write(&record, format).expect("legal");
        assert_eq!(read_str(&text, None).as_ref(), Ok(&record), "{format:?}");
    }
}

#[test]
fn variations_of_every_move_and_within_each_other() {
    let (mut record, path) = long(20_000);
    for (i, &node) in path.iter().enumerate() {
        record
            .tree
            .add(node, step(if i % 2 == 0 { "2g2f" } else { "8c8d" }));
    }
    for format in [Format::Kif, Format::Ki2, Format::Jkf] {
        let text = write(&record, format).expect("legal");
        assert_eq!(read_str(&text, None).as_ref(), Ok(&record), "{format:?}");
    }
    // The same, but with the long line as the variation at every move.
    let mut nested = start();
    let mut at = Tree::ROOT;
    for (i, text) in CYCLE.iter().cycle().take(20_000).enumerate() {
        nested
            .tree
            .add(at, step(if i % 2 == 0 { "2g2f" } else { "8c8d" }));
        at = nested.tree.add(at, step(text));
    }
    for format in [Format::Kif, Format::Ki2] {
        let text = write(&nested, format).expect("legal");
        assert_eq!(read_str(&text, None).as_ref(), Ok(&nested), "{format:?}");
    }
    assert!(
        write(&nested, Format::Jkf).is_err(),
        "readers of JSON would refuse it"
    );
}

#[test]
fn jumps_between_deep_lines() {
    // Marks that send the reader from one deep line to another and back at every step.
    let (record, _) = long(20_000);
    let mut text = write(&record, Format::Kif).expect("legal");
    for _ in 0..5_000 {
        text.push_str(
            "\n変化：19999手\n19999 ２六歩(27) +\n20000 ８四歩(83)\n\n変化：5手\n   5 ２六歩(27) +\n",
        );
        text.push_str("まで5手で中断\n");
    }
    let began = Instant::now();
    let read = read_str(&text, None).expect("legal");
    assert_eq!(read.tree.len(), 20_001 + 5_000 * 4);
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

#[test]
fn megabytes_of_garbage() {
    let megabytes = 3 << 20;
    let of = |unit: &str| unit.repeat(megabytes / unit.len());
    let garbage = [
        of("▲"),
        of("▲７六歩"),
        of("▲７六歩△３四歩 x"),
        of("変化：1手\n"),
        of("   1 ７六歩(77)\n変化：1手\n"),
        of("1 "),
        of("|"),
        of("| ・"),
        of("|\n"),
        of("先手の持駒：") + "\n",
        format!("先手の持駒：{}\n", of("歩")),
        format!("先手の持駒：{}\n", of("王 ")),
        format!("*{}\n", of("a")),
        of("a：b\n"),
        of("手数＝1\n"),
        of("まで1手で中断\n"),
        format!("PI\n+\n{}", of("%CHUDAN,")),
        format!("PI\n+\n{}", of("+7776FU,")),
        format!("P+{}\n", of("00FU")),
        format!("P1{}\n", of("+FU")),
        of("P1 * \n"),
        of("N+\n"),
        of("{"),
        format!("{{\"moves\":[{}{{}}]}}", of("{},")),
        format!(
            "{{\"header\":{{{}\"a\":\"b\"}},\"moves\":[]}}",
            of("\"a\":\"b\",")
        ),
        of("\u{3000}"),
        of("\n"),
        of("\r"),
        of("あ"),
    ];
    for text in &garbage {
        let began = Instant::now();
        let _ = read(text.as_bytes(), None);
        let _ = read_str(text, Some(Format::Kif));
        let head: String = text.chars().take(20).collect();
        assert!(
            began.elapsed() < Duration::from_secs(8),
            "{head}: {:?}",
            began.elapsed()
        );
    }
    let bytes: Vec<u8> = (0..megabytes as u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    let began = Instant::now();
    assert!(read(&bytes, None).is_err());
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}
