//! Proof and disproof pieces: which hand suffices, and which hand still does not suffice.
//!
//! (komori-n 2021; the signs there are printed wrong, so everything is derived here. Switch
//! `pieces`.) Both hands together are constant on a given board, so more for the prover is less for
//! the other side. With more the prover keeps every move and the other side loses drops, so a win
//! stays a win. The rule against mate by a dropped pawn does not disturb that: a pawn checks from
//! the next square and nothing can be dropped in between, so whether it mates does not depend on
//! hands. A counter-check does not depend on hands either, nor does the place of a king: only drops
//! do.
//!
//! *Need*: the resource that suffices. Before the prover's drop one piece more is needed, before
//! its capture one less (not below zero). The other side's moves do not touch the prover's hand. At
//! the other side's turn the need is the join over all replies. No reply must appear because the
//! prover has less, so every kind that only the prover holds and that could be dropped is needed in
//! full. In a tsume, and in check, only pieces that block the check can be dropped.
//!
//! *Bound*: the resource that still does not suffice. Before the prover's drop one piece more,
//! before its capture one less. At the other side's turn the bound is that of the reply that
//! refutes. A reply that drops a piece stays possible, because the bound is within the pieces of
//! both hands after it, which are one less. At the prover's turn the bound is the meet over all
//! moves. No move must appear because the prover has more, so kinds that only the other side holds
//! and that could be dropped (in a tsume: with check) are bounded by zero.

use yose_andor::Resource;
use yose_board::{Bits, Color};
use yose_shogi::{Geometry, Hand, Kind, Move, Position, Variant};

/// The attacker's hand as a resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct InHand(pub Hand);

/// The greatest number of a kind that five bits hold. In a game with more nothing is compared
/// ([`compares`]).
const MOST: u32 = 31;

impl Resource for InHand {
    /// Five bits for each kind, out of the eight of a hand: neighbours move together, then pairs,
    /// then fours.
    #[inline(always)]
    fn pack(self) -> u64 {
        let each = self.0.packed();
        debug_assert!(each & !0x1f1f_1f1f_1f1f_1f1f == 0);
        let two = each & 0x001f_001f_001f_001f | each >> 3 & 0x03e0_03e0_03e0_03e0;
        let four = two & 0x0000_03ff_0000_03ff | two >> 6 & 0x000f_fc00_000f_fc00;
        four & 0x000f_ffff | four >> 12 & 0xff_fff0_0000
    }
    #[inline(always)]
    fn unpack(word: u64) -> Self {
        let four = word & 0x000f_ffff | (word & 0xff_fff0_0000) << 12;
        let two = four & 0x0000_03ff_0000_03ff | (four & 0x000f_fc00_000f_fc00) << 6;
        let each = two & 0x001f_001f_001f_001f | (two & 0x03e0_03e0_03e0_03e0) << 3;
        InHand(Hand::from_packed(each))
    }
    #[inline(always)]
    fn covers(self, other: Self) -> bool {
        self.0.at_least(other.0)
    }
    fn join(self, other: Self) -> Self {
        InHand(self.0.most(other.0))
    }
    fn meet(self, other: Self) -> Self {
        InHand(self.0.least(other.0))
    }
}

/// Whether it depends on the board alone that a pawn's drop mates.
pub fn more_is_as_good(variant: &Variant) -> bool {
    !variant.rules.pawn_drop_mate
        || variant
            .army
            .iter()
            .all(|(_, kind)| !kind.pawn || kind.slides == 0)
}

/// Whether hands are compared: more is as good, and a packed hand of a table entry holds every hand
/// that can occur.
pub fn compares<G: Geometry>(p: &Position<G>) -> bool {
    let mut most = p
        .hand(Color::Black)
        .and(p.hand(Color::White))
        .counts()
        .map(u32::from);
    for sq in p.occupied().squares() {
        if let Some(piece) = p.piece_on(sq)
            && let Some(n) = most.get_mut(p.held_as(piece.kind()).index())
        {
            *n += 1;
        }
    }
    more_is_as_good(p.variant()) && most.iter().all(|&n| n <= MOST)
}

/// The pieces of both hands together.
fn total<G: Geometry>(p: &Position<G>) -> Hand {
    p.hand(Color::Black).and(p.hand(Color::White))
}

/// The kind that a move captures, as it is held.
fn captured<G: Geometry>(p: &Position<G>, m: Move) -> Option<Kind> {
    m.from()?;
    p.piece_on(m.to()).map(|piece| p.held_as(piece.kind()))
}

/// The need before a move, given the need after it.
pub fn need_before<G: Geometry>(p: &Position<G>, prover: Color, m: Move, need: InHand) -> InHand {
    if p.turn() != prover {
        return need;
    }
    if let Some(kind) = m.dropped() {
        return InHand(need.0.plus(kind));
    }
    match captured(p, m) {
        Some(kind) if need.0.has(kind) => InHand(need.0.minus(kind)),
        _ => need,
    }
}

/// The need at the other side's turn, which may drop on the squares of `room`. `joined` suffices
/// after every reply.
pub fn need_of_all<G: Geometry>(
    p: &Position<G>,
    prover: Color,
    room: impl FnOnce() -> G::Bits,
    joined: InHand,
) -> InHand {
    let ours = p.hand(prover);
    let only_ours = ours.without(p.hand(prover.other()));
    if only_ours.is_empty() {
        return joined;
    }
    joined.join(InHand(ours.masked(p.droppable_kinds(only_ours, room()))))
}

/// The bound before a move, given the bound after it.
pub fn bound_before<G: Geometry>(p: &Position<G>, prover: Color, m: Move, bound: InHand) -> InHand {
    if p.turn() != prover {
        return bound.meet(InHand(total(p)));
    }
    if let Some(kind) = m.dropped() {
        return InHand(bound.0.plus(kind));
    }
    match captured(p, m) {
        Some(kind) => InHand(bound.0.minus(kind)),
        None => bound,
    }
}

/// The bound at the prover's turn. `met` does not suffice after any move. `moves` says which of
/// some kinds make a move if they are held.
pub fn bound_of_all<G: Geometry>(
    p: &Position<G>,
    prover: Color,
    met: Option<InHand>,
    moves: impl FnOnce(Hand) -> Hand,
) -> InHand {
    let met = met.unwrap_or(InHand(total(p)));
    let only_theirs = p.hand(prover.other()).without(p.hand(prover));
    InHand(met.0.without(moves(only_theirs)))
}
