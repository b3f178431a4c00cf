//! Certificates under `strict`, which compare two positions. The solver wrote four: drops that are
//! stripped because the same moves mate, in one move and in two; a drop that counts because another
//! move would be needed; and a drop that counts because a further drop distinguishes the two
//! positions. They are accepted as they are. After any change they are rejected, and the error
//! names the fault.

use super::under_policy::{changed, refused, said};

const ALIKE: &str = include_str!("under_policy/alike.cert");
const NESTED: &str = include_str!("under_policy/nested.cert");
const UNLIKE: &str = include_str!("under_policy/unlike.cert");
const DROPPED: &str = include_str!("under_policy/dropped.cert");

/// The rook on 4c, and the rook on 3c after it took a drop. The same rook move to 2c answers the
/// king's move.
const PAIR: &str =
    "8g/9/5+R2k/7L1/5L1+P1/9/9/9/9 w B 2 8g/9/6+R1k/7L1/5L1+P1/9/9/9/9 1c1b:3c2c 2c:3c2c:0:-\n";

#[test]
fn what_the_solver_wrote_is_accepted() {
    assert_eq!(said(ALIKE), Ok(Some(5)));
    assert_eq!(said(NESTED), Ok(Some(5)));
    assert_eq!(said(UNLIKE), Ok(Some(5)));
    assert_eq!(said(DROPPED), Ok(Some(9)));
}

/// Replaces the words after the two boards.
fn answers(to: &str, why: &str) {
    refused(ALIKE, "1c1b:3c2c 2c:3c2c:0:-", to, why);
}

#[test]
fn a_stripped_drop_needs_the_same_moves() {
    let lost = format!("section alike\n{PAIR}");
    refused(
        ALIKE,
        &lost,
        "",
        "after 4b4c+ B*3c 4c3c: no record of `alike` says that the same moves mate within 2 plies beside 8g/9/6+R1k/7L1/5L1+P1/9/9/9/9 w B",
    );
    // The evidence for other policies is not enough.
    let mated = "section mated\n8g/9/6+R1k/7L1/5L1+P1/9/9/9/9 w B 2 - 2c:3c2c:0:-\nsection safe";
    let win = "8g/5R3/8k/7L1/5L1+P1/9/9/9/9 b B 3 4b4c+ 2c:4c2c:0:- 3c:4c3c:2:1c1b\n";
    let also = format!("{win}8g/8k/6+R2/7L1/5L1+P1/9/9/9/9 b B 1 3c2c\n");
    let whole = changed(&changed(ALIKE, win, &also), "section safe", mated);
    assert_eq!(said(&whole), Ok(Some(5)), "true, and not needed");
    refused(&whole, &lost, "", "no record of `alike` says");
    // The pair in the other order is another pair.
    refused(
        ALIKE,
        PAIR,
        "8g/9/6+R1k/7L1/5L1+P1/9/9/9/9 w B 2 8g/9/5+R2k/7L1/5L1+P1/9/9/9/9 1c1b:4c2c 2c:4c2c:0:- 3c:4c3c:2:1c1b\n",
        "no record of `alike` says",
    );
    // The pair is mated alike within more plies than the record says, but not within fewer.
    refused(ALIKE, "w B 2 8g", "w B 4 8g", "no record of `alike` says");
    refused(
        ALIKE,
        "w B 2 8g",
        "w B 0 8g",
        "(record 1 of `alike`): 8g/9/5+R2k/7L1/5L1+P1/9/9/9/9 w B beside 8g/9/6+R1k/7L1/5L1+P1/9/9/9/9 after 1c1b: this is a legal reply, but no ply is left",
    );
    let odd = format!("{PAIR}{}", PAIR.replace("w B 2", "w B 3"));
    refused(ALIKE, PAIR, &odd, "3 plies: odd where");
    let turn = format!("{PAIR}{}", PAIR.replace("w B 2", "b B 2"));
    refused(ALIKE, PAIR, &turn, "it is not the turn");
    // A stripped drop needs its refutation, as under other policies.
    refused(
        ALIKE,
        "3c:4c3c:2:1c1b",
        "3c:4c3c:2:-",
        "nothing shows that without the drop",
    );
}

