//! A position whose board size is known only at run time. [`with_position!`](crate::with_position)
//! is the one `match` over the geometries.

use crate::fen::{self, FenFault};
use crate::{Geometry, Position, Runtime, Setup, Size};
use std::fmt;
use std::str::FromStr;
use yose_board::Faults;

/// A position in the cheapest geometry that holds its board.
///
/// Every geometry is one more copy of every search that the compiler makes, so there are two. The
/// static geometry of the 8x8 board is not worth a third: it is not faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyPosition {
    /// Boards of up to 64 squares.
    Small(Position<Runtime<u64>>),
    /// Boards of more than 64 squares.
    Large(Position<Runtime<u128>>),
}

/// Evaluates an expression on the [`Position`] inside an [`AnyPosition`]: `with_position!(any,
/// |position| expression)`. The expression is compiled once for each geometry.
#[macro_export]
macro_rules! with_position {
    ($any:expr, |$position:ident| $body:expr) => {
        match $any {
            $crate::AnyPosition::Small($position) => $body,
            $crate::AnyPosition::Large($position) => $body,
        }
    };
}

impl AnyPosition {
    /// The starting position on a board of this size.
    pub fn start(size: Size) -> AnyPosition {
        Setup::start(size)
            .validate()
            .expect("a starting position has no faults")
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        with_position!(self, |position| position.size())
    }
}

/// Writes the FEN.
impl fmt::Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_position!(self, |position| position.fmt(f))
    }
}

/// Reads a FEN of any board size.
impl FromStr for AnyPosition {
    type Err = Faults<FenFault>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        fen::read(text)?
            .validate()
            .map_err(|faults| faults.map(FenFault::Setup))
    }
}

impl<G: Geometry> fmt::Display for Position<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fen::write(self, f)
    }
}

/// Reads a FEN. The size of the board must be one that the geometry has.
impl<G: Geometry> FromStr for Position<G> {
    type Err = Faults<FenFault>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        fen::read(text)?
            .position()
            .map_err(|faults| faults.map(FenFault::Setup))
    }
}
