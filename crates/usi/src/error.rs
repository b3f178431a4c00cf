//! Why the engine cannot go on.

use std::io;
use thiserror::Error;
use yose_ask::output::OutputError;

/// Why the engine cannot go on. Nothing that is typed is an error of the engine.
#[derive(Debug, Error)]
pub enum UsiError {
    /// Nobody can be told anything.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// Nothing can be read.
    #[error("the input cannot be read: {0}")]
    Input(io::Error),
    /// The thread that reads cannot be started.
    #[error("no thread to read the input: {0}")]
    Thread(io::Error),
}
