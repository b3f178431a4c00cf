//! Legal moves. A stone moves along a line exactly as many squares as there are stones of both
//! sides on the whole line. It may jump over its own side's stones but not over the other side's.
//! It ends on an empty square or takes a stone of the other side.
//!
//! The targets of a stone are computed as one set, without branches, and then listed. All of these
//! moves are legal, because the game has nothing like check. Moves are ordered by origin square,
//! then by target square, both from a1 upwards. The order is part of the contract, so that searches
//! that depend on it are reproducible.
//!
//! The generator does not test whether the game is over.

use crate::tables::Tables;
use crate::{Geometry, Move, MoveList, Position};
use std::ops::ControlFlow;
use yose_board::{Bits, Color, Square};

impl<G: Geometry> Position<G> {
    /// The squares that a stone of the side to move can reach from `from`, whether or not `from`
    /// has a stone.
    #[inline(always)]
    fn reach(&self, from: Square) -> G::Bits {
        self.reach_by(self.turn(), from)
    }

    /// The squares that a stone of `color` could reach from `from` if that side were to move.
    #[inline(always)]
    pub(crate) fn reach_by(&self, color: Color, from: Square) -> G::Bits {
        let mut targets = G::Bits::EMPTY;
        for axis in 0..4 {
            targets |= self.reach_along(color, from, axis);
        }
        targets
    }

    /// The squares of [`reach_by`](Self::reach_by) along one axis.
    #[inline(always)]
    pub(crate) fn reach_along(&self, color: Color, from: Square, axis: usize) -> G::Bits {
        let tables = self.geometry.tables();
        let spot = tables.spot(from);
        let us = self.stones(color);
        let them = self.stones(color.other());
        let mut targets = G::Bits::EMPTY;
        let stones = (self.counts[axis] >> spot.nibble[axis]) & 15;
        let hop = tables.hops[axis][stones as usize];
        let (above, below) = (spot.rays[0][axis], spot.rays[1][axis]);

        // The squares between are the lower squares of the ray. If there is no landing square, `to`
        // is empty and nothing is added.
        let to = Tables::landing(from, hop, above) & !us;
        let between = above & to.minus(G::Bits::bit(Square::new(0)));
        if !them.meets(between) {
            targets |= to;
        }
        // In this direction the squares between are the higher squares of the ray.
        let to = Tables::landing(from, hop.wrapping_neg(), below) & !us;
        let between = below & !(to | to.minus(G::Bits::bit(Square::new(0))));
        if !them.meets(between) {
            targets |= to;
        }
        targets
    }

    /// Whether `color`, if it were to move, is certain to have a move that takes nothing after
    /// *any* move of the other side. `false` means only that this test cannot tell. The test looks
    /// for such moves on nine different lines: a move of the other side changes at most the eight
    /// lines through its two squares.
    pub fn stays_mobile(&self, color: Color) -> bool {
        let spots = self.geometry.tables();
        let empty = !self.occupied();
        let mut lines = 0u64;
        for from in self.stones(color).squares() {
            for axis in 0..4 {
                if self.reach_along(color, from, axis).meets(empty) {
                    lines |= 1 << (16 * axis as u32 + u32::from(spots.spot(from).nibble[axis]) / 4);
                }
            }
            if lines.count_ones() > 8 {
                return true;
            }
        }
        false
    }

    /// Whether the side to move has a move that takes nothing.
    pub fn has_quiet_moves(&self) -> bool {
        let empty = !self.occupied();
        let mut stones = self.stones(self.turn()).squares();
        stones.any(|from| self.reach(from).meets(empty))
    }

    /// The squares that the stone on `from` can move to. The set is empty if `from`, a square of
    /// this board, has no stone of the side to move.
    #[inline]
    pub fn targets(&self, from: Square) -> G::Bits {
        if self.stones(self.turn()).has(from) {
            self.reach(from)
        } else {
            G::Bits::EMPTY
        }
    }

    /// All legal moves.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        for from in self.stones(self.turn()).squares() {
            for to in self.reach(from).squares() {
                list.push(Move::new(from, to));
            }
        }
        list
    }

    /// Calls `visit` with each legal move until `visit` breaks, and returns the result of `visit`.
    #[inline]
    pub fn try_for_each_move<T>(&self, mut visit: impl FnMut(Move) -> ControlFlow<T>) -> ControlFlow<T> {
        for from in self.stones(self.turn()).squares() {
            for to in self.reach(from).squares() {
                visit(Move::new(from, to))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The number of legal moves.
    #[inline]
    pub fn count_moves(&self) -> u32 {
        self.stones(self.turn())
            .squares()
            .map(|from| self.reach(from).count())
            .sum()
    }

    /// Whether the side to move has a legal move.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        self.stones(self.turn())
            .squares()
            .any(|from| !self.reach(from).is_empty())
    }

    /// Whether a move is legal. A move with a square that is not on this board is not legal.
    #[inline]
    pub fn is_legal(&self, m: Move) -> bool {
        let on_board = |square: Square| u32::from(square.raw()) < self.size().area();
        on_board(m.from()) && on_board(m.to()) && self.targets(m.from()).has(m.to())
    }
}
