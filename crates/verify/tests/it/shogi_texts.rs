//! Reading and writing of SFEN, USI and user-defined armies.

use yose_verify::Side::{Black, White};
use yose_verify::shogi::{Army, Error, Kind, Position, Rules};

fn parse(sfen: &str) -> Result<Position, Error> {
    Position::parse(sfen, &Rules::standard())
}

#[test]
fn what_is_read_is_written() {
    for sfen in [
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
        "4k4/9/4+P4/9/9/+l+n+s+r+b4/9/9/4K4 w 18p 123",
        "4k/5/5 b G 1",
    ] {
        assert_eq!(parse(sfen).unwrap().to_sfen(), sfen);
    }
}

#[test]
fn what_is_read_is_written_canonically() {
    let position = parse("4k4/9/1113111/9/9/9/9/9/4K4 b gP2L").unwrap();
    assert_eq!(position.to_sfen(), "4k4/9/9/9/9/9/9/9/4K4 b 2LPg 1");
    // The move number is not part of the position.
    assert_eq!(position, parse("4k4/9/9/9/9/9/9/9/4K4 b 2LPg 40").unwrap());
    assert_eq!(position.key(), "4k4/9/9/9/9/9/9/9/4K4 b 2LPg");
}

#[test]
fn faults_are_named() {
    let board_text = |rank, text: &str| Error::BoardText {
        rank,
        text: text.into(),
    };
    let hands = |text: &str| Error::HandText(text.into());
    let facts = [
        ("", Error::FieldCount(0)),
        ("4k4/9/4K4 b", Error::FieldCount(2)),
        ("4k4/9/4K4 b - 1 1", Error::FieldCount(5)),
        ("4k4/9/4K4 x - 1", Error::SideText("x".into())),
        ("4k4/9/4K4 b - 0", Error::NumberText("0".into())),
        ("4k4/9/4K4 b - one", Error::NumberText("one".into())),
        (
            "4k4/9/4K4 b - 99999999999",
            Error::NumberText("99999999999".into()),
        ),
        (
            "4k4/8/4K4 b - 1",
            Error::RankLength {
                rank: 'b',
                found: 8,
                expected: 9,
            },
        ),
        (
            "4k4//4K4 b - 1",
            Error::RankLength {
                rank: 'b',
                found: 0,
                expected: 9,
            },
        ),
        ("5k4/55/5K4 b - 1", Error::BoardSize { files: 10, ranks: 3 }),
        ("/ b - 1", Error::BoardSize { files: 0, ranks: 2 }),
        (
            "1/1/1/1/1/1/1/1/1/1 b - 1",
            Error::BoardSize { files: 1, ranks: 10 },
        ),
        ("4k4/4x4/4K4 b - 1", board_text('b', "x")),
        ("4k4/0/4K4 b - 1", board_text('b', "0")),
        ("4k4/4+G4/4K4 b - 1", board_text('b', "+G")),
        ("4k4/8+/4K4 b - 1", board_text('b', "+")),
        ("4k4/4++R4/4K4 b - 1", board_text('b', "++")),
        ("4k4/4王4/4K4 b - 1", board_text('b', "王")),
        ("4k4/9/4K4 b K 1", hands("K")),
        ("4k4/9/4K4 b 2 1", hands("2")),
        ("4k4/9/4K4 b 0P 1", hands("0P")),
        ("4k4/9/4K4 b PP 1", hands("PP")),
        ("4k4/9/4K4 b +P 1", hands("+P")),
        ("4k4/9/4K4 b P- 1", hands("P-")),
        ("4k4/9/4K4 b 4294967297P 1", hands("4294967297P")),
        ("4k4/9/3KK4 b - 1", Error::TwoKings(Black)),
        ("4k4/k8/4K4 b - 1", Error::TwoKings(White)),
        ("4k4/4G4/4K4 b - 1", Error::KingCapturable(White)),
        ("4k4/4P4/P8/P8 b - 1", Error::TwoPawns { side: Black, file: 9 }),
        ("P3k4/9/9/4K4 b - 1", Error::DeadEnd { square: "9a".into() }),
        ("4k4/9/8n/4K4 b - 1", Error::DeadEnd { square: "1c".into() }),
        ("4k4/4K4 b - 1", Error::ZoneDepth { zone: 3, ranks: 2 }),
    ];
    for (sfen, fault) in facts {
        assert_eq!(parse(sfen), Err(fault), "{sfen}");
    }
}

