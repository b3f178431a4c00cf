//! Every problem of a shape: a space of mate problems, solved, graded and stored.
//!
//! A *space* is laid out as *frames*; the diagrams of a frame are numbered arrangements of the same
//! pieces. One frame is the unit of work. Its result, a *part*, depends on nothing but the frame,
//! so neither threads nor shards nor crashes change a byte of the final files.
//!
//! | file | noun |
//! | --- | --- |
//! | `space` | a space and its frames |
//! | `space_file`, `space_fault` | the TOML file of a space; what can be wrong with one |
//! | `stock` | the pieces of a block and their numbered arrangements |
//! | `work` | solves one frame |
//! | `leftover` | pieces left in hand at the end, under every convention |
//! | `part` | the result of one frame, as text |
//! | `sample` | some frames at random, and what they say about all |
//! | `run` | frames over threads and shards; resuming |
//! | `row`, `alike`, `summary`, `store` | the final files: rows, groups of like solutions, tables |
//!
//! ```
//! use yose_enumerate::Space;
//!
//! let space = Space::built_in("kin-gin").expect("it is built in")?;
//! assert_eq!((space.frames().len(), space.diagrams()), (231, 4_139_520));
//! # Ok::<(), yose_enumerate::SpaceFault>(())
//! ```

pub mod alike;
pub mod leftover;
mod part;
mod row;
pub mod run;
pub mod sample;
mod space;
mod space_fault;
mod space_file;
mod stock;
pub mod store;
pub mod summary;
mod work;

pub use part::{Graded, Mate, Part, PartFault};
pub use row::{Groups, Row, Verdict, each_row};
pub use sample::{OneIn, Sample};
pub use space::{Area, Block, Fold, Frame, Held, Numbered, Space};
pub use space_fault::{SpaceFault, SpaceFaultKind};
pub use space_file::BUILT_IN;
pub use stock::{Content, Share, Stock};
pub use work::{Certifier, Terms, WorkFault, Worker};
pub use yose_tsume::Grade;
