//! Records as programs and people write them.

use yose_record::{Ending, Format, NodeId, Record, Tree, read, read_str, to_shift_jis, write};
use yose_shogi::SHOGI;
use yose_shogi::notation::{sfen, usi};

fn good(text: &str) -> Record {
    match read_str(text, None) {
        Ok(record) => record,
        Err(faults) => panic!("{faults}\n{text}"),
    }
}

fn moves(record: &Record, node: NodeId) -> String {
    let moves = record.tree.moves_to(node);
    moves
        .into_iter()
        .map(|m| usi::write(m, &SHOGI))
        .collect::<Vec<_>>()
        .join(" ")
}

fn main_line(record: &Record) -> String {
    moves(record, record.tree.main_line().last().unwrap_or(Tree::ROOT))
}

/// All lines of a tree, each as its moves and its ending.
fn lines(record: &Record) -> Vec<String> {
    let mut lines: Vec<String> = record
        .tree
        .iter()
        .filter(|(_, node)| node.children().is_empty())
        .map(|(id, node)| match node.ending() {
            Some(ending) => format!("{} {}", moves(record, id), ending.japanese()),
            None => moves(record, id),
        })
        .collect();
    lines.sort();
    lines
}

#[test]
fn a_problem_with_the_rest_and_variations() {
    let text = include_str!("../fixtures/tsume.kif");
    let record = good(text);
    assert_eq!(
        sfen::write_setup(&record.setup),
        "7nl/6gk1/5p1pp/7N1/9/5+B3/9/9/9 b RG2Srb2g2s2n3l15p 1"
    );
    assert_eq!(
        record.headers,
        [("表題".into(), "試作".into()), ("手合割".into(), "詰将棋".into())]
    );
    assert_eq!(
        lines(&record),
        ["2d3b+ 2b1b R*2b", "2d3b+ 2b3b R*4b 3b3a G*3b 中断"]
    );
    let first = record.tree.main_line().next().expect("a move");
    assert_eq!(record.tree.node(Tree::ROOT).comments, ["作意"]);
    assert_eq!(record.tree.node(first).comments, ["まずは金を取る", "&分岐"]);
    // The form that Windows programs use.
    let bytes = to_shift_jis(&text.replace('\n', "\r\n")).expect("Shift_JIS has all of it");
    assert_eq!(read(&bytes, Format::from_path("tsume.kif")), Ok(record.clone()));
    for format in [Format::Kif, Format::Ki2, Format::Jkf] {
        assert_eq!(
            good(&write(&record, format).expect("legal")),
            record,
            "{format:?}"
        );
    }
}

#[test]
fn the_rest_in_every_spelling() {
    let text = include_str!("../fixtures/tsume.kif");
    let expected = good(text).setup;
    for rest in [
        "残り全部",
        "残り",
        "残り全て",
        "残りすべて",
        "残り駒全部",
        "残駒全部",
        "残駒",
        "のこり",
        "残り全部 ",
    ] {
        for side in ["後手", "受方", "玉方", "上手"] {
            let other = text
                .replace("後手の持駒：残り全部", &format!("{side}の持駒：{rest}"))
                .replace("先手の持駒：飛　金　銀二　", "持駒：飛 金１ 銀2");
            assert_eq!(good(&other).setup, expected, "{side}の持駒：{rest}");
        }
    }
    // The hand of the defender is not given, so it is empty.
    let bare = good(&text.replace("後手の持駒：残り全部\n", ""));
    assert_eq!(bare.setup.hands[1], [0; 8]);
}

#[test]
fn kif_as_people_type_it() {
    let plain = good("   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 投了\n");
    for text in [
        "1. ７六歩(77)\n2. ３四歩(33)\n3. ２二角成(88)\n4. 投了\n",
        "1.７六歩(77)\n2.３四歩(33)\n3．２二角成(88)\n4.投了\n",
        "1 ▲７六歩(77)\n2 △３四歩(33)\n3 ▲ ２二角成(88)\n4 △投了\n",
        "1. ☗７六歩(77) (0:01/)\n2. ☖３四歩(33)\n3. ☗２二角成(88)\n4. 投了\n",
    ] {
        assert_eq!(lines(&good(text)), lines(&plain), "{text}");
    }
}

