//! A position, and the rules applied to it.

use super::board::{Board, DIRECTIONS, LONGEST, Square};
use super::{Error, Variant, fen};
use crate::Side;

/// Whether the game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The game is not over.
    Running,
    /// A side has won: it is connected, or its opponent cannot move.
    Win {
        /// The winner.
        winner: Side,
    },
    /// Both sides are connected at once under rules that call this a draw, or the position has
    /// occurred too often.
    Draw,
}

impl Status {
    /// Whether the game is over.
    pub fn is_over(self) -> bool {
        self != Status::Running
    }
}

/// Stones on a board and a side to move. The history is not part of a position: see
/// [`Game`](super::Game).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    variant: Variant,
    board: Board,
    side: Side,
}

/// A move of a stone from one square to another, or a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Move {
    Step { from: Square, to: Square },
    Pass,
}

impl Move {
    pub(crate) fn text(self) -> String {
        match self {
            Move::Step { from, to } => from.name() + &to.name(),
            Move::Pass => "pass".to_string(),
        }
    }
}

impl Position {
    /// Reads a FEN of any size from 2x2 to 9x9.
    ///
    /// # Errors
    /// The first fault of the text, or a side without a stone.
    pub fn parse(fen: &str, variant: Variant) -> Result<Position, Error> {
        let (board, side) = fen::read(fen)?;
        for side in Side::BOTH {
            if board.stones(side).next().is_none() {
                return Err(Error::NoStone(side));
            }
        }
        Ok(Position { variant, board, side })
    }

    /// The start position: Black on the first and last rank, White on the first and last file, the
    /// corners empty, Black to move.
    ///
    /// # Errors
    /// [`Error::BoardSize`] unless both sides are 3..=9. On a shorter side every square is a
    /// corner.
    pub fn start(files: usize, ranks: usize, variant: Variant) -> Result<Position, Error> {
        if !(3..=LONGEST).contains(&files) || !(3..=LONGEST).contains(&ranks) {
            return Err(Error::BoardSize {
                files,
                ranks,
                least: 3,
            });
        }
        let mut board = Board::empty(files, ranks);
        for square in board.squares() {
            let on_outer_file = square.file == 0 || square.file == files - 1;
            let on_outer_rank = square.rank == 0 || square.rank == ranks - 1;
            match (on_outer_rank, on_outer_file) {
                (true, false) => board.set(square, Some(Side::Black)),
                (false, true) => board.set(square, Some(Side::White)),
                _ => {}
            }
        }
        Ok(Position {
            variant,
            board,
            side: Side::Black,
        })
    }

    /// The position as FEN.
    pub fn to_fen(&self) -> String {
        fen::write(&self.board, self.side)
    }

    /// The rule set of the game.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Whether all stones of the side are connected, diagonals included. A single stone is
    /// connected.
    pub fn connected(&self, side: Side) -> bool {
        self.board.connected(side)
    }

    /// Whether the game is over. Only the position counts; [`Game`](super::Game) knows about
    /// repetition.
    pub fn status(&self) -> Status {
        if let Some(decided) = self.connection() {
            decided
        } else if self.legal().is_empty() {
            Status::Win {
                winner: self.side.other(),
            }
        } else {
            Status::Running
        }
    }

    /// All legal moves as from+to, sorted. `pass` if a pass is the only move. None if a side is
    /// connected.
    pub fn legal_moves(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.legal().into_iter().map(Move::text).collect();
        texts.sort();
        texts
    }

    /// The position after a legal move.
    ///
    /// # Errors
    /// [`Error::IllegalMove`] for any other text.
    pub fn play(&self, text: &str) -> Result<Position, Error> {
        self.find(text)
            .map(|play| self.after(play))
            .ok_or_else(|| Error::IllegalMove(text.to_string()))
    }

