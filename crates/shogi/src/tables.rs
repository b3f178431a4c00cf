//! Everything that the generators look up, for one board, army and set of rules.
//!
//! One builder serves all games. It is a `const fn` over `u128`. For 9x9 shogi the compiler runs
//! it, and the optimiser can use the contents of the constant tables. For other games the same code
//! runs at run time, and the result is narrowed to the word that holds the board.
//!
//! Squares are file-major: index = file x ranks + rank. File 0 is file "1", on the right as Black
//! sees the board; rank 0 is rank "a", at the top. So a file is a run of adjacent bits.
//!
//! A *shape* is a way of moving. Kinds that move alike, such as the gold and the promoted minor
//! pieces, have the same shape and share one bit set and one row of each table. A shape has single
//! steps, slides, or both. A *group* is a set of sliding shapes that slide in the same directions
//! and may land on the same squares.

use crate::army::{Army, KindSpec, direction, steps};
use crate::piece::{MAX_HAND_KINDS, MAX_KINDS};
use crate::rules::{Promotion, Rules};
use yose_board::{Bits, Key, splitmix};

/// The maximum number of squares of a board.
pub(crate) const MAX_SQUARES: usize = 81;
/// The maximum number of slider groups of an army.
pub(crate) const MAX_GROUPS: usize = 4;
/// The entry of `line` for two squares that are not on a line.
pub(crate) const NO_LINE: u8 = 8;
/// The entry for "no kind" or "no shape".
pub(crate) const NONE: u8 = 0xff;

type PerSquare<B> = [B; MAX_SQUARES];

