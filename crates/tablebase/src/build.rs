//! Retrograde analysis: from the ends of games back to everything that leads to them.
//!
//! 1. Every placement of the index is put on a board; the rules say whether it is a position and how many moves there
//!    are. That number is its counter. Placements that are no positions, and ends of games, have none.
//! 2. Level by level of distance, moves are taken back from every position that was decided on the level before. What
//!    leads to a loss is a win, one ply longer: its counter goes to zero. What leads to a win loses one from its
//!    counter; at zero every move loses, and the last one found was the longest resistance.
//! 3. What is left can avoid losing for ever and cannot win: a draw.
//!
//! Each edge of the game touches one byte. A mirror image counts as the position itself, which takes care in one place:
//! a position that is its own mirror image has its moves in pairs, of which one is counted, and moves taken back
//! from such a position lead to pairs, of which one is followed.
//!
//! *Distances* are plies to the end of the game. Under the Try rule the game is played until a king is taken (Tanaka
//! 2009): mate is then two plies before the end, a Try at the end.

use crate::error::TableError;
use crate::index::Index;
use crate::material::{MAX_GROUPS, Material};
use crate::moves::PieceMoves;
use crate::placement::Placement;
use crate::table::{DEEPEST, DRAW, NOTHING, Table};
use crate::watch::{Stage, Watch};
use yose_board::{Color, Square};
use yose_shogi::{Assembly, Counter, Ending, Hand, Piece, Position, Runtime, Stalemate};

/// How many plies before the end mate is.
pub(crate) fn mate_distance(material: &Material) -> u8 {
    if material.variant().rules.try_rule { 2 } else { 0 }
}

/// Everything known while a table is made.
struct Builder<'a> {
    material: &'a Material,
    index: &'a Index,
    paths: &'a PieceMoves,
    /// Every hand, by [`Builder::hand`].
    hands: Vec<Hand>,
    /// Moves not yet known to lose; zero for what is decided or no position.
    counters: Vec<u8>,
    distances: Vec<u8>,
    mates: Vec<u32>,
    tries: Vec<u32>,
    stalemates: u64,
    checkmates: u64,
    moves: u64,
    fault: Option<TableError>,
}

/// Makes the table of a material.
pub fn build(material: &Material, watch: &mut Watch<'_>) -> Result<Table, TableError> {
    let moves = PieceMoves::new(material);
    let index = Index::new(material, &moves)?;
    let size = index.size() as usize;
    // Whoever wants to stop is asked before gigabytes are written.
    watch.tell(Stage::Counting {
        done: 0,
        of: index.slots().len() as u64,
    })?;
    let mut builder = Builder {
        material,
        index: &index,
        paths: &moves,
        hands: hands(material),
        counters: vec![0; size],
        distances: vec![NOTHING; size],
        mates: Vec::new(),
        tries: Vec::new(),
        stalemates: 0,
        checkmates: 0,
        moves: 0,
        fault: None,
    };
    builder.count(watch)?;
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

/// Every hand of a material; numbers of the first kind change slowest.
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
    /// A hand of so many of each group.
    fn hand(&self, counts: &[u8; MAX_GROUPS]) -> Hand {
        let groups = self.material.groups().iter().zip(counts);
        let number = groups.fold(0, |number, (group, &n)| {
            number * (usize::from(group.total) + 1) + usize::from(n)
        });
        self.hands[number]
    }

    /// The first pass: what is a position, and how many moves it has.
    fn count(&mut self, watch: &mut Watch<'_>) -> Result<(), TableError> {
        let slots = self.index.slots();
        for (slot, &kings) in slots.iter().enumerate() {
            watch.tell(Stage::Counting {
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
            self.group(0, &mut board, placement, &free, base);
            if let Some(fault) = self.fault.take() {
                return Err(fault);
            }
        }
        Ok(())
    }

    /// All ways to place a group and those after it.
    fn group(
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
                self.position(position, &placement, base);
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
                    self.stand(
                        g,
                        board,
                        placement,
                        free,
                        Way {
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
                // The next larger number with as many bits.
                let low = chosen & chosen.wrapping_neg();
                let ripple = chosen + low;
                chosen = ripple | (((chosen ^ ripple) >> 2) / low);
            }
        }
    }

    /// One way to place the pieces of a group that are on the board; then every way to share the rest.
    fn stand(
        &mut self,
        g: usize,
        board: &mut Assembly<Runtime<u32>>,
        mut placement: Placement,
        free: &[u8],
        way: Way,
    ) {
        let mut put = 0u32;
        let mut digits = way.state;
        let mut fits = true;
        let mut rest = way.chosen;
        // The digit of the highest square is the last.
        while rest != 0 && fits {
            let rank = 31 - rest.leading_zeros();
            rest ^= 1 << rank;
            let digit = digits % way.states;
            digits /= way.states;
            let square = free[rank as usize];
            let bit = 1u32 << square;
            let (own, promoted) = (digit & 1 == 0, digit & 2 != 0);
            // What attacks the other king from nearby attacks it whatever is placed after: no position comes of it.
            fits = !(own && self.paths.touches(g, promoted, bit, placement.kings[1]))
                && board.put(self.material.piece(g, own, promoted), Square::new(square));
            if fits {
                put |= bit;
                placement.own |= if own { bit } else { 0 };
                placement.promoted |= if promoted { bit } else { 0 };
            }
        }
        if fits {
            placement.of[g] = put;
            let mut left = [0u8; 32];
            let mut n = 0;
            for (rank, &square) in free.iter().enumerate() {
                if way.chosen >> rank & 1 == 0 {
                    left[n] = square;
                    n += 1;
                }
            }
            for split in 0..way.splits {
                placement.hand[g] = split as u8;
                self.group(
                    g + 1,
                    board,
                    placement,
                    &left[..n],
                    way.number + split * way.after,
                );
            }
        }
        for bit in crate::placement::bits(put) {
            board.take(Square::new(bit.trailing_zeros() as u8));
        }
    }

    /// A position: its counter, or its end.
    fn position(&mut self, position: &Position<Runtime<u32>>, placement: &Placement, number: u32) {
        let mut symmetric = false;
        if self.index.axial(placement.kings) {
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

    /// The second pass: level by level.
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
            watch.tell(Stage::Level {
                plies: level,
                positions: frontier.len() as u64,
            })?;
            if level == DEEPEST {
                return Err(TableError::TooDeep(DEEPEST));
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

    /// Takes moves back from positions of one level.
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
        // First all numbers of a few positions, then all their counters: the memory is waited for once, not for each.
        let mut edges: Vec<u32> = Vec::with_capacity(1 << 14);
        for (n, chunk) in positions.chunks(128).enumerate() {
            if n % 512 == 0 {
                watch.tell(Stage::Level {
                    plies: level,
                    positions: positions.len() as u64,
                })?;
            }
            edges.clear();
            for &number in chunk {
                let placement = index.placement(number);
                let pairs = index.axial(placement.kings)
                    && index.locate(&placement).is_some_and(|located| located.symmetric);
                let seen = index.upright(placement.turned(material));
                moves.before(&seen, mated, &mut |before| {
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

/// One way for the pieces of a group to stand, and what numbers it has.
#[derive(Clone, Copy)]
struct Way {
    /// Which of the free squares.
    chosen: u32,
    /// A digit a piece: whose, and promoted or not.
    state: u32,
    states: u32,
    /// Ways to share the rest.
    splits: u32,
    /// Numbers of the groups after this one.
    after: u32,
    /// The first number.
    number: u32,
}
