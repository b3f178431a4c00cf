//! From a question to its answer: verdict, shortest length, line and evidence, by proof search.
//!
//! Describe a game to [`yose_andor::Game`] and hand a position to [`solve`]. The answer is a
//! theorem, or [`Verdict::Unknown`] with the limit that was met. A [`Solver`] keeps its table, so
//! that the evidence can be read off it: whoever receives the evidence can check the verdict
//! without search.
//!
//! ```
//! use yose_andor::evidence::EvidenceWriter;
//! use yose_andor::{Dominance, Edge, Game, Hints, Limits, Links, Lookahead};
//! use yose_prove::{Settings, Solver, Verdict};
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
//! // The sides take turns and only the prover's own moves win, so lengths are odd.
//! let settings = Settings { step: 2, ..Settings::default() };
//! let solver = Solver::new(Sticks { left: 7, prover: true }, &settings, 1);
//! let solution = solver.solve(&Limits::default(), &mut |_| {});
//! assert_eq!(solution.verdict, Verdict::Proved { length: 5, exact: true });
//! assert_eq!(solution.line, [1, 1, 2, 1, 2]);
//!
//! /// Evidence as text.
//! #[derive(Default)]
//! struct Notes(Vec<String>);
//!
//! impl EvidenceWriter<Sticks> for Notes {
//!     fn write_proof(&mut self, at: &Sticks, plies: u16, take: u16) {
//!         self.0.push(format!("{} sticks: take {take}, won within {plies}", at.left));
//!     }
//!     fn write_disproof(&mut self, at: &Sticks, plies: u16, answers: &[(u16, u16)]) {
//!         self.0.push(format!("{} sticks: not within {plies}, {answers:?}", at.left));
//!     }
//!     fn is_full(&self, _: usize) -> bool { false }
//! }
//!
//! let mut notes = Notes::default();
//! assert_eq!(solver.evidence(solution.verdict, &mut notes, &Limits::default()), Ok(true));
//! assert!(notes.0.contains(&"7 sticks: take 1, won within 5".to_owned()));
//! assert!(notes.0.iter().any(|note| note.starts_with("7 sticks: not within 3")));
//! ```
//!
//! | file | noun |
//! | --- | --- |
//! | `verdict` | the answer |
//! | `prover` | what a kind of question supplies |
//! | `pipeline` | the driver: ask, keep a line, ask for less, settle the line, gather evidence |
//! | `line` | lines of best play, by known lengths and by questions |
//! | `recovery` | the line of a proof that the table has forgotten much of |
//! | `solver` | questions decided by df-pn alone |
//! | `value` | who wins a game, or a draw: two questions |

pub mod line;
pub mod pipeline;
mod prover;
pub mod recovery;
mod solver;
pub mod value;
mod verdict;

pub use pipeline::{Aim, Found};
pub use prover::Prover;
pub use solver::{Dfpn, Settings, Solver, solve};
pub use verdict::{Claims, Solution, Verdict};
