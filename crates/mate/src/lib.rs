//! The questions asked of shogi positions, and their answers.
//!
//! Now: *does the side to move mate the other king by checks alone* (tsume-shogi), answered by brute
//! force. [`brute`] is slow and plain on purpose: when the proof search lands, it stays as the oracle of
//! its tests.
//!
//! ```
//! use yose_mate::{Limits, Tsume, Verdict, brute};
//! use yose_shogi::{notation::sfen, with_position};
//!
//! let (position, _) = sfen::position("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")?;
//! with_position!(position, |p| {
//!     let solution = brute::solve(Tsume::new(p)?, &Limits::default(), &mut |_| {});
//!     assert_eq!(solution.verdict, Verdict::Mate { length: 1, exact: true });
//! });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod brute;
mod line;
mod question;
mod solution;
mod solve;
mod tsume;

pub use question::{InHand, Question, Techniques};
pub use solution::{Solution, Verdict};
pub use solve::{Manner, Solver, solve};
pub use tsume::{Tsume, TsumeFault};
pub use yose_andor::evidence::Clerk;
pub use yose_andor::{EVER, Limits, Meter, Progress, Reason};
