//! Positions at the nodes of a tree. A file can jump between its lines at any time. A snapshot at
//! every 32nd move limits a jump to at most 32 moves, so a record with many deep variations takes
//! linear time.

use crate::play::Play;
use crate::tree::{NodeId, Tree};
use std::collections::HashMap;
use yose_board::Color;
use yose_shogi::AnyPosition;

const SNAPSHOT_INTERVAL: u32 = 32;

/// The position at one node of a tree. It can move to other nodes.
#[derive(Debug)]
pub(crate) struct Replay {
    snapshots: HashMap<NodeId, AnyPosition>,
    node: NodeId,
    position: AnyPosition,
    /// Whether the last step was a move that breaks the rules. The position is the one before it.
    illegal: bool,
}

impl Replay {
    pub(crate) fn new(start: AnyPosition) -> Self {
        Replay {
            snapshots: HashMap::from([(Tree::ROOT, start.clone())]),
            node: Tree::ROOT,
            position: start,
            illegal: false,
        }
    }

    pub(crate) fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// The side to move.
    pub(crate) fn turn(&self) -> Color {
        match self.illegal {
            true => self.position.turn().other(),
            false => self.position.turn(),
        }
    }

    /// Steps to a child of the current node, by a legal move or by an ending.
    pub(crate) fn step(&mut self, tree: &Tree, child: NodeId) {
        let node = tree.node(child);
        if let Some(m) = node.played() {
            self.position.make(m);
            if node.ply().is_multiple_of(SNAPSHOT_INTERVAL) {
                self.snapshots.insert(child, self.position.clone());
            }
        }
        self.node = child;
        self.illegal = node.is_illegal();
    }

    /// Goes to a node that [`Replay::step`] has reached before.
    pub(crate) fn go_to(&mut self, tree: &Tree, target: NodeId) {
        if self.node == target {
            return;
        }
        let mut moves = Vec::new();
        let mut at = target;
        let start = loop {
            if let Some(position) = self.snapshots.get(&at) {
                break position.clone();
            }
            let node = tree.node(at);
            moves.extend(node.played());
            match node.parent() {
                Some(parent) => at = parent,
                // The root always has a snapshot.
                None => return,
            }
        };
        self.position = start;
        for &m in moves.iter().rev() {
            self.position.make(m);
        }
        self.node = target;
        self.illegal = tree.node(target).is_illegal();
    }
}
