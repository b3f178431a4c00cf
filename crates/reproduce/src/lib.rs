//! Reproduces published results and prints them beside the published numbers (`yose reproduce`).
//!
//! | file | contents |
//! | --- | --- |
//! | `small_boards.rs` | `reproduce 3x4`: the 237 starts of Shibahara, Tajima and Kotani (2006) |
//! | `small_boards.tsv` | the starts and values of that paper |
//! | `change.rs` | one changed rule, to see which starts depend on the rule |
//! | `tables.rs` | `reproduce tables`: every full table of a small board |
//! | `dobutsu.rs` | `reproduce dobutsu`: Dobutsu shogi, beside Tanaka (2009) |
//! | `loa.rs` | `reproduce loa`: Sakuta, Nagashima, Hashimoto and Iida (2002) |
//! | `loa_runs.rs` | the runs of `reproduce loa`, kept as CSV |
//! | `loa_tables.rs` | the tables of that paper, made from the runs |
//! | `hisshi.rs` | `reproduce hisshi`: brinkmates, beside Nagai (2011) |
//! | `hisshi_table1.tsv`, `hisshi_table2.tsv` | the tables of that paper |

mod change;
pub mod dobutsu;
pub mod hisshi;
pub mod loa;
mod loa_runs;
mod loa_tables;
pub mod small_boards;
pub mod tables;

pub use change::Change;
