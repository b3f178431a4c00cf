//! Least fixpoints by need, over positions with the attacker to move.
//!
//! A *line of attack* is a move of the attacker together with the defender's replies. A position is
//! in the set if one of its lines of attack leaves only replies into the set. The method is that of
//! Liu and Smolka (1998): a line of attack waits at its first reply that is not known to be in the
//! set, and goes on when that position enters the set. When no line of attack can go on, every
//! position that was visited and has not entered the set is outside: each of its lines of attack
//! waits at a reply to such a position. So cycles count against the attacker without any special
//! case.

use super::BruteError;
use super::state::{State, StateMap};
use std::collections::VecDeque;
use yose_shogi::{Geometry, Move, Position};

/// What may be attacked how.
pub(crate) trait Attacks<G: Geometry> {
    /// The attacker's moves with the defender's replies. A move without replies puts the position
    /// into the set at once.
    fn attacks(&mut self, position: &Position<G>) -> Result<Vec<(Move, Vec<Move>)>, BruteError>;
}

/// The decisions of a least fixpoint.
#[derive(Default)]
pub(crate) struct Decisions {
    decided: StateMap<bool>,
    visited: usize,
}

impl Decisions {
    /// How many positions all decisions together have visited.
    pub(crate) fn visited(&self) -> usize {
        self.visited
    }

    /// Whether the position is in the least fixpoint. Every visited position is taken from the
    /// budget.
    pub(crate) fn decide<G: Geometry>(
        &mut self,
        root: &Position<G>,
        attacks: &mut impl Attacks<G>,
        budget: &mut usize,
    ) -> Result<bool, BruteError> {
        if let Some(&inside) = self.decided.get(&State::of(root)) {
            return Ok(inside);
        }
        let mut visit = Visit {
            nodes: Vec::new(),
            index: StateMap::default(),
            queue: VecDeque::new(),
        };
        visit.add(root.clone(), attacks)?;
        while !visit.nodes[0].inside
            && let Some(attack) = visit.queue.pop_front()
        {
            visit.go_on(attack, attacks, &self.decided)?;
            if visit.nodes.len() > *budget {
                return Err(BruteError::TooLarge);
            }
        }
        self.visited += visit.nodes.len();
        *budget = budget.saturating_sub(visit.nodes.len());
        // If the root is outside, the queue is empty and every node is decided. If the root is
        // inside, only the nodes inside are decided.
        let outside = !visit.nodes[0].inside;
        for node in &visit.nodes {
            if node.inside || outside {
                self.decided.insert(node.state, node.inside);
            }
        }
        Ok(visit.nodes[0].inside)
    }
}

/// A visited position.
struct Node<G: Geometry> {
    position: Position<G>,
    state: State,
    inside: bool,
    /// The lines of attack that wait for this position.
    waiting: Vec<Attack>,
}

/// A line of attack at a node. The first `done` replies lead into the set.
struct Attack {
    node: usize,
    first: Move,
    replies: Vec<Move>,
    done: usize,
}

/// The positions that one decision visits.
struct Visit<G: Geometry> {
    nodes: Vec<Node<G>>,
    index: StateMap<usize>,
    queue: VecDeque<Attack>,
}

impl<G: Geometry> Visit<G> {
    /// Adds a position with its lines of attack.
    fn add(&mut self, position: Position<G>, attacks: &mut impl Attacks<G>) -> Result<usize, BruteError> {
        let node = self.nodes.len();
        let state = State::of(&position);
        let lines = attacks.attacks(&position)?;
        let inside = lines.iter().any(|(_, replies)| replies.is_empty());
        if !inside {
            self.queue
                .extend(lines.into_iter().map(|(first, replies)| Attack {
                    node,
                    first,
                    replies,
                    done: 0,
                }));
        }
        self.nodes.push(Node {
            position,
            state,
            inside,
            waiting: Vec::new(),
        });
        self.index.insert(state, node);
        Ok(node)
    }

    /// Takes a line of attack as far as it goes.
    fn go_on(
        &mut self,
        mut attack: Attack,
        attacks: &mut impl Attacks<G>,
        decided: &StateMap<bool>,
    ) -> Result<(), BruteError> {
        if self.nodes[attack.node].inside {
            return Ok(());
        }
        let mut before = self.nodes[attack.node].position.clone();
        before.make(attack.first);
        while let Some(&reply) = attack.replies.get(attack.done) {
            let undo = before.make(reply);
            let state = State::of(&before);
            match decided.get(&state) {
                Some(true) => {}
                Some(false) => return Ok(()),
                None => {
                    let node = match self.index.get(&state) {
                        Some(&node) => node,
                        None => self.add(before.clone(), attacks)?,
                    };
                    if !self.nodes[node].inside {
                        self.nodes[node].waiting.push(attack);
                        return Ok(());
                    }
                }
            }
            before.unmake(reply, undo);
            attack.done += 1;
        }
        let node = &mut self.nodes[attack.node];
        node.inside = true;
        self.queue.extend(std::mem::take(&mut node.waiting));
        Ok(())
    }
}

/// The legal moves, captures and moves of the king first. They refute most attacks, and a line of
/// attack waits at its first refutation.
pub(crate) fn replies<G: Geometry>(position: &Position<G>) -> Vec<Move> {
    let mut moves = position.legal_moves().to_vec();
    let king = position.king(position.turn());
    moves.sort_by_key(|m| {
        let captures = position.piece_on(m.to()).is_some();
        let flees = m.from().is_some() && m.from() == king;
        (!captures, !flees)
    });
    moves
}