    /// The legal move with this text.
    pub(crate) fn find(&self, text: &str) -> Option<Move> {
        let play = match *text.as_bytes() {
            [a, b, c, d] if text != "pass" => Move::Step {
                from: self.board.find(a, b)?,
                to: self.board.find(c, d)?,
            },
            _ => Move::Pass,
        };
        let fits = play.text() == text && self.legal_from(play).contains(&play);
        fits.then_some(play)
    }

    /// The legal moves of the stone that this move moves; all legal moves for a pass.
    fn legal_from(&self, play: Move) -> Vec<Move> {
        match play {
            Move::Pass => self.legal(),
            Move::Step { from, .. } if self.board.at(from) != Some(self.side) => Vec::new(),
            Move::Step { .. } if self.connection().is_some() => Vec::new(),
            Move::Step { from, .. } => self.steps(from).collect(),
        }
    }

    /// The legal moves of one stone.
    fn steps(&self, from: Square) -> impl Iterator<Item = Move> + use<'_> {
        DIRECTIONS
            .into_iter()
            .filter_map(move |direction| self.target(from, direction))
            .map(move |to| Move::Step { from, to })
    }

    /// Files and ranks.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.board.files, self.board.ranks)
    }

    /// Appends the board as in a FEN.
    pub(crate) fn write_board(&self, text: &mut String) {
        fen::write_board(&self.board, text);
    }

    /// The number of move sequences of length `depth` from here; repetition is ignored.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal().len() as u64,
            _ => self
                .legal()
                .into_iter()
                .map(|play| self.after(play).perft(depth - 1))
                .sum(),
        }
    }

    /// The number of move sequences of length `depth` from here, if a repeated position (with the
    /// same side to move) ends the game.
    pub fn perft_rep(&self, depth: u32) -> u64 {
        self.perft_after(&mut Vec::new(), depth)
    }

    /// [`Position::perft_rep`] after the positions of `path`.
    fn perft_after(&self, path: &mut Vec<Position>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if path.contains(self) {
            return 0;
        }
        let plays = self.legal();
        if depth == 1 {
            return plays.len() as u64;
        }
        path.push(*self);
        let leaves = plays
            .into_iter()
            .map(|play| self.after(play).perft_after(path, depth - 1))
            .sum();
        path.pop();
        leaves
    }

    /// The result by connection, if a side is connected.
    fn connection(&self) -> Option<Status> {
        let mover = self.side.other();
        match (self.connected(mover), self.connected(self.side)) {
            (false, false) => None,
            (true, false) => Some(Status::Win { winner: mover }),
            // A capture can leave the captured side connected.
            (false, true) => Some(Status::Win { winner: self.side }),
            (true, true) => Some(match self.variant {
                Variant::Paper => Status::Win { winner: mover },
                Variant::Mso => Status::Draw,
            }),
        }
    }

    /// All legal moves; none if a side is connected.
    pub(crate) fn legal(&self) -> Vec<Move> {
        if self.connection().is_some() {
            return Vec::new();
        }
        let mut plays = Vec::new();
        for from in self.board.stones(self.side) {
            plays.extend(self.steps(from));
        }
        if plays.is_empty() && self.variant == Variant::Mso {
            plays.push(Move::Pass);
        }
        plays
    }

    /// The square where a stone of the side to move ends up in this direction, if it can move
    /// there.
    fn target(&self, from: Square, direction: (i32, i32)) -> Option<Square> {
        let distance = self.board.stones_on_line(from, direction);
        let to = self.board.walk(from, direction, distance)?;
        let own_there = self.board.at(to) == Some(self.side);
        let enemy_between = (1..distance)
            .filter_map(|times| self.board.walk(from, direction, times))
            .any(|passed| self.board.at(passed) == Some(self.side.other()));
        (!own_there && !enemy_between).then_some(to)
    }

    /// The position after a legal move.
    pub(crate) fn after(&self, play: Move) -> Position {
        let mut next = *self;
        next.side = self.side.other();
        if let Move::Step { from, to } = play {
            next.board.set(from, None);
            next.board.set(to, Some(self.side));
        }
        next
    }
}
