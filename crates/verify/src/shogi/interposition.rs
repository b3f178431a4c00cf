//! Interpositions: drops between a king in check and the checking piece, and the moves that take
//! them.

use super::board::{Board, Square};
use super::moves::Move;
use super::position::Position;
use super::sfen;
use super::{Error, Rules};
use crate::Side;
use crate::shogi::Hand;
use std::sync::Arc;

/// Which pieces may take a dropped piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Taker {
    /// Any piece.
    Any,
    /// Only a piece that gives check.
    Checking,
}

impl Position {
    /// A position from its parts: the board as text, the side to move, and the hand of `holder`.
    /// The other side holds the rest of all pieces.
    ///
    /// # Errors
    /// Those of [`Position::set_up`].
    pub(crate) fn set_up_for(
        rules: &Arc<Rules>,
        board: &str,
        side: Side,
        holder: Side,
        hand: &Hand,
        all: &Hand,
    ) -> Result<Position, Error> {
        let mut used = *hand;
        used.add_pieces(&sfen::read_board(board, &rules.army)?, &rules.army);
        if side == holder {
            return Position::set_up(rules, board, side, hand, all);
        }
        match all.minus(&used) {
            Some(rest) => Position::set_up(rules, board, side, &rest, all),
            None => Position::set_up(rules, board, side, hand, all),
        }
    }

    /// Appends the board, the side to move and the hand of one side (`-` if empty).
    pub(crate) fn write_with_hand(&self, holder: Side, text: &mut String) {
        sfen::write_board(self, text);
        text.push(' ');
        text.push(self.side.letter());
        text.push(' ');
        let before = text.len();
        sfen::write_hand(self, holder, text);
        if text.len() == before {
            text.push('-');
        }
    }

    /// The square with this name.
    pub(crate) fn square(&self, name: &str) -> Option<Square> {
        match *name.as_bytes() {
            [file, rank] => self.board.find(file, rank),
            _ => None,
        }
    }

    /// The name of a square.
    pub(crate) fn square_name(&self, square: Square) -> String {
        self.board.name(square)
    }

    /// The distance of a square from the king of the side to move. Of two squares on one line with
    /// the king, the nearer one has the smaller distance.
    pub(crate) fn distance_to_king(&self, square: Square) -> Option<u32> {
        let king = self.board.king(&self.rules.army, self.side)?;
        let apart = |a: u8, b: u8| u32::from(a.abs_diff(b));
        Some(apart(king.column, square.column) + apart(king.row, square.row))
    }

    /// The position after a drop and its taking with the piece given back: the board after both
    /// moves, the hands of `self`, and the same side to move. Both moves are legal. `None` if
    /// `taking` does not take the dropped piece, if the taking piece gives no check from there, or
    /// if `taker` does not allow it.
    pub(crate) fn given_back(&self, drop: Move, taking: Move, taker: Taker) -> Option<Position> {
        let (Move::Drop { to: square, .. }, Move::OnBoard { from, to, .. }) = (drop, taking) else {
            return None;
        };
        if to != square || (taker == Taker::Checking && !self.gives_check(&self.board, from)) {
            return None;
        }
        let mut taken = self.after(drop).after(taking);
        if !self.gives_check(&taken.board, square) {
            return None;
        }
        taken.black_hand = self.black_hand;
        taken.white_hand = self.white_hand;
        Some(taken)
    }

    /// The positions after the drop and every taking of it, with the piece given back.
    pub(crate) fn all_given_back(&self, drop: Move, taker: Taker) -> Vec<Position> {
        let dropped = self.after(drop);
        let takings = dropped.legal().into_iter();
        takings
            .filter_map(|taking| self.given_back(drop, taking, taker))
            .collect()
    }

    /// Whether the opponent's piece on this square of `board` could take the king of the side to
    /// move.
    fn gives_check(&self, board: &Board, square: Square) -> bool {
        let king = board.king(&self.rules.army, self.side);
        let piece = board.at(square).filter(|piece| piece.side != self.side);
        match (king, piece) {
            (Some(king), Some(piece)) => self.rules.takes(board, square, piece, king),
            _ => false,
        }
    }
}

impl Move {
    /// The square of a drop; `None` for a move on the board.
    pub(crate) fn dropped_on(self) -> Option<Square> {
        match self {
            Move::Drop { to, .. } => Some(to),
            Move::OnBoard { .. } => None,
        }
    }
}
