//! Every fault of KIF and KI2, with its exact message and place.

use yose_board::Place;
use yose_record::{Format, RecordFault, read_str};

/// The faults of a text, one string for each.
fn faults(text: &str) -> Vec<String> {
    match read_str(text, None) {
        Ok(record) => panic!("read without a fault: {record:?}"),
        Err(faults) => faults.iter().map(ToString::to_string).collect(),
    }
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(faults(text), expected, "\n{text}");
}

const BOARD: &str = "後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
";

/// The board with its n-th rank replaced.
fn with_rank(n: usize, rank: &str) -> String {
    BOARD
        .lines()
        .enumerate()
        .map(|(i, line)| format!("{}\n", if i == n + 2 { rank } else { line }))
        .collect()
}

#[test]
fn faults_that_rsshogi_accepts() {
    // The reasons why this crate does not use the readers of rsshogi.
    check(
        "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ３二金王\n   4 ８四歩(83)\n",
        &["line 3, column 9: expected an origin such as (77), or 打, found `王`"],
    );
    // A king in hand is kept, and a question about it refuses it.
    let held = read_str(&BOARD.replace("：金", "：金　王"), None).expect("a diagram");
    assert_eq!(
        held.setup.validate().map_err(|faults| faults.to_string()),
        Err("Black's hand: Black holds a king in hand".to_owned())
    );
    check(
        &format!("{BOARD}   1 ５二金打\n\n変化：1手\n   1 ４二金打\n   2 同　金(51)\n"),
        &["line 19, column 6: `同　金(51)`: on 51 stands 玉"],
    );
}

#[test]
fn boards() {
    check(
        &with_rank(3, "| ・ ・ ・ ・ 步 ・ ・ ・ ・|三"),
        &["line 6, column 11: `步` is no piece"],
    );
    check(
        &with_rank(3, "| ・ ・ ・ ・ 歩 ・ ・ ・|三"),
        &["line 6: rank 3 has 8 squares, not 9"],
    );
    check(
        &with_rank(3, "| ・ ・ ・ ・ 歩 ・ ・ ・ ・"),
        &["line 6, column 20: the text ends where the `|` at the end of the rank should follow"],
    );
    check(
        &with_rank(3, "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|四"),
        &["line 6, column 21: this is rank 三, not `四`"],
    );
    check(
        &BOARD.replace("  ９ ８ ７ ６ ５ ４ ３ ２ １", "  １ ２ ３ ４ ５ ６ ７ ８ ９"),
        &["line 2: the files are `123456789`, not 9 to 1 from the left"],
    );
    // The file ends inside the board.
    let cut: String = BOARD.lines().take(7).map(|line| format!("{line}\n")).collect();
    check(&cut, &["line 7: the board has 4 ranks, not 9"]);
    let half: String = BOARD
        .chars()
        .take(BOARD.find("|三").map_or(0, |i| BOARD[..i].chars().count() - 4))
        .collect();
    check(
        &half,
        &[
            "line 6: rank 3 has 7 squares, not 9",
            "line 6: the board has 3 ranks, not 9",
        ],
    );
}

#[test]
fn two_boards() {
    check(
        &format!("{BOARD}{}", BOARD.replace("持駒：", "備考：")),
        &["line 26: the board has 18 ranks, not 9"],
    );
}

#[test]
fn rules_of_the_board() {
    let text = "| ・ ・ ・ ・v玉 ・ ・ ・ 桂|一
| ・ ・ ・ 金 ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|四
|v飛v飛v飛 ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・v王 ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・v歩|九
先手の持駒：なし
";
    check(
        text,
        &[
            "square 1a (line 1, column 19): Black's N could never move from here (dead end)",
            "square 1i (line 9, column 18): White's P could never move from here (dead end)",
            "square 5a (line 1, column 10): White has more than one king",
            "square 5d (line 4, column 11): Black has two unpromoted pawns on file 5 (nifu)",
            "square 9e (line 5, column 2): 3 pieces of kind R, promoted ones counted, but the set has 2",
        ],
    );
    check(
        &BOARD
            .replace(" ・ ・ ・ ・ ・ ・ ・ ・ ・|二", " ・ ・ ・ ・ 歩 ・ ・ ・ ・|二")
            .replace("歩 ・ ・ ・ ・|三", "・ ・ ・ ・ ・|三"),
        &[
            "square 5a (line 4, column 10): White's king can be captured at once: it is in check and it is not White's turn",
        ],
    );
    // A diagram without a king is a record, but no position that can be asked about.
    let bare = read_str(&BOARD.replace("v玉", " ・"), None).expect("a diagram");
    assert_eq!(
        bare.setup.validate().map_err(|faults| faults.to_string()),
        Err("input: there is no king on the board".to_owned())
    );
}

