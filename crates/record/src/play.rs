//! What readers and writers ask a position, on a board of any size.

use yose_board::Square;
use yose_shogi::{AnyPosition, Kind, Move, MoveList, Piece, with_position};

/// Moves and pieces of a position on a board of any size.
pub(crate) trait Play {
    /// Whether a move is legal.
    fn is_legal(&self, m: Move) -> bool;
    /// All legal moves.
    fn legal_moves(&self) -> MoveList;
    /// Plays a legal move.
    fn make(&mut self, m: Move);
    /// The piece on a square.
    fn piece_on(&self, square: Square) -> Option<Piece>;
    /// Whether the side to move holds a piece of this kind.
    fn holds(&self, kind: Kind) -> bool;
    /// Whether the piece on `from` reaches `to`, pins and checks apart.
    fn reaches(&self, from: Square, to: Square, kind: Kind) -> bool;
    /// The SFEN of the position, for messages.
    fn sfen(&self) -> String;
}

impl Play for AnyPosition {
    fn is_legal(&self, m: Move) -> bool {
        with_position!(self, |p| p.is_legal(m))
    }

    fn legal_moves(&self) -> MoveList {
        with_position!(self, |p| p.legal_moves())
    }

    fn make(&mut self, m: Move) {
        with_position!(self, |p| {
            p.make(m);
        });
    }

    fn piece_on(&self, square: Square) -> Option<Piece> {
        with_position!(self, |p| p.piece_on(square))
    }

    fn holds(&self, kind: Kind) -> bool {
        with_position!(self, |p| p.hand(p.turn()).has(kind))
    }

    fn reaches(&self, from: Square, to: Square, kind: Kind) -> bool {
        with_position!(self, |p| crate::reach::reaches(p, from, to, kind))
    }

    fn sfen(&self) -> String {
        with_position!(self, |p| yose_shogi::notation::sfen::write(p, 1))
    }
}
