//! What is wrong with a space file, and where.

use thiserror::Error;

/// What is wrong with a space file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct SpaceFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: SpaceFaultKind,
}

/// What is wrong at a line of a space file. Words of the file are shortened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SpaceFaultKind {
    /// The text is not TOML, or a field is missing, unknown or of another type.
    #[error("{0}")]
    Toml(String),
    /// A name that cannot be the name of a file.
    #[error(
        "a name is made of ASCII letters, digits, `-` and `_`, at most 60, because files are named after it"
    )]
    Name,
    /// An unknown way to fold.
    #[error("`{0}` is none of mirror, paper, none")]
    Fold(String),
    /// An unknown policy.
    #[error("`{0}` is none of none, usual, immediate, strict")]
    Policy(String),
    /// An even length of a mate.
    #[error("a mate takes an odd number of plies")]
    Even,
    /// No block at all.
    #[error("a space has at least one [[block]]")]
    NoBlock,
    /// Too many frames.
    #[error("more than {0} places, kings and hands")]
    TooManyFrames(u64),
    /// Too many diagrams in all.
    #[error("the space has too many diagrams to number them")]
    TooManyDiagrams,
    /// Not one diagram.
    #[error("the space has no diagrams")]
    NoDiagrams,
    /// Neither a size nor a king.
    #[error(
        "a block without a size is a naked king: it needs `king`, the squares where the king may stand, as in \"1-9 x 1-9\""
    )]
    NakedKing,
    /// More pieces than squares.
    #[error("{filled} pieces do not fit into {room} squares (the king's own not counted)")]
    NoRoom {
        /// The number of pieces.
        filled: u32,
        /// The number of squares.
        room: u32,
    },
    /// Too many hands.
    #[error("more than {0} hands")]
    TooManyHands(usize),
    /// A list of hands that has none.
    #[error("an empty list of hands (\"-\" is an empty hand)")]
    NoHands,
    /// Too many arrangements of a block.
    #[error("the pieces of this block have too many arrangements to number them")]
    TooManyArrangements,
    /// More pieces of a kind than there are.
    #[error("{count} pieces of kind {symbol}, promoted ones counted, but the set has {total}")]
    TooManyOf {
        /// The number of pieces.
        count: u32,
        /// The letter of the kind.
        symbol: &'static str,
        /// The number in the full set.
        total: u32,
    },
    /// A text that is no size.
    #[error("`{0}` is no size: files x ranks, as in \"3x3\", from 1x1 to 9x9")]
    Size(String),
    /// A text that is no area, or an area beyond the board.
    #[error(
        "`{text}` is no area: files x ranks, as in \"1-{files} x 1-{ranks}\", which is all there is room for"
    )]
    Area {
        /// The text.
        text: String,
        /// The highest file.
        files: u8,
        /// The highest rank.
        ranks: u8,
    },
    /// A number of pieces that is no number, or too large.
    #[error("`{0}` is no number of pieces from 1 to 18")]
    Count(String),
    /// No piece that can stand on the board.
    #[error("`{0}` is no piece that can stand there (capital letters RBGSNLP, + before promoted ones)")]
    BoardPiece(String),
    /// No piece that can be held in hand.
    #[error("`{0}` is no piece that can be held (capital letters RBGSNLP)")]
    HandPiece(String),
    /// A choice of hands that cannot be read.
    #[error("`{0}`: say \"any 2 of 2R2B4G\"")]
    Choice(String),
}
