//! Mate in one, found without making most of the moves that do not mate.
//!
//! A check is mate if the king cannot step away, the checker cannot be taken and the check cannot
//! be blocked. This module tests these conditions with sets of squares, cheapest first. The tests
//! only *reject* a check: each finds a reply that is certainly legal. The few checks that pass all
//! tests, most of which mate, are made and tested with [`Position::has_legal_move`]. So every
//! reported mate is a mate by definition.
//!
//! `docs/lab/search.md` has measurements of what the search gains from this module.

use crate::army::direction::turned;
use crate::attack::members;
use crate::geometry::Geometry;
use crate::moves::{Any, Move, MoveList};
use crate::piece::Kind;
use crate::position::Position;
use crate::tables::{MAX_GROUPS, NO_LINE, NONE};
use arrayvec::ArrayVec;
use yose_board::{Bits, Square};

/// Whether the side to move can mate with its next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MateInOne {
    /// No legal move gives check.
    NoCheck,
    /// There are checks, but each has a legal reply.
    None,
    /// This check leaves no reply.
    Mate(Move),
}

impl<G: Geometry> Position<G> {
    /// Whether the side to move has a check that mates, and which one. A move on the board is
    /// preferred to a drop, because it needs fewer pieces in hand. The answer is the same as making
    /// every check and testing for a reply.
    pub fn mate_in_one(&self) -> MateInOne {
        let t = self.t();
        let us = self.turn;
        let Some(target) = self.king(us.other()) else {
            return MateInOne::NoCheck;
        };
        if self.tried() {
            return MateInOne::NoCheck;
        }
        let mut pinned = G::Bits::EMPTY;
        let king = self.king(us);
        if let Some(king) = king {
            let lines = self.king_lines(king, us);
            // A king on its far rank wins under the Try rule and leaves the opponent no move at
            // all.
            if !lines.checkers.is_empty() || (t.try_rule && t.far[us.index()].has(king)) {
                return self.mate_by_trial();
            }
            pinned = lines.blockers & self.by_color[us.index()];
        }
        let mut attack = KingAttack::new(self, target, king, pinned, self.blocking_drops());
        if !attack.find_attackers::<true>() {
            return self.mate_by_trial();
        }
        let drop = attack.mate_by_drop();
        match attack.mate_by_move().or(drop) {
            Some(m) => MateInOne::Mate(m),
            None if attack.checks || attack.has_quick_check() || self.has_check() => MateInOne::None,
            None => MateInOne::NoCheck,
        }
    }

    /// The definition of [`Position::mate_in_one`], used for rare cases.
    #[cold]
    fn mate_by_trial(&self) -> MateInOne {
        let mut list = MoveList::new();
        self.checks(&mut list);
        if list.is_empty() {
            return MateInOne::NoCheck;
        }
        match list.into_iter().find(|&m| self.mates(m)) {
            Some(m) => MateInOne::Mate(m),
            None => MateInOne::None,
        }
    }

    /// Whether a check leaves no reply.
    #[inline(never)]
    fn mates(&self, m: Move) -> bool {
        let mut after = self.clone();
        after.make(m);
        !after.has_legal_move()
    }

    #[cold]
    fn has_check(&self) -> bool {
        let mut any = Any::default();
        self.checks(&mut any);
        any.0
    }

    /// Squares on which the side not to move is certain to be able to drop a piece to block a
    /// check, if they are empty.
    #[inline(always)]
    fn blocking_drops(&self) -> G::Bits {
        let t = self.t();
        let them = self.turn.other();
        let mut set = G::Bits::EMPTY;
        let mut rest = self.hands[them.index()].packed();
        // From the highest kind down: kinds that can be dropped anywhere tend to have high indices.
        while rest != 0 && set != t.all {
            let lane = (63 - rest.leading_zeros()) / 8;
            rest &= !(0xff << (8 * lane));
            let kind = Kind(lane as u8);
            let mut to = t.all & !t.dead[them.index()][kind.index()];
            if t.pawns & (1 << lane) != 0 {
                if t.nifu {
                    to &= self.files_without(kind, them);
                }
                // A pawn drop that gives check may be mate and is then forbidden.
                if let Some(king) = self.king(self.turn) {
                    to &= !t.step_sources(them, t.shape_of[kind.index()] as usize, king);
                }
            }
            set |= to;
        }
        set
    }
}

