//! The tests of the command line, in one program: fourteen would be linked fourteen times.

mod certificate;
mod check;
mod commands;
mod cooks;
mod enumerate;
mod explore;
mod folder;
mod futile;
#[cfg(unix)]
mod help;
mod loa;
mod outputs;
mod process;
#[cfg(unix)]
mod robust;
mod schema;
#[cfg(unix)]
mod stream;
mod threat;
mod usi;
mod words;
