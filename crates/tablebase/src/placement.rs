//! A placement as a few bit sets, seen by the side to move. This side plays up the board, and
//! pieces are "own" or not. Turning the board reverses bits, and a move is a few exclusive ors.

use crate::material::{MAX_GROUPS, Material, NO_GROUP};
use yose_board::{Bits, Color, Square};
use yose_shogi::{Assembly, Geometry, Piece, Position, Runtime};

/// Where all pieces are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// The squares of the kings: first the king of the side to move.
    pub(crate) kings: [u8; 2],
    /// The pieces of the side to move, without kings.
    pub(crate) own: u32,
    /// The promoted pieces.
    pub(crate) promoted: u32,
    /// The pieces of each group.
    pub(crate) groups: [u32; MAX_GROUPS],
    /// How many pieces of each group the side to move holds.
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
            placement.groups[usize::from(group)] |= bit;
            placement.own |= if piece.color() == us { bit } else { 0 };
            placement.promoted |= if promoted { bit } else { 0 };
        }
        for (g, group) in material.groups().iter().enumerate() {
            placement.hand[g] = position.hand(us).count(group.kind);
            let all = u32::from(placement.hand[g])
                + u32::from(position.hand(us.other()).count(group.kind))
                + placement.groups[g].count_ones();
            if all != u32::from(group.total) {
                return None;
            }
        }
        Some(placement)
    }

    /// The position of this placement with Black to move; `None` if it breaks a rule.
    pub fn assemble(&self, material: &Material) -> Option<Position<Runtime<u32>>> {
        let mut board = Assembly::new(material.geometry(), Color::Black);
        for (king, color) in self.kings.iter().zip(Color::ALL) {
            if !board.put(Piece::new(color, material.royal()), Square::new(*king)) {
                return None;
            }
        }
        for g in 0..material.groups().len() {
            for bit in bits(self.groups[g]) {
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

    /// The hand of the other side.
    #[inline]
    pub(crate) fn other_hand(&self, material: &Material) -> [u8; MAX_GROUPS] {
        let mut hand = [0; MAX_GROUPS];
        for (g, group) in material.groups().iter().enumerate() {
            hand[g] = group.total - self.groups[g].count_ones() as u8 - self.hand[g];
        }
        hand
    }

    /// The same placement as the other side sees it.
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
            groups: [0; MAX_GROUPS],
            hand: self.other_hand(material),
        };
        let mut all = 0;
        for g in 0..material.groups().len() {
            turned.groups[g] = turn(self.groups[g]);
            all |= turned.groups[g];
        }
        turned.own = all & !turn(self.own);
        turned
    }
}
