//! Exact rules and notations of shogi on every board up to 9x9.
//!
//! A [`Setup`] is what was typed, a [`Position`] what was validated. 9x9 shogi runs on tables that the
//! compiler computed ([`Nine`]); every other game, given as data in a [`Variant`], on the same code with
//! tables built at start ([`Runtime`]).
//!
//! ```
//! use yose_shogi::{Variant, notation::{sfen, usi}, with_position};
//!
//! // A mate in one: the gold is dropped in front of the king.
//! let (position, _) = sfen::position("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")?;
//! with_position!(position, |p| {
//!     let m = usi::read_legal("G*5b", &p)?;
//!     assert!(p.checking_moves().contains(&m));
//!     let mut p = p;
//!     p.make(m);
//!     assert!(p.in_check() && !p.has_legal_move());
//! });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate knows no search. Its map:
//!
//! | file | noun |
//! | --- | --- |
//! | `army`, `rules`, `variant`, `variant_file` | games as data |
//! | `tables`, `geometry` | what generators look up, and where they find it |
//! | `piece`, `hand`, `moves` | the small vocabulary |
//! | `setup`, `position`, `any`, `assembly` | boards as typed, as validated, of any size, by the million |
//! | `mirror` | left and right exchanged |
//! | `attack`, `movegen/` | attacks, pins; legal moves, checks, evasions, drops |
//! | `notation/` | SFEN, USI, records |
//! | `perft` | counting |

mod any;
pub mod army;
mod assembly;
mod attack;
mod geometry;
mod hand;
mod mirror;
mod movegen;
mod moves;
pub mod notation;
pub mod perft;
mod piece;
mod position;
mod rules;
mod setup;
mod tables;
mod variant;
pub mod variant_file;

pub use any::{AnyGeometry, AnyPosition};
pub use army::{Army, KindSpec};
pub use assembly::Assembly;
pub use geometry::{Geometry, Nine, Runtime};
pub use hand::Hand;
pub use movegen::{Ending, Flights, MateInOne};
pub use moves::{Counter, MAX_MOVES, Move, MoveList, Sink};
pub use piece::{Kind, MAX_HAND_KINDS, MAX_KINDS, Piece};
pub use position::{Position, Shogi, Undo};
pub use rules::{Promotion, Repetition, Rules, Stalemate};
pub use setup::{Setup, SetupFault};
pub use tables::Tables;
pub use variant::{SHOGI, Variant, VariantError};
