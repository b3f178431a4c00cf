//! A perfect index: every placement of the material has a number. There are no gaps for placements
//! with two pieces on one square.
//!
//! From its most significant to its least significant part, a number consists of:
//!
//! 1. The kings. Pairs of kings that attack each other have no numbers, and one of two mirror
//!    images is kept.
//! 2. For each group, how many of its pieces are on the board, on which of the *free* squares (a
//!    combination in colexicographic order), the owner and promotion of each piece (one digit for
//!    each piece), and how many of the other pieces the side to move holds.
//!
//! The index ignores rules that forbid single placements (dead ends, nifu, a king that can be
//! captured). About half of the numbers of 3x4 shogi are legal positions.
//!
//! *Mirror images.* The king of the side to move stands in one half of the board or on the middle
//! file. On the middle file the other king decides. If both kings are on the middle file, a
//! placement and its mirror image both have numbers, and the smaller number is used. If some piece
//! moves differently to the left and to the right, mirror images are not merged.

use crate::error::TableError;
use crate::material::{MAX_GROUPS, MAX_TOTAL, Material};
use crate::moves::PieceMoves;
use crate::placement::{Placement, bits};

/// The largest size of an index. With two bytes for each entry this is 2 GB.
pub(crate) const MAX_SIZE: u64 = 1 << 30;
const NO_SLOT: u16 = u16::MAX;

/// The number of bits of each set of at most twelve squares. A table lookup, because without a
/// special instruction a processor needs a dozen instructions, four times for each number.
const BIT_COUNTS: [u8; 1 << 12] = {
    let mut ones = [0; 1 << 12];
    let mut set = 1;
    while set < ones.len() {
        ones[set] = ones[set / 2] + (set % 2) as u8;
        set += 1;
    }
    ones
};

/// How a pair of kings is numbered.
#[derive(Clone, Copy, Debug)]
struct KingPair {
    slot: u16,
    /// Whether the placement must be mirrored first.
    mirror: bool,
    /// Whether both kings are on the middle file.
    on_middle_file: bool,
}

/// The weights of one group in a number.
#[derive(Clone, Debug)]
struct GroupWeights {
    total: u32,
    /// The number of values of a digit: two owners, times two if the group can promote.
    states: u32,
    /// Powers of `states`.
    power: [u32; MAX_TOTAL + 1],
    /// `base[f][b]`: how many numbers have fewer than `b` pieces on `f` free squares.
    base: [[u32; MAX_TOTAL + 1]; 33],
    /// `after[f]`: how many numbers the groups after this one have on `f` free squares.
    after: [u32; 33],
}

/// The index of a material.
#[derive(Clone, Debug)]
pub struct Index {
    squares: u32,
    files: u32,
    ranks: u32,
    kings: Vec<KingPair>,
    slots: Vec<[u8; 2]>,
    groups: Vec<GroupWeights>,
    choose: [[u32; MAX_TOTAL + 1]; 33],
    per_slot: u32,
    size: u32,
}

/// The number of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacementIndex {
    /// The number of the placement or of its mirror image.
    pub index: u32,
    /// Whether the number belongs to the mirror image.
    pub flipped: bool,
    /// Whether the placement equals its mirror image.
    pub symmetric: bool,
}

impl Index {
    /// The index of a material.
    pub(crate) fn new(material: &Material, moves: &PieceMoves) -> Result<Index, TableError> {
        Index::of(material, moves, false)
    }

    /// The same index, followed by the numbers of kings that attack each other.
    pub(crate) fn with_adjacent_kings(material: &Material, moves: &PieceMoves) -> Result<Index, TableError> {
        Index::of(material, moves, true)
    }

