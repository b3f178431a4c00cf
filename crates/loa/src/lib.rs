//! Exact rules and notation of Lines of Action on boards from 3x3 to 9x9.
//!
//! Two sides move their stones along files, ranks and diagonals. A stone moves exactly as many
//! squares as there are stones on its line. It may jump over stones of its own side but not over
//! stones of the other side, and it takes a stone by landing on it. A side wins when all its stones
//! form one group. This crate contains no search.
//!
//! | file | contents |
//! | --- | --- |
//! | `size` | the size of a board; names of squares |
//! | `tables` | rays and line counts of a board |
//! | `geometry` | where a position finds its tables: static for 8x8, built at run time otherwise |
//! | `setup` | a board as typed, and its validation |
//! | `fen` | FEN, with every fault at its column |
//! | `position` | a validated position; making moves; outcomes |
//! | `any` | a position whose board size is known only at run time |
//! | `movegen` | legal moves |
//! | `moves` | one move, its notation, and why a move is not legal |
//! | `connect` | whether a set of stones is connected |
//! | `joints` | moves that connect all stones, found without making moves |
//! | `rules` | the rules in which variants differ |
//! | `history` | repetition along a path |
//! | `zobrist` | the numbers that keys are made of |
//! | `perft` | counting lines of play, to test the generator |
//!
//! ```
//! use yose_loa::{Color, History, Outcome, Position, Rules, Size, Standard};
//!
//! let rules = Rules::PAPER;
//! let mut position = Position::<Standard>::start(Size::STANDARD).unwrap();
//! assert_eq!(position.to_string(), "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b");
//! assert_eq!(position.legal_moves().len(), 36);
//!
//! let error = position.read_move("c1c4").unwrap_err();
//! let text = "c1c4 is not legal: the line has 2 stones and the move is 3 long";
//! assert_eq!(error.to_string(), text);
//!
//! // A short game. Black's last move takes a stone, and White's other stones are connected.
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
//! A board whose size is known only at run time is an [`AnyPosition`]. [`with_position!`] is the
//! one `match` that leads from there to code that is generic over [`Position<G>`](Position):
//!
//! ```
//! use yose_loa::{AnyPosition, Rules, perft::perft, with_position};
//!
//! let any: AnyPosition = "1bb1/w2w/w2w/1bb1 b".parse().unwrap();
//! assert_eq!(with_position!(any, |position| perft(&position, Rules::PAPER, 4)), 7460);
//! ```

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
