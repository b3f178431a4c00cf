//! Files that were cut off give a fault and never another game.

use yose_record::{Format, Record, read, read_str, write};

fn faults(text: &str, hint: Option<Format>) -> Vec<String> {
    match read_str(text, hint) {
        Ok(record) => panic!("read without a fault: {record:?}\n{text}"),
        Err(faults) => faults.iter().map(ToString::to_string).collect(),
    }
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(faults(text, None), expected, "\n{text}");
}

fn good(text: &str) -> Record {
    match read_str(text, None) {
        Ok(record) => record,
        Err(faults) => panic!("{faults}\n{text}"),
    }
}

const PROBLEM: &str = "後手の持駒：残り全部
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
手数----指手---------消費時間--
   1 ５二金打
まで1手で詰み
";

/// The first `n` lines.
fn first(n: usize) -> String {
    PROBLEM.split_inclusive('\n').take(n).collect()
}

#[test]
fn no_game() {
    for hint in [None].into_iter().chain(Format::ALL.map(Some)) {
        for text in ["", "\n\n", "\u{feff}", " \r\n"] {
            assert_eq!(faults(text, hint), ["line 1: there is no game in this file"]);
        }
    }
    let none = "there is no game in this file: it has neither 手合割, a board nor moves";
    let remarks = "# KIF version=2.0 encoding=UTF-8\n*remark\n";
    check(remarks, &[&format!("line 2: {none}")]);
    assert_eq!(faults("#\n", Some(Format::Kif)), [format!("line 1: {none}")]);
    assert_eq!(faults("*a\n&b", Some(Format::Ki2)), [format!("line 2: {none}")]);
    check("先手：A\n後手：B\n", &[&format!("line 2: {none}")]);
    check(
        "先手：A\n手数----指手---------消費時間--\n",
        &[&format!("line 2: {none}")],
    );
    let none = "there is no game in this file: it has no start position (PI, P1 to P9, P+ or P-)";
    check("'CSA encoding=UTF-8\nV2.2\nN+A\n", &[&format!("line 3: {none}")]);
    check("V2.2\n'*remark\n\n", &[&format!("line 2: {none}")]);
    assert_eq!(faults("'\n", Some(Format::Csa)), [format!("line 1: {none}")]);
    // These texts give the start position.
    for text in [
        "手合割：平手\n",
        "手合割：平手",
        "V2.2\nPI\n+\n",
        "   1 投了\n",
        "▲７六歩",
    ] {
        good(text);
    }
}

#[test]
fn csa_without_its_turn() {
    check(
        "V2.2\nPI",
        &["line 2: the text ends where the side to move, + or -, should follow"],
    );
    check(
        "V2.2\n%TORYO",
        &[
            "line 2, column 1: the start position (PI, P1 to P9, P+ or P-) is missing",
            "line 2, column 1: the side to move, a line of its own with + or -, is missing",
        ],
    );
}

#[test]
fn boards_without_their_lower_edge() {
    let rest = "line 1, column 7: the rest of the pieces needs the other side's hand to be given as well";
    check(
        &first(12),
        &["line 12: the lower edge of the board is missing", rest],
    );
    check(&first(11), &["line 11: the board has 8 ranks, not 9", rest]);
    let cut = first(13);
    check(
        &cut[..cut.len() - 5],
        &["line 13: the lower edge of the board is missing", rest],
    );
    check(&cut, &[rest]);
    // A board without an upper edge needs no lower edge.
    let bare: String = PROBLEM
        .split_inclusive('\n')
        .filter(|line| !line.starts_with("+--"))
        .collect();
    assert_eq!(good(&bare).setup, good(PROBLEM).setup);
}

#[test]
fn hands_cut_short() {
    check(
        &first(14).replace("金\n", ""),
        &["line 14, column 7: the text ends where the pieces in hand, or なし, should follow"],
    );
    // Programs leave the value out for an empty hand. Then a line break follows.
    let empty = good(&first(14).replace("金\n", "\n"));
    assert_eq!(empty.setup.hands[0], [0; 8]);
    check(
        &first(14).replace("先手の持駒：金\n", "先手の持駒"),
        &[
            "line 14, column 1: `先手の持駒` has no meaning here",
            "line 1, column 7: the rest of the pieces needs the other side's hand to be given as well",
        ],
    );
}

#[test]
fn summaries_and_variations_cut_short() {
    let game = "手合割：平手\n   1 ７六歩(77)\n   2 投了\n";
    for (cut, message) in [
        (
            "まで",
            "line 4, column 3: the text ends where a number of moves should follow",
        ),
        ("まで1", "line 4, column 4: the text ends where 手 should follow"),
        ("まで1手", "line 4, column 1: `まで1手` has no meaning here"),
        ("まで1手で", "line 4, column 1: `まで1手で` has no meaning here"),
        (
            "まで1手で先手",
            "line 4, column 1: `まで1手で先手` has no meaning here",
        ),
        (
            "まで1手で先手の",
            "line 4, column 1: `まで1手で先手の` has no meaning here",
        ),
        (
            "まで1手で時間切れにより先",
            "line 4, column 1: `まで1手で時間切れにより先` has no meaning here",
        ),
        (
            "変化：",
            "line 4, column 4: the text ends where a move number should follow",
        ),
        (
            "変化：1",
            "line 4, column 5: the text ends where 手 should follow",
        ),
    ] {
        check(&format!("{game}{cut}"), &[message]);
    }
    for whole in [
        "まで1手で先手の勝ち",
        "まで1手で時間切れにより先手の勝ち",
        "変化：1手",
    ] {
        good(&format!("{game}{whole}"));
    }
    // Unknown words are accepted after an ending if they are complete.
    good(&format!("{game}まで1手で先手の大優勢\n"));
    // A line that has not ended needs known words.
    let open = "手合割：平手\n   1 ７六歩(77)\n";
    check(
        &format!("{open}まで1手で先手の\n"),
        &["line 3, column 1: `まで1手で先手の` has no meaning here"],
    );
}

/// If a reader accepts a file that was cut off, the record has the pieces of the whole file.
#[test]
fn every_prefix() {
    let samples = [
        PROBLEM.to_owned(),
        include_str!("../fixtures/tsume.kif").to_owned(),
        include_str!("../fixtures/board.bod").to_owned(),
        include_str!("../fixtures/odds.kif").to_owned(),
        include_str!("../fixtures/game.ki2").to_owned(),
        include_str!("../fixtures/odds.csa").to_owned(),
        write(&good(include_str!("../fixtures/tsume.csa")), Format::Csa).expect("legal"),
    ];
    for text in &samples {
        let whole = good(text);
        let mut read_at_all = 0;
        for end in 0..text.len() {
            let line = text[..end_of_char(text, end)].lines().last().unwrap_or_default();
            // A cut can drop pieces in hand and the side to move without a visible trace.
            let silent = line.contains("持駒") || line.starts_with("P+") || line.starts_with("P-");
            match read(&text.as_bytes()[..end], None) {
                Ok(record) if !silent => {
                    read_at_all += 1;
                    let setup = yose_shogi::Setup {
                        turn: whole.setup.turn,
                        ply: whole.setup.ply,
                        ..record.setup
                    };
                    assert_eq!(setup, whole.setup, "{}", &text[..end_of_char(text, end)]);
                }
                Ok(_) | Err(_) => {}
            }
        }
        assert!(read_at_all > 0, "{text}");
    }
}

fn end_of_char(text: &str, mut end: usize) -> usize {
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    end
}
