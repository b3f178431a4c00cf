//! Tests of the public interface.

mod fen;
mod laws;
mod outcome;
mod perft;
mod reference;
mod shared;

use yose_loa::{Geometry, Outcome, Position, Rules};

/// A fixed stream of pseudo-random numbers, so that failures are reproducible.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 += 1;
        (yose_board::splitmix(self.0) % n as u64) as usize
    }
}

/// Plays random games from `start` and calls `show` with every position. A game that ends is
/// followed by the next one.
fn random_play<G: Geometry>(start: Position<G>, plies: usize, seed: u64, mut show: impl FnMut(&Position<G>)) {
    let mut random = Random(seed << 32);
    let mut position = start;
    for _ in 0..plies {
        show(&position);
        let moves = position.legal_moves();
        if moves.is_empty() || position.connection(Rules::PAPER) != Outcome::Running {
            position = start;
        } else {
            position.make(moves[random.below(moves.len())]);
        }
    }
}