#[test]
fn hands() {
    check(
        &BOARD.replace("：金", "：金二十、全　歩0"),
        &[
            "line 14, column 11: `全` cannot be held in hand",
            "line 14, column 14: `0` is not a number of pieces",
            "line 14, column 7: 20 pieces of kind G, promoted ones counted, but the set has 4",
        ],
    );
    check(
        &BOARD.replace("：金", "：金二百"),
        &["line 14, column 9: `百` cannot be held in hand"],
    );
    check(
        &BOARD.replace("：金", "：歩１２８"),
        &["line 14, column 7: `128` is not a number of pieces"],
    );
    check(
        &BOARD.replace("：なし", "：残り全部").replace("：金", "：残り"),
        &["line 1, column 7: only one side can hold the rest of the pieces"],
    );
    check(
        &format!("{BOARD}攻方の持駒：歩\n"),
        &["line 15, column 1: the hand is given twice"],
    );
}

#[test]
fn headers() {
    check(
        "手合割：九枚落ち\n",
        &["line 1, column 5: no start array is called `九枚落ち`, and there is no board"],
    );
    check(
        "手合割：その他\n",
        &["line 1, column 5: no start array is called `その他`, and there is no board"],
    );
    check(
        "手合割：平手\nなにこれ\n",
        &["line 2, column 1: `なにこれ` has no meaning here"],
    );
    check(
        "手合割：平手\n+：a\n",
        &["line 2, column 1: `+：a` has no meaning here"],
    );
    check(
        "手合割：平手\n手番：誰か\n",
        &["line 2, column 4: expected a side, found `誰か`"],
    );
    check(
        "手合割：平手\n手数＝many\n",
        &["line 2, column 4: expected a number of moves, found `many`"],
    );
}

#[test]
fn moves() {
    check(
        "   1 ７六歩(77)\n   3 ３四歩(33)\n",
        &["line 2, column 4: this is move 3, but move 2 should come next"],
    );
    check(
        "   2 ７六歩(77)\n",
        &["line 1, column 4: this is move 2, but move 1 should come next"],
    );
    check(
        "   1 同　歩(77)\n",
        &["line 1, column 6: 同 needs a move before it"],
    );
    check(
        "   1 ７六歩(76)\n",
        &["line 1, column 6: `７六歩(76)`: Black has no piece on 76"],
    );
    check(
        "   1 ７六歩(33)\n",
        &["line 1, column 6: `７六歩(33)`: Black has no piece on 33"],
    );
    check(
        "   1 ７六香(77)\n",
        &["line 1, column 6: `７六香(77)`: on 77 stands 歩"],
    );
    let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    check(
        "   1 ７五歩(77)\n",
        &[&format!(
            "line 1, column 6: `７五歩(77)` (7g7e) is not legal in {sfen}"
        )],
    );
    check(
        "   1 ５五歩打\n",
        &[&format!(
            "line 1, column 6: `５五歩打` (P*5e) is not legal in {sfen}"
        )],
    );
    check(
        "   1 ７六歩成(77)\n",
        &[&format!(
            "line 1, column 6: `７六歩成(77)` (7g7f+) is not legal in {sfen}"
        )],
    );
    check(
        "   1 ０六歩(77)\n",
        &["line 1, column 6: expected a square such as ７六, or 同, found `０六歩(77)`"],
    );
    check(
        "   1 ７六兵(77)\n",
        &["line 1, column 8: expected a piece, found `兵(77)`"],
    );
    check(
        "   1 ７六歩(7x)\n",
        &["line 1, column 9: expected an origin such as (77), found `(7x)`"],
    );
    check(
        "   1 ７六歩(77) ( 0:aa/)\n",
        &["line 1, column 14: `( 0:aa/)` is not a time"],
    );
    check(
        "   1 ７六歩(77) extra\n",
        &["line 1, column 14: `extra` has no meaning here"],
    );
    check(
        "   1 投了\n   2 ３四歩(33)\n",
        &["line 2, column 6: the game had ended at move 1"],
    );
    check(
        "   1 投了\n   1 中断\n",
        &["line 2, column 6: the game had ended at move 1"],
    );
    // The moves that follow are not reported.
    check(
        "   1 ７六歩(77)\n   2 投了\n   3 ３四歩(33)\n   4 ２六歩(27)\n   6 ８四歩(83)\n",
        &[
            "line 3, column 6: the game had ended at move 2",
            "line 5, column 4: this is move 6, but move 5 should come next",
        ],
    );
    // A missing number is one fault, and so is a repeated number.
    check(
        "   1 ７六歩(77)\n   3 ３四歩(33)\n   4 ２六歩(27)\n   4 ８四歩(83)\n   5 ２五歩(26)\n",
        &[
            "line 2, column 4: this is move 3, but move 2 should come next",
            "line 4, column 4: this is move 4, but move 5 should come next",
        ],
    );
    check(
        "   1 ▲７六歩(77)\n   2 ▲３四歩(33)\n   3 △２六歩(27)\n   4 △８四歩(83)\n",
        &[
            "line 2, column 6: it is White's turn",
            "line 4, column 6: it is Black's turn",
        ],
    );
    check(
        "手数----指手---------消費時間--\nhello\n",
        &["line 2, column 1: `hello` has no meaning here"],
    );
}

