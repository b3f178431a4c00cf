//! A game record: a start position as it was typed, headers, and a tree of moves.

use crate::play::Play;
use crate::tree::{NodeId, Step, Tree};
use yose_board::Faults;
use yose_shogi::{AnyPosition, Setup, SetupFault};

/// A record of a game or a problem, on the boards that [`crate::write()`] can write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The start position, as it was typed.
    pub setup: Setup,
    /// Headers in the order of the file, with the names of KIF (先手, 棋戦) in every format.
    /// The start position, the hands and the side to move are in `setup` and not in the headers.
    pub headers: Vec<(String, String)>,
    /// The moves. Comments of the root stand before the first move.
    pub tree: Tree,
}

impl Record {
    /// A record of a position without moves.
    pub fn new(setup: Setup) -> Self {
        Record {
            setup,
            headers: Vec::new(),
            tree: Tree::new(),
        }
    }

    /// The start position. Every record that a reader returns has one. It may be a diagram without
    /// a king ([`Setup::diagram`]), about which no question can be asked.
    pub fn position(&self) -> Result<AnyPosition, Faults<SetupFault>> {
        self.setup.diagram()
    }

    /// The position at a node, if the moves that lead to it are legal.
    pub fn position_at(&self, node: NodeId) -> Option<AnyPosition> {
        let mut position = self.position().ok()?;
        for m in self.tree.moves_to(node) {
            if !position.is_legal(m) {
                return None;
            }
            position.make(m);
        }
        Some(position)
    }

    /// The first header with a name.
    pub fn header(&self, key: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(k, _)| k == key)
            .map(|(_, value)| value.as_str())
    }

    /// The same record without its variations, for formats that have no variations.
    #[must_use]
    pub fn main_line_only(&self) -> Record {
        let mut tree = Tree::new();
        tree.node_mut(Tree::ROOT)
            .comments
            .clone_from(&self.tree.node(Tree::ROOT).comments);
        let mut at = Tree::ROOT;
        for id in self.tree.main_line() {
            let node = self.tree.node(id);
            let Some(step) = node.step() else { continue };
            at = tree.add(at, Step::clone(step));
            let copy = tree.node_mut(at);
            copy.comments.clone_from(&node.comments);
            copy.time = node.time;
        }
        Record {
            setup: self.setup.clone(),
            headers: self.headers.clone(),
            tree,
        }
    }
}
