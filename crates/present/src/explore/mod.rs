//! `explore`: walks through what is solved, command by command.

pub mod certificate;
pub mod table;

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// What to print.
    pub text: String,
    /// Whether that was all.
    pub over: bool,
}
