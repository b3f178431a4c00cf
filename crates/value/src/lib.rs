//! Who wins a shogi position: the whole game, every legal move counted.
//!
//! The value of a position is two yes/no questions: does the side to move win, and does the other side? [`Win`] is such a
//! question; [`value`] asks both; [`evidence`] makes the answer checkable. [`Oracle`] lets the search ask a full table.

pub mod evidence;
mod oracle;
pub mod value;
mod win;

pub use oracle::Oracle;
pub use value::{Method, Valuation, Worth};
pub use win::Win;
pub use yose_andor::evidence::EvidenceWriter;
pub use yose_andor::{
    Counters, Deletion, EVER, Effort, Limits, Meter, Progress, Reason, Switches, with_big_stack,
};
