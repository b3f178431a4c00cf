//! What can be wrong with a record, and a collector of faults.

use thiserror::Error;
use yose_board::{Color, Faults, Place};
use yose_shogi::SetupFault;

/// What is wrong at a place of a record. Messages write squares as the record does: 7七.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordFault {
    /// Bytes that are not valid in the encoding of the file.
    #[error("byte {value:#04x}, byte {byte} of the line, is not {encoding}")]
    Undecodable {
        /// The encoding.
        encoding: &'static str,
        /// The first invalid byte.
        value: u8,
        /// The place of the byte in the line, in bytes from 1.
        byte: usize,
    },
    /// The last character of the file is incomplete.
    #[error("the file ends within a character of UTF-8")]
    CutCharacter,
    /// A NUL character in a text.
    #[error("there is a NUL character here, which no record has: the file is damaged, or not a text")]
    Nul,
    /// An empty file, or a file with only remarks and names.
    #[error("there is no game in this file{0}")]
    NoGame(&'static str),
    /// The content is in none of the four formats.
    #[error("this is neither KIF, KI2, CSA nor JKF")]
    UnknownFormat,
    /// The limit on the number of faults was reached.
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
    /// An unknown name of a start position, without a board.
    #[error("no start array is called `{0}`, and there is no board")]
    Handicap(String),
    /// File numbers that do not run from 9 to 1.
    #[error("the files are `{0}`, not 9 to 1 from the left")]
    Files(String),
    /// A cell that is neither a piece nor empty.
    #[error("`{0}` is no piece")]
    Cell(String),
    /// A rank that is not as wide as the board.
    #[error("rank {rank} has {found} squares, not {expected}")]
    Width {
        /// The rank, from 1.
        rank: usize,
        /// How many squares it has.
        found: usize,
        /// How many squares it should have.
        expected: u8,
    },
    /// A board with too few or too many ranks.
    #[error("the board has {found} ranks, not {expected}")]
    Ranks {
        /// How many ranks it has.
        found: usize,
        /// How many ranks it should have.
        expected: u8,
    },
    /// A rank with the wrong label.
    #[error("this is rank {expected}, not `{found}`")]
    RankLabel {
        /// The kanji of the rank.
        expected: char,
        /// The label in the file.
        found: String,
    },
    /// A piece that cannot be held in hand, or no piece at all.
    #[error("`{0}` cannot be held in hand")]
    Hand(String),
    /// An invalid number of pieces.
    #[error("`{0}` is not a number of pieces")]
    Count(String),
    /// The rest of the pieces is given twice.
    #[error("only one side can hold the rest of the pieces")]
    TwoRests,
    /// One side holds the rest of the pieces, but the other hand is not given.
    #[error("the rest of the pieces needs the other side's hand to be given as well")]
    RestAlone,
    /// Something is given twice.
    #[error("the {0} is given twice")]
    Twice(&'static str),
    /// A square already has a piece, or has no piece to take away.
    #[error("{0}")]
    Placement(String),
    /// The start position breaks the rules.
    #[error(transparent)]
    Setup(#[from] SetupFault),
    /// A move number out of order.
    #[error("this is move {found}, but move {expected} should come next")]
    MoveNumber {
        /// The number in the file.
        found: u32,
        /// The number that should come next.
        expected: u32,
    },
    /// 同 without a previous move.
    #[error("同 needs a move before it")]
    NoPrevious,
    /// The side to move has no piece on the origin of a move.
    #[error("`{text}`: {color} has no piece on {square}")]
    Origin {
        /// The move.
        text: String,
        /// The side to move.
        color: Color,
        /// The square, as two digits.
        square: String,
    },
    /// The piece on the origin is not the piece that the move names.
    #[error("`{text}`: on {square} stands {found}")]
    Piece {
        /// The move.
        text: String,
        /// The square, as two digits.
        square: String,
        /// What stands there.
        found: String,
    },
    /// The captured piece is not the piece that the record names.
    #[error("the move takes {found}, not {named}")]
    Capture {
        /// The piece that the record names.
        named: String,
        /// The piece that the move captures.
        found: String,
    },
    /// A move of the wrong side.
    #[error("it is {0}'s turn")]
    Turn(Color),
    /// A well-formed move that breaks the rules.
    #[error("`{text}` ({usi}) is not legal in {sfen}")]
    Illegal {
        /// The move.
        text: String,
        /// The move in USI.
        usi: String,
        /// The position.
        sfen: String,
    },
    /// A text that means several legal moves.
    #[error("`{text}` could be {}", .candidates.join(" or "))]
    Ambiguous {
        /// The move.
        text: String,
        /// The moves that it can mean, in USI.
        candidates: Vec<String>,
    },
    /// A text that means no legal move.
    #[error("no legal move is `{text}`{}", near(.candidates))]
    Impossible {
        /// The move.
        text: String,
        /// Legal moves of such a piece to that square, in USI.
        candidates: Vec<String>,
    },
    /// A move or an ending after an ending. The number is the number of the ending.
    #[error("the game had ended at move {0}")]
    AfterEnding(u32),
    /// A special move that CSA does not have.
    #[error("`%{0}` is no special move of CSA")]
    Special(String),
    /// A variation of a move that does not exist.
    #[error("there is no move {0} that this could be a variation of")]
    NoSuchMove(u32),
    /// A summary with a wrong number of moves.
    #[error("the line has {found} moves, not {said}")]
    MoveCount {
        /// The number in the summary.
        said: u32,
        /// The number of moves in the line.
        found: u32,
    },
    /// A text that is not a time.
    #[error("`{0}` is not a time")]
    Time(String),
    /// An unknown version of CSA.
    #[error("`{0}` is no version of CSA that is known: V2, V2.1, V2.2, V3 and V3.0 are")]
    Version(String),
    /// A second game in a file.
    #[error("a second game begins here, and a record is one game: split the file")]
    SecondGame,
    /// The text is not valid JSON.
    #[error("not JSON: {0}")]
    Json(String),
    /// A required part is missing.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A name of a header that could be read as something else.
    #[error("`{0}` cannot be the name of a header")]
    HeaderName(String),
    /// A JKF value of the wrong type.
    #[error("this should be {0}")]
    Type(&'static str),
    /// A JKF value that is not allowed.
    #[error("`{0}` is not a value this can have")]
    Value(String),
}

fn near(candidates: &[String]) -> String {
    match candidates {
        [] => String::new(),
        some => format!(" (there is {})", some.join(", ")),
    }
}

/// Collects faults up to a limit.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    /// `None` stands for a fault that was withdrawn.
    faults: Vec<Option<(Place, RecordFault)>>,
}

/// Identifies a fault that can be withdrawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FaultId(usize);

impl Collector {
    /// The largest number of faults in a list.
    const MAX_FAULTS: usize = 1000;

    pub(crate) fn push(&mut self, place: Place, kind: RecordFault) {
        match self.faults.len() {
            n if n < Self::MAX_FAULTS => self.faults.push(Some((place, kind))),
            n if n == Self::MAX_FAULTS => self.faults.push(Some((place, RecordFault::TooManyFaults(n)))),
            _ => {}
        }
    }

    /// The fault that was pushed last.
    pub(crate) fn last(&self) -> FaultId {
        FaultId(self.faults.len().wrapping_sub(1))
    }

    /// Withdraws a fault.
    pub(crate) fn withdraw(&mut self, fault: FaultId) {
        if let Some(fault) = self.faults.get_mut(fault.0) {
            *fault = None;
        }
    }

    /// How many faults were pushed. Withdrawn faults count.
    pub(crate) fn count(&self) -> usize {
        self.faults.len()
    }

    /// Whether the limit is reached, so that the reader can stop.
    pub(crate) fn is_full(&self) -> bool {
        self.count() > Self::MAX_FAULTS
    }

    pub(crate) fn or<T>(self, value: T) -> Result<T, Faults<RecordFault>> {
        let mut faults = Faults::new();
        for (place, kind) in self.faults.into_iter().flatten() {
            faults.push(place, kind);
        }
        faults.or(value)
    }
}
