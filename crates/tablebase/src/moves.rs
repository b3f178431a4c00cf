//! How pieces move on an empty board, and how they came: moves taken back.
//!
//! Only the paths of pieces are here, made from the army's data; what makes a position or a move illegal is asked of
//! the rules when a table is set up, by which positions that cannot be have no moves. What remains to be known
//! of a move taken back is whether the piece may or must have promoted, and whether a dropped pawn mates.

use crate::material::{MAX_GROUPS, Material};
use crate::placement::{Placement, bits};
use yose_shogi::army::direction;
use yose_shogi::{KindSpec, Promotion};

const OFF: u8 = 0xff;

/// The paths of one kind, for the side that plays up the board.
#[derive(Clone, Debug)]
struct Paths {
    /// The squares from which it steps to each square.
    sources: [u32; 32],
    /// The squares to which it steps from each square.
    targets: [u32; 32],
    /// The directions in which it slides.
    slides: u8,
    /// The squares from which it could never move, if the rules care.
    dead: u32,
}

/// A group's paths.
#[derive(Clone, Debug)]
struct GroupPaths {
    plain: Paths,
    promoted: Option<Paths>,
    pawn: bool,
}

/// The paths of all pieces of a material.
#[derive(Clone, Debug)]
pub(crate) struct PieceMoves {
    groups: Vec<GroupPaths>,
    king: Paths,
    king_steps: [u32; 32],
    /// `next[d][sq]`: the next square in a direction.
    next: [[u8; 32]; 8],
    /// `toward[a][b]`: the direction from `a` to `b` as a bit, if they are on a line, and the squares between.
    toward: Vec<[(u8, u32); 32]>,
    zone: u32,
    compulsory: bool,
    no_pawn_drop_mate: bool,
    symmetric: bool,
    all: u32,
}

/// The most sliders that are looked at; what the rest would forbid is found out later.
const MAX_LINES: usize = 8;

/// What aims at the other king.
struct Aims {
    /// Pieces that attack it by a step.
    steps: u32,
    /// Sliders on a line with it, and the squares between.
    lines: [(u32, u32); MAX_LINES],
    len: usize,
}

impl Aims {
    /// Whether a slider other than `except` attacks the king on a board occupied as given.
    #[inline(always)]
    fn checks(&self, except: u32, occupied: u32) -> bool {
        self.lines[..self.len]
            .iter()
            .any(|&(slider, between)| slider != except && between & occupied == 0)
    }
}

impl PieceMoves {
    pub(crate) fn new(material: &Material) -> PieceMoves {
        let variant = material.variant();
        let (files, ranks) = (i32::from(variant.files), i32::from(variant.ranks));
        let squares = files * ranks;
        let step = |sq: i32, df: i32, dr: i32| {
            let (file, rank) = (sq / ranks + df, sq % ranks + dr);
            ((0..files).contains(&file) && (0..ranks).contains(&rank)).then_some(file * ranks + rank)
        };
        let mut next = [[OFF; 32]; 8];
        for (d, &(df, dr)) in direction::STEPS.iter().enumerate() {
            for sq in 0..squares {
                if let Some(to) = step(sq, df.into(), dr.into()) {
                    next[d][sq as usize] = to as u8;
                }
            }
        }
        let mut toward = vec![[(0u8, 0u32); 32]; 32];
        for from in 0..squares as usize {
            for (d, next) in next.iter().enumerate() {
                let (mut sq, mut between) = (next[from], 0);
                while sq != OFF {
                    toward[from][usize::from(sq)] = (1 << d, between);
                    between |= 1 << sq;
                    sq = next[usize::from(sq)];
                }
            }
        }
        let targets = |spec: &KindSpec, sq: i32| {
            let mut set = 0u32;
            for df in -2..=2i8 {
                for dr in -2..=2i8 {
                    if spec.steps & yose_shogi::army::step(df, dr) != 0
                        && let Some(to) = step(sq, df.into(), dr.into())
                    {
                        set |= 1 << to;
                    }
                }
            }
            set
        };
        let paths = |spec: &KindSpec| {
            let mut paths = Paths {
                sources: [0; 32],
                targets: [0; 32],
                slides: spec.slides,
                dead: 0,
            };
            for sq in 0..squares {
                let to = targets(spec, sq);
                let slides = (0..8).any(|d| spec.slides >> d & 1 != 0 && next[d][sq as usize] != OFF);
                if variant.rules.dead_ends && to == 0 && !slides {
                    paths.dead |= 1 << sq;
                }
                paths.targets[sq as usize] = to;
                for to in bits(to) {
                    paths.sources[to.trailing_zeros() as usize] |= 1 << sq;
                }
            }
            paths
        };
        let army = &variant.army;
        let royal = army.spec(material.royal());
        let mut king_steps = [0; 32];
        for sq in 0..squares {
            king_steps[sq as usize] = targets(royal, sq);
        }
        let groups = material
            .groups()
            .iter()
            .map(|group| GroupPaths {
                plain: paths(army.spec(group.kind)),
                promoted: group.promoted.map(|kind| paths(army.spec(kind))),
                pawn: army.spec(group.kind).pawn,
            })
            .collect();
        let all = u32::MAX >> (32 - squares);
        let mut zone = 0;
        for sq in 0..squares {
            if sq % ranks < i32::from(variant.rules.zone) {
                zone |= 1 << sq;
            }
        }
        let symmetric = army.iter().all(|(_, spec)| mirror_image(spec));
        PieceMoves {
            groups,
            king: paths(royal),
            king_steps,
            next,
            toward,
            zone,
            compulsory: variant.rules.promotion == Promotion::Compulsory,
            no_pawn_drop_mate: variant.rules.pawn_drop_mate,
            symmetric,
            all,
        }
    }

