//! How many records a second the checker goes through: `cargo test --release -p yose-verify --test certificate speed --
//! --ignored --nocapture`.

use std::time::Instant;

use yose_verify::certificate::{Certificate, Game, check};

use crate::arena::Arena;
use crate::brute::{Brute, Hands};

#[test]
#[ignore = "a measurement, for a release build"]
fn speed() {
    // Problems of the suite and open positions on the large board with everything else in the defender's hand: what
    // giants consist of.
    let roots = [
        ("dragon5", "9/5+R1Pk/8B/9/9/9/9/9/9 b Grb3g4s4n4l17p", Some(5)),
        ("golds5", "8k/9/6g2/8+B/9/9/9/9/9 b B2G2rg4s4n4l18p", Some(5)),
        ("knight5", "7k1/5S3/9/6B1P/4n4/9/9/9/9 b GN2rb3g3s2n4l17p", Some(5)),
        ("not within 5", "4k4/9/9/4S4/9/9/9/9/9 b G2S2r2b3g1s4n4l18p", None),
        ("start", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 2G2S", None),
    ];
    for (name, root, length) in roots {
        let mut brute = Brute::new(Arena::new(&Game::shogi(), root).unwrap());
        let before = Instant::now();
        let mut certificate = match length {
            Some(length) => brute.exact(length, Hands::AsTheyAre),
            None => brute.not_within(3, Hands::AsTheyAre, false),
        };
        let made = before.elapsed();
        println!("{name}: made in {made:?}");
        for section in ["proof", "bounded"] {
            let mut part = certificate.clone();
            match section {
                "proof" => part.bounded.clear(),
                _ => part.proof.clear(),
            }
            part.claims.truncate(0);
            let records = part.records();
            if records == 0 {
                continue;
            }
            // As many as in a giant.
            let times = (100_000 / records).max(1);
            let full = &mut certificate;
            let _ = full;
            for _ in 1..times {
                part.proof.extend_from_within(..part.proof.len().min(records));
                part.bounded.extend_from_within(..part.bounded.len().min(records));
            }
            println!("   {section}: {records} records");
        }
        let text = certificate.to_text();
        let before = Instant::now();
        let read: Certificate = text.parse().unwrap();
        let decoded = before.elapsed();
        let before = Instant::now();
        let mut times = 0;
        while before.elapsed().as_secs_f64() < 1.0 {
            check(&read).unwrap();
            times += 1;
        }
        let records = read.records() * times;
        println!(
            "   {} + {} records, {} bytes: decoded in {decoded:?}, {:.0} records/s checked",
            read.proof.len(),
            read.bounded.len(),
            text.len(),
            records as f64 / before.elapsed().as_secs_f64()
        );
    }
}
