//! Certificates under a policy. The solver wrote two: a mate in 5 with one drop that is stripped
//! and one that only just counts, and a drop that counts because the mate without it is shorter.
//! They are accepted as they are. After any change they are rejected, and the error names the
//! fault.

use yose_verify::certificate::under_policy::{check, decode};

const STRIPPED: &str = include_str!("under_policy/stripped.cert");
const CORE: &str = include_str!("under_policy/core.cert");

/// The exact length that the checker accepts, or its error.
pub(super) fn said(text: &str) -> Result<Option<u32>, String> {
    let read = decode(text.as_bytes()).map_err(|fault| fault.to_string())?;
    let mut bytes = Vec::new();
    read.encode(&mut bytes).unwrap();
    assert_eq!(String::from_utf8(bytes).unwrap(), text, "written as it was read");
    check(&read)
        .map(|accepted| accepted.exact)
        .map_err(|rejected| rejected.to_string())
}

/// A certificate with one text replaced, which must occur exactly once. The end marker counts the
/// lines that are left.
pub(super) fn changed(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from}");
    let mut out = text.replacen(from, to, 1);
    let records = |text: &str| text.lines().filter(|line| !line.starts_with("section")).count();
    let (before, after) = (records(text), records(&out));
    let end = text.lines().last().unwrap();
    let count: usize = end.strip_prefix("end ").unwrap().parse().unwrap();
    out = out.replace(end, &format!("end {}", count + after - before));
    out
}

/// A certificate with one text replaced is rejected with this fault.
pub(super) fn refused(text: &str, from: &str, to: &str, why: &str) {
    let rejected = said(&changed(text, from, to)).expect_err(from);
    assert!(rejected.contains(why), "{from} -> {to}: {rejected}");
}

#[test]
fn what_the_solver_wrote_is_accepted() {
    assert_eq!(said(STRIPPED), Ok(Some(5)));
    assert_eq!(said(CORE), Ok(Some(7)));
}

#[test]
fn a_stripped_drop_needs_its_taking_the_mate_after_it_and_no_shorter_one_without() {
    let at = "(record 2 of `win`): 8g/5R3/8k/7L1/5L1+P1/9/9/9/9 b B after 4b4c+";
    // Another taking; a move that is not a taking.
    refused(
        STRIPPED,
        "3c:4c3c:2",
        "3c:4c2c:2",
        "`4c2c` is no taking of what is dropped there under the policy usual 1",
    );
    refused(STRIPPED, "3c:4c3c:2", "3c:2e2d:2", "is no taking");
    // The mate with the piece given back is too short, too long, or missing.
    refused(
        STRIPPED,
        "3c:4c3c:2:1c1b",
        "3c:4c3c:0:-",
        "with the piece given back, no record says that there is a mate within 0 plies",
    );
    refused(
        STRIPPED,
        "3c:4c3c:2",
        "3c:4c3c:4",
        "takes 4 plies, more than the 2 that are to be shown",
    );
    refused(STRIPPED, "3c:4c3c:2", "3c:4c3c:1", "1 plies: odd where");
    refused(
        STRIPPED,
        "section mated\n8g/9/6+R1k/7L1/5L1+P1/9/9/9/9 w B 2 - 2c:3c2c:0:-\n",
        "",
        "with the piece given back, no record says",
    );
    // The refutation of a shorter mate without the drop is missing, is illegal, or is a drop beyond
    // the limit.
    refused(
        STRIPPED,
        "3c:4c3c:2:1c1b",
        "3c:4c3c:2:-",
        "nothing shows that without the drop there is no mate within 0 plies",
    );
    refused(
        STRIPPED,
        "3c:4c3c:2:1c1b",
        "3c:4c3c:2:1c1a",
        "the reply is not legal after the move",
    );
    refused(
        STRIPPED,
        "3c:4c3c:2:1c1b",
        "3c:4c3c:2:P*3c",
        "this drop is not nearer to the king than 3c",
    );
    refused(
        STRIPPED,
        "3c:4c3c:2:1c1b",
        "3c:4c3c:2:P*2c",
        "this drop may be futile",
    );
    refused(
        STRIPPED,
        "2c:4c2c:0:-",
        "2c:4c2c:0:1c1b",
        "nothing to hold out against",
    );
    // The answer to a reply is missing.
    refused(STRIPPED, " 3c:4c3c:2:1c1b", "", at);
    refused(
        STRIPPED,
        " 3c:4c3c:2:1c1b",
        "",
        "this reply is not answered: no record says that there is a mate within 1 plies",
    );
    // A square is stripped twice; a stripped square where nothing can be dropped; a text that is
    // not a square.
    refused(
        STRIPPED,
        "2c:4c2c:0:-",
        "2c:4c2c:0:- 2c:4c2c:0:-",
        "stripped twice",
    );
    refused(
        STRIPPED,
        "2c:4c2c:0:-",
        "2c:4c2c:0:- 9c:4c2c:0:-",
        "drops on 9c are stripped, but none is a reply",
    );
    refused(STRIPPED, "2c:4c2c:0:-", "2z:4c2c:0:-", "`2z` is no square");
}

