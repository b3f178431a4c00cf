//! Everything the generators look up, for one board, army and set of rules.
//!
//! One builder serves all games. It is a `const fn` over `u128`, so the compiler runs it for 9x9
//! shogi (`static` tables whose contents the optimiser may use) and the same code runs once at start
//! for any other game, narrowed to the word that holds its board.
//!
//! Squares are file-major: index = file x ranks + rank, file 0 being file "1" on the right as Black
//! sees the board and rank 0 being rank "a" at the top. A file is then a run of neighbouring bits.
//!
//! *Shapes*: kinds that move alike (gold and the promoted minor pieces) share one bit set and one row
//! of tables. A shape has single steps, slides, or both.

use crate::army::{Army, KindSpec, direction, steps};
use crate::piece::{MAX_HAND_KINDS, MAX_KINDS};
use crate::rules::{Promotion, Rules};
use yose_board::{Bits, Key, splitmix};

/// The most squares a board can have.
pub(crate) const MAX_SQUARES: usize = 81;
/// The most different sets of slide directions an army may have.
pub(crate) const MAX_GROUPS: usize = 4;
/// "No direction": the two squares are not on a line.
pub(crate) const NO_LINE: u8 = 8;
/// "No kind", "no shape".
pub(crate) const NONE: u8 = 0xff;

type PerSquare<B> = [B; MAX_SQUARES];

/// The tables. Colours index as 0 Black, 1 White.
#[derive(Clone, Debug)]
pub struct Tables<B> {
    pub(crate) files: u8,
    pub(crate) ranks: u8,
    pub(crate) squares: u8,
    pub(crate) all: B,
    /// The last rank's square of every file: the top bit of each run of `ranks` bits.
    pub(crate) file_tops: B,
    pub(crate) kinds: u8,
    pub(crate) hand_kinds: u8,
    pub(crate) shapes: u8,
    pub(crate) shape_of: [u8; MAX_KINDS],
    /// The kind each kind promotes to, or [`NONE`].
    pub(crate) promoted: [u8; MAX_KINDS],
    /// The kind each kind is in hand, or [`NONE`].
    pub(crate) in_hand: [u8; MAX_KINDS],
    /// The royal kind and its shape.
    pub(crate) royal: u8,
    pub(crate) royal_shape: u8,
    /// Which kinds the pawn rules are about, as a bit set.
    pub(crate) pawns: u16,
    /// Whether some kind of the shape can promote, as a bit set.
    pub(crate) promotable_shapes: u16,
    /// Shapes with single steps.
    pub(crate) step_shapes: u16,
    /// Shapes with slides.
    pub(crate) slide_shapes: u16,
    /// Whether some kind gains, by promoting, a slide it did not have (not so in shogi).
    pub(crate) gains_slides: bool,
    /// Whether some kind that cannot promote has dead ends (not so in shogi).
    pub(crate) stuck_kinds: bool,
    pub(crate) compulsory: bool,
    pub(crate) nifu: bool,
    pub(crate) no_pawn_drop_mate: bool,
    pub(crate) try_rule: bool,
    /// The promotion zone of each side.
    pub(crate) zone: [B; 2],
    /// The far rank of each side, for the Try rule.
    pub(crate) far: [B; 2],
    /// Squares where an unpromoted piece of the kind may not stand.
    pub(crate) dead: [[B; MAX_KINDS]; 2],
    /// `steps[c][shape][sq]`: the squares a piece of the colour attacks from `sq` by a step. Planes 2
    /// and 3 are the reverse: `steps[2 + c][shape][sq]` are the squares from which it attacks `sq`.
    /// Where the rules treat both ends of a step alike, the reverse of one colour *is* the other
    /// colour's plane, and `source_plane` says to read that one: half the cache.
    pub(crate) steps: [[PerSquare<B>; MAX_KINDS]; 4],
    pub(crate) source_plane: [u8; 2],
    /// The slides of each shape, in board directions.
    pub(crate) slides: [[u8; MAX_KINDS]; 2],
    /// The squares on which a sliding piece of the shape may land.
    pub(crate) land: [[B; MAX_KINDS]; 2],
    /// `rays[d][sq]`: all squares from `sq`, without it, in direction `d`.
    pub(crate) rays: [PerSquare<B>; 8],
    /// `line[a][b]`: the direction that leads from `a` to `b`, or [`NO_LINE`].
    pub(crate) line: [[u8; MAX_SQUARES]; MAX_SQUARES],
    /// Sliding shapes by their set of directions: Black's directions and the shapes, [`Self::groups`] of
    /// them.
    pub(crate) group_slides: [u8; MAX_GROUPS],
    pub(crate) group_shapes: [u16; MAX_GROUPS],
    pub(crate) groups: u8,
    /// `aim[c][g][sq]`: the squares from which a slider of the group would hit `sq` on an empty board.
    pub(crate) aim: [[PerSquare<B>; MAX_GROUPS]; 2],
    /// `ring_aim[c][g][sq]`: the same for any square a king on `sq` could step to.
    pub(crate) ring_aim: [[PerSquare<B>; MAX_GROUPS]; 2],
    /// `ring_steps[c][sq]`: the squares from which some stepping piece of the colour attacks a square
    /// that a king on `sq` could step to.
    pub(crate) ring_steps: [PerSquare<B>; 2],
    /// `check_from[c][shape][k]`: the squares from which a piece of the shape may, by one move, come to
    /// attack a king on `k` (a superset; for shapes that slide, every square).
    pub(crate) check_from: [[PerSquare<B>; MAX_KINDS]; 2],
    /// Shapes of kinds that, as they are or promoted, may attack a king by a step from a square to which the
    /// king could not step (knights), as a bit set.
    pub(crate) far_checkers: u16,
    /// Whether the squares a king could step to are everywhere just those next to it.
    pub(crate) whole_ring: bool,
    /// Zobrist keys by colour, kind and square.
    pub(crate) piece_keys: [[[Key; MAX_SQUARES]; MAX_KINDS]; 2],
    pub(crate) side_key: Key,
    /// Odd multipliers that spread the packed hands.
    pub(crate) hand_keys: [Key; 2],
}