    /// Where a king steps to.
    pub(crate) fn king_steps(&self, sq: u8) -> u32 {
        self.king_steps[usize::from(sq)]
    }

    /// Whether all pieces move alike to the left and to the right.
    pub(crate) fn symmetric(&self) -> bool {
        self.symmetric
    }

    /// The empty squares from which a piece could have come to `to`.
    #[inline(always)]
    fn sources(&self, paths: &Paths, to: u32, empty: u32) -> u32 {
        let mut set = paths.sources[to as usize & 31] & empty;
        for d in bits(u32::from(paths.slides)) {
            // Back along the way it came.
            let back = &self.next[(d.trailing_zeros() as usize & 7) ^ 4];
            let mut sq = back[to as usize & 31];
            while sq != OFF && empty >> sq & 1 != 0 {
                set |= 1 << sq;
                sq = back[usize::from(sq) & 31];
            }
        }
        set
    }

    /// Own pieces that attack the other king, or would if nothing stood between: step by step, and the lines of
    /// sliders. Pieces that could not land on its square are left out.
    fn aims(&self, p: &Placement) -> Aims {
        let king = usize::from(p.kings[1]) & 31;
        let king_bit = 1u32 << king;
        let mut aims = Aims {
            steps: 0,
            lines: [(0, 0); MAX_LINES],
            len: 0,
        };
        for (g, group) in self.groups.iter().enumerate() {
            let own = p.of[g] & p.own;
            let promoted = group.promoted.as_ref().map(|paths| (own & p.promoted, paths));
            for (set, paths) in [Some((own & !p.promoted, &group.plain)), promoted]
                .into_iter()
                .flatten()
            {
                if paths.dead & king_bit != 0 {
                    continue;
                }
                aims.steps |= set & paths.sources[king];
                if paths.slides == 0 {
                    continue;
                }
                for bit in bits(set) {
                    let (direction, between) = self.toward[bit.trailing_zeros() as usize & 31][king];
                    if paths.slides & direction != 0 && aims.len < MAX_LINES {
                        aims.lines[aims.len] = (bit, between);
                        aims.len += 1;
                    }
                }
            }
        }
        aims
    }

    /// Whether a piece on `from` attacks the king, on a board occupied as given.
    #[inline(always)]
    fn attacks(&self, paths: &Paths, from: u32, king: u32, occupied: u32) -> bool {
        if paths.dead >> king & 1 != 0 {
            return false;
        }
        if paths.sources[king as usize & 31] & from != 0 {
            return true;
        }
        if paths.slides == 0 {
            return false;
        }
        let (direction, between) = self.toward[from.trailing_zeros() as usize & 31][king as usize & 31];
        paths.slides & direction != 0 && between & occupied == 0
    }