/// The tables. Colours are indexed as 0 for Black, 1 for White.
#[derive(Clone, Debug)]
pub struct Tables<B> {
    pub(crate) files: u8,
    pub(crate) ranks: u8,
    pub(crate) squares: u8,
    pub(crate) all: B,
    /// The square on the last rank of every file: the top bit of each run of `ranks` bits.
    pub(crate) file_tops: B,
    pub(crate) kinds: u8,
    pub(crate) hand_kinds: u8,
    pub(crate) shapes: u8,
    pub(crate) shape_of: [u8; MAX_KINDS],
    /// The kind that each kind promotes to, or [`NONE`].
    pub(crate) promoted: [u8; MAX_KINDS],
    /// The kind that each kind becomes in hand, or [`NONE`].
    pub(crate) in_hand: [u8; MAX_KINDS],
    /// The royal kind. The next field is its shape.
    pub(crate) royal: u8,
    pub(crate) royal_shape: u8,
    /// The kinds to which the pawn rules apply, as a bit set.
    pub(crate) pawns: u16,
    /// The shapes of which some kind can promote, as a bit set.
    pub(crate) promotable_shapes: u16,
    /// The shapes with single steps, as a bit set.
    pub(crate) step_shapes: u16,
    /// The shapes with slides, as a bit set.
    pub(crate) slide_shapes: u16,
    /// Whether some kind gains a slide direction by promoting. Not so in shogi.
    pub(crate) gains_slides: bool,
    /// Whether some kind that cannot promote has dead ends. Not so in shogi.
    pub(crate) stuck_kinds: bool,
    pub(crate) compulsory: bool,
    pub(crate) nifu: bool,
    pub(crate) no_pawn_drop_mate: bool,
    pub(crate) try_rule: bool,
    /// The promotion zone of each side.
    pub(crate) zone: [B; 2],
    /// The far rank of each side, for the Try rule.
    pub(crate) far: [B; 2],
    /// The squares where a piece of the kind could never move again (dead ends).
    pub(crate) dead: [[B; MAX_KINDS]; 2],
    /// `steps[c][shape][sq]`: the squares that a piece of colour `c` attacks from `sq` by a step.
    /// Planes 2 and 3 are the reverse: `steps[2 + c][shape][sq]` are the squares from which it
    /// attacks `sq`. If every step of one colour is the reverse of a step of the other colour, the
    /// reverse of one plane *is* the other colour's plane. `source_plane` then selects that one,
    /// which needs half the cache.
    pub(crate) steps: [[PerSquare<B>; MAX_KINDS]; 4],
    pub(crate) source_plane: [u8; 2],
    /// The slide directions of each shape, by colour.
    pub(crate) slides: [[u8; MAX_KINDS]; 2],
    /// The squares on which a sliding piece of the shape may land.
    pub(crate) land: [[B; MAX_KINDS]; 2],
    /// `rays[d][sq]`: all squares from `sq` in direction `d`, without `sq`.
    pub(crate) rays: [PerSquare<B>; 8],
    /// `line[a][b]`: the direction from `a` to `b`, or [`NO_LINE`].
    pub(crate) line: [[u8; MAX_SQUARES]; MAX_SQUARES],
    /// The slider groups: Black's directions of each group and its shapes. Only the first `groups`
    /// entries are used.
    pub(crate) group_slides: [u8; MAX_GROUPS],
    pub(crate) group_shapes: [u16; MAX_GROUPS],
    pub(crate) groups: u8,
    /// `near[c][sq]`: the squares from which some piece of colour `c` attacks `sq` by a step.
    pub(crate) near: [PerSquare<B>; 2],
    /// `aim[c][g][sq]`: the squares from which a slider of group `g` attacks `sq` on an empty
    /// board.
    pub(crate) aim: [[PerSquare<B>; MAX_GROUPS]; 2],
    /// `ring_aim[c][g][sq]`: the union of `aim` over all squares to which a king on `sq` could
    /// step.
    pub(crate) ring_aim: [[PerSquare<B>; MAX_GROUPS]; 2],
    /// `ring_steps[c][sq]`: the squares from which some piece of colour `c` attacks, by a step, a
    /// square to which a king on `sq` could step.
    pub(crate) ring_steps: [PerSquare<B>; 2],
    /// `check_from[c][shape][k]`: the squares from which a piece of the shape may attack a king on
    /// `k` after one move. This is a superset; for sliding shapes it has every square.
    pub(crate) check_from: [[PerSquare<B>; MAX_KINDS]; 2],
    /// The shapes of kinds that, promoted or not, can attack a king by a step from a square to
    /// which the king cannot step, such as knights. A bit set.
    pub(crate) far_checkers: u16,
    /// Whether the squares to which a king can step are, on every square, exactly the adjacent
    /// ones.
    pub(crate) whole_ring: bool,
    /// Zobrist keys by colour, kind and square.
    pub(crate) piece_keys: [[[Key; MAX_SQUARES]; MAX_KINDS]; 2],
    pub(crate) side_key: Key,
    /// Odd multipliers that spread the packed hands.
    pub(crate) hand_keys: [Key; 2],
}

/// The set of one square.
const fn bit(sq: usize) -> u128 {
    1 << sq
}

/// The target of a step from `sq`, or `None` if it leaves the board. For White the step is rotated.
const fn stepped(files: i32, ranks: i32, sq: usize, df: i32, dr: i32, white: bool) -> Option<usize> {
    let sign = if white { -1 } else { 1 };
    let (file, rank) = (sq as i32 / ranks + sign * df, sq as i32 % ranks + sign * dr);
    if file < 0 || rank < 0 || file >= files || rank >= ranks {
        None
    } else {
        Some((file * ranks + rank) as usize)
    }
}

/// The squares that a piece attacks from `sq` on an empty board. If there are none, the square is a
/// dead end for the piece.
pub(crate) const fn reach(files: u8, ranks: u8, spec: &KindSpec, sq: usize, white: bool) -> u128 {
    let (files, ranks) = (files as i32, ranks as i32);
    let mut set = 0;
    let mut left = spec.steps;
    while left != 0 {
        let i = left.trailing_zeros() as i32;
        left &= left - 1;
        if let Some(to) = stepped(files, ranks, sq, i % 5 - 2, i / 5 - 2, white) {
            set |= bit(to);
        }
    }
    let mut d = 0;
    while d < 8 {
        if spec.slides & (1 << d) != 0 {
            let (df, dr) = direction::STEPS[d];
            let mut at = sq;
            while let Some(next) = stepped(files, ranks, at, df as i32, dr as i32, white) {
                set |= bit(next);
                at = next;
            }
        }
        d += 1;
    }
    set
}

