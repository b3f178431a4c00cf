//! Why a certificate is rejected.

use std::fmt;

use super::Section;

/// The first fault of a certificate: what it is, its place, the position, and the moves that lead
/// to it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Rejected {
    /// The place of the fault.
    pub place: Place,
    /// The position of the record as the file writes it: board, prover, hand. For faults of the
    /// header, the root.
    pub position: String,
    /// The moves from that position to the fault: none, the prover's move, or the prover's move and
    /// the reply.
    pub moves: Vec<String>,
    /// The fault.
    pub kind: RejectedKind,
}

/// A place in a certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A line before the sections.
    Header {
        /// Number of the line, from 1.
        line: u64,
    },
    /// A record.
    Record {
        /// The section of the record.
        section: Section,
        /// The number of the record in its section, from 1.
        number: u64,
        /// The line of the record in the file, from 1.
        line: u64,
    },
}

/// The kinds of faults in a certificate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RejectedKind {
    /// This question cannot be asked about this game.
    #[error("this question is not asked of this game")]
    Question,
    /// The question cannot be asked about this root.
    #[error("the root: {0}")]
    Root(String),
    /// There is no claim.
    #[error("there is no claim")]
    NoClaim,
    /// No record has the root's board.
    #[error("claim `{0}`: no record has the root's board")]
    RootMissing(String),
    /// The records of the root's board are about other hands.
    #[error("claim `{0}`: the records of the root's board do not cover the prover's hand")]
    RootHand(String),
    /// The root is covered, but not for the claimed length.
    #[error("claim `{claim}`: the best record for the root says {best} (line {line})")]
    RootNumber {
        /// The claim.
        claim: String,
        /// The best rank or bound.
        best: u32,
        /// The line of the record with that rank or bound.
        line: u64,
    },
    /// An even length, rank or bound in a question whose lengths are all odd.
    #[error("{0} is even, but this question is decided by the prover's moves only")]
    Even(u32),
    /// An odd length in a question whose lengths are all even: the side to move loses.
    #[error("{0} is odd, but the side to move loses by the other side's moves only")]
    Odd(u32),
    /// No move of the side to move at the root leads to a record that supports the claim.
    #[error("claim `{0}`: after no move of the side to move does a record say so")]
    NothingHolds(String),
    /// The position cannot be set up.
    #[error("{0}")]
    SetUp(String),
    /// More pieces of a kind than the root has.
    #[error("{0}")]
    TooMany(String),
    /// The board is not in the one spelling by which boards are looked up.
    #[error("the board should be written `{0}`")]
    Spelling(String),
    /// A record with the other side to move.
    #[error("it is not the prover's turn")]
    Turn,
    /// A record for a position in which the game is over.
    #[error("the game is over here, so there is nothing to store")]
    Decided,
    /// A number as the bound of a record in the section `closed`.
    #[error("a record of the section `closed` has a bound")]
    FiniteBound,
    /// The prover's move is not legal.
    #[error("the move is not legal")]
    IllegalMove,
    /// The prover's move is legal, but the question does not allow it: in tsume it gives no check.
    #[error("the move is not one that the question allows: it gives no check")]
    NotAsked,
    /// A move of the prover has two replies in the record.
    #[error("the move is answered twice")]
    AnsweredTwice,
    /// The reply is not legal after the move.
    #[error("the reply is not legal after the move")]
    IllegalReply,
    /// In a proof: the move ends the game without reaching the goal.
    #[error("the move ends the game, but does not win it")]
    MoveEnds,
    /// In a proof: the reply ends the game, and the prover has not reached the goal.
    #[error("the reply ends the game, and the prover has not won it")]
    ReplyEnds,
    /// In a proof: the rank leaves no ply after the reply.
    #[error("this is a legal reply, but rank {0} leaves no room for it")]
    RankSpent(u32),
    /// In a disproof: the move reaches the goal.
    #[error("the move wins at once")]
    MoveWins,
    /// In a disproof: the reply itself reaches the prover's goal.
    #[error("the reply lets the prover win at once")]
    ReplyWins,
    /// In a disproof: a move of the prover has no reply in the record.
    #[error("the move has no reply in the record")]
    MissingReply,
    /// No record has the board after the move and the reply.
    #[error("no record has the board after this")]
    Uncovered,
    /// Records have the board, but they need a larger hand, or allow a smaller hand, than the
    /// prover's.
    #[error("the records of the board after this do not cover the prover's hand")]
    HandUncovered,
    /// In a proof: a record covers the position after the move and the reply, but no record of a
    /// smaller rank does. A cycle in a proof ends here.
    #[error(
        "the rank does not fall by two: it is {rank} here and at least {best} after this (line {line}); \
         either a length is understated or the proof goes in circles"
    )]
    RankNotFalling {
        /// The rank of the record.
        rank: u32,
        /// The least rank of a record that covers the position reached.
        best: u32,
        /// The line of the record with that rank.
        line: u64,
    },
    /// In a disproof: a record covers the position after the move and the reply, but only for fewer
    /// plies than needed.
    #[error(
        "the position after this must be covered by the {} or a larger one, but the best is the {} (line {line})",
        number(.needed),
        number(.best)
    )]
    BoundTooSmall {
        /// The bound needed; 0 for `*`.
        needed: u32,
        /// The greatest bound of a record that covers the position reached; 0 for `*`.
        best: u32,
        /// The line of the record with that bound.
        line: u64,
    },
}

/// A bound as error messages show it; 0 stands for `*`.
fn number(number: &u32) -> String {
    match number {
        0 => "bound `*`".to_string(),
        plies => format!("bound {plies}"),
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Header { line } => write!(f, "line {line}"),
            Place::Record {
                section,
                number,
                line,
            } => write!(f, "line {line} (record {number} of `{section}`)"),
        }
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.position)?;
        if !self.moves.is_empty() {
            write!(f, " after {}", self.moves.join(" "))?;
        }
        write!(f, ": {}", self.kind)
    }
}