#[test]
fn the_policy_is_part_of_the_claim() {
    for other in ["usual 2", "immediate 1", "none 1", "usual", "strict 1"] {
        refused(
            STRIPPED,
            "policy usual 1",
            &format!("policy {other}"),
            &format!("line 4, column 8: policy `{other}` is not known here"),
        );
    }
    // The same drops are futile under `strict`, but no record shows that the same moves mate.
    refused(
        STRIPPED,
        "policy usual 1",
        "policy strict 2",
        "after 4b4c+ B*3c 4c3c: no record of `alike` says that the same moves mate within 2 plies",
    );
    // The checking piece takes, so this is also a certificate under `immediate`. A lance that mates
    // may take under `usual` only.
    let other = |text: &str| changed(text, "policy usual 1", "policy immediate 2");
    assert_eq!(said(&other(STRIPPED)), Ok(Some(5)));
    let lance = changed(STRIPPED, "2c:4c2c:0", "2c:2d2c+:0");
    assert_eq!(said(&lance), Ok(Some(5)));
    let rejected = said(&other(&lance)).unwrap_err();
    let why = "after 4b4c+ B*2c: `2d2c+` is no taking of what is dropped there under the policy immediate 2";
    assert!(rejected.contains(why), "{rejected}");
}

#[test]
fn the_lower_bound_needs_every_check_and_every_reason() {
    // A claim without support; a length of the wrong parity; a claim that version 2 does not have.
    refused(
        STRIPPED,
        "claim mate 5",
        "claim mate 3",
        "claim `mate 3`: no record says so of the root",
    );
    refused(
        STRIPPED,
        "claim notwithin 3",
        "claim notwithin 5",
        "claim `notwithin 5`: no record says so",
    );
    refused(STRIPPED, "claim mate 5", "claim mate 6", "6 plies: odd where");
    refused(
        STRIPPED,
        "claim notwithin 3",
        "claim nomate",
        "only `mate N` and `notwithin N`",
    );
    // A check without a refutation, with two refutations, or with an illegal one.
    refused(
        STRIPPED,
        " R*9b:1b1c\n8g/8k/8p/7L1/5L1+P1/9/9/9/8R",
        "\n8g/8k/8p/7L1/5L1+P1/9/9/9/8R",
        "after R*9b: the move has no reply in the record",
    );
    refused(
        STRIPPED,
        "B*3d:P*2c R*1c:1b1c",
        "B*3d:P*2c R*1c:1b1c R*1c:1b1c",
        "the move is answered twice",
    );
    refused(
        STRIPPED,
        "B*3d:P*2c R*1c:1b1c",
        "B*3d:P*2c R*1c:1a1c",
        "the reply is not legal after the move",
    );
    // The reason why a drop counts is missing or too small.
    refused(
        STRIPPED,
        "8g/8k/7B1/7L1/5L1+P1/9/9/9/9 w R 2 1b1c\n",
        "",
        "this drop may be futile: taken and given back",
    );
    refused(
        STRIPPED,
        "8g/8k/7B1/7L1/5L1+P1/9/9/9/9 w R 2 1b1c\n",
        "8g/8k/7B1/7L1/5L1+P1/9/9/9/9 w R 0 1b1c\n",
        "this drop may be futile",
    );
    refused(
        STRIPPED,
        "8g/8k/7B1/7L1/5L1+P1/9/9/9/9 w R 2 1b1c\n",
        "8g/8k/7B1/7L1/5L1+P1/9/9/9/9 w R 4 1b1c\n",
        "no record says that there is no mate within 3 plies",
    );
    // The record after a reply is missing, first one of `bare`, then one of `safe`.
    refused(
        STRIPPED,
        "8g/9/8k/7L1/5L1+P1/9/9/9/9 b B 1\n",
        "",
        "no record says that there is no mate within 1 plies",
    );
    refused(
        STRIPPED,
        "7g1/8k/9/7L1/5L1+P1/9/9/9/9 b R 1 2d2b+:1b1c 2d2c+:1b1a R*1a:1b1a R*1c:1b1c R*1d:P*1c R*1e:P*1c R*1f:P*1c R*1g:P*1c R*1h:P*1c R*1i:P*1c R*2b:1b1a R*3b:1b1a R*4b:1b1a R*5b:1b1a R*6b:1b1a R*7b:1b1a R*8b:1b1a R*9b:1b1a\n",
        "",
        "no record says that there is no mate within 1 plies",
    );
    // In `bare` only moves on the board are replies.
    refused(
        STRIPPED,
        "8g/6R2/8k/7L1/5L1+P1/9/9/9/9 b B 1\n",
        "8g/6R2/8k/7L1/5L1+P1/9/9/9/9 b B 3 3b3c:P*2c\n",
        "the reply is not legal",
    );
}

