//! The numbers that keys are made of. They are fixed, so keys are the same in every run. A position
//! has the same key in every geometry that can hold it.

use crate::Size;
use crate::tables::SPOTS;
use yose_board::{Color, Key, Square, splitmix};

static STONES: [[Key; SPOTS]; 2] = {
    let mut keys = [[0; SPOTS]; 2];
    let mut i = 0;
    while i < 2 * SPOTS {
        keys[i / SPOTS][i % SPOTS] = splitmix(i as u64);
        i += 1;
    }
    keys
};

/// The key of White to move.
pub(crate) const WHITE_TO_MOVE: Key = splitmix(2 * SPOTS as u64);

/// The key of a stone on a square.
#[inline(always)]
pub(crate) fn stone(color: Color, square: Square) -> Key {
    STONES[color.index()][square.index() & (SPOTS - 1)]
}

/// The key of an empty board of this size.
pub(crate) const fn board(size: Size) -> Key {
    splitmix(4 * SPOTS as u64 + 16 * size.files() as u64 + size.ranks() as u64)
}
