//! Exact rules and notation of Lines of Action on m x n boards, from 3x3 to 9x9.
//!
//! Two sides move their stones along lines, each move exactly as far as there are stones on its line; over
//! their own stones, not over the other's, which they take by landing on them. Who brings all stones into
//! one group has won. There is no search in this crate.
//!
//! ```
//! use yose_loa::{Color, History, Outcome, Position, Rules, Size, Standard};
//!
//! let rules = Rules::PAPER;
//! let mut position = Position::<Standard>::start(Size::STANDARD).unwrap();
//! assert_eq!(position.to_string(), "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b");
//! assert_eq!(position.moves().len(), 36);
//!
//! let error = position.read_move("c1c4").unwrap_err();
//! assert_eq!(error.to_string(), "c1c4 is not legal: the line has 2 stones and the move is 3 long");
//!
//! // The fool's mate of the game: Black's last move takes the stone that White's others were waiting for.
//! let mut history = History::new();
//! history.enter(position.key(), false);
//! for text in ["c1a3", "a2c4", "c8a6", "a4d4", "e1c3", "d4g4", "c3a5", "c4f4", "a3a7"] {
//!     assert_eq!(position.outcome(rules), Outcome::Running);
//!     assert!(!history.is_draw(rules.repetition));
//!     let undo = position.make(position.read_move(text).unwrap());
//!     history.enter(position.key(), undo.captured());
//! }
//! assert_eq!(position.outcome(rules), Outcome::Win(Color::White));
//! ```
//!
//! A board whose size is not known before is an [`AnyPosition`]; [`with_position!`] is the one `match` that
//! leads from there to code over [`Position<G>`](Position):
//!
//! ```
//! use yose_loa::{AnyPosition, Rules, perft::perft, with_position};
//!
//! let any: AnyPosition = "1bb1/w2w/w2w/1bb1 b".parse().unwrap();
//! assert_eq!(with_position!(any, |position| perft(&position, Rules::PAPER, 4)), 7460);
//! ```
//!
//! | file | noun |
//! | --- | --- |
//! | `size`, `tables`, `geometry` | boards: names of squares, rays and line counts, static or made at run time |
//! | `setup`, `fen`, `any` | what was typed, and the way from there to a position, with every fault in its place |
//! | `position`, `movegen`, `connect`, `moves` | the rules |
//! | `joints` | moves that connect, found without making them |
//! | `rules`, `history` | what variants disagree about; repetition, which is a fact about a path |
//! | `perft` | counting, to test all of it |

mod any;
mod connect;
pub mod fen;
mod geometry;
mod history;
mod joints;
mod movegen;
mod moves;
pub mod perft;
mod position;
mod rules;
mod setup;
mod size;
mod tables;
mod zobrist;

pub use any::AnyPosition;
pub use geometry::{Geometry, Runtime, Standard, Word};
pub use history::History;
pub use joints::Joints;
pub use moves::{IllegalMove, MAX_MOVES, Move, MoveError, MoveList, MoveName};
pub use position::{Position, Undo};
pub use rules::{NoMove, Outcome, Repetition, Rules, RulesError, Simultaneous};
pub use setup::{Setup, SetupFault};
pub use size::{MAX_SIDE, MIN_SIDE, Size, SizeError, SquareName};
pub use tables::{Axis, Tables};
pub use yose_board::{Bits, Color, Key, Square};
