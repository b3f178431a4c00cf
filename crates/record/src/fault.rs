//! What can be wrong with a record, and where faults are collected.

use thiserror::Error;
use yose_board::{Color, Faults, Place};
use yose_shogi::SetupFault;

/// What is wrong at a place of a record. Squares in messages are written as in the record: 7七.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordFault {
    /// Bytes that mean nothing in the file's encoding.
    #[error("byte {value:#04x}, byte {byte} of the line, is not {encoding}")]
    Undecodable {
        /// The encoding.
        encoding: &'static str,
        /// The first byte that does not fit.
        value: u8,
        /// Its place in the line, in bytes from 1.
        byte: usize,
    },
    /// The last character of a file is not whole.
    #[error("the file ends within a character of UTF-8")]
    CutCharacter,
    /// A NUL in a text.
    #[error("there is a NUL character here, which no record has: the file is damaged, or not a text")]
    Nul,
    /// Nothing to read, or nothing but remarks and names.
    #[error("there is no game in this file{0}")]
    NoGame(&'static str),
    /// The content is of no known form.
    #[error("this is neither KIF, KI2, CSA nor JKF")]
    UnknownFormat,
    /// More faults than anybody reads.
    #[error("reading stopped after {0} faults")]
    TooManyFaults(usize),
    /// Text that has no meaning at its place.
    #[error("`{0}` has no meaning here")]
    Unexpected(String),
    /// Something is missing or wrong.
    #[error("expected {what}, found `{found}`")]
    Expected {
        /// What should stand here.
        what: &'static str,
        /// What stands here.
        found: String,
    },
    /// The text ends too early.
    #[error("the text ends where {0} should follow")]
    Truncated(&'static str),
    /// An unknown start array, with no board to say what it is.
    #[error("no start array is called `{0}`, and there is no board")]
    Handicap(String),
    /// Files that do not run from 9 to 1.
    #[error("the files are `{0}`, not 9 to 1 from the left")]
    Files(String),
    /// A cell that is neither a piece nor empty.
    #[error("`{0}` is no piece")]
    Cell(String),
    /// A rank that is not nine squares wide.
    #[error("rank {rank} has {found} squares, not 9")]
    Width {
        /// The rank from 1.
        rank: usize,
        /// How many squares it has.
        found: usize,
    },
    /// A board without nine ranks.
    #[error("the board has {0} ranks, not 9")]
    Ranks(usize),
    /// A rank with the wrong label.
    #[error("this is rank {expected}, not `{found}`")]
    RankLabel {
        /// The rank it is.
        expected: char,
        /// The label it has.
        found: String,
    },
    /// A piece that cannot be held in hand, or no piece at all.
    #[error("`{0}` cannot be held in hand")]
    Hand(String),
    /// A number of pieces that makes no sense.
    #[error("`{0}` is not a number of pieces")]
    Count(String),
    /// The rest of the pieces given twice.
    #[error("only one side can hold the rest of the pieces")]
    TwoRests,
    /// The rest of the pieces, without the hand that says what the rest is.
    #[error("the rest of the pieces needs the other side's hand to be given as well")]
    RestAlone,
    /// Something that may be said once, said twice.
    #[error("the {0} is given twice")]
    Twice(&'static str),
    /// A piece where there is one already, or none where one is taken away.
    #[error("{0}")]
    Placement(String),
    /// The board breaks the rules.
    #[error(transparent)]
    Setup(#[from] SetupFault),
    /// A move number out of order.
    #[error("this is move {found}, but move {expected} should come next")]
    MoveNumber {
        /// The number given.
        found: u32,
        /// The number that should come.
        expected: u32,
    },
    /// 同 with nothing before it.
    #[error("同 needs a move before it")]
    NoPrevious,
    /// The origin of a move is not a piece of the side to move.
    #[error("`{text}`: {color} has no piece on {square}")]
    Origin {
        /// The move.
        text: String,
        /// Whose turn it is.
        color: Color,
        /// The square, as two digits.
        square: String,
    },
    /// Another piece than the one named stands on the origin.
    #[error("`{text}`: on {square} stands {found}")]
    Piece {
        /// The move.
        text: String,
        /// The square, as two digits.
        square: String,
        /// What stands there.
        found: String,
    },
    /// A capture of something else than what is named.
    #[error("the move takes {found}, not {named}")]
    Capture {
        /// What the record says.
        named: String,
        /// What is taken.
        found: String,
    },
    /// The wrong side's move.
    #[error("it is {0}'s turn")]
    Turn(Color),
    /// A well-formed move that is against the rules.
    #[error("`{text}` ({usi}) is not legal in {sfen}")]
    Illegal {
        /// The move.
        text: String,
        /// The move in USI.
        usi: String,
        /// The position.
        sfen: String,
    },
    /// A move that could be several.
    #[error("`{text}` could be {}", .candidates.join(" or "))]
    Ambiguous {
        /// The move.
        text: String,
        /// The moves it could be, in USI.
        candidates: Vec<String>,
    },
    /// A move that no piece can make.
    #[error("no legal move is `{text}`{}", near(.candidates))]
    Impossible {
        /// The move.
        text: String,
        /// Legal moves of such a piece to the square, in USI.
        candidates: Vec<String>,
    },
    /// A move or an ending after an ending, which has the number of the move in whose place it stands.
    #[error("the game had ended at move {0}")]
    AfterEnding(u32),
    /// An ending that CSA does not have.
    #[error("`%{0}` is no special move of CSA")]
    Special(String),
    /// A variation of a move that no line has.
    #[error("there is no move {0} that this could be a variation of")]
    NoSuchMove(u32),
    /// A summary with another number of moves than the line.
    #[error("the line has {found} moves, not {said}")]
    MoveCount {
        /// The number given.
        said: u32,
        /// The number there are.
        found: u32,
    },
    /// A time that is none.
    #[error("`{0}` is not a time")]
    Time(String),
    /// A version of CSA that does not exist.
    #[error("`{0}` is no version of CSA that is known: V2, V2.1, V2.2, V3 and V3.0 are")]
    Version(String),
    /// A second game in a file.
    #[error("a second game begins here, and a record is one game: split the file")]
    SecondGame,
    /// Not JSON.
    #[error("not JSON: {0}")]
    Json(String),
    /// Something that a format needs is not there.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A header's name that could be read as something else.
    #[error("`{0}` cannot be the name of a header")]
    HeaderName(String),
    /// A value of JKF of the wrong kind.
    #[error("this should be {0}")]
    Type(&'static str),
    /// A value of JKF that is none.
    #[error("`{0}` is not a value this can have")]
    Value(String),
}

fn near(candidates: &[String]) -> String {
    match candidates {
        [] => String::new(),
        some => format!(" (there is {})", some.join(", ")),
    }
}

/// Collects faults, up to a number that nobody reads to the end.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    faults: Faults<RecordFault>,
}

impl Collector {
    /// The most faults that are listed.
    const MOST: usize = 1000;

    pub(crate) fn push(&mut self, place: Place, kind: RecordFault) {
        match self.faults.iter().len() {
            n if n < Self::MOST => self.faults.push(place, kind),
            n if n == Self::MOST => self.faults.push(place, RecordFault::TooManyFaults(n)),
            _ => {}
        }
    }

    /// How many faults there are.
    pub(crate) fn count(&self) -> usize {
        self.faults.iter().len()
    }

    /// Whether reading on is of no use.
    pub(crate) fn is_full(&self) -> bool {
        self.count() > Self::MOST
    }

    pub(crate) fn or<T>(self, value: T) -> Result<T, Faults<RecordFault>> {
        self.faults.or(value)
    }
}
