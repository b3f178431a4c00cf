//! The positions that can be reached from a start, counted as Tanaka (2009) counted those of Dobutsu shogi, and the proof
//! that their values are right.
//!
//! There the game goes on until a king is taken, so a side may also leave its king in danger: such a position is an end,
//! won for the side to move. A table has no entry for it. A king that stands on the far rank and cannot be taken is the
//! other end. Every position that is no end is opened once, its moves made by `moves.rs` going forwards, with which the
//! table had nothing to do: it was made from the moves of the rules, and by moves taken back. Three things are checked:
//! - a successor has an entry in the table exactly if no king can be taken in it,
//! - the entry says "at an end" exactly if it is a Try,
//! - the value of every position opened follows from those of its successors.
//!
//! That proves every value of the set (see `verify.rs`), the start's among them.

use crate::error::TableError;
use crate::index::Index;
use crate::moves::PieceMoves;
use crate::placement::Placement;
use crate::table::{DRAW, NOTHING, Table, Value};
use crate::watch::{Stage, Watch};
use yose_shogi::{Geometry, Position};

/// How many positions are opened before their successors are looked up: the memory is waited for once, not for each.
const CHUNK: usize = 64;

/// What can be reached from a start. Mirror images, and the same position with colours exchanged, count once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// All positions.
    pub positions: u64,
    /// Ends: the side to move takes the king.
    pub takes: u64,
    /// Ends: the other side's king is on its far rank and cannot be taken.
    pub tries: u64,
    /// Not at an end, and won for the side to move.
    pub wins: u64,
    /// Not at an end, and lost.
    pub losses: u64,
    /// Draws.
    pub draws: u64,
    /// Moves of the positions that are no ends, together.
    pub moves: u64,
    /// The most moves of one position.
    pub most_moves: u32,
    /// The longest distance of a win or a loss.
    pub deepest: u8,
    /// How far the farthest position is from the start, in plies.
    pub farthest: u32,
    /// Values that do not follow from their successors, and entries that should not be there or should.
    pub wrong: u64,
}

/// A successor: its number among all placements, and what its rules say.
#[derive(Clone, Copy)]
struct Edge {
    number: u32,
    takes: bool,
    tries: bool,
}

/// One set of numbers.
struct Set(Vec<u64>);

impl Set {
    fn new(size: u32) -> Set {
        Set(vec![0; size.div_ceil(64) as usize])
    }

