//! Faults in the text of a certificate.

use crate::shogi;

/// Why a text is not a certificate, and where. Only the first fault is reported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct Fault {
    /// Number of the line, from 1.
    pub line: u64,
    /// Number of the character in the line, from 1.
    pub column: u64,
    /// The fault.
    pub kind: FaultKind,
}

/// The kinds of faults in a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// The text could not be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// The text is not UTF-8.
    #[error("this is not UTF-8")]
    NotUtf8,
    /// A line that is longer than any line of a certificate.
    #[error("the line is longer than 1 MB, which no line of a certificate is")]
    LineTooLong,
    /// The first line does not start as that of a certificate.
    #[error("a certificate starts with the line `yose-certificate 1`")]
    Magic,
    /// An unknown version of the format.
    #[error("version `{0}` of the format is not known here, only 1 is")]
    Version(String),
    /// Another line was expected here.
    #[error("expected {0}")]
    Expected(&'static str),
    /// The description of the game does not follow the format.
    #[error("game: {0}")]
    Game(String),
    /// The description of a piece does not follow the format.
    #[error("piece: {0}")]
    Piece(String),
    /// The pieces do not form an army.
    #[error("pieces: {0}")]
    Army(shogi::Error),
    /// An unknown question.
    #[error("question `{0}`: expected `tsume`, `win` or `loss`")]
    Question(String),
    /// A claim that does not belong to the question.
    #[error("claim `{text}`: expected `{goal} N`, `notwithin N` or `no{goal}`")]
    Claim {
        /// The text that was found.
        text: String,
        /// The goal of the prover.
        goal: &'static str,
    },
    /// An unknown policy, or an unknown version of one.
    #[error("policy `{0}` is not known here: `usual 1`, `immediate 2` and `strict 2` are")]
    Policy(String),
    /// Version 2: an unknown section.
    #[error(
        "section `{0}`: expected `win`, `mated`, `safe`, `escape`, `alike`, `unlike`, `proof`, `bare` or `closed`"
    )]
    PolicySection(String),
    /// Version 2: a section that is out of order or occurs twice.
    #[error(
        "section `{0}` is out of order: each comes once, in the order win, mated, safe, escape, alike, unlike, proof, bare, closed"
    )]
    PolicySectionOrder(&'static str),
    /// Version 3: an unknown section.
    #[error("section `{0}`: expected `mate`, `nomate`, `hisshi` or `nohisshi`")]
    BrinkmateSection(String),
    /// Version 3: a section that is out of order or occurs twice.
    #[error("section `{0}` is out of order: each comes once, in the order mate, nomate, hisshi, nohisshi")]
    BrinkmateSectionOrder(&'static str),
    /// Version 3: a record of `nomate` whose bound is not `*`.
    #[error("a record of the section `nomate` has the bound `*`")]
    FiniteMate,
    /// Version 1: an unknown section.
    #[error("section `{0}`: expected `proof`, `bounded` or `closed`")]
    Section(String),
    /// Version 1: a section that is out of order or occurs twice.
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
    /// A character that occurs in no board and no hand.
    #[error("`{0}` belongs to no board and no hand")]
    Letter(char),
    /// The side to move is neither `b` nor `w`.
    #[error("side to move `{0}`: expected `b` or `w`")]
    Side(String),
    /// Not a number from 1 to 999,999,999.
    #[error("`{0}` is not a number from 1, written without leading zeros, that this place can hold")]
    Number(String),
    /// A proof record without a move.
    #[error("the winning move is missing")]
    NoMove,
    /// A text that is not a move of any game.
    #[error("`{0}` is no move")]
    Move(String),
    /// A text that is not a move with its reply.
    #[error("`{0}`: expected a move and its reply as `move:reply`")]
    Pair(String),
    /// A record of bound 1 with replies, although only the prover's move is within the bound.
    #[error("a record of bound 1 lists no replies: only the prover's move is within the bound")]
    AnswersAtOne,
    /// A record of `closed` whose bound is not `*`.
    #[error("a record of the section `closed` has the bound `*`")]
    FiniteBound,
    /// The text of board and hand is longer than any board and hand can be.
    #[error("the position is too long to be one")]
    TooLong,
    /// The text stops before its end marker.
    #[error("truncated: the line `end N` is missing")]
    Truncated,
    /// The count in the end marker is wrong.
    #[error("the end marker says {said} records, but there are {found}: some are lost or repeated")]
    Count {
        /// The count in the end marker.
        said: String,
        /// The number of records found.
        found: usize,
    },
    /// Text after the end marker.
    #[error("text after the end marker")]
    AfterEnd,
}
