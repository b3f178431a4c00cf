//! The order in which KIF and KI2 list the lines of a tree: the main line, then variations of the last move
//! first.

use crate::tree::{NodeId, Tree};

/// A line of a tree as files list them: a first node and its first children.
pub(crate) struct Block {
    /// The nodes, in order.
    pub(crate) nodes: Vec<NodeId>,
    /// Whether this is the main line.
    pub(crate) main: bool,
}

/// The main line, then each variation after all that lie deeper.
pub(crate) fn blocks(tree: &Tree) -> impl Iterator<Item = Block> {
    let mut todo: Vec<NodeId> = tree
        .node(Tree::ROOT)
        .children()
        .first()
        .copied()
        .into_iter()
        .collect();
    let mut main = true;
    std::iter::from_fn(move || {
        let first = todo.pop()?;
        let nodes: Vec<NodeId> = std::iter::once(first).chain(tree.line_from(first)).collect();
        let was_main = std::mem::replace(&mut main, false);
        // The siblings of a variation's own first node are listed by the line it varies.
        for &node in nodes.iter().skip(usize::from(!was_main)) {
            if let Some(parent) = tree.node(node).parent() {
                todo.extend(tree.node(parent).children().iter().skip(1).rev());
            }
        }
        Some(Block {
            nodes,
            main: was_main,
        })
    })
}
