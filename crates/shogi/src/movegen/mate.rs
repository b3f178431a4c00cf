//! Mate in one, without making the moves that do not mate.
//!
//! A check mates if the king has no square to go to, the checker cannot be taken and nothing can stand
//! between. Here these questions are asked of sets of squares, the cheapest first, and only ever *reject*:
//! each names a reply that is certainly legal. What is left, hardly more than the mates themselves, is made
//! and looked at, so a mate is a mate by the plain definition ([`Position::has_legal_move`]).
//!
//! Every strong program has one; this one is derived from the definition. The search switches it by `judge` (`Options::judge`). Worth: 91 of the 100 Zuko
//! answered in 300,000 nodes each, 83 without it (docs/lab/search.md).

use crate::army::direction::turned;
use crate::attack::members;
use crate::geometry::Geometry;
use crate::moves::{Any, Move, MoveList};
use crate::piece::Kind;
use crate::position::Position;
use crate::tables::{MAX_GROUPS, NO_LINE, NONE};
use arrayvec::ArrayVec;
use yose_board::{Bits, Square};

/// Whether the side to move mates at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MateInOne {
    /// No legal move gives check.
    NoCheck,
    /// There are checks, and a reply to each.
    None,
    /// This check leaves no reply.
    Mate(Move),
}

impl<G: Geometry> Position<G> {
    /// Whether the side to move has a check that mates, and which: a move on the board if there is one,
    /// because that needs least from hand. The same answer as making every check and asking for a reply.
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
            // A king that has reached its goal leaves the opponent no move at all.
            if !lines.checkers.is_empty() || (t.try_rule && t.far[us.index()].has(king)) {
                return self.mate_by_trial();
            }
            pinned = lines.blockers & self.by_color[us.index()];
        }
        let mut hunt = Hunt::new(self, target, king, pinned, self.blocking_drops());
        if !hunt.surround::<true>() {
            return self.mate_by_trial();
        }
        let drop = hunt.drop();
        match hunt.board_move().or(drop) {
            Some(m) => MateInOne::Mate(m),
            None if hunt.checks || hunt.looks_for_check() || self.has_check() => MateInOne::None,
            None => MateInOne::NoCheck,
        }
    }

    /// The plain way: what [`Position::mate_in_one`] means.
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

    /// Squares on which the side not to move may certainly drop something if that blocks a check, were they
    /// empty.
    #[inline(always)]
    fn blocking_drops(&self) -> G::Bits {
        let t = self.t();
        let them = self.turn.other();
        let mut set = G::Bits::EMPTY;
        let mut rest = self.hands[them.index()].packed();
        // From the last kind: those that can be dropped anywhere tend to come late.
        while rest != 0 && set != t.all {
            let lane = (63 - rest.leading_zeros()) / 8;
            rest &= !(0xff << (8 * lane));
            let kind = Kind(lane as u8);
            let mut to = t.all & !t.dead[them.index()][kind.index()];
            if t.pawns & (1 << lane) != 0 {
                if t.nifu {
                    to &= self.files_without(kind, them);
                }
                // A pawn that checks may mate, and then may not be dropped.
                if let Some(king) = self.king(self.turn) {
                    to &= !t.step_sources(them, t.shape_of[kind.index()] as usize, king);
                }
            }
            set |= to;
        }
        set
    }
}

/// More sliders of one side about a king than this, which shogi does not have, are left to the plain way.
const MAX_SLIDERS: usize = 8;

/// How the attacker's pieces stand about the king: what the checks that may mate are measured against.
pub(super) struct Hunt<'a, G: Geometry> {
    position: &'a Position<G>,
    /// The king to mate.
    target: Square,
    /// The attacker's own king, and what is pinned to it.
    king: Option<Square>,
    pinned: G::Bits,
    /// The squares the king could step to on an empty board.
    pub ring: G::Bits,
    /// Those of them where no piece of its own stands.
    pub steps: G::Bits,
    /// Exact on the ring: the squares the attacker attacks with the king off the board, and those that two
    /// pieces attack (a piece that attacks a square both by a step and by a slide may count twice).
    pub guarded: G::Bits,
    pub twice: G::Bits,
    /// The pieces that may attack a square of the ring, by steps alone; the attacker's king left out.
    steppers: G::Bits,
    /// Each slider that may attack a square of the ring, and the squares it sees.
    sliders: ArrayVec<(Square, G::Bits), MAX_SLIDERS>,
    /// All those squares.
    seen: G::Bits,
    /// Pieces that alone stand between the king and a slider of the attacker.
    blockers: G::Bits,
    /// All pieces but the king.
    pub occupied: G::Bits,
    /// Where the king's side may certainly drop something if that blocks a check, were the square empty.
    stops: G::Bits,
    /// Whether a legal check has been seen.
    checks: bool,
}

