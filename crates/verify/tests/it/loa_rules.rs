//! The rules of Lines of Action, one at a time.

use yose_verify::Side::{Black, White};
use yose_verify::loa::{Error, Game, Position, Status, Variant};

const NOTHING: [&str; 0] = [];

fn paper(fen: &str) -> Position {
    Position::parse(fen, Variant::Paper).unwrap()
}

fn moves(position: &Position, prefix: &str) -> Vec<String> {
    position
        .legal_moves()
        .into_iter()
        .filter(|text| text.starts_with(prefix))
        .collect()
}

#[test]
fn the_moves_of_one_stone() {
    // After figure 4 of Sakuta, Nagashima, Hashimoto and Iida 2002. The stone on d3 moves as far as
    // there are stones on the line. It takes on d5 and, jumping its own stone, on a3. It cannot
    // jump the white stone on e2 to f1, and it cannot land on its own stone on h7.
    let position = paper("8/7b/8/3w1b2/4b3/w1bb4/4w3/8 b");
    assert_eq!(moves(&position, "d3"), ["d3a3", "d3b5", "d3d1", "d3d5", "d3g3"]);
    let taken = position.play("d3a3").unwrap();
    assert_eq!(taken.to_fen(), "8/7b/8/3w1b2/4b3/b1b5/4w3/8 w");
}

#[test]
fn start_positions() {
    let fen = |files, ranks| Position::start(files, ranks, Variant::Paper).unwrap().to_fen();
    assert_eq!(fen(8, 8), "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b");
    assert_eq!(fen(3, 3), "1b1/w1w/1b1 b");
    assert_eq!(fen(4, 3), "1bb1/w2w/1bb1 b");
    assert_eq!(fen(3, 9), "1b1/w1w/w1w/w1w/w1w/w1w/w1w/w1w/1b1 b");
    for (files, ranks) in [(2, 8), (8, 2), (0, 0), (10, 3), (3, usize::MAX)] {
        let fault = Error::BoardSize {
            files,
            ranks,
            least: 3,
        };
        assert_eq!(Position::start(files, ranks, Variant::Paper), Err(fault));
    }
}

#[test]
fn connection_decides() {
    // Diagonals connect, and a single stone is connected.
    assert_eq!(paper("b2/1b1/w1w b").status(), Status::Win { winner: Black });
    assert_eq!(paper("b2/3/b1w b").status(), Status::Win { winner: White });
    assert_eq!(paper("b2/3/b1w b").legal_moves(), NOTHING);
    let position = paper("b1w/3/b1w b");
    assert!(!position.connected(Black) && !position.connected(White));
    assert_eq!(position.status(), Status::Running);
}

#[test]
fn a_capture_may_connect_the_other_side() {
    let after = paper("b2w/3w/w3/3b b").play("a4a2").unwrap();
    assert_eq!(after.status(), Status::Win { winner: White });
    let last_but_one = paper("b3/4/w2w/3b b").play("a4a2").unwrap();
    assert_eq!(last_but_one.status(), Status::Win { winner: White });
}

#[test]
fn both_sides_connected_at_once() {
    let after = |variant| {
        Position::parse("b2w/3w/w3/1b2 b", variant)
            .unwrap()
            .play("a4a2")
            .unwrap()
    };
    assert_eq!(after(Variant::Paper).status(), Status::Win { winner: Black });
    assert_eq!(after(Variant::Mso).status(), Status::Draw);
    assert_eq!(after(Variant::Mso).legal_moves(), NOTHING);
}

#[test]
fn no_move_to_make() {
    let blocked = "b1b/w1w/b1b b";
    assert_eq!(paper(blocked).legal_moves(), NOTHING);
    assert_eq!(paper(blocked).status(), Status::Win { winner: White });

    let position = Position::parse(blocked, Variant::Mso).unwrap();
    assert_eq!(position.status(), Status::Running);
    assert_eq!(position.legal_moves(), ["pass"]);
    assert_eq!(position.play("pass").unwrap().to_fen(), "b1b/w1w/b1b w");
    // A side that can move may not pass.
    assert!(Position::start(8, 8, Variant::Mso).unwrap().play("pass").is_err());
}

#[test]
fn repetition_draws() {
    let round_trip = ["b1b3", "a2c2", "b3b1", "c2a2"];
    let mut game = Game::new(Position::start(8, 8, Variant::Mso).unwrap());
    for text in round_trip.iter().chain(&round_trip) {
        assert_eq!(game.status(), Status::Running);
        game.play(text).unwrap();
    }
    assert_eq!(game.occurrences(), 3);
    assert_eq!(game.status(), Status::Draw);
    assert_eq!(game.play("b1b3"), Err(Error::IllegalMove("b1b3".into())));
    // The position itself does not know about repetition.
    assert_eq!(game.position().status(), Status::Running);
}

#[test]
fn faults_are_named() {
    let size = |files, ranks| Error::BoardSize {
        files,
        ranks,
        least: 2,
    };
    let facts = [
        ("", Error::FieldCount(0)),
        ("b1b/w1w/b1b", Error::FieldCount(1)),
        ("b1b/w1w/b1b b - 1", Error::FieldCount(4)),
        ("b1b/w1w/b1b B", Error::SideText("B".into())),
        ("b1b/wxw/b1b b", Error::BoardText('x')),
        ("b1b/w0w/b1b b", Error::BoardText('0')),
        ("b1b/w石w/b1b b", Error::BoardText('石')),
        (
            "b1b/ww/b1b b",
            Error::RankLength {
                rank: 2,
                found: 2,
                expected: 3,
            },
        ),
        (
            "b1b//b1b b",
            Error::RankLength {
                rank: 2,
                found: 0,
                expected: 3,
            },
        ),
        ("bw b", size(2, 1)),
        ("b/w b", size(1, 2)),
        ("55/55 b", size(10, 2)),
        ("bw/2/2/2/2/2/2/2/2/2 b", size(2, 10)),
        ("b1b/3/3 b", Error::NoStone(White)),
        ("3/3/w2 b", Error::NoStone(Black)),
    ];
    for (fen, fault) in facts {
        assert_eq!(Position::parse(fen, Variant::Paper), Err(fault), "{fen}");
    }
    let start = Position::start(8, 8, Variant::Paper).unwrap();
    for text in ["", "b1", "b1b2", "a2c2", "b1b3 ", "z9z9", "pass", "é"] {
        assert_eq!(start.play(text), Err(Error::IllegalMove(text.into())));
    }
}

#[test]
fn what_is_read_is_written() {
    for fen in [
        "2b5/w4w2/3bwwbb/1wwwbbb1/2bbbwb1/6w1/8/5b2 b",
        "bw/wb w",
        "9/9/b6w1 w",
    ] {
        assert_eq!(paper(fen).to_fen(), fen);
    }
}
