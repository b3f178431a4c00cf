//! Whether a set of stones is connected along files, ranks and diagonals.
//!
//! A flood fill starts from one stone. Each round adds all neighbours of the flood at once, by
//! shifts, and keeps those that are stones. The flood ends when a round adds nothing. A round costs
//! about ten operations on a word, and the number of rounds grows with the width of the group.
//! `docs/lab/rules.md` lists two refinements that did not pay.

use crate::tables::Tables;
use yose_board::{Bits, Square};

impl<B: Bits> Tables<B> {
    /// The set with all neighbours of its squares. Bits beyond the board may be set.
    #[inline(always)]
    fn spread(&self, set: B) -> B {
        let row = set | (set.up(1) & self.not_first_file) | (set.down(1) & self.not_last_file);
        let files = u32::from(self.size.files());
        row | row.up(files) | row.down(files)
    }

    /// Whether all `stones` can be reached from the stone on `start`.
    #[inline]
    pub(crate) fn connected_from(&self, start: Square, stones: B) -> bool {
        let mut flood = B::bit(start);
        loop {
            let next = self.spread(flood) & stones;
            if next == flood {
                return flood == stones;
            }
            flood = next;
        }
    }

    /// Two sets: the stones that can be reached from the stone on `start`, and these stones with
    /// all squares next to them. In the second set bits beyond the board may be set.
    #[inline]
    pub(crate) fn group(&self, start: Square, stones: B) -> (B, B) {
        let mut flood = B::bit(start);
        loop {
            let around = self.spread(flood);
            let next = around & stones;
            if next == flood {
                return (flood, around);
            }
            flood = next;
        }
    }

    /// Whether a non-empty set of stones is connected.
    #[inline]
    pub(crate) fn connected(&self, stones: B) -> bool {
        self.connected_from(stones.lowest(), stones)
    }
}
