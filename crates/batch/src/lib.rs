//! Many requests, as a command-line program has them: problems from files, worker threads,
//! journals, output files, progress, Ctrl-C.
//!
//! | file | contents |
//! | --- | --- |
//! | `input.rs` | turns arguments, files, folders and standard input into problems |
//! | `series.rs` | answers many requests; replies come in the order of the input |
//! | `second_pass.rs` | what reached its limit of nodes is asked once more |
//! | `patience.rs` | when a series says that a request takes long |
//! | `worker.rs` | the pool of worker threads that every batch uses |
//! | `journal.rs` | a file of answers from which a later run continues |
//! | `output.rs` | standard output, and files that are written completely or not at all |
//! | `enumerate.rs` | enumerates a space frame by frame and stores the results |
//! | `store.rs` | the formats of its files, as far as the program has them |
//! | `elsewhere.rs` | requests that a program answers with workers on other machines |
//! | `disproof.rs` | certificates of the diagrams without mate, and their check |
//! | `tables.rs` | a folder of full tables ([`FolderOfTables`]) |
//! | `machine.rs` | the memory that this machine can give to jobs |
//! | `progress.rs` | the progress line ([`Progress`]) |
//! | `interrupt.rs` | Ctrl-C ([`Interrupt`]) |

pub mod disproof;
pub mod elsewhere;
pub mod enumerate;
pub mod input;
mod interrupt;
pub mod journal;
pub mod machine;
pub mod output;
pub mod patience;
mod progress;
mod second_pass;
pub mod series;
pub mod store;
mod tables;
pub mod worker;

pub use interrupt::Interrupt;
pub use progress::Progress;
pub use tables::FolderOfTables;
