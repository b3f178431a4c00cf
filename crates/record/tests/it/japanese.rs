//! Names of moves: the examples of the Japan Shogi Association's page on how records are written,
//! and cases that the page leaves open. Each position has Black's pieces of one kind, and each of
//! them moves to the same square.

use yose_board::Color;
use yose_record::{Format, Record, Step, japanese, japanese_unmarked, read_str, write};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Kind, Move, Nine, Piece, SHOGI, Setup, Shogi};

fn square(digits: &str) -> yose_board::Square {
    let mut digits = digits.bytes().map(|b| b - b'1');
    let (file, rank) = (digits.next().expect("file"), digits.next().expect("rank"));
    SHOGI.square(file, rank).expect("on the board")
}

/// A board with pieces of a kind, given from Black's view, and turned around for White.
fn board(kind: Kind, from: &[&str], turn: Color) -> Shogi {
    let turned = |sq: yose_board::Square| match turn {
        Color::Black => sq,
        Color::White => yose_board::Square::new(80 - sq.raw()),
    };
    let mut setup = Setup::empty(&SHOGI);
    setup.turn = turn;
    for digits in from {
        setup.put(turned(square(digits)), Some(Piece::new(turn, kind)));
    }
    // A king that does not interfere with any example.
    let king = ["19", "99", "91", "11"]
        .into_iter()
        .map(square)
        .find(|&sq| {
            let mut with = setup.clone();
            with.board[turned(sq).index()].is_none()
                && with.put(turned(sq), Some(Piece::new(turn.other(), Kind::KING)))
                && with.position(Nine).is_ok()
        })
        .expect("a corner is safe");
    setup.put(turned(king), Some(Piece::new(turn.other(), Kind::KING)));
    setup.position(Nine).expect("legal")
}

/// A kind, the common target, and the origin and name of each move.
type Example = (Kind, &'static str, &'static [(&'static str, &'static str)]);

#[test]
fn the_examples_of_the_association() {
    use Kind as K;
    let examples: [Example; 21] = [
        // 上, 寄, 引
        (K::GOLD, "82", &[("93", "金上"), ("72", "金寄")]),
        (K::GOLD, "32", &[("43", "金上"), ("31", "金引")]),
        (K::GOLD, "55", &[("56", "金上"), ("45", "金寄")]),
        (K::SILVER, "58", &[("69", "銀上"), ("47", "銀引")]),
        // 左, 右, 直
        (K::GOLD, "81", &[("92", "金左"), ("72", "金右")]),
        (K::GOLD, "22", &[("33", "金左"), ("13", "金右")]),
        (K::SILVER, "56", &[("65", "銀左"), ("45", "銀右")]),
        (K::GOLD, "78", &[("89", "金左"), ("79", "金直")]),
        (K::SILVER, "38", &[("39", "銀直"), ("29", "銀右")]),
        // three and more
        (K::GOLD, "52", &[("63", "金左"), ("53", "金直"), ("43", "金右")]),
        (
            K::TOKIN,
            "88",
            &[
                ("98", "と左寄"),
                ("99", "と左上"),
                ("89", "と直"),
                ("78", "と右"),
                ("87", "と引"),
            ],
        ),
        (
            K::SILVER,
            "28",
            &[("29", "銀直"), ("17", "銀右"), ("39", "銀左上"), ("37", "銀左引")],
        ),
        // dragons
        (K::DRAGON, "82", &[("91", "龍引"), ("84", "龍上")]),
        (K::DRAGON, "43", &[("52", "龍引"), ("23", "龍寄")]),
        (K::DRAGON, "35", &[("55", "龍左"), ("15", "龍右")]),
        (K::DRAGON, "88", &[("99", "龍左"), ("89", "龍右")]),
        (K::DRAGON, "17", &[("28", "龍左"), ("19", "龍右")]),
        // horses
        (K::HORSE, "82", &[("91", "馬左"), ("81", "馬右")]),
        (K::HORSE, "85", &[("95", "馬寄"), ("63", "馬引")]),
        (K::HORSE, "12", &[("11", "馬引"), ("34", "馬上")]),
        (K::HORSE, "77", &[("99", "馬左"), ("59", "馬右")]),
    ];
    for (kind, to, moves) in examples {
        for turn in Color::ALL {
            let from: Vec<&str> = moves.iter().map(|(from, _)| *from).collect();
            let position = board(kind, &from, turn);
            for (from, name) in moves {
                let at = |digits| match turn {
                    Color::Black => square(digits),
                    Color::White => yose_board::Square::new(80 - square(digits).raw()),
                };
                let m = Move::board(at(from), at(to), false);
                assert!(position.is_legal(m), "{turn} {from} to {to}");
                let text = japanese_unmarked(&position, m, None);
                let said: String = text.chars().skip(2).collect();
                assert_eq!(said.replace("不成", ""), *name, "{turn} {from} to {to}");
                assert_eq!(
                    read_one_move(&position, &japanese(&position, m, None)),
                    Ok(m),
                    "{turn} {from} to {to}"
                );
            }
        }
    }
}

