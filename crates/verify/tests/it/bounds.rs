//! Bounds of what the referee reads and believes: no line without end, no more pieces than the set.

use std::io::{BufReader, Read, repeat};
use yose_verify::certificate::{Certificate, FaultKind, check, decode, under_policy};

fn certificate(game: &str, root: &str) -> Certificate {
    let board = root.split(' ').next().unwrap();
    let text = format!(
        "yose-certificate 1\ngame {game}\nquestion tsume\nroot {root}\nclaim mate 1\nsection proof\n\
         {board} b G 1 G*5b\nend 1\n"
    );
    text.parse().unwrap()
}

#[test]
fn a_line_without_an_end_is_a_fault() {
    let kind = |text: &str| {
        let endless = BufReader::new(text.as_bytes().chain(repeat(b'9')));
        decode(endless).unwrap_err().kind
    };
    assert_eq!(kind(""), FaultKind::LineTooLong);
    assert_eq!(
        kind("yose-certificate 1\ngame shogi 9x9\n"),
        FaultKind::LineTooLong
    );
    let endless = BufReader::new(&b"yose-certificate 2\n"[..]).chain(BufReader::new(repeat(b'p')));
    let fault = under_policy::decode(endless).unwrap_err();
    assert_eq!((fault.kind, fault.line), (FaultKind::LineTooLong, 2));
}

#[test]
fn a_root_has_at_most_the_pieces_of_the_set() {
    let root = |hand: &str| format!("4k4/9/4P4/9/9/9/9/9/9 b {hand}");
    assert!(check(&certificate("shogi 9x9", &root("G2r2b3g4s4n4l17p"))).is_ok());
    assert!(check(&certificate("shogi 9x9", &root("G"))).is_ok());
    for (hand, excess) in [
        ("G2r2b4g", "5 pieces of kind `G`, but the set has 4"),
        ("G18p", "19 pieces of kind `P`, but the set has 18"),
        ("GR2r", "3 pieces of kind `R`, but the set has 2"),
    ] {
        let rejected = check(&certificate("shogi 9x9", &root(hand)))
            .unwrap_err()
            .to_string();
        assert!(rejected.contains(excess), "{hand}: {rejected}");
    }
    // Promoted pieces count.
    let promoted = certificate("shogi 9x9", "4k4/9/4P4/9/9/+P+P+P+P+P+P+P+P+P/9/9/9 b G9p");
    let rejected = check(&promoted).unwrap_err().to_string();
    assert!(rejected.contains("19 pieces of kind `P`"), "{rejected}");
}

#[test]
fn faults_name_everything_that_is_known() {
    let said = |text: &str| decode(text.as_bytes()).unwrap_err().to_string();
    let question = said("yose-certificate 1\ngame shogi 9x9\nquestion life\n");
    assert!(question.contains("`tsume`, `win` or `loss`"), "{question}");
    let policy = "yose-certificate 2\ngame shogi 9x9\nquestion tsume\npolicy odd 1\n";
    let policy = under_policy::decode(policy.as_bytes()).unwrap_err().to_string();
    assert!(
        policy.contains("`usual 1`, `immediate 2` and `strict 2` are"),
        "{policy}"
    );
}
