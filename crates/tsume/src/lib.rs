//! Mate problems of shogi (tsume-shogi): solved, proved shortest, and checked as a composer does.
//!
//! - [`plain`]: does the side to move mate by checks alone, every interposition counted as a move?
//! - [`policy`]: the length when futile interpositions do not count ([`Policy`]);
//! - [`mod@check`]: is this a correct problem? The solution, every other mating move with its class, the grade;
//! - [`brute`]: slow and plain solvers, the oracles of the tests.
//!
//! ```
//! use yose_tsume::{Limits, Manner, Tsume, Verdict, solve};
//! use yose_shogi::{notation::sfen, with_position};
//!
//! let (position, _) = sfen::position("5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1")?;
//! with_position!(position, |p| {
//!     let solution = solve(&Tsume::new(p)?, &Manner::default(), &Limits::default(), &mut |_| {});
//!     assert_eq!(solution.verdict, Verdict::Mate { length: 5, exact: true });
//!     assert_eq!(solution.line.len(), 5);
//! });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```
//! use yose_tsume::{Judged, Limits, Terms, Tsume, check};
//! use yose_shogi::{notation::sfen, with_position};
//!
//! let (position, _) = sfen::position("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")?;
//! with_position!(position, |p| {
//!     let checked = check(&Tsume::new(p)?, &Terms::default(), &Limits::default(), &mut |_| {})?;
//!     assert_eq!((checked.judged, checked.length), (Judged::Complete, Some(1)));
//! });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod brute;
pub mod check;
pub mod pieces;
pub mod plain;
pub mod policy;
mod problem;
mod solution;

pub use check::{
    Author, CONVENTION, CheckFault, Checked, Class, Convention, Cook, Departure, DepartureKind, Judged,
    Parameters, Terms, Undecided, Variation, Walked, check, count_in_hand, defences, difference, twins,
    variations,
};
pub use pieces::InHand;
pub use plain::{Manner, Question, Solver, Techniques, cut_short, so_far, solve};
pub use policy::{Hold, Lengths, Notary, Policy, Stripped, Tables, Unsupported, solve_and_tell, solve_by};
pub use problem::{Tsume, TsumeFault};
pub use solution::{Solution, Verdict};
pub use yose_andor::evidence::EvidenceWriter;
pub use yose_andor::{EVER, Limits, Meter, Progress, Reason, with_big_stack};
