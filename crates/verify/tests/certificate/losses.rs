//! The question `loss`: the side to move loses after every move, or one of its moves saves it. A
//! file that forgets one of its moves is rejected, and the error names the move.

use yose_verify::certificate::{Certificate, RejectedKind, check};
use yose_verify::loa::{Position, Status, Variant};

/// Black has three moves, two of which lose at once.
const LOST: &str = "\
yose-certificate 1
game shogi 3x3 zone=1
question loss
root 1sk/3/KS1 b -
claim loss 4
section proof
1sk/S2/K2 w - 1 2a2b
1sk/1S1/K2 w - 3 2a2b
2k/Ks1/3 w s 1 1a1b
1sk/2S/K2 w - 1 1a1b
end 4
";

fn read(text: &str) -> Certificate {
    text.parse().unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

#[test]
fn a_loss_is_accepted_with_all_its_answers_only() {
    let whole = read(LOST);
    assert_eq!(check(&whole).map(|accepted| accepted.records), Ok(4));
    for (missing, after) in [(0, "2c3b"), (1, "2c2b"), (3, "2c1b")] {
        let mut forgotten = whole.clone();
        forgotten.proof.remove(missing);
        let rejected = check(&forgotten).unwrap_err();
        assert_eq!(rejected.kind, RejectedKind::Uncovered, "{rejected}");
        assert_eq!(rejected.moves, [after], "{rejected}");
    }
    let mut forgotten = whole.clone();
    forgotten.proof.remove(2);
    assert_eq!(check(&forgotten).unwrap_err().kind, RejectedKind::Uncovered);
}

#[test]
fn other_claims_about_a_lost_position_are_refused() {
    let claiming =
        |claim: &str| check(&read(&LOST.replace("loss 4", claim))).map_err(|rejected| rejected.kind);
    assert!(claiming("loss 6").is_ok());
    assert_eq!(claiming("loss 3"), Err(RejectedKind::Odd(3)));
    assert!(matches!(claiming("loss 2"), Err(RejectedKind::RootNumber { .. })));
    assert_eq!(
        claiming("noloss"),
        Err(RejectedKind::NothingHolds("noloss".into()))
    );
    assert!(matches!(
        claiming("notwithin 6"),
        Err(RejectedKind::NothingHolds(_))
    ));
    // The same records as evidence for a win of the side to move.
    let won = LOST
        .replace("question loss", "question win")
        .replace("loss 4", "win 5");
    assert!(check(&read(&won)).is_err());
    // The other side to move: then the records are about the wrong side.
    let turned = LOST.replace("KS1 b", "KS1 w");
    assert!(check(&read(&turned)).is_err());
}

/// Lines of Action on 3x3: White connects after every move of Black.
#[test]
fn a_loss_of_lines_of_action() {
    let root = Position::parse("1b1/w1w/1b1 b", Variant::Paper).unwrap();
    let mut records = std::collections::BTreeSet::new();
    for play in root.legal_moves() {
        let after = root.play(&play).unwrap();
        if after.status() != Status::Running {
            continue;
        }
        let wins = |reply: &String| {
            let status = after.play(reply).unwrap().status();
            matches!(status, Status::Win { winner } if winner == after.side())
        };
        let reply = after.legal_moves().into_iter().find(wins);
        let reply = reply.expect("White wins at once");
        records.insert(format!("{} - 1 {reply}", after.to_fen()));
    }
    let file = |records: &[&String]| {
        let lines: String = records.iter().map(|record| format!("{record}\n")).collect();
        format!(
            "yose-certificate 1\ngame loa 3x3\nquestion loss\nroot 1b1/w1w/1b1 b\nclaim loss 2\nsection proof\n{lines}end {}\n",
            records.len()
        )
    };
    let all: Vec<&String> = records.iter().collect();
    assert!(check(&read(&file(&all))).is_ok());
    for missing in 0..all.len() {
        let mut some = all.clone();
        some.remove(missing);
        let rejected = check(&read(&file(&some))).unwrap_err();
        assert_eq!(rejected.kind, RejectedKind::Uncovered, "{rejected}");
    }
}
