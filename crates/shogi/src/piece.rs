//! Kinds of pieces, and pieces on a board.
//!
//! A kind is an index into its army. The [`crate::Army`] defines how the kind moves and what it is
//! called. Kinds that can be held in hand come first, so hands use the same index.

use yose_board::Color;

/// The maximum number of kinds of an army, promoted kinds included.
pub const MAX_KINDS: usize = 16;
/// The maximum number of kinds that can be held in hand.
pub const MAX_HAND_KINDS: usize = 8;

/// A kind of piece of some army.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Kind(pub(crate) u8);

impl Kind {
    /// Pawn (歩) of the standard army. The following constants also belong to the standard army.
    pub const PAWN: Kind = Kind(0);
    /// Lance (香).
    pub const LANCE: Kind = Kind(1);
    /// Knight (桂).
    pub const KNIGHT: Kind = Kind(2);
    /// Silver (銀).
    pub const SILVER: Kind = Kind(3);
    /// Gold (金).
    pub const GOLD: Kind = Kind(4);
    /// Bishop (角).
    pub const BISHOP: Kind = Kind(5);
    /// Rook (飛).
    pub const ROOK: Kind = Kind(6);
    /// King (玉).
    pub const KING: Kind = Kind(7);
    /// Promoted pawn (と).
    pub const TOKIN: Kind = Kind(8);
    /// Promoted lance (杏).
    pub const PRO_LANCE: Kind = Kind(9);
    /// Promoted knight (圭).
    pub const PRO_KNIGHT: Kind = Kind(10);
    /// Promoted silver (全).
    pub const PRO_SILVER: Kind = Kind(11);
    /// Horse, the promoted bishop (馬).
    pub const HORSE: Kind = Kind(12);
    /// Dragon, the promoted rook (龍).
    pub const DRAGON: Kind = Kind(13);

    /// The kind with this index; `None` if no army can have that many kinds.
    pub const fn from_index(index: usize) -> Option<Kind> {
        if index < MAX_KINDS {
            Some(Kind(index as u8))
        } else {
            None
        }
    }

    /// The index in the army.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A piece on the board: a kind and its owner, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Piece(u8);

impl Piece {
    /// A piece of this colour and kind.
    #[inline(always)]
    pub const fn new(color: Color, kind: Kind) -> Piece {
        Piece(kind.0 | (color as u8) << 4)
    }

    /// The kind.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        Kind(self.0 & 15)
    }

    /// The owner.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self.0 & 16 == 0 {
            Color::Black
        } else {
            Color::White
        }
    }
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}#{}", self.color().letter(), self.kind().0)
    }
}

/// The content of a square in one byte: a piece or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub(crate) struct Cell(u8);

impl Cell {
    pub(crate) const EMPTY: Cell = Cell(0xff);

    #[inline(always)]
    pub(crate) const fn of(piece: Piece) -> Cell {
        Cell(piece.0)
    }

    #[inline(always)]
    pub(crate) const fn get(self) -> Option<Piece> {
        if self.0 == 0xff { None } else { Some(Piece(self.0)) }
    }

    /// The kind of the piece. The square must be occupied.
    #[inline(always)]
    pub(crate) const fn kind(self) -> Kind {
        Kind(self.0 & 15)
    }
}
