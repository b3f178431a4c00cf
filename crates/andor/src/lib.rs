//! AND/OR proof search that knows no game: "can the prover reach its goal from here, and within how many plies?"
//!
//! Tell it the game by [`Query`] and ask [`Search::within`]. Answers are exact: proofs, and refutations that hold on
//! graphs with cycles. What a game knows beyond its moves (a resource of which more never hurts, estimates, moves that
//! wait) enters through hooks whose defaults are sound.
//!
//! ```
//! use yose_andor::{EVER, Edge, Late, Limits, Meter, Options, Outcome, Query, Search, Table};
//!
//! /// A heap of sticks: each side takes one or two; who cannot take has lost.
//! #[derive(Clone)]
//! struct Sticks { left: u64, prover: bool }
//!
//! impl Query for Sticks {
//!     type Move = u16;
//!     type Undo = ();
//!     type Resource = ();
//!     fn prover_to_move(&self) -> bool { self.prover }
//!     fn key(&self) -> u64 { 2 * self.left + u64::from(self.prover) + 1 }
//!     fn resource(&self) {}
//!     fn expand(&mut self, edges: &mut Vec<Edge<u16, ()>>) {
//!         for take in 1..=self.left.min(2) {
//!             let key = 2 * (self.left - take) + u64::from(!self.prover) + 1;
//!             edges.push(Edge { mv: take as u16, key, resource: (), pn: 1, dn: 1, late: Late::No, group: 0 });
//!         }
//!     }
//!     fn make(&mut self, take: u16) { self.left -= u64::from(take); self.prover = !self.prover; }
//!     fn unmake(&mut self, take: u16, (): ()) { self.left += u64::from(take); self.prover = !self.prover; }
//!     fn pack_move(&self, take: u16) -> u16 { take }
//! }
//!
//! let limits = Limits::default();
//! let mut report = |_| {};
//! let mut meter = Meter::new(&limits, &mut report);
//! let table = Table::new(1);
//! let mut ask = |left| Search::new(Sticks { left, prover: true }, &table, Options::default()).within(EVER, &mut meter);
//! assert_eq!(ask(4), Ok(Outcome::Proved(3)));
//! assert!(matches!(ask(6), Ok(Outcome::Disproved(_))));
//! ```

mod best_first;
mod candidates;
mod closed;
mod crew;
mod deepening;
mod dfpn;
pub mod evidence;
mod exact;
mod killer;
mod lambda;
mod limits;
mod memory;
mod muster;
mod number;
mod options;
mod path;
mod pds;
mod promote;
mod query;
mod repetition;
mod resource;
mod stack;
pub mod table;
mod track;
pub mod turns;
pub mod worth;

pub use best_first::BestFirst;
pub use candidates::{Candidates, Counters, Deletion, Switches};
pub use closed::{Closed, Effort};
pub use crew::within as crew_within;
pub use deepening::Deepening;
pub use dfpn::{Outcome, Search};
pub use killer::{Killer, Start};
pub use lambda::{Lambda, Order};
pub use limits::{Crew, Limits, Meter, Progress, Reason, Shown};
pub use number::{EVER, INFINITE, LARGEST, Number, Plies};
pub use options::{Combine, Cycles, Options};
pub use pds::Pds;
pub use query::{Edge, Judgement, Late, Query};
pub use resource::Resource;
pub use stack::deep;
pub use table::Table;
pub use track::Track;
