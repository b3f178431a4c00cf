//! Why there is no table.

use thiserror::Error;
use yose_shogi::VariantError;

/// Why there is no table, or why a table cannot be used.
#[derive(Debug, Error)]
pub enum TableError {
    /// A king is missing.
    #[error("a table needs one king a side")]
    Kings,
    /// A large board.
    #[error("a board of {0} squares is too large for a table (at most 32)")]
    Squares(usize),
    /// Many pieces of one kind.
    #[error("{total} pieces of kind {symbol} are too many for a table (at most {most})")]
    TooMany {
        /// The kind.
        symbol: &'static str,
        /// How many there are.
        total: u8,
        /// How many there may be.
        most: usize,
    },
    /// Many kinds of pieces.
    #[error("more than {0} kinds of pieces beside the kings are too many for a table")]
    TooManyKinds(usize),
    /// A piece that changes in unusual ways.
    #[error("piece {0} changes into another kind in a way that tables do not know")]
    Promotion(&'static str),
    /// Too many positions.
    #[error(
        "a table of this piece set has {positions} entries, and {most} is the most that is allowed (about {} MB)",
        .most >> 19
    )]
    TooLarge {
        /// The size of the index.
        positions: u128,
        /// The largest allowed.
        most: u64,
    },
    /// More moves in a position than a counter holds.
    #[error("a position with {0} moves is too much for a table")]
    TooManyMoves(u64),
    /// A win that takes longer than a byte can tell.
    #[error("a win takes more than {0} plies, too many for a table")]
    TooDeep(u8),
    /// Rules under which positions cannot be counted as Tanaka did.
    #[error("positions with a king to be taken are only counted under the Try rule with free drops")]
    NoTries,
    /// A position of other pieces.
    #[error("the position is not of the pieces of the table")]
    OtherMaterial,
    /// Somebody asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// The rules cannot be used.
    #[error(transparent)]
    Variant(VariantError),
    /// A file that is no table.
    #[error("not a table of yose: {0}")]
    NotATable(&'static str),
    /// A table of something else.
    #[error("a table of `{found}`, not of `{expected}`")]
    OtherTable {
        /// What the file is about.
        found: String,
        /// What was wanted.
        expected: String,
    },
    /// A damaged file.
    #[error("the table is damaged: its checksum is {found:016x}, not {expected:016x}")]
    Damaged {
        /// The checksum of the contents.
        found: u64,
        /// The checksum written in the file.
        expected: u64,
    },
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}
