//! Attacks: which pieces attack a square, give check, are pinned, or can discover a check.

use crate::army::direction::{DIAGONAL, ORTHOGONAL, turned};
use crate::geometry::Geometry;
use crate::piece::{Kind, MAX_KINDS};
use crate::position::Position;
use crate::tables::{MAX_GROUPS, NO_LINE, Tables};
use yose_board::{Bits, Color, Square};

impl<B: Bits> Tables<B> {
    /// The squares that a slider on `sq` attacks in one direction, up to and including the first
    /// occupied square.
    #[inline(always)]
    pub(crate) fn slide_one(&self, d: usize, sq: Square, occupied: B) -> B {
        let ray = self.rays[d & 7][sq.index()];
        if d < 4 {
            B::up_to_first(ray, occupied)
        } else {
            B::down_to_last(ray, occupied)
        }
    }

    /// The squares that a slider on `sq` attacks in direction `d`, which is below 4, and in the
    /// opposite direction.
    #[inline(always)]
    fn slide_two(&self, d: usize, sq: Square, occupied: B) -> B {
        let (up, down) = (self.rays[d & 3][sq.index()], self.rays[d & 3 | 4][sq.index()]);
        B::both_ways(up, down, occupied)
    }

    /// The squares that a slider on `sq` attacks in a set of directions.
    #[inline(always)]
    pub(crate) fn slide(&self, directions: u8, sq: Square, occupied: B) -> B {
        match directions {
            ORTHOGONAL => self.slide_two(0, sq, occupied) | self.slide_two(2, sq, occupied),
            DIAGONAL => self.slide_two(1, sq, occupied) | self.slide_two(3, sq, occupied),
            mut rest => {
                let mut set = B::EMPTY;
                while rest != 0 {
                    set |= self.slide_one(rest.trailing_zeros() as usize, sq, occupied);
                    rest &= rest - 1;
                }
                set
            }
        }
    }

    /// The directions in which the sliders of a group attack.
    #[inline(always)]
    pub(crate) fn looks(&self, group: usize, by: Color) -> u8 {
        match by {
            Color::Black => self.group_slides[group & 3],
            Color::White => turned(self.group_slides[group & 3]),
        }
    }

    /// The directions from an attacked square towards attacking sliders of a group: the opposite of
    /// [`looks`](Self::looks).
    #[inline(always)]
    pub(crate) fn looks_back(&self, group: usize, by: Color) -> u8 {
        self.looks(group, by.other())
    }

    /// The squares strictly between two squares of a line. Empty if the squares are not on a line.
    #[inline(always)]
    pub(crate) fn between(&self, a: Square, b: Square) -> B {
        let d = self.line[a.index()][b.index()] as usize;
        if d == NO_LINE as usize {
            return B::EMPTY;
        }
        self.rays[d & 7][a.index()] & self.rays[(d ^ 4) & 7][b.index()]
    }

    /// The squares that a piece of the shape attacks from `sq`.
    #[inline(always)]
    pub(crate) fn attacks(&self, c: Color, shape: usize, sq: Square, occupied: B) -> B {
        let steps = self.steps[c.index()][shape & 15][sq.index()];
        let slides = self.slides[c.index()][shape & 15];
        if slides == 0 {
            return steps;
        }
        steps | (self.slide(slides, sq, occupied) & self.land[c.index()][shape & 15])
    }

    /// The squares from which a piece of the shape attacks `sq` by a single step.
    #[inline(always)]
    pub(crate) fn step_sources(&self, c: Color, shape: usize, sq: Square) -> B {
        self.steps[self.source_plane[c.index()] as usize & 3][shape & 15][sq.index()]
    }
}

/// The members of a set of shapes, lowest first.
#[inline(always)]
pub(crate) fn members(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let shape = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(shape)
    })
}

/// The checkers and blockers of a king.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KingLines<B> {
    /// The pieces that attack the king.
    pub(crate) checkers: B,
    /// Pieces of either side that are the only piece between an attacking slider and the king.
    /// Those of the king's side are pinned. Those of the attacker give a discovered check when they
    /// leave the line.
    pub(crate) blockers: B,
}

