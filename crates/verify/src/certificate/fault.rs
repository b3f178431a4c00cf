//! What can be wrong with the text of a certificate.

use crate::shogi;

/// Why a text is no certificate, and where. The first fault found is the one reported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct Fault {
    /// Number of the line, from 1.
    pub line: u64,
    /// Number of the character in the line, from 1.
    pub column: u64,
    /// What is wrong.
    pub kind: FaultKind,
}

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// The text could not be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// The text is not UTF-8.
    #[error("this is not UTF-8")]
    NotUtf8,
    /// The first line is something else.
    #[error("a certificate starts with the line `yose-certificate 1`")]
    Magic,
    /// A format this program does not know.
    #[error("version `{0}` of the format is not known here, only 1 is")]
    Version(String),
    /// Another line was due here.
    #[error("expected {0}")]
    Expected(&'static str),
    /// The game is not described as the format wants it.
    #[error("game: {0}")]
    Game(String),
    /// A piece of the game is not described as the format wants it.
    #[error("piece: {0}")]
    Piece(String),
    /// The pieces make no army.
    #[error("pieces: {0}")]
    Army(shogi::Error),
    /// Nobody has taught this program the question.
    #[error("question `{0}`: expected `tsume` or `win`")]
    Question(String),
    /// A claim that this question does not know.
    #[error("claim `{text}`: expected `{goal} N`, `notwithin N` or `no{goal}`")]
    Claim {
        /// What was found.
        text: String,
        /// What the prover is after.
        goal: &'static str,
    },
    /// No such policy.
    #[error("policy `{0}` is not known here: `usual 1` and `immediate 2` are")]
    Policy(String),
    /// No such section under a policy.
    #[error(
        "section `{0}`: expected `win`, `mated`, `safe`, `escape`, `alike`, `unlike`, `proof`, `bare` or `closed`"
    )]
    PolicySection(String),
    /// A section under a policy after one that should follow it, or a second time.
    #[error(
        "section `{0}` is out of order: each comes once, in the order win, mated, safe, escape, alike, unlike, proof, bare, closed"
    )]
    PolicySectionOrder(&'static str),
    /// No such section.
    #[error("section `{0}`: expected `proof`, `bounded` or `closed`")]
    Section(String),
    /// A section after one that should follow it, or a second time.
    #[error("section `{0}` is out of order: each comes once, `proof` before `bounded` before `closed`")]
    SectionOrder(&'static str),
    /// A section without records.
    #[error("the section has no record")]
    EmptySection,
    /// The line ends too early.
    #[error("the line ends where {0} was expected")]
    Missing(&'static str),
    /// Two spaces in a row, or one at the end.
    #[error("a field is empty: fields are separated by one space")]
    EmptyField,
    /// A sign that no board and no hand has.
    #[error("`{0}` belongs to no board and no hand")]
    Letter(char),
    /// The side to move is neither `b` nor `w`.
    #[error("side to move `{0}`: expected `b` or `w`")]
    Side(String),
    /// No number from 1 to 999,999,999.
    #[error("`{0}` is not a number from 1, written without leading zeros, that this place can hold")]
    Number(String),
    /// A record of a proof without its move.
    #[error("the winning move is missing")]
    NoMove,
    /// Something that cannot be a move of any game.
    #[error("`{0}` is no move")]
    Move(String),
    /// Something that is no move with its reply.
    #[error("`{0}`: expected a move and its reply as `move:reply`")]
    Pair(String),
    /// Replies where the game stops before them.
    #[error("a record of bound 1 lists no replies: only the prover's move is within the bound")]
    AnswersAtOne,
    /// A bound where there must be none.
    #[error("a record of the section `closed` has the bound `*`")]
    FiniteBound,
    /// Board and hand are longer than any board and hand can be.
    #[error("the position is too long to be one")]
    TooLong,
    /// The text stops before its end marker.
    #[error("truncated: the line `end N` is missing")]
    Truncated,
    /// The end marker does not count what was found.
    #[error("the end marker says {said} records, but there are {found}: some are lost or repeated")]
    Count {
        /// The number in the end marker.
        said: String,
        /// The records read.
        found: usize,
    },
    /// Something follows the end marker.
    #[error("text after the end marker")]
    AfterEnd,
}