/// The maximum number of sliders around a king. Positions with more, which shogi does not have, use
/// the definition.
const MAX_SLIDERS: usize = 8;

/// The attacker's pieces around the king. The tests of a check compare it with these sets.
pub(super) struct KingAttack<'a, G: Geometry> {
    position: &'a Position<G>,
    /// The square of the king to mate.
    target: Square,
    /// The square of the attacker's own king. The next field has the pieces that are pinned to it.
    king: Option<Square>,
    pinned: G::Bits,
    /// The squares to which the king could step on an empty board.
    pub ring: G::Bits,
    /// The squares of `ring` that have no piece of the king's side.
    pub steps: G::Bits,
    /// The squares that the attacker attacks with the king removed from the board. The next field
    /// has the squares attacked by at least two pieces. Both are exact on `ring`, but a piece that
    /// attacks a square both by a step and by a slide may count as two.
    pub guarded: G::Bits,
    pub twice: G::Bits,
    /// The pieces that may attack a square of `ring` by a step and are not in `sliders`; without
    /// the attacker's king.
    steppers: G::Bits,
    /// Each slider that may attack a square of `ring`, with the squares on its slides.
    sliders: ArrayVec<(Square, G::Bits), MAX_SLIDERS>,
    /// The union of the squares in `sliders`.
    seen: G::Bits,
    /// The pieces that are the only piece between the king and a slider of the attacker.
    blockers: G::Bits,
    /// All pieces except the king.
    pub occupied: G::Bits,
    /// Squares on which the king's side is certain to be able to drop a piece to block a check, if
    /// they are empty.
    stops: G::Bits,
    /// Whether a legal check has been seen.
    checks: bool,
}

impl<'a, G: Geometry> KingAttack<'a, G> {
    #[inline(always)]
    pub fn new(
        position: &'a Position<G>,
        target: Square,
        king: Option<Square>,
        pinned: G::Bits,
        stops: G::Bits,
    ) -> Self {
        let t = position.t();
        let them = position.turn.other().index();
        let ring = t.steps[them][t.royal_shape as usize & 15][target.index()];
        KingAttack {
            position,
            target,
            king,
            pinned,
            ring,
            steps: ring & !position.by_color[them],
            guarded: G::Bits::EMPTY,
            twice: G::Bits::EMPTY,
            steppers: G::Bits::EMPTY,
            sliders: ArrayVec::new(),
            seen: G::Bits::EMPTY,
            blockers: G::Bits::EMPTY,
            occupied: position.occupied() ^ G::Bits::bit(target),
            stops,
            checks: false,
        }
    }
}

