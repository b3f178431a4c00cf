//! Exact rules and notation of Lines of Action on m x n boards.
mod any;
mod connect;
pub mod fen;
mod geometry;
mod history;
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
pub use moves::{IllegalMove, MAX_MOVES, Move, MoveError, MoveList, MoveName};
pub use position::{Position, Undo};
pub use rules::{NoMove, Outcome, Repetition, Rules, RulesError, Simultaneous};
pub use setup::{Setup, SetupFault};
pub use size::{MAX_SIDE, MIN_SIDE, Size, SizeError, SquareName};
pub use tables::{Axis, Tables};
pub use yose_board::{Bits, Color, Key, Square};
