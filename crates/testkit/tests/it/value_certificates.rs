//! Certificates of values, by table and by search. The checker accepts them as written and rejects
//! corrupted ones, for a reason that fits the corruption. The full table says whether a change is a
//! corruption.

use std::collections::BTreeMap;
use yose_ask::certificate::{search, table};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{AnyPosition, Variant, with_position};
use yose_tablebase::{Material, Table, Value, Watch};
use yose_testkit::Random;
use yose_tsume::Limits;
use yose_value::value::find;
use yose_value::{GameValue, Method};
use yose_verify::Side;
use yose_verify::certificate::{Certificate, Claim, EscapeRecord, ProofRecord, Question, check};

/// A variant with one kind of piece besides the kings, two pieces of it.
struct Game {
    variant: &'static Variant,
    letter: char,
    table: Table,
}

/// How often each mutation was rejected for each reason.
type Tally = BTreeMap<&'static str, BTreeMap<String, usize>>;

/// The reasons for a rejection if a record is missing or says something else.
const LOST: [&str; 8] = [
    "Uncovered",
    "HandUncovered",
    "RankNotFalling",
    "RankSpent",
    "RootMissing",
    "NothingHolds",
    "RootHand",
    "RootNumber",
];

impl Game {
    fn new(name: &str) -> Game {
        let variant = Variant::by_name(name).unwrap();
        let material = Material::of(&variant.start().unwrap()).unwrap();
        let letter = name
            .chars()
            .find(|c| c.is_ascii_uppercase() && *c != 'K')
            .unwrap();
        let table = Table::build(&material, &mut Watch::new(&mut |_| true)).unwrap();
        Game {
            variant,
            letter,
            table,
        }
    }

    /// How many pieces the hand of a record holds.
    fn held(hand: &str) -> usize {
        let number = hand.chars().next().and_then(|c| c.to_digit(10));
        if hand == "-" {
            0
        } else {
            number.map_or(1, |n| n as usize)
        }
    }

    /// A hand of `count` pieces in SFEN.
    fn hand(&self, side: Side, count: usize) -> String {
        let letter = match side {
            Side::Black => self.letter,
            Side::White => self.letter.to_ascii_lowercase(),
        };
        match count {
            0 => String::new(),
            1 => letter.to_string(),
            n => format!("{n}{letter}"),
        }
    }

    /// How many pieces the other side holds.
    fn rest(&self, board: &str, hand: &str) -> Option<usize> {
        let on_board = board
            .chars()
            .filter(|c| c.eq_ignore_ascii_case(&self.letter))
            .count();
        2usize.checked_sub(on_board + Game::held(hand))
    }

    fn position(&self, board: &str, side: Side, hand: &str) -> AnyPosition {
        let (turn, other) = match side {
            Side::Black => ("b", Side::White),
            Side::White => ("w", Side::Black),
        };
        let rest = self.rest(board, hand).unwrap();
        let mut hands = self.hand(side, Game::held(hand)) + &self.hand(other, rest);
        if hands.is_empty() {
            hands.push('-');
        }
        let text = format!("{board} {turn} {hands} 1");
        sfen::read_as(&text, self.variant).unwrap().validate().unwrap()
    }

    fn value(&self, position: &AnyPosition) -> Option<Value> {
        with_position!(position, |p| self.table.value(p))
    }

    /// The legal moves of a position, with their values for the side that moves.
    fn moves(&self, position: &AnyPosition) -> Vec<(String, Value)> {
        with_position!(position, |p| {
            let moves = self.table.moves(p);
            let known = moves.into_iter().filter_map(|(m, value)| Some((m, value?)));
            known
                .map(|(m, value)| (usi::write(m, self.variant), value))
                .collect()
        })
    }

    fn after(&self, position: &AnyPosition, play: &str) -> AnyPosition {
        let text = with_position!(position, |p| {
            let m = usi::read_legal(play, p).unwrap();
            let mut after = p.clone();
            after.make(m);
            sfen::write(&after, 1)
        });
        sfen::read_as(&text, self.variant).unwrap().validate().unwrap()
    }
}

/// Checks that the certificate is rejected for one of the expected reasons.
fn assert_rejected(tally: &mut Tally, mutation: &'static str, corrupted: &Certificate, expected: &[&str]) {
    let text = corrupted.to_text();
    let read: Certificate = text.parse().unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    let Err(rejected) = check(&read) else {
        panic!("{mutation}: accepted\n{text}");
    };
    let kind = format!("{:?}", rejected.kind);
    let kind = kind.split(['(', ' ', '{']).next().unwrap_or_default().to_owned();
    assert!(
        expected.contains(&kind.as_str()),
        "{mutation}: {rejected}\n{text}"
    );
    assert!(!rejected.to_string().is_empty());
    *tally.entry(mutation).or_default().entry(kind).or_default() += 1;
}

