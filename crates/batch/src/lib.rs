//! Many requests, as a command line has them: problems from files, workers, journals, whole-file
//! output, progress, Ctrl-C.
//!
//! - [`input`]: arguments, files, folders and standard input become problems;
//! - [`series`]: many requests, answered by workers in the order of the input, kept in a journal;
//! - [`worker`]: the one loop of workers; [`journal`]: the one way to go on with a broken run;
//! - [`output`]: standard output, and files that are written whole or not at all;
//! - [`enumerate`], [`disproof`]: every problem of a shape, frame by frame;
//! - [`Progress`], [`Interrupt`], [`FolderOfTables`].

pub mod disproof;
pub mod enumerate;
pub mod input;
mod interrupt;
pub mod journal;
pub mod output;
mod progress;
pub mod series;
mod tables;
pub mod worker;

pub use interrupt::Interrupt;
pub use progress::Progress;
pub use tables::FolderOfTables;
