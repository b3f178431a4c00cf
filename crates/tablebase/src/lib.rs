//! Full tables of small shogi: every position of a set of pieces, on the board and in hand, with its value and the
//! number of plies to the end, found backwards from the ends of games and checked forwards.
//!
//! ```
//! use yose_shogi::{Variant, with_position};
//! use yose_tablebase::{Material, Table, Value, Watch};
//!
//! let start = Variant::by_name("3x4:GK-:1")?.start().ok_or("no start array")?;
//! let table = Table::build(&Material::of(&start)?, &mut Watch::new(&mut |_| true))?;
//! assert_eq!(with_position!(&start, |p| table.value(p)), Some(Value::Draw));
//! assert_eq!((table.counts().positions, table.counts().deepest), (5888, 19));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | noun |
//! | --- | --- |
//! | `material` | what a table is about |
//! | `placement`, `index` | a position as bit sets, and its number |
//! | `moves` | paths of pieces, moves taken back |
//! | `build` | retrograde analysis |
//! | `table` | values, the best line |
//! | `verify` | the forward pass |
//! | `reach` | what can be reached from a start, counted and proved |
//! | `file` | a table on disk |
//! | `watch` | progress and stopping |

mod build;
mod error;
mod file;
mod index;
mod material;
mod moves;
mod placement;
mod reach;
mod table;
mod verify;
mod watch;

pub use error::TableError;
pub use index::{Index, Located};
pub use material::{Group, Material};
pub use placement::Placement;
pub use reach::Reached;
pub use table::{Counts, Table, Value};
pub use verify::Verified;
pub use watch::{Stage, Watch};
