//! The order in which KIF and KI2 list the lines of a tree: first the main line, then the
//! variations, beginning with the variations of the last move.

use crate::tree::{NodeId, Tree};

/// One line of a tree as a file lists it: a first node, its first child, and so on.
pub(crate) struct Block {
    /// The nodes in playing order.
    pub(crate) nodes: Vec<NodeId>,
    /// Whether this is the main line.
    pub(crate) main: bool,
}

/// Yields the main line, then each variation. Deeper variations come first.
pub(crate) fn blocks(tree: &Tree) -> impl Iterator<Item = Block> {
    let mut pending: Vec<NodeId> = tree
        .node(Tree::ROOT)
        .children()
        .first()
        .copied()
        .into_iter()
        .collect();
    let mut main = true;
    std::iter::from_fn(move || {
        let first = pending.pop()?;
        let nodes: Vec<NodeId> = std::iter::once(first).chain(tree.line_from(first)).collect();
        let was_main = std::mem::replace(&mut main, false);
        // The line that this variation branches from has already listed the siblings of its first
        // node.
        for &node in nodes.iter().skip(usize::from(!was_main)) {
            if let Some(parent) = tree.node(node).parent() {
                pending.extend(tree.node(parent).children().iter().skip(1).rev());
            }
        }
        Some(Block {
            nodes,
            main: was_main,
        })
    })
}
