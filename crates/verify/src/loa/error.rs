//! Faults in texts and moves.

use crate::Side;

/// Why a text is refused. Only the first fault is reported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The number of fields is wrong. FEN has a board and a side.
    #[error("a FEN has 2 fields, this has {0}")]
    FieldCount(usize),
    /// The board is too small or too large.
    #[error("a board has {least} to 9 files and ranks, this has {files} files and {ranks} ranks")]
    BoardSize {
        /// Files of the top rank.
        files: usize,
        /// Ranks of the board.
        ranks: usize,
        /// The shortest side allowed here. A start position needs more room than other positions.
        least: usize,
    },
    /// Two ranks of the board differ in length.
    #[error("rank {rank} has {found} files, the top rank has {expected}")]
    RankLength {
        /// Number of the rank.
        rank: usize,
        /// The number of files of this rank.
        found: usize,
        /// The number of files of the top rank.
        expected: usize,
    },
    /// A character on the board that is neither a stone nor a count of empty squares.
    #[error("`{0}` is no stone and no count of empty squares")]
    BoardText(char),
    /// The side to move is neither `b` nor `w`.
    #[error("side to move `{0}`: expected `b` or `w`")]
    SideText(String),
    /// A side has no stone. The game would have ended when one stone was left.
    #[error("{0} has no stone")]
    NoStone(Side),
    /// The move is not legal.
    #[error("`{0}` is not a legal move here")]
    IllegalMove(String),
}
