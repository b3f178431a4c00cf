//! Moves, lists of them, and their notation: the square left and the square reached, `b1b3`.

use crate::size::MAX_SIDE;
use crate::{Axis, Geometry, Position, Size, SquareName};
use arrayvec::ArrayVec;
use std::fmt;
use yose_board::{Bits, Color, Square};

/// A move of one stone. It takes what stands on the square it reaches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    from: Square,
    to: Square,
}

impl Move {
    /// The move between two squares.
    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Move {
        Move { from, to }
    }

    /// The square it leaves.
    #[inline(always)]
    pub const fn from(self) -> Square {
        self.from
    }

    /// The square it reaches.
    #[inline(always)]
    pub const fn to(self) -> Square {
        self.to
    }

    /// Its notation on a board of this size.
    pub const fn name(self, size: Size) -> MoveName {
        MoveName {
            from: size.name(self.from),
            to: size.name(self.to),
        }
    }

    /// Reads a notation. The squares exist; whether the move is legal is asked of a position, see
    /// [`Position::read_move`].
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

/// The notation of a move, as `Display`.
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

/// A bound for the number of legal moves, for every position on every board.
///
/// Take a line of `l` squares with `n` stones on it. A move along it joins two squares `n` apart, one with
/// a stone of the mover and one without, so each of the `l - n` pairs of squares `n` apart allows at most
/// one move; and each of the `n` stones has at most two. The bound adds up `min(2n, l - n)` for the worst
/// `n` of every line. Shorter lines never allow more, so the largest board bounds all.
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

/// The most moves along one line of this length.
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

/// A list of moves that lives where it is declared and always has room.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// What is wrong with a move that was typed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// It does not have the form of a move.
    #[error("\"{0}\" is no move: expected the square left and the square reached, as in b1b3")]
    Form(String),
    /// It names a square that is not there.
    #[error("\"{text}\": there is no square \"{name}\" on a {size} board")]
    Square {
        /// The move.
        text: String,
        /// The square.
        name: String,
        /// The board.
        size: Size,
    },
    /// It cannot be played.
    #[error("{name} is not legal: {reason}")]
    Illegal {
        /// The move.
        name: MoveName,
        /// Why.
        reason: IllegalMove,
    },
}

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// A square is beyond the board.
    #[error("it leaves the board")]
    OffBoard,
    /// There is nothing to move.
    #[error("there is no stone on {0}")]
    NoStone(SquareName),
    /// The stone is not the mover's.
    #[error("the stone on {at} is not {side}'s")]
    NotYours {
        /// Where the stone is.
        at: SquareName,
        /// The side to move.
        side: Color,
    },
    /// The squares are not on one line.
    #[error("the squares are not on one line")]
    NoLine,
    /// Another number of squares than there are stones on the line.
    #[error("the line has {stones} stones and the move is {distance} long")]
    Distance {
        /// The stones on the line.
        stones: u32,
        /// The distance of the squares.
        distance: u32,
    },
    /// A stone of the other side is in the way.
    #[error("the stone on {0} cannot be jumped")]
    Blocked(SquareName),
    /// The square reached has a stone of the mover.
    #[error("{0} has a stone of the same side")]
    OwnStone(SquareName),
}

impl<G: Geometry> Position<G> {
    /// Reads a legal move.
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

    /// Why a move is not legal; `None` if it is.
    pub fn objection(&self, m: Move) -> Option<IllegalMove> {
        // The generator decides; what follows only finds words for it.
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
            Some(color) if color != self.side() => {
                return IllegalMove::NotYours {
                    at: size.name(from),
                    side: self.side(),
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
        if self.stones(self.side()).has(to) {
            return IllegalMove::OwnStone(size.name(to));
        }
        let (low, high) = (from.min(to), from.max(to));
        self.line(from, axis)
            .squares()
            .find(|&at| low < at && at < high && self.stones(!self.side()).has(at))
            .map_or(IllegalMove::NoLine, |at| IllegalMove::Blocked(size.name(at)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bound of each size, line by line, is within that of the largest.
    #[test]
    fn the_bound_covers_every_size() {
        let mut most = 0;
        for size in Size::all() {
            let tables = crate::tables::wide(size);
            let mut sum = 0;
            for square in size.squares() {
                let [above, below] = tables.spot(square).rays;
                for (above, below) in above.into_iter().zip(below) {
                    // Each line once, at its lowest square.
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
