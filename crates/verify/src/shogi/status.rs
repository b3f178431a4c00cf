//! How a position stands.

use crate::Side;

/// Whether the game goes on, judged from the position alone: repetition is not looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The side to move has a legal move.
    Running,
    /// The side to move is in check and has no legal move.
    Mate {
        /// The side that mated.
        winner: Side,
    },
    /// The side to move is not in check and has no legal move.
    Stalemate {
        /// The opponent where stalemate loses, nobody where it draws.
        winner: Option<Side>,
    },
    /// A king has reached the far rank and cannot be captured there.
    Try {
        /// The side of that king.
        winner: Side,
    },
}

impl Status {
    /// Whether no more move will be played.
    pub fn is_over(self) -> bool {
        self != Status::Running
    }

    /// Who has won; nobody in a drawn or running game.
    pub fn winner(self) -> Option<Side> {
        match self {
            Status::Running => None,
            Status::Mate { winner } | Status::Try { winner } => Some(winner),
            Status::Stalemate { winner } => winner,
        }
    }
}
