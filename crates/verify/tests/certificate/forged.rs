//! The largest set of records that the checker accepts.
//!
//! The test puts many records about the positions around a root into one certificate, true or not:
//! every move with some rank, larger and smaller hands, random replies with every bound. While the
//! checker rejects the certificate, the test removes the record that the checker names. The rest is
//! accepted, and it is the largest such certificate: it contains every record of the set that could
//! get past the checker. Brute force must confirm each of these records, and every claim that the
//! checker accepts with them.

use std::collections::HashSet;

use yose_verify::certificate::{
    Bound, Certificate, Claim, EscapeRecord, Place, ProofRecord, RejectedKind, Section, check,
};

use crate::brute::Brute;
use crate::naive::{Naive, node};
use crate::problems::{Random, scatter, small_games};
use crate::text_game::{Node, State, TextGame, hand_text};

/// The number of positions around each root.
const PLACES: usize = 10;

/// The number of roots of each game.
const ROOTS: usize = 30;

/// The first `PLACES` positions with the prover to move that can be reached from the root.
fn around(text_game: &TextGame) -> Vec<Node> {
    let mut nodes = vec![text_game.root_node()];
    let mut seen = HashSet::from([text_game.key(&nodes[0])]);
    let mut next = 0;
    while next < nodes.len() && nodes.len() < PLACES {
        for play in text_game.moves(&nodes[next]) {
            let after = text_game.play(&nodes[next], &play).unwrap();
            for reply in text_game.legal(&after) {
                let node = text_game.play(&after, &reply).unwrap();
                if text_game.state(&node) == State::Open && seen.insert(text_game.key(&node)) {
                    nodes.push(node);
                }
            }
        }
        next += 1;
    }
    nodes.truncate(PLACES);
    nodes
}

/// The prover's hand, and the hand with one piece more or less of some kind.
fn hands(text_game: &TextGame, place: &Node, random: &mut Random) -> Vec<String> {
    let held = text_game.hand(place);
    let mut hands = vec![hand_text(&held, text_game.prover)];
    for kind in text_game.totals.keys() {
        let mut hand = held.clone();
        let count = hand.entry(*kind).or_default();
        let by = [-1, 1][random.below(2)];
        if let Some(new) = count.checked_add_signed(by) {
            *count = new;
            hands.push(hand_text(&hand, text_game.prover));
        }
    }
    hands
}

/// Records of every kind for the positions around the root.
fn candidate_records(text_game: &TextGame, random: &mut Random) -> Option<Certificate> {
    let mut all = Certificate {
        game: text_game.game.clone(),
        question: text_game.question,
        root: text_game.root.clone(),
        claims: vec![],
        proof: vec![],
        bounded: vec![],
        closed: vec![],
    };
    let places = around(text_game);
    for place in &places {
        let board = text_game.board(place);
        for hand in hands(text_game, place, random) {
            // With another hand there are other moves. With too large a hand there is no position.
            let real = node(text_game, &board, text_game.prover, &hand);
            let at = real.as_ref().unwrap_or(place);
            let checks = text_game.moves(at);
            let quiet = text_game.legal(at).into_iter().take(2);
            for play in checks.iter().cloned().chain(quiet) {
                let rank = 1 + random.below(5) as u32;
                let record = ProofRecord::new(&board, text_game.prover, &hand, rank, &play);
                all.proof.push(record.unwrap());
            }
            for bound in [1, 2, 3, 5, 0, 0] {
                let mut answers = Vec::new();
                for play in &checks {
                    let replies = text_game.legal(&text_game.play(at, play).unwrap());
                    if !replies.is_empty() && bound != 1 && random.below(40) > 0 {
                        answers.push((&play[..], replies[random.below(replies.len())].clone()));
                    }
                }
                let answers = answers.iter().map(|(play, reply)| (*play, &reply[..]));
                let limit = match bound {
                    0 => Bound::Unlimited,
                    plies => Bound::Plies(plies),
                };
                let record = EscapeRecord::new(&board, text_game.prover, &hand, limit, answers).unwrap();
                if bound == 0 && random.below(2) == 0 {
                    all.closed.push(record);
                } else {
                    all.bounded.push(record);
                }
            }
        }
    }
    (places.len() > 2).then_some(all)
}