fn corrupt_proof(
    game: &Game,
    certificate: &Certificate,
    exact: bool,
    random: &mut Random,
    tally: &mut Tally,
) {
    for _ in 0..12 {
        let at = random.below(certificate.proof.len());
        let record = &certificate.proof[at];
        let (board, side, hand) = (record.board(), record.side(), record.hand());
        let alone = certificate.proof.iter().filter(|r| r.board() == board).count() == 1;
        let with = |hand: &str, rank: u32, play: &str| {
            let mut corrupted = certificate.clone();
            corrupted.proof[at] = ProofRecord::new(board, side, hand, rank, play).unwrap();
            corrupted
        };
        if alone {
            let mut removed = certificate.clone();
            removed.proof.remove(at);
            assert_rejected(tally, "win: a reply dropped", &removed, &LOST);
        }
        let position = game.position(board, side, hand);
        let moves = game.moves(&position);
        let wrong: Vec<_> = moves
            .iter()
            .filter(|(_, v)| !matches!(v, Value::Win(_)))
            .collect();
        if !wrong.is_empty() {
            let (play, _) = wrong[random.below(wrong.len())];
            let expected = [&LOST[..], &["ReplyEnds", "MoveEnds"]].concat();
            assert_rejected(
                tally,
                "win: a wrong move",
                &with(hand, record.rank(), play),
                &expected,
            );
        }
        assert_rejected(
            tally,
            "win: no move at all",
            &with(hand, record.rank(), "3d3a"),
            &["IllegalMove"],
        );
        let more = game.hand(side, Game::held(hand) + 1);
        if game.rest(board, hand) == Some(0) {
            assert_rejected(
                tally,
                "win: a hand of too many",
                &with(&more, record.rank(), record.play()),
                &["TooMany", "HandUncovered", "RootHand"],
            );
        } else if alone {
            let expected = ["HandUncovered", "RootHand"];
            assert_rejected(
                tally,
                "win: a hand raised",
                &with(&more, record.rank(), record.play()),
                &expected,
            );
        }
        if exact && record.rank() > 2 {
            let expected = ["RankNotFalling", "RankSpent"];
            let corrupted = with(hand, record.rank() - 2, record.play());
            assert_rejected(tally, "win: a length understated", &corrupted, &expected);
        }
    }
}

/// Corrupts the certificate of a loss: the answer to one move is missing, for every move; the
/// length is odd or understated.
fn corrupt_loss(game: &Game, certificate: &Certificate, tally: &mut Tally) {
    assert_eq!(certificate.question, Question::Loss);
    let [Claim::Within(plies)] = certificate.claims[..] else {
        panic!("{:?}", certificate.claims);
    };
    let claiming = |claim| Certificate {
        claims: vec![claim],
        ..certificate.clone()
    };
    assert_rejected(
        tally,
        "loss: an odd length",
        &claiming(Claim::Within(plies + 1)),
        &["Odd"],
    );
    if plies > 2 {
        let understated = claiming(Claim::Within(plies - 2));
        assert_rejected(tally, "loss: a length understated", &understated, &["RootNumber"]);
    }
    assert_rejected(
        tally,
        "loss: a draw claimed",
        &claiming(Claim::Never),
        &["NothingHolds"],
    );
    let as_win = Certificate {
        question: Question::Win,
        ..certificate.clone()
    };
    assert_rejected(tally, "loss: as a win", &as_win, &["Even", "SetUp"]);
    let root = sfen::read_as(&format!("{} 1", certificate.root), game.variant).unwrap();
    let root = root.validate().unwrap();
    for (play, _) in game.moves(&root) {
        let after = with_position!(game.after(&root, &play), |p| sfen::write(&p, 1));
        let board = after.split(' ').next().unwrap();
        let mut forgotten = certificate.clone();
        forgotten.proof.retain(|record| record.board() != board);
        let text = forgotten.to_text();
        let rejected = check(&text.parse().unwrap()).expect_err("a move without an answer");
        // The claim is checked first, and the rejection names the move. Two moves may lead to one
        // board with different hands.
        assert!(rejected.moves.len() == 1, "{rejected}\n{text}");
        let named = with_position!(game.after(&root, &rejected.moves[0]), |p| sfen::write(&p, 1));
        assert_eq!(named.split(' ').next().unwrap(), board, "{rejected}");
        assert_rejected(tally, "loss: a move forgotten", &forgotten, &["Uncovered"]);
    }
}

