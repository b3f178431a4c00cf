//! Tsume-shogi as the search asks it: the attacker proves, by checks alone; the defender has every legal
//! reply; no reply is mate.
//!
//! # Proof and disproof pieces
//!
//! (Seed 002; the signs there are printed wrong, so everything is derived here.) Both hands together
//! are constant on a given board, so more for the attacker is less for the defender. With more the
//! attacker keeps every move and the defender loses drops: mates stay mates. The rule against mate by a
//! dropped pawn does not disturb that: a pawn checks from the next square, nothing can be dropped in
//! between, so whether it mates does not depend on hands. Neither does a counter-check, nor whose king
//! stands where: only drops depend on hands.
//!
//! *Enough to mate* (need). Before the attacker's drop one piece more is needed, before its capture one
//! less (not below zero). The defender's moves do not touch the attacker's hand. At the defender's turn the
//! need is the join over all replies, and replies that would appear if the attacker had less must not: if
//! a drop can block the check, every kind that only the attacker holds and that could be dropped there
//! is needed in full.
//!
//! *Still not enough* (bound). Before the attacker's drop one piece more, before its capture one less. At
//! the defender's turn the bound is that of the reply that holds; a reply that drops a piece stays
//! possible, because the bound is within what both hands hold after it, which is one less. At the
//! attacker's turn it is the meet over all checks, and checks that would appear with more must not: kinds that
//! only the defender holds and that could be dropped with check are bounded by zero.

use crate::edges::{Attacks, Defences};
use crate::tsume::Tsume;
use yose_andor::{EVER, Edge, Judgement, Query, Resource};
use yose_board::{Bits, Color, Key};
use yose_shogi::{Geometry, Hand, Kind, MateInOne, Move, Position, Undo, Variant};

/// The attacker's hand as a resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct InHand(pub Hand);

/// The most of a kind that five bits hold; where a game has more, nothing is compared ([`compares`]).
const MOST: u32 = 31;

impl Resource for InHand {
    /// Five bits a kind, out of the eight of a hand: neighbours move together, then pairs, then fours.
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

/// The switches of the question.
#[derive(Clone, Copy, Debug)]
pub struct Techniques {
    /// Estimates by the kind of move.
    pub estimates: bool,
    /// Look for a mate in one.
    pub mate_in_one: bool,
    /// Without estimates: of defences that nothing is known of, first those that take, and of those first the ones that do
    /// not move the king. What refutes a check at once mostly takes the piece.
    pub take_first: bool,
}

impl Default for Techniques {
    fn default() -> Self {
        Techniques {
            estimates: true,
            mate_in_one: true,
            take_first: false,
        }
    }
}

/// A tsume problem as a query.
#[derive(Clone)]
pub struct Question<G: Geometry> {
    position: Position<G>,
    attacker: Color,
    techniques: Techniques,
    /// Whether more in hand is as good. It is not where a pawn that slides may not mate when dropped: then a drop in
    /// between may decide whether the pawn's drop is legal. There the key carries the hands and nothing is compared.
    compares: bool,
    /// Whether the defender may put pieces in between.
    drops: bool,
    /// Tells its keys from those of other questions in one table.
    mark: Key,
}

impl<G: Geometry> Question<G> {
    /// Asks about a problem.
    pub fn new(tsume: &Tsume<G>, techniques: Techniques) -> Self {
        Question {
            position: tsume.position().clone(),
            attacker: tsume.attacker(),
            techniques,
            compares: compares(tsume.position()),
            drops: true,
            mark: 0,
        }
    }

    /// The question, searched with other techniques.
    #[must_use]
    pub(crate) fn with(self, techniques: Techniques) -> Self {
        Question { techniques, ..self }
    }

    /// The question without the defender's drops, each of which puts a piece in between. A mate of the whole question
    /// is one of this, no longer; so this bounds from below every way of counting interpositions. No reply depends on
    /// hands here, so more for the attacker is as good for it as before.
    #[must_use]
    pub fn without_drops(self) -> Self {
        Question { drops: false, ..self }
    }

    /// The question with both hands in the key: nothing is compared. For what is not monotone in the attacker's hand.
    #[must_use]
    pub fn with_hands_in_keys(self) -> Self {
        Question {
            compares: false,
            ..self
        }
    }

    /// The question with other keys, so that it can share a table with questions that have other answers. Each needs a mark
    /// of its own, a random number.
    #[must_use]
    pub fn marked(self, mark: Key) -> Self {
        Question { mark, ..self }
    }

    /// The key and the resource of another position of the problem.
    pub fn place(&self, p: &Position<G>) -> (Key, InHand) {
        if self.compares {
            (p.board_key() ^ self.mark, InHand(p.hand(self.attacker)))
        } else {
            (p.key() ^ self.mark, InHand(Hand::EMPTY))
        }
    }

    /// The same question of another position: one of the same pieces.
    #[must_use]
    pub fn of(&self, position: Position<G>) -> Self {
        Question {
            position,
            ..self.clone()
        }
    }

    /// The side that is to mate.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// The position it stands on.
    pub fn position(&self) -> &Position<G> {
        &self.position
    }

    fn total(&self) -> Hand {
        self.position
            .hand(Color::Black)
            .and(self.position.hand(Color::White))
    }

