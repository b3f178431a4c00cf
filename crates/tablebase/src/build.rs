//! Retrograde analysis: from the ends of games back to all positions that lead to them.
//!
//! 1. Every placement of the index is put on a board. The rules decide whether it is a position and
//!    count its moves. This count is the counter of the position. Illegal placements and ends of
//!    games have no counter.
//! 2. Distance by distance, moves are taken back from every position that was decided at the
//!    previous distance. A predecessor of a loss is a win, one ply longer, and its counter becomes
//!    zero. A predecessor of a win decrements its counter. At zero every move loses, and the last
//!    move found is the longest resistance.
//! 3. The other positions can avoid losing forever but cannot win: they are draws.
//!
//! Each move touches one byte. Mirror images are one entry, which needs care for positions that
//! equal their mirror image. Their moves come in pairs, and only one of each pair is counted.
//! Likewise, moves taken back from such a position lead to pairs of positions, and only one of each
//! pair is followed.
//!
//! *Distances* are plies to the end of the game. Under the Try rule the game lasts until a king is
//! captured (Tanaka 2009), so a mate is two plies before the end and a Try is at the end.

use crate::error::TableError;
use crate::index::Index;
use crate::material::{MAX_GROUPS, Material};
use crate::moves::PieceMoves;
use crate::placement::Placement;
use crate::table::{DRAW, MAX_DISTANCE, NO_POSITION, Table};
use crate::watch::{Stage, Watch};
use yose_board::{Color, Square};
use yose_shogi::{Assembly, Counter, Ending, Hand, Piece, Position, Runtime, Stalemate};

/// The distance of a mate from the end of the game, in plies.
pub(crate) fn mate_distance(material: &Material) -> u8 {
    if material.variant().rules.try_rule { 2 } else { 0 }
}

/// The state while a table is built.
struct Builder<'a> {
    material: &'a Material,
    index: &'a Index,
    paths: &'a PieceMoves,
    /// All hands, numbered by [`Builder::hand`].
    hands: Vec<Hand>,
    /// How many moves are not yet known to lose. Zero for decided positions and illegal placements.
    counters: Vec<u8>,
    distances: Vec<u8>,
    mates: Vec<u32>,
    tries: Vec<u32>,
    stalemates: u64,
    checkmates: u64,
    moves: u64,
    fault: Option<TableError>,
}

/// Builds the table of a material.
pub fn build(material: &Material, watch: &mut Watch<'_>) -> Result<Table, TableError> {
    let moves = PieceMoves::new(material);
    let index = Index::new(material, &moves)?;
    let size = index.size() as usize;
    // The caller may stop the work before gigabytes are allocated.
    watch.report(Stage::Counting {
        done: 0,
        of: index.slots().len() as u64,
    })?;
    let mut builder = Builder {
        material,
        index: &index,
        paths: &moves,
        hands: hands(material),
        counters: vec![0; size],
        distances: vec![NO_POSITION; size],
        mates: Vec::new(),
        tries: Vec::new(),
        stalemates: 0,
        checkmates: 0,
        moves: 0,
        fault: None,
    };
    builder.count_moves(watch)?;
    builder.retrograde(&moves, watch)?;
    let Builder {
        distances,
        stalemates,
        checkmates,
        moves,
        ..
    } = builder;
    let mut table = Table::from_parts(material.clone(), index, distances);
    table.counts.moves = moves;
    table.counts.mates = checkmates;
    table.counts.stalemates = stalemates;
    Ok(table)
}

