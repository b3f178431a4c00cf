//! Why a certificate was not accepted.

use std::fmt;

use super::Section;

/// The first fault of a certificate: what, where, and in which position after which moves.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Rejected {
    /// Where it was found.
    pub place: Place,
    /// The position of the record as the file has it: board, prover, hand. The root for faults of the header.
    pub position: String,
    /// The moves from there to the fault: none, the prover's, or the prover's and the reply.
    pub moves: Vec<String>,
    /// What is wrong.
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
        /// Its section.
        section: Section,
        /// Its number in the section, from 1.
        number: u64,
        /// Number of its line in the file, from 1.
        line: u64,
    },
}

/// What is wrong with a certificate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RejectedKind {
    /// The question does not belong to the game.
    #[error("this question is not asked of this game")]
    Question,
    /// The question cannot be asked of the root.
    #[error("the root: {0}")]
    Root(String),
    /// Nothing is claimed.
    #[error("there is no claim")]
    NoClaim,
    /// No record has the root's board.
    #[error("claim `{0}`: no record has the root's board")]
    RootMissing(String),
    /// The records of the root's board are about other hands.
    #[error("claim `{0}`: the records of the root's board do not cover the prover's hand")]
    RootHand(String),
    /// The root is covered, but not for the length claimed.
    #[error("claim `{claim}`: the best record for the root says {best} (line {line})")]
    RootNumber {
        /// The claim.
        claim: String,
        /// Its rank or bound.
        best: u32,
        /// The line of the record that has it.
        line: u64,
    },
    /// A length, rank or bound that cannot be exact: every line of this question has an odd number of plies.
    #[error("{0} is even, but this question is decided by the prover's moves only")]
    Even(u32),
    /// A length that cannot be exact: the side to move loses by moves of the other side.
    #[error("{0} is odd, but the side to move loses by the other side's moves only")]
    Odd(u32),
    /// Of the side to move at the root no move is known to hold.
    #[error("claim `{0}`: after no move of the side to move does a record say so")]
    NothingHolds(String),
    /// Not a position that can be set up.
    #[error("{0}")]
    SetUp(String),
    /// More pieces of a kind than the root has.
    #[error("{0}")]
    TooMany(String),
    /// The same board could be written in another way, so coverage could not be found by its text.
    #[error("the board should be written `{0}`")]
    Spelling(String),
    /// A record with the other side to move.
    #[error("it is not the prover's turn")]
    Turn,
    /// A record for a position in which the game is over.
    #[error("the game is over here, so there is nothing to store")]
    Decided,
    /// A bound in the section `closed`.
    #[error("a record of the section `closed` has a bound")]
    FiniteBound,
    /// The prover's move is not legal.
    #[error("the move is not legal")]
    IllegalMove,
    /// The prover's move is legal, but not one that the question allows: no check in tsume.
    #[error("the move is not one that the question allows: it gives no check")]
    NotAsked,
    /// A move of the prover is answered twice.
    #[error("the move is answered twice")]
    AnsweredTwice,
    /// The reply is not legal after the move.
    #[error("the reply is not legal after the move")]
    IllegalReply,
    /// In a proof: the move ends the game without reaching the goal.
    #[error("the move ends the game, but does not win it")]
    MoveEnds,
    /// In a proof: the reply ends the game without the goal being reached.
    #[error("the reply ends the game, and the prover has not won it")]
    ReplyEnds,
    /// In a proof: the rank leaves no ply for what comes after the reply.
    #[error("this is a legal reply, but rank {0} leaves no room for it")]
    RankSpent(u32),
    /// In a disproof: the move reaches the goal.
    #[error("the move wins at once")]
    MoveWins,
    /// In a disproof: the reply brings the prover to its goal.
    #[error("the reply lets the prover win at once")]
    ReplyWins,
    /// In a disproof: a move of the prover has no reply in the record.
    #[error("the move has no reply in the record")]
    MissingReply,
    /// No record has the board after move and reply.
    #[error("no record has the board after this")]
    Uncovered,
    /// Records have the board, but they need more in hand, or allow less, than the prover has.
    #[error("the records of the board after this do not cover the prover's hand")]
    HandUncovered,
    /// In a proof: the position after move and reply is covered, but by no record of a smaller rank. A cycle shows here.
    #[error(
        "the rank does not fall by two: it is {rank} here and at least {best} after this (line {line}); \
         either a length is understated or the proof goes in circles"
    )]
    RankNotFalling {
        /// The rank of the record.
        rank: u32,
        /// The least rank that covers the position reached.
        best: u32,
        /// The line of the record that has it.
        line: u64,
    },
    /// In a disproof: the position after move and reply is covered, but for fewer plies than needed.
    #[error(
        "the position after this must be covered by the {} or a larger one, but the best is the {} (line {line})",
        number(.needed),
        number(.best)
    )]
    BoundTooSmall {
        /// The bound needed; 0 for `*`.
        needed: u32,
        /// The greatest bound that covers the position reached; 0 for `*`.
        best: u32,
        /// The line of the record that has it.
        line: u64,
    },
}

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
