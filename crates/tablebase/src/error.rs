//! Why there is no table.

use thiserror::Error;
use yose_shogi::VariantError;

/// Why there is no table, or why a table cannot be used.
#[derive(Debug, Error)]
pub enum TableError {
    /// A king is missing.
    #[error("a table needs one king a side")]
    Kings,
    /// The board is too large.
    #[error("a board of {0} squares is too large for a table (at most 32)")]
    Squares(usize),
    /// Too many pieces of one kind.
    #[error("{total} pieces of kind {symbol} are too many for a table (at most {most})")]
    TooMany {
        /// The kind.
        symbol: &'static str,
        /// The number of pieces.
        total: u8,
        /// The largest allowed number.
        most: usize,
    },
    /// Too many kinds of pieces.
    #[error("more than {0} kinds of pieces beside the kings are too many for a table")]
    TooManyKinds(usize),
    /// A piece with an unusual promotion.
    #[error("piece {0} changes into another kind in a way that tables do not know")]
    Promotion(&'static str),
    /// The table is too large.
    #[error(
        "a table of this piece set has {positions} entries, and {most} is the most that is allowed (about {} MB)",
        .most >> 19
    )]
    TooLarge {
        /// The number of entries.
        positions: u128,
        /// The largest allowed number.
        most: u64,
    },
    /// A position has more moves than a counter holds.
    #[error("a position with {0} moves is too much for a table")]
    TooManyMoves(u64),
    /// A win takes longer than a byte can express.
    #[error("a win takes more than {0} plies, too many for a table")]
    TooDeep(u8),
    /// The rules do not fit [`Table::reach`](crate::Table::reach).
    #[error("positions with a king to be taken are only counted under the Try rule with free drops")]
    NoTries,
    /// A position with other pieces.
    #[error("the position is not of the pieces of the table")]
    OtherMaterial,
    /// The progress callback asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// The rules cannot be used.
    #[error(transparent)]
    Variant(VariantError),
    /// A file that is not a table.
    #[error("not a table of yose: {0}")]
    NotATable(&'static str),
    /// A table of another material.
    #[error("a table of `{found}`, not of `{expected}`")]
    OtherTable {
        /// The material of the file.
        found: String,
        /// The requested material.
        expected: String,
    },
    /// A damaged file.
    #[error("the table is damaged: its checksum is {found:016x}, not {expected:016x}")]
    Damaged {
        /// The checksum of the contents.
        found: u64,
        /// The checksum in the file.
        expected: u64,
    },
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}
