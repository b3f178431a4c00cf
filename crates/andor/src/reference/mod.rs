//! Reference searches: other methods for the same question.
//!
//! They exist for comparison and as oracles of the tests. No answer of the program comes from them
//! by default.
//!
//! - [`BestFirst`]: proof-number search on an explicit tree (Allis, van der Meulen and van den
//!   Herik 1994), the reference for the treatment of cycles;
//! - [`Pds`]: multiple iterative deepening over both numbers (Nagai 1998), a second opinion beside
//!   df-pn;
//! - [`Candidates`]: the cycle candidates of Shibahara, Tajima and Kotani (2006), the method that
//!   their values of 3x4 boards come from.

mod best_first;
mod candidates;
mod pds;
mod replay;

pub use self::best_first::BestFirst;
pub use self::candidates::{Candidates, Counters, Deletion, Switches};
pub use self::pds::Pds;
