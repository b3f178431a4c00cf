//! Who knows the values of positions without search: a full table, as the search sees it.

use crate::value::Worth;
use yose_shogi::{Geometry, Position};

/// Somebody who knows values.
pub trait Oracle<G: Geometry>: Send + Sync {
    /// The value for the side to move, with the exact distance to the end of the game (under the Try rule to the capture of
    /// the king); `None` if it does not know the position. What it says must be true.
    fn worth(&self, position: &Position<G>) -> Option<Worth>;
}
