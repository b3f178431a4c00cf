//! How pieces move on a board, forwards and backwards.
//!
//! Only the movement of pieces is here, made from the data of the army. The full rules decide which
//! placements are legal when a table is set up, and illegal placements have no moves there. So a
//! backward move only needs to know whether the piece may or must have promoted, and whether a
//! dropped pawn mates.

use crate::material::{MAX_GROUPS, Material};
use crate::placement::{Placement, bits};
use yose_shogi::army::direction;
use yose_shogi::{KindSpec, Promotion};

const OFF_BOARD: u8 = 0xff;

/// The movement of one kind, for the side that plays up the board.
#[derive(Clone, Debug)]
struct Paths {
    /// For each square, the squares from which the kind steps to it.
    sources: [u32; 32],
    /// For each square, the squares to which the kind steps.
    targets: [u32; 32],
    /// The directions in which the kind slides.
    slides: u8,
    /// The squares on which the kind can never move again, if the rules forbid such squares.
    dead_ends: u32,
}

/// The movement of the pieces of a group.
#[derive(Clone, Debug)]
struct GroupPaths {
    plain: Paths,
    promoted: Option<Paths>,
    pawn: bool,
}

/// The movement of all pieces of a material.
#[derive(Clone, Debug)]
pub(crate) struct PieceMoves {
    groups: Vec<GroupPaths>,
    king: Paths,
    king_steps: [u32; 32],
    /// `next[d][sq]`: the next square in a direction, or `OFF_BOARD`.
    next: [[u8; 32]; 8],
    /// `toward[a][b]`: if `a` and `b` are on one line, the direction from `a` to `b` as a bit, and
    /// the squares between.
    toward: Vec<[(u8, u32); 32]>,
    zone: u32,
    compulsory: bool,
    no_pawn_drop_mate: bool,
    symmetric: bool,
    all: u32,
}

/// The largest number of sliders that are checked. If there are more, some illegal placements pass,
/// and the counters of the table reject them later.
const MAX_SLIDERS: usize = 8;

/// The pieces that attack the other king, or would attack it if no piece stood between.
struct Attackers {
    /// The pieces that attack the king by a step.
    steps: u32,
    /// The sliders on a line with the king, and the squares between.
    lines: [(u32, u32); MAX_SLIDERS],
    len: usize,
}