    /// Whether a piece attacks a king from so near that nothing can stand between.
    #[inline(always)]
    pub(crate) fn touches(&self, group: usize, promoted: bool, from: u32, king: u8) -> bool {
        let group = &self.groups[group];
        match &group.promoted {
            Some(paths) if promoted => self.attacks(paths, from, king.into(), self.all),
            _ => self.attacks(&group.plain, from, king.into(), self.all),
        }
    }

    /// Every placement from which a move of the side that has just moved may have led here. `after` is the
    /// position *as that side sees it*; what is found is seen by the same side, which is to move in it. Placements
    /// that break rules are found as well. `mated`: the side to move has no legal move.
    #[inline]
    pub(crate) fn before(&self, after: &Placement, mated: bool, found: &mut impl FnMut(&Placement)) {
        let mut pieces = 0;
        for g in 0..self.groups.len() {
            pieces |= after.of[g];
        }
        let empty = self.all & !pieces & !(1u32 << after.kings[0] | 1u32 << after.kings[1]);
        let occupied = self.all & !empty;
        let king = u32::from(after.kings[1]);
        // The other king was not in check: whoever gives check now has just come, or a line was just opened.
        let aims = self.aims(after);
        if aims.steps & aims.steps.wrapping_sub(1) != 0 {
            return;
        }
        for (g, group) in self.groups.iter().enumerate() {
            for bit in bits(after.of[g] & after.own) {
                if aims.steps & !bit != 0 {
                    continue;
                }
                let to = bit.trailing_zeros();
                let mut lifted = *after;
                lifted.of[g] ^= bit;
                lifted.own ^= bit;
                lifted.promoted &= !bit;
                let promoted = after.promoted & bit != 0;
                if !promoted {
                    let mates = mated
                        && group.pawn
                        && self.no_pawn_drop_mate
                        && group.plain.sources[usize::from(after.kings[1]) & 31] & bit != 0;
                    if !mates && !aims.checks(bit, occupied ^ bit) {
                        let mut dropped = lifted;
                        dropped.hand[g] += 1;
                        found(&dropped);
                    }
                }
                let mut plain = self.sources(&group.plain, to, empty);
                let mut stayed = 0;
                match &group.promoted {
                    Some(paths) if promoted => {
                        stayed = self.sources(paths, to, empty);
                        // It promoted now, entering the zone, leaving it or inside it.
                        plain &= if self.zone & bit == 0 { self.zone } else { !0 };
                    }
                    Some(_) if self.compulsory => {
                        plain &= if self.zone & bit == 0 { !self.zone } else { 0 };
                    }
                    _ => {}
                }
                let mut from_squares = |paths: &Paths, from_squares: u32, promoted: bool| {
                    for from in bits(from_squares) {
                        // With the square it came to empty, and with a piece taken there.
                        let (quiet, taking) = (occupied ^ bit | from, occupied | from);
                        let quiet = !aims.checks(bit, quiet) && !self.attacks(paths, from, king, quiet);
                        let taking =
                            quiet || !aims.checks(bit, taking) && !self.attacks(paths, from, king, taking);
                        if !taking {
                            continue;
                        }
                        let mut before = lifted;
                        before.of[g] |= from;
                        before.own |= from;
                        before.promoted |= if promoted { from } else { 0 };
                        if quiet {
                            found(&before);
                        }
                        self.captures(&before, bit, found);
                    }
                };
                from_squares(&group.plain, plain, false);
                if let Some(paths) = &group.promoted {
                    from_squares(paths, stayed, true);
                }
            }
        }
        if aims.steps == 0 {
            let to = 1u32 << after.kings[0];
            for from in bits(self.sources(&self.king, u32::from(after.kings[0]), empty)) {
                let quiet = !aims.checks(0, occupied ^ to | from);
                if !quiet && aims.checks(0, occupied | from) {
                    continue;
                }
                let mut before = *after;
                before.kings[0] = from.trailing_zeros() as u8;
                if quiet {
                    found(&before);
                }
                self.captures(&before, to, found);
            }
        }
    }

