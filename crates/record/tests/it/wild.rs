//! Files as they are found: what programs and people write beyond the standards.

use yose_record::{Ending, Format, Record, Step, read, read_all, read_str, write};
use yose_shogi::SHOGI;
use yose_shogi::notation::{sfen, usi};

#[track_caller]
fn good(text: &str) -> Record {
    read_str(text, None).unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}

/// The steps of the main line: moves in USI, `!` after an illegal one, and the ending in Japanese.
fn steps(record: &Record) -> Vec<String> {
    let name = |m| usi::write(m, record.setup.variant);
    record
        .tree
        .main_line()
        .filter_map(|id| record.tree.node(id).step())
        .map(|step| match step {
            Step::Move(m) => name(*m),
            Step::Illegal(m) => name(*m) + "!",
            Step::End(ending) => ending.japanese(),
        })
        .collect()
}

/// Writes a record in every format and reads it again.
#[track_caller]
fn survives(record: &Record, formats: &[Format]) {
    for &format in formats {
        let text = write(record, format).unwrap_or_else(|error| panic!("{format:?}: {error}"));
        let again = read_str(&text, Some(format)).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
        assert_eq!(again.setup, record.setup, "{format:?}\n{text}");
        assert_eq!(steps(&again), steps(record), "{format:?}\n{text}");
    }
}

#[test]
fn a_sealed_move_ends_a_game() {
    let kif = "手合割：平手\n   1 ７六歩(77) ( 0:10/00:00:10)\n   2 封じ手       (25:00/00:25:00)\nまで1手で封じ手\n";
    let record = good(kif);
    assert_eq!(steps(&record), ["7g7f", "封じ手"]);
    let ending = record.tree.main_line().last().expect("an ending");
    assert_eq!(record.tree.node(ending).ending(), Some(&Ending::Sealed));
    assert_eq!(
        steps(&good("手合割：平手\n\n▲７六歩\nまで1手で封じ手\n")),
        ["7g7f", "封じ手"]
    );
    survives(&record, &Format::ALL);
}

/// The record of a game of two days goes on after the adjournment. Some programs count 封じ手 as a
/// move.
#[test]
fn a_game_goes_on_after_a_sealed_move() {
    let day_one = "手合割：平手\n   1 ７六歩(77)   ( 0:10/00:00:10)\n   2 ３四歩(33)   ( 0:20/00:00:20)\n";
    let seal = "   3 封じ手       (36:00/00:36:10)\n*１日目はここまで\n";
    let moves = ["7g7f", "3c3d", "2g2f", "8c8d", "投了"];
    let same = "   3 ２六歩(27)   ( 0:00/00:36:10)\n   4 ８四歩(83)\n   5 投了\nまで4手で後手の勝ち\n";
    let next = "   4 ２六歩(27)\n   5 ８四歩(83)\n   6 投了\nまで5手で後手の勝ち\n";
    for (day_two, later) in [(same, 4), (next, 5)] {
        for between in ["", "まで2手で封じ手\n", "\n"] {
            let variations = format!(
                "\n変化：{later}手\n   {later} ４四歩(43)\n   {} ２五歩(26)\n\n変化：2手\n   2 ８四歩(83)\n   3 ２六歩(27)\n   4 ８五歩(84)\n   5 ７八金(69)\n",
                later + 1
            );
            let record = good(&format!("{day_one}{seal}{between}{day_two}{variations}"));
            assert_eq!(steps(&record), moves);
            let sealed = record.tree.main_line().nth(2).expect("the sealed move");
            let node = record.tree.node(sealed);
            assert_eq!(node.comments, ["封じ手", "１日目はここまで"]);
            assert_eq!(node.time, Some(std::time::Duration::from_secs(36 * 60)));
            let name = |id| {
                usi::write(
                    record.tree.node(id).played().expect("a move"),
                    record.setup.variant,
                )
            };
            let second = node.children()[1];
            assert_eq!(name(second), "4c4d");
            let first = record.tree.main_line().next().expect("a move");
            let other: Vec<String> = { record.tree.line_from(record.tree.node(first).children()[1]) }
                .map(name)
                .collect();
            assert_eq!(other, ["2g2f", "8d8e", "6i7h"]);
            survives(&record, &[Format::Kif, Format::Ki2, Format::Jkf]);
        }
    }
    let ki2 = "手合割：平手\n\n▲７六歩 △３四歩\nまで2手で封じ手\n▲２六歩 △８四歩\nまで4手で後手の勝ち\n";
    let record = good(ki2);
    assert_eq!(steps(&record), moves);
    survives(&record, &Format::ALL);
    // A number that is neither is a fault, and so is a move after another ending.
    let faults = read_str(&format!("{day_one}{seal}   6 ２六歩(27)\n"), None).expect_err("a number");
    assert!(faults.to_string().contains('6'), "{faults}");
    let faults = read_str(&format!("{day_one}   3 中断\n   3 ２六歩(27)\n"), None).expect_err("an ending");
    assert_eq!(faults.iter().count(), 1, "{faults}");
}

