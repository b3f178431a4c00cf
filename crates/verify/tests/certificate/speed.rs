//! How many records a second the checker goes through: `cargo test --release -p yose-verify --test certificate speed --
//! --ignored --nocapture`.

use std::time::Instant;

use yose_verify::certificate::{Certificate, Game, check};

use crate::arena::Arena;
use crate::brute::{Brute, Hands};
use crate::problems::Random;

/// The full set without kings.
const SET: &str = "RRBBGGGGSSSSNNNNLLLLPPPPPPPPPPPPPPPPPP";

/// A king with a few pieces of both sides around it on the large board, a few in the attacker's hand, and all others in
/// the defender's: what giants consist of.
fn attack(random: &mut Random) -> Option<Arena> {
    let mut set: Vec<char> = SET.chars().collect();
    let mut cells = vec!["1".to_string(); 81];
    let king = (random.below(9), random.below(4));
    cells[king.1 * 9 + king.0] = "k".into();
    let mut hand = Vec::new();
    for number in 0..5 + random.below(5) {
        let piece = set.swap_remove(random.below(set.len()));
        if number < 3 && random.below(3) > 0 {
            hand.push(piece);
            continue;
        }
        let near = |middle: usize, random: &mut Random| (middle + random.below(6)).saturating_sub(3).min(8);
        let (column, row) = (near(king.0, random), near(king.1, random));
        let cell = &mut cells[row * 9 + column];
        if cell == "1" {
            let plus = if piece != 'G' && random.below(4) == 0 {
                "+"
            } else {
                ""
            };
            let own = random.below(3) > 0;
            *cell = plus.to_string() + &if own { piece } else { piece.to_ascii_lowercase() }.to_string();
        } else {
            set.push(piece);
        }
    }
    let rows: Vec<String> = cells.chunks(9).map(|row| row.concat()).collect();
    let count = |pieces: &[char], small: bool| {
        let mut text = String::new();
        for kind in "RBGSNLP".chars() {
            let count = pieces.iter().filter(|&&piece| piece == kind).count();
            if count > 0 {
                text += &format!("{count}{}", if small { kind.to_ascii_lowercase() } else { kind });
            }
        }
        text
    };
    let root = format!(
        "{} b {}{}",
        rows.join("/"),
        count(&hand, false),
        count(&set, true)
    );
    Arena::new(&Game::shogi(), &root)
}

#[test]
#[ignore = "a measurement, for a release build"]
fn speed() {
    const WANTED: usize = 2_000;
    let mut random = Random::new(1);
    let mut proofs: Option<Certificate> = None;
    let mut escapes: Option<Certificate> = None;
    let begun = Instant::now();
    loop {
        // Records of many problems in one file: they share the set, so they may stand together.
        let Some(arena) = attack(&mut random) else {
            continue;
        };
        let root = arena.root_node();
        let mut brute = Brute::new(arena);
        match brute.length(&root, 3) {
            Some(length) => {
                let mut certificate = brute.exact(length, Hands::AsTheyAre);
                certificate.claims.truncate(1);
                certificate.bounded.clear();
                match &mut proofs {
                    None => proofs = Some(certificate),
                    Some(all) if all.records() < WANTED => all.proof.append(&mut certificate.proof),
                    Some(_) => {}
                }
            }
            None => {
                let mut certificate = brute.not_within(3, Hands::AsTheyAre, false);
                match &mut escapes {
                    None => escapes = Some(certificate),
                    Some(all) if all.records() < WANTED => all.bounded.append(&mut certificate.bounded),
                    Some(_) => {}
                }
            }
        }
        let enough = |part: &Option<Certificate>| part.as_ref().is_some_and(|all| all.records() >= WANTED);
        if enough(&proofs) && enough(&escapes) {
            break;
        }
    }
    println!("made in {:?}", begun.elapsed());
    for certificate in [proofs, escapes].into_iter().flatten() {
        let text = certificate.to_text();
        let before = Instant::now();
        let read: Certificate = text.parse().unwrap();
        let decoded = before.elapsed();
        let before = Instant::now();
        check(&read).unwrap_or_else(|rejected| panic!("{rejected}"));
        let checked = before.elapsed();
        println!(
            "{} records of proofs, {} of bounded disproofs, {} bytes: decoded in {decoded:.2?}, checked in \
             {checked:.2?}: {:.0} records/s",
            read.proof.len(),
            read.bounded.len(),
            text.len(),
            read.records() as f64 / checked.as_secs_f64()
        );
    }
}
