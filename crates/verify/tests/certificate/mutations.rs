//! Every record of every certificate is spoiled in many ways, one at a time.
//!
//! For each spoiled certificate the test compares three results: that of the checker under test;
//! that of the definition in [`naive`](crate::naive), which says whether the certificate is still
//! evidence; and, if it is, that of brute force, which says whether its claims are still true. So a
//! harmless mutation is not ignored: it is shown to be harmless.

use std::collections::{BTreeMap, HashMap};

use yose_verify::certificate::{
    Bound, Certificate, Claim, EscapeRecord, Game, ProofRecord, Question, RejectedKind, Section, check,
};

use crate::accepted::hands_of;
use crate::brute::Brute;
use crate::naive::{Naive, node, stretchable};
use crate::problems::{RootResult, find, small_games, suite};
use crate::text_game::{Counts, Node, TextGame, hand_counts, hand_text};

/// The name of the kind of a fault.
fn name(kind: &RejectedKind) -> String {
    let text = format!("{kind:?}");
    text.split(['(', ' ']).next().unwrap().to_string()
}

/// The results of all mutations of one kind.
#[derive(Default)]
struct Tally {
    harmless: usize,
    kinds: BTreeMap<String, usize>,
}

struct Trial<'a> {
    brute: &'a mut Brute,
    naive: Naive,
    /// The results of brute force for accepted claims, by root.
    confirmed: HashMap<(String, Claim), bool>,
    tallies: &'a mut BTreeMap<&'static str, Tally>,
}

/// The faults that a missing or unsuitable record may cause.
const COVER: [&str; 8] = [
    "Uncovered",
    "HandUncovered",
    "RankNotFalling",
    "BoundTooSmall",
    "RootMissing",
    "RootHand",
    "RootNumber",
    "RankSpent",
];

