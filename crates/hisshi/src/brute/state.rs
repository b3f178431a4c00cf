//! Keys of positions, and the pass.

use super::BruteError;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use yose_board::Color;
use yose_shogi::{Geometry, Hand, Position, Setup};

/// The identity of a position: the key of the board with the side to move, and both hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    board: u64,
    hands: [Hand; 2],
}

impl State {
    pub(crate) fn of<G: Geometry>(position: &Position<G>) -> State {
        State {
            board: position.board_key(),
            hands: position.hands().0,
        }
    }
}

/// A map from states. The parts of a state are almost random already, so a few multiplications hash
/// them well enough.
pub(crate) type StateMap<T> = HashMap<State, T, BuildHasherDefault<StateHasher>>;

#[derive(Default)]
pub(crate) struct StateHasher(u64);

impl Hasher for StateHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(23) ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

/// The same board with the other side to move.
///
/// # Panics
///
/// If the side that passes is in check.
pub fn passed<G: Geometry>(position: &Position<G>) -> Position<G> {
    let mut setup = Setup::of(position, 1);
    setup.turn = setup.turn.other();
    setup
        .position(position.geometry())
        .unwrap_or_else(|faults| panic!("no pass in {position:?}: {faults}"))
}

/// Whether brinkmates against `defender` are defined in this position.
pub fn suitable<G: Geometry>(position: &Position<G>, defender: Color) -> Result<(), BruteError> {
    if position.variant().rules.try_rule {
        return Err(BruteError::TryRule);
    }
    match position.king(defender) {
        Some(_) => Ok(()),
        None => Err(BruteError::NoDefendingKing),
    }
}