#[test]
fn every_reply_of_the_second_position_is_answered_by_the_same_check_in_both() {
    answers(
        "2c:3c2c:0:-",
        "after 1c1b: this reply of the second position is neither answered nor stripped",
    );
    answers(
        "1c1b:3c2c",
        "after B*2c: this reply of the second position is neither answered nor stripped",
    );
    answers(
        "1c1b:3c2c 1c1b:3c2c 2c:3c2c:0:-",
        "after 1c1b: this reply is stripped, or answered already",
    );
    answers(
        "1c1b:3c2c P*2c:3c2c 2c:3c2c:0:-",
        "after P*2c: this reply is stripped, or answered already",
    );
    answers(
        "1c1b:3c2c 1c2b:3c2c 2c:3c2c:0:-",
        "after 1c2b: the reply is not legal",
    );
    answers(
        "1c1b:3c4c 2c:3c2c:0:-",
        "after 1c1b 3c4c: the move is not one that the question allows",
    );
    answers("1c1b:4c2c 2c:3c2c:0:-", "after 1c1b 4c2c: the move is not legal");
    // A check that the rook on 4c does not have; a check that does not mate.
    answers(
        "1c1b:3c2b 2c:3c2c:0:-",
        "after 1c1b 3c2b: the first position has no such check",
    );
    answers(
        "1c1b:2d2c+ 2c:3c2c:0:-",
        "after 1c1b 2d2c+: in the first position no record says that after this check there is a mate within 0 plies",
    );
    // Records that no claim needs are checked, too: other boards beside the first one.
    let beside = |board: &str, why: &str| {
        let (first, words) = ("8g/9/5+R2k/7L1/5L1+P1/9/9/9/9 w B 2", "1c1b:3c2c 2c:3c2c:0:-");
        refused(ALIKE, PAIR, &format!("{PAIR}{first} {board} {words}\n"), why);
    };
    beside(
        "8g/9/6R1k/7L1/5L1+P1/9/9/9/9",
        "after 1c1b 3c2c: the move is not one that the question allows",
    );
    beside("8g/9/6+R1k/7L1/5L1+P1/9/9/9", "not as large as the root's");
    beside("8g/54/6+R1k/7L1/5L1+P1/9/9/9/9", "the position should be written");
    beside("8g/6+R2/8k/7L1/5L1+P1/9/9/9/9", "the defender is not in check");
    beside("8g/9/5++R2k/7L1/5L1+P1/9/9/9/9", "(record 2 of `alike`)");
    beside("8g/RR7/6+R1k/7L1/5L1+P1/9/9/9/9", "more pieces of kind `R`");
    beside(&"8g/".repeat(400), "too long");
    // A reply that takes the rook where the rook took the drop. On the first board that square is
    // empty.
    let takes = changed(
        ALIKE,
        PAIR,
        &format!(
            "{PAIR}8g/5b3/5+R2k/7L1/5L1+P1/9/9/9/9 w B 2 8g/5b3/6+R1k/7L1/5L1+P1/9/9/9/9 1c1b:3c2c 4b3c:2d2c+ 2c:3c2c:0:-\n"
        ),
    );
    let rejected = said(&takes).unwrap_err();
    assert!(
        rejected.contains(
            "this reply of the second position is none of the first, or takes something else there"
        ),
        "{rejected}"
    );
}

