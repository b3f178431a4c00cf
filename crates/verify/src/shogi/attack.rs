//! Attacks: can this piece take on that square? The answer depends on the board alone.
//!
//! Attacks are computed from the attacker's square: do the steps and slides of its kind reach the
//! target? [`moves`](super::moves) computes the same thing in the other direction, by listing the
//! squares that a piece reaches. The two stand side by side on purpose, and a test compares them.

use super::board::{Board, Piece, Square};
use super::{Army, Rules};
use crate::Side;

impl Board {
    /// The square of the royal piece of a side. There is at most one.
    pub(super) fn king(&self, army: &Army, side: Side) -> Option<Square> {
        self.pieces(side)
            .find(|(_, piece)| army.kind(piece.kind).royal)
            .map(|(square, _)| square)
    }

    /// Whether the piece reaches `to` from `from`, whatever stands on `to`, and whether or not it
    /// may stay there.
    pub(super) fn reaches(&self, army: &Army, from: Square, piece: Piece, to: Square) -> bool {
        let kind = army.kind(piece.kind);
        let (right, forward) = self.offset(from, piece.side, to);
        let steps_there = |&(r, f): &(i8, i8)| (i32::from(r), i32::from(f)) == (right, forward);
        if kind.steps.iter().any(steps_there) {
            return true;
        }
        kind.slides.iter().any(|&direction| {
            let (r, f) = (i32::from(direction.0), i32::from(direction.1));
            // Only a slide that points at the target can reach it.
            let same_line = r * forward == f * right;
            let same_direction = r * right + f * forward > 0;
            same_line && same_direction && self.slides_to(from, piece.side, direction, to)
        })
    }

    /// Whether a slide from `from` reaches `to` before another piece stops it.
    fn slides_to(&self, from: Square, side: Side, direction: (i8, i8), to: Square) -> bool {
        for times in 1.. {
            match self.walk(from, side, direction, times) {
                Some(reached) if reached == to => return true,
                Some(passed) if self.at(passed).is_none() => {}
                _ => return false,
            }
        }
        false
    }

    /// Whether every move of the piece from this square leaves the board.
    pub(super) fn is_dead_end(&self, army: &Army, piece: Piece, square: Square) -> bool {
        let kind = army.kind(piece.kind);
        kind.steps
            .iter()
            .chain(&kind.slides)
            .all(|&direction| self.walk(square, piece.side, direction, 1).is_none())
    }
}

impl Rules {
    /// Whether the piece could take an enemy on `to`: it reaches the square, and it may promote or
    /// stay there, or the rules do not require that.
    pub(super) fn takes(&self, board: &Board, from: Square, piece: Piece, to: Square) -> bool {
        board.reaches(&self.army, from, piece, to)
            && (self.dead_end_attacks
                || self.may_promote(board, piece, from, to)
                || self.may_stay(board, piece, from, to))
    }

    /// Whether a pseudo-legal move of the opponent would capture the king of `side`. A side without
    /// a king is never in check.
    pub(super) fn in_check(&self, board: &Board, side: Side) -> bool {
        let Some(king) = board.king(&self.army, side) else {
            return false;
        };
        self.attacked(board, king, side.other())
    }

    /// Whether a piece of the side could take an enemy on the square.
    pub(super) fn attacked(&self, board: &Board, square: Square, by: Side) -> bool {
        board
            .pieces(by)
            .any(|(from, piece)| self.takes(board, from, piece, square))
    }

    /// Whether a move of the piece may promote it.
    pub(super) fn may_promote(&self, board: &Board, piece: Piece, from: Square, to: Square) -> bool {
        let in_zone = |square| board.ranks_ahead(square, piece.side) < self.promotion_zone;
        self.army.promotion(piece.kind).is_some() && (in_zone(from) || in_zone(to))
    }

    /// Whether a move of the piece may leave it unpromoted.
    pub(super) fn may_stay(&self, board: &Board, piece: Piece, from: Square, to: Square) -> bool {
        let must_promote = self.promotion_compulsory && self.may_promote(board, piece, from, to);
        let stuck = self.dead_ends_forbidden && board.is_dead_end(&self.army, piece, to);
        !must_promote && !stuck
    }
}
