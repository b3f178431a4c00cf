//! `explore`: a walk through a certificate or a table, command by command.
//!
//! | file | contents |
//! | --- | --- |
//! | `any_table.rs` | a finished table of any game |
//! | `certificate.rs` | play against a certificate of a mate problem or a brinkmate |
//! | `lookup.rs` | a position of a table for a page: each move with value and distance |
//! | `table.rs` | walk through a full table of a small game |

pub mod any_table;
pub mod certificate;
pub mod lookup;
pub mod table;

/// The reply to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The text to print.
    pub text: String,
    /// Whether the walk ends here.
    pub over: bool,
}
