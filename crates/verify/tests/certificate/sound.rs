//! The arguments of the checker, tested by brute force.

use std::collections::HashMap;

use yose_verify::certificate::{
    Bound, Certificate, Claim, EscapeRecord, Game, Place, ProofRecord, RejectedKind, Section, check,
};

use crate::accepted::accept;
use crate::brute::Brute;
use crate::naive::stretchable;
use crate::problems::{Random, scatter, small_games};
use crate::text_game::{Node, TextGame, hand_text};

/// A larger hand of the prover never makes a win longer, and a smaller one never makes it shorter.
/// Coverage relies on that. It is false with pawns that slide, and there the checker does not rely
/// on it.
#[test]
fn more_in_hand_is_as_good() {
    for (game, pieces) in small_games() {
        let mut random = Random::new(11);
        let [mut compared, mut against] = [0; 2];
        let tries = if stretchable(&game) { 1500 } else { 20_000 };
        for _ in 0..tries {
            let Some(text_game) = scatter(&game, pieces, &mut random) else {
                continue;
            };
            let kinds: Vec<char> = text_game.totals.keys().copied().collect();
            let root = text_game.root_node();
            let mut brute = Brute::new(text_game);
            for kind in kinds {
                let Some(more) = brute.with_hand(&root, kind, 1) else {
                    continue;
                };
                for plies in [1, 3] {
                    compared += 1;
                    against += usize::from(brute.wins(&root, plies) && !brute.wins(&more, plies));
                }
            }
        }
        println!("{}: {compared} compared, {against} against", game.head());
        match stretchable(&game) {
            true => assert_eq!(against, 0),
            false => assert!(against > 0),
        }
    }
}

/// The positions reachable from a root in which the prover can play on for ever without winning,
/// each with a move that does so. `None` if the root is not among them, or if there are too many.
fn perpetual(text_game: &TextGame) -> Option<Vec<(Node, String)>> {
    let mut nodes = vec![text_game.root_node()];
    let mut numbers = HashMap::from([(text_game.key(&nodes[0]), 0)]);
    // The moves of each position, with the positions that they may lead to. A move that ends the
    // game is left out.
    let mut moves_from: Vec<Vec<(String, Vec<usize>)>> = Vec::new();
    while moves_from.len() < nodes.len() {
        let node = nodes[moves_from.len()].clone();
        let mut from_here = Vec::new();
        for play in text_game.moves(&node) {
            let after = text_game.play(&node, &play)?;
            let mut to = Vec::new();
            for reply in text_game.legal(&after) {
                let next = text_game.play(&after, &reply)?;
                let new = nodes.len();
                let number = *numbers.entry(text_game.key(&next)).or_insert(new);
                if number == new {
                    nodes.push(next);
                }
                to.push(number);
            }
            if !to.is_empty() {
                from_here.push((play, to));
            }
        }
        moves_from.push(from_here);
        if nodes.len() > 120 {
            return None;
        }
    }
    // The largest set of positions that the prover need not leave.
    let mut alive = vec![true; nodes.len()];
    loop {
        let stays = |(_, to): &&(String, Vec<usize>)| to.iter().all(|&number| alive[number]);
        let moves: Vec<Option<String>> = moves_from
            .iter()
            .map(|moves_from| Some(moves_from.iter().find(stays)?.0.clone()))
            .collect();
        let next: Vec<bool> = (0..nodes.len())
            .map(|number| alive[number] && moves[number].is_some())
            .collect();
        if next == alive {
            let kept = nodes.into_iter().zip(moves).zip(&alive);
            let kept = kept.filter(|(_, alive)| **alive);
            let kept: Vec<(Node, String)> =
                kept.filter_map(|((node, play), _)| Some((node, play?))).collect();
            return alive[0].then_some(kept);
        }
        alive = next;
    }
}