/// All hands of a material. The count of the first group changes slowest.
fn hands(material: &Material) -> Vec<Hand> {
    let mut all = vec![[0u8; MAX_GROUPS]];
    for (g, group) in material.groups().iter().enumerate() {
        let longer = |hand: [u8; MAX_GROUPS]| {
            (0..=group.total).map(move |n| {
                let mut hand = hand;
                hand[g] = n;
                hand
            })
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all.iter().map(|hand| material.hand(hand)).collect()
}

impl Builder<'_> {
    /// The hand with `counts[g]` pieces of group `g`.
    fn hand(&self, counts: &[u8; MAX_GROUPS]) -> Hand {
        let groups = self.material.groups().iter().zip(counts);
        let number = groups.fold(0, |number, (group, &n)| {
            number * (usize::from(group.total) + 1) + usize::from(n)
        });
        self.hands[number]
    }

    /// The first pass: finds all positions and counts their moves.
    fn count_moves(&mut self, watch: &mut Watch<'_>) -> Result<(), TableError> {
        let slots = self.index.slots();
        for (slot, &kings) in slots.iter().enumerate() {
            watch.report(Stage::Counting {
                done: slot as u64,
                of: slots.len() as u64,
            })?;
            let mut board = Assembly::new(self.material.geometry(), Color::Black);
            for (king, color) in kings.iter().zip(Color::ALL) {
                board.put(Piece::new(color, self.material.royal()), Square::new(*king));
            }
            let placement = Placement {
                kings,
                ..Placement::default()
            };
            let free = self.index.free(kings);
            let base = slot as u32 * self.index.per_slot();
            self.place_groups(0, &mut board, placement, &free, base);
            if let Some(fault) = self.fault.take() {
                return Err(fault);
            }
        }
        Ok(())
    }

    /// Places a group and all later groups in every group_placement.
    fn place_groups(
        &mut self,
        g: usize,
        board: &mut Assembly<Runtime<u32>>,
        placement: Placement,
        free: &[u8],
        base: u32,
    ) {
        let Some(group) = self.material.groups().get(g) else {
            board.hold(Color::Black, self.hand(&placement.hand));
            board.hold(Color::White, self.hand(&placement.other_hand(self.material)));
            if let Some(position) = board.position() {
                self.add_position(position, &placement, base);
            }
            return;
        };
        let total = usize::from(group.total);
        let states = self.index.states(g);
        for on_board in 0..=total.min(free.len()) {
            let after = self.index.after(g, free.len() - on_board);
            let splits = (total - on_board) as u32 + 1;
            let mut number = base + self.index.base(g, free.len(), on_board);
            let mut chosen: u32 = (1 << on_board) - 1;
            while chosen >> free.len() == 0 {
                for state in 0..states.pow(on_board as u32) {
                    self.place_group(
                        g,
                        board,
                        placement,
                        free,
                        GroupPlacement {
                            chosen,
                            state,
                            states,
                            splits,
                            after,
                            number,
                        },
                    );
                    number += splits * after;
                }
                if on_board == 0 {
                    break;
                }
                // The next larger set with the same number of bits.
                let low = chosen & chosen.wrapping_neg();
                let ripple = chosen + low;
                chosen = ripple | (((chosen ^ ripple) >> 2) / low);
            }
        }
    }

    /// Places the pieces of a group that are on the board in one way, and shares the others between
    /// the hands in every group_placement.
    fn place_group(
        &mut self,
        g: usize,
        board: &mut Assembly<Runtime<u32>>,
        mut placement: Placement,
        free: &[u8],
        group_placement: GroupPlacement,
    ) {
        let mut put = 0u32;
        let mut digits = group_placement.state;
        let mut fits = true;
        let mut rest = group_placement.chosen;
        // The digit of the highest square is the last.
        while rest != 0 && fits {
            let rank = 31 - rest.leading_zeros();
            rest ^= 1 << rank;
            let digit = digits % group_placement.states;
            digits /= group_placement.states;
            let square = free[rank as usize];
            let bit = 1u32 << square;
            let (own, promoted) = (digit & 1 == 0, digit & 2 != 0);
            // A piece next to the other king attacks it whatever is placed later, so no position
            // results.
            fits = !(own && self.paths.attacks_directly(g, promoted, bit, placement.kings[1]))
                && board.put(self.material.piece(g, own, promoted), Square::new(square));
            if fits {
                put |= bit;
                placement.own |= if own { bit } else { 0 };
                placement.promoted |= if promoted { bit } else { 0 };
            }
        }
        if fits {
            placement.groups[g] = put;
            let mut left = [0u8; 32];
            let mut n = 0;
            for (rank, &square) in free.iter().enumerate() {
                if group_placement.chosen >> rank & 1 == 0 {
                    left[n] = square;
                    n += 1;
                }
            }
            for split in 0..group_placement.splits {
                placement.hand[g] = split as u8;
                self.place_groups(
                    g + 1,
                    board,
                    placement,
                    &left[..n],
                    group_placement.number + split * group_placement.after,
                );
            }
        }
        for bit in crate::placement::bits(put) {
            board.take(Square::new(bit.trailing_zeros() as u8));
        }
    }

    /// Records a position: its counter, or the kind of its end.
    fn add_position(&mut self, position: &Position<Runtime<u32>>, placement: &Placement, number: u32) {
        let mut symmetric = false;
        if self.index.on_middle_file(placement.kings) {
            match self.index.locate(placement) {
                Some(located) if located.index == number => symmetric = located.symmetric,
                _ => return,
            }
        }
        let mut counter = Counter::default();
        position.legal(&mut counter);
        self.moves += counter.0;
        let at = number as usize;
        self.distances[at] = DRAW;
        if counter.0 == 0 {
            match position.ending() {
                Some(Ending::Try) => self.tries.push(number),
                Some(Ending::Stalemate(stalemate)) => {
                    self.stalemates += 1;
                    if stalemate == Stalemate::Loses {
                        self.mates.push(number);
                    }
                }
                _ => {
                    self.checkmates += 1;
                    self.mates.push(number);
                }
            }
            return;
        }
        if symmetric {
            let moves = position.legal_moves();
            let counted = moves.iter().filter(|&&m| {
                let mut after = position.clone();
                after.make(m);
                Placement::of(&after, self.material)
                    .and_then(|p| self.index.locate(&p))
                    .is_some_and(|located| !located.flipped)
            });
            counter.0 = counted.count() as u64;
        }
        match u8::try_from(counter.0) {
            Ok(n) => self.counters[at] = n,
            Err(_) => self.fault = Some(TableError::TooManyMoves(counter.0)),
        }
    }

    /// The second pass: distance by distance.
    fn retrograde(&mut self, moves: &PieceMoves, watch: &mut Watch<'_>) -> Result<(), TableError> {
        let mate = mate_distance(self.material);
        let mates = std::mem::take(&mut self.mates);
        let mut frontier = std::mem::take(&mut self.tries);
        for &end in &frontier {
            self.distances[end as usize] = 0;
        }
        for &end in &mates {
            self.distances[end as usize] = mate;
        }
        let mut level = 0u8;
        while level <= mate || !frontier.is_empty() {
            watch.report(Stage::Level {
                plies: level,
                positions: frontier.len() as u64,
            })?;
            if level == MAX_DISTANCE {
                return Err(TableError::TooDeep(MAX_DISTANCE));
            }
            let mut next = Vec::new();
            if level == mate {
                self.expand(&mates, level, true, moves, &mut next, watch)?;
            }
            self.expand(&frontier, level, false, moves, &mut next, watch)?;
            frontier = next;
            level += 1;
        }
        Ok(())
    }

    /// Takes moves back from the positions of one distance.
    fn expand(
        &mut self,
        positions: &[u32],
        level: u8,
        mated: bool,
        moves: &PieceMoves,
        next: &mut Vec<u32>,
        watch: &mut Watch<'_>,
    ) -> Result<(), TableError> {
        let (material, index) = (self.material, self.index);
        let (counters, distances) = (&mut self.counters, &mut self.distances);
        // First compute the numbers of many predecessors, then update their counters. So the memory
        // accesses overlap.
        let mut edges: Vec<u32> = Vec::with_capacity(1 << 14);
        for (n, chunk) in positions.chunks(128).enumerate() {
            if n % 512 == 0 {
                watch.report(Stage::Level {
                    plies: level,
                    positions: positions.len() as u64,
                })?;
            }
            edges.clear();
            for &number in chunk {
                let placement = index.placement(number);
                let pairs = index.on_middle_file(placement.kings)
                    && index.locate(&placement).is_some_and(|located| located.symmetric);
                let seen = index.normalised(placement.turned(material));
                moves.predecessors(&seen, mated, &mut |before| {
                    if let Some(located) = index.locate(before)
                        && !(pairs && located.flipped)
                    {
                        edges.push(located.index);
                    }
                });
            }
            for &edge in &edges {
                let counter = &mut counters[edge as usize];
                if *counter == 0 {
                    continue;
                }
                *counter = if level.is_multiple_of(2) { 0 } else { *counter - 1 };
                if *counter == 0 {
                    distances[edge as usize] = level + 1;
                    next.push(edge);
                }
            }
        }
        Ok(())
    }
}

/// One way to place the pieces of a group on the board, and the numbers that belong to it.
#[derive(Clone, Copy)]
struct GroupPlacement {
    /// The chosen squares among the free squares.
    chosen: u32,
    /// One digit for each piece: owner and promotion.
    state: u32,
    states: u32,
    /// The number of ways to share the other pieces.
    splits: u32,
    /// How many numbers the later groups have.
    after: u32,
    /// The first number.
    number: u32,
}
