//! The moves of a position as edges: first guesses of their numbers, and which of them wait.
//!
//! *Estimates* (df-pn+: A. Nagai, 2002; switch `estimates`). A check is the easier to answer the more squares the king can
//! flee to, and often a gift if nothing supports the piece; a defence that takes is hard to overcome; a piece put in
//! between is a defence of the last resort.
//!
//! *Late edges* (the idea is KomoringHeights'; switch `late`). A defence that does not promote waits for its promoted twin
//! where promoting loses nothing. An attack does not wait, it only looks harder: to refute the promoted twin may take
//! for ever just where not promoting is the point, to keep a pawn's drop from mating (Zuko 37 and 89: 4,000,000 nodes
//! and no mate when it waited, 205,000 and 112,000 now). Drops that block a check on one square wait for each other. Squares that no piece of the defender's guards
//! make one chain from the king outwards, and wait until everything else is answered: such drops are mostly futile, and
//! once the nearest is answered the taking piece stands where the answer to the next one leads as well.

use crate::question::{InHand, Techniques};
use arrayvec::ArrayVec;
use yose_andor::{Edge, Late};
use yose_board::{Bits, Color, Key, Square};
use yose_shogi::{Flights, Geometry, Hand, Kind, Move, Position, Sink};

/// How much harder an attack looks that could as well promote. From 0 to 8 nothing changes much.
const UNPROMOTED: u32 = 4;

/// The group of all drops that block a check: the answer to one is mostly the answer to the next.
const BLOCKS: u8 = u8::MAX;

/// Squares between a king and a checker: fewer than the longest side of a board.
const LINE: usize = 32;

/// Makes edges of what a generator finds.
pub(crate) struct Edges<'a, G: Geometry> {
    position: &'a Position<G>,
    attacker: Color,
    compares: bool,
    mark: Key,
    techniques: Techniques,
    /// At the attacker's turn.
    flights: Option<Flights<G::Bits>>,
    out: &'a mut Vec<Edge<Move, InHand>>,
    /// Drops wait until all moves on the board are there, and are then put in order.
    drops: ArrayVec<(Kind, G::Bits), { Hand::KINDS }>,
}

impl<'a, G: Geometry> Edges<'a, G> {
    pub fn new(
        position: &'a Position<G>,
        attacker: Color,
        (compares, mark): (bool, Key),
        techniques: Techniques,
        out: &'a mut Vec<Edge<Move, InHand>>,
    ) -> Self {
        let attacks = position.turn() == attacker;
        Edges {
            position,
            attacker,
            compares,
            mark,
            techniques,
            flights: if attacks && techniques.estimates {
                position.flights()
            } else {
                None
            },
            out,
            drops: ArrayVec::new(),
        }
    }

    #[inline]
    fn push(&mut self, m: Move, late: Late) {
        let (key, resource) = if self.compares {
            let (key, hands) = self.position.board_key_after(m);
            (key, InHand(hands.0[self.attacker.index()]))
        } else {
            (self.position.key_after(m), InHand(Hand::EMPTY))
        };
        let (pn, dn) = if self.techniques.estimates {
            self.estimate(m)
        } else if self.techniques.take_first && self.position.turn() != self.attacker {
            (1, self.taking(m))
        } else {
            (1, 1)
        };
        self.out.push(Edge {
            mv: m,
            key: key ^ self.mark,
            resource,
            pn,
            dn,
            late,
            group: 0,
        });
    }

    #[inline]
    fn estimate(&self, m: Move) -> (u32, u32) {
        let p = self.position;
        let us = p.turn();
        let to = m.to();
        let takes = p.piece_on(to).is_some();
        if us == self.attacker {
            let others = u32::from(m.from().is_some());
            let supported = takes || p.attackers(to, us).count() > others;
            let left = match (&self.flights, p.kind_after(m)) {
                (Some(flights), Some(kind)) => flights.left(p, kind, to),
                _ => 0,
            };
            (1 + u32::from(!supported) + left / 2, 1)
        } else if m.from().is_none() {
            (1, 2)
        } else {
            (1 + u32::from(takes), 1)
        }
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
        let drops = std::mem::take(&mut self.drops);
        if self.position.turn() == self.attacker {
            for (kind, to) in drops {
                to.each(|to| self.push(Move::drop(kind, to), Late::No));
            }
            return;
        }
        let all = drops.iter().fold(G::Bits::EMPTY, |all, &(_, to)| all | to);
        if all.is_empty() {
            return;
        }
        let us = self.position.turn();
        let mut last_resorts: ArrayVec<Square, LINE> = ArrayVec::new();
        for sq in all.squares() {
            if self.position.attackers(sq, us).is_empty() && !last_resorts.is_full() {
                last_resorts.push(sq);
            } else {
                self.blocks(&drops, sq, Late::No);
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
            self.blocks(&drops, sq, Late::Rest);
        }
    }

    /// Blocks on one square wait for each other, the first as told.
    fn blocks(&mut self, drops: &[(Kind, G::Bits)], sq: Square, first: Late) {
        let mut late = first;
        for &(kind, to) in drops {
            if to.has(sq) {
                self.push(Move::drop(kind, sq), late);
                if let Some(edge) = self.out.last_mut() {
                    edge.group = BLOCKS;
                }
                late = Late::Twin;
            }
        }
    }
}

impl<G: Geometry> Sink<G::Bits> for Edges<'_, G> {
    fn board(&mut self, from: Square, plain: G::Bits, promoted: G::Bits) -> bool {
        let p = self.position;
        for to in promoted.squares() {
            self.push(Move::board(from, to, true), Late::No);
            if plain.has(to) {
                let twin = p
                    .piece_on(from)
                    .is_some_and(|piece| p.promotion_loses_nothing(p.turn(), piece.kind(), from, to));
                let attacks = p.turn() == self.attacker;
                let late = if twin && !attacks { Late::Twin } else { Late::No };
                self.push(Move::board(from, to, false), late);
                if twin
                    && attacks
                    && self.techniques.estimates
                    && let Some(edge) = self.out.last_mut()
                {
                    edge.pn += UNPROMOTED;
                }
                if let [.., promoted, plain] = &mut self.out[..] {
                    // Alike, and unlike their neighbours: squares are below 128.
                    (promoted.group, plain.group) = (1 + to.index() as u8, 1 + to.index() as u8);
                }
            }
        }
        for to in (plain & !promoted).squares() {
            self.push(Move::board(from, to, false), Late::No);
        }
        false
    }

    fn drops(&mut self, kind: Kind, to: G::Bits) -> bool {
        self.drops.push((kind, to));
        false
    }
}
