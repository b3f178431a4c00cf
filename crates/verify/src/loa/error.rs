//! What can be wrong with a text or a move.

use crate::Side;

/// Why a text was refused. The first fault found is the one reported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A FEN has a board and a side.
    #[error("a FEN has 2 fields, this has {0}")]
    FieldCount(usize),
    /// A board too small or too large to play on.
    #[error("a board has {least} to 9 files and ranks, this has {files} files and {ranks} ranks")]
    BoardSize {
        /// Files of the top rank.
        files: usize,
        /// Ranks of the board.
        ranks: usize,
        /// The shortest side allowed here: a start position needs more room than others.
        least: usize,
    },
    /// Two ranks of the board differ in length.
    #[error("rank {rank} has {found} files, the top rank has {expected}")]
    RankLength {
        /// Number of the rank.
        rank: usize,
        /// Its files.
        found: usize,
        /// The files of the top rank.
        expected: usize,
    },
    /// Something on the board that is no stone and no count of empty squares.
    #[error("`{0}` is no stone and no count of empty squares")]
    BoardText(char),
    /// The side to move is neither `b` nor `w`.
    #[error("side to move `{0}`: expected `b` or `w`")]
    SideText(String),
    /// A side without a stone: the game would have ended when one was left.
    #[error("{0} has no stone")]
    NoStone(Side),
    /// The move is not among the legal ones.
    #[error("`{0}` is not a legal move here")]
    IllegalMove(String),
}
