//! A look three plies deep without a table: is there a move after which every reply allows a goal
//! in one?
//!
//! The usual static test of mate in three (YaneuraOu, dlshogi). Switch:
//! [`Options::three`](crate::Options), off by default: the search does the same with entries that
//! it keeps, so the look saves nodes and loses time (docs/lab/search.md).

use super::{Found, NOTHING, Search};
use crate::number::Plies;
use crate::query::{Edge, Judgement, Query};
use crate::resource::Resource;

impl<Q: Query> Search<'_, Q> {
    /// Looks three plies deep at the prover's position of the query, which has no goal in one. The
    /// table keeps the result.
    pub(super) fn judged_three(&mut self, within: Plies) -> Option<Found<Q::Resource>> {
        if Q::GROUND || within < 3 || !self.query.prover_to_move() {
            return None;
        }
        let (key, start) = (self.query.key(), self.spare.len());
        let mut spare = std::mem::take(&mut self.spare);
        self.query.expand(&mut spare);
        let mut result = None;
        let mut refuted = true;
        for i in start..spare.len() {
            let edge = spare[i];
            let undo = self.query.make(edge.mv);
            let answered = self.all_replies(&mut spare, &mut refuted);
            self.query.unmake(edge.mv, undo);
            if let Some(need) = answered {
                let need = self.generalised(|query| query.need_before(edge.mv, need));
                self.table.prove(key, need, 3, self.query.pack_move(edge.mv), 1);
                result = Some(Found::proved(3, need));
                break;
            }
        }
        spare.truncate(start);
        self.spare = spare;
        if result.is_none() && refuted && within == 3 {
            let bound = self.query.resource();
            self.table.disprove(key, bound, 3, 1);
            result = Some(Found::disproved(3, bound, NOTHING));
        }
        result
    }

    /// The resource that suffices for a goal in one after each reply; `None` if there is none after
    /// some reply. Clears `refuted` unless that reply is seen to refute three plies.
    fn all_replies(
        &mut self,
        spare: &mut Vec<Edge<Q::Move, Q::Resource>>,
        refuted: &mut bool,
    ) -> Option<Q::Resource> {
        if self.query.prover_to_move() {
            // The sides do not alternate: this look says nothing.
            *refuted = false;
            return None;
        }
        let start = spare.len();
        self.query.expand(spare);
        let mut joined: Option<Q::Resource> = None;
        let mut holds = false;
        for (mv, free) in spare[start..].iter().map(|e| (e.mv, e.free)) {
            let undo = self.query.make(mv);
            let judgement = if self.query.prover_to_move() {
                self.query.judge()
            } else {
                Judgement::Open
            };
            self.query.unmake(mv, undo);
            if let Judgement::Proved { plies: ..=1, need } = judgement {
                let need = self.query.need_before(mv, need);
                joined = Some(joined.map_or(need, |j| j.join(need)));
            } else {
                holds = true;
                // After a free reply one ply refutes two plies here, not three.
                *refuted &= !free && matches!(judgement, Judgement::Disproved { plies: 1.., .. });
                break;
            }
        }
        spare.truncate(start);
        (!holds).then(|| self.generalised(|query| query.need_of_all(joined)))
    }
}
