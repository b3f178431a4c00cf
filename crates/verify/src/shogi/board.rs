//! A board: a rectangle of squares, some with pieces.

use super::army::KindId;
use crate::Side;

/// The longest side of a board: SFEN writes counts of empty squares and numbers of files as one
/// digit.
pub(super) const LONGEST: usize = 9;

/// A square: column from the left and row from the top, as Black sees the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Square {
    pub(super) column: u8,
    pub(super) row: u8,
}

/// A piece on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) side: Side,
    pub(crate) kind: KindId,
}

/// A board of `files` x `ranks`. The rest of the array stays empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) files: u8,
    pub(crate) ranks: u8,
    rows: [[Option<Piece>; LONGEST]; LONGEST],
}

impl Board {
    /// An empty board. The parser makes sure that both sides are 1..=9.
    pub(super) fn empty(files: u8, ranks: u8) -> Board {
        Board {
            files,
            ranks,
            rows: [[None; LONGEST]; LONGEST],
        }
    }

    pub(super) fn at(&self, square: Square) -> Option<Piece> {
        self.rows[usize::from(square.row)][usize::from(square.column)]
    }

    pub(super) fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.rows[usize::from(square.row)][usize::from(square.column)] = piece;
    }

    /// All squares, row by row from the top, each row from the left.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let files = self.files;
        (0..self.ranks).flat_map(move |row| (0..files).map(move |column| Square { column, row }))
    }

    /// All pieces with their squares.
    pub(crate) fn all_pieces(&self) -> impl Iterator<Item = (Square, Piece)> + use<'_> {
        let rows = (0u8..).zip(&self.rows[..usize::from(self.ranks)]);
        rows.flat_map(move |(row, pieces)| {
            (0u8..)
                .zip(&pieces[..usize::from(self.files)])
                .filter_map(move |(column, piece)| piece.map(|piece| (Square { column, row }, piece)))
        })
    }

    /// All pieces of a side with their squares.
    pub(super) fn pieces(&self, side: Side) -> impl Iterator<Item = (Square, Piece)> + use<'_> {
        self.all_pieces().filter(move |(_, piece)| piece.side == side)
    }

    /// The square `times` steps from `from` in a direction, which is (right, forward) as `side`
    /// sees it; `None` off the board.
    pub(super) fn walk(&self, from: Square, side: Side, direction: (i8, i8), times: i32) -> Option<Square> {
        let (right, forward) = (i32::from(direction.0) * times, i32::from(direction.1) * times);
        // Rows count downwards. Forward is up for Black and down for White, who also has left and
        // right exchanged.
        let (columns, rows) = match side {
            Side::Black => (right, -forward),
            Side::White => (-right, forward),
        };
        let column = u8::try_from(i32::from(from.column) + columns).ok()?;
        let row = u8::try_from(i32::from(from.row) + rows).ok()?;
        (column < self.files && row < self.ranks).then_some(Square { column, row })
    }

    /// The offset from `from` to `to` as (right, forward), as `side` sees it: the inverse of
    /// [`Board::walk`].
    pub(super) fn offset(&self, from: Square, side: Side, to: Square) -> (i32, i32) {
        let columns = i32::from(to.column) - i32::from(from.column);
        let rows = i32::from(to.row) - i32::from(from.row);
        match side {
            Side::Black => (columns, -rows),
            Side::White => (-columns, rows),
        }
    }

    /// The number of ranks between the square and the far edge, as `side` sees it: 0 on the far
    /// rank.
    pub(super) fn ranks_ahead(&self, square: Square, side: Side) -> usize {
        match side {
            Side::Black => usize::from(square.row),
            Side::White => usize::from(self.ranks - 1 - square.row),
        }
    }

    /// The number of the file, counted from Black's right.
    pub(super) fn file_number(&self, square: Square) -> u8 {
        self.files - square.column
    }

    /// The square in USI: number of the file, letter of the rank.
    pub(super) fn name(&self, square: Square) -> String {
        format!(
            "{}{}",
            self.file_number(square),
            rank_letter(usize::from(square.row))
        )
    }

    /// The square with this name: a digit for the file and a letter for the rank.
    pub(super) fn find(&self, file: u8, rank: u8) -> Option<Square> {
        let column = self.files.checked_sub(file.checked_sub(b'0')?)?;
        let row = rank.checked_sub(b'a')?;
        (column < self.files && row < self.ranks).then_some(Square { column, row })
    }
}

/// The letter of a row: `a` at the top. Only called for rows of a board or the first row beyond it.
pub(super) fn rank_letter(row: usize) -> char {
    char::from(b'a'.saturating_add(row.min(25) as u8))
}