impl Tables<u128> {
    const ZERO: Tables<u128> = Tables {
        files: 0,
        ranks: 0,
        squares: 0,
        all: 0,
        file_tops: 0,
        kinds: 0,
        hand_kinds: 0,
        shapes: 0,
        shape_of: [NONE; MAX_KINDS],
        promoted: [NONE; MAX_KINDS],
        in_hand: [NONE; MAX_KINDS],
        royal: NONE,
        royal_shape: NONE,
        pawns: 0,
        promotable_shapes: 0,
        step_shapes: 0,
        slide_shapes: 0,
        gains_slides: false,
        stuck_kinds: false,
        compulsory: false,
        nifu: false,
        no_pawn_drop_mate: false,
        try_rule: false,
        zone: [0; 2],
        far: [0; 2],
        dead: [[0; MAX_KINDS]; 2],
        steps: [[[0; MAX_SQUARES]; MAX_KINDS]; 4],
        source_plane: [2, 3],
        slides: [[0; MAX_KINDS]; 2],
        land: [[0; MAX_KINDS]; 2],
        rays: [[0; MAX_SQUARES]; 8],
        line: [[NO_LINE; MAX_SQUARES]; MAX_SQUARES],
        group_slides: [0; MAX_GROUPS],
        group_shapes: [0; MAX_GROUPS],
        groups: 0,
        near: [[0; MAX_SQUARES]; 2],
        aim: [[[0; MAX_SQUARES]; MAX_GROUPS]; 2],
        ring_aim: [[[0; MAX_SQUARES]; MAX_GROUPS]; 2],
        ring_steps: [[0; MAX_SQUARES]; 2],
        check_from: [[[0; MAX_SQUARES]; MAX_KINDS]; 2],
        far_checkers: 0,
        whole_ring: true,
        piece_keys: [[[0; MAX_SQUARES]; MAX_KINDS]; 2],
        side_key: 0,
        hand_keys: [0; 2],
    };

    /// Builds the tables. The caller has validated the variant: at most [`MAX_GROUPS`] slider
    /// groups, one royal kind that only steps, and no slider that promotes and has dead ends
    /// outside its promotion zone.
    pub(crate) const fn build(files: u8, ranks: u8, army: &Army, rules: &Rules) -> Self {
        let mut t = Self::ZERO;
        t.files = files;
        t.ranks = ranks;
        t.squares = files * ranks;
        t.all = u128::MAX >> (128 - t.squares as u32);
        t.kinds = army.len;
        t.hand_kinds = army.hand_len;
        t.compulsory = matches!(rules.promotion, Promotion::Compulsory);
        t.nifu = rules.nifu;
        t.no_pawn_drop_mate = rules.pawn_drop_mate;
        t.try_rule = rules.try_rule;
        t.side_key = splitmix(0);
        t.hand_keys = [splitmix(1) | 1, splitmix(2) | 1];
        t.ranks_and_zones(rules);
        t.lines();
        t.kinds_and_dead_ends(army, rules);
        t.shapes(army);
        t.step_planes(army, rules);
        t.slider_groups(army);
        t.king_rings();
        t.check_candidates();
        t.keys();
        t
    }

    /// Fills `file_tops`, `far` and `zone`.
    const fn ranks_and_zones(&mut self, rules: &Rules) {
        let ranks = self.ranks as usize;
        let mut sq = 0;
        while sq < self.squares as usize {
            let rank = sq % ranks;
            if rank == ranks - 1 {
                self.file_tops |= bit(sq);
                self.far[1] |= bit(sq);
            }
            if rank == 0 {
                self.far[0] |= bit(sq);
            }
            if rank < rules.zone as usize {
                self.zone[0] |= bit(sq);
            }
            if ranks - 1 - rank < rules.zone as usize {
                self.zone[1] |= bit(sq);
            }
            sq += 1;
        }
    }

