//! Moves, move lists and move notation: the origin square and the target square, as in `b1b3`.

use crate::size::MAX_SIDE;
use crate::{Axis, Geometry, Position, Size, SquareName};
use arrayvec::ArrayVec;
use std::fmt;
use yose_board::{Bits, Color, Square};

/// A move of one stone. It takes the stone on the target square, if there is one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    from: Square,
    to: Square,
}

impl Move {
    /// The move from one square to another.
    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Move {
        Move { from, to }
    }

    /// The origin square.
    #[inline(always)]
    pub const fn from(self) -> Square {
        self.from
    }

    /// The target square.
    #[inline(always)]
    pub const fn to(self) -> Square {
        self.to
    }

    /// The notation of the move on a board of this size.
    pub const fn name(self, size: Size) -> MoveName {
        MoveName {
            from: size.name(self.from),
            to: size.name(self.to),
        }
    }

    /// Reads the notation of a move. The squares must be on the board, but the move need not be
    /// legal. [`Position::read_move`] also tests that.
    pub fn parse(text: &str, size: Size) -> Result<Move, MoveError> {
        let chars: Vec<char> = text.chars().collect();
        if chars.len() != 4 {
            return Err(MoveError::Form(text.to_owned()));
        }
        let square = |chars: &[char]| {
            let name: String = chars.iter().collect();
            size.named(&name).ok_or(MoveError::Square {
                text: text.to_owned(),
                name,
                size,
            })
        };
        Ok(Move {
            from: square(&chars[..2])?,
            to: square(&chars[2..])?,
        })
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}-{:?}", self.from, self.to)
    }
}

/// The notation of a move. Implements `Display`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveName {
    from: SquareName,
    to: SquareName,
}

impl fmt::Display for MoveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

/// An upper bound on the number of legal moves, for every position on every board.
///
/// Take a line of `l` squares with `n` stones. A move along it connects two squares that are `n`
/// apart, one with a stone of the mover and one without. So each of the `l - n` pairs of squares
/// that are `n` apart allows at most one move. Also, each of the `n` stones has at most two moves.
/// The bound is the sum over all lines of `min(2n, l - n)` for the worst `n`. A shorter line never
/// allows more, so the bound of the largest board holds for all boards.
pub const MAX_MOVES: usize = {
    let side = MAX_SIDE as usize;
    let mut sum = 2 * side * line_bound(side);
    let mut length = 1;
    while length < side {
        // Two diagonals of each shorter length, for both kinds of diagonal.
        sum += 4 * line_bound(length);
        length += 1;
    }
    sum + 2 * line_bound(side)
};

/// The maximum number of moves along one line of this length.
const fn line_bound(length: usize) -> usize {
    let (mut most, mut n) = (0, 1);
    while n < length {
        let bound = if 2 * n < length - n { 2 * n } else { length - n };
        if bound > most {
            most = bound;
        }
        n += 1;
    }
    most
}

/// A list of moves of fixed capacity. It never allocates and has room for every position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// What is wrong with a typed move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text does not have the form of a move.
    #[error("\"{0}\" is no move: expected the square left and the square reached, as in b1b3")]
    Form(String),
    /// The text names a square that the board does not have.
    #[error("\"{text}\": there is no square \"{name}\" on a {size} board")]
    Square {
        /// The move.
        text: String,
        /// The square.
        name: String,
        /// The board.
        size: Size,
    },
    /// The move is not legal.
    #[error("{name} is not legal: {reason}")]
    Illegal {
        /// The move.
        name: MoveName,
        /// The reason.
        reason: IllegalMove,
    },
}

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// A square is not on the board.
    #[error("it leaves the board")]
    OffBoard,
    /// The origin square is empty.
    #[error("there is no stone on {0}")]
    NoStone(SquareName),
    /// The stone on the origin square belongs to the other side.
    #[error("the stone on {at} is not {turn}'s")]
    NotYours {
        /// Where the stone is.
        at: SquareName,
        /// The side to move.
        turn: Color,
    },
    /// The squares are not on one line.
    #[error("the squares are not on one line")]
    NoLine,
    /// The distance differs from the number of stones on the line.
    #[error("the line has {stones} stones and the move is {distance} long")]
    Distance {
        /// The number of stones on the line.
        stones: u32,
        /// The distance between the squares.
        distance: u32,
    },
    /// A stone of the other side blocks the way.
    #[error("the stone on {0} cannot be jumped")]
    Blocked(SquareName),
    /// The target square has a stone of the mover.
    #[error("{0} has a stone of the same side")]
    OwnStone(SquareName),
}

impl<G: Geometry> Position<G> {
    /// Reads a move and tests that it is legal.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let m = Move::parse(text, self.size())?;
        match self.objection(m) {
            None => Ok(m),
            Some(reason) => Err(MoveError::Illegal {
                name: m.name(self.size()),
                reason,
            }),
        }
    }

    /// The reason why a move is not legal, or `None` if it is legal.
    pub fn objection(&self, m: Move) -> Option<IllegalMove> {
        // The generator decides. The code below only names the reason.
        if self.is_legal(m) {
            None
        } else {
            Some(self.explain(m))
        }
    }

    fn explain(&self, m: Move) -> IllegalMove {
        let (size, from, to) = (self.size(), m.from(), m.to());
        if u32::from(from.raw().max(to.raw())) >= size.area() {
            return IllegalMove::OffBoard;
        }
        match self.stone(from) {
            None => return IllegalMove::NoStone(size.name(from)),
            Some(color) if color != self.turn() => {
                return IllegalMove::NotYours {
                    at: size.name(from),
                    turn: self.turn(),
                };
            }
            Some(_) => {}
        }
        let Some(axis) = Axis::ALL
            .into_iter()
            .find(|&axis| from != to && self.line(from, axis).has(to))
        else {
            return IllegalMove::NoLine;
        };
        let distance = size
            .file(from)
            .abs_diff(size.file(to))
            .max(size.rank(from).abs_diff(size.rank(to)));
        let (distance, stones) = (u32::from(distance), self.line_count(from, axis));
        if distance != stones {
            return IllegalMove::Distance { stones, distance };
        }
        if self.stones(self.turn()).has(to) {
            return IllegalMove::OwnStone(size.name(to));
        }
        let (low, high) = (from.min(to), from.max(to));
        self.line(from, axis)
            .squares()
            .find(|&at| low < at && at < high && self.stones(self.turn().other()).has(at))
            .map_or(IllegalMove::NoLine, |at| IllegalMove::Blocked(size.name(at)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bound of each size, computed line by line, is at most that of the largest size.
    #[test]
    fn the_bound_covers_every_size() {
        let mut most = 0;
        for size in Size::all() {
            let tables = crate::tables::wide(size);
            let mut sum = 0;
            for square in size.squares() {
                let [above, below] = tables.spot(square).rays;
                for (above, below) in above.into_iter().zip(below) {
                    // Count each line once, at its lowest square.
                    if below == 0 {
                        sum += line_bound(1 + above.count() as usize);
                    }
                }
            }
            assert!(sum <= MAX_MOVES, "{size}");
            most = most.max(sum);
        }
        assert_eq!(most, MAX_MOVES);
        assert_eq!(MAX_MOVES, 204);
    }
}
