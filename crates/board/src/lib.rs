//! What every board game of yose shares: bit sets over `u32`, `u64` and `u128`, squares, the two
//! colours, Zobrist keys, and faults that know their place.
//!
//! Nothing here knows a game or a search. A board of at most 32 squares is cheapest in a `u32`, of 64
//! in a `u64`; only 9x9 shogi pays for `u128`. Games are written once over [`Bits`].
//!
//! ```
//! use yose_board::{Bits, Square};
//!
//! let corner = u32::bit(Square::new(0)) | u32::bit(Square::new(11));
//! assert_eq!(corner.count(), 2);
//! assert_eq!(corner.squares().map(|s| s.index()).collect::<Vec<_>>(), [0, 11]);
//! ```

mod bits;
mod color;
mod fault;
mod key;
mod square;

pub use bits::{Bits, Squares};
pub use color::{BySide, Color};
pub use fault::{Fault, Faults, Place};
pub use key::{Key, splitmix};
pub use square::Square;