impl Attackers {
    /// Whether a slider other than `except` attacks the king, given the occupied squares.
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
        let mut next = [[OFF_BOARD; 32]; 8];
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
                while sq != OFF_BOARD {
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
                dead_ends: 0,
            };
            for sq in 0..squares {
                let to = targets(spec, sq);
                let slides = (0..8).any(|d| spec.slides >> d & 1 != 0 && next[d][sq as usize] != OFF_BOARD);
                if variant.rules.dead_ends && to == 0 && !slides {
                    paths.dead_ends |= 1 << sq;
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
        let symmetric = army.iter().all(|(_, spec)| is_mirror_symmetric(spec));
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

    /// The squares to which a king steps.
    pub(crate) fn king_steps(&self, sq: u8) -> u32 {
        self.king_steps[usize::from(sq)]
    }

    /// Whether all pieces move alike to the left and to the right.
    pub(crate) fn symmetric(&self) -> bool {
        self.symmetric
    }

    /// The empty squares from which a piece could have moved to `to`.
    #[inline(always)]
    fn sources(&self, paths: &Paths, to: u32, empty: u32) -> u32 {
        let mut set = paths.sources[to as usize & 31] & empty;
        for d in bits(u32::from(paths.slides)) {
            // Slide backwards.
            let back = &self.next[(d.trailing_zeros() as usize & 7) ^ 4];
            let mut sq = back[to as usize & 31];
            while sq != OFF_BOARD && empty >> sq & 1 != 0 {
                set |= 1 << sq;
                sq = back[usize::from(sq) & 31];
            }
        }
        set
    }

    /// The own pieces that attack the other king by a step, and the sliders on a line with it.
    /// Pieces that could not stay on its square are left out.
    fn attackers(&self, p: &Placement) -> Attackers {
        let king = usize::from(p.kings[1]) & 31;
        let king_bit = 1u32 << king;
        let mut attackers = Attackers {
            steps: 0,
            lines: [(0, 0); MAX_SLIDERS],
            len: 0,
        };
        for (g, group) in self.groups.iter().enumerate() {
            let own = p.groups[g] & p.own;
            let promoted = group.promoted.as_ref().map(|paths| (own & p.promoted, paths));
            for (set, paths) in [Some((own & !p.promoted, &group.plain)), promoted]
                .into_iter()
                .flatten()
            {
                if paths.dead_ends & king_bit != 0 {
                    continue;
                }
                attackers.steps |= set & paths.sources[king];
                if paths.slides == 0 {
                    continue;
                }
                for bit in bits(set) {
                    let (direction, between) = self.toward[bit.trailing_zeros() as usize & 31][king];
                    if paths.slides & direction != 0 && attackers.len < MAX_SLIDERS {
                        attackers.lines[attackers.len] = (bit, between);
                        attackers.len += 1;
                    }
                }
            }
        }
        attackers
    }

    /// Whether a piece on `from` attacks the king, given the occupied squares.
    #[inline(always)]
    fn attacks(&self, paths: &Paths, from: u32, king: u32, occupied: u32) -> bool {
        if paths.dead_ends >> king & 1 != 0 {
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

    /// Whether a piece attacks a king so directly that no piece can stand between.
    #[inline(always)]
    pub(crate) fn attacks_directly(&self, group: usize, promoted: bool, from: u32, king: u8) -> bool {
        let group = &self.groups[group];
        match &group.promoted {
            Some(paths) if promoted => self.attacks(paths, from, king.into(), self.all),
            _ => self.attacks(&group.plain, from, king.into(), self.all),
        }
    }

    /// Calls `found` with every placement from which a move of the side that has just moved may
    /// lead to `after`. `after` and the placements are seen by that side, which is to move in them.
    /// They may break rules. `mated` says that the side to move has no legal move.
    #[inline]
    pub(crate) fn predecessors(&self, after: &Placement, mated: bool, found: &mut impl FnMut(&Placement)) {
        let mut pieces = 0;
        for g in 0..self.groups.len() {
            pieces |= after.groups[g];
        }
        let empty = self.all & !pieces & !(1u32 << after.kings[0] | 1u32 << after.kings[1]);
        let occupied = self.all & !empty;
        let king = u32::from(after.kings[1]);
        // The other king was not in check before the move. So a piece that gives check has just
        // moved, or the move has just opened its line.
        let attackers = self.attackers(after);
        if attackers.steps & attackers.steps.wrapping_sub(1) != 0 {
            return;
        }
        for (g, group) in self.groups.iter().enumerate() {
            for bit in bits(after.groups[g] & after.own) {
                if attackers.steps & !bit != 0 {
                    continue;
                }
                let to = bit.trailing_zeros();
                let mut lifted = *after;
                lifted.groups[g] ^= bit;
                lifted.own ^= bit;
                lifted.promoted &= !bit;
                let promoted = after.promoted & bit != 0;
                if !promoted {
                    let mates = mated
                        && group.pawn
                        && self.no_pawn_drop_mate
                        && group.plain.sources[usize::from(after.kings[1]) & 31] & bit != 0;
                    if !mates && !attackers.checks(bit, occupied ^ bit) {
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
                        // The piece promoted with this move: it entered the zone, left it or moved
                        // inside it.
                        plain &= if self.zone & bit == 0 { self.zone } else { !0 };
                    }
                    Some(_) if self.compulsory => {
                        plain &= if self.zone & bit == 0 { !self.zone } else { 0 };
                    }
                    _ => {}
                }
                let mut from_squares = |paths: &Paths, from_squares: u32, promoted: bool| {
                    for from in bits(from_squares) {
                        // Without a capture the square `to` was empty before. With a capture a
                        // piece stood there.
                        let (quiet, taking) = (occupied ^ bit | from, occupied | from);
                        let quiet = !attackers.checks(bit, quiet) && !self.attacks(paths, from, king, quiet);
                        let taking = quiet
                            || !attackers.checks(bit, taking) && !self.attacks(paths, from, king, taking);
                        if !taking {
                            continue;
                        }
                        let mut before = lifted;
                        before.groups[g] |= from;
                        before.own |= from;
                        before.promoted |= if promoted { from } else { 0 };
                        if quiet {
                            found(&before);
                        }
                        self.undo_capture(&before, bit, found);
                    }
                };
                from_squares(&group.plain, plain, false);
                if let Some(paths) = &group.promoted {
                    from_squares(paths, stayed, true);
                }
            }
        }
        if attackers.steps == 0 {
            let to = 1u32 << after.kings[0];
            for from in bits(self.sources(&self.king, u32::from(after.kings[0]), empty)) {
                let quiet = !attackers.checks(0, occupied ^ to | from);
                if !quiet && attackers.checks(0, occupied | from) {
                    continue;
                }
                let mut before = *after;
                before.kings[0] = from.trailing_zeros() as u8;
                if quiet {
                    found(&before);
                }
                self.undo_capture(&before, to, found);
            }
        }
    }

    /// Calls `found` with every placement that the side to move may reach, whether or not its king
    /// is attacked. This fits rules under which kings are captured and all drops are allowed. The
    /// placements are seen by the side that has moved. No move goes onto a king, so the side to
    /// move must not be able to capture the other king.
    #[inline]
    pub(crate) fn successors(&self, p: &Placement, found: &mut impl FnMut(&Placement)) {
        let mut pieces = 0;
        for g in 0..self.groups.len() {
            pieces |= p.groups[g];
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
                    dropped.groups[g] |= bit;
                    dropped.own |= bit;
                    found(&dropped);
                }
            }
            for from in bits(p.groups[g] & p.own) {
                let promoted = p.promoted & from != 0;
                let paths = match &group.promoted {
                    Some(paths) if promoted => paths,
                    _ => &group.plain,
                };
                for to in bits(self.targets(paths, from.trailing_zeros(), empty, open)) {
                    let mut moved = self.with_capture(p, to);
                    moved.groups[g] ^= from ^ to;
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
            let mut moved = self.with_capture(p, to);
            moved.kings[0] = to.trailing_zeros() as u8;
            found(&moved);
        }
    }

    /// The squares that a piece can reach over empty squares and that are open to it.
    #[inline(always)]
    fn targets(&self, paths: &Paths, from: u32, empty: u32, open: u32) -> u32 {
        let mut set = paths.targets[from as usize & 31];
        for d in bits(u32::from(paths.slides)) {
            let next = &self.next[d.trailing_zeros() as usize & 7];
            let mut sq = next[from as usize & 31];
            while sq != OFF_BOARD {
                set |= 1 << sq;
                if empty >> sq & 1 == 0 {
                    break;
                }
                sq = next[usize::from(sq) & 31];
            }
        }
        set & open
    }

    /// The placement after the side to move has captured the piece on `to`, if there is one.
    #[inline(always)]
    fn with_capture(&self, p: &Placement, to: u32) -> Placement {
        let mut taken = *p;
        for g in 0..self.groups.len() {
            taken.hand[g] += u8::from(taken.groups[g] & to != 0);
            taken.groups[g] &= !to;
        }
        taken.promoted &= !to;
        taken
    }

    /// Whether the side to move can capture the other king.
    #[inline]
    pub(crate) fn takes_king(&self, p: &Placement) -> bool {
        if self.king_steps[usize::from(p.kings[0]) & 31] >> p.kings[1] & 1 != 0 {
            return true;
        }
        let attackers = self.attackers(p);
        let mut occupied = 1u32 << p.kings[0] | 1u32 << p.kings[1];
        for g in 0..self.groups.len() {
            occupied |= p.groups[g];
        }
        attackers.steps != 0 || attackers.checks(0, occupied)
    }

    /// Calls `found` with the placements before a move to `to` that captured a piece now in hand.
    #[inline(always)]
    fn undo_capture(&self, before: &Placement, to: u32, found: &mut impl FnMut(&Placement)) {
        for (g, group) in self.groups.iter().enumerate().take(MAX_GROUPS) {
            if before.hand[g] == 0 {
                continue;
            }
            let mut taken = *before;
            taken.hand[g] -= 1;
            taken.groups[g] |= to;
            found(&taken);
            if group.promoted.is_some() {
                taken.promoted |= to;
                found(&taken);
            }
        }
    }
}

/// Whether a piece moves alike to the left and to the right.
fn is_mirror_symmetric(spec: &KindSpec) -> bool {
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