const fn bit(sq: usize) -> u128 {
    1 << sq
}

/// Where a step from `sq` leads, if it stays on the board; for White everything is turned.
const fn stepped(files: i32, ranks: i32, sq: usize, df: i32, dr: i32, white: bool) -> Option<usize> {
    let sign = if white { -1 } else { 1 };
    let (file, rank) = (sq as i32 / ranks + sign * df, sq as i32 % ranks + sign * dr);
    if file < 0 || rank < 0 || file >= files || rank >= ranks {
        None
    } else {
        Some((file * ranks + rank) as usize)
    }
}

/// The squares a piece reaches from `sq` on an empty board. Where there are none the square is a dead
/// end for it.
pub(crate) const fn reach(files: u8, ranks: u8, spec: &KindSpec, sq: usize, white: bool) -> u128 {
    let (files, ranks) = (files as i32, ranks as i32);
    let mut set = 0;
    let mut i = 0;
    while i < 25 {
        if spec.steps & (1 << i) != 0
            && let Some(to) = stepped(files, ranks, sq, i % 5 - 2, i / 5 - 2, white)
        {
            set |= bit(to);
        }
        i += 1;
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

    /// Builds the tables. The army has been validated ([`crate::variant`]): at most [`MAX_GROUPS`] sets
    /// of slides, one royal kind that only steps, and no slider that could promote out of a dead end
    /// outside its zone.
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

    /// Kinds share a shape if they move alike and, where they have dead ends, can leave them alike.
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
                    let mut to = 0;
                    while to < self.squares as usize {
                        if set & bit(to) != 0 {
                            self.steps[2 + c][shape][to] |= bit(sq);
                        }
                        to += 1;
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
    }

    const fn slider_groups(&mut self, army: &Army) {
        let mut k = 0;
        while k < army.len as usize {
            let slides = army.kinds[k].slides;
            if slides != 0 {
                let mut g = 0;
                while g < self.groups as usize
                    && (self.group_slides[g] != slides
                        // Shapes of one group land alike, or `aim` would be wrong for one of them.
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

    const fn king_rings(&mut self) {
        let around = KindSpec {
            steps: steps(direction::ORTHOGONAL | direction::DIAGONAL),
            ..KindSpec::NONE
        };
        let mut c = 0;
        while c < 2 {
            let mut k = 0;
            while k < self.squares as usize {
                // The ring of the *other* side's king, attacked by colour c.
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
                    let mut shape = 0;
                    while shape < self.shapes as usize {
                        self.ring_steps[c][k] |= self.steps[2 + c][shape][sq];
                        shape += 1;
                    }
                }
                k += 1;
            }
            c += 1;
        }
    }

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
                    let mut sq = 0;
                    while sq < self.squares as usize {
                        let in_zone = self.zone[c] & bit(sq) != 0;
                        let goals = plain | (promoted & if in_zone { self.all } else { self.zone[c] });
                        if self.steps[c][shape][sq] & goals != 0 || self.slides[c][shape] != 0 {
                            self.check_from[c][shape][king] |= bit(sq);
                        }
                        sq += 1;
                    }
                    king += 1;
                }
                c += 1;
            }
            kind += 1;
        }
    }

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