impl Trial<'_> {
    /// Compares the three results for a spoiled certificate; `expected` are the faults that this
    /// mutation may cause.
    fn compare(&mut self, mutation: &'static str, spoiled: &Certificate, expected: &[&str]) {
        let text = spoiled.to_text();
        let read: Certificate = text.parse().unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        assert_eq!(&read, spoiled);
        let verdict = check(&read);
        let harmless = self.naive.accepts(spoiled);
        let tally = self.tallies.entry(mutation).or_default();
        match verdict {
            Ok(_) => {
                assert!(harmless, "{mutation}: accepted\n{text}");
                tally.harmless += 1;
                self.confirm(mutation, spoiled);
            }
            Err(rejected) => {
                assert!(!harmless, "{mutation}: refused: {rejected}\n{text}");
                let kind = name(&rejected.kind);
                assert!(
                    expected.contains(&kind.as_str()),
                    "{mutation}: unexpected fault: {rejected}\n{text}"
                );
                *tally.kinds.entry(kind).or_default() += 1;
            }
        }
    }

    /// The same for a mutation that is never harmless.
    fn compare_rejected(&mut self, mutation: &'static str, spoiled: &Certificate, expected: &[&str]) {
        assert!(!self.naive.accepts(spoiled), "{mutation}\n{}", spoiled.to_text());
        self.compare(mutation, spoiled, expected);
    }

    /// Brute force confirms the claims of an accepted certificate.
    fn confirm(&mut self, mutation: &str, certificate: &Certificate) {
        for &claim in &certificate.claims {
            let key = (certificate.root.clone(), claim);
            let holds = match self.confirmed.get(&key) {
                Some(&known) => known,
                None => self.holds(certificate, claim),
            };
            self.confirmed.insert(key, holds);
            let text = certificate.to_text();
            assert!(holds, "{mutation}: accepted, but {claim:?} is wrong\n{text}");
        }
    }

    fn holds(&mut self, certificate: &Certificate, claim: Claim) -> bool {
        // Another root needs another brute force.
        let mut other;
        let brute = if self.brute.text_game.root == certificate.root {
            &mut *self.brute
        } else {
            other = Brute::new(TextGame::new(&certificate.game, &certificate.root).unwrap());
            &mut other
        };
        let root = brute.text_game.root_node();
        match claim {
            // No win here is longer than 7 plies, so a longer claim says no more.
            Claim::Within(plies) => brute.wins(&root, plies.min(7)),
            Claim::NotWithin(plies) if plies <= 3 => !brute.wins(&root, plies),
            // If "never" takes too long to decide, three plies are tested instead.
            Claim::NotWithin(_) | Claim::Never => brute
                .never_within(&root, 500)
                .unwrap_or_else(|| !brute.wins(&root, 3)),
        }
    }

    fn each_proof_record(&mut self, certificate: &Certificate) {
        for index in 0..certificate.proof.len() {
            let record = certificate.proof[index].clone();
            let text_game = self.brute.text_game.clone();
            let place = node(&text_game, record.board(), record.side(), record.hand()).unwrap();
            let fields = Fields::of_proof(&record);
            let if_hands_must_be_equal = |kinds| if_hands_must_be_equal(&text_game.game, kinds);
            let with = |new: ProofRecord| {
                let mut spoiled = certificate.clone();
                spoiled.proof[index] = new;
                spoiled
            };

            let mut removed = certificate.clone();
            removed.proof.remove(index);
            self.compare("proof: record removed", &removed, &COVER);

            let mut quiet = 0;
            for play in text_game.legal(&place) {
                if play == record.play() {
                    continue;
                }
                // A few moves without check are enough: all of them are rejected for the same
                // reason.
                let is_quiet = !text_game.moves(&place).contains(&play);
                quiet += usize::from(is_quiet);
                if is_quiet && quiet > 5 {
                    continue;
                }
                let spoiled = with(fields.proof(record.rank(), &play));
                if text_game.moves(&place).contains(&play) {
                    // Brute force decides whether another check also works.
                    let expected = [&COVER[..], &["MoveEnds", "ReplyEnds"]].concat();
                    self.compare("proof: another move", &spoiled, &expected);
                } else {
                    self.compare_rejected("proof: a move without check", &spoiled, &["NotAsked"]);
                }
            }
            for play in ["1a1a", "K*1a", "9i9h+", "zzzz"] {
                let spoiled = with(fields.proof(record.rank(), play));
                self.compare_rejected("proof: no legal move", &spoiled, &["IllegalMove"]);
            }

            for rank in [
                record.rank() - 1,
                record.rank().saturating_sub(2),
                record.rank() + 1,
                record.rank() + 2,
            ] {
                if rank == 0 {
                    continue;
                }
                let spoiled = with(fields.proof(rank, record.play()));
                if rank < record.rank() && !self.brute.wins(&place, rank) {
                    // The rank was the exact length, so a smaller rank is false.
                    let expected = ["RankNotFalling", "RankSpent", "Even"];
                    self.compare_rejected("proof: length understated", &spoiled, &expected);
                } else {
                    let expected = ["RankNotFalling", "RootNumber", "Even"];
                    self.compare("proof: rank raised", &spoiled, &expected);
                }
            }

            for (by, hand) in self.hands(&place) {
                let spoiled = with(fields.with_hand(&hand).proof(record.rank(), record.play()));
                let too_many = text_game
                    .node(record.board(), &hand_counts(&hand, text_game.prover))
                    .is_none();
                // The new record stands beside the true one. Nothing is missing, so only the new
                // record can be at fault.
                let mut added = certificate.clone();
                added.proof.push(spoiled.proof[index].clone());
                if too_many {
                    self.compare_rejected("proof: more pieces than there are", &added, &["TooMany"]);
                } else if by > 0 {
                    // More in hand is as good, except where hands must be equal.
                    self.compare(
                        "proof: hand raised beside",
                        &added,
                        if_hands_must_be_equal(&["HandUncovered"]),
                    );
                    self.compare("proof: hand raised", &spoiled, &["HandUncovered", "RootHand"]);
                } else {
                    let expected = [
                        "IllegalMove",
                        "Uncovered",
                        "HandUncovered",
                        "RankNotFalling",
                        "RankSpent",
                    ];
                    self.compare("proof: hand lowered beside", &added, &expected);
                    let expected = [&expected[..], if_hands_must_be_equal(&["RootHand"])].concat();
                    self.compare("proof: hand lowered", &spoiled, &expected);
                }
            }

            for board in self.boards(&place) {
                let spoiled = with(fields.with_board(&board).proof(record.rank(), record.play()));
                self.compare("proof: another board", &spoiled, &BOARD);
            }
            let spoiled = with(fields.turned().proof(record.rank(), record.play()));
            self.compare_rejected(
                "proof: the other side to move",
                &spoiled,
                &["Turn", "SetUp", "RootHand"],
            );
        }
    }

    fn each_escape_record(&mut self, certificate: &Certificate, section: Section) {
        for index in 0..certificate.count(section) {
            let change = |f: &dyn Fn(&mut Vec<EscapeRecord>)| {
                let mut spoiled = certificate.clone();
                f(match section {
                    Section::Bounded => &mut spoiled.bounded,
                    _ => &mut spoiled.closed,
                });
                spoiled
            };
            let record = match section {
                Section::Bounded => certificate.bounded[index].clone(),
                _ => certificate.closed[index].clone(),
            };
            let with = |new: EscapeRecord| change(&|records| records[index] = new.clone());
            let text_game = self.brute.text_game.clone();
            let place = node(&text_game, record.board(), record.side(), record.hand()).unwrap();
            let fields = Fields::of_escape(&record);
            let if_hands_must_be_equal = |kinds| if_hands_must_be_equal(&text_game.game, kinds);
            let answers: Vec<(String, String)> = record
                .answers()
                .map(|(play, reply)| (play.to_string(), reply.to_string()))
                .collect();

            let called = |bounded, closed| match section {
                Section::Bounded => bounded,
                _ => closed,
            };

            let removed = change(&|records| drop(records.remove(index)));
            self.compare(
                called("bounded: record removed", "closed: record removed"),
                &removed,
                &COVER,
            );

            for (number, (play, reply)) in answers.iter().enumerate() {
                let mut fewer = answers.clone();
                fewer.remove(number);
                let spoiled = with(fields.escape(record.bound(), &fewer));
                self.compare_rejected(
                    called("bounded: a reply dropped", "closed: a reply dropped"),
                    &spoiled,
                    &["MissingReply"],
                );

                let mut twice = answers.clone();
                twice.push((play.clone(), reply.clone()));
                let spoiled = with(fields.escape(record.bound(), &twice));
                self.compare_rejected(
                    called("bounded: a move answered twice", "closed: a move answered twice"),
                    &spoiled,
                    &["AnsweredTwice"],
                );

                let after = text_game.play(&place, play).unwrap();
                let others = text_game.legal(&after);
                for other in others
                    .into_iter()
                    .filter(|other| other != reply)
                    .take(MOST_OTHERS)
                {
                    let mut changed = answers.clone();
                    changed[number].1 = other;
                    let spoiled = with(fields.escape(record.bound(), &changed));
                    let expected = [&COVER[..], &["ReplyWins"]].concat();
                    self.compare(
                        called("bounded: another reply", "closed: another reply"),
                        &spoiled,
                        &expected,
                    );
                }
                for other in ["1a1a", "zzzz", play] {
                    let mut changed = answers.clone();
                    changed[number].1 = other.to_string();
                    let spoiled = with(fields.escape(record.bound(), &changed));
                    self.compare_rejected(
                        called("bounded: no legal reply", "closed: no legal reply"),
                        &spoiled,
                        &["IllegalReply"],
                    );
                }
            }

            if record.bound() != Bound::Plies(1) {
                let quiet = text_game
                    .legal(&place)
                    .into_iter()
                    .find(|play| !text_game.moves(&place).contains(play));
                for (play, expected) in [(quiet.as_deref(), "NotAsked"), (Some("1a1a"), "IllegalMove")] {
                    let Some(play) = play else { continue };
                    let mut more = answers.clone();
                    more.push((play.to_string(), "1a1b".to_string()));
                    let spoiled = with(fields.escape(record.bound(), &more));
                    self.compare_rejected(
                        called("bounded: a move that is none", "closed: a move that is none"),
                        &spoiled,
                        &[expected],
                    );
                }
            }

            let bounds: Vec<Bound> = match record.bound() {
                Bound::Plies(1) => vec![Bound::Plies(2), Bound::Plies(3), Bound::Unlimited],
                Bound::Plies(plies) => [plies - 1, plies + 1, plies + 2]
                    .map(Bound::Plies)
                    .into_iter()
                    .chain([Bound::Unlimited])
                    .collect(),
                Bound::Unlimited if section == Section::Bounded => vec![Bound::Plies(3), Bound::Plies(5)],
                Bound::Unlimited => vec![],
            };
            for bound in bounds {
                let answers = if bound == Bound::Plies(1) {
                    &[][..]
                } else {
                    &answers
                };
                let spoiled = with(fields.escape(bound, answers));
                if bound > record.bound() {
                    let expected = [&COVER[..], &["MissingReply", "Even"]].concat();
                    self.compare(
                        called("bounded: bound raised", "closed: bound raised"),
                        &spoiled,
                        &expected,
                    );
                    let wrong = match bound {
                        Bound::Plies(plies) => self.brute.wins(&place, plies),
                        Bound::Unlimited => self.brute.never(&place) == Some(false),
                    };
                    assert!(!wrong || check(&spoiled).is_err());
                } else {
                    let expected = ["BoundTooSmall", "RootNumber", "Even"];
                    self.compare(
                        called("bounded: bound lowered", "closed: bound lowered"),
                        &spoiled,
                        &expected,
                    );
                }
            }

            for (by, hand) in self.hands(&place) {
                let spoiled = with(fields.with_hand(&hand).escape(record.bound(), &answers));
                let too_many = text_game
                    .node(record.board(), &hand_counts(&hand, text_game.prover))
                    .is_none();
                let added = change(&|records| {
                    records.push(fields.with_hand(&hand).escape(record.bound(), &answers));
                });
                if too_many {
                    self.compare_rejected(
                        called(
                            "bounded: more pieces than there are",
                            "closed: more pieces than there are",
                        ),
                        &added,
                        &["TooMany"],
                    );
                } else if by > 0 {
                    let expected = [
                        "MissingReply",
                        "IllegalReply",
                        "MoveWins",
                        "Uncovered",
                        "HandUncovered",
                        "BoundTooSmall",
                    ];
                    self.compare(
                        called("bounded: hand raised beside", "closed: hand raised beside"),
                        &added,
                        &expected,
                    );
                    let expected = [&expected[..], if_hands_must_be_equal(&["RootHand"])].concat();
                    self.compare(
                        called("bounded: hand raised", "closed: hand raised"),
                        &spoiled,
                        &expected,
                    );
                } else {
                    let expected = [
                        &["IllegalMove"],
                        if_hands_must_be_equal(&["HandUncovered", "MissingReply"]),
                    ]
                    .concat();
                    self.compare(
                        called("bounded: hand lowered beside", "closed: hand lowered beside"),
                        &added,
                        &expected,
                    );
                    let expected = ["HandUncovered", "RootHand", "IllegalMove"];
                    self.compare(
                        called("bounded: hand lowered", "closed: hand lowered"),
                        &spoiled,
                        &expected,
                    );
                }
            }
            for board in self.boards(&place) {
                let spoiled = with(fields.with_board(&board).escape(record.bound(), &answers));
                self.compare(
                    called("bounded: another board", "closed: another board"),
                    &spoiled,
                    &BOARD,
                );
            }
            let spoiled = with(fields.turned().escape(record.bound(), &answers));
            self.compare_rejected(
                called(
                    "bounded: the other side to move",
                    "closed: the other side to move",
                ),
                &spoiled,
                &["Turn", "SetUp", "RootHand"],
            );
        }
    }

    /// Mutations of the header.
    fn header(&mut self, certificate: &Certificate) {
        let text_game = self.brute.text_game.clone();
        for (index, claim) in certificate.claims.iter().enumerate() {
            let others = match *claim {
                Claim::Within(plies) => {
                    vec![
                        Claim::Within(plies + 2),
                        Claim::Within(plies + 1),
                        Claim::Within(plies.max(3) - 2),
                    ]
                }
                Claim::NotWithin(plies) => vec![
                    Claim::NotWithin(plies + 2),
                    Claim::NotWithin(plies + 1),
                    Claim::NotWithin(plies.max(3) - 2),
                    Claim::Never,
                ],
                Claim::Never => vec![Claim::NotWithin(5), Claim::NotWithin(4), Claim::Within(5)],
            };
            for other in others {
                let mut spoiled = certificate.clone();
                spoiled.claims[index] = other;
                let expected = ["RootNumber", "RootMissing", "Even"];
                self.compare("header: another claim", &spoiled, &expected);
            }
        }
        let none = Certificate {
            claims: vec![],
            ..certificate.clone()
        };
        assert_eq!(
            check(&none).map_err(|rejected| name(&rejected.kind)),
            Err("NoClaim".to_string())
        );

        // Other roots: the positions of the records, with both hands.
        let mut roots: Vec<String> = Vec::new();
        let texts: Vec<(String, yose_verify::Side, String)> = certificate
            .proof
            .iter()
            .map(|record| {
                (
                    record.board().to_string(),
                    record.side(),
                    record.hand().to_string(),
                )
            })
            .chain(
                certificate
                    .bounded
                    .iter()
                    .chain(&certificate.closed)
                    .map(|record| {
                        (
                            record.board().to_string(),
                            record.side(),
                            record.hand().to_string(),
                        )
                    }),
            )
            .collect();
        for (board, side, hand) in texts {
            roots.extend(node(&text_game, &board, side, &hand).map(|node| text_game.key(&node)));
        }
        // One piece more or less of a kind in the whole game.
        if text_game.question == Question::Tsume {
            let root = text_game.root_node();
            for kind in text_game.totals.keys() {
                for (side, counts) in [
                    (text_game.prover, text_game.hand(&root)),
                    (text_game.prover.other(), text_game.rest(&root)),
                ] {
                    for by in [-1, 1] {
                        let mut changed = counts.clone();
                        let held = changed.entry(*kind).or_default();
                        let Some(new) = held.checked_add_signed(by) else {
                            continue;
                        };
                        *held = new;
                        let others = match side == text_game.prover {
                            true => text_game.rest(&root),
                            false => text_game.hand(&root),
                        };
                        let hands = hand_text(&changed, side) + &hand_text(&others, side.other());
                        let hands = hands.replace('-', "");
                        let hands = if hands.is_empty() { "-" } else { &hands };
                        let text =
                            format!("{} {} {hands}", text_game.board(&root), text_game.prover.letter());
                        roots.extend(TextGame::new(&text_game.game, &text).map(|text_game| text_game.root));
                    }
                }
            }
        }
        for root in roots {
            let spoiled = Certificate {
                root,
                ..certificate.clone()
            };
            let expected = [
                &COVER[..],
                &[
                    "IllegalMove",
                    "IllegalReply",
                    "MissingReply",
                    "MoveWins",
                    "TooMany",
                    "SetUp",
                    "NotAsked",
                    "Root",
                ],
            ]
            .concat();
            self.compare("header: another root", &spoiled, &expected);
        }
    }

    /// The prover's hand with one piece more or less of each kind.
    fn hands(&self, place: &Node) -> Vec<(i32, String)> {
        let text_game = &self.brute.text_game;
        let mut hands = Vec::new();
        for kind in text_game.totals.keys() {
            for by in [-1, 1] {
                let mut hand: Counts = text_game.hand(place);
                let held = hand.entry(*kind).or_default();
                if let Some(new) = held.checked_add_signed(by) {
                    *held = new;
                    hands.push((by, hand_text(&hand, text_game.prover)));
                }
            }
        }
        hands
    }

    /// The board without each of its pieces, and the board with one rank too many.
    fn boards(&self, place: &Node) -> Vec<String> {
        let text_game = &self.brute.text_game;
        let board = text_game.board(place);
        let mut boards = Vec::new();
        for (at, letter) in board.char_indices() {
            if letter.is_ascii_alphabetic() {
                let mut cells = board.clone();
                cells.replace_range(at..=at, "1");
                boards.push(respelled(&cells.replace("+1", "1")));
                // Spelled in another way it is the same board, but the checker would not find it.
                boards.push(cells.replace("+1", "1"));
            }
        }
        boards.push(format!("{board}/{}", board.split('/').next().unwrap()));
        boards.retain(|other| *other != board);
        boards.dedup();
        boards
    }
}

