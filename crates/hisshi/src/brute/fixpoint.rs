//! The full fixpoint for one position: every state that can matter, and the ranks by definition.
//!
//! The states are positions in hisshi mode. Mate mode, in which the attacker only checks, is the
//! work of [`Mates`]. Two kinds of states have no successors in the graph, because their rank is
//! known without them: the attacker to move with `M(P)` has rank 0, and a defender who is not in
//! check and is not mated after a pass is safe for ever.
//!
//! The least `n` with `A(P, n)` is the rank `a` of an attacker's state, the least `n` with `D(Q,
//! n)` the rank `d` of a defender's state. From the definition of the length:
//!
//! - `a = 0` with `M(P)`, else one more than the least `d` after a move;
//! - `d = 0` if every reply has `a = 0`, else one more than the largest `a` after a reply; no reply
//!   at all gives 0 in check and where a stalemate loses.

use super::BruteError;
use super::hisshi::threatened;
use super::mate::Mates;
use super::state::{State, StateMap, suitable};
use std::collections::BTreeMap;
use yose_shogi::{Geometry, Move, Position};

/// What the fixpoint says about the attacker to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The attacker mates by checks alone.
    Mate,
    /// A brinkmate, with its exact length.
    Hisshi(u32),
    /// Neither.
    None,
}

/// The answer for one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// Every first move that works, with its length: the least `n` with `D(P·m, n - 1)`. A move
    /// that only mates by checks has length 1 here.
    pub moves: Vec<(Move, u32)>,
    /// The quiet first moves that threaten mate, whether or not they work.
    pub threats: Vec<Move>,
    /// The number of states: positions in hisshi mode, and positions visited in mate mode.
    pub states: usize,
}

impl Answer {
    /// The length: 0 for a plain mate, `None` without a brinkmate.
    pub fn length(&self) -> Option<u32> {
        match self.verdict {
            Verdict::Mate => Some(0),
            Verdict::Hisshi(length) => Some(length),
            Verdict::None => None,
        }
    }
}

/// A state of the graph.
struct Node {
    attacker_to_move: bool,
    /// The number of successors that have no rank yet.
    open: u32,
    /// The largest rank of a reply so far.
    largest: u32,
    rank: Option<u32>,
    parents: Vec<u32>,
}

struct Graph<G: Geometry> {
    mates: Mates,
    nodes: Vec<Node>,
    index: StateMap<u32>,
    /// States whose successors are not listed yet.
    unlisted: Vec<(u32, Position<G>)>,
    limit: usize,
}

/// Solves a position by the whole graph of at most `limit` states. The side to move attacks.
pub fn solve_fully<G: Geometry>(position: &Position<G>, limit: usize) -> Result<Answer, BruteError> {
    let attacker = position.turn();
    suitable(position, attacker.other())?;
    let mut graph = Graph {
        mates: Mates::new(attacker, limit),
        nodes: Vec::new(),
        index: StateMap::default(),
        unlisted: Vec::new(),
        limit,
    };
    let mate = graph.mates.mates(position)?;
    // The moves of the root are listed even if it is a mate, for the list of first moves.
    let mut first = Vec::new();
    let mut threats = Vec::new();
    let mut after = position.clone();
    for m in position.legal_moves() {
        let undo = after.make(m);
        if let Some(id) = graph.defender(&after)? {
            first.push((m, id));
            if !after.in_check() {
                threats.push(m);
            }
        }
        after.unmake(m, undo);
    }
    while let Some((id, p)) = graph.unlisted.pop() {
        graph.list(id, p)?;
    }
    graph.rank();
    let moves: Vec<(Move, u32)> = first
        .into_iter()
        .filter_map(|(m, id)| Some((m, graph.nodes[id as usize].rank? + 1)))
        .collect();
    let verdict = match moves.iter().map(|(_, length)| *length).min() {
        _ if mate => Verdict::Mate,
        Some(length) => Verdict::Hisshi(length),
        None => Verdict::None,
    };
    Ok(Answer {
        verdict,
        moves,
        threats,
        states: graph.nodes.len() + graph.mates.visited(),
    })
}

impl<G: Geometry> Graph<G> {
    fn add(&mut self, position: &Position<G>, attacker_to_move: bool) -> Result<(u32, bool), BruteError> {
        let next = self.nodes.len() as u32;
        let id = *self.index.entry(State::of(position)).or_insert(next);
        if id < next {
            return Ok((id, false));
        }
        if self.nodes.len() + self.mates.visited() >= self.limit {
            return Err(BruteError::TooLarge);
        }
        self.nodes.push(Node {
            attacker_to_move,
            open: 0,
            largest: 0,
            rank: None,
            parents: Vec::new(),
        });
        Ok((id, true))
    }

    /// The state of a position with the attacker to move.
    fn attacker(&mut self, position: &Position<G>) -> Result<u32, BruteError> {
        let (id, new) = self.add(position, true)?;
        if new {
            if self.mates.mates(position)? {
                self.nodes[id as usize].rank = Some(0);
            } else {
                self.unlisted.push((id, position.clone()));
            }
        }
        Ok(id)
    }

    /// The state of a position with the defender to move; `None` if the defender is safe for ever
    /// because no mate is threatened, or by a stalemate.
    fn defender(&mut self, position: &Position<G>) -> Result<Option<u32>, BruteError> {
        if !threatened(&mut self.mates, position)? {
            return Ok(None);
        }
        let (id, new) = self.add(position, false)?;
        if new {
            self.unlisted.push((id, position.clone()));
        }
        Ok(Some(id))
    }

    /// Lists the successors of a state.
    fn list(&mut self, id: u32, mut position: Position<G>) -> Result<(), BruteError> {
        let attacker_to_move = self.nodes[id as usize].attacker_to_move;
        let mut open = 0;
        for m in position.legal_moves() {
            let undo = position.make(m);
            let next = match attacker_to_move {
                true => self.defender(&position)?,
                false => Some(self.attacker(&position)?),
            };
            if let Some(next) = next {
                self.nodes[next as usize].parents.push(id);
                open += 1;
            }
            position.unmake(m, undo);
        }
        self.nodes[id as usize].open = open;
        Ok(())
    }

    /// Computes the ranks in ascending order. When a rank is taken from the map, no smaller rank
    /// can come up any more.
    fn rank(&mut self) {
        let mut found: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (id, node) in self.nodes.iter().enumerate() {
            // Rank 0: a mate by checks, or a defender without a reply.
            if node.rank == Some(0) || !node.attacker_to_move && node.open == 0 {
                found.entry(0).or_default().push(id as u32);
            }
        }
        while let Some((rank, ids)) = found.pop_first() {
            for id in ids {
                let node = &mut self.nodes[id as usize];
                if node.rank.is_some_and(|known| known < rank) {
                    continue;
                }
                // A state found twice with the same rank has no parents left the second time.
                node.rank = Some(rank);
                let from_attacker = node.attacker_to_move;
                for parent in std::mem::take(&mut node.parents) {
                    let above = &mut self.nodes[parent as usize];
                    if from_attacker {
                        above.open -= 1;
                        above.largest = above.largest.max(rank);
                        if above.open == 0 {
                            let d = if above.largest == 0 { 0 } else { above.largest + 1 };
                            found.entry(d).or_default().push(parent);
                        }
                    } else if above.rank.is_none() {
                        found.entry(rank + 1).or_default().push(parent);
                    }
                }
            }
        }
    }
}
