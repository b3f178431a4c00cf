//! Mates with every interposition counted as a move: the question and how it is solved.

pub mod edges;
mod line;
pub(crate) mod question;
pub mod similar;
mod solve;

pub use line::so_far;
pub use question::{Question, Techniques};
pub use solve::{Solver, SolverSettings, solve};