/// Evaluates an expression for each group of sliders. The loop is unrolled, so that the group
/// number is a constant for the compiler. A macro is used because a closure is not always inlined.
macro_rules! each_group {
    ($position:expr, $group:ident => $body:expr) => {{
        const { assert!(MAX_GROUPS == 4) };
        let groups = $position.t().groups;
        each_group!(@ groups $group $body; 0 1 2 3);
    }};
    (@ $groups:ident $group:ident $body:expr; $($number:literal)*) => {
        $(if $groups > $number {
            const $group: usize = $number;
            $body;
        })*
    };
}

impl<G: Geometry> Position<G> {
    /// The sliders of one group and colour.
    #[inline(always)]
    pub(crate) fn group(&self, group: usize, color: Color) -> G::Bits {
        let mut set = G::Bits::EMPTY;
        for shape in members(self.t().group_shapes[group]) {
            set |= self.by_shape[shape & 15];
        }
        set & self.by_color[color.index()]
    }

    /// The pieces of a colour that attack the square by a single step.
    #[inline(always)]
    fn step_attackers(&self, sq: Square, by: Color) -> G::Bits {
        let t = self.t();
        let near = self.by_color[by.index()] & t.near[by.index()][sq.index()];
        if near.is_empty() {
            return near;
        }
        let mut set = G::Bits::EMPTY;
        for shape in members(t.step_shapes) {
            set |= t.step_sources(by, shape, sq) & self.by_shape[shape & 15];
        }
        set & near
    }

    /// The pieces of a colour that attack the square if the board is occupied as given. A piece
    /// that could not land on the square does not attack it (see
    /// [`crate::Rules::dead_end_attacks`]).
    #[inline]
    pub(crate) fn attackers_given(&self, sq: Square, by: Color, occupied: G::Bits) -> G::Bits {
        // The steps come last: as straight code behind the branches they are vectorised.
        let mut set = G::Bits::EMPTY;
        each_group!(self, GROUP => set |= self.slide_attackers(GROUP, sq, by, occupied));
        set | self.step_attackers(sq, by)
    }

    /// The sliders of one group that attack the square.
    #[inline(always)]
    fn slide_attackers(&self, group: usize, sq: Square, by: Color, occupied: G::Bits) -> G::Bits {
        let t = self.t();
        let candidates = self.group(group, by) & t.aim[by.index()][group & 3][sq.index()];
        if candidates.is_empty() {
            return candidates;
        }
        t.slide(t.looks_back(group, by), sq, occupied) & candidates
    }

    /// The pieces of a colour that attack the square.
    pub fn attackers(&self, sq: Square, by: Color) -> G::Bits {
        self.attackers_given(sq, by, self.occupied())
    }

    /// The squares that a piece of the kind and colour attacks from `sq` if the board is occupied
    /// as given.
    #[inline]
    pub fn attacks_from(&self, sq: Square, kind: Kind, color: Color, occupied: G::Bits) -> G::Bits {
        let t = self.t();
        t.attacks(color, t.shape_of[kind.index()] as usize, sq, occupied)
    }

    /// The checkers and blockers of a king of `side` on the square `king`.
    #[inline(always)]
    pub(crate) fn king_lines(&self, king: Square, side: Color) -> KingLines<G::Bits> {
        let by = side.other();
        let occupied = self.occupied();
        let mut lines = KingLines {
            checkers: self.step_attackers(king, by),
            blockers: G::Bits::EMPTY,
        };
        each_group!(self, GROUP => self.snipers(GROUP, king, by, occupied, &mut lines));
        lines
    }

    /// Adds the checkers and blockers that come from the sliders of one group.
    #[inline(always)]
    fn snipers(
        &self,
        group: usize,
        king: Square,
        by: Color,
        occupied: G::Bits,
        lines: &mut KingLines<G::Bits>,
    ) {
        let t = self.t();
        let snipers = self.group(group, by) & t.aim[by.index()][group & 3][king.index()];
        for sniper in snipers.squares() {
            let between = t.between(king, sniper) & occupied;
            if between.is_empty() {
                lines.checkers |= G::Bits::bit(sniper);
            } else if !between.several() {
                lines.blockers |= between;
            }
        }
    }

