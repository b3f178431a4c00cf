//! Building very many positions quickly. Pieces are put on the board and removed one at a time, and
//! the result can be used as a position at any moment. Unlike [`crate::Setup`], an [`Assembly`]
//! only reports whether a position is valid, not why, and it never allocates. The tables of all
//! positions are built this way.

use crate::geometry::Geometry;
use crate::hand::Hand;
use crate::piece::{Cell, Piece};
use crate::position::{NO_SQUARE, Position};
use yose_board::{Bits, Color, Square};

/// A board under construction. It does not check the number of pieces of each kind.
#[derive(Clone, Debug)]
pub struct Assembly<G: Geometry> {
    position: Position<G>,
}

impl<G: Geometry> Assembly<G> {
    /// An empty board with empty hands.
    pub fn new(geometry: G, turn: Color) -> Self {
        let mut position = Position::empty(geometry);
        position.set_turn(turn);
        Assembly { position }
    }

    /// Puts a piece on a square. Returns `false` and changes nothing in four cases: the square is
    /// occupied, the piece could never move from there, it would be a second unpromoted pawn on its
    /// file, or a second king.
    pub fn put(&mut self, piece: Piece, square: Square) -> bool {
        let p = &mut self.position;
        let t = p.t();
        let (color, kind) = (piece.color(), piece.kind());
        if p.piece_on(square).is_some() || t.dead[color.index()][kind.index()].has(square) {
            return false;
        }
        if kind.0 == t.royal && p.king(color).is_some() {
            return false;
        }
        if t.nifu && t.pawns & (1 << kind.index()) != 0 && !p.files_without(kind, color).has(square) {
            return false;
        }
        p.put(piece, square);
        true
    }

    /// Removes the piece on a square, if there is one.
    pub fn take(&mut self, square: Square) {
        let p = &mut self.position;
        if let Some(piece) = p.piece_on(square) {
            p.toggle(piece, square);
            p.board[square.index()] = Cell::EMPTY;
            if piece.kind().0 == p.t().royal {
                p.king[piece.color().index()] = NO_SQUARE;
            }
        }
    }

    /// Sets the hand of a side.
    pub fn hold(&mut self, color: Color, hand: Hand) {
        self.position.hands[color.index()] = hand;
    }

    /// The position, or `None` if the side to move could take the king.
    pub fn position(&self) -> Option<&Position<G>> {
        (!self.position.king_in_danger(self.position.turn.other())).then_some(&self.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::AnyGeometry;
    use crate::notation::sfen;
    use crate::{Kind, Variant};

    #[test]
    fn it_agrees_with_setup() {
        let variant = Variant::by_name("3x4:PKR:1").unwrap();
        let AnyGeometry::Small(geometry) = variant.geometry() else {
            panic!("twelve squares are few")
        };
        let mut made = Assembly::new(geometry, Color::White);
        let black = |kind| Piece::new(Color::Black, kind);
        let white = |kind| Piece::new(Color::White, kind);
        assert!(made.put(black(Kind::KING), Square::new(3)));
        assert!(!made.put(white(Kind::KING), Square::new(3)), "taken");
        assert!(!made.put(black(Kind::KING), Square::new(4)), "a second king");
        assert!(made.put(white(Kind::KING), Square::new(8)));
        assert!(!made.put(black(Kind::PAWN), Square::new(0)), "dead end");
        assert!(made.put(black(Kind::PAWN), Square::new(6)));
        assert!(!made.put(black(Kind::PAWN), Square::new(5)), "nifu");
        made.hold(Color::White, Hand::EMPTY.plus(Kind::ROOK));
        let expected = sfen::read_as("k2/3/1P1/2K w r 1", variant).unwrap();
        assert_eq!(
            made.position(),
            Some(&expected.position(geometry).unwrap()),
            "{made:?}"
        );
        assert_eq!(
            made.position().map(Position::computed_board_key),
            made.position().map(Position::board_key)
        );
        // White is to move, and the rook could take Black's king at once.
        assert!(made.put(white(Kind::ROOK), Square::new(0)));
        assert!(made.position().is_none());
        made.take(Square::new(0));
        assert!(made.position().is_some());
        made.take(Square::new(3));
        assert!(made.put(black(Kind::KING), Square::new(4)), "the king was moved");
    }
}
