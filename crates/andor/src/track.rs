//! Lines as progress shows them: where the search is, and the proof that it knows.

use crate::query::Query;
use crate::table::Table;

/// The first moves of a line, packed ([`crate::Game::pack_move`]): a report is made without knowing the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Track {
    moves: [u16; Track::MOST],
    count: u8,
}

impl Track {
    /// Moves beyond these are not shown.
    pub const MOST: usize = 24;

    /// The move after so many others; what came after those is gone.
    #[inline]
    pub(crate) fn put(&mut self, depth: usize, packed: u16) {
        if depth < Self::MOST {
            self.moves[depth] = packed;
            self.count = depth as u8 + 1;
        }
    }

    /// The packed moves.
    pub fn moves(&self) -> &[u16] {
        &self.moves[..usize::from(self.count)]
    }

    /// The moves, played from a position on; they end where one cannot be played.
    pub fn follow<Q: Query>(&self, mut at: Q) -> Vec<Q::Move> {
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

    /// The proof of a position as far as the table has it: the prover's shortest move, the other side's longest.
    pub fn known<Q: Query>(table: &Table, mut at: Q) -> Track {
        let mut track = Track::default();
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
            track.put(depth, at.pack_move(m));
            at.make(m);
            left = plies;
        }
        track
    }
}