    /// Fills `rays` and `line`.
    const fn lines(&mut self) {
        let (files, ranks) = (self.files as i32, self.ranks as i32);
        let mut d = 0;
        while d < 8 {
            let (df, dr) = direction::STEPS[d];
            let mut from = 0;
            while from < self.squares as usize {
                let mut at = from;
                while let Some(next) = stepped(files, ranks, at, df as i32, dr as i32, false) {
                    self.rays[d][from] |= bit(next);
                    self.line[from][next] = d as u8;
                    at = next;
                }
                from += 1;
            }
            d += 1;
        }
    }

    /// Fills the tables by kind: `promoted`, `in_hand`, `royal`, `pawns` and `dead`.
    const fn kinds_and_dead_ends(&mut self, army: &Army, rules: &Rules) {
        let mut k = 0;
        while k < army.len as usize {
            let spec = &army.kinds[k];
            if let Some(kind) = spec.promotes {
                self.promoted[k] = kind.0;
            }
            if let Some(kind) = spec.in_hand {
                self.in_hand[k] = kind.0;
            }
            if spec.royal {
                self.royal = k as u8;
            }
            if spec.pawn {
                self.pawns |= 1 << k;
            }
            let mut c = 0;
            while c < 2 {
                let mut sq = 0;
                while sq < self.squares as usize {
                    if rules.dead_ends && reach(self.files, self.ranks, spec, sq, c == 1) == 0 {
                        self.dead[c][k] |= bit(sq);
                        if spec.promotes.is_none() {
                            self.stuck_kinds = true;
                        }
                    }
                    sq += 1;
                }
                c += 1;
            }
            k += 1;
        }
    }

    /// The squares on the slides from `sq` on an empty board.
    const fn raw_slides(&self, slides: u8, sq: usize, white: bool) -> u128 {
        let slides = if white { direction::turned(slides) } else { slides };
        let mut set = 0;
        let mut d = 0;
        while d < 8 {
            if slides & (1 << d) != 0 {
                set |= self.rays[d][sq];
            }
            d += 1;
        }
        set
    }

    /// Kinds share a shape if they move alike. If they have dead ends, either all of them or none
    /// must be able to promote.
    const fn shapes(&mut self, army: &Army) {
        let mut k = 0;
        while k < army.len as usize {
            let spec = &army.kinds[k];
            let mut j = 0;
            while j < k {
                let other = &army.kinds[j];
                if other.royal == spec.royal
                    && other.steps == spec.steps
                    && other.slides == spec.slides
                    && (other.promotes.is_some() == spec.promotes.is_some()
                        || self.dead[0][k] | self.dead[1][k] == 0)
                {
                    break;
                }
                j += 1;
            }
            let shape = if j < k {
                self.shape_of[j]
            } else {
                self.shapes += 1;
                self.shapes - 1
            };
            self.shape_of[k] = shape;
            if spec.royal {
                self.royal_shape = shape;
            }
            if spec.promotes.is_some() {
                self.promotable_shapes |= 1 << shape;
            }
            if spec.steps != 0 {
                self.step_shapes |= 1 << shape;
            }
            if spec.slides != 0 {
                self.slide_shapes |= 1 << shape;
            }
            if let Some(to) = spec.promotes
                && army.kinds[to.index()].slides & !spec.slides != 0
            {
                self.gains_slides = true;
            }
            k += 1;
        }
    }

