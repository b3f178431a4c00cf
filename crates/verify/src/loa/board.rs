//! A board: a rectangle of squares, some with stones.

use crate::Side;

/// The longest side of a board: FEN writes a count of empty squares as one digit.
pub(super) const LONGEST: usize = 9;

/// The eight directions, as steps of (file, rank).
pub(super) const DIRECTIONS: [(i32, i32); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// A square: file from the left and rank from the bottom, both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Square {
    pub(super) file: usize,
    pub(super) rank: usize,
}

impl Square {
    /// The name of the square; `a1` is the bottom left corner.
    pub(super) fn name(self) -> String {
        // A board has at most nine files.
        format!("{}{}", char::from(b'a' + self.file as u8), self.rank + 1)
    }
}

/// A board of `files` x `ranks`. The rest of the array stays empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) files: usize,
    pub(super) ranks: usize,
    stones: [[Option<Side>; LONGEST]; LONGEST],
}

impl Board {
    /// An empty board. The callers make sure that neither side is longer than [`LONGEST`].
    pub(super) fn empty(files: usize, ranks: usize) -> Board {
        Board {
            files,
            ranks,
            stones: [[None; LONGEST]; LONGEST],
        }
    }

    pub(super) fn at(&self, square: Square) -> Option<Side> {
        self.stones[square.rank][square.file]
    }

    pub(super) fn set(&mut self, square: Square, stone: Option<Side>) {
        self.stones[square.rank][square.file] = stone;
    }

    /// The square with this name: a letter for the file and a digit for the rank.
    pub(super) fn find(&self, file: u8, rank: u8) -> Option<Square> {
        let file = usize::from(file.checked_sub(b'a')?);
        let rank = usize::from(rank.checked_sub(b'1')?);
        (file < self.files && rank < self.ranks).then_some(Square { file, rank })
    }

    /// All squares, rank by rank from the bottom, each rank from the left.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let files = self.files;
        (0..self.ranks).flat_map(move |rank| (0..files).map(move |file| Square { file, rank }))
    }

    /// The squares with a stone of the side.
    pub(super) fn stones(&self, side: Side) -> impl Iterator<Item = Square> + use<'_> {
        self.squares()
            .filter(move |&square| self.at(square) == Some(side))
    }

    /// The square `times` steps from `from` in a direction; `None` off the board.
    pub(super) fn walk(&self, from: Square, direction: (i32, i32), times: i32) -> Option<Square> {
        let file = usize::try_from(from.file as i32 + direction.0 * times).ok()?;
        let rank = usize::try_from(from.rank as i32 + direction.1 * times).ok()?;
        (file < self.files && rank < self.ranks).then_some(Square { file, rank })
    }

    /// The number of stones of both sides on the whole line through the square, including the
    /// square.
    pub(super) fn stones_on_line(&self, square: Square, direction: (i32, i32)) -> i32 {
        // Nine squares in both directions reach past every edge.
        let reach = LONGEST as i32;
        let line = (-reach..=reach).filter_map(|times| self.walk(square, direction, times));
        line.filter(|&on_line| self.at(on_line).is_some()).count() as i32
    }

    /// Whether all stones of the side are connected, diagonals included. A single stone is
    /// connected.
    pub(super) fn connected(&self, side: Side) -> bool {
        let Some(first) = self.stones(side).next() else {
            return true;
        };
        let mut reached = vec![first];
        let mut next = 0;
        while next < reached.len() {
            for direction in DIRECTIONS {
                if let Some(near) = self.walk(reached[next], direction, 1)
                    && self.at(near) == Some(side)
                    && !reached.contains(&near)
                {
                    reached.push(near);
                }
            }
            next += 1;
        }
        reached.len() == self.stones(side).count()
    }
}