#[test]
fn a_drop_that_counts_by_a_shorter_core_needs_the_core() {
    refused(CORE, "P*8g/2", "P*8g", "this drop may be futile");
    refused(CORE, "P*8g/2", "P*8g/4", "the core of 4 plies is not less than 4");
    refused(
        CORE,
        "P*8g/2",
        "P*8g/0",
        "no record of `mated` up to this square says that there is a mate within 0 plies",
    );
    refused(
        CORE,
        "section mated\n9/9/9/4b4/1+p7/1l1l5/9/K8/G8 b l 2 8g\n",
        "",
        "no record of `mated` up to this square",
    );
    refused(CORE, "b l 2 8g\n", "b l 2 -\n", "this reply is not answered");
    refused(
        CORE,
        "b l 2 8g\n",
        "b l 0 8g\n",
        "this is a legal reply, but no ply is left",
    );
    refused(
        CORE,
        "8f8g+:9h8g",
        "8f8g+:9h8g/0",
        "or is of a reply that is no drop",
    );
    // Every taking must be refuted. Without the record for one of them the drop may be futile.
    for taken in [
        "3l5/1+l7/K8/G8 b l 2 9h8i",
        "1l1l5/1b7/K8/G8 b l 2 9h9g",
        "1l1l5/1+b7/K8/G8 b l 2 9h8i",
    ] {
        let line = CORE.lines().find(|line| line.ends_with(taken)).unwrap();
        refused(CORE, &format!("{line}\n"), "", "this drop may be futile");
    }
    // The record of `closed`, for a position without any mate, is missing.
    refused(
        CORE,
        "section closed\n9/9/9/4b4/1+p1l5/3L5/9/1K7/G8 w - *\n",
        "",
        "no record says that there is no mate within 3 plies",
    );
}

#[test]
fn positions_are_written_one_way_and_are_those_of_the_section() {
    // Records that no claim needs are checked, too.
    let more = |position: &str, why: &str| {
        let to = format!("{position} - 2c:3c2c:0:-\nsection safe");
        refused(STRIPPED, "section safe", &to, why);
    };
    more("8g/9/6+R1k/7L1/5L1+P1/9/9/9/9 b B 2", "it is not the turn");
    more(
        "8g/54/6+R1k/7L1/5L1+P1/9/9/9/9 w B 2",
        "the position should be written",
    );
    more("8g/9/6+R1k/7L1/5L1+P1/9/9/9/9 w B 3", "3 plies: odd where");
    more("8g/9/6+R1k/7L1/5L1+P1/9/9/9/9 w 3B 2", "more pieces of kind `B`");
    more("8g/9/6+R1k/7L1/5L1+P1/9/9/9 w B 2", "not as large as the root's");
    more(
        "8g/6+R2/8k/7L1/5L1+P1/9/9/9/9 w B 2",
        "the defender is not in check",
    );
    // Both hands belong to a position. With one pawn more for the attacker it is another position.
    refused(
        STRIPPED,
        "8g/8k/6+R2/7L1/5L1+P1/9/9/9/9 b B 1",
        "8g/8k/6+R2/7L1/5L1+P1/9/9/9/9 b BP 1",
        "this reply is not answered",
    );
    refused(STRIPPED, "question tsume", "question win", "`question tsume`");
    refused(
        STRIPPED,
        "section escape",
        "section evade",
        "expected `win`, `mated`",
    );
    refused(STRIPPED, "end 48", "end 47", "there are 48");
    refused(
        STRIPPED,
        "yose-certificate 2",
        "yose-certificate 3",
        "version `3`",
    );
}