fn corrupt_closed(game: &Game, certificate: &Certificate, random: &mut Random, tally: &mut Tally) {
    for _ in 0..12 {
        let at = random.below(certificate.closed.len());
        let record = &certificate.closed[at];
        let (board, side, hand) = (record.board(), record.side(), record.hand());
        let alone = certificate.closed.iter().filter(|r| r.board() == board).count() == 1;
        let answers: Vec<(&str, &str)> = record.answers().collect();
        let with = |hand: &str, answers: &[(&str, &str)]| {
            let mut corrupted = certificate.clone();
            let new = EscapeRecord::new(board, side, hand, record.bound(), answers.to_vec());
            corrupted.closed[at] = new.unwrap();
            corrupted
        };
        if alone {
            let mut removed = certificate.clone();
            removed.closed.remove(at);
            assert_rejected(tally, "draw: a hole in the set", &removed, &LOST);
        }
        if !answers.is_empty() {
            let number = random.below(answers.len());
            let mut fewer = answers.clone();
            fewer.remove(number);
            assert_rejected(
                tally,
                "draw: a reply dropped",
                &with(hand, &fewer),
                &["MissingReply"],
            );

            let position = game.position(board, side, hand);
            let after = game.after(&position, answers[number].0);
            let replies = game.moves(&after);
            if let Some((reply, _)) = replies.iter().find(|(_, v)| matches!(v, Value::Loss(_))) {
                let mut other = answers.clone();
                other[number].1 = reply;
                assert_rejected(tally, "draw: a wrong reply", &with(hand, &other), &LOST);
            }
            let mut other = answers.clone();
            other[number].1 = "3d3a";
            assert_rejected(
                tally,
                "draw: no reply at all",
                &with(hand, &other),
                &["IllegalReply"],
            );
        }
        let more = game.hand(side, Game::held(hand) + 1);
        if game.rest(board, hand) == Some(0) {
            assert_rejected(
                tally,
                "draw: a hand of too many",
                &with(&more, &answers),
                &["TooMany"],
            );
        } else if matches!(
            game.value(&game.position(board, side, &more)),
            Some(Value::Win(_))
        ) {
            let expected = [
                &LOST[..],
                &["MissingReply", "MoveWins", "ReplyWins", "IllegalReply"],
            ]
            .concat();
            assert_rejected(tally, "draw: a hand raised", &with(&more, &answers), &expected);
        }
    }
}

/// Wins, losses and draws of two small games.
#[test]
fn corrupted_certificates_of_values() {
    let limits = Limits {
        hash_mb: 64,
        ..Limits::default()
    };
    let mut tally = Tally::new();
    let mut random = Random::new(20);
    for (name, count) in [("3x4:NK-:2", 8), ("3x4:GK-:1", 8)] {
        let game = Game::new(name);
        let (mut left, mut tries) = ([count; 3], 0);
        while left != [0; 3] {
            tries += 1;
            assert!(tries < 400_000, "{left:?} left");
            let number = random.below(game.table.index().size() as usize) as u32;
            let Some(value) = game.table.value_at(number) else {
                continue;
            };
            let kind = match value {
                Value::Win(n) if n > 2 => 0,
                Value::Loss(n) if n > 1 => 1,
                Value::Draw => 2,
                _ => continue,
            };
            let placement = game.table.index().placement(number);
            let Some(position) = placement.assemble(game.table.material()) else {
                continue;
            };
            if left[kind] == 0 || !position.has_legal_move() {
                continue;
            }
            left[kind] -= 1;
            let by_search = left[kind] % 2 == 0;
            let certificates = if by_search {
                let found = find(&position, Method::Search, &limits, &mut |_| {});
                assert!(!matches!(found.value, GameValue::Unknown(_)), "{position:?}");
                search::certify(&position, &found, &limits)
            } else {
                table::certify(&game.table, &position)
            };
            let certificates = certificates.unwrap_or_else(|e| panic!("{position:?} {value:?}: {e}"));
            let expected = match kind {
                2 => 2,
                _ => 1,
            };
            assert_eq!(certificates.len(), expected, "{position:?} {value:?}");
            for certificate in &certificates {
                let read: Certificate = certificate.to_text().parse().unwrap();
                check(&read).unwrap_or_else(|e| panic!("{position:?} {value:?} search {by_search}: {e}"));
            }
            if kind == 1 {
                corrupt_loss(&game, &certificates[0], &mut tally);
            }
            let certificate = &certificates[random.below(certificates.len())];
            if certificate.proof.is_empty() {
                corrupt_closed(&game, certificate, &mut random, &mut tally);
            } else {
                corrupt_proof(&game, certificate, !by_search, &mut random, &mut tally);
            }
        }
    }
    println!("{tally:#?}");
    for mutation in [
        "win: a reply dropped",
        "win: a wrong move",
        "win: no move at all",
        "win: a hand raised",
        "win: a length understated",
        "loss: a move forgotten",
        "loss: a length understated",
        "draw: a hole in the set",
        "draw: a reply dropped",
        "draw: a wrong reply",
        "draw: no reply at all",
        "draw: a hand raised",
    ] {
        assert!(tally.contains_key(mutation), "{mutation}: never met");
    }
}
