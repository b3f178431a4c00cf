//! Faults in texts, positions, moves and armies.

use crate::Side;

/// Why a text is refused. Only the first fault is reported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The number of fields is wrong. SFEN has a board, a side, hands and an optional move number.
    #[error("an SFEN has 3 or 4 fields, this has {0}")]
    FieldCount(usize),
    /// The number of ranks or files is outside 1..=9.
    #[error("a board has 1 to 9 files and ranks, this has {files} files and {ranks} ranks")]
    BoardSize {
        /// Files of the top rank.
        files: usize,
        /// Ranks of the board.
        ranks: usize,
    },
    /// Two ranks of the board differ in length.
    #[error("rank {rank} has {found} files, the top rank has {expected}")]
    RankLength {
        /// Letter of the rank.
        rank: char,
        /// The number of files of this rank.
        found: usize,
        /// The number of files of the top rank.
        expected: usize,
    },
    /// A letter on the board that is not a piece of this army, or another unexpected character.
    #[error("rank {rank}: `{text}` is no piece and no count of empty squares")]
    BoardText {
        /// Letter of the rank.
        rank: char,
        /// The text that was found.
        text: String,
    },
    /// The third field of the SFEN does not list pieces that can be in a hand.
    #[error("hands `{0}`: expected `-` or pieces of this army that can be held, each after its count")]
    HandText(String),
    /// The side to move is neither `b` nor `w`.
    #[error("side to move `{0}`: expected `b` or `w`")]
    SideText(String),
    /// The move number is not a positive number.
    #[error("move number `{0}`: expected a number from 1")]
    NumberText(String),
    /// The promotion zone of the rules is deeper than the board.
    #[error("a promotion zone of {zone} ranks does not fit a board of {ranks}")]
    ZoneDepth {
        /// Depth of the promotion zone in the rules.
        zone: usize,
        /// Ranks of the board.
        ranks: usize,
    },
    /// A side has more than one royal piece.
    #[error("{0} has more than one king")]
    TwoKings(Side),
    /// The side to move could capture the opponent's royal piece.
    #[error("{0} is in check and it is not its turn")]
    KingCapturable(Side),
    /// A piece stands where it can never move, which the rules forbid.
    #[error("the piece on {square} can never move")]
    DeadEnd {
        /// The square of the piece.
        square: String,
    },
    /// A side has two pawns on a file, which the rules forbid.
    #[error("{side} has two pawns on file {file}")]
    TwoPawns {
        /// Owner of the pawns.
        side: Side,
        /// Number of the file.
        file: usize,
    },
    /// More pieces of a kind than the game has.
    #[error("more pieces of kind `{0}` on the board and in the hand than there are at the root")]
    TooMany(String),
    /// The move is not legal.
    #[error("`{0}` is not a legal move here")]
    IllegalMove(String),
    /// The name of a kind is not a capital letter, or `+` and a capital letter.
    #[error("`{0}` names no piece: expected a capital letter, perhaps after `+`")]
    KindName(String),
    /// Two kinds of an army have the same name.
    #[error("the army has two kinds named `{0}`")]
    KindTwice(String),
    /// A kind promotes to, or is captured as, a kind that is missing or not allowed there.
    #[error("`{kind}` refers to `{target}`, which is not a kind that can take that part")]
    KindReference {
        /// The kind with the reference.
        kind: String,
        /// The kind that it refers to.
        target: String,
    },
    /// A step or slide of (0, 0).
    #[error("`{0}` has a step or slide that does not leave its square")]
    KindStandsStill(String),
}
