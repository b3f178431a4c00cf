//! Counts the positions that a start can reach, as Tanaka (2009) did for Dobutsu shogi, and proves
//! that their values are right.
//!
//! In that count the game lasts until a king is captured. A side may leave its king attacked, which
//! ends the game: the side to move wins. A table has no entry for such a placement. The other end
//! is a Try: a king on the far rank that cannot be captured.
//!
//! Every position that is not an end is expanded once, by the forward moves of `moves.rs`. The
//! table was built without these forward moves, from the moves of the rules and from backward
//! moves. The walk checks three conditions:
//!
//! - A successor has an entry in the table exactly if no king can be captured in it.
//! - The entry has distance 0 exactly if the successor is a Try.
//! - The value of every expanded position follows from the values of its successors.
//!
//! Together they prove all values of the reached set (see `verify.rs`), including the value of the
//! start.

use crate::error::TableError;
use crate::index::Index;
use crate::moves::PieceMoves;
use crate::placement::Placement;
use crate::table::{DRAW, NO_POSITION, Table, Value};
use crate::watch::{Stage, Watch};
use yose_shogi::{Geometry, Position};

/// How many positions are expanded before their successors are looked up, so that memory accesses
/// overlap.
const CHUNK: usize = 64;

/// The positions that a start can reach. Mirror images count once, and so do positions that differ
/// only by exchanged colours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// All positions.
    pub positions: u64,
    /// Ends in which the side to move captures the king.
    pub takes: u64,
    /// Ends in which the king of the other side is on its far rank and cannot be captured.
    pub tries: u64,
    /// Positions that are not ends and are won for the side to move.
    pub wins: u64,
    /// Positions that are not ends and are lost for the side to move.
    pub losses: u64,
    /// Draws.
    pub draws: u64,
    /// The sum of the moves of all positions that are not ends.
    pub moves: u64,
    /// The largest number of moves in a position.
    pub most_moves: u32,
    /// The longest distance of a win or a loss.
    pub deepest: u8,
    /// The distance of the farthest position from the start, in plies.
    pub farthest: u32,
    /// The number of wrong entries: values that do not follow from their successors, and entries
    /// that are missing or must not exist.
    pub wrong: u64,
}

/// A successor: its number, and how the rules end the game there.
#[derive(Clone, Copy)]
struct Edge {
    number: u32,
    takes: bool,
    tries: bool,
}

/// A set of numbers.
struct NumberSet(Vec<u64>);

impl NumberSet {
    fn new(size: u32) -> NumberSet {
        NumberSet(vec![0; size.div_ceil(64) as usize])
    }

    /// Adds a number. Returns whether it is new.
    #[inline(always)]
    fn insert(&mut self, number: u32) -> bool {
        let (word, bit) = (&mut self.0[number as usize / 64], 1u64 << (number % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

impl Table {
    /// Walks through all positions that `start` can reach. The rules must have the Try rule and
    /// allow every drop.
    ///
    /// # Errors
    /// [`TableError::NoTries`] for other rules, [`TableError::OtherMaterial`] if the start is not
    /// in the table, [`TableError::Interrupted`] if the watch stops the work.
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
        let index = Index::with_adjacent_kings(&self.material, &moves)?;
        let last_rank = self.material.variant().ranks - 1;
        let mut walk = Walk {
            table: self,
            moves: &moves,
            index: &index,
            last_rank,
            seen: NumberSet::new(index.size()),
            next: Vec::new(),
            found: Reached::default(),
        };
        let root = walk.edge(&placement).ok_or(TableError::OtherMaterial)?;
        walk.visit(root);
        while !walk.next.is_empty() {
            let frontier = std::mem::take(&mut walk.next);
            for (n, chunk) in frontier.chunks(CHUNK).enumerate() {
                if n % 1024 == 0 {
                    watch.report(Stage::Reaching {
                        plies: walk.found.farthest,
                        positions: walk.found.positions,
                    })?;
                }
                walk.expand(chunk);
            }
            walk.found.farthest += u32::from(!walk.next.is_empty());
        }
        // The last successors are ends, one ply farther than the last expanded position.
        walk.found.farthest += u32::from(walk.found.moves > 0);
        Ok(walk.found)
    }
}

struct Walk<'a> {
    table: &'a Table,
    moves: &'a PieceMoves,
    index: &'a Index,
    last_rank: u8,
    seen: NumberSet,
    /// Positions that were visited but not expanded yet.
    next: Vec<u32>,
    found: Reached,
}

impl Walk<'_> {
    /// The edge to a placement, seen by the side to move. `None` only if both kings are on one
    /// square.
    #[inline(always)]
    fn edge(&self, p: &Placement) -> Option<Edge> {
        let located = self.index.locate(p)?;
        let takes = self.moves.takes_king(p);
        Some(Edge {
            number: located.index,
            takes,
            tries: !takes && p.kings[1] % (self.last_rank + 1) == self.last_rank,
        })
    }

    /// The entry in the table, or `NO_POSITION` for kings that attack each other.
    #[inline(always)]
    fn entry(&self, number: u32) -> u8 {
        *self.table.distances.get(number as usize).unwrap_or(&NO_POSITION)
    }

    /// Visits a position. The first visit counts it, and schedules its expansion if it is not an
    /// end.
    #[inline(always)]
    fn visit(&mut self, edge: Edge) {
        if !self.seen.insert(edge.number) {
            return;
        }
        let entry = self.entry(edge.number);
        let found = &mut self.found;
        found.positions += 1;
        found.wrong += u64::from((entry == NO_POSITION) != edge.takes || (entry == 0) != edge.tries);
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

    /// Expands a few positions.
    fn expand(&mut self, chunk: &[u32]) {
        let mut edges: Vec<Edge> = Vec::with_capacity(CHUNK * 16);
        let mut ends = [0usize; CHUNK];
        for (end, &number) in ends.iter_mut().zip(chunk) {
            let placement = self.index.placement(number);
            self.moves.successors(&placement, &mut |after| {
                edges.extend(self.edge(&after.turned(&self.table.material)));
            });
            *end = edges.len();
        }
        let mut from = 0;
        for (&end, &number) in ends.iter().zip(chunk) {
            let (mut win, mut loss, mut draw) = (None, 0, false);
            for edge in &edges[from..end] {
                self.visit(*edge);
                match self.entry(edge.number) {
                    // A king is captured next: the other side wins in one ply.
                    NO_POSITION => loss = loss.max(1),
                    DRAW => draw = true,
                    n if n % 2 == 0 => win = Some(win.map_or(n, |w: u8| w.min(n))),
                    n => loss = loss.max(n),
                }
            }
            let follows = match (win, draw) {
                (Some(n), _) => n + 1,
                (None, true) => DRAW,
                // A position without moves is a mate, two plies before the capture of a king.
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

    /// What the rules reach by legal moves: Tries, and positions that are not ends.
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

    /// A wrong value of a reachable position is always detected.
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
