//! What a visit leaves behind: the result of a node, generalised to what it needs or survives, in its table.

use super::numbers::Numbers;
use super::{Found, NOTHING, Search, whole};
use crate::number::{EVER, LARGEST, Plies, longer};
use crate::query::Query;
use crate::resource::Resource;
use yose_board::Key;

impl<Q: Query> Search<'_, Q> {
    /// Puts the result of a node together and stores it. The query stands on the node.
    pub(super) fn conclude(
        &mut self,
        base: usize,
        prover: bool,
        (depth, mark): (u16, u32),
        numbers: Numbers,
        amount: u64,
    ) -> Found<Q::Resource> {
        let key = self.query.key();
        let resource = self.query.resource();
        let amount = u32::try_from(amount).unwrap_or(u32::MAX);
        let (pn, dn) = if prover {
            (numbers.least, numbers.combined)
        } else {
            (numbers.combined, numbers.least)
        };
        if pn != 0 && dn != 0 {
            let (pn, dn) = (pn.min(LARGEST), dn.min(LARGEST));
            self.log.forget(mark);
            self.table
                .open(key, resource, self.options.way, (pn, dn), depth, amount);
            return Found {
                pn,
                dn,
                plies: 0,
                piece: resource,
                rests_on: NOTHING,
            };
        }
        let children = &self.children[base..];
        if numbers.least == 0 {
            // One child decides.
            let child = &self.children[numbers.best];
            let plies = longer(child.plies);
            let mv = child.edge.mv;
            let piece = self.piece(|query| {
                if prover {
                    query.need_before(mv, child.piece)
                } else {
                    query.bound_before(mv, child.piece)
                }
            });
            if prover {
                debug_assert!(resource.covers(piece), "{resource:?} {piece:?}");
                self.log.forget(mark);
                self.table
                    .prove(key, piece, plies, self.query.pack_move(mv), amount);
                return Found::proved(plies, piece);
            }
            let rests_on = child.rests_on;
            return self.refuted(key, resource, (depth, mark), plies, piece, rests_on, amount);
        }
        // All children decide.
        if prover {
            let plies = children.iter().map(|c| longer(c.plies)).min().unwrap_or(EVER);
            let rests_on = children.iter().map(|c| c.rests_on).min().unwrap_or(NOTHING);
            let piece = self.piece(|query| {
                let bounds = children.iter().map(|c| query.bound_before(c.edge.mv, c.piece));
                query.bound_of_all(bounds.reduce(Resource::meet))
            });
            self.refuted(key, resource, (depth, mark), plies, piece, rests_on, amount)
        } else {
            let plies = children
                .iter()
                .filter(|c| !c.excused)
                .map(|c| longer(c.plies))
                .max()
                .unwrap_or(0);
            let piece = self.piece(|query| {
                let needs = children.iter().map(|c| query.need_before(c.edge.mv, c.piece));
                query.need_of_all(needs.reduce(Resource::join))
            });
            debug_assert!(resource.covers(piece), "{resource:?} {piece:?}");
            self.log.forget(mark);
            self.table.prove(key, piece, plies, 0, amount);
            Found::proved(plies, piece)
        }
    }

    /// Stores a disproof where it belongs.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn refuted(
        &mut self,
        key: Key,
        resource: Q::Resource,
        (depth, mark): (u16, u32),
        plies: Plies,
        piece: Q::Resource,
        rests_on: u16,
        amount: u32,
    ) -> Found<Q::Resource> {
        debug_assert!(piece.covers(resource), "{resource:?} {piece:?}");
        let rests_on = if rests_on >= depth { NOTHING } else { rests_on };
        if rests_on == NOTHING {
            if !(self.too_deep && depth == 0) {
                self.table.disprove(key, piece, plies, amount);
                let table = self.table;
                self.log.close(depth, plies, mark, |key, bound, plies| {
                    table.disprove(key, bound, plies, 1);
                });
            }
        } else {
            if self.options.promote {
                self.log.wait(key, piece, plies, rests_on, mark);
            }
            let span = depth - rests_on;
            if let Some(path) = self.path.last(span) {
                self.repetitions.keep(whole(key, resource), path, plies, span);
            }
            self.table.repeats(key, resource, self.options.way, depth, amount);
        }
        Found::disproved(plies, piece, rests_on)
    }
}
