//! A written record is read back unchanged, in every format and through every pair of formats.

use crate::common::{FULL, Shape, record};
use yose_record::{Format, Record, Tree, decode, read, read_str, to_shift_jis, write};

fn write_and_read(record: &Record, format: Format) -> Record {
    let text = write(record, format).expect("a legal record is written");
    // Without a hint, so that the content must suffice.
    match read_str(&text, None) {
        Ok(record) => record,
        Err(faults) => panic!("{format:?}: {faults}\n{text}"),
    }
}

/// The part of a record that a format can express.
fn expressible(record: &Record, format: Format) -> Record {
    let mut record = match format {
        Format::Csa => record.main_line_only(),
        _ => record.clone(),
    };
    if format == Format::Ki2 {
        let ids: Vec<_> = record.tree.iter().map(|(id, _)| id).collect();
        for id in ids {
            record.tree.node_mut(id).time = None;
        }
    }
    record
}

#[test]
fn one_format() {
    for seed in 0..300 {
        let original = record(seed, FULL);
        for format in Format::ALL {
            let original = expressible(&original, format);
            let text = write(&original, format).expect("legal");
            let read = write_and_read(&original, format);
            assert_eq!(read, original, "seed {seed}, {format:?}\n{text}");
            assert_eq!(
                write(&read, format).expect("legal"),
                text,
                "written twice the same"
            );
        }
    }
}

#[test]
fn through_two_formats() {
    for seed in 300..400 {
        let original = record(seed, FULL);
        for a in Format::ALL {
            for b in Format::ALL {
                let original = expressible(&expressible(&original, a), b);
                let there = write_and_read(&write_and_read(&original, a), b);
                assert_eq!(
                    write_and_read(&there, a),
                    original,
                    "seed {seed}: {a:?} to {b:?} and back"
                );
            }
        }
    }
}

#[test]
fn deep_variations_of_one_tree() {
    // Many short lines whose variations have variations. They test the order of the blocks.
    for seed in 0..60 {
        let mut random = crate::common::Random::new(seed + 7_000);
        let mut r = Record::new(crate::common::setup(
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        ));
        for _ in 0..80 {
            let ids: Vec<_> = r.tree.iter().map(|(id, _)| id).collect();
            let at = *random.pick(&ids);
            let moves = crate::common::nine(r.position_at(at).expect("legal")).legal_moves();
            r.tree.add(at, yose_record::Step::Move(*random.pick(&moves)));
        }
        for format in [Format::Kif, Format::Ki2, Format::Jkf] {
            assert_eq!(write_and_read(&r, format), r, "{format:?}");
        }
    }
}

#[test]
fn shift_jis_and_other_bytes() {
    for seed in 400..450 {
        let original = expressible(&record(seed, FULL), Format::Ki2);
        for format in [Format::Kif, Format::Ki2, Format::Jkf] {
            let text = write(&original, format).expect("legal");
            let bytes = to_shift_jis(&text).expect("nothing outside of Shift_JIS");
            assert_eq!(read(&bytes, None), Ok(original.clone()), "Shift_JIS");
            let crlf = text.replace('\n', "\r\n");
            assert_eq!(
                read(&to_shift_jis(&crlf).expect("the same"), None),
                Ok(original.clone()),
                "CR LF"
            );
            assert_eq!(
                read(text.replace('\n', "\r").as_bytes(), None),
                Ok(original.clone()),
                "CR"
            );
            let marked = [b"\xef\xbb\xbf", text.as_bytes()].concat();
            assert_eq!(read(&marked, None), Ok(original.clone()), "UTF-8 with its mark");
            let wide = |big: bool| -> Vec<u8> {
                "\u{feff}"
                    .encode_utf16()
                    .chain(text.encode_utf16())
                    .flat_map(|unit| {
                        if big {
                            unit.to_be_bytes()
                        } else {
                            unit.to_le_bytes()
                        }
                    })
                    .collect()
            };
            assert_eq!(read(&wide(false), None), Ok(original.clone()), "UTF-16LE");
            assert_eq!(read(&wide(true), None), Ok(original.clone()), "UTF-16BE");
        }
    }
    assert_eq!(
        decode(&to_shift_jis("〜‖—").expect("mapped")),
        Ok("～∥―".to_owned())
    );
}

#[test]
fn fractions_of_a_second_are_kept_where_they_can_be() {
    let mut r = record(
        3,
        Shape {
            variations: false,
            ..FULL
        },
    );
    let first = r.tree.main_line().next().expect("a move");
    r.tree.node_mut(first).time = Some(std::time::Duration::from_millis(1_250));
    for format in [Format::Csa, Format::Jkf] {
        assert_eq!(write_and_read(&r, format).tree, r.tree);
    }
    assert!(write(&r, Format::Csa).expect("legal").contains("V3.0\n"));
}

#[test]
fn the_move_number_of_a_board_is_kept() {
    for board in [
        "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    ] {
        let mut r = Record::new(crate::common::setup(board));
        r.setup.ply = 33;
        for format in Format::ALL {
            let again = write_and_read(&r, format);
            assert_eq!(again.setup, r.setup, "{format:?}");
            assert_eq!(again.header("開始手数"), Some("32"), "{format:?}");
            assert_eq!(again.tree, Tree::new());
            let text = write(&r, format).expect("legal");
            assert!(!text.contains("手数＝"), "{text}");
        }
    }
}

#[test]
fn the_length_of_a_problem_survives_every_conversion() {
    let kif = "作者：だれか\n手数：7手\n作品名：初形\n後手の持駒：なし\n\
        | ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n\
        先手の持駒：金\n   1 ５二金打\n";
    let first = read_str(kif, None).expect("a good KIF");
    assert_eq!(first.header("手数"), Some("7手"));
    assert_eq!(first.setup.ply, 1, "the length is not a move number");
    // Every format after every other one.
    for before in Format::ALL {
        for after in Format::ALL {
            let there = write_and_read(&first, before);
            let text = write(&there, after).expect("legal");
            assert!(text.contains("7手"), "{before:?} to {after:?}: {text}");
            assert_eq!(read_str(&text, Some(after)).as_ref(), Ok(&first), "{text}");
        }
    }
}

#[test]
fn players_come_before_other_headers_in_csa() {
    let mut r = Record::new(crate::common::setup(
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    ));
    for (key, value) in [
        ("棋戦", "テスト戦"),
        ("後手", "B"),
        ("備考", "なし"),
        ("先手", "A"),
    ] {
        r.headers.push((key.to_owned(), value.to_owned()));
    }
    let text = write(&r, Format::Csa).expect("legal");
    assert!(
        text.contains("V2.2\nN+A\nN-B\n$EVENT:テスト戦\n$備考:なし\nPI\n"),
        "{text}"
    );
}
