//! An oracle knows the values of positions without search: a full table, as the search sees it.

use crate::value::GameValue;
use yose_shogi::{Geometry, Position};

/// Decides values.
pub trait Oracle<G: Geometry>: Send + Sync {
    /// The value for the side to move, with the exact distance to the end of the game (under the
    /// Try rule to the capture of the king). `None` if the oracle does not know the position. The
    /// answer must be true.
    fn value(&self, position: &Position<G>) -> Option<GameValue>;
}
