//! Positions as keys of a hash map.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use yose_shogi::{Geometry, Position};

/// A hasher for words that are random already.
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
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

/// A map from positions.
pub(super) type PositionMap<T> = HashMap<(u64, u64, u64), T, BuildHasherDefault<KeyHasher>>;

/// The key of a position: board and hands, without the history.
pub(super) fn position_key<G: Geometry>(p: &Position<G>) -> (u64, u64, u64) {
    let [black, white] = p.hands().0;
    (p.board_key(), black.packed(), white.packed())
}