/// The faults that a record with another board may cause.
const BOARD: [&str; 18] = [
    "RootHand",
    "RootNumber",
    "Uncovered",
    "HandUncovered",
    "RankNotFalling",
    "BoundTooSmall",
    "RootMissing",
    "RankSpent",
    "IllegalMove",
    "IllegalReply",
    "MissingReply",
    "MoveWins",
    "ReplyEnds",
    "NotAsked",
    "SetUp",
    "TooMany",
    "Spelling",
    "Decided",
];

/// These faults, where hands must be equal; otherwise none.
fn if_hands_must_be_equal(game: &Game, kinds: &'static [&'static str]) -> &'static [&'static str] {
    if stretchable(game) { &[] } else { kinds }
}

/// The board with counts of empty squares joined.
fn respelled(board: &str) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for letter in board.chars().chain(['/']) {
        if let Some(count) = letter.to_digit(10) {
            empty += count;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        text.push(letter);
    }
    text.pop();
    text
}

/// The fields of a record, to make another record from.
struct Fields {
    board: String,
    side: yose_verify::Side,
    hand: String,
}

impl Fields {
    fn of_proof(record: &ProofRecord) -> Fields {
        Fields {
            board: record.board().into(),
            side: record.side(),
            hand: record.hand().into(),
        }
    }

