//! Exact rules and notations of shogi on every board up to 9x9.
//!
//! A [`Setup`] is a board as typed; a [`Position`] is a validated one. The tables of 9x9 shogi are
//! computed by the compiler ([`Nine`]). Every other game is given as data in a [`Variant`] and uses
//! the same code with tables built at run time ([`Runtime`]). This crate contains no search.
//!
//! | file | contents |
//! | --- | --- |
//! | `army` | [`Army`]: how each kind of piece moves and what it promotes to |
//! | `rules` | [`Rules`]: optional rules as data |
//! | `variant` | [`Variant`]: a board, an army, rules and a start position |
//! | `variant_file` | variants in TOML files |
//! | `interner` | the variants that a process knows, with their tables |
//! | `tables` | [`Tables`]: what the generators look up |
//! | `geometry` | [`Geometry`]: where a position finds its tables |
//! | `piece` | [`Kind`] and [`Piece`] |
//! | `hand` | [`Hand`]: the pieces in hand of one side |
//! | `moves` | [`Move`], [`MoveList`], and the [`Sink`] that generators write to |
//! | `setup` | [`Setup`]: a board as typed, and its validation |
//! | `position` | [`Position`]: a validated position; making moves; keys |
//! | `any` | [`AnyPosition`]: a position of any board |
//! | `assembly` | [`Assembly`]: builds very many positions quickly |
//! | `mirror` | keys and moves of the mirror image |
//! | `attack` | attackers, checkers, pins |
//! | `movegen/` | legal moves, checks, evasions, drops, mate in one |
//! | `notation/` | SFEN and USI |
//! | `perft` | counting lines of play, to test the generators |
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

mod any;
pub mod army;
mod assembly;
mod attack;
mod geometry;
mod hand;
mod interner;
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

pub use any::{AnyGeometry, AnyPosition, WidePosition};
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
