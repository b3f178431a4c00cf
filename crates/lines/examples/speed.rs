//! Moves that searches make per CPU second, on one core: `cargo run --release -p yose-lines --example speed [SEARCH]`.
//!
//! The same problems with and without a look ahead. Moves are deterministic, seconds are the least of three runs (of one, if a search is named).

use std::time::Duration;
use yose_lines::{Asked, Limits, Method, Threats, Trial};
use yose_loa::{Position, Rules, Standard};

/// L012, L041, L080 and L059 of `problems122.txt`: seven to eleven plies.
const PROBLEMS: [&str; 4] = [
    "8/4ww2/2w1b2b/3w4/2b1b3/2b1bb2/5b2/2ww4 b", 
    "1bb2b2/w7/w3bw2/w2bb3/3b1b1w/1bbwwwb1/1ww2w2/8 b", 
    "8/7w/7w/2w1b1ww/2wbbw2/2ww1b2/3bb3/1b6 w", 
    "3bbb2/1bb1wwb1/b2w2b1/1w6/3w4/w2b4/2w4w/8 b",
];

fn main() {
    let only = std::env::args().nth(1);
    let times = if only.is_some() { 1 } else { 3 };
    println!("| search | moves | CPU s | million moves a CPU second |\n| --- | ---: | ---: | ---: |");
    for (name, method, threats, ahead) in [
        ("plain deepening", Method::Deepening, Threats::Any, false),
        ("deepening, threats first", Method::Deepening, Threats::First, false),
        ("deepening that looks ahead", Method::Deepening, Threats::Any, true),
        ("PDS", Method::Pds, Threats::Any, true),
        ("df-pn", Method::Dfpn, Threats::Any, true),
    ] {
        if only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        let trial = Trial {
            method,
            threats,
            ahead,
            ..Trial::default()
        };
        let (mut best, mut moves) = (Duration::MAX, 0);
        for _ in 0..times {
            let mut cpu = Duration::ZERO;
            moves = 0;
            for text in PROBLEMS {
                let Ok(position) = text.parse::<Position<Standard>>() else {
                    continue;
                };
                let Ok(asked) = Asked::new(position, Rules::PAPER) else {
                    continue;
                };
                let measured = trial.run(&asked, &Limits::default(), &mut |_| {});
                moves += measured.moves;
                cpu += measured.cpu;
            }
            best = best.min(cpu);
        }
        let seconds = best.as_secs_f64();
        println!("| {name} | {moves} | {seconds:.3} | {:.1} |", moves as f64 / seconds / 1e6);
    }
}
