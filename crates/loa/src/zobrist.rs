//! The numbers a position's key is made of. Fixed, so keys are the same in every run; a position has the
//! same key in every geometry that can hold it, so both can share a table of results.

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

/// White is to move.
pub(crate) const WHITE_TO_MOVE: Key = splitmix(2 * SPOTS as u64);

/// A stone on a square.
#[inline(always)]
pub(crate) fn stone(color: Color, square: Square) -> Key {
    STONES[color.index()][square.index() & (SPOTS - 1)]
}

/// An empty board of this size.
pub(crate) const fn board(size: Size) -> Key {
    splitmix(4 * SPOTS as u64 + 16 * size.files() as u64 + size.ranks() as u64)
}