#[test]
fn the_same_check_must_mate_in_the_first_and_go_on_alike_in_the_second() {
    let below = "9/9/9/8P/5r3/7S1/4+r2pL/6PK1/4+n4 b g 2 9/9/9/8P/5r3/7S1/5+r1pL/6PK1/4+n4 2h1h:G*2h 2h1i:G*2h 2h2i:G*2h 2h3i:G*2h\n";
    refused(
        NESTED,
        below,
        "",
        "(record 1 of `alike`): 9/9/9/8P/5r3/7S1/4+r1K1L/6P2/4+n4 b gp beside 9/9/9/8P/5r3/7S1/5+rK1L/6P2/4+n4 after 3g2h P*2g: no record of `alike` says that the same moves mate within 2 plies",
    );
    refused(
        NESTED,
        below,
        &below.replace("b g 2", "b g 4"),
        "after 3g2h P*2g: no record of `alike` says that the same moves mate within 2 plies",
    );
    refused(
        NESTED,
        "section mated\n9/9/9/8P/5r3/7S1/4+r2pL/6PK1/4+n4 b g 2 -\n",
        "",
        "after 3g2h P*2g: in the first position no record says that after this check there is a mate within 2 plies",
    );
    // In the second position the rook on 4g blocks the other rook.
    refused(
        NESTED,
        "2h3i:G*2h",
        "2h3i:4e4i+",
        "(record 2 of `alike`): 9/9/9/8P/5r3/7S1/4+r2pL/6PK1/4+n4 b g beside 9/9/9/8P/5r3/7S1/5+r1pL/6PK1/4+n4 after 2h3i 4e4i+: the move is not legal",
    );
    // A pair that is mated alike cannot be unlike by any of these replies.
    for reply in ["2h1h", "2h1i", "2h2i", "2h3i"] {
        let (pair, _) = below.split_once(" 2h1h:").unwrap();
        let to = format!("section unlike\n{pair} {reply}\nsection proof");
        refused(NESTED, "section proof", &to, "this check may answer both");
    }
}

#[test]
fn a_drop_that_counts_because_the_play_is_another_needs_that_shown() {
    let lost = "section unlike\n4Rl1k1/2R6/5+B3/6P2/9/9/9/9/9 w P 2 4Rl1k1/2R3+B2/9/6P2/9/9/9/9/9 2a1b\n";
    refused(
        UNLIKE,
        lost,
        "",
        "after 5b4c S*3b: this drop may be futile: taken and given back (4Rl1k1/2R3+B2/9/6P2/9/9/9/9/9 w P), no record says that the same moves do not mate within 2 plies",
    );
    refused(UNLIKE, "w P 2 4R", "w P 0 4R", "this drop may be futile");
    // The king's other move refutes it, too.
    let other = changed(UNLIKE, "2a1b\nsection proof", "2a1a\nsection proof");
    assert_eq!(said(&other), Ok(Some(5)));
    refused(
        UNLIKE,
        "2a1b\nsection proof",
        "2a9i\nsection proof",
        "after 2a9i: the reply is not legal",
    );
    refused(
        UNLIKE,
        "2a1b\nsection proof",
        "2a1b/0\nsection proof",
        "or is of a reply that is no drop",
    );
    refused(
        UNLIKE,
        "2a1b\nsection proof",
        "2a1b 2a1b\nsection proof",
        "expected one reply",
    );
    refused(UNLIKE, " 2a1b\nsection proof", "\nsection proof", "is missing");
    // The first position does not have the king's move to 1b, whatever the number of plies. It does
    // have the move to 1a.
    let longer = |text: &str| changed(text, "w P 2 4R", "w P 4 4R");
    assert_eq!(said(&longer(UNLIKE)), Ok(Some(5)));
    let rejected = said(&longer(&other)).unwrap_err();
    assert!(
        rejected.contains("after 2a1a 5a4a+: this check may answer both"),
        "{rejected}"
    );
    // Other policies do not compare the play.
    refused(
        UNLIKE,
        "policy strict 2",
        "policy immediate 2",
        "this drop may be futile: taken and given back (4Rl1k1/2R3+B2/9/6P2/9/9/9/9/9 w P), no record says that there is no mate within 2",
    );
    refused(
        ALIKE,
        "policy strict 2",
        "policy immediate 2",
        "no record says that there is a mate within 2 plies",
    );
}

#[test]
fn two_positions_are_compared_under_strict_only() {
    // Without stripped drops it would also be a certificate under the other policies.
    let only = "section unlike\n4Rl1k1/2R6/5+B3/6P2/9/9/9/9/9 w P 2 4Rl1k1/2R3+B2/9/6P2/9/9/9/9/9 2a1b\n";
    let upper = changed(UNLIKE, "claim notwithin 3\n", "");
    let upper = changed(
        &upper,
        "4Rl1k1/2R1+B4/5p3/6P2/9/9/9/9/9 b - 3 5a4a+:2a1b 5a4a:2a1b 5b4c:S*3b\n",
        "",
    );
    let upper = changed(&upper, "section safe\n", "").replace("end 11", "end 12");
    assert_eq!(said(&upper), Ok(None), "{upper}");
    let usual = upper.replace("policy strict 2", "policy usual 1");
    let rejected = said(&usual).unwrap_err();
    assert!(
        rejected.contains("(record 1 of `unlike`)")
            && rejected.contains("the policy usual 1 compares no play: this section has no meaning under it"),
        "{rejected}"
    );
    assert_eq!(said(&changed(&usual, only, "")), Ok(None));
}

