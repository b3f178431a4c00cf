//! Counts that tell what killer trees and the order of moves are worth.

use crate::query::Edge;

/// How often a technique was tried, and how often it decided. One search with one meter counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    /// Killer trees. Guided: positions in which the killer's move was tried first. Replayed:
    /// replies to which the proof of a sibling was played again.
    pub killer_tries: u64,
    /// Of these, the positions that were proved by it.
    pub killer_hits: u64,
    /// Nodes that the replayed proofs took. Guided killer trees are a part of the search, and their
    /// nodes are not counted apart.
    pub replayed: u64,
    /// Positions of the prover that a listed move proved.
    pub proofs: u64,
    /// Of these, the positions in which the moves had different estimates.
    pub sorted: u64,
    /// Of the sorted, those proved by a move with the least estimate.
    pub sorted_hits: u64,
}

impl Hits {
    /// Counts a proof by the move with this estimate, in a list with these estimates.
    pub(crate) fn proof(&mut self, by: u32, estimates: impl Iterator<Item = u32> + Clone) {
        self.proofs += 1;
        let least = estimates.clone().min().unwrap_or(by);
        if estimates.max().is_some_and(|most| most > least) {
            self.sorted += 1;
            self.sorted_hits += u64::from(by == least);
        }
    }

    /// The same for the move at `i` of a list.
    pub(crate) fn proof_by<M, R>(&mut self, edges: &[Edge<M, R>], i: usize) {
        self.proof(edges[i].pn, edges.iter().map(|edge| edge.pn));
    }

    /// Counts a try of a killer tree.
    pub(crate) fn killer(&mut self, is_hit: bool) {
        self.killer_tries += 1;
        self.killer_hits += u64::from(is_hit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lists_with_different_estimates_can_be_hit() {
        let mut hits = Hits::default();
        hits.proof(1, [1, 8].into_iter());
        hits.proof(8, [1, 8].into_iter());
        hits.proof(8, [8, 8].into_iter());
        hits.killer(true);
        hits.killer(false);
        let expected = Hits {
            killer_tries: 2,
            killer_hits: 1,
            proofs: 3,
            sorted: 2,
            sorted_hits: 1,
            ..Hits::default()
        };
        assert_eq!(hits, expected);
    }
}