    fn of_escape(record: &EscapeRecord) -> Fields {
        Fields {
            board: record.board().into(),
            side: record.side(),
            hand: record.hand().into(),
        }
    }

    fn with_hand(&self, hand: &str) -> Fields {
        Fields {
            board: self.board.clone(),
            side: self.side,
            hand: hand.into(),
        }
    }

    fn with_board(&self, board: &str) -> Fields {
        Fields {
            board: board.into(),
            side: self.side,
            hand: self.hand.clone(),
        }
    }

    fn turned(&self) -> Fields {
        Fields {
            board: self.board.clone(),
            side: self.side.other(),
            hand: self.hand.clone(),
        }
    }

    fn proof(&self, rank: u32, play: &str) -> ProofRecord {
        ProofRecord::new(&self.board, self.side, &self.hand, rank, play).unwrap()
    }

    fn escape(&self, bound: Bound, answers: &[(String, String)]) -> EscapeRecord {
        let answers = answers
            .iter()
            .map(|(play, reply)| (play.as_str(), reply.as_str()));
        EscapeRecord::new(&self.board, self.side, &self.hand, bound, answers).unwrap()
    }
}

/// The largest number of other replies to try for each move.
const MOST_OTHERS: usize = 4;

/// The largest number of records, because every mutation checks all of them again.
const MOST_RECORDS: usize = 30;