#[test]
fn records_cut_short() {
    let whole = "   1 ７六歩(77)   ( 0:16/00:00:16)";
    let mut messages = Vec::new();
    for end in 1..whole.chars().count() {
        let text: String = whole.chars().take(end).collect();
        let wrong = read_str(&text, Some(Format::Kif)).err();
        messages.push(wrong.and_then(|faults| faults.iter().next().map(ToString::to_string)));
    }
    let at = |n: usize| messages[n - 1].as_deref();
    assert_eq!(
        at(6),
        Some("line 1, column 6: expected a square such as ７六, or 同, found `７`")
    );
    assert_eq!(
        at(7),
        Some("line 1, column 8: the text ends where a piece should follow")
    );
    assert_eq!(
        at(8),
        Some("line 1, column 9: the text ends where an origin such as (77), or 打 should follow")
    );
    assert_eq!(
        at(10),
        Some("line 1, column 9: expected an origin such as (77), found `(7`")
    );
    assert_eq!(at(12), None, "the time may be left out");
    assert_eq!(at(20), Some("line 1, column 16: `( 0:1` is not a time"));
    assert_eq!(at(30), Some("line 1, column 16: `( 0:16/00:00:16` is not a time"));
}

#[test]
fn every_fault_of_every_line() {
    // The main line is unchecked from move 2 on. Its syntax is still read, and so is the variation
    // of move 1.
    check(
        "   1 ７六歩(77) +
   2 ３四歩(34)
   3 ２六歩(27)
   4 ８四步(83)
   6 ５四歩(53)
まで99手で中断

変化：4手
   4 ５四歩(55)

変化：1手
   1 ２六歩(27)
   2 ３四歩(3)
   3 ７六歩(77)

変化：1手
   1 １六歩(16)
",
        &[
            "line 2, column 6: `３四歩(34)`: White has no piece on 34",
            "line 4, column 8: expected a piece, found `步(83)`",
            "line 5, column 4: this is move 6, but move 5 should come next",
            "line 6, column 3: the line has 5 moves, not 99",
            "line 13, column 9: expected an origin such as (77), found `(3)`",
            "line 17, column 6: `１六歩(16)`: Black has no piece on 16",
        ],
    );
    // A bad board does not hide faults further down.
    check(
        &format!(
            "{}   1 ５二金打\n   2 ５一\n",
            with_rank(3, "| ・ ・ ・ ・ ? ・ ・ ・ ・|三")
        ),
        &[
            "line 6, column 11: `?` is no piece",
            "line 16, column 8: the text ends where a piece should follow",
        ],
    );
}

