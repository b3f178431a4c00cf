//! Results of other threads.
//!
//! Before each step down the search asks two things. Has another thread decided a position of the
//! path? Then all work below it is useless, and this thread goes back to it. Has the child to be
//! visited other numbers than when it was looked up?

use super::child::Status;
use super::node::Node;
use super::{Search, setting};
use crate::number::EVER;
use crate::query::Query;

impl<Q: Query> Search<'_, Q> {
    /// Whether another thread has decided a position of the path.
    #[inline]
    pub(super) fn overtaken(&mut self) -> bool {
        let Some(member) = &mut self.member else {
            return false;
        };
        if let Some(depth) = self.back_to {
            return self.path.len() > depth;
        }
        while let Some(key) = member.next_news() {
            for (depth, resource) in self.path.of(key) {
                // Below free replies the bound is larger. Then this may go back to a position that
                // is not decided, which is looked up again there.
                let within = if self.asked == EVER {
                    EVER
                } else {
                    self.asked.saturating_sub(depth)
                };
                let depth = usize::from(depth);
                let known = self.table.look(key, resource);
                let decided = known.yes_from <= within || known.no_below > within;
                if depth > 0 && decided && self.back_to.is_none_or(|d| depth < d) {
                    self.back_to = Some(depth);
                }
            }
        }
        self.back_to.is_some()
    }

    /// After the visit of the best child: if this is where the thread was to come back to, takes
    /// over what the other thread has found.
    #[inline]
    pub(super) fn back(&mut self, node: &Node<Q::Resource>) {
        if self.back_to == Some(self.path.len()) {
            self.back_to = None;
            if self.children[node.best()].status == Status::Open {
                self.open_chain(node, node.best());
            }
        }
    }

    /// Whether other threads have changed what is known of the best child. Takes the change over.
    pub(super) fn refresh(&mut self, node: &Node<Q::Resource>) -> bool {
        let child = &mut self.children[node.best()];
        let below = node.below::<Q>(&child.edge);
        let setting = setting::<Q>(self.options.setting, below);
        let known = self.table.look_in(setting, child.edge.key, child.edge.resource);
        if known.yes_from > below && known.no_below <= below {
            if !known.seen {
                return false;
            }
            let before = child.numbers(node.prover);
            child.estimate::<Q>(known.pn, known.dn, node.prover);
            let changed = child.numbers(node.prover) != before;
            child.seen |= changed;
            return changed;
        }
        self.open_chain(node, node.best());
        true
    }
}
