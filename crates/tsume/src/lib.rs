//! Mate problems of shogi (tsume-shogi): solved, proved shortest, and checked as a composer does.
//!
//! - [`plain`]: does the side to move mate by checks alone, every interposition counted as a move?
//! - [`policy`]: the length when futile interpositions do not count ([`Policy`]);
//! - [`mod@check`]: is this a correct problem? The solution, every other mating move, the grade;
//! - [`brute`]: slow and plain solvers, the oracles of the tests.
//!
//! ```
//! use yose_tsume::{Limits, SolverSettings, Tsume, Verdict, solve};
//! use yose_shogi::{notation::sfen, with_position};
//!
//! let (position, _) = sfen::position("5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1")?;
//! with_position!(position, |p| {
//!     let (settings, limits) = (SolverSettings::default(), Limits::default());
//!     let solution = solve(&Tsume::new(p)?, &settings, &limits, &mut |_| {});
//!     assert_eq!(solution.verdict, Verdict::Proved { length: 5, exact: true });
//!     assert_eq!(solution.line.len(), 5);
//! });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```
//! use yose_tsume::{CheckVerdict, Limits, Terms, Tsume, check};
//! use yose_shogi::{notation::sfen, with_position};
//!
//! let (position, _) = sfen::position("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")?;
//! with_position!(position, |p| {
//!     let checked = check(&Tsume::new(p)?, &Terms::default(), &Limits::default(), &mut |_| {})?;
//!     assert_eq!((checked.verdict, checked.length), (CheckVerdict::Complete, Some(1)));
//! });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod brute;
pub mod check;
pub mod pieces;
pub mod plain;
pub mod policy;
mod problem;

pub use check::{
    Author, CONVENTION, CheckFault, CheckVerdict, Checked, Class, Convention, Cook, Departure, DepartureKind,
    Grade, Grading, Judge, MOST_POSITIONS, Open, Parameters, Terms, Undecided, Variation, Walked, check,
    cooks, count_in_hand, culprit, defences, differ_in_promotion, difference, mating_line, variations,
};
pub use pieces::InHand;
pub use plain::{Question, Solver, SolverSettings, Techniques, so_far, solve};
pub use policy::{
    FutileDrops, Lengths, Policy, PolicyEvidenceWriter, Refutation, Tables, Unsupported, solve_by,
    solve_with_evidence,
};
pub use problem::{Tsume, TsumeFault};
pub use yose_andor::evidence::EvidenceWriter;
pub use yose_andor::{EVER, Limits, Meter, Progress, Reason, with_big_stack};
pub use yose_prove::Verdict;

/// A verdict with its line and the work that it took.
pub type Solution = yose_prove::Solution<yose_shogi::Move>;