fn spoil(brute: &mut Brute, result: RootResult, tallies: &mut BTreeMap<&'static str, Tally>) {
    let game = brute.text_game.game.clone();
    let mut trial = Trial {
        brute,
        naive: Naive::default(),
        confirmed: HashMap::new(),
        tallies,
    };
    for hands in hands_of(&game) {
        let brute = &mut *trial.brute;
        let certificates = match result {
            RootResult::Won(length) => vec![brute.exact(length, hands)],
            RootResult::NotWithin(_) => vec![brute.not_within(3, hands, false)],
            RootResult::Never => vec![brute.no_win(hands), brute.not_within(3, hands, true)],
        };
        for certificate in certificates {
            if certificate.records() > MOST_RECORDS {
                continue;
            }
            assert!(trial.naive.accepts(&certificate));
            trial.each_proof_record(&certificate);
            trial.each_escape_record(&certificate, Section::Bounded);
            trial.each_escape_record(&certificate, Section::Closed);
            trial.header(&certificate);
        }
    }
}

/// Prints the results, and makes sure that each mutation caused each of its expected faults.
fn check_tallies(tallies: &BTreeMap<&'static str, Tally>, faults: &[(&str, &[&str])]) {
    for (mutation, tally) in tallies {
        println!("{mutation}: {} harmless, {:?}", tally.harmless, tally.kinds);
    }
    for (mutation, kinds) in faults {
        let tally = &tallies[mutation];
        for kind in *kinds {
            assert!(tally.kinds.contains_key(*kind), "{mutation} never led to {kind}");
        }
    }
}