    fn of(material: &Material, moves: &PieceMoves, adjacent_kings: bool) -> Result<Index, TableError> {
        let variant = material.variant();
        let (files, ranks) = (u32::from(variant.files), u32::from(variant.ranks));
        let squares = files * ranks;
        let mut choose = [[0u32; MAX_TOTAL + 1]; 33];
        for n in 0..33 {
            choose[n][0] = 1;
            for k in 1..=MAX_TOTAL.min(n) {
                choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            }
        }
        let mut kings = KingSlots::new(squares, files, ranks, moves);
        kings.assign(false, moves);
        if adjacent_kings {
            kings.assign(true, moves);
        }
        let KingSlots { kings, slots, .. } = kings;
        // From the last group to the first. Sizes are `u128` until they are known to fit.
        let mut after = [1u128; 33];
        let mut groups = Vec::new();
        let mut too_large = false;
        for group in material.groups().iter().rev() {
            let total = u32::from(group.total);
            let states: u32 = if group.promoted.is_some() { 4 } else { 2 };
            let mut weights = GroupWeights {
                total,
                states,
                power: std::array::from_fn(|b| states.pow(b as u32)),
                base: [[0; MAX_TOTAL + 1]; 33],
                after: after.map(|n| u32::try_from(n).unwrap_or(u32::MAX)),
            };
            let mut sizes = [0u128; 33];
            for f in 0..33usize {
                for b in 0..=(total as usize).min(f) {
                    let base = u32::try_from(sizes[f]);
                    too_large |= base.is_err() && f as u32 <= squares - 2;
                    weights.base[f][b] = base.unwrap_or(u32::MAX);
                    sizes[f] += u128::from(choose[f][b])
                        * u128::from(states).pow(b as u32)
                        * u128::from(total - b as u32 + 1)
                        * after[f - b];
                }
            }
            after = sizes;
            groups.push(weights);
        }
        groups.reverse();
        let per_slot = after[squares as usize - 2];
        let size = per_slot * slots.len() as u128;
        if too_large || size > u128::from(MAX_SIZE) {
            return Err(TableError::TooLarge {
                positions: size,
                most: MAX_SIZE,
            });
        }
        Ok(Index {
            squares,
            files,
            ranks,
            kings,
            slots,
            groups,
            choose,
            per_slot: per_slot as u32,
            size: size as u32,
        })
    }

    /// How many numbers there are.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// How many placements there are without merging turned boards and mirror images: every pair of
    /// squares counts for the kings.
    pub fn arrangements(&self) -> u64 {
        u64::from(self.squares) * u64::from(self.squares - 1) * u64::from(self.per_slot)
    }

    /// The pairs of kings that have numbers, in order.
    pub(crate) fn slots(&self) -> &[[u8; 2]] {
        &self.slots
    }

    /// How many numbers a pair of kings has.
    pub(crate) fn per_slot(&self) -> u32 {
        self.per_slot
    }

    /// How many numbers the groups after `group` have on `free` free squares.
    pub(crate) fn after(&self, group: usize, free: usize) -> u32 {
        self.groups[group].after[free]
    }

    /// The first number, within its group, of placements with `on_board` pieces on the board.
    pub(crate) fn base(&self, group: usize, free: usize, on_board: usize) -> u32 {
        self.groups[group].base[free][on_board]
    }

    /// The number of values of a digit: owner and promotion of one piece of the group.
    pub(crate) fn states(&self, group: usize) -> u32 {
        self.groups[group].states
    }

    /// The squares that two kings leave free, in ascending order.
    pub(crate) fn free(&self, kings: [u8; 2]) -> Vec<u8> {
        (0..self.squares as u8).filter(|sq| !kings.contains(sq)).collect()
    }

    /// Whether both kings are on the middle file, so that mirror images both have numbers.
    pub(crate) fn on_middle_file(&self, kings: [u8; 2]) -> bool {
        self.pair(kings).on_middle_file
    }

    /// The placement or its mirror image, whichever needs no mirroring for its kings. Then a
    /// backward move of another piece needs no mirroring either.
    pub(crate) fn normalised(&self, p: Placement) -> Placement {
        if self.pair(p.kings).mirror {
            self.mirrored(&p)
        } else {
            p
        }
    }