    /// The pieces that give check to a side's king. Empty if the side has no king.
    pub fn checkers(&self, side: Color) -> G::Bits {
        match self.king(side) {
            Some(king) => self.attackers(king, side.other()),
            None => G::Bits::EMPTY,
        }
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        !self.checkers(self.turn).is_empty()
    }

    /// The pinned pieces of a side: they may not leave the line to their own king.
    pub fn pinned(&self, side: Color) -> G::Bits {
        match self.king(side) {
            Some(king) => self.king_lines(king, side).blockers & self.by_color[side.index()],
            None => G::Bits::EMPTY,
        }
    }

    /// The pieces of a side that give a discovered check by leaving the line between one of its
    /// sliders and the opponent's king.
    pub fn discoverers(&self, side: Color) -> G::Bits {
        match self.king(side.other()) {
            Some(king) => self.king_lines(king, side.other()).blockers & self.by_color[side.index()],
            None => G::Bits::EMPTY,
        }
    }

    /// The squares to which the blocker on `piece` can move without opening its line: those between
    /// the king and the slider, and the slider's square.
    #[inline(always)]
    pub(crate) fn closed_line(&self, king: Square, piece: Square) -> G::Bits {
        let t = self.t();
        let d = t.line[king.index()][piece.index()] as usize;
        if d == NO_LINE as usize {
            return G::Bits::EMPTY;
        }
        t.between(king, piece) | t.slide_one(d, piece, self.occupied())
    }

    /// The squares that `by` attacks, with the king of the other side, on the square `king`,
    /// removed from the board. The set is exact on the squares to which that king can step;
    /// elsewhere it may be incomplete.
    #[inline(always)]
    pub(crate) fn danger(&self, king: Square, by: Color) -> G::Bits {
        let t = self.t();
        let enemy = self.by_color[by.index()];
        let occupied = self.occupied() ^ G::Bits::bit(king);
        let mut set = G::Bits::EMPTY;
        let near = enemy & t.ring_steps[by.index()][king.index()];
        for sq in near.squares() {
            let shape = t.shape_of[self.board[sq.index()].kind().index()] as usize;
            set |= t.steps[by.index()][shape & 15][sq.index()];
        }
        each_group!(self, GROUP => set |= self.ring_slides(GROUP, king, by, occupied));
        set
    }

    /// The squares that sliders of one group attack, considering only sliders that may hit a square
    /// next to the king.
    #[inline(always)]
    fn ring_slides(&self, group: usize, king: Square, by: Color, occupied: G::Bits) -> G::Bits {
        let t = self.t();
        let sliders = self.group(group, by) & t.ring_aim[by.index()][group & 3][king.index()];
        let mut set = G::Bits::EMPTY;
        for sq in sliders.squares() {
            set |= t.slide(t.looks(group, by), sq, occupied);
        }
        set & t.land[by.index()][t.group_shapes[group & 3].trailing_zeros() as usize & 15]
    }

    /// For each shape, the squares from which a piece of the shape would give check to a king on
    /// `king`, with the current occupation of the board.
    #[inline(always)]
    pub(crate) fn check_squares(&self, king: Square, by: Color) -> [G::Bits; MAX_KINDS] {
        let t = self.t();
        let mut set = [G::Bits::EMPTY; MAX_KINDS];
        for shape in members(t.step_shapes) {
            set[shape & 15] = t.step_sources(by, shape, king);
        }
        if t.groups > 0 {
            self.slide_checks(0, king, by, &mut set);
        }
        if t.groups > 1 {
            self.slide_checks(1, king, by, &mut set);
        }
        if t.groups > 2 {
            self.slide_checks(2, king, by, &mut set);
        }
        if t.groups > 3 {
            self.slide_checks(3, king, by, &mut set);
        }
        set
    }

    /// Adds the squares from which the shapes of one group give check by sliding.
    #[inline(always)]
    fn slide_checks(&self, group: usize, king: Square, by: Color, set: &mut [G::Bits; MAX_KINDS]) {
        let t = self.t();
        let shapes = t.group_shapes[group & 3];
        // If a slider of the group may not land on the king's square, it does not give check.
        if !t.land[by.index()][shapes.trailing_zeros() as usize & 15].has(king) {
            return;
        }
        let from = t.slide(t.looks_back(group, by), king, self.occupied());
        for shape in members(shapes) {
            set[shape & 15] |= from;
        }
    }
}
