//! What a visit leaves behind: the result of a node, generalised to what it needs or survives, in its table.

use super::numbers::Numbers;
use super::{Found, NOTHING, Search, whole};
use crate::number::{EVER, INFINITE, LARGEST, Plies, longer};
use crate::query::Query;
use crate::resource::Resource;
use yose_board::Key;

impl<Q: Query> Search<'_, Q> {
    /// Puts the result of a node together and stores it. The query stands on the node.
    pub(super) fn conclude(
        &mut self,
        base: usize,
        prover: bool,
        depth: u16,
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
            self.table.open(key, resource, (pn, dn), depth, amount);
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
            let piece = match (self.options.pieces, prover) {
                (false, _) => resource,
                (true, true) => self.query.need_before(mv, child.piece),
                (true, false) => self.query.bound_before(mv, child.piece),
            };
            if prover {
                debug_assert!(resource.covers(piece), "{resource:?} {piece:?}");
                self.table
                    .prove(key, piece, plies, self.query.pack_move(mv), amount);
                return Found {
                    pn: 0,
                    dn: INFINITE,
                    plies,
                    piece,
                    rests_on: NOTHING,
                };
            }
            let rests_on = child.rests_on;
            return self.refuted(key, resource, depth, plies, piece, rests_on, amount);
        }
        // All children decide.
        if prover {
            let mut met: Option<Q::Resource> = None;
            let mut plies = EVER;
            let mut rests_on = NOTHING;
            for child in children {
                plies = plies.min(longer(child.plies));
                rests_on = rests_on.min(child.rests_on);
                if self.options.pieces {
                    let bound = self.query.bound_before(child.edge.mv, child.piece);
                    met = Some(met.map_or(bound, |m| m.meet(bound)));
                }
            }
            let piece = if self.options.pieces {
                self.query.bound_of_all(met)
            } else {
                resource
            };
            self.refuted(key, resource, depth, plies, piece, rests_on, amount)
        } else {
            let mut joined: Option<Q::Resource> = None;
            let mut plies = 0;
            for child in children {
                plies = plies.max(longer(child.plies));
                if self.options.pieces {
                    let need = self.query.need_before(child.edge.mv, child.piece);
                    joined = Some(joined.map_or(need, |j| j.join(need)));
                }
            }
            let piece = if self.options.pieces {
                self.query.need_of_all(joined)
            } else {
                resource
            };
            debug_assert!(resource.covers(piece), "{resource:?} {piece:?}");
            self.table.prove(key, piece, plies, 0, amount);
            Found {
                pn: 0,
                dn: INFINITE,
                plies,
                piece,
                rests_on: NOTHING,
            }
        }
    }

    /// Stores a disproof where it belongs.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn refuted(
        &mut self,
        key: Key,
        resource: Q::Resource,
        depth: u16,
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
            }
        } else {
            let span = depth - rests_on;
            if let Some(path) = self.path.last(span) {
                self.repetitions.keep(whole(key, resource), path, plies, span);
            }
            self.table.repeats(key, resource, depth, amount);
        }
        Found {
            pn: INFINITE,
            dn: 0,
            plies,
            piece,
            rests_on,
        }
    }
}
