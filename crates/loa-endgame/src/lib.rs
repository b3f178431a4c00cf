//! Ends of games of Lines of Action: does the side to move force a win, and in how many plies?
//!
//! ```
//! use yose_loa_endgame::{Endgame, Limits, SolverSettings, Solver, Verdict};
//! use yose_loa::{Position, Rules, Standard};
//!
//! let position: Position<Standard> = "2b5/w4w2/3bwwbb/1wwwbbb1/2bbbwb1/6w1/8/5b2 b".parse()?;
//! let endgame = Endgame::new(position, Rules::PAPER)?;
//! let solver = Solver::new(&endgame, &SolverSettings::default(), 16);
//! let solution = solver.solve(&Limits::default(), &mut |_| {});
//! assert_eq!(solution.verdict, Verdict::Proved { length: 5, exact: true });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | noun |
//! | --- | --- |
//! | `endgame` | a position of which the question can be asked |
//! | `question` | the question, as a search asks it |
//! | `solve` | verdict, length, line and evidence |
//! | `value` | who wins, or a draw: two such questions |
//! | `brute` | small boards solved backwards: the table of `value`, the oracle of the tests |
//! | `trial` | one search of one kind, its techniques chosen one by one |

pub mod brute;
mod endgame;
mod question;
mod solve;
mod trial;
pub mod value;

pub use endgame::{Endgame, EndgameFault};
pub use question::{Question, Techniques, Undo};
pub use solve::{Solver, SolverSettings};
pub use trial::{Measured, Method, Threats, Trial};
pub use yose_andor::evidence::EvidenceWriter;
pub use yose_andor::{
    EVER, Hits, Killer, Limits, Meter, Outcome, Progress, Query, Reason, Start, with_big_stack,
};
pub use yose_prove::Verdict;

/// A verdict with its line and the work that it took.
pub type Solution = yose_prove::Solution<yose_loa::Move>;
