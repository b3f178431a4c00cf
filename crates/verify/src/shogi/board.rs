//! A rectangle of squares with pieces on some of them.

use super::army::KindId;
use crate::Side;

/// The longest side of a board: SFEN counts empty squares with one digit and files with another.
pub(super) const LONGEST: usize = 9;

/// A square by column from the left and row from the top, as Black sees the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Square {
    pub(super) column: usize,
    pub(super) row: usize,
}

/// A piece on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) side: Side,
    pub(super) kind: KindId,
}

/// A board of `files` x `ranks`; the rest of the array stays empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) files: usize,
    pub(super) ranks: usize,
    rows: [[Option<Piece>; LONGEST]; LONGEST],
}

impl Board {
    /// An empty board. The sides are 1..=9: the parser sees to that.
    pub(super) fn empty(files: usize, ranks: usize) -> Board {
        Board {
            files,
            ranks,
            rows: [[None; LONGEST]; LONGEST],
        }
    }

    pub(super) fn at(&self, square: Square) -> Option<Piece> {
        self.rows[square.row][square.column]
    }

    pub(super) fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.rows[square.row][square.column] = piece;
    }

    /// All squares, top row first, each from the left.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let files = self.files;
        (0..self.ranks).flat_map(move |row| (0..files).map(move |column| Square { column, row }))
    }

    /// All pieces of a side with their squares.
    pub(super) fn pieces(&self, side: Side) -> impl Iterator<Item = (Square, Piece)> + use<'_> {
        self.squares()
            .filter_map(move |square| Some((square, self.at(square)?)))
            .filter(move |(_, piece)| piece.side == side)
    }

    /// The square `times` ways from `from`, `way` being (right, forward) as `side` sees it; nothing off the board.
    pub(super) fn walk(&self, from: Square, side: Side, way: (i8, i8), times: i32) -> Option<Square> {
        let (right, forward) = (i32::from(way.0) * times, i32::from(way.1) * times);
        // Rows count downwards: forward is up for Black and down for White, who also has left and right exchanged.
        let (columns, rows) = match side {
            Side::Black => (right, -forward),
            Side::White => (-right, forward),
        };
        let column = usize::try_from(from.column as i32 + columns).ok()?;
        let row = usize::try_from(from.row as i32 + rows).ok()?;
        (column < self.files && row < self.ranks).then_some(Square { column, row })
    }

    /// How many ranks lie between the square and the far edge as `side` sees it: 0 on the far rank.
    pub(super) fn ranks_ahead(&self, square: Square, side: Side) -> usize {
        match side {
            Side::Black => square.row,
            Side::White => self.ranks - 1 - square.row,
        }
    }

    /// The number of the file, counted from Black's right.
    pub(super) fn file_number(&self, square: Square) -> usize {
        self.files - square.column
    }

    /// The square in USI: number of the file, letter of the rank.
    pub(super) fn name(&self, square: Square) -> String {
        format!("{}{}", self.file_number(square), rank_letter(square.row))
    }
}

/// The letter of a row: `a` at the top. Only called for rows of a board or the first row too many.
pub(super) fn rank_letter(row: usize) -> char {
    char::from(b'a'.saturating_add(row.min(25) as u8))
}
