//! AND/OR proof search that knows no game: "can the prover reach its goal from here, and within
//! how many plies?"
//!
//! Describe the game by [`Game`] and ask [`Search::within`]. Answers are exact: proofs, and
//! disproofs that hold on graphs with cycles. What a game knows beyond its moves enters through
//! capabilities: [`Dominance`] (a resource of which more never hurts), [`Lookahead`] (outcomes that
//! need no search), [`Hints`] (what to try first) and [`Links`] (facts of other searches). Their
//! defaults are sound, so an empty `impl` opts out.
//!
//! ```
//! use yose_andor::{Dominance, Game, Hints, Links, Lookahead};
//! use yose_andor::{EVER, Edge, Limits, Meter, Options, Outcome, Search, Table};
//!
//! /// A heap of sticks: each side takes one or two; a side that cannot take has lost.
//! #[derive(Clone)]
//! struct Sticks { left: u64, prover: bool }
//!
//! impl Game for Sticks {
//!     type Move = u16;
//!     type Undo = ();
//!     type Resource = ();
//!     fn prover_to_move(&self) -> bool { self.prover }
//!     fn key(&self) -> u64 { 2 * self.left + u64::from(self.prover) + 1 }
//!     fn resource(&self) {}
//!     fn expand(&mut self, edges: &mut Vec<Edge<u16, ()>>) {
//!         for take in 1..=self.left.min(2) {
//!             let key = 2 * (self.left - take) + u64::from(!self.prover) + 1;
//!             edges.push(Edge::new(take as u16, key, ()));
//!         }
//!     }
//!     fn make(&mut self, take: u16) {
//!         self.left -= u64::from(take);
//!         self.prover = !self.prover;
//!     }
//!     fn unmake(&mut self, take: u16, (): ()) {
//!         self.left += u64::from(take);
//!         self.prover = !self.prover;
//!     }
//!     fn pack_move(&self, take: u16) -> u16 { take }
//! }
//!
//! // No capabilities.
//! impl Dominance for Sticks {}
//! impl Lookahead for Sticks {}
//! impl Hints for Sticks {}
//! impl Links for Sticks {}
//!
//! let limits = Limits::default();
//! let mut report = |_| {};
//! let mut meter = Meter::new(&limits, &mut report);
//! let table = Table::new(1);
//! let mut ask = |left| {
//!     let root = Sticks { left, prover: true };
//!     Search::new(root, &table, Options::default()).within(EVER, &mut meter)
//! };
//! assert_eq!(ask(4), Ok(Outcome::Proved(3)));
//! assert!(matches!(ask(6), Ok(Outcome::Disproved(_))));
//! ```

mod barrier;
mod closed;
mod deepening;
mod dfpn;
mod dominance;
mod edge;
pub mod evidence;
mod exact;
mod game;
mod hints;
mod hits;
mod killer;
mod lambda;
mod limits;
mod links;
mod lookahead;
mod meter;
mod number;
mod options;
mod packed_line;
mod path;
mod platform;
mod progress;
mod promote;
mod query;
pub mod reference;
mod repetition;
mod resource;
pub mod schedule;
pub mod table;
mod threads;
#[cfg(test)]
mod toy;
pub mod walk;

pub use closed::{Closed, Effort, Ground};
pub use deepening::Deepening;
pub use dfpn::{Outcome, Search};
pub use dominance::Dominance;
pub use edge::{Count, Edge, Late, PASS};
pub use game::Game;
pub use hints::Hints;
pub use hits::Hits;
pub use killer::{Killer, Start};
pub use lambda::{Lambda, Order};
pub use limits::{Limits, Reason};
pub use links::Links;
pub use lookahead::{Judgement, Lookahead};
pub use meter::{Meter, Reserve};
pub use number::{EVER, INFINITE, LARGEST, Number, Plies};
pub use options::{Combine, Options, Repeated};
pub use packed_line::PackedLine;
pub use platform::{Clock, max_depth, with_big_stack};
#[cfg(target_family = "wasm")]
pub use platform::{provide_clock, provide_depth};
pub use progress::{Progress, SearchState};
pub use query::Query;
pub use reference::{BestFirst, Candidates, Counters, Deletion, Pds, Switches};
pub use resource::Resource;
pub use table::Table;
pub use threads::within as team_within;