#[test]
fn positions_may_differ_by_a_drop_and_further_down() {
    let first = "8g/8k/9/7Lp/5B1+P1/9/9/9/9 w L 6 8g/8k/9/6BLp/7+P1/9/9/9/9 P*2c\n";
    let second = "8g/8k/7+L1/8p/5B1+P1/9/9/9/9 w LP 4 8g/8k/7+L1/6B1p/7+P1/9/9/9/9 1b2a\n";
    // One of the checks that answer the drop may answer it in both positions.
    refused(
        DROPPED,
        second,
        "",
        "(record 1 of `unlike`): 8g/8k/9/7Lp/5B1+P1/9/9/9/9 w L beside 8g/8k/9/6BLp/7+P1/9/9/9/9 after P*2c 2d2c+: this check may answer both: no record says that within 4 plies it does not mate in the first position (8g/8k/7+L1/8p/5B1+P1/9/9/9/9 w LP)",
    );
    refused(
        DROPPED,
        "w LP 4 8g/8k/7+L1/6B1p",
        "w LP 2 8g/8k/7+L1/6B1p",
        "this check may answer both",
    );
    refused(DROPPED, first, "", "after 5f4e P*3d: this drop may be futile");
    // Every check that is the same in both positions needs a record, about the first or the second.
    for escape in [
        "8g/8k/7pL/7Lp/5B1+P1/9/9/9/9 w - 4 1b2a\n",
        "7kg/7L1/7+L1/8p/5B1+P1/9/9/9/9 w P 2 2a3a\n",
        "7kg/7+L1/9/8p/5B1+P1/9/9/9/9 w LP 2 1a2b\n",
    ] {
        refused(DROPPED, escape, "", "this check may answer both");
    }
    // The drop itself must count: after it is taken and given back there is no mate.
    for escape in [
        "8g/8k/7B1/7Lp/7+P1/9/9/9/9 w L 6 1b2a\n",
        "8g/8k/7+B1/7Lp/7+P1/9/9/9/9 w L 6 1b2a\n",
    ] {
        refused(
            DROPPED,
            escape,
            "",
            "(record 1 of `unlike`): 8g/8k/9/7Lp/5B1+P1/9/9/9/9 w L beside 8g/8k/9/6BLp/7+P1/9/9/9/9 after P*2c: this drop may be futile",
        );
    }
    // It also counts by its core, if a record shows the core.
    let by_core = |core: &str| {
        let text = changed(
            DROPPED,
            first,
            &first.replace("P*2c\n", &format!("P*2c/{core}\n")),
        );
        let square = format!("section mated\n8g/8k/9/6BLp/7+P1/9/9/9/9 w L {core} 2c\nsection safe");
        let text = changed(&text, "section safe", &square);
        changed(
            &text,
            "section bare",
            "8g/9/8k/6BLp/7+P1/9/9/9/9 b - 1 2d2c+\nsection bare",
        )
    };
    assert_eq!(said(&by_core("2")), Ok(Some(9)));
    assert_eq!(said(&by_core("4")), Ok(Some(9)));
    let core = by_core("2");
    refused(
        &core,
        "w L 2 2c\n",
        "w L 4 2c\n",
        "no record of `mated` up to this square says",
    );
    refused(
        &core,
        "P*2c/2",
        "P*2c/0",
        "no record of `mated` up to this square says",
    );
    refused(
        &core,
        "P*2c/2",
        "P*2c/6",
        "the core of 6 plies is not less than 6",
    );
    refused(
        &core,
        "b - 1 2d2c+\nsection bare",
        "b L 1 2d2c\nsection bare",
        "record",
    );
    assert!(said(&by_core("0")).unwrap_err().contains("no ply is left"));
}
