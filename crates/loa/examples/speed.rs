//! Moves per second of the rules, on one core: `cargo run --release -p yose-loa --example speed`.
//!
//! `perft` counts the last moves without making them. `walk` makes every move, updates the key and
//! tests whether the move ended the game. `peek` asks for the key and the connection of each last
//! move before making it, like a search that probes its table first.

use std::hint::black_box;
use std::time::Instant;
use yose_loa::perft::{perft, perft_repetition};
use yose_loa::{Geometry, Outcome, Position, Rules, Runtime, Size, Standard};

/// Makes every move of every line of at most `depth` moves. Returns the number of moves made.
fn walk<G: Geometry>(here: &mut Position<G>, depth: u32, keys: &mut u64) -> u64 {
    let mut made = 0;
    for &m in &here.legal_moves() {
        let undo = here.make(m);
        made += 1;
        *keys ^= here.key();
        if here.connection_after(m, undo, Rules::PAPER) == Outcome::Running && depth > 1 {
            made += walk(here, depth - 1, keys);
        }
        here.unmake(m, undo);
    }
    made
}

/// Visits the same lines as [`walk`] but does not make the last move of each line.
fn peek<G: Geometry>(here: &mut Position<G>, depth: u32, keys: &mut u64) -> u64 {
    let mut seen = 0;
    for &m in &here.legal_moves() {
        seen += 1;
        *keys ^= here.key_after(m);
        if here.connects(m) || depth == 1 {
            continue;
        }
        let undo = here.make(m);
        if here.connection_after(m, undo, Rules::PAPER) == Outcome::Running {
            seen += peek(here, depth - 1, keys);
        }
        here.unmake(m, undo);
    }
    seen
}

fn timed(what: &str, count: impl Fn() -> u64) {
    let (mut best, mut moves) = (f64::MAX, 0);
    for _ in 0..5 {
        let start = Instant::now();
        moves = black_box(count());
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!(
        "{what:32} {moves:>10} {:>8.1} million/s",
        moves as f64 / best / 1e6
    );
}

fn measure<G: Geometry>(name: &str, size: Size, depth: u32) {
    let Some(start) = Position::<G>::start(size) else {
        return;
    };
    timed(&format!("{name} {size} perft {depth}"), || {
        perft(&start, Rules::PAPER, depth)
    });
    timed(&format!("{name} {size} repetition {depth}"), || {
        perft_repetition(&start, Rules::PAPER, depth)
    });
    timed(&format!("{name} {size} walk {}", depth), || {
        let mut keys = 0;
        let made = walk(&mut start.clone(), depth, &mut keys);
        black_box(keys);
        made
    });
    timed(&format!("{name} {size} peek {depth}"), || {
        let mut keys = 0;
        let seen = peek(&mut start.clone(), depth, &mut keys);
        black_box(keys);
        seen
    });
    if size != Size::STANDARD {
        return;
    }
    // Problem L001 of `problems122.txt`, which has more stones on each line and more captures.
    let middle = "2b5/w4w2/3bwwbb/1wwwbbb1/2bbbwb1/6w1/8/5b2 b".parse::<Position<G>>();
    if let Ok(middle) = middle {
        timed(&format!("{name} {size} middle game walk 5"), || {
            let mut keys = 0;
            let made = walk(&mut middle.clone(), 5, &mut keys);
            black_box(keys);
            made
        });
    }
}

fn main() {
    let square = |side| Size::new(side, side).expect("a board");
    measure::<Standard>("static", Size::STANDARD, 5);
    measure::<Runtime<u64>>("u64", Size::STANDARD, 5);
    measure::<Runtime<u128>>("u128", Size::STANDARD, 5);
    measure::<Runtime<u32>>("u32", square(5), 6);
    measure::<Runtime<u64>>("u64", square(6), 5);
    measure::<Runtime<u128>>("u128", square(9), 4);
}