    /// Whether the number is new.
    #[inline(always)]
    fn insert(&mut self, number: u32) -> bool {
        let (word, bit) = (&mut self.0[number as usize / 64], 1u64 << (number % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

impl Table {
    /// Reaches everything from a start. The table is of a game with the Try rule in which every drop is allowed.
    ///
    /// # Errors
    /// [`TableError::NoTries`] for other games, [`TableError::OtherMaterial`] for a start that is not in the table, or the
    /// watch said stop.
    pub fn reach<G: Geometry>(
        &self,
        start: &Position<G>,
        watch: &mut Watch<'_>,
    ) -> Result<Reached, TableError> {
        let rules = self.material.variant().rules;
        if !rules.try_rule || rules.nifu || rules.pawn_drop_mate || rules.dead_ends {
            return Err(TableError::NoTries);
        }
        let placement = Placement::of(start, &self.material).ok_or(TableError::OtherMaterial)?;
        let moves = PieceMoves::new(&self.material);
        let index = Index::wide(&self.material, &moves)?;
        let home = self.material.variant().ranks - 1;
        let mut walk = Walk {
            table: self,
            moves: &moves,
            index: &index,
            home,
            seen: Set::new(index.size()),
            next: Vec::new(),
            found: Reached::default(),
        };
        let root = walk.edge(&placement).ok_or(TableError::OtherMaterial)?;
        walk.meet(root);
        while !walk.next.is_empty() {
            let frontier = std::mem::take(&mut walk.next);
            for (n, chunk) in frontier.chunks(CHUNK).enumerate() {
                if n % 1024 == 0 {
                    watch.tell(Stage::Reaching {
                        plies: walk.found.farthest,
                        positions: walk.found.positions,
                    })?;
                }
                walk.open(chunk);
            }
            walk.found.farthest += u32::from(!walk.next.is_empty());
        }
        // The last successors are ends, one ply farther than the last position that was opened.
        walk.found.farthest += u32::from(walk.found.moves > 0);
        Ok(walk.found)
    }
}

struct Walk<'a> {
    table: &'a Table,
    moves: &'a PieceMoves,
    index: &'a Index,
    home: u8,
    seen: Set,
    /// Positions met and not opened.
    next: Vec<u32>,
    found: Reached,
}

impl Walk<'_> {
    /// A placement, as the side to move sees it; `None` only if kings stand on one square.
    #[inline(always)]
    fn edge(&self, p: &Placement) -> Option<Edge> {
        let located = self.index.locate(p)?;
        let takes = self.moves.takes_king(p);
        Some(Edge {
            number: located.index,
            takes,
            tries: !takes && p.kings[1] % (self.home + 1) == self.home,
        })
    }

    /// The entry of the table; nothing for kings that attack each other.
    #[inline(always)]
    fn entry(&self, number: u32) -> u8 {
        *self.table.distances.get(number as usize).unwrap_or(&NOTHING)
    }

    /// A position is met: if for the first time, it is counted, and opened later if it is no end.
    #[inline(always)]
    fn meet(&mut self, edge: Edge) {
        if !self.seen.insert(edge.number) {
            return;
        }
        let entry = self.entry(edge.number);
        let found = &mut self.found;
        found.positions += 1;
        found.wrong += u64::from((entry == NOTHING) != edge.takes || (entry == 0) != edge.tries);
        if edge.takes {
            found.takes += 1;
            return;
        }
        if edge.tries {
            found.tries += 1;
            return;
        }
        match Value::from_byte(entry) {
            Some(Value::Win(_)) => found.wins += 1,
            Some(Value::Loss(_)) => found.losses += 1,
            Some(Value::Draw) => found.draws += 1,
            None => {}
        }
        if entry < DRAW {
            found.deepest = found.deepest.max(entry);
        }
        self.next.push(edge.number);
    }

    /// Opens a few positions.
    fn open(&mut self, chunk: &[u32]) {
        let mut edges: Vec<Edge> = Vec::with_capacity(CHUNK * 16);
        let mut ends = [0usize; CHUNK];
        for (end, &number) in ends.iter_mut().zip(chunk) {
            let placement = self.index.placement(number);
            self.moves.after(&placement, &mut |after| {
                edges.extend(self.edge(&after.turned(&self.table.material)));
            });
            *end = edges.len();
        }
        let mut from = 0;
        for (&end, &number) in ends.iter().zip(chunk) {
            let (mut win, mut loss, mut draw) = (None, 0, false);
            for edge in &edges[from..end] {
                self.meet(*edge);
                match self.entry(edge.number) {
                    // A king is taken next: won in one for the other side.
                    NOTHING => loss = loss.max(1),
                    DRAW => draw = true,
                    n if n % 2 == 0 => win = Some(win.map_or(n, |w: u8| w.min(n))),
                    n => loss = loss.max(n),
                }
            }
            let follows = match (win, draw) {
                (Some(n), _) => n + 1,
                (None, true) => DRAW,
                // No move at all is mate: two plies before a king would be taken.
                (None, false) => loss.max(1) + 1,
            };
            self.found.wrong += u64::from(follows != self.entry(number));
            self.found.moves += (end - from) as u64;
            self.found.most_moves = self.found.most_moves.max((end - from) as u32);
            from = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::Material;
    use std::collections::HashSet;
    use yose_shogi::notation::sfen;
    use yose_shogi::{AnyPosition, Ending, Variant, with_position};

    fn table(text: &str) -> (Table, AnyPosition) {
        let variant = Variant::by_name("dobutsu").unwrap();
        let start = sfen::read_as(text, variant).unwrap().validate().unwrap();
        let material = Material::of(&start).unwrap();
        (
            Table::build(&material, &mut Watch::new(&mut |_| true)).unwrap(),
            start,
        )
    }

    fn reach(table: &Table, start: &AnyPosition) -> Reached {
        with_position!(start, |p| table.reach(p, &mut Watch::new(&mut |_| true))).unwrap()
    }

    /// What the rules reach by legal moves: positions that are no ends, and Tries.
    fn by_rules(table: &Table, start: &AnyPosition) -> [u64; 4] {
        with_position!(start, |start| {
            let number = |p: &Position<_>| {
                let placement = Placement::of(p, &table.material).unwrap();
                table.index.locate(&placement).unwrap().index
            };
            let mut seen = HashSet::from([number(start)]);
            let mut work = vec![start.clone()];
            let mut counts = [0; 4];
            while let Some(position) = work.pop() {
                counts[match (position.ending(), table.value(&position).unwrap()) {
                    (Some(Ending::Try), _) => 0,
                    (_, Value::Win(_)) => 1,
                    (_, Value::Loss(_)) => 2,
                    (_, Value::Draw) => 3,
                }] += 1;
                for m in position.legal_moves() {
                    let mut after = position.clone();
                    after.make(m);
                    if seen.insert(number(&after)) {
                        work.push(after);
                    }
                }
            }
            counts
        })
    }

    #[test]
    fn it_reaches_what_the_rules_reach() {
        for text in [
            "gl1/1c1/3/1L1 b C 1",
            "1l1/3/3/1L1 b Ce 1",
            "1l1/1c1/1C1/1L1 b - 1",
        ] {
            let (table, start) = table(text);
            let found = reach(&table, &start);
            assert_eq!(
                [found.tries, found.wins, found.losses, found.draws],
                by_rules(&table, &start),
                "{text}"
            );
            assert_eq!(found.wrong, 0, "{text}");
            let all = found.tries + found.takes + found.wins + found.losses + found.draws;
            assert_eq!(found.positions, all);
            assert!(found.takes > 0 && found.tries > 0 && found.most_moves < 64);
        }
    }

    /// Every wrong value of a position that can be reached is seen.
    #[test]
    fn one_wrong_value_is_seen() {
        let (mut table, start) = table("1l1/1c1/1C1/1L1 b - 1");
        assert_eq!(reach(&table, &start).wrong, 0);
        let start_number = with_position!(&start, |p| {
            let placement = Placement::of(p, &table.material).unwrap();
            table.index.locate(&placement).unwrap().index as usize
        });
        let right = table.distances[start_number];
        for wrong in [right ^ 1, right.wrapping_add(2), 0, 0xfe, 0xff] {
            if wrong != right {
                table.distances[start_number] = wrong;
                assert!(reach(&table, &start).wrong > 0, "{right} became {wrong}");
            }
        }
    }

    #[test]
    fn other_games_are_refused() {
        let start = Variant::by_name("3x4:GK-:1").unwrap().start().unwrap();
        let material = Material::of(&start).unwrap();
        let table = Table::build(&material, &mut Watch::new(&mut |_| true)).unwrap();
        let found = with_position!(&start, |p| table.reach(p, &mut Watch::new(&mut |_| true)));
        assert!(matches!(found, Err(TableError::NoTries)));
    }
}