/// Removes the records that the checker names, until it accepts or no record supports the claim.
/// Returns whether it accepts, and the number of records removed.
fn remove_rejected(certificate: &mut Certificate) -> (bool, usize) {
    /// Removes a record. The records before it are true so far, so they go to the end.
    fn remove<T>(records: &mut Vec<T>, index: usize) {
        records.remove(index);
        records.rotate_left(index);
    }
    let mut removed = 0;
    loop {
        match check(certificate).map_err(|rejected| (rejected.place, rejected)) {
            Ok(_) => return (true, removed),
            Err((Place::Header { .. }, rejected)) => {
                let nothing_left = matches!(
                    rejected.kind,
                    RejectedKind::RootMissing(_)
                        | RejectedKind::RootHand(_)
                        | RejectedKind::RootNumber { .. }
                );
                assert!(nothing_left, "{rejected}");
                return (false, removed);
            }
            Err((Place::Record { section, number, .. }, _)) => {
                removed += 1;
                let index = number as usize - 1;
                match section {
                    Section::Proof => remove(&mut certificate.proof, index),
                    Section::Bounded => remove(&mut certificate.bounded, index),
                    Section::Closed => remove(&mut certificate.closed, index),
                }
            }
        }
    }
}

/// Counts of what happened.
#[derive(Debug, Default)]
struct Tally {
    roots: usize,
    removed: usize,
    kept: usize,
    wins: usize,
    escapes: usize,
    for_ever: usize,
}

#[test]
fn nothing_false_survives() {
    let mut tally = Tally::default();
    for (game, pieces) in small_games() {
        let mut random = Random::new(9);
        let mut left = ROOTS;
        for _ in 0..5_000 {
            if left == 0 {
                break;
            }
            let Some(text_game) = scatter(&game, pieces, &mut random) else {
                continue;
            };
            let Some(all) = candidate_records(&text_game, &mut random) else {
                continue;
            };
            left -= 1;
            tally.roots += 1;
            // The weakest claim comes first. A record that is rejected there is rejected for the
            // others, too.
            let mut proof = all.clone();
            proof.bounded.clear();
            proof.closed.clear();
            check_accepted_claims(
                &text_game,
                proof,
                [5, 3, 1].map(Claim::Within).to_vec(),
                &mut tally,
            );
            let mut escapes = all;
            escapes.proof.clear();
            let mut claims = [1, 3, 5].map(Claim::NotWithin).to_vec();
            claims.push(Claim::Never);
            check_accepted_claims(&text_game, escapes, claims, &mut tally);
        }
    }
    println!("{tally:#?}");
    assert!(
        tally.wins > 100 && tally.escapes > 300 && tally.for_ever > 30,
        "{tally:#?}"
    );
}

/// Makes the claims, the weakest first, and confirms the accepted ones by brute force.
fn check_accepted_claims(
    text_game: &TextGame,
    mut certificate: Certificate,
    claims: Vec<Claim>,
    tally: &mut Tally,
) {
    let mut brute = Brute::new(text_game.clone());
    let root = text_game.root_node();
    for claim in claims {
        certificate.claims = vec![claim];
        let (accepted, removed) = remove_rejected(&mut certificate);
        tally.removed += removed;
        assert_eq!(accepted, Naive::default().accepts(&certificate));
        if !accepted {
            return;
        }
        let text = certificate.to_text();
        match claim {
            Claim::Within(plies) => {
                tally.wins += 1;
                assert!(brute.wins(&root, plies), "{text}");
            }
            Claim::NotWithin(plies) => {
                tally.escapes += 1;
                assert!(!brute.wins(&root, plies), "{text}");
            }
            Claim::Never => {
                tally.for_ever += 1;
                assert_ne!(brute.never(&root), Some(false), "{text}");
            }
        }
        tally.kept += certificate.records();
        for record in &certificate.proof {
            let place = node(text_game, record.board(), record.side(), record.hand()).unwrap();
            assert!(brute.wins(&place, record.rank()), "{}\n{text}", record.text());
        }
        for record in certificate.bounded.iter().chain(&certificate.closed) {
            let place = node(text_game, record.board(), record.side(), record.hand()).unwrap();
            let wrong = match record.bound() {
                Bound::Plies(plies) => brute.wins(&place, plies),
                Bound::Unlimited => brute.wins(&place, 5) || brute.never_within(&place, 100) == Some(false),
            };
            assert!(!wrong, "{}\n{text}", record.text());
        }
    }
}
