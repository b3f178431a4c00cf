//! The composer's verdict on a mate problem: is this a correct tsume-shogi?
//!
//! [`check()`] finds the exact length under a [`Policy`] for futile interpositions (docs/FUTILE.md), the solution by a stated
//! [convention](CONVENTION), every defence as long, every other mating move with its [class](Class), and says whether
//! the problem is complete, has minor cooks, or is cooked (K. Noshita and T. Iida).
//!
//! ```
//! use yose_compose::{Judged, Terms, check};
//! use yose_mate::{Limits, Tsume};
//! use yose_shogi::{notation::sfen, with_position};
//!
//! let (position, _) = sfen::position("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")?;
//! with_position!(position, |p| {
//!     let checked = check(&Tsume::new(p)?, &Terms::default(), &Limits::default(), &mut |_| {})?;
//!     assert_eq!((checked.judged, checked.length), (Judged::Complete, Some(1)));
//! });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod author;
pub mod brute;
mod check;
mod convention;
mod cook;
mod evidence;
mod lengths;
mod loose;
mod policy;
mod polish;
mod ruled;
mod shared;
mod solution;
mod solve;
mod taking;
mod variations;

pub use author::{Author, Departure, Kind as DepartureKind};
pub use check::{CheckFault, Checked, Judged, Terms, Undecided, check};
pub use convention::Convention;
pub use cook::{Class, Cook, Parameters, difference, twins};
pub use evidence::{Hold, Notary, Stripped};
pub use lengths::{Lengths, Tables};
pub use policy::Policy;
pub use solution::{CONVENTION, Variation, pieces};
pub use solve::{Unsupported, solve, solve_and_tell, solve_by};
pub use variations::{Walked, defences, variations};