#[test]
fn an_illegal_last_move_is_kept_if_the_record_says_so() {
    // Two pawns on a file, in every format.
    let start = "7g7f 3c3d 8h2b+ 3a2b";
    let head = "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ７五歩(76)\n   4 ３五歩(34)\n   5 ７四歩(75)\n   6 同　歩(73)\n   7 ７八銀(79)\n";
    for (last, ending) in [("反則勝ち", "先手"), ("反則負け", "後手")] {
        let kif = format!(
            "手合割：平手\n{head}   8 ７五歩打     ( 0:05/00:00:05)\n*二歩\n   9 {last}\nまで8手で{ending}の{last}\n"
        );
        let record = good(&kif);
        let said = steps(&record);
        assert_eq!(said.len(), 9, "{said:?} {start}");
        assert_eq!(said[7..], ["P*7e!".to_owned(), last.to_owned()]);
        let id = record.tree.main_line().nth(7).expect("the illegal move");
        let node = record.tree.node(id);
        assert!(node.is_illegal() && node.played().is_none());
        assert_eq!(node.comments, ["二歩"]);
        assert_eq!(node.time, Some(std::time::Duration::from_secs(5)));
        survives(&record, &Format::ALL);
    }
    // The king stays in check.
    let csa = "PI\n+\n+7776FU\n-5354FU\n+8833UM\n-5152OU\n%+ILLEGAL_ACTION\n";
    assert!(
        read_str(csa, None).is_ok(),
        "5a5b is legal here: the horse on 3c checks 5a"
    );
    let csa = "PI\n+\n+7776FU\n-5354FU\n+8833UM\n-9394FU\n%-ILLEGAL_ACTION\n";
    let record = good(csa);
    assert_eq!(steps(&record), ["7g7f", "5c5d", "8h3c+", "9c9d!", "反則勝ち"]);
    survives(&record, &Format::ALL);
    // KI2 finds the piece among those that reach the square.
    let ki2 = "手合割：平手\n\n▲７六歩 △５四歩 ▲３三角成 △９四歩\nまで4手で先手の反則勝ち\n";
    assert_eq!(steps(&good(ki2)), steps(&record));
    // A legal drop and a legal move of another piece are not taken for the illegal move.
    for (start, m) in [
        ("3k5/3s5/9/9/9/9/9/9/3R1K3 w s 1", "6b5a"),
        ("1k2r4/9/9/9/9/9/4+B1+B2/9/4K4 b - 1", "5g4f"),
        ("9/9/9/4r4/9/9/4G4/3GK4/9 b - 1", "5g6g"),
        ("4k4/9/9/9/9/9/9/9/4K1P2 b P 1", "P*3a"),
    ] {
        let mut record = Record::new(crate::common::setup(start));
        let m = usi::read(m, &SHOGI).expect("USI");
        let at = record.tree.add(yose_record::Tree::ROOT, Step::Illegal(m));
        record.tree.add(at, Step::End(Ending::IllegalWin));
        survives(&record, &Format::ALL);
    }
    // A move that no piece makes has no name in KI2.
    let csa = "PI\n+\n+7775FU\n%+ILLEGAL_ACTION\n";
    let record = good(csa);
    survives(&record, &[Format::Kif, Format::Csa, Format::Jkf]);
    let error = write(&record, Format::Ki2).expect_err("no name").to_string();
    assert_eq!(
        error,
        "KI2 has no origins, so it cannot name the illegal move 1 (7g7e)"
    );
}

#[test]
fn an_illegal_move_without_such_an_ending_is_a_fault() {
    for end in [
        "",
        "   2 投了\n",
        "   2 ３四歩(33)\n   3 反則負け\n",
        "\n変化：1手\n   1 ２六歩(27)\n",
    ] {
        let kif = format!("手合割：平手\n   1 ７五歩(77)\n{end}");
        let faults = read_str(&kif, None).expect_err("an illegal move").to_string();
        assert!(faults.contains("`７五歩(77)` (7g7e) is not legal"), "{faults}");
    }
    // A piece that is not there makes no move.
    let kif = "手合割：平手\n   1 ５五歩(56)\n   2 反則勝ち\n";
    assert!(read_str(kif, None).is_err());
    let kif = "手合割：平手\n   1 ５五歩打\n   2 反則勝ち\n";
    assert!(read_str(kif, None).is_err());
}