#[test]
fn hands_with_full_names() {
    let text = include_str!("../fixtures/tsume.kif");
    let full = text.replace("先手の持駒：飛　金　銀二　", "先手の持駒：飛車、金将 銀将二");
    assert_ne!(full, text);
    assert_eq!(good(&full).setup, good(text).setup);
    let hand = |hand: &str| {
        let text = text.replace("後手の持駒：残り全部", &format!("後手の持駒：{hand}"));
        good(&text).setup.hands[1]
    };
    assert_eq!(
        hand("飛車角行金将二桂馬２香車歩兵十五"),
        hand("飛　角　金二　桂二　香　歩十五")
    );
}

#[test]
fn a_handicap_game() {
    let record = good(include_str!("../fixtures/odds.kif"));
    assert_eq!(
        sfen::write_setup(&record.setup),
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    );
    assert_eq!(lines(&record), ["7a6b 4g4f 5c5d", "7a6b 7g7f 5c5d 4g4f 投了"]);
    assert_eq!(record.header("上手"), Some("先生"));
    let times: Vec<_> = record
        .tree
        .main_line()
        .filter_map(|id| record.tree.node(id).time)
        .collect();
    assert_eq!(
        times.iter().map(|t| t.as_secs()).collect::<Vec<_>>(),
        [5, 10, 2, 61, 3]
    );
    let text = write(&record, Format::Kif).expect("legal");
    assert!(text.contains("   4 ４六歩(47)   ( 1:01/00:01:11)\n"), "{text}");
    assert!(text.contains("   2 ７六歩(77)   ( 0:10/00:00:10)+\n"), "{text}");
    assert!(
        text.contains("   5 投了         ( 0:03/00:00:10)\nまで4手で下手の勝ち\n"),
        "{text}"
    );
}

#[test]
fn every_handicap_has_its_board() {
    for (name, pieces) in [
        ("平手", 40),
        ("香落ち", 39),
        ("右香落ち", 39),
        ("角落ち", 39),
        ("飛車落ち", 39),
        ("飛香落ち", 38),
        ("二枚落ち", 38),
        ("三枚落ち", 37),
        ("四枚落ち", 36),
        ("五枚落ち", 35),
        ("左五枚落ち", 35),
        ("六枚落ち", 34),
        ("左七枚落ち", 33),
        ("右七枚落ち", 33),
        ("七枚落ち左", 33),
        ("八枚落ち", 32),
        ("十枚落ち", 30),
    ] {
        let record = good(&format!("手合割：{name}\n手数----指手---------消費時間--\n"));
        assert_eq!(record.setup.board.iter().flatten().count(), pieces, "{name}");
    }
}

#[test]
fn ki2_as_people_type_it() {
    let record = good(include_str!("../fixtures/game.ki2"));
    assert_eq!(
        lines(&record),
        [
            "7g7f 3c3d 8h2b+ 3a2b B*4e 6a5b 4e3d 2b3c 3d5f 中断",
            "7g7f 3c3d 8h2b+ 3a2b B*4e 6a6b",
        ]
    );
    assert_eq!(record.header("先手"), Some("先手の人"));
}

#[test]
fn a_board_alone() {
    let record = good(include_str!("../fixtures/board.bod"));
    assert_eq!(
        sfen::write_setup(&record.setup),
        "ln7/3+B2+R2/2k1p4/p3g4/2s3p2/4K4/PP1PPpP1P/9/LNg1g2NL w 2S4Prbgsnl4p 172"
    );
    assert!(record.tree.is_empty());
    assert_eq!(record.tree.node(Tree::ROOT).comments, ["王位戦"]);
    // The first move may say 同 for the move above the board, and its number may follow that move.
    let text = include_str!("../fixtures/board.bod").to_owned();
    for number in [1, 172] {
        let played = good(&format!("{text} {number} ６四玉(73)\n {} 投了\n", number + 1));
        assert_eq!(lines(&played), ["7c6d 投了"]);
    }
    let written = write(&record, Format::Kif).expect("legal");
    assert!(written.contains("手数＝171  ▲６二角成  まで\n"), "{written}");
    assert_eq!(good(&written), record);
}