#[test]
fn every_record_of_small_certificates() {
    let mut tallies = BTreeMap::new();
    for (game, pieces) in small_games() {
        for (mut brute, result) in find(&game, pieces, 3, [1, 2, 2, 1]) {
            spoil(&mut brute, result, &mut tallies);
        }
    }
    check_tallies(
        &tallies,
        &[
            ("proof: record removed", &["Uncovered", "RootMissing"]),
            ("proof: another move", &["Uncovered", "RankSpent"]),
            (
                "proof: length understated",
                &["RankNotFalling", "RankSpent", "Even"],
            ),
            ("proof: rank raised", &["RankNotFalling", "RootNumber"]),
            ("proof: hand raised", &["HandUncovered", "RootHand"]),
            ("proof: hand lowered", &["IllegalMove", "HandUncovered"]),
            ("proof: no legal move", &["IllegalMove"]),
            ("proof: a move without check", &["NotAsked"]),
            ("proof: more pieces than there are", &["TooMany"]),
            ("proof: the other side to move", &["Turn"]),
            ("bounded: record removed", &["Uncovered", "RootMissing"]),
            ("bounded: a reply dropped", &["MissingReply"]),
            ("bounded: a move answered twice", &["AnsweredTwice"]),
            ("bounded: no legal reply", &["IllegalReply"]),
            ("bounded: another reply", &["Uncovered"]),
            ("bounded: bound raised", &["BoundTooSmall", "MissingReply"]),
            ("bounded: bound lowered", &["BoundTooSmall", "RootNumber"]),
            ("bounded: hand raised", &["MissingReply", "MoveWins"]),
            (
                "bounded: hand lowered",
                &["IllegalMove", "HandUncovered", "RootHand"],
            ),
            ("bounded: more pieces than there are", &["TooMany"]),
            ("bounded: the other side to move", &["Turn"]),
            // A missing record in a closed set.
            (
                "closed: record removed",
                &["Uncovered", "HandUncovered", "RootMissing"],
            ),
            ("closed: a reply dropped", &["MissingReply"]),
            ("closed: a move answered twice", &["AnsweredTwice"]),
            ("closed: no legal reply", &["IllegalReply"]),
            ("closed: another reply", &["Uncovered"]),
            ("closed: hand raised", &["MissingReply", "HandUncovered"]),
            (
                "closed: hand lowered",
                &["IllegalMove", "HandUncovered", "RootHand"],
            ),
            ("closed: more pieces than there are", &["TooMany"]),
            ("closed: the other side to move", &["Turn"]),
            ("header: another claim", &["RootNumber", "RootMissing", "Even"]),
            ("header: another root", &["RootMissing", "RootHand", "TooMany"]),
        ],
    );
}

#[test]
fn every_record_of_the_suite() {
    let mut tallies = BTreeMap::new();
    for (_, length, text_game) in suite() {
        let result = length.map_or(RootResult::Never, RootResult::Won);
        spoil(&mut Brute::new(text_game), result, &mut tallies);
    }
    check_tallies(
        &tallies,
        &[
            ("proof: a move without check", &["NotAsked"]),
            // Only games with a full set have a root with too many pieces.
            ("header: another root", &["Root"]),
        ],
    );
}
