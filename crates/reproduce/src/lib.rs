//! `reproduce`: results that a paper published, found again and put beside the published ones.

mod change;
pub mod dobutsu;
pub mod loa;
mod loa_runs;
mod loa_tables;
mod plot;
pub mod small_boards;
pub mod tables;

pub use change::Change;