    /// Fills `steps`, `slides`, `land`, `source_plane` and `near`.
    const fn step_planes(&mut self, army: &Army, rules: &Rules) {
        let mut k = 0;
        while k < army.len as usize {
            let spec = &army.kinds[k];
            let shape = self.shape_of[k] as usize;
            let mut c = 0;
            while c < 2 {
                let promotes = spec.promotes.is_some();
                let barred = if rules.dead_end_attacks {
                    0
                } else {
                    self.dead[c][k]
                };
                self.slides[c][shape] = if c == 1 {
                    direction::turned(spec.slides)
                } else {
                    spec.slides
                };
                self.land[c][shape] = self.all & !(if promotes { barred & !self.zone[c] } else { barred });
                let mut sq = 0;
                while sq < self.squares as usize {
                    let from_zone = promotes && self.zone[c] & bit(sq) != 0;
                    let to_zone = if promotes { self.zone[c] } else { 0 };
                    let stuck = if from_zone { 0 } else { barred & !to_zone };
                    let set = reach(
                        self.files,
                        self.ranks,
                        &KindSpec { slides: 0, ..*spec },
                        sq,
                        c == 1,
                    ) & !stuck;
                    self.steps[c][shape][sq] = set;
                    let mut left = set;
                    while left != 0 {
                        self.steps[2 + c][shape][left.trailing_zeros() as usize] |= bit(sq);
                        left &= left - 1;
                    }
                    sq += 1;
                }
                c += 1;
            }
            k += 1;
        }
        let mut symmetric = true;
        let mut shape = 0;
        while shape < self.shapes as usize {
            let mut sq = 0;
            while sq < self.squares as usize {
                if self.steps[2][shape][sq] != self.steps[1][shape][sq]
                    || self.steps[3][shape][sq] != self.steps[0][shape][sq]
                {
                    symmetric = false;
                }
                sq += 1;
            }
            shape += 1;
        }
        self.source_plane = if symmetric { [1, 0] } else { [2, 3] };
        let mut c = 0;
        while c < 2 {
            let mut sq = 0;
            while sq < self.squares as usize {
                let mut shape = 0;
                while shape < self.shapes as usize {
                    self.near[c][sq] |= self.steps[2 + c][shape][sq];
                    shape += 1;
                }
                sq += 1;
            }
            c += 1;
        }
    }

    /// Fills the slider groups and `aim`.
    const fn slider_groups(&mut self, army: &Army) {
        let mut k = 0;
        while k < army.len as usize {
            let slides = army.kinds[k].slides;
            if slides != 0 {
                let mut g = 0;
                while g < self.groups as usize
                    && (self.group_slides[g] != slides
                        // All shapes of a group must have the same landing squares, because they
                        // share `aim`.
                        || self.land[0][self.group_shapes[g].trailing_zeros() as usize]
                            != self.land[0][self.shape_of[k] as usize])
                {
                    g += 1;
                }
                if g == self.groups as usize {
                    self.groups += 1;
                    self.group_slides[g] = slides;
                }
                self.group_shapes[g] |= 1 << self.shape_of[k];
            }
            k += 1;
        }
        let mut g = 0;
        while g < self.groups as usize {
            let shape = self.group_shapes[g].trailing_zeros() as usize;
            let mut c = 0;
            while c < 2 {
                let mut sq = 0;
                while sq < self.squares as usize {
                    if self.land[c][shape] & bit(sq) != 0 {
                        self.aim[c][g][sq] =
                            self.raw_slides(direction::turned(self.group_slides[g]), sq, c == 1);
                    }
                    sq += 1;
                }
                c += 1;
            }
            g += 1;
        }
    }

    /// Fills `ring_aim`, `ring_steps` and `whole_ring`.
    const fn king_rings(&mut self) {
        let around = KindSpec {
            steps: steps(direction::ORTHOGONAL | direction::DIAGONAL),
            ..KindSpec::NONE
        };
        let mut c = 0;
        while c < 2 {
            let mut k = 0;
            while k < self.squares as usize {
                // The squares to which the *other* side's king can step; colour `c` attacks them.
                let mut ring = self.steps[1 - c][self.royal_shape as usize][k];
                if ring != reach(self.files, self.ranks, &around, k, false) {
                    self.whole_ring = false;
                }
                while ring != 0 {
                    let sq = ring.trailing_zeros() as usize;
                    ring &= ring - 1;
                    let mut g = 0;
                    while g < self.groups as usize {
                        self.ring_aim[c][g][k] |= self.aim[c][g][sq];
                        g += 1;
                    }
                    self.ring_steps[c][k] |= self.near[c][sq];
                }
                k += 1;
            }
            c += 1;
        }
    }

