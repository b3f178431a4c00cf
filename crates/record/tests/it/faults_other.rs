//! Every fault of CSA, JKF, bytes and writing, with its exact message and place.

use yose_record::{Format, Record, Step, WriteError, read, read_str, to_shift_jis, write};
use yose_shogi::notation::usi;
use yose_shogi::{Kind, Piece, SHOGI, Setup, Variant};

/// The faults of a text, one string for each.
fn faults(text: &str) -> Vec<String> {
    faults_as(text, None)
}

fn faults_as(text: &str, format: Option<Format>) -> Vec<String> {
    match read_str(text, format) {
        Ok(record) => panic!("read without a fault: {record:?}"),
        Err(faults) => faults.iter().map(ToString::to_string).collect(),
    }
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(faults(text), expected, "\n{text}");
}

#[test]
fn csa() {
    check(
        "V4\nPI\n+\n",
        &["line 1, column 1: `V4` is no version of CSA that is known: V2, V2.1, V2.2, V3 and V3.0 are"],
    );
    check(
        "V2.2\nPI\n",
        &["line 2: the text ends where the side to move, + or -, should follow"],
    );
    check(
        "V2.2\nPI\n+\n+7775FU\n",
        &[
            "line 4, column 1: `+7775FU` (7g7e) is not legal in lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        ],
    );
    check(
        "V2.2\nPI\n+\n+7776KY\n-3334FU\n",
        &["line 4, column 1: `+7776KY`: on 77 stands 歩"],
    );
    check(
        "V2.2\nPI\n+\n+7676FU\n",
        &["line 4, column 1: `+7676FU`: Black has no piece on 76"],
    );
    check(
        "V2.2\nPI\n+\n-3334FU\n",
        &["line 4, column 1: it is Black's turn"],
    );
    check(
        "V2.2\nPI\n+\n+77\n",
        &["line 4, column 1: expected a move such as +7776FU, found `+77`"],
    );
    check(
        "V2.2\nPI\n+\n+7776FU,Tx,-3334F\n",
        &[
            "line 4, column 9: `Tx` is not a time",
            "line 4, column 12: expected a move such as +7776FU, found `-3334F`",
        ],
    );
    check(
        "V2.2\nPI\n+\nT5\n",
        &["line 4, column 1: `T5` has no meaning here"],
    );
    check(
        "V2.2\nPI\n+\n%TORYO\n%CHUDAN\n+7776FU\n",
        &[
            "line 5, column 1: the game had ended at move 1",
            "line 6, column 1: the game had ended at move 1",
        ],
    );
    // One wrong sign is one fault.
    check(
        "V2.2\nPI\n-\n+7776FU\n-3334FU\n+2726FU\n+2625FU\n",
        &[
            "line 4, column 1: it is White's turn",
            "line 7, column 1: it is White's turn",
        ],
    );
    check(
        "V2.2\nPI\n+\n+7776FU\n%TOR\n",
        &["line 5, column 1: `%TOR` is no special move of CSA"],
    );
    for unknown in ["FUSENSHO", "ILLEGAL_ACTION", "WIN"] {
        check(
            &format!("V2.2\nPI\n+\n%{unknown}\n"),
            &[&format!(
                "line 4, column 1: `%{unknown}` is no special move of CSA"
            )],
        );
    }
    check(
        "V2.2\nPI\n+7776FU\n-3334FU\n+7775FU\n",
        &[
            "line 3, column 1: the side to move, a line of its own with + or -, is missing",
            "line 5, column 1: `+7775FU`: Black has no piece on 77",
        ],
    );
    check(
        "V2.2\n+\n+7776FU\n",
        &["line 2, column 1: the start position (PI, P1 to P9, P+ or P-) is missing"],
    );
    check(
        "V2.2\nP-51OU\nP+00KI00KI00KI00KI00KI\n+\n",
        &["line 3, column 3: 5 pieces of kind G, promoted ones counted, but the set has 4"],
    );
    check(
        "V2.2\nPI\n+\n+7776FU\n/\nPI\n+\n",
        &["line 6: a second game begins here, and a record is one game: split the file"],
    );
    check(
        "V2.2\nPI77KA\n+\n",
        &["line 2, column 3: there is no KA on 77 to take away"],
    );
    check(
        "V2.2\nPI\nP+55FU55KA00TO\n+\n",
        &[
            "line 3, column 7: there is a piece on 55 already",
            "line 3, column 11: `TO` cannot be held in hand",
            "square 5g: Black has two unpromoted pawns on file 5 (nifu)",
            "square 9g: 19 pieces of kind P, promoted ones counted, but the set has 18",
        ],
    );
    check(
        "V2.2\nP-51OU\nP+00AL\nP-00AL\n+\n",
        &["line 4, column 3: only one side can hold the rest of the pieces"],
    );
    check(
        "V2.2\nP1-KY-KE-XX-KI-OU-KI-GI-KE-KY\nP1 * \n+\n",
        &[
            "line 2, column 9: `-XX` is no piece",
            "line 3, column 3: the rank is given twice",
            "line 3: rank 1 has 1 squares, not 9",
            "line 3: the board has 1 ranks, not 9",
        ],
    );
    check(
        "V2.2\nPX\nPI\n+\n",
        &["line 2, column 2: expected PI, P1 to P9, P+ or P-, found `X`"],
    );
    check(
        "V2.2\nPI\nPI\n+\n",
        &["line 3, column 3: the board is given twice"],
    );
    check(
        "V2.2\nP+5\n+\n",
        &["line 2, column 3: expected a square and a piece such as 22KA, found `5`"],
    );
    check(
        "V2.2\nP+59OU58FU57FU\nP-51OU\n+\n",
        &["square 5h (line 2, column 7): Black has two unpromoted pawns on file 5 (nifu)"],
    );
    check(
        "V2.2\nPI\n+\n-\n",
        &["line 4, column 1: the side to move is given twice"],
    );
    check(
        "V2.2\n$FOO\nhello\nPI\n+\n",
        &[
            "line 2, column 1: `$FOO` has no meaning here",
            "line 3, column 1: `hello` has no meaning here",
        ],
    );
}

#[test]
fn jkf() {
    let moves = |moves: &str| format!("{{\"moves\":[{{}},{moves}]}}");
    check("{\"moves\":[}", &["line 1, column 11: not JSON: expected value"]);
    check("{\"moves\":3}", &["moves: this should be an array"]);
    check("{}", &["moves: the array of moves is missing"]);
    check(
        "{\"header\":{\"a\":1},\"moves\":[]}",
        &["header.a: this should be a string"],
    );
    check(
        &moves("{\"move\":{\"to\":{\"x\":7,\"y\":0},\"piece\":\"FU\"}}"),
        &["moves[1].move.to: `(7, 0)` is not a value this can have"],
    );
    check(
        &moves("{\"move\":{\"to\":{\"x\":3,\"y\":30},\"piece\":\"FU\"}}"),
        &["moves[1].move.to: `(3, 30)` is not a value this can have"],
    );
    check(
        "{\"header\":{\"a：b\":\"c\\nd\",\"x\\ny\":\"\",\"開始手数\":\"some\"},\"moves\":[]}",
        &[
            "header.a：b: `a：b` cannot be the name of a header",
            "header.x\\ny: `x\\ny` cannot be the name of a header",
            "header.開始手数: expected a number of moves, found `some`",
        ],
    );
    check(
        &moves("{\"special\":\"a\\nb\",\"comments\":[\"c\\u0000\"]}"),
        &[
            "moves[1].special: `a\\nb` is not a value this can have",
            "moves[1].comments[0]: there is a NUL character here, which no record has: the file is damaged, or not a text",
        ],
    );
    let gold = |n: u32, x: u32| {
        format!(
            "{{\"color\":{n},\"from\":{{\"x\":{x},\"y\":7}},\"to\":{{\"x\":{x},\"y\":6}},\"piece\":\"FU\"}}"
        )
    };
    check(
        &moves(&format!(
            "{{\"move\":{}}},{{\"move\":{}}}",
            gold(1, 7),
            gold(0, 6)
        )),
        &["moves[1].move.color: it is Black's turn"],
    );
    check(
        &moves("{\"move\":{\"piece\":\"FU\"}}"),
        &["moves[1].move: to is missing"],
    );
    check(
        &moves("{\"move\":{\"to\":{\"x\":7},\"piece\":\"XX\"}}"),
        &[
            "moves[1].move.to: y is missing",
            "moves[1].move.piece: `XX` is not a value this can have",
        ],
    );
    check(
        &moves("{\"move\":{\"to\":{\"x\":7,\"y\":6}}}"),
        &["moves[1].move: piece is missing"],
    );
    check(
        &moves("{\"move\":{\"to\":{\"x\":5,\"y\":8},\"piece\":\"KI\"}}"),
        &["moves[1].move: `5八金` could be 4i5h or 6i5h"],
    );
    check(
        &moves("{\"move\":{\"to\":{\"x\":5,\"y\":8},\"piece\":\"KI\",\"relative\":\"Z\",\"color\":1}}"),
        &[
            "moves[1].move.color: it is Black's turn",
            "moves[1].move.relative: `Z` is not a value this can have",
        ],
    );
    check(
        &moves(
            "{\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\",\"capture\":\"KA\"}}",
        ),
        &["moves[1].move.capture: the move takes nothing, not KA"],
    );
    check(
        &moves("{\"comments\":[\"a\",2]}"),
        &[
            "moves[1]: move is missing",
            "moves[1].comments[1]: this should be a string",
        ],
    );
    check(
        &moves("{\"special\":\"TORYO\"},{\"special\":\"a b\"},{\"special\":\"CHUDAN\"}"),
        &[
            "moves[2].special: `a b` is not a value this can have",
            "moves[3].special: the game had ended at move 1",
        ],
    );
    check(
        &moves(
            "{\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"},\"forks\":[[{\"move\":{\"from\":{\"x\":1,\"y\":7},\"to\":{\"x\":1,\"y\":5},\"piece\":\"FU\"}}]]}",
        ),
        &[
            "moves[1].forks[0][0].move: `1五歩` (1g1e) is not legal in lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        ],
    );
    check(
        "{\"initial\":{\"preset\":\"NONE\"},\"moves\":[]}",
        &["initial.preset: `NONE` is not a value this can have"],
    );
    check("{\"initial\":{},\"moves\":[]}", &["initial: preset is missing"]);
    check(
        "{\"initial\":{\"preset\":\"OTHER\"},\"moves\":[]}",
        &["initial: data is missing"],
    );
    let empty = ["[{},{},{},{},{},{},{},{},{}]"; 9].join(",");
    let board = |text: &str, hands: &str| {
        let board = empty.replacen("{}", text, 1);
        format!(
            "{{\"initial\":{{\"preset\":\"OTHER\",\"data\":{{\"color\":0,\"board\":[{board}],\"hands\":{hands}}}}},\"moves\":[]}}"
        )
    };
    check(
        &board("{\"color\":0,\"kind\":\"FU\"}", "[{},{\"TO\":1}]"),
        &[
            "initial.data.hands[1].TO: `TO` cannot be held in hand",
            "initial.data.board[0][0]: Black's P could never move from here (dead end)",
        ],
    );
    check(
        &board("{\"color\":1,\"kind\":\"OU\"}", "[{\"FU\":1},{\"KI\":5}]"),
        &["initial.data.hands[1].KI: 5 pieces of kind G, promoted ones counted, but the set has 4"],
    );
    check(
        &board("{\"color\":2,\"kind\":\"OU\"}", "[{}]"),
        &[
            "initial.data.board[0][0].color: this should be 0 (first player) or 1",
            "initial.data.hands: this should be an array of 2 hands",
        ],
    );
    check("[1]", &["input: this is neither KIF, KI2, CSA nor JKF"]);
    assert_eq!(
        faults_as("[1]", Some(Format::Jkf)),
        ["input: this should be an object"]
    );
    // Deep nesting is refused before it is followed.
    let deep = format!("{{\"moves\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    check(&deep, &["line 1, column 136: not JSON: recursion limit exceeded"]);
}

#[test]
fn bytes() {
    let broken = |bytes: &[u8]| match read(bytes, None) {
        Ok(_) => panic!("read"),
        Err(faults) => faults.to_string(),
    };
    let mut utf8 = "先手：あ\n後手：い".as_bytes().to_vec();
    utf8.push(0xff);
    assert_eq!(
        broken(&utf8),
        "line 2, column 5: byte 0xff, byte 13 of the line, is not UTF-8"
    );
    let mut sjis = to_shift_jis("先手：あ\r\n後手：い\r\n").expect("Japanese");
    sjis.extend([b'a', 0x85, 0x20]);
    assert_eq!(
        broken(&sjis),
        "line 3, column 2: byte 0x85, byte 2 of the line, is not Shift_JIS"
    );
    assert_eq!(
        broken(b"# KIF encoding=UTF-8\n\x90\xe6\x8e\xe8"),
        "line 2, column 1: byte 0x90, byte 1 of the line, is not UTF-8",
        "declared, and not what it is declared to be"
    );
    assert_eq!(
        broken(b"\xff\xfea\x00\x00\xd8"),
        "line 1, column 2: byte 0x00, byte 3 of the line, is not UTF-16LE"
    );
    assert_eq!(
        broken(b"just words"),
        "input: this is neither KIF, KI2, CSA nor JKF"
    );
    assert_eq!(broken(b""), "line 1: there is no game in this file");
    let cut = |text: &str| text.as_bytes()[..text.len() - 1].to_vec();
    for text in ["先手：あ\n後手：い", "\u{feff}先手：あ\n後手：い"] {
        assert_eq!(
            broken(&cut(text)),
            "line 2, column 4: the file ends within a character of UTF-8"
        );
    }
    let sjis = to_shift_jis("手合割：平手\n先手：あ").expect("Japanese");
    assert!(
        read(&sjis, None).is_ok(),
        "Shift_JIS without a line break at its end"
    );
    let nul = "there is a NUL character here, which no record has: the file is damaged, or not a text";
    assert_eq!(
        broken("手合割：平手\0   1 ７六歩(77)\0".as_bytes()),
        format!("line 1, column 7: {nul}")
    );
    assert_eq!(broken(b"V2.2\nPI\n\0+\n"), format!("line 3, column 1: {nul}"));
    assert_eq!(broken(b"{\0}"), format!("line 1, column 2: {nul}"));
    let wrong = to_shift_jis("ab\n☗¥👍").expect_err("not in Shift_JIS");
    assert_eq!(
        wrong.to_string(),
        "line 2, column 1: Shift_JIS has no `☗` (U+2617); line 2, column 2: Shift_JIS has no `¥` (U+00A5); \
         line 2, column 3: Shift_JIS has no `👍` (U+1F44D)"
    );
    let wrong = to_shift_jis("a\u{9b}").expect_err("a control character");
    assert_eq!(
        wrong.to_string(),
        "line 1, column 2: Shift_JIS has no `\\u{9b}` (U+009B)"
    );
}

#[test]
fn writing() {
    let start = || Record::new(yose_shogi::notation::sfen::read(SHOGI.start.expect("start")).expect("SFEN"));
    let m = |text| Step::Move(usi::read(text, &SHOGI).expect("USI"));
    let message = |record: &Record, format| write(record, format).expect_err("cannot be written").to_string();

    let small = Record::new(Setup::empty(Variant::by_name("3x4").expect("a variant")));
    assert_eq!(
        message(&small, Format::Kif),
        "records hold games of 9x9 shogi and of 5x5 minishogi, not of 3x4:1; SFEN and USI can hold it"
    );
    let mut dead_end = Record::new(Setup::empty(&SHOGI));
    let pawn = Piece::new(yose_board::Color::Black, Kind::PAWN);
    dead_end.setup.put(SHOGI.square(0, 0).expect("1a"), Some(pawn));
    assert_eq!(
        message(&dead_end, Format::Csa),
        "the start position: square 1a: Black's P could never move from here (dead end)"
    );
    let mut illegal = start();
    illegal.tree.add(yose_record::Tree::ROOT, m("7g7e"));
    for format in Format::ALL {
        assert_eq!(message(&illegal, format), "move 1 (7g7e) is not legal");
    }
    let mut branched = start();
    branched.tree.add(yose_record::Tree::ROOT, m("7g7f"));
    branched.tree.add(yose_record::Tree::ROOT, m("2g2f"));
    assert_eq!(
        message(&branched, Format::Csa),
        "CSA has no variations, and move 1 has one: write the main line only"
    );
    let mut header = start();
    header.headers.push(("a：b".to_owned(), String::new()));
    assert_eq!(
        message(&header, Format::Kif),
        "the header `a：b` cannot be written so that it is read back"
    );
    let mut ending = start();
    ending.tree.add(
        yose_record::Tree::ROOT,
        Step::End(yose_record::Ending::Other("ま".to_owned())),
    );
    assert_eq!(
        message(&ending, Format::Kif),
        "the ending `ま` is not a word of letters"
    );

    let mut nul = start();
    nul.tree
        .node_mut(yose_record::Tree::ROOT)
        .comments
        .push("a\0".to_owned());
    assert_eq!(
        message(&nul, Format::Ki2),
        "a comment has a NUL character, after 0 moves"
    );

    // CSA has no word for these endings. A comment names each ending, and no CSA word is invented.
    for (ending, comment) in [
        (yose_record::Ending::ForfeitWin, "'*結果：不戦勝"),
        (yose_record::Ending::ForfeitLoss, "'*結果：不戦敗"),
        (yose_record::Ending::Other("FOO".to_owned()), "'*結果：%FOO"),
    ] {
        let mut record = start();
        let end = record.tree.add(yose_record::Tree::ROOT, Step::End(ending));
        record.tree.node_mut(end).comments.push("結果：不戦勝".to_owned());
        let text = write(&record, Format::Csa).expect("legal");
        assert!(
            text.ends_with(&format!("+\n%CHUDAN\n{comment}\n'*結果：不戦勝\n")),
            "{text}"
        );
        assert_eq!(read_str(&text, None), Ok(record));
    }
    let mut broken_off = start();
    let end = broken_off.tree.add(
        yose_record::Tree::ROOT,
        Step::End(yose_record::Ending::Interrupted),
    );
    broken_off
        .tree
        .node_mut(end)
        .comments
        .push("結果：不戦勝".to_owned());
    let text = write(&broken_off, Format::Csa).expect("legal");
    assert_eq!(read_str(&text, None), Ok(broken_off), "{text}");

    // Each variation lies within the one before. JSON readers would refuse the file, so it is not
    // written.
    let mut deep = start();
    let mut at = yose_record::Tree::ROOT;
    for moves in [
        ["5i5h", "2g2f"],
        ["5a5b", "8c8d"],
        ["5h5i", "2g2f"],
        ["5b5a", "8c8d"],
    ]
    .iter()
    .cycle()
    .take(120)
    {
        deep.tree.add(at, m(moves[1]));
        at = deep.tree.add(at, m(moves[0]));
    }
    assert_eq!(write(&deep, Format::Jkf), Err(WriteError::Nesting(40)));
    let kif = write(&deep, Format::Kif).expect("no nesting");
    assert_eq!(read_str(&kif, None), Ok(deep));
}