/// Presents the moves as a proof with random ranks. Some rank does not fall, and the checker names
/// that record.
fn check_cyclic_proofs(text_game: &TextGame, moves: &[(Node, String)], rounds: usize, random: &mut Random) {
    for _ in 0..rounds {
        let mut certificate = Certificate {
            game: text_game.game.clone(),
            question: text_game.question,
            root: text_game.root.clone(),
            claims: vec![Claim::Within(999)],
            proof: vec![],
            bounded: vec![],
            closed: vec![],
        };
        // Sometimes all ranks are equal.
        let spread = [1, 100][random.below(2)];
        for (node, play) in moves {
            let rank = 101 + 2 * random.below(spread) as u32;
            let hand = hand_text(&text_game.hand(node), text_game.prover);
            let record = ProofRecord::new(&text_game.board(node), text_game.prover, &hand, rank, play);
            certificate.proof.push(record.unwrap());
        }
        let rejected = check(&certificate).unwrap_err();
        let Place::Record {
            section: Section::Proof,
            number,
            line,
        } = rejected.place
        else {
            panic!("{rejected}");
        };
        let text = certificate.to_text();
        let named = text.lines().nth(line as usize - 1).unwrap();
        assert_eq!(named, certificate.proof[number as usize - 1].text());
        assert!(named.starts_with(&rejected.position));
        assert_eq!(rejected.moves.len(), 2);
        let RejectedKind::RankNotFalling { rank, best, line } = rejected.kind else {
            panic!("{rejected}");
        };
        assert!(best + 2 > rank);
        let other = text.lines().nth(line as usize - 1).unwrap();
        assert!(other.contains(&format!(" {best} ")), "{other}");
    }
}

/// A perpetual check presented as a proof, in the smallest game that has one.
#[test]
fn a_cyclic_proof_is_rejected() {
    // A king that moves sideways only, and a piece below it that follows it and checks upwards.
    let pieces = ["K steps=1,0;-1,0 royal", "W steps=0,1 slides=1,0;-1,0 captured=W"];
    let game = Game::parse("shogi 4x2 zone=0 army=own", &pieces).unwrap();
    let text_game = TextGame::new(&game, "1k2/2W1 b -").unwrap();
    assert_eq!(
        Brute::new(text_game.clone()).never(&text_game.root_node()),
        Some(true)
    );
    let moves = perpetual(&text_game).unwrap();
    assert_eq!(moves.len(), 6);
    check_cyclic_proofs(&text_game, &moves, 500, &mut Random::new(5));
}

/// The same in every small game in which it happens.
#[test]
fn cyclic_proofs_are_rejected() {
    let mut games = 0;
    let mut roots = 0;
    for (game, pieces) in small_games() {
        let mut random = Random::new(5);
        let mut found = 0;
        for _ in 0..3_000 {
            let Some(text_game) = scatter(&game, pieces, &mut random) else {
                continue;
            };
            if let Some(moves) = perpetual(&text_game) {
                found += 1;
                check_cyclic_proofs(&text_game, &moves, 20, &mut random);
            }
            if found == 10 {
                break;
            }
        }
        println!("{}: {found}", game.head());
        games += usize::from(found > 0);
        roots += found;
    }
    assert!(games >= 5 && roots > 20, "{games} games, {roots} roots");
}

