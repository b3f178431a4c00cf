//! A position as a handful of bit sets, seen by the side to move: it plays up the board, and colours are "own"
//! and "not own". Turning the board is reversing bits; a move is a few exclusive ors.

use crate::material::{MAX_GROUPS, Material, NO_GROUP};
use yose_board::{Bits, Color, Square};
use yose_shogi::{Assembly, Geometry, Piece, Position, Runtime};

/// Where everything is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// The squares of the kings: of the side to move, and of the other.
    pub(crate) kings: [u8; 2],
    /// The pieces of the side to move, kings not counted.
    pub(crate) own: u32,
    /// The promoted pieces.
    pub(crate) promoted: u32,
    /// The pieces of each group.
    pub(crate) of: [u32; MAX_GROUPS],
    /// How many of each group the side to move holds.
    pub(crate) hand: [u8; MAX_GROUPS],
}

/// The bits of a set, lowest first.
#[inline(always)]
pub(crate) fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let low = set & set.wrapping_neg();
        set ^= low;
        Some(low)
    })
}

impl Placement {
    /// The placement of a position; `None` if its pieces are not those of the material.
    pub fn of<G: Geometry>(position: &Position<G>, material: &Material) -> Option<Placement> {
        let squares = material.variant().squares() as u32;
        let us = position.turn();
        let turned = us == Color::White;
        let at = |sq: Square| match turned {
            true => squares - 1 - u32::from(sq.raw()),
            false => u32::from(sq.raw()),
        };
        let mut placement = Placement {
            kings: [at(position.king(us)?) as u8, at(position.king(us.other())?) as u8],
            ..Placement::default()
        };
        for sq in position.occupied().squares() {
            let piece = position.piece_on(sq)?;
            if piece.kind() == material.royal() {
                continue;
            }
            let (group, promoted) = material.group_of(piece.kind());
            if group == NO_GROUP {
                return None;
            }
            let bit = 1u32 << at(sq);
            placement.of[usize::from(group)] |= bit;
            placement.own |= if piece.color() == us { bit } else { 0 };
            placement.promoted |= if promoted { bit } else { 0 };
        }
        for (g, group) in material.groups().iter().enumerate() {
            placement.hand[g] = position.hand(us).count(group.kind);
            let all = u32::from(placement.hand[g])
                + u32::from(position.hand(us.other()).count(group.kind))
                + placement.of[g].count_ones();
            if all != u32::from(group.total) {
                return None;
            }
        }
        Some(placement)
    }

    /// Puts everything on a board, Black to move; `None` if it breaks a rule.
    pub fn assemble(&self, material: &Material) -> Option<Position<Runtime<u32>>> {
        let mut board = Assembly::new(material.geometry(), Color::Black);
        for (king, color) in self.kings.iter().zip(Color::ALL) {
            if !board.put(Piece::new(color, material.royal()), Square::new(*king)) {
                return None;
            }
        }
        for g in 0..material.groups().len() {
            for bit in bits(self.of[g]) {
                let piece = material.piece(g, self.own & bit != 0, self.promoted & bit != 0);
                if !board.put(piece, Square::new(bit.trailing_zeros() as u8)) {
                    return None;
                }
            }
        }
        board.hold(Color::Black, material.hand(&self.hand));
        board.hold(Color::White, material.hand(&self.other_hand(material)));
        board.position().cloned()
    }

    /// What the other side holds.
    #[inline]
    pub(crate) fn other_hand(&self, material: &Material) -> [u8; MAX_GROUPS] {
        let mut hand = [0; MAX_GROUPS];
        for (g, group) in material.groups().iter().enumerate() {
            hand[g] = group.total - self.of[g].count_ones() as u8 - self.hand[g];
        }
        hand
    }

    /// The same position as the other side sees it.
    #[inline]
    pub(crate) fn turned(&self, material: &Material) -> Placement {
        let squares = material.variant().squares() as u32;
        let turn = |set: u32| set.reverse_bits() >> (32 - squares);
        let mut turned = Placement {
            kings: [
                squares as u8 - 1 - self.kings[1],
                squares as u8 - 1 - self.kings[0],
            ],
            own: 0,
            promoted: turn(self.promoted),
            of: [0; MAX_GROUPS],
            hand: self.other_hand(material),
        };
        let mut all = 0;
        for g in 0..material.groups().len() {
            turned.of[g] = turn(self.of[g]);
            all |= turned.of[g];
        }
        turned.own = all & !turn(self.own);
        turned
    }
}
