//! AND/OR proof search that knows no game.

mod best_first;
mod crew;
mod deepening;
mod dfpn;
pub mod evidence;
mod exact;
mod limits;
mod number;
mod options;
mod path;
mod pds;
mod query;
mod repetition;
mod resource;
pub mod table;

pub use best_first::BestFirst;
pub use crew::within as crew_within;
pub use deepening::Deepening;
pub use dfpn::{Outcome, Search};
pub use limits::{Crew, Limits, Meter, Progress, Reason, Shown};
pub use number::{EVER, INFINITE, LARGEST, Number, Plies};
pub use options::{Combine, Cycles, Options};
pub use pds::Pds;
pub use query::{Edge, Judgement, Query};
pub use resource::Resource;
pub use table::Table;
