//! Version 3: certificates of brinkmates, written by hand.

use yose_verify::certificate::Claim;
use yose_verify::certificate::brinkmate::{check, decode};

/// The head of a certificate on 9x9.
fn shogi(root: &str, claims: &str, sections: &[(&str, &[&str])]) -> String {
    certificate("shogi 9x9", root, claims, sections)
}

fn certificate(game: &str, root: &str, claims: &str, sections: &[(&str, &[&str])]) -> String {
    let mut text = format!("yose-certificate 3\ngame {game}\nquestion hisshi\nroot {root}\n");
    for claim in claims.split(", ") {
        text += &format!("claim {claim}\n");
    }
    let mut count = 0;
    for (section, records) in sections {
        text += &format!("section {section}\n");
        for record in *records {
            text += &format!("{record}\n");
            count += 1;
        }
    }
    text + &format!("end {count}\n")
}

/// `accepted` with the exact length, or the first fault.
fn judged(text: &str) -> String {
    let read = match decode(text.as_bytes()) {
        Ok(read) => read,
        Err(fault) => return fault.to_string(),
    };
    let mut bytes = Vec::new();
    read.encode(&mut bytes).unwrap();
    assert_eq!(String::from_utf8(bytes).unwrap(), text);
    match check(&read) {
        Ok(accepted) => match accepted.exact {
            Some(plies) => format!("accepted, exactly {plies}"),
            None => "accepted".to_owned(),
        },
        Err(rejected) => rejected.to_string(),
    }
}

const ROOT: &str = "8k/9/9/6G2/9/9/9/9/9 b G";
const THREAT: &str = "8k/9/7G1/9/9/9/9/9/9 b G 1 G*1b";
const REPLY: &str = "7k1/9/7G1/9/9/9/9/9/9 b G 1 G*2b";
const QUIET: &str = "8k/9/9/6G2/9/9/9/9/9 b G 1 3d2c";
const NO_MATE: [&str; 6] = [
    "8k/9/9/6G2/9/9/9/9/9 b G * G*1b:1a1b G*2a:1a2a G*2b:1a2b",
    "9/7k1/9/6G2/9/9/9/9/9 b - * 3d2c:2b2c 3d3c:2b3c",
    "9/9/6k2/9/9/9/9/9/9 b - *",
    "9/9/7k1/9/9/9/9/9/9 b - *",
    "7k1/9/9/6G2/9/9/9/9/9 b - *",
    "9/8k/9/6G2/9/9/9/9/9 b - * 3d2c:1b2c",
];

#[test]
fn a_brinkmate_in_one() {
    let proof: [(&str, &[&str]); 2] = [("mate", &[THREAT, REPLY]), ("hisshi", &[QUIET])];
    assert_eq!(judged(&shogi(ROOT, "hisshi 1", &proof)), "accepted");
    // A brinkmate within 1 is one within 3.
    assert_eq!(judged(&shogi(ROOT, "hisshi 3", &proof)), "accepted");
    let exact: [(&str, &[&str]); 3] = [
        ("mate", &[THREAT, REPLY]),
        ("nomate", &NO_MATE),
        ("hisshi", &[QUIET]),
    ];
    assert_eq!(
        judged(&shogi(ROOT, "hisshi 1, notwithin 0", &exact)),
        "accepted, exactly 1"
    );
    assert_eq!(
        judged(&shogi(ROOT, "hisshi 1, notwithin 1", &exact)),
        "line 6: 8k/9/9/6G2/9/9/9/9/9 b G: claim `notwithin 1`: no record says so of the root"
    );
    assert_eq!(
        judged(&shogi(ROOT, "nohisshi", &exact)),
        "line 5: 8k/9/9/6G2/9/9/9/9/9 b G: claim `nohisshi`: no record says so of the root"
    );
}

