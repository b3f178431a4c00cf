//! Mirror images: left and right exchanged. If all pieces move alike to the left and to the right,
//! as in shogi, a position and its mirror image have the same value. Storing only one key of such a
//! pair halves the number of positions.

use crate::geometry::Geometry;
use crate::moves::Move;
use crate::position::Position;
use crate::variant::Variant;
use yose_board::{Bits, Color, Key, Square};

impl Variant {
    /// Whether every kind of piece moves alike to the left and to the right.
    pub fn is_symmetric(&self) -> bool {
        use crate::army::{direction, step};
        let turned_steps = |steps: u32| {
            let mut turned = 0;
            for (file, rank) in (-2..=2).flat_map(|f| (-2..=2).map(move |r| (f, r))) {
                if steps & step(file, rank) != 0 {
                    turned |= step(-file, rank);
                }
            }
            turned
        };
        let turned_slides = |slides: u8| {
            let mut turned = 0;
            for (d, &(file, rank)) in direction::STEPS.iter().enumerate() {
                let other = direction::STEPS.iter().position(|&s| s == (-file, rank));
                if slides & (1 << d) != 0
                    && let Some(other) = other
                {
                    turned |= 1 << other;
                }
            }
            turned
        };
        self.army.iter().all(|(_, spec)| {
            turned_steps(spec.steps) == spec.steps && turned_slides(spec.slides) == spec.slides
        })
    }

    /// The square at the mirrored file.
    #[inline(always)]
    fn mirrored(&self, square: Square) -> Square {
        let (file, rank) = (square.raw() / self.ranks, square.raw() % self.ranks);
        Square::new((self.files - 1 - file) * self.ranks + rank)
    }

    /// The same move in the mirror image.
    #[inline]
    pub fn mirrored_move(&self, m: Move) -> Move {
        let to = self.mirrored(m.to());
        match (m.from(), m.dropped()) {
            (Some(from), _) => Move::board(self.mirrored(from), to, m.promotes()),
            (None, Some(kind)) => Move::drop(kind, to),
            (None, None) => m,
        }
    }
}

impl<G: Geometry> Position<G> {
    /// The board key of the mirror image.
    pub fn mirrored_board_key(&self) -> Key {
        let variant = self.variant();
        let mut key = if self.turn() == Color::White {
            self.t().side_key
        } else {
            0
        };
        for square in self.occupied().squares() {
            if let Some(piece) = self.piece_on(square) {
                key ^= self.piece_key(piece, variant.mirrored(square));
            }
        }
        key
    }

    /// The board key of the mirror image after a move. `mirrored` is the board key of the mirror
    /// image before the move.
    #[inline]
    pub fn mirrored_board_key_after(&self, mirrored: Key, m: Move) -> Key {
        let variant = self.variant();
        self.changed_key(mirrored, m, |square| variant.mirrored(square))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;
    use crate::with_position;

    /// A position of 3x4 shogi and its mirror image.
    const PAIR: [&str; 2] = ["k1r/b2/3/K1R b B 1", "r1k/2b/3/R1K b B 1"];

    #[test]
    fn keys_of_mirror_images_are_exchanged() {
        let variant = Variant::by_name("3x4:BKR:1").unwrap();
        assert!(variant.is_symmetric());
        let [one, other] = PAIR.map(|text| sfen::read_as(text, variant).unwrap().validate().unwrap());
        with_position!(one, |p| {
            with_position!(other, |q| {
                assert_eq!(p.mirrored_board_key(), q.board_key());
                assert_eq!(q.mirrored_board_key(), p.board_key());
                for m in p.legal_moves() {
                    let mut after = p.clone();
                    after.make(m);
                    let key = p.mirrored_board_key_after(p.mirrored_board_key(), m);
                    assert_eq!(key, after.mirrored_board_key(), "{m:?}");
                    let mut image = q.clone();
                    image.make(variant.mirrored_move(m));
                    assert_eq!(image.board_key(), key, "{m:?}");
                }
            });
        });
    }
}