/// Reads a move as a record of this move alone.
fn read_one_move(position: &Shogi, text: &str) -> Result<Move, String> {
    let head = write(&Record::new(position.setup(1)), Format::Ki2).expect("legal");
    let record = read_str(&format!("{head}{text}\n"), None).map_err(|faults| faults.to_string())?;
    let first = record.tree.main_line().next().ok_or("no move")?;
    record
        .tree
        .node(first)
        .played()
        .ok_or_else(|| "no move".to_owned())
}

fn position(text: &str) -> Shogi {
    sfen::read_as(text, &SHOGI)
        .expect("SFEN")
        .position(Nine)
        .expect("legal")
}

#[test]
fn drops_promotions_and_the_same_square() {
    let p = position("4k4/9/9/9/9/9/4G4/9/4K4 b G 1");
    let name = |text: &str| japanese(&p, usi::read_legal(text, &p).expect("legal"), None);
    assert_eq!(name("G*5f"), "▲５六金打", "a gold on the board could go there");
    assert_eq!(name("5g5f"), "▲５六金");
    assert_eq!(name("G*1a"), "▲１一金");
    assert_eq!(
        read_one_move(&p, "▲５六金打"),
        Ok(usi::read("G*5f", &SHOGI).expect("USI"))
    );
    assert_eq!(
        read_one_move(&p, "▲５六金"),
        Ok(usi::read("5g5f", &SHOGI).expect("USI"))
    );
    assert_eq!(
        read_one_move(&p, "▲１一金"),
        Ok(usi::read("G*1a", &SHOGI).expect("USI"))
    );
    assert_eq!(
        read_one_move(&p, "▲１一金打"),
        Ok(usi::read("G*1a", &SHOGI).expect("USI"))
    );

    let p = position("4k4/8P/9/2S6/9/9/9/9/4K4 b - 1");
    let name = |text: &str, previous: Option<&str>| {
        japanese(
            &p,
            usi::read_legal(text, &p).expect("legal"),
            previous.map(square),
        )
    };
    assert_eq!(name("7d7c", None), "▲７三銀不成");
    assert_eq!(name("7d7c+", Some("73")), "▲同　銀成");
    assert_eq!(
        name("1b1a+", None),
        "▲１一歩成",
        "said even where it is compulsory"
    );

    let p = position("4k4/9/9/2+S6/9/9/9/9/4K4 b - 1");
    let m = usi::read_legal("7d7c", &p).expect("legal");
    assert_eq!(japanese(&p, m, Some(square("73"))), "▲同成銀");
    assert_eq!(japanese_unmarked(&p, m, None), "７三成銀");
    for text in ["▲７三成銀", "▲７三全", "☗73成銀", "▲ ７三成銀上"] {
        assert_eq!(read_one_move(&p, text), Ok(m), "{text}");
    }
}