#[test]
fn a_missing_mate_is_named() {
    let without = |mates: &[&str]| judged(&shogi(ROOT, "hisshi 1", &[("mate", mates), ("hisshi", &[QUIET])]));
    assert_eq!(
        without(&[REPLY]),
        "line 9 (record 1 of `hisshi`): 8k/9/9/6G2/9/9/9/9/9 b G after 3d2c pass: \
         no record of `mate` covers the position, so the move is not shown to be a threat"
    );
    assert_eq!(
        without(&[THREAT]),
        "line 9 (record 1 of `hisshi`): 8k/9/9/6G2/9/9/9/9/9 b G after 3d2c 1a2a: \
         after this reply no record of `mate` covers the position, and no ply is left for more"
    );
    let longer = QUIET.replace(" 1 ", " 3 ");
    assert_eq!(
        judged(&shogi(
            ROOT,
            "hisshi 3",
            &[("mate", &[THREAT]), ("hisshi", &[&longer])]
        )),
        "line 9 (record 1 of `hisshi`): 8k/9/9/6G2/9/9/9/9/9 b G after 3d2c 1a2a: after this reply \
         no record of `mate`, and no record of `hisshi` of 1 plies or fewer, covers the position"
    );
    // A mate that is none.
    let wrong = THREAT.replace("G*1b", "G*2a");
    assert_eq!(
        without(&[&wrong, REPLY]),
        "line 7 (record 1 of `mate`): 8k/9/7G1/9/9/9/9/9/9 b G after G*2a 1a2a: \
         this is a legal reply, but rank 1 leaves no room for it"
    );
}

#[test]
fn a_brinkmate_needs_a_smaller_one_after_a_reply() {
    // The king goes to and fro, and the gold follows: each record rests on the other.
    let circle: [(&str, &[&str]); 2] = [
        ("mate", &[THREAT]),
        (
            "hisshi",
            &[
                "8k/9/9/6G2/9/9/9/9/9 b G 3 3d2c",
                "7k1/9/7G1/9/9/9/9/9/9 b G 3 2c3c",
            ],
        ),
    ];
    assert_eq!(
        judged(&shogi(ROOT, "hisshi 3", &circle)),
        "line 9 (record 1 of `hisshi`): 8k/9/9/6G2/9/9/9/9/9 b G after 3d2c 1a2a: after this reply \
         no record of `mate`, and no record of `hisshi` of 1 plies or fewer, covers the position"
    );
}

#[test]
fn hands_are_compared() {
    let more = "8k/9/9/6G2/9/9/9/9/9 b GP";
    let proof: [(&str, &[&str]); 2] = [("mate", &[THREAT, REPLY]), ("hisshi", &[QUIET])];
    assert_eq!(
        judged(&shogi(more, "hisshi 1", &proof)),
        "line 10 (record 1 of `hisshi`): \
        8k/9/9/6G2/9/9/9/9/9 b G after 3d2c P*9a: after this reply no record of `mate` covers the position, \
        and no ply is left for more"
    );
    // With the pawn in the attacker's hand the defender has nothing to drop.
    let proof: [(&str, &[&str]); 2] = [
        (
            "mate",
            &[&THREAT.replace(" G ", " GP "), &REPLY.replace(" G ", " GP ")],
        ),
        ("hisshi", &[&QUIET.replace(" G ", " GP ")]),
    ];
    assert_eq!(judged(&shogi(more, "hisshi 1", &proof)), "accepted");
    // A record of more in hand does not cover less.
    let less = "8k/9/9/6G2/9/9/9/9/9 b Gp";
    assert_eq!(
        judged(&shogi(less, "hisshi 1", &proof)),
        "line 5: 8k/9/9/6G2/9/9/9/9/9 b Gp: claim `hisshi 1`: no record says so of the root"
    );
}

const LANCE: [(&str, &[&str]); 2] = [
    ("nomate", &["1k1/L2/3 b - * 3b3a+:2a1b", "+L2/2k/3 b - *"]),
    (
        "nohisshi",
        &["1k1/3/L2 b - * 3c3a+:2a3a 3c3b:pass", "k2/3/3 b - *"],
    ),
];

