//! What a visit leaves behind: the result of the node in the tables, generalised to what it needs
//! or survives.

use super::node::Node;
use super::{Found, NOTHING, Search, is_ground, setting};
use crate::number::{EVER, LARGEST, Plies};
use crate::query::Query;
use crate::resource::Resource;

impl<Q: Query> Search<'_, Q> {
    /// Puts the result of a node together and stores it. `amount` is the work of the visit in
    /// nodes. The query stands on the node, and the path ends before it.
    pub(super) fn conclude(&mut self, node: &Node<Q::Resource>, amount: u64) -> Found<Q::Resource> {
        let amount = u32::try_from(amount).unwrap_or(u32::MAX);
        if !node.numbers.decided() {
            return self.left_open(node, amount);
        }
        let children = &self.children[node.base..];
        if node.numbers.least == 0 {
            // One child decides.
            let child = &children[node.numbers.best];
            let (mv, plies, rests_on) = (child.edge.mv, node.above::<Q>(child), child.rests_on);
            if node.prover {
                let need = self.generalised(|query| query.need_before(mv, child.need_or_bound));
                return self.proved(node, plies, need, self.query.pack_move(mv), amount);
            }
            let bound = self.generalised(|query| query.bound_before(mv, child.need_or_bound));
            return self.disproved(node, plies, bound, rests_on, amount);
        }
        // All children decide.
        if node.prover {
            // In the ground only the moves of the ground were tried.
            let ground = is_ground::<Q>(node.within);
            let plies = if ground {
                0
            } else {
                children.iter().map(|c| node.above::<Q>(c)).min().unwrap_or(EVER)
            };
            let rests_on = children.iter().map(|c| c.rests_on).min().unwrap_or(NOTHING);
            let bound = self.generalised(|query| {
                let bounds = children
                    .iter()
                    .map(|c| query.bound_before(c.edge.mv, c.need_or_bound));
                let met = bounds.reduce(Resource::meet);
                if ground {
                    query.bound_of_all_ground(met)
                } else {
                    query.bound_of_all(met)
                }
            });
            return self.disproved(node, plies, bound, rests_on, amount);
        }
        let counted = children.iter().filter(|c| !c.uncounted);
        let plies = counted.map(|c| node.above::<Q>(c)).max().unwrap_or(0);
        let need = self.generalised(|query| {
            let needs = children
                .iter()
                .map(|c| query.need_before(c.edge.mv, c.need_or_bound));
            query.need_of_all(needs.reduce(Resource::join))
        });
        self.proved(node, plies, need, 0, amount)
    }

    /// Stores the numbers of an undecided node.
    fn left_open(&mut self, node: &Node<Q::Resource>, amount: u32) -> Found<Q::Resource> {
        let (pn, dn) = node.pn_dn();
        let (pn, dn) = (pn.min(LARGEST), dn.min(LARGEST));
        self.log.forget(node.mark);
        let setting = setting::<Q>(self.options.setting, node.within);
        let numbers = (pn, dn);
        self.table
            .open(node.key, node.resource, setting, numbers, node.depth, amount);
        Found {
            pn,
            dn,
            plies: 0,
            need_or_bound: node.resource,
            rests_on: NOTHING,
        }
    }

    /// Stores a proof, with the move that proves (0 at the defender's turn).
    fn proved(
        &mut self,
        node: &Node<Q::Resource>,
        plies: Plies,
        need: Q::Resource,
        mv: u16,
        amount: u32,
    ) -> Found<Q::Resource> {
        debug_assert!(node.resource.covers(need), "{:?} {need:?}", node.resource);
        self.log.forget(node.mark);
        self.table.prove(node.key, need, plies, mv, amount);
        Found::proved(plies, need)
    }

    /// Stores a disproof where it belongs: in the table if it holds on every path, otherwise with
    /// the path positions it rests on.
    fn disproved(
        &mut self,
        node: &Node<Q::Resource>,
        plies: Plies,
        bound: Q::Resource,
        rests_on: u16,
        amount: u32,
    ) -> Found<Q::Resource> {
        let Node {
            key,
            resource,
            depth,
            mark,
            ..
        } = *node;
        debug_assert!(bound.covers(resource), "{resource:?} {bound:?}");
        if rests_on >= depth {
            if !(self.too_deep && depth == 0) {
                self.table.disprove(key, bound, plies, amount);
                let table = self.table;
                self.log.close(depth, plies, mark, |key, bound, plies| {
                    table.disprove(key, bound, plies, 1);
                });
            }
            return Found::disproved(plies, bound, NOTHING);
        }
        // A path that was cut because of its length rests on the root like a repetition of the
        // root, but it is none. Kept for later, it would seem to rest on a position of another
        // path, and become a false fact there.
        if !(self.too_deep && rests_on == 0) {
            if self.options.promote {
                self.log.wait(key, bound, plies, rests_on, mark);
            }
            let span = depth - rests_on;
            if let Some(path) = self.path.last(span) {
                self.repetitions
                    .keep(super::whole(key, resource), path, plies, span);
            }
        }
        let setting = setting::<Q>(self.options.setting, node.within);
        self.table.repeats(key, resource, setting, depth, amount);
        Found::disproved(plies, bound, rests_on)
    }
}
