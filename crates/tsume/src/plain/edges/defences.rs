//! The evasions of a position as edges.

use super::promotion_group;
use crate::pieces::InHand;
use crate::plain::question::Techniques;
use arrayvec::ArrayVec;
use yose_andor::{Edge, Late};
use yose_board::{Bits, Key, Square};
use yose_shogi::{Geometry, Hand, Kind, Move, Position, Sink};

/// The group of all drops that block a check: the answer to one is mostly the answer to the next.
const BLOCKS: u8 = u8::MAX;

/// Squares between a king and a checker: fewer than the longest side of a board.
const LINE: usize = 32;

/// Makes edges of the evasions that a generator finds.
pub struct Defences<'a, G: Geometry, M> {
    position: &'a Position<G>,
    compares: bool,
    techniques: Techniques,
    /// The attacker's hand: no defence changes it.
    resource: InHand,
    out: &'a mut Vec<Edge<M, InHand>>,
    /// Drops wait until all moves on the board are listed, and are then put in order.
    drops: ArrayVec<(Kind, G::Bits), { Hand::KINDS }>,
}

impl<'a, G: Geometry, M: From<Move>> Defences<'a, G, M> {
    /// A sink that appends to `out`. `compares`: the keys leave the hands out, and the attacker's
    /// hand is the resource.
    pub fn new(
        position: &'a Position<G>,
        compares: bool,
        techniques: Techniques,
        out: &'a mut Vec<Edge<M, InHand>>,
    ) -> Self {
        let hand = if compares {
            position.hand(position.turn().other())
        } else {
            Hand::EMPTY
        };
        Defences {
            position,
            compares,
            techniques,
            resource: InHand(hand),
            out,
            drops: ArrayVec::new(),
        }
    }

    /// A move after which a piece of the kind stands on its target; `start` is the key without it.
    #[inline(always)]
    fn push<const DROP: bool>(&mut self, m: Move, kind: Kind, start: Key, late: Late, group: u8) {
        let p = self.position;
        let to = m.to();
        let taken = if DROP { None } else { p.piece_on(to) };
        let key = if self.compares {
            p.key_with(start, kind, to, taken)
        } else {
            p.key_after(m)
        };
        let (pn, dn) = if self.techniques.estimates {
            (1 + u32::from(taken.is_some()), 1 + u32::from(DROP))
        } else if self.techniques.take_first {
            (1, self.taking(m))
        } else {
            (1, 1)
        };
        let edge = Edge::new(M::from(m), key, self.resource).with_estimates(pn, dn);
        self.out.push(edge.with_late(late).with_group(group));
    }

    /// The disproof number of a defence by what it takes.
    #[inline]
    fn taking(&self, m: Move) -> u32 {
        let p = self.position;
        if p.piece_on(m.to()).is_none() {
            3
        } else if m.from() == p.king(p.turn()) {
            2
        } else {
            1
        }
    }

    /// Leaves the drops out.
    pub fn forget_drops(&mut self) {
        self.drops.clear();
    }

    /// Puts the drops behind the moves on the board.
    pub fn finish(&mut self) {
        let all = self.drops.iter().fold(G::Bits::EMPTY, |all, &(_, to)| all | to);
        if all.is_empty() {
            return;
        }
        let us = self.position.turn();
        let mut last_resorts: ArrayVec<Square, LINE> = ArrayVec::new();
        for sq in all.squares() {
            if self.position.attackers(sq, us).is_empty() && !last_resorts.is_full() {
                last_resorts.push(sq);
            } else {
                self.blocks(sq, Late::No);
            }
        }
        // On a line, squares come in order of distance or the other way round.
        let outwards = self
            .position
            .king(us)
            .is_none_or(|king| king.index() < all.lowest().index());
        if !outwards {
            last_resorts.reverse();
        }
        for sq in last_resorts {
            self.blocks(sq, Late::Rest);
        }
    }

    /// Blocks on one square wait for each other, the first one as `first` says.
    fn blocks(&mut self, sq: Square, first: Late) {
        let start = self.position.key_passed();
        let mut late = first;
        for i in 0..self.drops.len() {
            let (kind, to) = self.drops[i];
            if to.has(sq) {
                self.push::<true>(Move::drop(kind, sq), kind, start, late, BLOCKS);
                late = Late::AfterPrevious;
            }
        }
    }
}

impl<G: Geometry, M: From<Move>> Sink<G::Bits> for Defences<'_, G, M> {
    fn board(&mut self, from: Square, plain: G::Bits, promoted: G::Bits) -> bool {
        let p = self.position;
        let Some(kind) = p.piece_on(from).map(|piece| piece.kind()) else {
            return false;
        };
        let start = p.key_without(from);
        if !promoted.is_empty() {
            let better = p.promotion_of(kind).unwrap_or(kind);
            promoted.each(|to| {
                let both = plain.has(to);
                let group = if both { promotion_group(to) } else { 0 };
                self.push::<false>(Move::board(from, to, true), better, start, Late::No, group);
                if both {
                    let late = if p.promotion_loses_nothing(p.turn(), kind, from, to) {
                        Late::AfterPrevious
                    } else {
                        Late::No
                    };
                    self.push::<false>(Move::board(from, to, false), kind, start, late, group);
                }
            });
        }
        (plain & !promoted).each(|to| {
            self.push::<false>(Move::board(from, to, false), kind, start, Late::No, 0);
        });
        false
    }

    fn drops(&mut self, kind: Kind, to: G::Bits) -> bool {
        self.drops.push((kind, to));
        false
    }
}
