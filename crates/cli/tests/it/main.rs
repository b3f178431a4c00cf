//! The tests of the command line, in one program: many would be linked many times.

mod certificate;
mod check;
mod commands;
mod cooks;
#[cfg(unix)]
mod documents;
mod enumerate;
mod explore;
mod folder;
mod futile;
#[cfg(unix)]
mod help;
#[cfg(unix)]
mod japanese;
mod loa;
mod outputs;
mod process;
mod reproduce;
#[cfg(unix)]
mod robust;
mod schema;
#[cfg(target_os = "linux")]
mod serve;
#[cfg(unix)]
mod stream;
mod threat;
mod usi;
mod words;