    #[inline(always)]
    fn pair(&self, kings: [u8; 2]) -> KingPair {
        self.kings[usize::from(kings[0]) * self.squares as usize + usize::from(kings[1])]
    }

    /// The mirror image of a set of squares.
    #[inline(always)]
    fn mirrored_set(&self, set: u32) -> u32 {
        let run = (1u32 << self.ranks) - 1;
        let mut mirrored = 0;
        for file in 0..self.files {
            mirrored |= (set >> (file * self.ranks) & run) << ((self.files - 1 - file) * self.ranks);
        }
        mirrored
    }

    /// The mirror image of a placement.
    #[inline(always)]
    pub(crate) fn mirrored(&self, p: &Placement) -> Placement {
        let square = |sq: u8| {
            let (file, rank) = (u32::from(sq) / self.ranks, u32::from(sq) % self.ranks);
            ((self.files - 1 - file) * self.ranks + rank) as u8
        };
        let mut mirrored = Placement {
            kings: p.kings.map(square),
            own: self.mirrored_set(p.own),
            promoted: self.mirrored_set(p.promoted),
            groups: [0; MAX_GROUPS],
            hand: p.hand,
        };
        for g in 0..self.groups.len() {
            mirrored.groups[g] = self.mirrored_set(p.groups[g]);
        }
        mirrored
    }

    /// How many squares a set has.
    #[inline(always)]
    fn bit_count(&self, set: u32) -> u32 {
        if self.squares <= 12 {
            u32::from(BIT_COUNTS[set as usize & 0xfff])
        } else {
            set.count_ones()
        }
    }

    /// The number of a placement whose kings have this slot.
    #[inline(always)]
    fn number(&self, slot: u16, p: &Placement) -> u32 {
        let mut number = u32::from(slot) * self.per_slot;
        let mut taken = 1u32 << p.kings[0] | 1u32 << p.kings[1];
        let mut free = self.squares as usize - 2;
        for (g, weights) in self.groups.iter().enumerate() {
            let (mut combination, mut state, mut on_board) = (0, 0, 0usize);
            for bit in bits(p.groups[g]) {
                let rank = bit.trailing_zeros() - self.bit_count(taken & (bit - 1));
                on_board += 1;
                combination += self.choose[rank as usize & 31][on_board];
                let digit = u32::from(p.own & bit == 0) | u32::from(p.promoted & bit != 0) << 1;
                state = state * weights.states + digit;
            }
            let splits = weights.total + 1 - on_board as u32;
            let within = (combination * weights.power[on_board] + state) * splits + u32::from(p.hand[g]);
            number += weights.base[free][on_board] + within * weights.after[free - on_board];
            taken |= p.groups[g];
            free -= on_board;
        }
        number
    }

    /// The number of a placement; `None` if the kings attack each other.
    #[inline]
    pub fn locate(&self, p: &Placement) -> Option<PlacementIndex> {
        let kings = self.pair(p.kings);
        if kings.slot == NO_SLOT {
            return None;
        }
        if kings.mirror {
            return Some(PlacementIndex {
                index: self.number(kings.slot, &self.mirrored(p)),
                flipped: true,
                symmetric: false,
            });
        }
        let index = self.number(kings.slot, p);
        if !kings.on_middle_file {
            return Some(PlacementIndex {
                index,
                flipped: false,
                symmetric: false,
            });
        }
        let other = self.number(kings.slot, &self.mirrored(p));
        Some(PlacementIndex {
            index: index.min(other),
            flipped: other < index,
            symmetric: other == index,
        })
    }

