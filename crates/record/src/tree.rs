//! The tree of moves. All nodes are in one vector, so a deep record does not need a deep stack.

use crate::ending::Ending;
use std::time::Duration;
use yose_shogi::Move;

/// Identifies a node of the [`Tree`] that returned it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The index of the node in the vector.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The step that leads to a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A legal move.
    Move(Move),
    /// A move that breaks the rules, as the last move of a line. Only an ending can follow it. The
    /// piece is on its square or in hand, so that the move has a name.
    Illegal(Move),
    /// The end of the line. An ending is a node, because it has a time and comments like a move,
    /// and because a line can both end and continue in a variation. Its node has no children.
    End(Ending),
}

/// A position of a record, with its comments and time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    step: Option<Step>,
    ply: u32,
    /// Comment lines. A bookmark is a line that begins with `&`.
    pub comments: Vec<String>,
    /// The time spent on the move.
    pub time: Option<Duration>,
}

impl Node {
    /// The parent; `None` for the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The children. The first one continues the main line.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// The step that leads to this node; `None` for the root.
    pub fn step(&self) -> Option<&Step> {
        self.step.as_ref()
    }

    /// The legal move that leads to this node, if it is one.
    pub fn played(&self) -> Option<Move> {
        match self.step {
            Some(Step::Move(m)) => Some(m),
            _ => None,
        }
    }

    /// The move that leads to this node, legal or not.
    pub fn written(&self) -> Option<Move> {
        match self.step {
            Some(Step::Move(m) | Step::Illegal(m)) => Some(m),
            _ => None,
        }
    }

    /// Whether a move that breaks the rules leads to this node.
    pub fn is_illegal(&self) -> bool {
        matches!(self.step, Some(Step::Illegal(_)))
    }

    /// The ending of this node, if it is an ending.
    pub fn ending(&self) -> Option<&Ending> {
        match &self.step {
            Some(Step::End(ending)) => Some(ending),
            _ => None,
        }
    }

    /// Replaces an ending. A move stays unchanged.
    pub(crate) fn replace_ending(&mut self, ending: Ending) {
        if let Some(Step::End(old)) = &mut self.step {
            *old = ending;
        }
    }

    /// How many moves lead from the start to this node.
    pub fn ply(&self) -> u32 {
        self.ply
    }
}

/// A tree of moves. In the vector, parents stand before their children. Two trees are equal if they
/// have the same shape and contents, in whatever order they were built.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Self {
        Tree {
            nodes: vec![Node {
                parent: None,
                children: Vec::new(),
                step: None,
                ply: 0,
                comments: Vec::new(),
                time: None,
            }],
        }
    }
}

impl Tree {
    /// The node before the first move. It always exists.
    pub const ROOT: NodeId = NodeId(0);

    /// A tree with only its root.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of nodes, including the root.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the tree has only its root.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// All nodes, parents before children.
    pub fn iter(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes
            .iter()
            .enumerate()
            .map(|(i, node)| (NodeId(i as u32), node))
    }

    /// A node. An identifier of another tree may return the root, but does not panic.
    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.index()).unwrap_or(&self.nodes[0])
    }

    /// A node, to change its comments and time.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        let index = if id.index() < self.nodes.len() {
            id.index()
        } else {
            0
        };
        &mut self.nodes[index]
    }

    /// Adds a last child to a node. The first child continues the main line. Nothing can follow an
    /// ending, so a child of an ending becomes its sibling.
    pub fn add(&mut self, parent: NodeId, step: Step) -> NodeId {
        let parent = match self.node(parent) {
            Node {
                step: Some(Step::End(_)),
                parent: Some(before),
                ..
            } => *before,
            _ => parent,
        };
        let ply = self.node(parent).ply + u32::from(!matches!(step, Step::End(_)));
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            parent: Some(parent),
            children: Vec::new(),
            step: Some(step),
            ply,
            comments: Vec::new(),
            time: None,
        });
        self.node_mut(parent).children.push(id);
        id
    }

    /// Takes a leaf away that was added last, with its parent. `None` if the node is another one.
    pub(crate) fn take_last(&mut self, id: NodeId) -> Option<(NodeId, Node)> {
        let parent = self.nodes.get(id.index())?.parent?;
        if id.index() + 1 != self.nodes.len() {
            return None;
        }
        let node = self.nodes.pop()?;
        self.node_mut(parent).children.retain(|&child| child != id);
        Some((parent, node))
    }

    /// The main line: first children from the first move on, including an ending.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line_from(Tree::ROOT)
    }

    /// The line of first children below a node, without the node itself.
    pub fn line_from(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.node(node).children.first().copied(), |&id| {
            self.node(id).children.first().copied()
        })
    }

    /// The moves that lead from the start to a node.
    pub fn moves_to(&self, node: NodeId) -> Vec<Move> {
        let mut moves: Vec<Move> = std::iter::successors(Some(node), |&id| self.node(id).parent)
            .filter_map(|id| self.node(id).played())
            .collect();
        moves.reverse();
        moves
    }

    /// The first node that has an earlier sibling: the start of a variation.
    pub fn first_variation(&self) -> Option<NodeId> {
        self.iter().find_map(|(_, node)| node.children.get(1).copied())
    }
}

impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = vec![(Tree::ROOT, Tree::ROOT)];
        while let Some((a, b)) = pairs.pop() {
            let (a, b) = (self.node(a), other.node(b));
            if a.step != b.step
                || a.comments != b.comments
                || a.time != b.time
                || a.children.len() != b.children.len()
            {
                return false;
            }
            pairs.extend(a.children.iter().copied().zip(b.children.iter().copied()));
        }
        true
    }
}

impl Eq for Tree {}