    /// Every placement to which the side to move may go, kings in danger or not: for rules under which kings are taken and
    /// nothing forbids a drop. What is found is seen by the side that has moved. Its king must not be
    /// able to take the other: no move is made onto a king.
    #[inline]
    pub(crate) fn after(&self, p: &Placement, found: &mut impl FnMut(&Placement)) {
        let mut pieces = 0;
        for g in 0..self.groups.len() {
            pieces |= p.of[g];
        }
        let kings = 1u32 << p.kings[0] | 1u32 << p.kings[1];
        let empty = self.all & !pieces & !kings;
        let open = empty | pieces & !p.own;
        for (g, group) in self.groups.iter().enumerate() {
            if p.hand[g] > 0 {
                let mut dropped = *p;
                dropped.hand[g] -= 1;
                for bit in bits(empty) {
                    let mut dropped = dropped;
                    dropped.of[g] |= bit;
                    dropped.own |= bit;
                    found(&dropped);
                }
            }
            for from in bits(p.of[g] & p.own) {
                let promoted = p.promoted & from != 0;
                let paths = match &group.promoted {
                    Some(paths) if promoted => paths,
                    _ => &group.plain,
                };
                for to in bits(self.targets(paths, from.trailing_zeros(), empty, open)) {
                    let mut moved = self.taking(p, to);
                    moved.of[g] ^= from ^ to;
                    moved.own ^= from ^ to;
                    moved.promoted &= !from;
                    let may = group.promoted.is_some() && !promoted && self.zone & (from | to) != 0;
                    if !(may && self.compulsory) {
                        moved.promoted |= if promoted { to } else { 0 };
                        found(&moved);
                    }
                    if may {
                        moved.promoted |= to;
                        found(&moved);
                    }
                }
            }
        }
        for to in bits(self.king.targets[usize::from(p.kings[0]) & 31] & open) {
            let mut moved = self.taking(p, to);
            moved.kings[0] = to.trailing_zeros() as u8;
            found(&moved);
        }
    }

    /// The squares to which a piece can go: those it can reach over empty ones and that are open to it.
    #[inline(always)]
    fn targets(&self, paths: &Paths, from: u32, empty: u32, open: u32) -> u32 {
        let mut set = paths.targets[from as usize & 31];
        for d in bits(u32::from(paths.slides)) {
            let next = &self.next[d.trailing_zeros() as usize & 7];
            let mut sq = next[from as usize & 31];
            while sq != OFF {
                set |= 1 << sq;
                if empty >> sq & 1 == 0 {
                    break;
                }
                sq = next[usize::from(sq) & 31];
            }
        }
        set & open
    }

    /// The placement with what stands on `to` in the hand of the side to move.
    #[inline(always)]
    fn taking(&self, p: &Placement, to: u32) -> Placement {
        let mut taken = *p;
        for g in 0..self.groups.len() {
            taken.hand[g] += u8::from(taken.of[g] & to != 0);
            taken.of[g] &= !to;
        }
        taken.promoted &= !to;
        taken
    }

    /// Whether the side to move can take the other king.
    #[inline]
    pub(crate) fn takes_king(&self, p: &Placement) -> bool {
        if self.king_steps[usize::from(p.kings[0]) & 31] >> p.kings[1] & 1 != 0 {
            return true;
        }
        let aims = self.aims(p);
        let mut occupied = 1u32 << p.kings[0] | 1u32 << p.kings[1];
        for g in 0..self.groups.len() {
            occupied |= p.of[g];
        }
        aims.steps != 0 || aims.checks(0, occupied)
    }

    /// A move to `to` took one of the pieces now in hand.
    #[inline(always)]
    fn captures(&self, before: &Placement, to: u32, found: &mut impl FnMut(&Placement)) {
        for (g, group) in self.groups.iter().enumerate().take(MAX_GROUPS) {
            if before.hand[g] == 0 {
                continue;
            }
            let mut taken = *before;
            taken.hand[g] -= 1;
            taken.of[g] |= to;
            found(&taken);
            if group.promoted.is_some() {
                taken.promoted |= to;
                found(&taken);
            }
        }
    }
}

/// Whether a piece moves alike to the left and to the right.
fn mirror_image(spec: &KindSpec) -> bool {
    let steps = (-2..=2i8).all(|df| {
        (-2..=2i8).all(|dr| {
            (spec.steps & yose_shogi::army::step(df, dr) == 0)
                == (spec.steps & yose_shogi::army::step(-df, dr) == 0)
        })
    });
    let slides = (0..8).all(|d| {
        let (df, dr) = direction::STEPS[d];
        let other = direction::STEPS.iter().position(|&s| s == (-df, dr));
        other.is_some_and(|other| spec.slides >> d & 1 == spec.slides >> other & 1)
    });
    steps && slides
}
