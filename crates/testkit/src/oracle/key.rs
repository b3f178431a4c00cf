//! Positions as keys of a hash map.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use yose_shogi::{Geometry, Position};

/// Keys are random already.
#[derive(Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.write_u64(b.into());
        }
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = yose_board::splitmix(self.0 ^ word);
    }
}

/// Something known of each position.
pub(super) type Index<T> = HashMap<(u64, u64, u64), T, BuildHasherDefault<Mix>>;

/// All of a position but its history.
pub(super) fn exact<G: Geometry>(p: &Position<G>) -> (u64, u64, u64) {
    let [black, white] = p.hands().0;
    (p.board_key(), black.packed(), white.packed())
}