    /// Fills `check_from` and `far_checkers`.
    const fn check_candidates(&mut self) {
        let mut kind = 0;
        while kind < self.kinds as usize {
            let shape = self.shape_of[kind] as usize;
            let mut c = 0;
            while c < 2 {
                let mut king = 0;
                while king < self.squares as usize {
                    let plain = self.steps[2 + c][shape][king];
                    let mut steps = plain;
                    let promoted = if self.promoted[kind] == NONE {
                        0
                    } else {
                        let after = self.shape_of[self.promoted[kind] as usize] as usize;
                        let slides = direction::turned(self.slides[c][after]);
                        steps |= self.steps[2 + c][after][king];
                        self.steps[2 + c][after][king] | self.raw_slides(slides, king, false)
                    };
                    if steps & !self.steps[1 - c][self.royal_shape as usize][king] != 0 {
                        self.far_checkers |= 1 << shape;
                    }
                    // A step to a square of `promoted` must begin or end in the zone.
                    let mut goals = plain | promoted;
                    let mut from = if self.slides[c][shape] != 0 { self.all } else { 0 };
                    while goals != 0 {
                        let goal = goals & goals.wrapping_neg();
                        let sources = self.steps[2 + c][shape][goal.trailing_zeros() as usize];
                        let free = goal & (plain | self.zone[c]) != 0;
                        from |= if free { sources } else { sources & self.zone[c] };
                        goals ^= goal;
                    }
                    self.check_from[c][shape][king] |= from;
                    king += 1;
                }
                c += 1;
            }
            kind += 1;
        }
    }

    /// Fills `piece_keys`.
    const fn keys(&mut self) {
        let mut next = 3;
        let mut c = 0;
        while c < 2 {
            let mut k = 0;
            while k < MAX_KINDS {
                let mut sq = 0;
                while sq < MAX_SQUARES {
                    self.piece_keys[c][k][sq] = splitmix(next);
                    next += 1;
                    sq += 1;
                }
                k += 1;
            }
            c += 1;
        }
    }

    /// The same tables in a narrower word.
    pub(crate) fn narrow<B: Bits>(&self) -> Tables<B> {
        fn row<B: Bits, const N: usize>(row: &[u128; N]) -> [B; N] {
            row.map(B::narrow)
        }
        fn grid<B: Bits, const M: usize, const N: usize>(grid: &[[u128; N]; M]) -> [[B; N]; M] {
            std::array::from_fn(|i| row(&grid[i]))
        }
        fn cube<B: Bits, const L: usize, const M: usize, const N: usize>(
            cube: &[[[u128; N]; M]; L],
        ) -> [[[B; N]; M]; L] {
            std::array::from_fn(|i| grid(&cube[i]))
        }
        Tables {
            files: self.files,
            ranks: self.ranks,
            squares: self.squares,
            all: B::narrow(self.all),
            file_tops: B::narrow(self.file_tops),
            kinds: self.kinds,
            hand_kinds: self.hand_kinds,
            shapes: self.shapes,
            shape_of: self.shape_of,
            promoted: self.promoted,
            in_hand: self.in_hand,
            royal: self.royal,
            royal_shape: self.royal_shape,
            pawns: self.pawns,
            promotable_shapes: self.promotable_shapes,
            step_shapes: self.step_shapes,
            slide_shapes: self.slide_shapes,
            gains_slides: self.gains_slides,
            stuck_kinds: self.stuck_kinds,
            compulsory: self.compulsory,
            nifu: self.nifu,
            no_pawn_drop_mate: self.no_pawn_drop_mate,
            try_rule: self.try_rule,
            zone: row(&self.zone),
            far: row(&self.far),
            dead: grid(&self.dead),
            steps: cube(&self.steps),
            source_plane: self.source_plane,
            slides: self.slides,
            land: grid(&self.land),
            rays: grid(&self.rays),
            line: self.line,
            group_slides: self.group_slides,
            group_shapes: self.group_shapes,
            groups: self.groups,
            near: grid(&self.near),
            aim: cube(&self.aim),
            ring_aim: cube(&self.ring_aim),
            ring_steps: grid(&self.ring_steps),
            check_from: cube(&self.check_from),
            far_checkers: self.far_checkers,
            whole_ring: self.whole_ring,
            piece_keys: self.piece_keys,
            side_key: self.side_key,
            hand_keys: self.hand_keys,
        }
    }
}

const _: () = assert!(MAX_HAND_KINDS <= MAX_KINDS);