impl<G: Geometry> KingAttack<'_, G> {
    /// Finds the attacker's pieces around the king. Returns `false` if there are too many sliders.
    /// Without `MOVES` only the guarded squares are computed, not the pieces that could move.
    #[inline(always)]
    pub fn find_attackers<const MOVES: bool>(&mut self) -> bool {
        let p = self.position;
        let t = p.t();
        let us = p.turn;
        let own = p.by_color[us.index()];
        let (mut guarded, mut twice) = (G::Bits::EMPTY, G::Bits::EMPTY);
        let near = own & t.ring_steps[us.index()][self.target.index()];
        near.each(|sq| {
            let shape = t.shape_of[p.board[sq.index()].kind().index()] as usize;
            let attacked = t.steps[us.index()][shape & 15][sq.index()];
            twice |= guarded & attacked;
            guarded |= attacked;
        });
        self.guarded = guarded;
        self.twice = twice;
        self.steppers = near & !p.by_shape[t.royal_shape as usize & 15];
        // Unrolled, so that the group number is a constant for the compiler.
        const { assert!(MAX_GROUPS == 4) };
        (t.groups < 1 || self.find_sliders::<MOVES>(0))
            && (t.groups < 2 || self.find_sliders::<MOVES>(1))
            && (t.groups < 3 || self.find_sliders::<MOVES>(2))
            && (t.groups < 4 || self.find_sliders::<MOVES>(3))
    }

    /// Finds the sliders of one group. Returns `false` if there are too many.
    #[inline(always)]
    fn find_sliders<const MOVES: bool>(&mut self, group: usize) -> bool {
        let p = self.position;
        let t = p.t();
        let us = p.turn;
        let sliders = p.group(group, us);
        if sliders.is_empty() {
            return true;
        }
        if MOVES {
            for sniper in (sliders & t.aim[us.index()][group & 3][self.target.index()]).squares() {
                let between = t.between(self.target, sniper) & self.occupied;
                if !between.several() {
                    self.blockers |= between;
                }
            }
        }
        let slides = t.looks(group, us);
        let land = t.land[us.index()][t.group_shapes[group & 3].trailing_zeros() as usize & 15];
        let sliders = sliders & t.ring_aim[us.index()][group & 3][self.target.index()];
        self.steppers &= !sliders;
        for sq in sliders.squares() {
            let sees = t.slide(slides, sq, self.occupied);
            self.twice |= self.guarded & sees & land;
            self.guarded |= sees & land;
            if !MOVES {
                continue;
            }
            self.seen |= sees;
            if self.sliders.try_push((sq, sees)).is_err() {
                return false;
            }
        }
        true
    }

    /// The squares from which a piece of the shape gives a check that no drop can block.
    #[inline(always)]
    fn direct(&self, shape: usize) -> G::Bits {
        let t = self.position.t();
        let us = self.position.turn;
        let steps = t.step_sources(us, shape, self.target);
        let slides = t.slides[us.index()][shape & 15];
        if slides == 0 {
            return steps;
        }
        if t.whole_ring && self.stops == t.all {
            let group = (0..t.groups as usize).find(|group| t.group_shapes[group & 3] & (1 << shape) != 0);
            return steps | (t.aim[us.index()][group.unwrap_or(0) & 3][self.target.index()] & self.ring);
        }
        if !t.land[us.index()][shape & 15].has(self.target) {
            return steps;
        }
        steps | t.slide(turned(slides), self.target, self.occupied | self.stops)
    }

    /// A drop that mates. Pawn drops are skipped if the rules forbid mate by a pawn drop.
    #[inline(always)]
    fn mate_by_drop(&mut self) -> Option<Move> {
        let p = self.position;
        let t = p.t();
        let us = p.turn;
        let empty = t.all & !p.occupied();
        // The king takes a checker on a square that is not guarded.
        let kept = self.guarded | !self.ring;
        let need = (self.steps & !self.guarded) | G::Bits::bit(self.target);
        for kind in p.hands[us.index()].kinds() {
            let pawn = t.pawns & (1 << kind.index()) != 0;
            if pawn && t.no_pawn_drop_mate {
                continue;
            }
            let shape = t.shape_of[kind.index()] as usize & 15;
            let mut to = empty & !t.dead[us.index()][kind.index()] & self.direct(shape);
            if pawn && t.nifu {
                to &= p.files_without(kind, us);
            }
            self.checks |= !to.is_empty();
            for to in (to & kept).squares() {
                let attacked = t.attacks(us, shape, to, self.occupied);
                if (need & !attacked).is_empty()
                    && !self.can_take(to, G::Bits::EMPTY)
                    && p.mates(Move::drop(kind, to))
                {
                    return Some(Move::drop(kind, to));
                }
            }
        }
        None
    }

    /// A move on the board that mates.
    #[inline(always)]
    fn mate_by_move(&mut self) -> Option<Move> {
        let p = self.position;
        let t = p.t();
        let us = p.turn;
        let own = p.by_color[us.index()];
        let discoverers = self.blockers & own;
        let free = self.ring & !own;
        let mut steppers = self.steppers & !discoverers;
        if !free.meets(self.twice) {
            // Only a piece that opens a line for a slider can reach a square on which the king
            // cannot take it.
            steppers &= self.seen;
        }
        for from in steppers.squares() {
            if let Some(m) = self.mate_by_contact(from, self.attacked(from, G::Bits::EMPTY), free) {
                return Some(m);
            }
        }
        for i in 0..self.sliders.len() {
            let (from, sees) = self.sliders[i];
            if discoverers.has(from) {
                continue;
            }
            if let Some(m) = self.mate_by_contact(from, self.attacked(from, sees), free) {
                return Some(m);
            }
        }
        if !discoverers.is_empty()
            && let Some(m) = self.mate_by_discovery(discoverers)
        {
            return Some(m);
        }
        let mut shapes = t.far_checkers;
        if t.gains_slides {
            shapes = u16::MAX;
        } else if self.stops != t.all || !t.whole_ring {
            shapes |= t.slide_shapes;
        }
        self.mate_from_afar(shapes & !(1 << t.royal_shape), own & !discoverers)
    }

    /// A mate by a piece that moves next to the king.
    #[inline(always)]
    fn mate_by_contact(&mut self, from: Square, attacked: G::Bits, free: G::Bits) -> Option<Move> {
        let (mut kept, mut opened) = (self.twice, G::Bits::EMPTY);
        if self.seen.has(from) {
            opened = self.opened(from);
            kept |= opened;
        }
        let targets = attacked & free & kept;
        if targets.is_empty() {
            return None;
        }
        self.mate_by_piece(from, attacked, targets, opened, G::Bits::EMPTY)
    }

    /// A mate by a piece that can discover a check.
    #[cold]
    fn mate_by_discovery(&mut self, discoverers: G::Bits) -> Option<Move> {
        let p = self.position;
        let t = p.t();
        let us = p.turn;
        for from in discoverers.squares() {
            let uncovers = !p.closed_line(self.target, from);
            if self.king == Some(from) {
                let mut list = MoveList::new();
                p.king_moves(from, uncovers, &mut list);
                self.checks |= !list.is_empty();
                if let Some(m) = list.into_iter().find(|&m| p.mates(m)) {
                    return Some(m);
                }
                continue;
            }
            let kind = p.board[from.index()].kind();
            let attacked = t.attacks(us, t.shape_of[kind.index()] as usize, from, p.occupied());
            let targets = attacked & !p.by_color[us.index()];
            let (plain, promoted) = p.split(kind, from, self.unpinned(from, targets));
            self.checks |= uncovers.meets(plain | promoted);
            let opened = self.opened(from);
            let kept = self.twice | (self.guarded & !attacked) | opened | !self.ring;
            if let Some(m) = self.mate_by_piece(from, attacked, targets & kept, opened, uncovers) {
                return Some(m);
            }
        }
        None
    }

    /// A mate by a piece that moves to a square to which the king could not step.
    #[inline(always)]
    fn mate_from_afar(&mut self, shapes: u16, movers: G::Bits) -> Option<Move> {
        let p = self.position;
        let t = p.t();
        let us = p.turn;
        for shape in members(shapes) {
            let from = t.check_from[us.index()][shape & 15][self.target.index()];
            let movers = p.by_shape[shape & 15] & movers & from;
            if movers.is_empty() {
                continue;
            }
            let direct = self.direct(shape);
            for from in movers.squares() {
                let mut goals = direct;
                let promoted = t.promoted[p.board[from.index()].kind().index()];
                if promoted != NONE {
                    goals |= self.direct(t.shape_of[promoted as usize & 15] as usize);
                }
                if t.gains_slides {
                    goals = t.all;
                }
                goals &= !self.ring & !p.by_color[us.index()];
                if goals.is_empty() {
                    continue;
                }
                let attacked = t.attacks(us, shape, from, p.occupied());
                let targets = attacked & goals;
                if !targets.is_empty() {
                    let opened = self.opened(from);
                    if let Some(m) = self.mate_by_piece(from, attacked, targets, opened, G::Bits::EMPTY) {
                        return Some(m);
                    }
                }
            }
        }
        None
    }

    /// A mate by the piece on `from`, which is not the king, with a move to one of `targets`. The
    /// piece attacks these squares, and the king cannot take it there. On the squares of `uncovers`
    /// it discovers a check.
    #[inline(never)]
    fn mate_by_piece(
        &mut self,
        from: Square,
        attacked: G::Bits,
        targets: G::Bits,
        opened: G::Bits,
        uncovers: G::Bits,
    ) -> Option<Move> {
        let p = self.position;
        let t = p.t();
        let kind = p.board[from.index()].kind();
        let targets = self.unpinned(from, targets);
        let (mut plain, mut promoted) = p.split(kind, from, targets);
        let flights = self.steps & !(self.twice | (self.guarded & !attacked) | opened);
        if !promoted.is_empty() {
            let shape = t.shape_of[t.promoted[kind.index()] as usize & 15] as usize;
            if !t.gains_slides {
                promoted &= self.direct(shape) | uncovers;
                self.checks |= !promoted.is_empty();
            }
            for to in promoted.squares() {
                let m = Move::board(from, to, true);
                if self.may_mate(from, to, shape, flights, uncovers) && p.mates(m) {
                    return Some(m);
                }
            }
        }
        let shape = t.shape_of[kind.index()] as usize;
        plain &= self.direct(shape) | uncovers;
        self.checks |= !plain.is_empty();
        for to in plain.squares() {
            let m = Move::board(from, to, false);
            if self.may_mate(from, to, shape, flights, uncovers) && p.mates(m) {
                return Some(m);
            }
        }
        None
    }

    /// Whether a move gives check and the quick tests find no reply.
    #[inline(always)]
    fn may_mate(&self, from: Square, to: Square, shape: usize, flights: G::Bits, uncovers: G::Bits) -> bool {
        let p = self.position;
        let t = p.t();
        let bit = G::Bits::bit(from);
        let attacked = t.attacks(p.turn, shape, to, self.occupied & !bit);
        let direct = attacked.has(self.target);
        if uncovers.has(to) {
            // Against a double check only the king can move.
            let line = (!uncovers & !self.occupied) | bit;
            return (flights & !attacked).is_empty() && (direct || !line.meets(self.stops));
        }
        if !direct || !(flights & !attacked).is_empty() {
            return false;
        }
        // A piece on the line through the king and `from` may be pinned after the move.
        let d = t.line[self.target.index()][from.index()];
        let line = if d == NO_LINE {
            G::Bits::EMPTY
        } else {
            t.rays[d as usize & 7][self.target.index()]
        };
        !self.can_take(to, line)
    }

    /// Whether the king's side is certain to be able to take a single checker on `to`. Pieces that
    /// are pinned or on `line` are not considered.
    #[inline(always)]
    fn can_take(&self, to: Square, line: G::Bits) -> bool {
        let p = self.position;
        let takers = p.attackers_given(to, p.turn.other(), p.occupied())
            & !(self.blockers | line | G::Bits::bit(self.target));
        takers.squares().any(|taker| p.may_land(taker, to))
    }

    /// The squares that sliders attack through `from` after its piece has moved away.
    #[inline(always)]
    fn opened(&self, from: Square) -> G::Bits {
        let t = self.position.t();
        let mut set = G::Bits::EMPTY;
        for &(sq, sees) in &self.sliders {
            if sees.has(from) {
                set |= t.slide_one(t.line[sq.index()][from.index()] as usize, from, self.occupied);
            }
        }
        set
    }

    /// Those of the `targets` of a piece to which it can move without leaving its own king in
    /// check.
    #[inline(always)]
    fn unpinned(&self, from: Square, targets: G::Bits) -> G::Bits {
        match self.king {
            Some(king) if self.pinned.has(from) => targets & self.position.closed_line(king, from),
            _ => targets,
        }
    }

    /// The squares that the piece on `from` attacks. `sees` are the squares on its slides.
    #[inline(always)]
    fn attacked(&self, from: Square, sees: G::Bits) -> G::Bits {
        let p = self.position;
        let t = p.t();
        let us = p.turn.index();
        let shape = t.shape_of[p.board[from.index()].kind().index()] as usize & 15;
        t.steps[us][shape][from.index()] | (sees & t.land[us][shape])
    }

    /// Whether one of the pieces around the king certainly has a move that gives check.
    #[inline(never)]
    fn has_quick_check(&self) -> bool {
        let steppers = self.steppers.squares();
        steppers
            .map(|from| (from, G::Bits::EMPTY))
            .chain(self.sliders.iter().copied())
            .any(|(from, sees)| self.gives_check(from, self.attacked(from, sees)))
    }

    /// Whether a piece gives check with a move to one of the squares that it attacks.
    #[inline(always)]
    fn gives_check(&self, from: Square, attacked: G::Bits) -> bool {
        let p = self.position;
        let t = p.t();
        let us = p.turn;
        let checks = |kind: usize, to: G::Bits| {
            let shape = t.shape_of[kind & 15] as usize & 15;
            let slides = t.slides[us.index()][shape];
            to.meets(t.step_sources(us, shape, self.target))
                || slides != 0
                    && t.land[us.index()][shape].has(self.target)
                    && to.meets(t.slide(turned(slides), self.target, p.occupied()))
        };
        let kind = p.board[from.index()].kind();
        let targets = self.unpinned(from, attacked & !p.by_color[us.index()]);
        let (plain, promoted) = p.split(kind, from, targets);
        checks(kind.index(), plain)
            || !promoted.is_empty() && checks(t.promoted[kind.index()] as usize, promoted)
    }
}