#[test]
fn no_brinkmate() {
    let small = |claims: &str, sections: &[(&str, &[&str])]| {
        judged(&certificate("shogi 3x3 zone=1", "1k1/3/L2 b -", claims, sections))
    };
    assert_eq!(small("nohisshi", &LANCE), "accepted");
    assert_eq!(small("notwithin 5", &LANCE), "accepted");
    assert_eq!(small("notwithin 0", &LANCE), "accepted");
    assert_eq!(
        small("notwithin 2", &LANCE),
        "line 5: 1k1/3/L2 b -: 2 is even, but the lengths of brinkmates are odd"
    );
    let with = |first: &str, second: &str| {
        let [mates, _] = LANCE;
        small("nohisshi", &[mates, ("nohisshi", &[first, second])])
    };
    let at = "line 10 (record 1 of `nohisshi`): 1k1/3/L2 b - after ";
    let faults = [
        (
            "1k1/3/L2 b - * 3c3a+:2a3a",
            "3c3b: the move has no reply in the record",
        ),
        (
            "1k1/3/L2 b - * 3c3a+:pass 3c3b:pass",
            "3c3a+ pass: the move gives check, so a pass does not answer it",
        ),
        (
            "1k1/3/L2 b - * 3c3a+:2a2c 3c3b:pass",
            "3c3a+ 2a2c: the reply is not legal after the move",
        ),
        (
            "1k1/3/L2 b - * 3c3a+:2a1b 3c3b:pass",
            "3c3a+ 2a1b: no record of `nohisshi` of bound `*` covers the position",
        ),
        (
            "1k1/3/L2 b - * 3c3a+:2a3a 3c3b:pass 3c3b:pass",
            "3c3b: the move is answered twice",
        ),
        (
            "1k1/3/L2 b - * 3c3a+:2a3a 3c2b:pass",
            "3c2b: the move is not legal",
        ),
    ];
    for (record, fault) in faults {
        assert_eq!(with(record, "k2/3/3 b - *"), format!("{at}{fault}"));
    }
    // A bound that is too small, and one that suffices.
    let bounded = |root: &str, after: &str| {
        let [mates, _] = LANCE;
        small("notwithin 3", &[mates, ("nohisshi", &[root, after])])
    };
    let root = "1k1/3/L2 b - 3 3c3a+:2a3a 3c3b:pass";
    assert_eq!(bounded(root, "k2/3/3 b - 1"), "accepted");
    assert_eq!(
        bounded(&root.replace(" 3 ", " 5 "), "k2/3/3 b - 1"),
        "line 10 (record 1 of `nohisshi`): 1k1/3/L2 b - after 3c3a+ 2a3a: \
         no record of `nohisshi` of bound 3 or more covers the position"
    );
    // A pass needs a record that excludes mates.
    let [_, nohisshi] = LANCE;
    assert_eq!(
        small("nohisshi", &[nohisshi]),
        "line 7 (record 1 of `nohisshi`): 1k1/3/L2 b - after 3c3b pass: \
         no record of `nomate` or `nohisshi` covers the position: a mate is not excluded"
    );
}

/// A lone rook gives check for ever. The records of bound `*` rest on each other in circles. With a
/// number instead of `*` the same records say less.
#[test]
fn circles_are_allowed_where_nothing_is_claimed_to_end() {
    let whole = include_str!("brinkmate_circles.cert");
    assert_eq!(judged(whole), "accepted");
    let (before, nohisshi) = whole.split_once("section nohisshi\n").unwrap();
    let numbered = before.replace("claim nohisshi", "claim notwithin 3")
        + "section nohisshi\n"
        + &nohisshi.replace(" * ", " 3 ");
    assert_eq!(judged(&numbered), "accepted");
    // A proof has no circles: the same positions, each with a move that goes round.
    let circle = before.replace("claim nohisshi", "claim hisshi 3")
        + "section hisshi\n2k/3/R2 b - 3 3c3b\n2k/R2/3 b - 3 3b3c\nend 0\n";
    let records = before.lines().filter(|line| line.contains(" b ")).count() - 1 + 2;
    let circle = circle.replace("end 0", &format!("end {records}"));
    assert!(
        judged(&circle).contains("no record of `mate` covers the position"),
        "{}",
        judged(&circle)
    );
}