#[test]
fn boards_as_programs_draw_them() {
    let plain = include_str!("../fixtures/tsume.kif");
    let expected = good(plain);
    let variants = [
        plain
            .replace("  ９ ８ ７ ６ ５ ４ ３ ２ １\n", "")
            .replace("+---------------------------+\n", ""),
        plain.replace("|一", "|").replace("|九", "|"),
        plain.replace('v', "V"),
        plain.replace('v', "▽"),
        plain.replace("|一", "|1").replace("|二", "|２"),
        plain.replace("v玉", "v王"),
        plain.replace('・', "．"),
        plain.replace('\n', "\r"),
        plain.replace("   1 ３二桂成(24) +", "１　３二桂成(24)  ( 0:00/00:00:00)+"),
    ];
    for text in variants {
        assert_eq!(good(&text).setup, expected.setup, "{text}");
    }
    // Promoted pieces in two characters.
    let two = plain.replace(" ・ ・ ・ ・ ・ 馬", "v成銀 成桂v成香 ・ ・ 馬");
    let board = sfen::write_setup(&good(&two).setup);
    assert!(board.starts_with("7nl/6gk1/5p1pp/7N1/9/+s+N+l2+B3/"), "{board}");
}

#[test]
fn variations_in_either_order() {
    // The variations of the last move come first, as Kifu for Windows writes them. A nested
    // variation comes after the line that it belongs to.
    let back = "   1 ２六歩(27) +
   2 ３四歩(33)
   3 ７六歩(77)
   4 ４四歩(43) +
   5 ４八銀(39)

変化：4手
   4 ８四歩(83)
   5 ２五歩(26) +
   6 ８五歩(84)

変化：5手
   5 ７八金(69)

変化：1手
   1 ７六歩(77)
   2 ８四歩(83)
   3 ６八銀(79)
   4 ３四歩(33)
";
    let expected = [
        "2g2f 3c3d 7g7f 4c4d 3i4h",
        "2g2f 3c3d 7g7f 8c8d 2f2e 8d8e",
        "2g2f 3c3d 7g7f 8c8d 6i7h",
        "7g7f 8c8d 7i6h 3c3d",
    ];
    assert_eq!(lines(&good(back)), expected);
    // The variations of the first move come first. Only the marks show that move 4 belongs to the
    // main line.
    let on = "   1 ２六歩(27) +
   2 ３四歩(33)
   3 ７六歩(77)
   4 ４四歩(43) +
   5 ４八銀(39)

変化：1手
   1 ７六歩(77)
   2 ８四歩(83)
   3 ６八銀(79)
   4 ３四歩(33)

変化：4手
   4 ８四歩(83)
";
    let expected = [
        "2g2f 3c3d 7g7f 4c4d 3i4h",
        "2g2f 3c3d 7g7f 8c8d",
        "7g7f 8c8d 7i6h 3c3d",
    ];
    assert_eq!(lines(&good(on)), expected);
}

#[test]
fn an_ending_and_a_variation_of_it() {
    let text = "   1 ７六歩(77)\n   2 投了 +\nまで1手で先手の勝ち\n\n変化：2手\n   2 ３四歩(33)\n   3 中断\n";
    let record = good(text);
    assert_eq!(lines(&record), ["7g7f 3c3d 中断", "7g7f 投了"]);
    let first = record.tree.main_line().next().expect("a move");
    let children = record.tree.node(first).children();
    assert_eq!(
        record.tree.node(children[0]).ending(),
        Some(&Ending::Resign),
        "the main line ends"
    );
    for format in [Format::Kif, Format::Ki2, Format::Jkf] {
        assert_eq!(
            good(&write(&record, format).expect("legal")),
            record,
            "{format:?}"
        );
    }
    // Some programs write the summary of the main line at the very end.
    let late = "▲７六歩 △３四歩\n\n変化：2手\n△８四歩\n\nまで2手で後手の勝ち\n";
    assert_eq!(lines(&good(late)), ["7g7f 3c3d 投了", "7g7f 8c8d"]);
}

