//! The questions asked of shogi positions, and their answers.
//!
//! *Does the side to move mate the other king by checks alone* (tsume-shogi)? [`Solver`] answers by proof search;
//! [`brute`] answers slowly and plainly, as the oracle of its tests.
//!
//! *Who wins* (value)? [`worth`] answers by two questions of the whole game.
//!
//! ```
//! use yose_mate::{Limits, Manner, Tsume, Verdict, solve};
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

pub mod brute;
mod edges;
pub mod grounds;
mod line;
mod oracle;
mod outcome;
mod pieces;
mod question;
mod solution;
mod solve;
mod tsume;
pub mod worth;

pub use line::{cut_short, so_far};
pub use oracle::Oracle;
pub use outcome::Win;
pub use pieces::InHand;
pub use question::{Question, Techniques};
pub use solution::{Solution, Verdict};
pub use solve::{Manner, Solver, solve};
pub use tsume::{Tsume, TsumeFault};
pub use worth::{Method, Valuation, Worth};
pub use yose_andor::deep;
pub use yose_andor::evidence::Clerk;
pub use yose_andor::{Counters, Deletion, EVER, Effort, Limits, Meter, Progress, Reason, Switches};
