//! Every problem of a shape: spaces of mate problems as data, solved, judged and stored.
//!
//! ```
//! use yose_enumerate::Space;
//!
//! let space = Space::built_in("kin-gin").expect("it is built in")?;
//! assert_eq!((space.frames().len(), space.diagrams()), (231, 4_139_520));
//! # Ok::<(), yose_enumerate::SpaceFault>(())
//! ```

pub mod alike;
mod file;
pub mod judge;
pub mod left;
mod part;
mod row;
pub mod run;
mod space;
mod stock;
pub mod store;
pub mod summary;
mod work;

pub use file::{BUILT_IN, SpaceFault};
pub use part::{Judged, Mate, Part, PartFault};
pub use row::{Groups, Row, Verdict, each_row};
pub use space::{Area, Block, Fold, Frame, Held, Numbered, Space};
pub use stock::{Content, Share, Stock};
pub use work::{Terms, Witness, WorkFault, Worker};