#[test]
fn variations() {
    check(
        "   1 ７六歩(77)\n\n変化：3手\n   3 ２六歩(27)\n",
        &["line 3, column 4: there is no move 3 that this could be a variation of"],
    );
    check(
        "   1 ７六歩(77)\n\n変化：0手\n",
        &["line 3, column 4: there is no move 0 that this could be a variation of"],
    );
    check(
        "   1 ７六歩(77)\n\n変化：x手\n   1 ２六歩(27)\n",
        &[
            "line 3, column 4: expected a move number, found `x手`",
            "line 4, column 4: this is move 1, but move 3 should come next",
        ],
    );
    check(
        "   1 ７六歩(77)\n\n変化：1手?\n   1 ２六歩(27)\n",
        &["line 3, column 6: `?` has no meaning here"],
    );
    check(
        "   1 ７六歩(77)\nまで3手で中断\n",
        &["line 2, column 3: the line has 1 moves, not 3"],
    );
    check(
        "   1 ７六歩(77)\nまで1手で眠る\n",
        &["line 2, column 1: `まで1手で眠る` has no meaning here"],
    );
    check(
        "   1 ７六歩(77)\nまで眠る\n",
        &["line 2, column 3: expected a number of moves, found `眠る`"],
    );
}

#[test]
fn ki2() {
    check(
        "▲５八金\n",
        &["line 1, column 1: `▲５八金` could be 4i5h or 6i5h"],
    );
    check(
        "▲５八金上\n",
        &["line 1, column 1: `▲５八金上` could be 4i5h or 6i5h"],
    );
    check(
        "▲５八金寄\n",
        &["line 1, column 1: no legal move is `▲５八金寄` (there is 4i5h, 6i5h)"],
    );
    check(
        "▲７五歩 △３四歩\n",
        &["line 1, column 1: no legal move is `▲７五歩`"],
    );
    check("△３四歩\n", &["line 1, column 1: it is Black's turn"]);
    check("▲７六歩 ▲２六歩\n", &["line 1, column 6: it is White's turn"]);
    check(
        "▲７六歩 x △３四歩 △\n",
        &[
            "line 1, column 6: `x` has no meaning here",
            "line 1, column 14: the text ends where a square such as ７六, or 同 should follow",
        ],
    );
    check(
        "▲７六歩\nhello\n",
        &["line 2, column 1: `hello` has no meaning here"],
    );
    check(
        "▲投了\n▲７六歩\n",
        &["line 2, column 1: the game had ended at move 1"],
    );
    // One wrong mark is one fault.
    check(
        "△７六歩 ▲３四歩 △２六歩 △８四歩\n",
        &[
            "line 1, column 1: it is Black's turn",
            "line 1, column 16: it is Black's turn",
        ],
    );
}

#[test]
fn too_many_pieces() {
    // On the board, in a hand, and in a hand after another hand.
    check(
        &BOARD.replace("：なし", "：金四"),
        &["line 1, column 7: 5 pieces of kind G, promoted ones counted, but the set has 4"],
    );
    check(
        "手合割：平手\n先手の持駒：金\n",
        &["line 2, column 7: 5 pieces of kind G, promoted ones counted, but the set has 4"],
    );
}

#[test]
fn messages_stay_on_one_line() {
    check(
        "手合割：平手\n   1 ７六\t\u{b}\t歩(76)\n",
        &["line 2, column 6: `７六\\t\\u{b}\\t歩(76)`: Black has no piece on 76"],
    );
    check(
        &format!("手合割：平手\nx\u{1b}[31m{}\n", "y".repeat(40)),
        &[&format!(
            "line 2, column 1: `x\\u{{1b}}[31m{}…` has no meaning here",
            "y".repeat(24)
        )],
    );
}

#[test]
fn a_thousand_faults_are_enough() {
    let text = format!("手合割：平手\n{}", "?\n".repeat(5_000));
    let faults = read_str(&text, None).expect_err("nonsense");
    assert_eq!(faults.iter().count(), 1_001);
    let last = faults.iter().last().expect("the last");
    assert_eq!(last.kind, RecordFault::TooManyFaults(1_000));
    assert_eq!(
        last.place,
        Place::Line {
            line: 1_002,
            column: 1
        }
    );
}
