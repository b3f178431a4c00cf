//! Brinkmates of shogi (hisshi): the attacker mates by checks and by quiet moves that threaten
//! mate.
//!
//! Definitions, for an attacker and a defender:
//!
//! - `M(P)`: the attacker mates by checks alone, at any length.
//! - `A(P, 0) = M(P)`; `A(P, n)`: `M(P)`, or some legal move `m` has `D(P·m, n - 1)`.
//! - `D(Q, n)`: `M(Q·pass)` unless the defender is in check, and every legal reply `r` has
//!   `A(Q·r, max(n - 1, 0))`.
//!
//! The length of a brinkmate is the least `n` with `A(P, n)`.
//!
//! | file | contents |
//! | --- | --- |
//! | `problem.rs` | the problem: a position whose side to move attacks ([`Hisshi`]) |
//! | `question.rs` | the question for the search, with its argument ([`Question`]) |
//! | `attacks.rs` | quiet moves that may threaten mate ([`MoveSet`]) |
//! | `defences.rs` | replies to a quiet move, in classes |
//! | `zone.rs` | the squares around a king that both are about |
//! | `counting.rs` | which moves count together in the numbers of a node |
//! | `flag.rs` | facts that hold with a pass on the path and without |
//! | `solve.rs` | solving: any brinkmate, shorter ones, the line ([`solve()`], [`Solver`]) |
//! | `verdict.rs` | the answer ([`Solution`], [`Verdict`]) |
//! | `line.rs` | lines of best play |
//! | `lengths.rs` | lengths from those of the positions after each move |
//! | `threats.rs` | the plain mates that quiet moves of a line threaten |
//! | `evidence.rs` | facts that make a verdict checkable ([`EvidenceWriter`]) |
//! | `examine.rs` | what can be said against a solution ([`Examination`]) |
//! | `cook.rs` | other moves that work, and their classes ([`Cook`]) |
//! | `threatened.rs` | the problem of the defender ([`Threatened`]) |
//! | `parries.rs` | the defender's view: what becomes of every move ([`parries()`]) |
//! | [`policy`] | futile drops do not count ([`Policy`]) |
//! | [`brute`] | slow solvers by definition, the oracles of the tests |

mod attacks;
pub mod brute;
mod closed_set;
mod cook;
mod counting;
mod defences;
mod edge_cost;
mod evidence;
mod examine;
mod flag;
mod lengths;
mod line;
mod parries;
pub mod policy;
mod problem;
mod question;
mod solve;
mod threatened;
mod threats;
mod verdict;
mod zone;

pub use attacks::MoveSet;
pub use cook::{Class, Cook};
pub use evidence::EvidenceWriter;
pub use examine::{Departure, DepartureKind, Examination, Examining, Undecided};
pub use line::so_far;
pub use parries::{
    BRINKMATE_NODES, COUNTER_NODES, Reply, ReplyResult, Stage, ThreatProgress, ThreatSettings,
    ThreatSolution, ThreatVerdict, parries,
};
pub use policy::{Policy, PolicyFault};
pub use problem::{Hisshi, HisshiFault};
pub use question::{Question, Techniques};
pub use solve::{Solver, SolverSettings, solve};
pub use threatened::{ThreatFault, Threatened};
pub use verdict::{Solution, Threat, Verdict};
pub use yose_andor::{EVER, Limits, Progress, Reason};