    /// The placement with this number, which must be below [`Index::size`].
    pub fn placement(&self, index: u32) -> Placement {
        let slot = index / self.per_slot;
        let mut rest = index % self.per_slot;
        let mut p = Placement {
            kings: self.slots[slot as usize],
            ..Placement::default()
        };
        let mut empty = (u32::MAX >> (32 - self.squares)) & !(1u32 << p.kings[0] | 1u32 << p.kings[1]);
        let mut free = self.squares as usize - 2;
        for (g, weights) in self.groups.iter().enumerate() {
            let mut on_board = (weights.total as usize).min(free);
            while weights.base[free][on_board] > rest {
                on_board -= 1;
            }
            rest -= weights.base[free][on_board];
            let after = weights.after[free - on_board];
            let mut within = rest / after;
            rest %= after;
            let splits = weights.total + 1 - on_board as u32;
            p.hand[g] = (within % splits) as u8;
            within /= splits;
            let mut state = within % weights.power[on_board];
            let mut combination = within / weights.power[on_board];
            let mut rank = free;
            for k in (1..=on_board).rev() {
                rank -= 1;
                while self.choose[rank][k] > combination {
                    rank -= 1;
                }
                combination -= self.choose[rank][k];
                let bit = nth(empty, rank);
                let digit = state % weights.states;
                state /= weights.states;
                p.groups[g] |= bit;
                p.own |= if digit & 1 == 0 { bit } else { 0 };
                p.promoted |= if digit & 2 != 0 { bit } else { 0 };
            }
            empty &= !p.groups[g];
            free -= on_board;
        }
        p
    }
}

/// The `n`th bit of a set, from 0.
#[inline(always)]
fn nth(mut set: u32, n: usize) -> u32 {
    for _ in 0..n {
        set &= set - 1;
    }
    set & set.wrapping_neg()
}

/// Assigns numbers to pairs of kings.
struct KingSlots {
    squares: u32,
    files: u32,
    ranks: u32,
    kings: Vec<KingPair>,
    slots: Vec<[u8; 2]>,
}

impl KingSlots {
    fn new(squares: u32, files: u32, ranks: u32, moves: &PieceMoves) -> KingSlots {
        let none = KingPair {
            slot: NO_SLOT,
            mirror: false,
            on_middle_file: false,
        };
        let mut slots = KingSlots {
            squares,
            files,
            ranks,
            kings: vec![none; (squares * squares) as usize],
            slots: Vec::new(),
        };
        if moves.symmetric() {
            for (a, b) in slots.pairs() {
                let at = slots.at(a, b);
                slots.kings[at].mirror = slots.flipped(a, b);
            }
        }
        slots
    }

    fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let squares = self.squares;
        (0..squares).flat_map(move |a| (0..squares).map(move |b| (a, b)))
    }

    fn at(&self, a: u32, b: u32) -> usize {
        (a * self.squares + b) as usize
    }

    /// The half of the board: negative is kept, positive is mirrored, zero is the middle file.
    fn side(&self, sq: u32) -> i32 {
        (sq / self.ranks) as i32 * 2 - (self.files as i32 - 1)
    }

    fn flipped(&self, a: u32, b: u32) -> bool {
        match self.side(a) {
            0 => self.side(b) > 0,
            s => s > 0,
        }
    }

    /// Assigns numbers to the pairs that attack each other, or to the pairs that do not.
    fn assign(&mut self, touching: bool, moves: &PieceMoves) {
        let (files, ranks) = (self.files, self.ranks);
        let mirror = |sq: u32| (files - 1 - sq / ranks) * ranks + sq % ranks;
        let selected = |a: u32, b: u32| a != b && (moves.king_steps(a as u8) >> b & 1 != 0) == touching;
        for (a, b) in self.pairs().filter(|&(a, b)| selected(a, b)) {
            let at = self.at(a, b);
            if !self.kings[at].mirror {
                self.kings[at].slot = self.slots.len() as u16;
                self.kings[at].on_middle_file = moves.symmetric() && self.side(a) == 0 && self.side(b) == 0;
                self.slots.push([a as u8, b as u8]);
            }
        }
        for (a, b) in self.pairs().filter(|&(a, b)| selected(a, b)) {
            let at = self.at(a, b);
            if self.kings[at].mirror {
                self.kings[at].slot = self.kings[self.at(mirror(a), mirror(b))].slot;
            }
        }
    }
}