#[test]
fn a_pinned_piece_counts_for_readers_who_ignore_pins() {
    // The rook pins the gold on 5g to its king. Other programs see two golds that reach 6g.
    let p = position("9/9/9/4r4/9/9/4G4/3GK4/9 b - 1");
    let m = usi::read_legal("6h6g", &p).expect("legal");
    assert_eq!(japanese(&p, m, None), "▲６七金上");
    // Only one legal move fits, so a text without the suffix is accepted, and so is another suffix.
    for text in ["▲６七金", "▲６七金直", "▲６七金上"] {
        assert_eq!(read_one_move(&p, text), Ok(m), "{text}");
    }
}

#[test]
fn a_drop_is_told_apart_from_a_pinned_piece() {
    let p = position("3k5/3s5/9/9/9/9/9/9/3R1K3 w s 1");
    let m = usi::read_legal("S*5a", &p).expect("legal");
    assert_eq!(japanese(&p, m, None), "△５一銀打");
    for text in ["△５一銀打", "△５一銀"] {
        assert_eq!(read_one_move(&p, text), Ok(m), "{text}");
    }
    // The same with a slider, behind a piece that stops the other slider.
    let p = position("4k4/9/9/9/9/9/9/9/K3P1P1B b B 1");
    let drop = usi::read_legal("B*3g", &p).expect("legal");
    assert_eq!(
        japanese(&p, drop, None),
        "▲３七角打",
        "the bishop on 1i reaches 3g"
    );
    let p = position("4k4/9/9/9/9/9/9/7P1/K3P1P1B b B 1");
    let drop = usi::read_legal("B*3g", &p).expect("legal");
    assert_eq!(japanese(&p, drop, None), "▲３七角", "a pawn on 2h is in the way");
}

#[test]
fn pieces_are_told_apart_among_all_that_reach_the_square() {
    // Horses: the left one is pinned by the rook.
    let p = position("1k2r4/9/9/9/9/9/4+B1+B2/9/4K4 b - 1");
    let m = usi::read_legal("3g4f", &p).expect("legal");
    assert_eq!(japanese(&p, m, None), "▲４六馬右");
    assert_eq!(read_one_move(&p, "▲４六馬右"), Ok(m));
    assert!(
        read_one_move(&p, "▲４六馬左").is_err(),
        "the left horse is pinned"
    );
    // Silvers on both sides of the target. The left one is pinned by the lance.
    let p = position("2l1k4/9/9/9/9/9/2S1S4/2K6/9 b - 1");
    let m = usi::read_legal("5g6f", &p).expect("legal");
    assert_eq!(japanese(&p, m, None), "▲６六銀右");
    for text in ["▲６六銀右", "▲６六銀"] {
        assert_eq!(read_one_move(&p, text), Ok(m), "{text}");
    }
}

#[test]
fn older_words_are_understood() {
    let p = board(Kind::GOLD, &["93", "72"], Color::Black);
    let m = Ok(Move::board(square("93"), square("82"), false));
    for text in ["▲８二金上", "▲８二金行", "▲８二金入", "▲82金左上"] {
        assert_eq!(read_one_move(&p, text), m, "{text}");
    }
}

#[test]
fn small_boards_have_names_too() {
    let (position, _) = sfen::position("rbsgk/4p/5/P4/KGSBR b - 1").expect("minishogi");
    yose_shogi::with_position!(&position, |p| {
        let m = usi::read_legal("2e3d", p).expect("legal");
        assert_eq!(japanese(p, m, None), "▲３四角");
    });
}

#[test]
fn every_move_of_random_games_is_read_back() {
    for seed in 0..40 {
        let record = crate::common::record(50_000 + seed, crate::common::FULL);
        let mut one = Record::new(record.setup.clone());
        // All moves of the last position of the main line, as siblings.
        let last = record
            .tree
            .main_line()
            .filter(|&id| record.tree.node(id).played().is_some())
            .last();
        if let Some(last) = last {
            one.setup = record.position_at(last).expect("legal").setup(1);
        }
        for m in crate::common::nine(one.position().expect("legal")).legal_moves() {
            one.tree.add(yose_record::Tree::ROOT, Step::Move(m));
        }
        if one.tree.is_empty() {
            continue;
        }
        let text = write(&one, Format::Ki2).expect("legal");
        assert_eq!(read_str(&text, None).as_ref(), Ok(&one), "{text}");
    }
}
