//! How games end under both named rules.

use yose_loa::{
    AnyPosition, Color, History, Outcome, Position, Rules, Runtime, Setup, SetupFault, Size, Standard,
};

fn small(fen: &str) -> Position<Runtime<u32>> {
    fen.parse().unwrap_or_else(|faults| panic!("{fen}: {faults}"))
}

const BOTH: [Rules; 2] = [Rules::PAPER, Rules::MSO];

#[test]
fn starting_positions_are_running_on_every_size() {
    for size in Size::all() {
        let start = AnyPosition::start(size);
        yose_loa::with_position!(start, |start| {
            assert_eq!(start.turn(), Color::Black);
            let stones = Color::ALL.map(|color| yose_loa::Bits::count(start.stones(color)));
            assert_eq!(
                stones,
                [size.files(), size.ranks()].map(|side| 2 * (u32::from(side) - 2))
            );
            assert!(
                BOTH.iter().all(|&rules| start.outcome(rules) == Outcome::Running),
                "{size}"
            );
        });
    }
    let standard: Position<Standard> = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b".parse().unwrap();
    assert_eq!(Position::start(Size::STANDARD), Some(standard));
}

#[test]
fn one_side_connected_has_won_whoever_moved() {
    for rules in BOTH {
        for side in ["b", "w"] {
            assert_eq!(
                small(&format!("bb2/4/w3/3w {side}")).outcome(rules),
                Outcome::Win(Color::Black)
            );
            assert_eq!(
                small(&format!("ww2/4/b3/3b {side}")).outcome(rules),
                Outcome::Win(Color::White)
            );
        }
    }
    // Neighbours on a diagonal are connected. Opposite edges of the board are not.
    assert_eq!(
        small("b3/1b2/2b1/w2w w").outcome(Rules::PAPER),
        Outcome::Win(Color::Black)
    );
    assert_eq!(small("3b/b3/4/w2w w").outcome(Rules::PAPER), Outcome::Running);
}

#[test]
fn one_stone_is_connected() {
    // Black takes White's other stone. Black is not connected.
    let position = small("b1w1/4/4/b2w b");
    assert_eq!(position.outcome(Rules::PAPER), Outcome::Running);
    let next = position.after(position.read_move("a4c4").unwrap());
    for rules in BOTH {
        assert_eq!(next.outcome(rules), Outcome::Win(Color::White));
    }
}

/// The stone on a1 takes c1. This connects Black's stones and leaves White's stones connected.
#[test]
fn both_connected_by_a_capture() {
    let position = small("w3/1w2/3b/b1w1 b");
    assert_eq!(position.outcome(Rules::PAPER), Outcome::Running);
    let m = position.read_move("a1c1").unwrap();
    let mut next = position;
    let undo = next.make(m);
    assert!(undo.captured() && next.connected(Color::Black) && next.connected(Color::White));
    assert_eq!(next.outcome(Rules::PAPER), Outcome::Win(Color::Black));
    assert_eq!(next.outcome(Rules::MSO), Outcome::Draw);
    assert_eq!(
        next.connection_after(m, undo, Rules::PAPER),
        Outcome::Win(Color::Black)
    );
    assert_eq!(next.connection_after(m, undo, Rules::MSO), Outcome::Draw);
    assert!(position.connects(m));
    // The same stones with the other side to move. In this position White moved last.
    assert_eq!(
        small("w3/1w2/3b/2b1 b").outcome(Rules::PAPER),
        Outcome::Win(Color::White)
    );
}

/// A capture can win for the other side.
#[test]
fn a_capture_can_connect_only_the_other_side() {
    let position = small("w3/1w2/b3/b1w1 b");
    let next = position.after(position.read_move("a1c1").unwrap());
    for rules in BOTH {
        assert_eq!(next.outcome(rules), Outcome::Win(Color::White));
    }
}

