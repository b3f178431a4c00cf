//! What other threads have found meanwhile.
//!
//! Two things are asked before each step down: whether somebody has decided a position that this path leads through
//! (then everything below it is in vain, and the thread goes back to it), and whether the child to be visited has
//! other numbers than when it was looked up.

use super::Search;
use super::child::Status;
use crate::number::Plies;
use crate::number::{EVER, shorter};
use crate::query::Query;

impl<Q: Query> Search<'_, Q> {
    /// Whether a position of the path, this one or one above it, has been decided by another thread.
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

    /// After a child: whether it is the position this thread was to come back to; takes over what is known of it.
    #[inline]
    pub(super) fn back(&mut self, i: usize, prover: bool, within: Plies, first: bool) {
        if self.back_to == Some(self.path.len()) {
            self.back_to = None;
            if self.children[i].status == Status::Open {
                self.open_chain(i, prover, within, first);
            }
        }
    }

    /// Whether other threads have changed what is known of a child; takes that over.
    pub(super) fn refresh(&mut self, i: usize, prover: bool, within: Plies, first: bool) -> bool {
        let child = &self.children[i];
        let known = self
            .table
            .look_in(self.options.way, child.edge.key, child.edge.resource);
        let below = shorter(within);
        if known.yes_from > below && known.no_below <= below {
            if !known.seen || (known.pn, known.dn) == (child.edge.pn, child.edge.dn) {
                return false;
            }
            let child = &mut self.children[i];
            child.edge.pn = known.pn;
            child.edge.dn = known.dn;
            child.seen = true;
            return true;
        }
        self.open_chain(i, prover, within, first);
        true
    }
}
