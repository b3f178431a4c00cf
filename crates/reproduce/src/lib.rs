//! Reproduces published results and prints them beside the published numbers (`yose reproduce`).
//!
//! | file | contents |
//! | --- | --- |
//! | `small_boards.rs` | `reproduce 3x4`: the 237 starts of Shibahara, Tajima and Kotani (2006) |
//! | `small_boards.tsv` | the starts and values of that paper |
//! | `small_boards_second.tsv` | the second experiment of that paper |
//! | `small_boards_ideas.rs` | what each idea of the searches is worth on these starts |
//! | `change.rs` | one changed rule, to see which starts depend on the rule |
//! | `tables.rs` | `reproduce tables`: every full table of a small board |
//! | `dobutsu.rs` | `reproduce dobutsu`: Dobutsu shogi, beside Tanaka (2009) |
//! | `loa.rs` | `reproduce loa`: Sakuta, Nagashima, Hashimoto and Iida (2002) |
//! | `loa_runs.rs` | the runs of `reproduce loa`, kept as CSV |
//! | `loa_paper.tsv` | the tables of that paper |
//! | `loa_tables.rs` | the tables of that paper, made from the runs |
//! | `kin_gin.rs` | `reproduce kin-gin`: the enumeration of Noshita and Iida |
//! | `pieces.rs` | `reproduce pieces`: proof and disproof pieces, after komori-n (2021) |
//! | `hisshi.rs` | `reproduce hisshi`: brinkmates, beside Nagai (2011) |
//! | `hisshi_table1.tsv`, `hisshi_table2.tsv` | the tables of that paper |
//! | `cpu.rs` | CPU time of a search |

mod change;
mod cpu;
pub mod dobutsu;
pub mod hisshi;
pub mod kin_gin;
pub mod loa;
mod loa_runs;
mod loa_tables;
pub mod pieces;
pub mod small_boards;
pub mod small_boards_ideas;
pub mod tables;

pub use change::Change;