#[test]
fn only_legal_moves_are_played() {
    let start = parse("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1").unwrap();
    for text in [
        "",
        "7g",
        "7g7e",
        "7g7f+",
        "7g7f ",
        "3c3d",
        "P*5e",
        "0a0b",
        "résigner",
        "P*",
        "**",
    ] {
        assert_eq!(start.play(text), Err(Error::IllegalMove(text.into())));
    }
}

#[test]
fn damaged_texts_do_no_harm() {
    let sfen = "R8/2K1S1SSk/4B4/9/4+p4/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";
    for at in 0..sfen.len() {
        for wedge in [
            "",
            "9",
            "0",
            "/",
            "+",
            " ",
            "k",
            "K",
            "-",
            "é",
            "99999999999999999999",
        ] {
            for end in [sfen.len(), at] {
                let damaged = format!("{}{wedge}{}", &sfen[..at], &sfen[(at + 1).min(end)..end]);
                if let Ok(position) = parse(&damaged) {
                    assert_eq!(parse(&position.to_sfen()), Ok(position));
                }
            }
        }
    }
}

fn wazir(name: &str) -> Kind {
    Kind {
        name: name.into(),
        steps: vec![(0, 1), (1, 0), (0, -1), (-1, 0)],
        slides: vec![],
        promotes_to: None,
        captured_as: None,
        royal: false,
        pawn: false,
    }
}

#[test]
fn an_army_of_ones_own() {
    let army = Army::new(vec![
        wazir("W"),
        Kind {
            royal: true,
            ..wazir("K")
        },
    ])
    .unwrap();
    let rules = Rules {
        army,
        ..Rules::with_zone(0)
    };
    let position = Position::parse("k2/1w1/W1K b - 1", &rules).unwrap();
    assert_eq!(position.legal_moves(), ["3c2c", "3c3b"]);
    // A piece captured here leaves the game.
    let position = Position::parse("k2/w2/W1K b - 1", &rules).unwrap();
    assert_eq!(position.play("3c3b").unwrap().to_sfen(), "k2/W2/2K w - 2");
}

#[test]
fn armies_that_make_no_sense() {
    let referring = |target: &str| Error::KindReference {
        kind: "W".into(),
        target: target.into(),
    };
    let promoting = Kind {
        promotes_to: Some("+W".into()),
        ..wazir("W")
    };
    let held_promoted = Kind {
        captured_as: Some("+W".into()),
        ..wazir("W")
    };
    let held_king = Kind {
        captured_as: Some("K".into()),
        ..wazir("W")
    };
    let crowned = Kind {
        promotes_to: Some("K".into()),
        ..wazir("W")
    };
    let king = Kind {
        royal: true,
        ..wazir("K")
    };
    let still = Kind {
        slides: vec![(0, 0)],
        ..wazir("W")
    };
    let facts = [
        (vec![wazir("w")], Error::KindName("w".into())),
        (vec![wazir("")], Error::KindName("".into())),
        (vec![wazir("++")], Error::KindName("++".into())),
        (vec![wazir("WW")], Error::KindName("WW".into())),
        (vec![wazir("é")], Error::KindName("é".into())),
        (vec![wazir("W"), wazir("W")], Error::KindTwice("W".into())),
        (vec![promoting], referring("+W")),
        (vec![held_promoted, wazir("+W")], referring("+W")),
        (vec![held_king, king.clone()], referring("K")),
        (vec![crowned, king], referring("K")),
        (vec![still], Error::KindStandsStill("W".into())),
    ];
    for (kinds, fault) in facts {
        assert_eq!(Army::new(kinds), Err(fault));
    }
}
