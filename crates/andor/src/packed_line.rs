//! The first moves of a line, for progress reports.

use crate::game::Game;
use crate::query::Query;
use crate::table::Table;

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

    /// The line of a proof as far as the table has it: the prover's shortest move, the other side's
    /// longest reply.
    pub fn of_proof<Q: Query>(table: &Table, mut at: Q) -> PackedLine {
        let mut line = PackedLine::default();
        let mut edges = Vec::new();
        let mut left = table.look(at.key(), at.resource()).yes_from;
        for depth in 0..Self::MOST {
            edges.clear();
            at.expand(&mut edges);
            let proved = |edge: &crate::Edge<Q::Move, Q::Resource>| {
                (table.look(edge.key, edge.resource).yes_from, edge.mv)
            };
            let known = edges.iter().map(proved).filter(|&(plies, _)| plies < left);
            let next = if at.prover_to_move() {
                known.min_by_key(|&(plies, _)| plies)
            } else if known.clone().count() == edges.len() {
                known.max_by_key(|&(plies, _)| plies)
            } else {
                None
            };
            let Some((plies, m)) = next else {
                break;
            };
            line.put(depth, at.pack_move(m));
            at.make(m);
            left = plies;
        }
        line
    }
}