#[test]
fn an_ending_may_name_the_side() {
    let kif = "手合割：平手\n1 ７六歩(77)    ( 0:01/00:00:01)\n2 先手 反則負け ( 0:22/00:04:53)\n";
    assert_eq!(
        steps(&good(kif)),
        ["7g7f", "反則勝ち"],
        "it is White's turn, so White wins"
    );
    let kif = "手合割：平手\n1 ７六歩(77)\n2 後手反則負け\n";
    assert_eq!(steps(&good(kif)), ["7g7f", "反則負け"]);
}

#[test]
fn euc_jp_is_recognised() {
    let csa = "'対局者\nN+山田将棋\nN-棋理\n'平手の盤面\nPI\n+\n+7776FU\n'*角道を開ける\n%TORYO\n";
    let (bytes, _, lost) = encoding_rs::EUC_JP.encode(csa);
    assert!(!lost);
    let record = read(&bytes, None).expect("EUC-JP");
    assert_eq!(record.header("先手"), Some("山田将棋"));
    let first = record.tree.main_line().next().expect("a move");
    assert_eq!(record.tree.node(first).comments, ["角道を開ける"]);
    // Shift_JIS stays Shift_JIS, also with half-width katakana.
    for name in ["山田将棋", "ﾔﾈｳﾗｵｳ", "ﾎﾞﾅﾝｻﾞ", "Ａさん"] {
        let text = format!("N+{name}\nPI\n+\n");
        let (bytes, _, _) = encoding_rs::SHIFT_JIS.encode(&text);
        let record = read(&bytes, None).expect("Shift_JIS");
        assert_eq!(record.header("先手"), Some(name));
    }
}

#[test]
fn a_wrong_declaration_of_utf_8_is_seen_through() {
    let kif = "#KIF version=2.0 encoding=UTF-8\n先手：羽生\n手合割：平手\n   1 ７六歩(77)\n";
    let (bytes, _, _) = encoding_rs::SHIFT_JIS.encode(kif);
    assert_eq!(
        read(&bytes, None).expect("Shift_JIS").header("先手"),
        Some("羽生")
    );
}

#[test]
fn a_comment_may_follow_a_comma_in_csa() {
    let record = good("V2\nPI\n+\n+7776FU,T3,'* 100 +3334FU\n%KACHI,'* -5000 win\nT10\n%KACHI\n'P1 * \n");
    assert_eq!(steps(&record), ["7g7f", "入玉勝ち"]);
    let last = record.tree.main_line().last().expect("an ending");
    assert_eq!(record.tree.node(last).comments, [" -5000 win"]);
    assert_eq!(
        record.tree.node(last).time,
        Some(std::time::Duration::from_secs(10))
    );
    // Another ending after an ending stays a fault.
    assert!(read_str("PI\n+\n%KACHI\n%TORYO\n", None).is_err());
}

