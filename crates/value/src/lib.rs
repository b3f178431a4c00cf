//! Who wins a shogi position: the whole game, with every legal move.
//!
//! The value of a position is two yes/no questions: does the side to move win, and does the other
//! side? [`Win`] is such a question, [`value`] asks both, and [`evidence`] makes the answer
//! checkable. [`Oracle`] lets the search ask a full table.

pub mod evidence;
mod oracle;
pub mod value;
mod win;

pub use oracle::Oracle;
pub use value::{GameValue, Ideas, Method, Valuation};
pub use win::Win;
pub use yose_andor::evidence::EvidenceWriter;
pub use yose_andor::{
    Counters, Deletion, EVER, Effort, Limits, Meter, Progress, Reason, Switches, with_big_stack,
};