impl<'a, G: Geometry> Hunt<'a, G> {
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
        Hunt {
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

impl<G: Geometry> Hunt<'_, G> {
    /// Looks at the pieces about the king. `false` if there are too many sliders. Without `MOVES` only what is guarded is found
    /// out, not who could move.
    #[inline(always)]
    pub fn surround<const MOVES: bool>(&mut self) -> bool {
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
        // One by one, so that the compiler sees what it knows of each group.
        const { assert!(MAX_GROUPS == 4) };
        (t.groups < 1 || self.survey::<MOVES>(0))
            && (t.groups < 2 || self.survey::<MOVES>(1))
            && (t.groups < 3 || self.survey::<MOVES>(2))
            && (t.groups < 4 || self.survey::<MOVES>(3))
    }

    /// Looks at the sliders of one group. `false` if there are too many.
    #[inline(always)]
    fn survey<const MOVES: bool>(&mut self, group: usize) -> bool {
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

    /// The squares from which a piece of the shape gives a check that no drop blocks.
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

    /// A drop that mates. A pawn that may be dropped does not.
    #[inline(always)]
    fn drop(&mut self) -> Option<Move> {
        let p = self.position;
        let t = p.t();
        let us = p.turn;
        let empty = t.all & !p.occupied();
        // The king takes what is not guarded.
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
    fn board_move(&mut self) -> Option<Move> {
        let p = self.position;
        let t = p.t();
        let us = p.turn;
        let own = p.by_color[us.index()];
        let discoverers = self.blockers & own;
        let free = self.ring & !own;
        let mut steppers = self.steppers & !discoverers;
        if !free.meets(self.twice) {
            // Only what leaves a line open to a slider goes where the king cannot take it.
            steppers &= self.seen;
        }
        for from in steppers.squares() {
            if let Some(m) = self.contact(from, self.attacked(from, G::Bits::EMPTY), free) {
                return Some(m);
            }
        }
        for i in 0..self.sliders.len() {
            let (from, sees) = self.sliders[i];
            if discoverers.has(from) {
                continue;
            }
            if let Some(m) = self.contact(from, self.attacked(from, sees), free) {
                return Some(m);
            }
        }
        if !discoverers.is_empty()
            && let Some(m) = self.discovered(discoverers)
        {
            return Some(m);
        }
        let mut shapes = t.far_checkers;
        if t.gains_slides {
            shapes = u16::MAX;
        } else if self.stops != t.all || !t.whole_ring {
            shapes |= t.slide_shapes;
        }
        self.afar(shapes & !(1 << t.royal_shape), own & !discoverers)
    }

    /// A mate by a piece that goes next to the king.
    #[inline(always)]
    fn contact(&mut self, from: Square, attacked: G::Bits, free: G::Bits) -> Option<Move> {
        let (mut kept, mut opened) = (self.twice, G::Bits::EMPTY);
        if self.seen.has(from) {
            opened = self.opened(from);
            kept |= opened;
        }
        let targets = attacked & free & kept;
        if targets.is_empty() {
            return None;
        }
        self.pursue(from, attacked, targets, opened, G::Bits::EMPTY)
    }

    /// A mate by a piece that uncovers a check, or could.
    #[cold]
    fn discovered(&mut self, discoverers: G::Bits) -> Option<Move> {
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
            if let Some(m) = self.pursue(from, attacked, targets & kept, opened, uncovers) {
                return Some(m);
            }
        }
        None
    }

    /// A mate from a square to which the king could not step.
    #[inline(always)]
    fn afar(&mut self, shapes: u16, movers: G::Bits) -> Option<Move> {
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
                    if let Some(m) = self.pursue(from, attacked, targets, opened, G::Bits::EMPTY) {
                        return Some(m);
                    }
                }
            }
        }
        None
    }

    /// A mate by one piece, which is not the king, on one of some squares that it attacks and where the king
    /// cannot take it. On the squares of `uncovers` it uncovers a check.
    #[inline(never)]
    fn pursue(
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

    /// Whether a move gives check and no reply is in plain sight.
    #[inline(always)]
    fn may_mate(&self, from: Square, to: Square, shape: usize, flights: G::Bits, uncovers: G::Bits) -> bool {
        let p = self.position;
        let t = p.t();
        let bit = G::Bits::bit(from);
        let attacked = t.attacks(p.turn, shape, to, self.occupied & !bit);
        let direct = attacked.has(self.target);
        if uncovers.has(to) {
            // Against two checks at once only the king can do something.
            let line = (!uncovers & !self.occupied) | bit;
            return (flights & !attacked).is_empty() && (direct || !line.meets(self.stops));
        }
        if !direct || !(flights & !attacked).is_empty() {
            return false;
        }
        // A taker in line with the king may be pinned once the piece has left.
        let d = t.line[self.target.index()][from.index()];
        let line = if d == NO_LINE {
            G::Bits::EMPTY
        } else {
            t.rays[d as usize & 7][self.target.index()]
        };
        !self.can_take(to, line)
    }

    /// Whether the king's side can certainly take a lone checker with a piece that is not pinned, and not on
    /// `line`.
    #[inline(always)]
    fn can_take(&self, to: Square, line: G::Bits) -> bool {
        let p = self.position;
        let takers = p.attackers_given(to, p.turn.other(), p.occupied())
            & !(self.blockers | line | G::Bits::bit(self.target));
        takers.squares().any(|taker| p.may_land(taker, to))
    }

    /// What the sliders see across a square when its piece has left.
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

    /// Of the squares a piece attacks, those it may go to without leaving its own king in check.
    #[inline(always)]
    fn unpinned(&self, from: Square, targets: G::Bits) -> G::Bits {
        match self.king {
            Some(king) if self.pinned.has(from) => targets & self.position.closed_line(king, from),
            _ => targets,
        }
    }

    /// What a piece attacks that sees these squares.
    #[inline(always)]
    fn attacked(&self, from: Square, sees: G::Bits) -> G::Bits {
        let p = self.position;
        let t = p.t();
        let us = p.turn.index();
        let shape = t.shape_of[p.board[from.index()].kind().index()] as usize & 15;
        t.steps[us][shape][from.index()] | (sees & t.land[us][shape])
    }

    /// Whether one of the pieces about the king certainly gives check somewhere.
    #[inline(never)]
    fn looks_for_check(&self) -> bool {
        let steppers = self.steppers.squares();
        steppers
            .map(|from| (from, G::Bits::EMPTY))
            .chain(self.sliders.iter().copied())
            .any(|(from, sees)| self.gives_check(from, self.attacked(from, sees)))
    }

    /// Whether a piece gives check on one of the squares it attacks.
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