#[test]
fn no_move_loses_or_passes() {
    // Black's two stones in the corners cannot move. White is not connected.
    let stuck = small("bw1w/ww2/2ww/w1wb b");
    assert!(!stuck.has_legal_move() && stuck.legal_moves().is_empty());
    assert_eq!(stuck.connection(Rules::PAPER), Outcome::Running);
    assert_eq!(stuck.outcome(Rules::PAPER), Outcome::Win(stuck.turn().other()));
    assert_eq!(stuck.outcome(Rules::MSO), Outcome::Running);
    let mut passed = stuck;
    passed.pass();
    assert_eq!(passed.turn(), stuck.turn().other());
    assert_eq!(yose_loa::perft::perft(&stuck, Rules::PAPER, 1), 0);
    assert_eq!(yose_loa::perft::perft(&stuck, Rules::MSO, 1), 1);
    let replies = yose_loa::perft::perft(&passed, Rules::MSO, 2);
    assert!(replies > 0);
    assert_eq!(yose_loa::perft::perft(&stuck, Rules::MSO, 3), replies);
    assert_eq!(yose_loa::perft::perft_repetition(&stuck, Rules::MSO, 3), replies);
}

#[test]
fn repetition_is_a_fact_about_the_path() {
    let mut position = Position::<Standard>::start(Size::STANDARD).unwrap();
    let mut history = History::new();
    assert_eq!(history.enter(position.key(), false), 1);
    let mut seen = Vec::new();
    for text in ["b1b3", "a2c2", "b3b1", "c2a2"].repeat(2) {
        let m = position.read_move(text).unwrap_or_else(|error| panic!("{error}"));
        let undo = position.make(m);
        history.enter(position.key(), undo.captured());
        seen.push((
            history.is_draw(Rules::PAPER.repetition),
            history.is_draw(Rules::MSO.repetition),
        ));
    }
    let second = (true, false);
    assert_eq!(
        seen,
        [[(false, false); 3].as_slice(), &[second; 4], &[(true, true)]].concat()
    );
}

#[test]
fn setups_without_sense_are_refused_with_places() {
    let mut setup = Setup::empty(Size::new(4, 4).unwrap());
    let off = yose_loa::SquareName { file: 4, rank: 0 };
    let b2 = yose_loa::SquareName { file: 1, rank: 1 };
    setup.stones = vec![(off, Color::White), (b2, Color::Black), (b2, Color::White)];
    let faults = setup.position::<Runtime<u32>>().unwrap_err();
    assert_eq!(
        faults.to_string(),
        "square e1: a stone beyond the board; square b2: two stones on one square; input: White has no stones"
    );
    setup.files = 10;
    let faults = setup.validate().unwrap_err();
    let kinds: Vec<_> = faults.iter().map(|fault| fault.kind.clone()).collect();
    assert_eq!(kinds, [SetupFault::Size { files: 10, ranks: 4 }]);
}

#[test]
fn illegal_moves_say_why() {
    let position: Position<Standard> = Position::start(Size::STANDARD).unwrap();
    for (text, why) in [
        (
            "",
            "\"\" is no move: expected the square left and the square reached, as in b1b3",
        ),
        ("b1é3", "\"b1é3\": there is no square \"é3\" on a 8x8 board"),
        ("b1i3", "\"b1i3\": there is no square \"i3\" on a 8x8 board"),
        ("a1a3", "a1a3 is not legal: there is no stone on a1"),
        ("a2c2", "a2c2 is not legal: the stone on a2 is not Black's"),
        ("b1c3", "b1c3 is not legal: the squares are not on one line"),
        ("b1b1", "b1b1 is not legal: the squares are not on one line"),
        (
            "b1b4",
            "b1b4 is not legal: the line has 2 stones and the move is 3 long",
        ),
    ] {
        assert_eq!(position.read_move(text).unwrap_err().to_string(), why);
    }
    let position = small("4/4/4/bwbw b");
    assert_eq!(
        position.read_move("a1d1").unwrap_err().to_string(),
        "a1d1 is not legal: the line has 4 stones and the move is 3 long"
    );
    let position = small("4/3w/4/bwb1 b");
    assert_eq!(
        position.read_move("a1d1").unwrap_err().to_string(),
        "a1d1 is not legal: the stone on b1 cannot be jumped"
    );
    let position = small("4/w2w/4/b1b1 b");
    assert_eq!(
        position.read_move("a1c1").unwrap_err().to_string(),
        "a1c1 is not legal: c1 has a stone of the same side"
    );
}
