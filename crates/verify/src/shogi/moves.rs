//! Pseudo-legal moves: all rules except king safety and the ban on mating with a dropped pawn.

use super::army::KindId;
use super::board::{Board, Piece, Square};
use super::position::Position;

/// A move on the board or a drop from the hand of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Move {
    OnBoard { from: Square, to: Square, promote: bool },
    Drop { kind: KindId, to: Square },
}

impl Position {
    /// The move in USI.
    pub(crate) fn move_text(&self, play: Move) -> String {
        let name = |square| self.board.name(square);
        match play {
            Move::OnBoard { from, to, promote } => {
                format!("{}{}{}", name(from), name(to), if promote { "+" } else { "" })
            }
            Move::Drop { kind, to } => format!("{}*{}", self.rules.army.kind(kind).name, name(to)),
        }
    }

    /// The pseudo-legal move with this text.
    pub(super) fn find_pseudo_legal(&self, usi: &str) -> Option<Move> {
        let (from, to, promote) = match *usi.as_bytes() {
            [letter, b'*', file, rank] => {
                let kind = self.rules.army.find_letter(letter, false)?;
                let to = self.board.find(file, rank)?;
                let held = self.hand(self.side).count(kind) > 0;
                return (held && self.may_drop(kind, to)).then_some(Move::Drop { kind, to });
            }
            [a, b, c, d] => (self.board.find(a, b)?, self.board.find(c, d)?, false),
            [a, b, c, d, b'+'] => (self.board.find(a, b)?, self.board.find(c, d)?, true),
            _ => return None,
        };
        let piece = self.board.at(from).filter(|piece| piece.side == self.side)?;
        let play = Move::OnBoard { from, to, promote };
        let mut plays = Vec::new();
        self.board_moves(from, piece, &mut plays);
        plays.contains(&play).then_some(play)
    }

    /// All pseudo-legal moves on the board of the side to move.
    pub(super) fn all_board_moves(&self) -> Vec<Move> {
        let mut plays = Vec::new();
        for (from, piece) in self.board.pieces(self.side) {
            self.board_moves(from, piece, &mut plays);
        }
        plays
    }

    /// The kinds in the hand of the side to move.
    pub(super) fn held(&self) -> impl Iterator<Item = KindId> {
        let held = |&kind: &KindId| self.hand(self.side).count(kind) > 0;
        self.rules.army.ids().filter(held)
    }

    /// All pseudo-legal drops of a kind on these squares.
    pub(super) fn drops(&self, kind: KindId, squares: &[Square]) -> Vec<Move> {
        let allowed = |&to: &Square| self.may_drop(kind, to);
        let squares = squares.iter().copied().filter(allowed);
        squares.map(|to| Move::Drop { kind, to }).collect()
    }

    /// Appends the pseudo-legal moves of one piece on the board.
    fn board_moves(&self, from: Square, piece: Piece, plays: &mut Vec<Move>) {
        self.targets(from, piece, |to| {
            for promote in [true, false] {
                let may = if promote {
                    self.rules.may_promote(&self.board, piece, from, to)
                } else {
                    self.rules.may_stay(&self.board, piece, from, to)
                };
                if may {
                    plays.push(Move::OnBoard { from, to, promote });
                }
            }
        });
    }

    /// Visits the squares that the piece reaches and that hold no piece of its own side, whether or
    /// not it may stay there.
    pub(super) fn targets(&self, from: Square, piece: Piece, mut visit: impl FnMut(Square)) {
        let kind = self.rules.army.kind(piece.kind);
        let mut visit_unless_own = |to| {
            if self.board.at(to).is_none_or(|there| there.side != piece.side) {
                visit(to);
            }
        };
        for &direction in &kind.steps {
            if let Some(to) = self.board.walk(from, piece.side, direction, 1) {
                visit_unless_own(to);
            }
        }
        for &direction in &kind.slides {
            for times in 1.. {
                let Some(to) = self.board.walk(from, piece.side, direction, times) else {
                    break;
                };
                visit_unless_own(to);
                if self.board.at(to).is_some() {
                    break;
                }
            }
        }
    }

    /// Whether the side to move may drop the kind on the square, king safety aside.
    fn may_drop(&self, kind: KindId, to: Square) -> bool {
        let piece = Piece {
            side: self.side,
            kind,
        };
        let (rules, board) = (&self.rules, &self.board);
        let two_pawns = || rules.nifu_forbidden && rules.army.kind(kind).pawn && self.has_pawn_on(to);
        let stuck = || rules.dead_ends_forbidden && board.is_dead_end(&rules.army, piece, to);
        board.at(to).is_none() && !stuck() && !two_pawns()
    }

    /// Whether the side to move has an unpromoted pawn on the file of the square.
    fn has_pawn_on(&self, square: Square) -> bool {
        let on_file = |row| Square { row, ..square };
        (0..self.board.ranks)
            .filter_map(|row| self.board.at(on_file(row)))
            .any(|piece| piece.side == self.side && self.rules.army.kind(piece.kind).pawn)
    }

    /// The board after a pseudo-legal move.
    pub(super) fn board_after(&self, play: Move) -> Board {
        let mut board = self.board;
        match play {
            Move::Drop { kind, to } => {
                let side = self.side;
                board.set(to, Some(Piece { side, kind }));
            }
            Move::OnBoard { from, to, promote } => {
                let army = &self.rules.army;
                let moved = board.at(from).map(|piece| match army.promotion(piece.kind) {
                    Some(kind) if promote => Piece { kind, ..piece },
                    _ => piece,
                });
                board.set(from, None);
                board.set(to, moved);
            }
        }
        board
    }
}
