//! Positions of a tree. Files may jump between their lines at will, so positions are kept at every 32nd move
//! and a jump costs at most that many moves: a record of many deep variations still takes linear time.

use crate::tree::{NodeId, Tree};
use std::collections::HashMap;
use yose_shogi::Shogi;

const EVERY: u32 = 32;

/// The position at one node of a tree, and a way to the others.
#[derive(Debug)]
pub(crate) struct Replay {
    kept: HashMap<NodeId, Shogi>,
    here: NodeId,
    position: Shogi,
}

impl Replay {
    pub(crate) fn new(start: Shogi) -> Self {
        Replay {
            kept: HashMap::from([(Tree::ROOT, start.clone())]),
            here: Tree::ROOT,
            position: start,
        }
    }

    pub(crate) fn position(&self) -> &Shogi {
        &self.position
    }

    /// Steps to a child of this node, by a move that is known to be legal or by an ending.
    pub(crate) fn step(&mut self, tree: &Tree, child: NodeId) {
        let node = tree.node(child);
        if let Some(m) = node.played() {
            self.position.make(m);
            if node.ply().is_multiple_of(EVERY) {
                self.kept.insert(child, self.position.clone());
            }
        }
        self.here = child;
    }

    /// Goes to a node whose line has been stepped through before.
    pub(crate) fn go(&mut self, tree: &Tree, target: NodeId) {
        if self.here == target {
            return;
        }
        let mut moves = Vec::new();
        let mut at = target;
        let start = loop {
            if let Some(position) = self.kept.get(&at) {
                break position.clone();
            }
            let node = tree.node(at);
            moves.extend(node.played());
            match node.parent() {
                Some(parent) => at = parent,
                // The root is always kept.
                None => return,
            }
        };
        self.position = start;
        for &m in moves.iter().rev() {
            self.position.make(m);
        }
        self.here = target;
    }
}
