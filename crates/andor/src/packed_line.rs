//! The first moves of a line, for progress reports.

use crate::game::Game;
use crate::number::Plies;
use crate::query::{Edge, Query};
use crate::table::Table;
use crate::walk::{Choice, InGame, Tie, longest, shortest, walk};
use std::convert::Infallible;

/// The first moves of a line, packed ([`Game::pack_move`]), so that a report does not depend on the
/// game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PackedLine {
    moves: [u16; PackedLine::MOST],
    count: u8,
}

impl PackedLine {
    /// The most moves that a report shows.
    pub const MOST: usize = 24;

    /// Sets the move at a depth; the moves behind it are gone.
    #[inline]
    pub(crate) fn put(&mut self, depth: usize, packed: u16) {
        debug_assert!(packed != 0, "a packed move is not 0");
        if depth < Self::MOST {
            self.moves[depth] = packed;
            self.count = depth as u8 + 1;
        }
    }

    /// The packed moves.
    pub fn moves(&self) -> &[u16] {
        &self.moves[..usize::from(self.count)]
    }

    /// The moves from a position on; they end where one cannot be played.
    pub fn unpack<G: Game>(&self, mut at: G) -> Vec<G::Move> {
        let mut moves = Vec::new();
        for &packed in self.moves() {
            let Some(m) = at.find_move(packed) else {
                break;
            };
            at.make(m);
            moves.push(m);
        }
        moves
    }

    /// The proof of a position as far as the table has it: the prover's shortest move, the other
    /// side's longest.
    pub fn of_proof<Q: Query>(table: &Table, at: Q) -> PackedLine {
        let left = table.look(at.key(), at.resource()).yes_from;
        let mut shown = Known {
            table,
            edges: Vec::new(),
        };
        let Ok(line) = walk(&mut shown, &at, left, Self::MOST);
        let mut packed = PackedLine::default();
        let mut at = at;
        for (depth, &m) in line.moves.iter().enumerate() {
            packed.put(depth, at.pack_move(m));
            at.make(m);
        }
        packed
    }
}

/// Moves whose lengths the table has; nothing is searched.
struct Known<'t, Q: Query> {
    table: &'t Table,
    edges: Vec<Edge<Q::Move, Q::Resource>>,
}

impl<Q: Query> Known<'_, Q> {
    /// The moves that are known to take fewer plies than `left`, and whether those are all.
    fn moves(&mut self, at: &mut Q, left: Plies) -> (Vec<(Plies, Q::Move)>, bool) {
        self.edges.clear();
        at.expand(&mut self.edges);
        let proved =
            |edge: &Edge<Q::Move, Q::Resource>| (self.table.look(edge.key, edge.resource).yes_from, edge.mv);
        let known = self.edges.iter().map(proved).filter(|&(plies, _)| plies < left);
        let known: Vec<_> = known.collect();
        let all = known.len() == self.edges.len();
        (known, all)
    }
}

impl<Q: Query> InGame for Known<'_, Q> {
    type Game = Q;
}

impl<Q: Query> Choice for Known<'_, Q> {
    type Stop = Infallible;
    fn best_move(&mut self, at: &mut Q, left: Plies) -> Result<Option<(Plies, Q::Move)>, Infallible> {
        Ok(shortest(self.moves(at, left).0))
    }
    fn longest_reply(&mut self, at: &mut Q, left: Plies) -> Result<Option<(Plies, Q::Move)>, Infallible> {
        let (known, all) = self.moves(at, left);
        Ok(longest(known, Tie::Last).filter(|_| all))
    }
}
