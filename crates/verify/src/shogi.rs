//! Shogi on any board up to 9x9, with armies and rules as data.
//!
//! Legality has one definition, taken literally: a move is legal if afterwards the opponent has no
//! pseudo-legal move that captures the mover's king. (A *pseudo-legal* move follows all rules
//! except king safety and the ban on mating with a dropped pawn.) This module knows no pins,
//! evasions or double checks.
//!
//! The rules of shogi also exist in the crate `yose-shogi`. They stand twice on purpose; see the
//! [crate page](crate).
//!
//! ```
//! use yose_verify::shogi::{Position, Rules, Status};
//!
//! // The gold drop mates. The pawn drop would mate, too, and is therefore illegal.
//! let position = Position::parse("7nk/9/8S/9/9/9/9/9/9 b GP 1", &Rules::standard())?;
//! assert!(!position.legal_moves().contains(&"P*1b".to_string()));
//! let mated = position.play("G*1b")?;
//! assert_eq!(mated.status(), Status::Mate { winner: yose_verify::Side::Black });
//! # Ok::<(), yose_verify::shogi::Error>(())
//! ```

mod army;
mod attack;
mod board;
mod builtin_armies;
mod error;
mod interposition;
mod legal;
mod moves;
mod pair;
mod position;
mod rules;
mod sfen;
mod status;

pub(crate) use army::Hand;
pub use army::{Army, Kind};
pub(crate) use board::Square;
pub use error::Error;
pub(crate) use interposition::Taker;
pub(crate) use moves::Move;
pub use position::Position;
pub use rules::Rules;
pub use status::Status;
