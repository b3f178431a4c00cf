//! Full tables of small shogi: the value and distance of every position of a set of pieces.
//!
//! A table covers all placements of its pieces on the board and in the hands. Retrograde analysis
//! computes the values backwards from the ends of games. A forward pass then checks every value
//! against the values of its successors.
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
//! Terms: a *placement* says where the pieces are, legal or not; a *position* is a legal placement.
//! The *number* of a placement is its place in the table. The *distance* of a position is the
//! number of plies to the end of the game under best play.
//!
//! | file | contents |
//! | --- | --- |
//! | `material` | the board, rules and pieces of a table |
//! | `placement`, `index` | a placement as bit sets, and its number |
//! | `moves` | moves of pieces, forwards and backwards, without the rules of check |
//! | `build` | retrograde analysis |
//! | `table` | a table, its values and best lines |
//! | `verify` | the forward pass that proves a table |
//! | `reach` | counts and proves all positions that a start can reach |
//! | `file` | a table on disk |
//! | `watch` | progress reports and interruption |
//! | `error` | why there is no table |

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
pub use index::{Index, PlacementIndex};
pub use material::{Group, Material};
pub use placement::Placement;
pub use reach::Reached;
pub use table::{Counts, Table, Value};
pub use verify::Verified;
pub use watch::{Stage, Watch};
