//! Mates with every interposition counted as a move: the question and how it is solved.

mod edges;
mod line;
pub(crate) mod question;
mod solve;

pub use line::{cut_short, so_far};
pub use question::{Question, Techniques};
pub use solve::{Manner, Solver, solve};
