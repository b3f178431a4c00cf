//! Moves that connect all stones of a side, found without making any move.
//!
//! A move takes one stone away and puts it on one square. To connect, that square must touch every
//! group except the one the stone comes from. The *joints* of a group are the squares that touch
//! every other group. Only a stone that can reach a joint of its group can connect, and most
//! positions have no such stone. At most four groups can touch a square, so a side with six or more
//! groups cannot connect in one move.
//!
//! Joints depend only on the stones of one side. A quiet move of the other side changes which
//! stones can reach a joint, but not the joints. One set of joints therefore serves all quiet moves
//! of the other side.
//!
//! A generator that makes every move to find the winning ones costs much more: see
//! `docs/lab/loa.md`.

use crate::tables::Tables;
use crate::{Geometry, Move, Position};
use arrayvec::ArrayVec;
use std::ops::ControlFlow;
use yose_board::{Bits, Color};

/// The most groups for which a side can connect: the moving stone's group and four others.
const MOST: usize = 5;

/// The squares on which a side would connect.
#[derive(Clone, Debug)]
pub struct Joints<B> {
    stones: B,
    /// Each group with the squares that touch all other groups. Empty if there are more than `MOST`
    /// groups.
    groups: ArrayVec<(B, B), MOST>,
}

impl<B: Bits> Joints<B> {
    fn new(tables: &Tables<B>, stones: B) -> Self {
        let mut groups: ArrayVec<(B, B), MOST> = ArrayVec::new();
        let mut touched: ArrayVec<B, MOST> = ArrayVec::new();
        let mut rest = stones;
        while !rest.is_empty() {
            if groups.is_full() {
                groups.clear();
                return Joints { stones, groups };
            }
            let (group, around) = tables.group(rest.lowest(), rest);
            rest &= !group;
            groups.push((group, !B::EMPTY));
            touched.push(around);
        }
        for (i, (_, joints)) in groups.iter_mut().enumerate() {
            for (j, &around) in touched.iter().enumerate() {
                if i != j {
                    *joints &= around;
                }
            }
        }
        Joints { stones, groups }
    }

    /// Whether the side is connected already.
    #[inline]
    pub fn connected(&self) -> bool {
        self.groups.len() == 1
    }

    /// Whether no move can connect, wherever the stones of the other side are.
    #[inline]
    pub fn hopeless(&self) -> bool {
        self.groups.iter().all(|(_, joints)| joints.is_empty())
    }
}

impl<G: Geometry> Position<G> {
    /// The joints of a side.
    #[inline]
    pub fn joints(&self, color: Color) -> Joints<G::Bits> {
        Joints::new(self.geometry.tables(), self.stones(color))
    }

    /// Calls `visit` with each move by which `color` would connect if it were to move, until
    /// `visit` breaks. `joints` must be the joints of `color`.
    #[inline]
    pub fn try_for_each_connecting<T>(
        &self,
        color: Color,
        joints: &Joints<G::Bits>,
        mut visit: impl FnMut(Move) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        debug_assert!(joints.stones == self.stones(color), "joints of other stones");
        let tables = self.geometry.tables();
        for &(group, squares) in &joints.groups {
            if squares.is_empty() {
                continue;
            }
            let alone = !group.several();
            for from in group.squares() {
                let targets = self.reach_by(color, from) & squares;
                for to in targets.squares() {
                    let stones = joints.stones ^ G::Bits::bit(from) | G::Bits::bit(to);
                    // A single stone joins all other groups. A stone of a larger group may leave
                    // the rest of its group disconnected.
                    if alone || tables.connected_from(to, stones) {
                        visit(Move::new(from, to))?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// A move by which `color` would connect if it were to move.
    #[inline]
    pub fn connecting_move(&self, color: Color, joints: &Joints<G::Bits>) -> Option<Move> {
        match self.try_for_each_connecting(color, joints, ControlFlow::Break) {
            ControlFlow::Break(m) => Some(m),
            ControlFlow::Continue(()) => None,
        }
    }
}
