//! A board as typed, before validation.

use crate::size::{MAX_SIDE, MIN_SIDE};
use crate::{AnyPosition, Geometry, Position, Size, SquareName};
use yose_board::{Bits, BySide, Color, Faults, Place};

/// A board as typed. Stones may be anywhere, even off the board. [`Setup::validate`] lists every
/// fault or returns a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The number of files.
    pub files: u8,
    /// The number of ranks.
    pub ranks: u8,
    /// The stones, in the order they were typed.
    pub stones: Vec<(SquareName, Color)>,
    /// The side to move.
    pub turn: Color,
}

/// What is wrong with a setup.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupFault {
    /// No board has this size.
    #[error("a board has {MIN_SIDE} to {MAX_SIDE} files and ranks, not {files} and {ranks}")]
    Size {
        /// The number of files.
        files: u8,
        /// The number of ranks.
        ranks: u8,
    },
    /// The geometry does not have this size.
    #[error("a board of {0} is not what is asked for here")]
    Geometry(Size),
    /// A stone that is not on the board.
    #[error("a stone beyond the board")]
    OffBoard,
    /// A second stone on a square.
    #[error("two stones on one square")]
    Occupied,
    /// A side without stones. No game leads there: a side with one stone is connected and has won.
    #[error("{0} has no stones")]
    NoStones(Color),
}

impl Setup {
    /// An empty board, Black to move.
    pub const fn empty(size: Size) -> Setup {
        Setup {
            files: size.files(),
            ranks: size.ranks(),
            stones: Vec::new(),
            turn: Color::Black,
        }
    }

    /// The starting position: Black on the first and last ranks, White on the first and last files,
    /// corners empty, Black to move.
    pub fn start(size: Size) -> Setup {
        let mut setup = Setup::empty(size);
        for square in size.squares() {
            let name = size.name(square);
            let edge_file = name.file == 0 || name.file == size.files() - 1;
            let edge_rank = name.rank == 0 || name.rank == size.ranks() - 1;
            match (edge_file, edge_rank) {
                (false, true) => setup.stones.push((name, Color::Black)),
                (true, false) => setup.stones.push((name, Color::White)),
                _ => {}
            }
        }
        setup
    }

    /// The size of the board, if a board can have that size.
    pub const fn size(&self) -> Option<Size> {
        Size::new(self.files, self.ranks)
    }

    /// Validates the setup: the position, or every fault. Positions in which a side is connected
    /// are valid: the game is then over.
    pub fn validate(&self) -> Result<AnyPosition, Faults<SetupFault>> {
        // Every geometry reports an impossible size as a fault, so any geometry will do for it.
        match self.size() {
            Some(size) if size.area() > 64 => self.position().map(AnyPosition::Large),
            _ => self.position().map(AnyPosition::Small),
        }
    }

    /// [`validate`](Self::validate) for a board that is known to have the geometry `G`.
    pub fn position<G: Geometry>(&self) -> Result<Position<G>, Faults<SetupFault>> {
        let mut faults = Faults::new();
        let Some(size) = self.size() else {
            let (files, ranks) = (self.files, self.ranks);
            return Err(Faults::one(Place::Whole, SetupFault::Size { files, ranks }));
        };
        let Some(geometry) = G::of(size) else {
            return Err(Faults::one(Place::Whole, SetupFault::Geometry(size)));
        };
        let mut stones = BySide([G::Bits::EMPTY; 2]);
        for &(name, color) in &self.stones {
            let place = || Place::Square(name.to_string());
            match size.square(name.file, name.rank) {
                None => faults.push(place(), SetupFault::OffBoard),
                Some(square) if (stones[Color::Black] | stones[Color::White]).has(square) => {
                    faults.push(place(), SetupFault::Occupied);
                }
                Some(square) => stones[color] |= G::Bits::bit(square),
            }
        }
        for color in Color::ALL {
            if stones[color].is_empty() {
                faults.push(Place::Whole, SetupFault::NoStones(color));
            }
        }
        if faults.is_empty() {
            Ok(Position::assemble(geometry, stones, self.turn))
        } else {
            Err(faults)
        }
    }
}

/// A setup that validates to this position.
impl<G: Geometry> From<&Position<G>> for Setup {
    fn from(position: &Position<G>) -> Setup {
        let size = position.size();
        let stones = size
            .squares()
            .filter_map(|at| Some((size.name(at), position.stone(at)?)))
            .collect();
        Setup {
            stones,
            turn: position.turn(),
            ..Setup::empty(size)
        }
    }
}
