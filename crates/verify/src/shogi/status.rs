//! The status of a position.

use crate::Side;

/// Whether the game is over. Only the position counts; repetition does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The side to move has a legal move.
    Running,
    /// The side to move is in check and has no legal move.
    Mate {
        /// The side that gives mate.
        winner: Side,
    },
    /// The side to move is not in check and has no legal move.
    Stalemate {
        /// The opponent, if stalemate loses; `None`, if it draws.
        winner: Option<Side>,
    },
    /// A king has reached the far rank and cannot be captured there.
    Try {
        /// The side of that king.
        winner: Side,
    },
}

impl Status {
    /// Whether the game is over.
    pub fn is_over(self) -> bool {
        self != Status::Running
    }

    /// The winner; `None` if the game is drawn or still running.
    pub fn winner(self) -> Option<Side> {
        match self {
            Status::Running => None,
            Status::Mate { winner } | Status::Try { winner } => Some(winner),
            Status::Stalemate { winner } => winner,
        }
    }
}
