//! Where pieces can go, king safety left aside.

use super::army::KindId;
use super::board::{Piece, Square};
use super::position::Position;

/// A move on the board or a drop from the hand of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Move {
    Walk { from: Square, to: Square, promote: bool },
    Drop { kind: KindId, to: Square },
}

impl Position {
    /// The move in USI.
    pub(super) fn move_text(&self, play: Move) -> String {
        let name = |square| self.board.name(square);
        match play {
            Move::Walk { from, to, promote } => {
                format!("{}{}{}", name(from), name(to), if promote { "+" } else { "" })
            }
            Move::Drop { kind, to } => format!("{}*{}", self.rules.army.kind(kind).name, name(to)),
        }
    }

    /// Every move of the side to move that would be legal if nobody had a king.
    pub(super) fn playable(&self) -> Vec<Move> {
        let mut plays = Vec::new();
        for (from, piece) in self.board.pieces(self.side) {
            for to in self.targets(from, piece) {
                if self.may_promote(piece, from, to) {
                    plays.push(Move::Walk {
                        from,
                        to,
                        promote: true,
                    });
                }
                if self.may_stay(piece, from, to) {
                    plays.push(Move::Walk {
                        from,
                        to,
                        promote: false,
                    });
                }
            }
        }
        for kind in self.rules.army.ids() {
            if self.hand(self.side).count(kind) > 0 {
                let drops = self.board.squares().filter(|&to| self.may_drop(kind, to));
                plays.extend(drops.map(|to| Move::Drop { kind, to }));
            }
        }
        plays
    }

    /// Squares the piece reaches that hold none of its own side, whether or not it may land there.
    pub(super) fn targets(&self, from: Square, piece: Piece) -> Vec<Square> {
        let kind = self.rules.army.kind(piece.kind);
        let mut targets = Vec::new();
        for &way in &kind.steps {
            targets.extend(self.board.walk(from, piece.side, way, 1));
        }
        for &way in &kind.slides {
            for times in 1.. {
                let Some(to) = self.board.walk(from, piece.side, way, times) else {
                    break;
                };
                targets.push(to);
                if self.board.at(to).is_some() {
                    break;
                }
            }
        }
        targets.retain(|&to| self.board.at(to).is_none_or(|there| there.side != piece.side));
        targets
    }

    /// Whether the piece may make this move in one way or the other.
    pub(super) fn may_land(&self, piece: Piece, from: Square, to: Square) -> bool {
        self.may_promote(piece, from, to) || self.may_stay(piece, from, to)
    }

    fn may_promote(&self, piece: Piece, from: Square, to: Square) -> bool {
        let in_zone = |square| self.board.ranks_ahead(square, piece.side) < self.rules.promotion_zone;
        self.rules.army.promotion(piece.kind).is_some() && (in_zone(from) || in_zone(to))
    }

    fn may_stay(&self, piece: Piece, from: Square, to: Square) -> bool {
        let must_promote = self.rules.promotion_compulsory && self.may_promote(piece, from, to);
        let stuck = self.rules.dead_ends_forbidden && self.is_dead_end(piece, to);
        !must_promote && !stuck
    }

    fn may_drop(&self, kind: KindId, to: Square) -> bool {
        let piece = Piece {
            side: self.side,
            kind,
        };
        let two_pawns = self.rules.nifu_forbidden && self.rules.army.kind(kind).pawn && self.has_pawn_on(to);
        let stuck = self.rules.dead_ends_forbidden && self.is_dead_end(piece, to);
        self.board.at(to).is_none() && !two_pawns && !stuck
    }

    /// Whether the side to move has an unpromoted pawn on the file of the square.
    fn has_pawn_on(&self, square: Square) -> bool {
        self.board
            .pieces(self.side)
            .any(|(other, piece)| other.column == square.column && self.rules.army.kind(piece.kind).pawn)
    }

    /// Whether every move of the piece from this square leaves the board.
    pub(super) fn is_dead_end(&self, piece: Piece, square: Square) -> bool {
        let kind = self.rules.army.kind(piece.kind);
        kind.steps
            .iter()
            .chain(&kind.slides)
            .all(|&way| self.board.walk(square, piece.side, way, 1).is_none())
    }
}