#[test]
fn csa_with_odds_and_commas() {
    let record = good(include_str!("../fixtures/odds.csa"));
    assert_eq!(
        sfen::write_setup(&record.setup),
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    );
    assert_eq!(lines(&record), ["7a6b 7g7f 中断"]);
    assert_eq!(record.header("下手"), Some("Student"));
    assert_eq!(record.header("棋戦"), Some("指導対局"));
    let second = record.tree.main_line().nth(1).expect("a move");
    assert_eq!(record.tree.node(second).comments, ["堂々と"]);
    assert_eq!(record.tree.node(second).time.map(|t| t.as_secs()), Some(10));
    let bytes = to_shift_jis(include_str!("../fixtures/odds.csa")).expect("all of it");
    assert_eq!(read(&bytes, Some(Format::Csa)), Ok(record));
}

#[test]
fn csa_with_the_rest() {
    let record = good(include_str!("../fixtures/tsume.csa"));
    assert_eq!(record.setup, good(include_str!("../fixtures/tsume.kif")).setup);
    assert_eq!(lines(&record), ["2d3b+ 2b3b 詰み"]);
    for version in ["V2.1", "V2.2", "V3.0", "V3"] {
        assert_eq!(
            good(&include_str!("../fixtures/tsume.csa").replace("V2", version)),
            record
        );
    }
    // Spaces are missing at the ends of ranks and merged within them.
    let rows = write(&record, Format::Csa).expect("legal");
    let squeezed: String = rows
        .lines()
        .map(|line| format!("{}\n", line.replace("  ", " ").trim_end()))
        .collect();
    assert_eq!(good(&squeezed), record, "{squeezed}");
    assert_eq!(
        good(&format!("{rows}/\n'the end\n")),
        record,
        "a separator with nothing behind it"
    );
}

#[test]
fn jkf_that_nobody_normalised() {
    let record = good(include_str!("../fixtures/forks.jkf"));
    assert_eq!(
        lines(&record),
        [
            "7g7f 3c3d 8h2b+ 3a2b B*4e 投了",
            "7g7f 8c8d 2g2f",
            "7g7f 8c8d 7i6h",
            "7g7f 中断",
        ]
    );
    assert_eq!(
        record.headers,
        [
            ("先手".into(), "na2hiro".into()),
            ("後手".into(), "うひょ".into()),
            ("場所".into(), "一行目".into()),
            ("場所".into(), "二行目".into()),
        ]
    );
    assert_eq!(record.tree.node(Tree::ROOT).comments, ["始め", "二行", "になる"]);
    for format in [Format::Kif, Format::Jkf] {
        assert_eq!(
            good(&write(&record, format).expect("legal")),
            record,
            "{format:?}"
        );
    }
}

#[test]
fn a_written_jkf_to_the_letter() {
    let text =
        "手合割：平手\n   1 ７六歩(77)   ( 0:16/00:00:16)+\n*good\n   2 投了\n\n変化：1手\n   1 ２六歩(27)\n";
    assert_eq!(
        write(&good(text), Format::Jkf).expect("legal"),
        concat!(
            r#"{"header":{},"initial":{"preset":"HIRATE"},"moves":[{},"#,
            r#"{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"#,
            r#""time":{"now":{"m":0,"s":16}},"comments":["good"],"#,
            r#""forks":[[{"move":{"color":0,"from":{"x":2,"y":7},"to":{"x":2,"y":6},"piece":"FU"}}]]},"#,
            r#"{"special":"TORYO"}]}"#,
            "\n"
        )
    );
}

#[test]
fn the_main_line_alone() {
    let record = good(include_str!("../fixtures/odds.kif"));
    assert!(write(&record, Format::Csa).is_err());
    let alone = record.main_line_only();
    assert_eq!(main_line(&alone), main_line(&record));
    assert_eq!(
        good(&write(&alone, Format::Csa).expect("no variations")).tree,
        alone.tree
    );
}
