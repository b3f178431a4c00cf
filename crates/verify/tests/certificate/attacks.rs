//! Certificates made to deceive. Each looks right and makes a false claim by one trick. Brute force
//! shows that the claim is false. The checker must reject each of them for the reason that names
//! the trick.

use yose_verify::certificate::{Certificate, Fault, Rejected, RejectedKind, check};

use crate::brute::Brute;
use crate::text_game::TextGame;

/// A file from its parts.
fn text(game: &str, root: &str, claims: &[&str], sections: &[(&str, &[&str])]) -> String {
    let question = if game.starts_with("loa") { "win" } else { "tsume" };
    let mut text = format!("yose-certificate 1\ngame {game}\nquestion {question}\nroot {root}\n");
    for claim in claims {
        text += &format!("claim {claim}\n");
    }
    let mut records = 0;
    for (section, lines) in sections {
        text += &format!("section {section}\n");
        for line in *lines {
            text += &format!("{line}\n");
            records += 1;
        }
    }
    text + &format!("end {records}\n")
}

fn read(text: &str) -> Result<Certificate, Fault> {
    text.parse()
}

fn certificate(game: &str, root: &str, claims: &[&str], sections: &[(&str, &[&str])]) -> Certificate {
    let text = text(game, root, claims, sections);
    read(&text).unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

/// Why the certificate is rejected.
fn refused(game: &str, root: &str, claims: &[&str], sections: &[(&str, &[&str])]) -> Rejected {
    let certificate = certificate(game, root, claims, sections);
    check(&certificate).expect_err(&certificate.to_text())
}

fn accepted(game: &str, root: &str, claims: &[&str], sections: &[(&str, &[&str])]) {
    let certificate = certificate(game, root, claims, sections);
    check(&certificate).unwrap_or_else(|rejected| panic!("{rejected}\n{}", certificate.to_text()));
}

/// Whether the prover wins within `plies` plies, by brute force.
fn wins(game: &str, root: &str, plies: u32) -> bool {
    let certificate = certificate(game, root, &["notwithin 1"], &[]);
    let mut brute = Brute::new(TextGame::new(&certificate.game, root).unwrap());
    let root = brute.text_game.root_node();
    brute.wins(&root, plies)
}

macro_rules! assert_kind {
    ($rejected:expr, $kind:pat, $($move:literal),*) => {{
        let rejected = $rejected;
        assert!(matches!(rejected.kind, $kind), "{rejected}");
        let expected: [&str; <[&str]>::len(&[$($move),*])] = [$($move),*];
        assert_eq!(rejected.moves, expected, "{rejected}");
    }};
}

/// A dropped pawn does not mate. It is no proof, and an escape need not answer it.
#[test]
fn a_dropped_pawn_does_not_mate() {
    let root = "7nk/7p1/9/7N1/9/9/9/9/9 b P";
    assert!(!wins("shogi 9x9", root, 3));
    let proof = ["7nk/7p1/9/7N1/9/9/9/9/9 b P 1 P*1b"];
    let rejected = refused("shogi 9x9", root, &["mate 1"], &[("proof", &proof)]);
    assert_kind!(rejected, RejectedKind::IllegalMove, "P*1b");
    // Where the rules allow it, the drop mates, and an escape that ignores it is rejected.
    let game = "shogi 9x9 dropmate=allowed";
    assert!(wins(game, root, 1));
    accepted(game, root, &["mate 1"], &[("proof", &proof)]);
    let escapes = ["7nk/7p1/9/7N1/9/9/9/9/9 b P 1"];
    let rejected = refused(game, root, &["notwithin 1"], &[("bounded", &escapes)]);
    assert_kind!(rejected, RejectedKind::MoveWins, "P*1b");
}

/// A reply may not mate the prover by a dropped pawn either, so an escape cannot rely on it.
#[test]
fn a_dropped_pawn_does_not_save_the_other_side() {
    // The rook on 6b blocks a check and gives one. White's pawn on 5b would block it and mate,
    // because the rook is pinned.
    let root = "2b2g3/2g5k/4K4/9/3gg4/9/9/9/5r3 b Rp";
    let drop = |game: &str| {
        let text_game = TextGame::new(&certificate(game, root, &["nomate"], &[]).game, root).unwrap();
        let after = text_game.play(&text_game.root_node(), "R*6b").unwrap();
        text_game.play(&after, "P*5b").map(|node| text_game.legal(&node))
    };
    assert_eq!(drop("shogi 9x9"), None);
    assert_eq!(drop("shogi 9x9 dropmate=allowed"), Some(vec![]));
    let escape = ["2b2g3/2g5k/4K4/9/3gg4/9/9/9/5r3 b R * R*6b:P*5b"];
    let rejected = refused("shogi 9x9", root, &["nomate"], &[("closed", &escape)]);
    assert_kind!(rejected, RejectedKind::IllegalReply, "R*6b", "P*5b");
}

/// The prover's moves must answer a check of the other side and must not expose its own king.
#[test]
fn the_prover_must_keep_its_own_king_safe() {
    // Black's gold would mate, but the rook gives check to Black's king.
    let game = "shogi 5x5 zone=1";
    let free = "2k2/5/2P2/5/K4 b Gr";
    let bound = "2k2/5/2P2/5/K3r b G";
    let record = |root: &str| format!("{} b G 1 G*3b", root.split(' ').next().unwrap());
    assert!(wins(game, free, 1) && !wins(game, bound, 1));
    accepted(game, free, &["mate 1"], &[("proof", &[&record(free)])]);
    let rejected = refused(game, bound, &["mate 1"], &[("proof", &[&record(bound)])]);
    assert_kind!(rejected, RejectedKind::IllegalMove, "G*3b");
    // The gold is pinned: a check with it would expose its own king.
    let pinned = "2k2/5/2P2/K1G1r/5 b -";
    assert!(!wins(game, pinned, 1));
    let record = "2k2/5/2P2/K1G1r/5 b - 1 3d3b";
    let rejected = refused(game, pinned, &["mate 1"], &[("proof", &[record])]);
    assert_kind!(rejected, RejectedKind::IllegalMove, "3d3b");
}

/// A side without a move that is not in check is not mated, whether stalemate loses or draws.
#[test]
fn stalemate_is_no_mate() {
    for game in ["shogi 3x3 zone=0", "shogi 3x3 zone=0 stalemate=draws"] {
        // A rook takes away all moves of the king without a check.
        let root = "k2/2R/1R1 b -";
        let text_game = TextGame::new(&certificate(game, root, &["nomate"], &[]).game, root).unwrap();
        let node = text_game.root_node();
        let checks = text_game.moves(&node);
        let mut found = 0;
        for play in text_game.legal(&node) {
            let after = text_game.play(&node, &play).unwrap();
            if checks.contains(&play) || !text_game.legal(&after).is_empty() {
                continue;
            }
            found += 1;
            let record = format!("k2/2R/1R1 b - 1 {play}");
            let rejected = refused(game, root, &["mate 1"], &[("proof", &[&record])]);
            assert!(matches!(rejected.kind, RejectedKind::NotAsked), "{rejected}");
        }
        assert!(found > 0);
    }
}

/// A larger hand is covered by a proof for a smaller one, and a smaller hand by an escape for a
/// larger one; never the other way round.
#[test]
fn hands_compare_one_way_only() {
    let game = "shogi 5x5 zone=1";
    let with = "2k2/5/2P2/5/5 b Gg";
    let without = "2k2/5/2P2/5/5 b 2g";
    assert!(wins(game, with, 1) && !wins(game, without, 5));
    // A proof with a gold in hand does not cover the position without it.
    let proof = ["2k2/5/2P2/5/5 b G 1 G*3b"];
    accepted(game, with, &["mate 1"], &[("proof", &proof)]);
    let rejected = refused(game, without, &["mate 1"], &[("proof", &proof)]);
    assert_kind!(rejected, RejectedKind::RootHand(_),);
    // An escape without a gold does not cover the position with it.
    let escape = ["2k2/5/2P2/5/5 b - * 3c3b:3a3b", "5/2k2/5/5/5 b - *"];
    accepted(game, without, &["nomate"], &[("closed", &escape)]);
    let rejected = refused(game, with, &["nomate"], &[("closed", &escape)]);
    assert_kind!(rejected, RejectedKind::RootHand(_),);
    // The same below the root: the pawn takes a gold, and the next record allows none in hand.
    let root = "2k2/2g2/2P2/5/5 b -";
    let escape = ["2k2/2g2/2P2/5/5 b - * 3c3b:3a3b", "5/2k2/5/5/5 b - *"];
    let rejected = refused(game, root, &["nomate"], &[("closed", &escape)]);
    assert_kind!(rejected, RejectedKind::HandUncovered, "3c3b", "3a3b");
}

/// Records are about the pieces of the root. With one more piece in the defender's hand they prove
/// nothing.
#[test]
fn records_are_about_the_pieces_of_the_root() {
    let game = "shogi 9x9";
    // The rook checks along the rank. White is mated with an empty hand, and interposes with any
    // piece in hand.
    let proof = ["k8/9/K8/9/8R/9/9/9/9 b - 1 1e1a"];
    for (hands, mated) in [("-", true), ("g", false), ("p", false)] {
        let root = format!("k8/9/K8/9/8R/9/9/9/9 b {hands}");
        assert_eq!(wins(game, &root, 1), mated, "{root}");
        if mated {
            accepted(game, &root, &["mate 1"], &[("proof", &proof)]);
        } else {
            let rejected = refused(game, &root, &["mate 1"], &[("proof", &proof)]);
            assert!(matches!(rejected.kind, RejectedKind::RankSpent(1)), "{rejected}");
        }
    }
    // A piece that the root does not have cannot be in the prover's hand.
    let root = "k8/9/K8/9/8R/9/9/9/9 b -";
    let proof = ["k8/9/K8/9/8R/9/9/9/9 b G 1 1e1a"];
    let rejected = refused(game, root, &["mate 1"], &[("proof", &proof)]);
    assert_kind!(rejected, RejectedKind::RootHand(_),);
}

/// Numbers that overflow, or that are not what they seem.
#[test]
fn numbers_do_not_wrap() {
    let good = text(
        "shogi 5x5 zone=1",
        "2k2/5/2P2/5/5 b Gg",
        &["mate 1"],
        &[("proof", &["2k2/5/2P2/5/5 b G 1 G*3b"])],
    );
    assert!(check(&read(&good).unwrap()).is_ok());
    for number in [
        "0",
        "-1",
        "+1",
        "01",
        "1.0",
        "1000000000",
        "4294967295",
        "4294967296",
        "4294967297",
        "18446744073709551617",
        "１",
        "1 ",
        "",
    ] {
        for (from, to) in [
            ("claim mate 1", format!("claim mate {number}")),
            ("claim mate 1", format!("claim notwithin {number}")),
            ("b G 1 G*3b", format!("b G {number} G*3b")),
            ("end 1", format!("end {number}")),
        ] {
            assert!(read(&good.replace(from, &to)).is_err(), "{to}");
        }
    }
    // The largest number is valid.
    let largest = good
        .replace("mate 1", "mate 999999999")
        .replace("b G 1", "b G 999999999");
    assert!(check(&read(&largest).unwrap()).is_ok());
    // Counts of pieces in records and roots.
    for hand in [
        "0G",
        "00G",
        "100G",
        "256G",
        "257G",
        "65537G",
        "4294967297G",
        "GG",
        "G2G",
        "2",
        "-G",
        "G-",
        "K",
        "+P",
        "1",
        "g",
    ] {
        let spoiled = good.replace("b G 1", &format!("b {hand} 1"));
        let refused = read(&spoiled).map_or(true, |certificate| check(&certificate).is_err());
        assert!(refused, "{hand}");
        let spoiled = good.replace("b Gg", &format!("b {hand}"));
        let refused = read(&spoiled).map_or(true, |certificate| check(&certificate).is_err());
        assert!(refused, "{hand}");
    }
    // Boards whose counts of empty squares exceed the row, in each row.
    for board in [
        "2k2/5/2P2/5/50",
        "2k2/5/2P2/5/99999",
        "2k3/5/2P2/5/5",
        "0/2k2/5/2P2/5/5",
    ] {
        let spoiled = good.replace("2k2/5/2P2/5/5", board);
        let refused = read(&spoiled).map_or(true, |certificate| check(&certificate).is_err());
        assert!(refused, "{board}");
    }
}

/// A perpetual check supports every bound, but a finite bound does not support `*`.
#[test]
fn a_finite_bound_does_not_support_an_unlimited_one() {
    let game = "shogi 3x3 zone=1";
    let root = "g2/2k/R2 b -";
    let closed = [
        "g2/2k/R2 b - * 3c1c:1b1c 3c3b:1b1c",
        "g2/R2/2k b - * 3b1b:1c1b 3b3c:1c1b",
        "g2/3/2k b - *",
        "g2/2k/3 b - *",
    ];
    accepted(
        game,
        root,
        &["nomate", "notwithin 999999999"],
        &[("closed", &closed)],
    );
    // The largest number instead of `*` does not support `nomate`.
    let bounded = closed.map(|line| line.replace('*', "999999999"));
    let bounded: Vec<&str> = bounded.iter().map(String::as_str).collect();
    let rejected = refused(game, root, &["nomate"], &[("bounded", &bounded)]);
    assert_kind!(rejected, RejectedKind::RootNumber { .. },);
    // Each record needs the other's bound minus two, so equal bounds are enough. Both records are
    // true for every bound.
    accepted(game, root, &["notwithin 999999999"], &[("bounded", &bounded)]);
    // A record of bound `*` that relies on records of a finite bound.
    let mixed = [closed[0], bounded[1], bounded[2], bounded[3]];
    let rejected = refused(game, root, &["nomate"], &[("bounded", &mixed)]);
    assert_kind!(
        rejected,
        RejectedKind::BoundTooSmall { needed: 0, .. },
        "3c1c",
        "1b1c"
    );
}

/// Evidence for one claim does not support another: each section supports its own claims only.
#[test]
fn sections_do_not_mix() {
    let game = "shogi 5x5 zone=1";
    let root = "2k2/5/2P2/5/5 b Gg";
    let proof: (&str, &[&str]) = ("proof", &["2k2/5/2P2/5/5 b G 1 G*3b"]);
    for claim in ["nomate", "notwithin 1"] {
        let rejected = refused(game, root, &[claim], &[proof]);
        assert_kind!(rejected, RejectedKind::RootMissing(_),);
        // The same beside a claim that holds.
        let rejected = refused(game, root, &["mate 1", claim], &[proof]);
        assert_kind!(rejected, RejectedKind::RootMissing(_),);
    }
    // Evidence for both answers to a question: one of them fails.
    let bounded: (&str, &[&str]) = ("bounded", &["2k2/5/2P2/5/5 b G 1"]);
    let rejected = refused(game, root, &["mate 1", "notwithin 1"], &[proof, bounded]);
    assert_kind!(rejected, RejectedKind::MoveWins, "G*3b");
    // A false record that no claim needs is rejected, too.
    let rejected = refused(game, root, &["mate 1"], &[proof, bounded]);
    assert_kind!(rejected, RejectedKind::MoveWins, "G*3b");
    // A record may occur twice.
    let twice: (&str, &[&str]) = ("proof", &[proof.1[0], proof.1[0]]);
    accepted(game, root, &["mate 1", "mate 1"], &[twice]);
}

/// Ranks, bounds and claims of even length.
#[test]
fn even_lengths_are_refused() {
    let game = "shogi 5x5 zone=1";
    let root = "2k2/5/2P2/5/5 b Gg";
    let rank = |rank: u32| format!("2k2/5/2P2/5/5 b G {rank} G*3b");
    for (claim, number) in [("mate 2", 1), ("mate 3", 2)] {
        let rejected = refused(game, root, &[claim], &[("proof", &[&rank(number)])]);
        assert_kind!(rejected, RejectedKind::Even(2),);
    }
    let root = "2k2/5/2P2/5/5 b 2g";
    let bound = |bound: u32| format!("2k2/5/2P2/5/5 b - {bound}");
    for (claim, number) in [("notwithin 2", 3), ("notwithin 1", 2)] {
        let rejected = refused(game, root, &[claim], &[("bounded", &[&bound(number)])]);
        assert_kind!(rejected, RejectedKind::Even(2),);
    }
}

/// A record covers nothing if its board is not one of the root's game, or is misspelled.
#[test]
fn misspelled_boards_are_refused() {
    let game = "shogi 5x5 zone=1";
    let root = "2k2/5/2P2/5/5 b Gg";
    let right = "2k2/5/2P2/5/5 b G 1 G*3b";
    for (board, wanted) in [
        ("11k2/5/2P2/5/5", "Spelling"),
        ("2k11/5/2P2/5/5", "Spelling"),
        ("2k2/5/2P2/5", "SetUp"),
        ("2k3/6/2P3/6/6", "SetUp"),
        ("2k2/5/2P2/5/5/5", "SetUp"),
        ("2k2/5/2P2/2P2/5", "TooMany"),
        ("2k1k/5/2P2/5/5", "SetUp"),
        ("2k2/2G2/2P2/5/5", "SetUp"),
        ("2k1P/5/2P2/5/5", "TooMany"),
        ("2+k2/5/2P2/5/5", "SetUp"),
        ("2k2/5/2+G2/5/5", "SetUp"),
    ] {
        let record = format!("{board} b G 1 G*3b");
        let rejected = refused(game, root, &["mate 1"], &[("proof", &[right, &record])]);
        let kind = format!("{:?}", rejected.kind);
        assert!(kind.starts_with(wanted), "{board}: {rejected}");
    }
    // The same for roots.
    for root in [
        "11k2/5/2P2/5/5 b Gg",
        "2k2/5/2P2/5/5 b Gg 1",
        "2k2/5/2P2/5/5  b Gg",
        "2k2/5/2P2/5/5 b\tGg",
        "2k2/5/2P2/5/5 b Gg\t7",
        "2k2/5/2P2/5/5\u{a0}b Gg 1",
        "2k2/5/2P2/5/5 b gG ",
        "2k2/5/2P2/5/5 w Gg",
        "2k2/2P2/5/5/5 b Gg",
    ] {
        let rejected = refused(game, root, &["mate 1"], &[("proof", &[right])]);
        assert!(
            matches!(
                rejected.kind,
                RejectedKind::Root(_) | RejectedKind::Spelling(_) | RejectedKind::RootMissing(_)
            ),
            "{root}: {rejected}"
        );
    }
}

/// Under the Try rule a king on the far rank has won, so no question can be asked.
#[test]
fn a_king_that_has_arrived_ends_the_game() {
    // White's lion has reached the far rank: the game is over for Black.
    let rejected = refused("dobutsu", "3/3/3/1k1 b B", &["nomate"], &[]);
    assert_kind!(rejected, RejectedKind::Decided,);
    // Black's lion stands on the far rank before its move, which no game leads to. Only the
    // position counts, so any check wins, but a move without check does not. Both definitions
    // agree.
    let root = "1K1/3/k2/3 b R";
    assert!(wins("dobutsu", root, 1));
    accepted(
        "dobutsu",
        root,
        &["mate 1"],
        &[("proof", &["1K1/3/k2/3 b R 1 R*3b"])],
    );
    let rejected = refused(
        "dobutsu",
        root,
        &["mate 1"],
        &[("proof", &["1K1/3/k2/3 b R 1 R*1d"])],
    );
    assert_kind!(rejected, RejectedKind::NotAsked, "R*1d");
    // A reply with which the lion reaches the far rank ends the game. That is an escape, and no
    // record is needed for it.
    let root = "3/3/k2/1G1 b -".replace('G', "R");
    let text_game = TextGame::new(&certificate("dobutsu", &root, &["nomate"], &[]).game, &root).unwrap();
    let node = text_game.root_node();
    let mut arrivals = 0;
    for play in text_game.moves(&node) {
        let after = text_game.play(&node, &play).unwrap();
        for reply in text_game
            .legal(&after)
            .iter()
            .filter(|reply| reply.ends_with('d'))
        {
            arrivals += 1;
            let next = text_game.play(&after, reply).unwrap();
            let record = format!("{} b - *", text_game.board(&next));
            let rejected = refused(
                "dobutsu",
                &root,
                &["nomate"],
                &[(
                    "closed",
                    &[
                        &format!("{} b - * {play}:{reply}", text_game.board(&node)),
                        &record,
                    ],
                )],
            );
            let kinds = [RejectedKind::Decided, RejectedKind::MissingReply];
            assert!(kinds.contains(&rejected.kind), "{rejected}");
        }
    }
    assert!(arrivals > 0);
}

/// Invalid armies: kings that appear and vanish, pieces that are two kinds at once.
#[test]
fn invalid_armies_are_refused() {
    let army = |pieces: &[&str], root: &str, record: &str| {
        let game = format!("shogi 3x3 zone=1 army=own\npiece {}", pieces.join("\npiece "));
        let text = text(&game, root, &["mate 1"], &[("proof", &[record])]);
        match read(&text) {
            Ok(certificate) => check(&certificate)
                .map(drop)
                .map_err(|rejected| rejected.to_string()),
            Err(fault) => Err(fault.to_string()),
        }
    };
    let king = "K steps=0,1;1,1;1,0;1,-1;0,-1;-1,-1;-1,0;-1,1 royal";
    let gold = "G steps=-1,1;0,1;1,1;-1,0;1,0;0,-1 captured=G";
    let (root, record) = ("k2/3/G2 b G", "k2/3/G2 b G 1 G*3b");
    assert_eq!(army(&[king, gold], root, record), Ok(()));
    for pieces in [
        // No king, two kings with one name, a king in hand, a king that promotes to another kind.
        vec![gold],
        vec!["K steps=0,1", gold],
        vec![king, king, gold],
        vec![king, gold, "P steps=0,1 captured=K"],
        vec!["K steps=0,1 promotes=G royal", gold],
        vec!["K steps=0,1 royal", "G steps=0,1 promotes=K captured=G"],
        // A piece in hand that cannot come back when it is captured.
        vec![king, "G steps=-1,1;0,1;1,1;-1,0;1,0;0,-1"],
        vec![king, "G steps=-1,1;0,1 captured=P", "P steps=0,1 captured=P"],
        vec![
            king,
            "G steps=-1,1;0,1 captured=+G promotes=+G",
            "+G steps=0,1 captured=G",
        ],
        // A piece that becomes another kind when it is promoted.
        vec![
            king,
            gold,
            "P steps=0,1 promotes=+P captured=P",
            "+P steps=0,1 captured=G",
        ],
        vec![king, "G slides=0,0 captured=G"],
        vec![king, "g steps=0,1 captured=g"],
        vec![king, "GG steps=0,1 captured=GG"],
    ] {
        assert!(army(&pieces, root, record).is_err(), "{pieces:?}");
    }
}

/// Lines of Action: there are no records after the end of the game, and a reply that connects the
/// prover's stones loses.
#[test]
fn lines_of_action_after_the_end_are_refused() {
    let rejected = refused("loa 4x4", "bb2/4/w2w/4 b", &["win 1"], &[]);
    assert_kind!(rejected, RejectedKind::Root(_),);
    // There are no hands.
    let rejected = refused(
        "loa 4x4",
        "b2b/4/w2w/4 b",
        &["nowin"],
        &[("closed", &["b2b/4/w2w/4 b B *"])],
    );
    assert_kind!(rejected, RejectedKind::SetUp(_),);
}
