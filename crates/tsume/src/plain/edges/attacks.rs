//! The checks of a position as edges.

use super::promotion_group;
use crate::pieces::InHand;
use crate::plain::question::Techniques;
use arrayvec::ArrayVec;
use yose_andor::Edge;
use yose_board::{Bits, Key, Square};
use yose_shogi::{Flights, Geometry, Hand, Kind, Move, Position, Sink};

/// How much harder an attack looks that could as well promote. Values from 0 to 8 hardly differ.
const UNPROMOTED: u32 = 4;

/// Makes edges of the checks that a generator finds.
pub struct Attacks<'a, G: Geometry, M> {
    position: &'a Position<G>,
    compares: bool,
    /// With estimates.
    flights: Option<Flights<G::Bits>>,
    hand: Hand,
    out: &'a mut Vec<Edge<M, InHand>>,
    /// Drops wait until all moves on the board are listed.
    drops: ArrayVec<(Kind, G::Bits), { Hand::KINDS }>,
}

impl<'a, G: Geometry, M: From<Move>> Attacks<'a, G, M> {
    /// A sink that appends to `out`. `compares`: the keys leave the hands out, and the attacker's
    /// hand is the resource.
    pub fn new(
        position: &'a Position<G>,
        compares: bool,
        techniques: Techniques,
        out: &'a mut Vec<Edge<M, InHand>>,
    ) -> Self {
        Attacks {
            position,
            compares,
            flights: if techniques.estimates {
                position.flights()
            } else {
                None
            },
            hand: position.hand(position.turn()),
            out,
            drops: ArrayVec::new(),
        }
    }

    /// A move after which a piece of the kind stands on its target; `start` is the key without it.
    #[inline(always)]
    fn push<const DROP: bool>(&mut self, m: Move, kind: Kind, start: Key, harder: u32, group: u8) {
        let p = self.position;
        let to = m.to();
        let taken = if DROP { None } else { p.piece_on(to) };
        let (key, resource) = if self.compares {
            let hand = match taken {
                Some(taken) => self.hand.plus(p.held_as(taken.kind())),
                None if DROP => self.hand.minus(kind),
                None => self.hand,
            };
            (p.key_with(start, kind, to, taken), InHand(hand))
        } else {
            (p.key_after(m), InHand(Hand::EMPTY))
        };
        let pn = match &self.flights {
            Some(flights) => {
                let supported = taken.is_some() || flights.supported(p, to, DROP);
                1 + u32::from(!supported) + flights.left(p, kind, to) / 2 + harder
            }
            None => 1,
        };
        let edge = Edge::new(M::from(m), key, resource).with_estimates(pn, 1);
        self.out.push(edge.with_group(group));
    }

    /// Puts the drops behind the moves on the board.
    pub fn finish(&mut self) {
        let start = self.position.key_passed();
        for i in 0..self.drops.len() {
            let (kind, to) = self.drops[i];
            to.each(|to| self.push::<true>(Move::drop(kind, to), kind, start, 0, 0));
        }
    }
}

impl<G: Geometry, M: From<Move>> Sink<G::Bits> for Attacks<'_, G, M> {
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
                self.push::<false>(Move::board(from, to, true), better, start, 0, group);
                if both {
                    let harder = if p.promotion_loses_nothing(p.turn(), kind, from, to) {
                        UNPROMOTED
                    } else {
                        0
                    };
                    self.push::<false>(Move::board(from, to, false), kind, start, harder, group);
                }
            });
        }
        (plain & !promoted).each(|to| self.push::<false>(Move::board(from, to, false), kind, start, 0, 0));
        false
    }

    fn drops(&mut self, kind: Kind, to: G::Bits) -> bool {
        self.drops.push((kind, to));
        false
    }
}
