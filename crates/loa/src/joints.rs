//! Moves that connect all stones of a side, found without making a move.
//!
//! A move takes one stone away and puts it on one square, so all that is not its own group must touch that
//! square. For each group let its *joints* be the squares that touch every other group: only stones of the
//! group that can reach one of them can connect, and mostly there is none. At most four groups touch a
//! square, so a side of six groups or more is never one move from winning.
//!
//! Joints depend on one side's stones only. As long as those stand, a move of the other side changes who
//! can reach what, not what is to be reached: so one set of joints serves all its quiet moves.
//!
//! Worth: the paper's generator made every move to find those that win or threaten to and lost three
//! quarters of its time (Sakuta et al. 2002, tables 2 and 6); see docs/lab/loa.md for what this one costs.

use crate::tables::Tables;
use crate::{Geometry, Move, Position};
use arrayvec::ArrayVec;
use std::ops::ControlFlow;
use yose_board::{Bits, Color};

/// One group that moves and four that it can join.
const MOST: usize = 5;

/// Where a side would connect.
#[derive(Clone, Debug)]
pub struct Joints<B> {
    stones: B,
    /// The groups with the squares that touch all the others; empty if there are too many groups.
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

    /// Whether no move at all can connect, wherever the other side's stones are.
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

    /// Shows the moves that `color`, if it were to move, would connect with, until `visit` breaks off. `joints`
    /// are those of its stones.
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
                    // A stone alone joins all the others; one of a group may leave the rest behind.
                    if alone || tables.connected_from(to, stones) {
                        visit(Move::new(from, to))?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// A move with which `color`, if it were to move, would connect.
    #[inline]
    pub fn connecting_move(&self, color: Color, joints: &Joints<G::Bits>) -> Option<Move> {
        match self.try_for_each_connecting(color, joints, ControlFlow::Break) {
            ControlFlow::Break(m) => Some(m),
            ControlFlow::Continue(()) => None,
        }
    }
}
