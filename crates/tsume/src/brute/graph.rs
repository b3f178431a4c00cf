//! Every position that checks and evasions can reach, and the mates computed back from the end.
//!
//! A position from which the attacker can force mate gets its number of plies. A position that has
//! no number when nothing changes any more is no mate, cycles included: the defender only needs to
//! go round for ever. This decides disproofs that rest on repetition, which deepening cannot.

use crate::{Meter, Reason};
use std::collections::HashMap;
use yose_shogi::{Geometry, Hand, Position};

/// The verdict of the whole graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// Mate in this number of plies, shortest against longest.
    Mate {
        /// The number of plies.
        length: u32,
    },
    /// No mate.
    NoMate,
}

/// Why there is no verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// The graph is larger than the budget.
    TooLarge,
    /// A limit was reached.
    Stopped(Reason),
}

/// One position; children are indices into the list of positions.
struct Node {
    attacker_to_move: bool,
    children: Vec<u32>,
}

/// The number of positions that fit into `mb` MB. Each position is in a list that may just be
/// growing, with its children, its parents and its place in the index.
pub fn capacity<G: Geometry>(mb: usize) -> usize {
    (mb << 20) / (3 * size_of::<Position<G>>() + 600)
}

/// Decides a tsume if its checks and evasions reach at most `budget` positions.
pub fn decide<G: Geometry>(
    root: &Position<G>,
    budget: usize,
    meter: &mut Meter<'_>,
) -> Result<Decided, Undecided> {
    if budget == 0 {
        return Err(Undecided::TooLarge);
    }
    let nodes = explore(root, budget, meter)?;
    Ok(match lengths(&nodes)[0] {
        Some(length) => Decided::Mate { length },
        None => Decided::NoMate,
    })
}

/// All positions that can be reached, the root first.
fn explore<G: Geometry>(
    root: &Position<G>,
    budget: usize,
    meter: &mut Meter<'_>,
) -> Result<Vec<Node>, Undecided> {
    let attacker = root.turn();
    let mut index: HashMap<(u64, Hand, Hand), u32> = HashMap::new();
    let mut positions = vec![root.clone()];
    let mut nodes: Vec<Node> = Vec::new();
    let exact = |p: &Position<G>| (p.board_key(), p.hands().0[0], p.hands().0[1]);
    index.insert(exact(root), 0);
    while nodes.len() < positions.len() {
        meter.tick()?;
        let mut p = positions[nodes.len()].clone();
        let attacker_to_move = p.turn() == attacker;
        let moves = if attacker_to_move {
            p.checking_moves()
        } else {
            p.evading_moves()
        };
        let mut children = Vec::with_capacity(moves.len());
        for m in moves {
            let undo = p.make(m);
            let next = positions.len() as u32;
            let child = *index.entry(exact(&p)).or_insert(next);
            if child == next {
                if positions.len() >= budget {
                    return Err(Undecided::TooLarge);
                }
                positions.push(p.clone());
            }
            children.push(child);
            p.unmake(m, undo);
        }
        nodes.push(Node {
            attacker_to_move,
            children,
        });
    }
    Ok(nodes)
}

/// The plies to mate from every position, by sweeping until nothing changes. Positions get their
/// number in order of length, so the first number found is the shortest (attacker) or longest
/// (defender).
fn lengths(nodes: &[Node]) -> Vec<Option<u32>> {
    let mut length: Vec<Option<u32>> = vec![None; nodes.len()];
    let mut parents: Vec<Vec<u32>> = vec![Vec::new(); nodes.len()];
    let mut open: Vec<usize> = Vec::with_capacity(nodes.len());
    for (i, node) in nodes.iter().enumerate() {
        open.push(node.children.len());
        for &child in &node.children {
            parents[child as usize].push(i as u32);
        }
    }
    let mut layer: Vec<u32> = Vec::new();
    for (i, node) in nodes.iter().enumerate() {
        if !node.attacker_to_move && node.children.is_empty() {
            length[i] = Some(0);
            layer.push(i as u32);
        }
    }
    let mut plies = 0;
    while !layer.is_empty() {
        plies += 1;
        let mut next = Vec::new();
        for i in layer {
            for &parent in &parents[i as usize] {
                let at = parent as usize;
                if length[at].is_some() {
                    continue;
                }
                open[at] -= 1;
                if nodes[at].attacker_to_move || open[at] == 0 {
                    length[at] = Some(plies);
                    next.push(parent);
                }
            }
        }
        layer = next;
    }
    length
}