#[test]
fn a_stalemate_that_draws_is_no_brinkmate() {
    // The gold comes to 1c and the king has no move. After a pass the other gold mates on 2b.
    let proof: [(&str, &[&str]); 2] = [
        ("mate", &["8k/6G2/8G/9/9/9/9/9/9 b - 1 3b2b"]),
        ("hisshi", &["8k/6G2/9/8G/9/9/9/9/9 b - 1 1d1c"]),
    ];
    let root = "8k/6G2/9/8G/9/9/9/9/9 b -";
    assert_eq!(judged(&shogi(root, "hisshi 1", &proof)), "accepted");
    let text = certificate("shogi 9x9 stalemate=draws", root, "hisshi 1", &proof);
    assert_eq!(
        judged(&text),
        "line 9 (record 1 of `hisshi`): 8k/6G2/9/8G/9/9/9/9/9 b - after 1d1c: \
         the move leaves no reply and gives no check: a draw under these rules"
    );
}

const DOBUTSU: &str = "shogi 3x4 zone=1 army=dobutsu promotion=compulsory nifu=allowed dropmate=allowed deadends=allowed try=yes";

#[test]
fn games_without_brinkmates_are_refused() {
    let dobutsu = certificate(DOBUTSU, "gle/1c1/1C1/ELG b -", "nohisshi", &[]);
    assert!(
        judged(&dobutsu).contains("a king that arrives wins without mate"),
        "{}",
        judged(&dobutsu)
    );
    let loa = certificate("loa 4x4", "4/4/4/4 b", "nohisshi", &[]);
    assert!(judged(&loa).contains("this question is not asked of this game"));
}

#[test]
fn texts_that_are_no_certificate() {
    let whole = shogi(
        ROOT,
        "hisshi 1, notwithin 0",
        &[
            ("mate", &[THREAT, REPLY]),
            ("nomate", &NO_MATE),
            ("hisshi", &[QUIET]),
        ],
    );
    let faults = [
        ("yose-certificate 3", "yose-certificate 1", "line 1, column 18"),
        (
            "question hisshi",
            "question tsume",
            "line 3, column 1: expected `question hisshi`",
        ),
        (
            "claim hisshi 1",
            "claim mate 1",
            "line 5, column 7: claim `mate 1`: expected `hisshi N`",
        ),
        ("claim hisshi 1", "claim hisshi 0", "line 5, column 7"),
        (
            "section mate",
            "section proof",
            "line 7, column 9: section `proof`: expected `mate`",
        ),
        ("section hisshi", "section mate", "is out of order"),
        (
            "section nomate\n",
            "section nomate\nsection hisshi\n",
            "the section has no record",
        ),
        (
            "b G * G*1b",
            "b G 3 G*1b",
            "line 11, column 26: a record of the section `nomate` has the bound `*`",
        ),
        ("b G 1 3d2c", "b G 1", "the winning move is missing"),
        ("end 9", "end 8", "the end marker says 8 records, but there are 9"),
        ("end 9\n", "", "truncated"),
    ];
    for (from, to, fault) in faults {
        assert!(whole.contains(from), "{from}");
        let text = whole.replacen(from, to, 1);
        let said = decode(text.as_bytes()).map(|_| ()).unwrap_err().to_string();
        assert!(said.contains(fault), "{said}");
    }
    let read = decode(whole.as_bytes()).unwrap();
    assert_eq!(read.mates.claims, [Claim::Within(1), Claim::NotWithin(0)]);
    assert_eq!(read.records(), 9);
}
