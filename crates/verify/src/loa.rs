//! Lines of Action on any board from 2x2 to 9x9.
//!
//! The rules also exist in the crate `yose-loa`. They stand twice on purpose; see the [crate
//! page](crate).
//!
//! ```
//! use yose_verify::loa::{Position, Status, Variant};
//! use yose_verify::Side;
//!
//! let position = Position::parse("3/w1w/bb1 w", Variant::Paper)?;
//! assert!(position.connected(Side::Black));
//! assert_eq!(position.status(), Status::Win { winner: Side::Black });
//! assert!(position.legal_moves().is_empty());
//! # Ok::<(), yose_verify::loa::Error>(())
//! ```

mod board;
mod error;
mod fen;
mod game;
mod position;
mod variant;

pub use error::Error;
pub use game::Game;
pub(crate) use position::Move;
pub use position::{Position, Status};
pub use variant::Variant;