/// A certificate makes claims about its root only. Other sides, other games and other questions are
/// rejected.
#[test]
fn inconsistent_headers_are_rejected() {
    let certificate = |game: &str, question: &str, root: &str, claim: &str| -> Certificate {
        let text = format!(
            "yose-certificate 1\ngame {game}\nquestion {question}\nroot {root}\nclaim {claim}\nend 0\n"
        );
        text.parse().unwrap_or_else(|fault| panic!("{fault}\n{text}"))
    };
    let facts = [
        (
            "shogi",
            "win",
            "4k4/9/9/9/9/9/9/9/9 b -",
            "win 1",
            5,
            "claim `win 1`: no record has the root's board",
        ),
        (
            "loa 4x4",
            "tsume",
            "4/1b1w/4/w2b b",
            "nomate",
            3,
            "this question is not asked of this game",
        ),
        (
            "shogi",
            "tsume",
            "4k4/9/9/9/9/9/9/9 b -",
            "nomate",
            4,
            "the root: the board is not 9x9",
        ),
        (
            "shogi",
            "tsume",
            "9/9/9/9/9/9/9/9/4K4 b -",
            "nomate",
            4,
            "the root: White has no king to mate",
        ),
        (
            "shogi",
            "tsume",
            "4k4/9/9/9/9/9/9/9/9 b - 1",
            "nomate",
            4,
            "the root: expected a board, a side to move and hands, separated by one space",
        ),
        (
            "shogi",
            "tsume",
            "4k4/4G4/9/9/9/9/9/9/9 b -",
            "nomate",
            4,
            "the root: White is in check and it is not its turn",
        ),
        (
            "shogi",
            "tsume",
            "4k4/9/9/9/9/9/9/9/333 b -",
            "nomate",
            4,
            "the board should be written `4k4/9/9/9/9/9/9/9/9`",
        ),
        (
            "dobutsu",
            "tsume",
            "1K1/3/3/k2 b -",
            "nomate",
            4,
            "the game is over here, so there is nothing to store",
        ),
        (
            "loa 3x3",
            "win",
            "3/w1w/bb1 w",
            "nowin",
            4,
            "the root: the game is over",
        ),
        (
            "loa 4x4",
            "win",
            "4/1b1w/4/w2b b -",
            "nowin",
            4,
            "the root: expected a board and a side to move, separated by one space",
        ),
        (
            "shogi",
            "tsume",
            "4k4/9/9/9/9/9/9/9/9 b -",
            "mate 2",
            5,
            "2 is even, but this question is decided by the prover's moves only",
        ),
        (
            "shogi",
            "tsume",
            "4k4/9/9/9/9/9/9/9/9 b -",
            "nomate",
            5,
            "claim `nomate`: no record has the root's board",
        ),
    ];
    for (game, question, root, claim, line, fault) in facts {
        let rejected = check(&certificate(game, question, root, claim)).unwrap_err();
        assert_eq!(rejected.to_string(), format!("line {line}: {root}: {fault}"));
    }

    // Captured pieces that leave the game: the hand of the other side could not be computed.
    let text = "yose-certificate 1\ngame shogi 3x3 zone=0 army=own\npiece K steps=0,1;0,-1;1,0;-1,0 royal\n\
                piece W steps=0,1 captured=W promotes=+W\npiece +W steps=0,2\nquestion tsume\nroot k2/3/2K b -\n\
                claim nomate\nend 0\n";
    let rejected = check(&text.parse().unwrap()).unwrap_err();
    assert_eq!(
        rejected.to_string(),
        "line 7: k2/3/2K b -: the root: pieces of this army vanish or turn into others when captured"
    );
}

/// A position is covered only by records of its own board, and only by hands that compare in the
/// right direction.
#[test]
fn examples_of_the_documentation() {
    for text in [include_str!("mate3.cert"), include_str!("circles.cert")] {
        let certificate: Certificate = text.parse().unwrap_or_else(|fault| panic!("{fault}"));
        accept(&certificate);
        assert_eq!(certificate.to_text(), text);
        let brute = &mut Brute::new(TextGame::new(&certificate.game, &certificate.root).unwrap());
        let root = brute.text_game.root_node();
        for claim in &certificate.claims {
            assert!(match *claim {
                Claim::Within(plies) => brute.wins(&root, plies),
                Claim::NotWithin(plies) => !brute.wins(&root, plies),
                Claim::Never => brute.never_within(&root, 2000) == Some(true),
            });
        }
    }
}

/// Records of the bounds `1` and `*` for one position: the larger bound counts.
#[test]
fn the_best_record_counts() {
    let text = include_str!("circles.cert");
    let mut certificate: Certificate = text.parse().unwrap();
    let root = certificate.closed[0].clone();
    let smaller = EscapeRecord::new(root.board(), root.side(), root.hand(), Bound::Plies(1), []);
    certificate.bounded.push(smaller.unwrap());
    certificate.claims = vec![Claim::NotWithin(77), Claim::Never];
    accept(&certificate);
    certificate.closed.clear();
    assert!(matches!(
        check(&certificate).unwrap_err().kind,
        RejectedKind::RootNumber { best: 1, .. }
    ));
}