    /// What the side to move captures with a move, as it is held.
    fn captured(&self, m: Move) -> Option<Kind> {
        m.from()?;
        self.position
            .piece_on(m.to())
            .map(|piece| self.position.held_as(piece.kind()))
    }
}

/// Whether it is a fact of the board alone that a pawn's drop mates.
pub(crate) fn more_is_as_good(variant: &Variant) -> bool {
    !variant.rules.pawn_drop_mate
        || variant
            .army
            .iter()
            .all(|(_, kind)| !kind.pawn || kind.slides == 0)
}

/// Whether hands are compared: more is as good, and a table's word holds every hand there can be.
pub(crate) fn compares<G: Geometry>(p: &Position<G>) -> bool {
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

impl<G: Geometry> Query for Question<G> {
    type Move = Move;
    type Undo = Undo;
    type Resource = InHand;

    #[inline(always)]
    fn prover_to_move(&self) -> bool {
        self.position.turn() == self.attacker
    }

    #[inline(always)]
    fn key(&self) -> Key {
        if self.compares {
            self.position.board_key() ^ self.mark
        } else {
            self.position.key() ^ self.mark
        }
    }

    #[inline(always)]
    fn resource(&self) -> InHand {
        if self.compares {
            InHand(self.position.hand(self.attacker))
        } else {
            InHand(Hand::EMPTY)
        }
    }

    fn expand(&mut self, out: &mut Vec<Edge<Move, InHand>>) {
        let first = out.len();
        if self.position.turn() == self.attacker {
            let mut edges = Attacks::new(&self.position, self.compares, self.techniques, out);
            self.position.checks(&mut edges);
            edges.finish();
        } else {
            let mut edges = Defences::new(&self.position, self.compares, self.techniques, out);
            self.position.evasions(&mut edges);
            if !self.drops {
                edges.forget_drops();
            }
            edges.finish();
        }
        if self.mark != 0 {
            for edge in &mut out[first..] {
                edge.key ^= self.mark;
            }
        }
    }

    #[inline(always)]
    fn make(&mut self, m: Move) -> Undo {
        self.position.make(m)
    }

    #[inline(always)]
    fn unmake(&mut self, m: Move, undo: Undo) {
        self.position.unmake(m, undo);
    }

    #[inline(always)]
    fn pack_move(&self, m: Move) -> u16 {
        m.packed()
    }

    fn judge(&mut self) -> Judgement<InHand> {
        if !self.techniques.mate_in_one {
            return Judgement::Open;
        }
        match self.position.mate_in_one() {
            MateInOne::NoCheck => Judgement::Disproved {
                plies: EVER,
                bound: self.bound_of_all(None),
            },
            MateInOne::None if !self.drops => Judgement::Open,
            MateInOne::None => Judgement::Disproved {
                plies: 1,
                bound: self.resource(),
            },
            MateInOne::Mate(m) => {
                let undo = self.position.make(m);
                let need = self.need_of_all(None);
                self.position.unmake(m, undo);
                Judgement::Proved {
                    plies: 1,
                    need: self.need_before(m, need),
                }
            }
        }
    }

    /// An interposition is taken by the piece that gives check.
    fn restore(&self, reply: Move) -> Option<Move> {
        let p = &self.position;
        let to = reply.to();
        reply.dropped()?;
        let checkers = p.checkers(p.turn());
        if checkers.count() != 1 {
            return None;
        }
        let checker = checkers.lowest();
        let kind = p.piece_on(checker)?.kind();
        let us = p.turn().other();
        let promotes =
            p.may_promote(us, kind, checker, to) && p.promotion_loses_nothing(us, kind, checker, to);
        Some(Move::board(checker, to, promotes))
    }

    /// A piece of the same kind goes to the same square.
    fn counterpart(&self, similar: &Self, m: Move, edges: &[Edge<Move, InHand>]) -> Option<Move> {
        let kind = similar.position.piece_on(m.from()?)?.kind();
        edges.iter().map(|e| e.mv).find(|o| {
            o.to() == m.to()
                && o.promotes() == m.promotes()
                && o.from()
                    .and_then(|from| self.position.piece_on(from))
                    .is_some_and(|piece| piece.kind() == kind)
        })
    }

    fn need_before(&self, m: Move, need: InHand) -> InHand {
        if !self.compares {
            return self.resource();
        }
        if !self.prover_to_move() {
            return need;
        }
        if let Some(kind) = m.dropped() {
            return InHand(need.0.plus(kind));
        }
        match self.captured(m) {
            Some(kind) if need.0.has(kind) => InHand(need.0.minus(kind)),
            _ => need,
        }
    }

    fn need_of_all(&self, joined: Option<InHand>) -> InHand {
        if !self.compares {
            return self.resource();
        }
        let joined = joined.unwrap_or_default();
        let blocks = self.position.blocks();
        if blocks.is_empty() || !self.drops {
            return joined;
        }
        let ours = self.position.hand(self.attacker);
        let only_ours = ours.without(self.position.hand(self.attacker.other()));
        let wanted = self.position.droppable_kinds(only_ours, blocks);
        joined.join(InHand(ours.masked(wanted)))
    }

    fn bound_before(&self, m: Move, bound: InHand) -> InHand {
        if !self.compares {
            return self.resource();
        }
        if !self.prover_to_move() {
            return bound.meet(InHand(self.total()));
        }
        if let Some(kind) = m.dropped() {
            return InHand(bound.0.plus(kind));
        }
        match self.captured(m) {
            Some(kind) => InHand(bound.0.minus(kind)),
            None => bound,
        }
    }

    fn bound_of_all(&self, met: Option<InHand>) -> InHand {
        if !self.compares {
            return self.resource();
        }
        let met = met.unwrap_or(InHand(self.total()));
        let theirs = self.position.hand(self.attacker.other());
        let only_theirs = theirs.without(self.position.hand(self.attacker));
        InHand(met.0.without(self.position.checking_kinds(only_theirs)))
    }
}
