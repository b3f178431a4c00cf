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

mod attacks;
pub mod brute;
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
