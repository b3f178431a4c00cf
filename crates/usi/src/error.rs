//! Why the engine cannot go on.

use std::io;
use thiserror::Error;

/// Why the engine cannot go on. Nothing that is typed is an error of the engine.
#[derive(Debug, Error)]
pub enum UsiError {
    /// The output cannot be written.
    #[error("the output cannot be written: {0}")]
    Output(io::Error),
    /// Nothing can be read.
    #[error("the input cannot be read: {0}")]
    Input(io::Error),
    /// The thread that reads cannot be started.
    #[error("no thread to read the input: {0}")]
    Thread(io::Error),
}
