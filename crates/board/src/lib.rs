//! Types that all board games of yose share: sets of squares as bits, squares, the two sides,
//! Zobrist keys, and faults with their places.
//!
//! This crate knows no game and no search. Games are written once, generic over [`Bits`]. Each
//! board uses the narrowest word that holds it: `u32` for at most 32 squares, `u64` for at most 64,
//! `u128` for larger boards such as 9x9 shogi.
//!
//! | file | contents |
//! | --- | --- |
//! | `bits` | [`Bits`]: a set of squares as a `u32`, `u64` or `u128`; [`Squares`]: its iterator |
//! | `color` | [`Color`]: Black or White; [`BySide`]: one value for each side |
//! | `fault` | [`Faults`]: everything that is wrong with an input; [`Fault`], [`Place`] |
//! | `key` | [`Key`]: a hash key; [`splitmix`]: the fixed stream that keys are made from |
//! | `square` | [`Square`]: an index below 128 |
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