#[test]
fn what_programs_write_after_moves_and_games() {
    // A second time, the origin of a drop, and remarks below the summary.
    let kif = "手合割：平手\n   1 ７六歩(77)   ( 0:01/00:00:01) ( 0:09/00:00:09)\n   2 ３四歩(33)   ( 0:00/00:00:00) ( 0:00/00:00:00)\n\
        \x20  3 ２二角成(88)\n   4 同　銀(31)\n   5 ４五角打(00)  ( 0:07/00:01:00)\n   6 投了\nまで5手で先手の勝ち\n\n解析結果 激指14\n評価値グラフ 0 12 -3\n";
    let record = good(kif);
    assert_eq!(steps(&record), ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e", "投了"]);
    let first = record.tree.main_line().next().expect("a move");
    assert_eq!(
        record.tree.node(first).time,
        Some(std::time::Duration::from_secs(1))
    );
    // A comment on the line of its move, and the end of file of old systems.
    let record = good("手合割：平手\n   1 ７六歩(77)   ( 0:01/00:00:01) *初手\n\u{1a}");
    let first = record.tree.main_line().next().expect("a move");
    assert_eq!(record.tree.node(first).comments, ["初手"]);
    // The same words before the summary are a fault.
    assert!(read_str("手合割：平手\n   1 ７六歩(77)\n解析結果 激指14\n", None).is_err());
}

#[test]
fn several_games_in_one_csa_file() {
    let csa = "V2.2\nN+A\nPI\n+\n+7776FU\n%TORYO\n/\n'the second\nN+B\nPI\n-\n-3334FU\n/\nPI\n+\n+5555FU\n/\n'remarks\n";
    let games = read_all(csa.as_bytes(), None);
    assert_eq!(games.len(), 3);
    assert_eq!(games.iter().map(|game| game.line).collect::<Vec<_>>(), [1, 8, 14]);
    let record = |i: usize| games[i].record.as_ref().expect("a game");
    assert_eq!(
        (record(0).header("先手"), steps(record(0))),
        (Some("A"), vec!["7g7f".to_owned(), "投了".to_owned()])
    );
    assert_eq!(
        (record(1).header("先手"), steps(record(1))),
        (Some("B"), vec!["3c3d".to_owned()])
    );
    let faults = games[2].record.as_ref().expect_err("no pawn on 55").to_string();
    assert!(faults.starts_with("line 16, column 1:"), "{faults}");
    // One game, and files in other formats, are one game.
    assert_eq!(read_all(b"PI\n+\n/\n", None).len(), 1);
    assert_eq!(read_all("手合割：平手\n".as_bytes(), None).len(), 1);
    assert_eq!(read_all(b"", None).len(), 1);
}

#[test]
fn the_content_is_read_if_the_name_is_wrong() {
    let kif = "先手：A\n手合割：平手\n   1 ７六歩(77)\n";
    let record = read_str(kif, Some(Format::Csa)).expect("a KIF");
    assert_eq!(steps(&record), ["7g7f"]);
    let csa = "PI\n+\n+7776FU\n";
    assert_eq!(steps(&read_str(csa, Some(Format::Kif)).expect("a CSA")), ["7g7f"]);
    // The faults are those of the format that the name says.
    let faults = read_str("PI\n+\n+5555FU\n", Some(Format::Csa))
        .expect_err("bad")
        .to_string();
    assert!(faults.contains("+5555FU"), "{faults}");
}

#[test]
fn diagrams_without_a_king_are_records() {
    for text in [
        "9/9/9/4g4/9/4G4/9/9/9 b R2b 1",
        "9/9/9/9/9/9/9/9/9 w - 1",
        // A king in hand, as it is typed.
        "9/9/4k4/9/4G4/9/9/9/9 b KR 1",
        "9/9/9/9/4G4/9/9/9/9 w Rk 1",
    ] {
        let setup = sfen::read_diagram(text, &SHOGI).expect("a diagram");
        let mut record = Record::new(setup.clone());
        let question = record.setup.validate();
        assert!(question.is_err(), "no question can be asked about {text}");
        survives(&record, &Format::ALL);
        assert_eq!(sfen::write_setup(&setup), text);
        // Moves can be played, and are written in every format.
        let moves = yose_shogi::with_position!(record.position().expect("a diagram"), |p| p.legal_moves());
        if let Some(&m) = moves.first() {
            record.tree.add(yose_record::Tree::ROOT, Step::Move(m));
            survives(&record, &Format::ALL);
        }
    }
    // Other faults of a board are still faults.
    let two_pawns = crate::common::setup("9/9/4P4/9/4P4/9/9/9/9 b - 1");
    assert!(write(&Record::new(two_pawns), Format::Kif).is_err());
}

#[test]
fn minishogi_in_every_format() {
    let kif =
        "手合割：5五将棋\n   1 ３四銀(35)\n   2 ３二銀(31)\n   3 ２三銀(34)\n   4 同　銀(32)\n   5 投了\n";
    let record = good(kif);
    assert_eq!(sfen::write_setup(&record.setup), "rbsgk/4p/5/P4/KGSBR b - 1");
    assert_eq!(steps(&record), ["3e3d", "3a3b", "3d2c", "3b2c", "投了"]);
    survives(&record, &Format::ALL);
    assert_eq!(good(&kif.replace("5五", "５五")).setup, record.setup);
    assert!(
        write(&record, Format::Kif)
            .expect("legal")
            .contains("手合割：5五将棋\n手数----")
    );
    assert!(
        write(&record, Format::Csa)
            .expect("legal")
            .contains("P1-HI-KA-GI-KI-OU\n")
    );
    // A board of 5x5, with hands, a move number and White to move.
    let mini = record.setup.variant;
    let setup = sfen::read_as("2k2/5/2P2/5/2K2 w GSrb 7", mini).expect("SFEN");
    let text = write(&Record::new(setup.clone()), Format::Kif).expect("legal");
    assert!(
        text.contains("  ５ ４ ３ ２ １\n+---------------+\n| ・ ・v玉 ・ ・|一\n"),
        "{text}"
    );
    survives(&Record::new(setup), &Format::ALL);
    // The places of faults are those of the small board.
    let bad = text.replace("| ・ ・ 歩 ・ ・|三", "| ・ ・ 歩 ・|三");
    let faults = read_str(&bad, None).expect_err("a short rank").to_string();
    assert!(faults.contains("rank 3 has 4 squares, not 5"), "{faults}");
}

#[test]
fn other_boards_have_no_record() {
    let dobutsu = yose_shogi::Variant::by_name("dobutsu").expect("built in");
    let setup = sfen::read_as(dobutsu.start.expect("a start"), dobutsu).expect("SFEN");
    for format in Format::ALL {
        let error = write(&Record::new(setup.clone()), format)
            .expect_err("no record")
            .to_string();
        assert_eq!(
            error,
            "records hold games of 9x9 shogi and of 5x5 minishogi, not of dobutsu; SFEN and USI can hold it"
        );
    }
}
