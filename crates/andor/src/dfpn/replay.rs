//! Replaying a known proof in a similar position. The position whose proof is played again is the
//! *model*.
//!
//! After Y. Kawano, *Using similar positions to search game trees* (1996), and the killer trees of
//! K. Sakuta and H. Iida. If a reply only puts a piece in the way, the prover takes it out of the
//! way ([`Hints::restore`](crate::Hints::restore)), and then the line mostly goes on as without the
//! reply. So before the search visits such a reply, it plays the proof of the position before the
//! reply again after it, move for move, and answers every reply of the new position. The result is
//! a proof like any other, with its own need. If a single reply has no answer, there is no result.
//! The length of the proof that is played again decreases, so this ends; and it stops after
//! [`MOST`] positions.
//!
//! Free replies count as plies here: the proofs hold, and their lengths are upper bounds.
//!
//! In a game with a ground ([`Game::GROUND`](crate::Game::GROUND)) only proofs of the ground are
//! played again, and they prove in the ground: plies do not count there, so the length of the proof
//! does not decrease, but the number of positions ends it. A position is proved after those below
//! it are, so the result is acyclic whatever the proof was that was played again.
//!
//! Switched off by [`Options::replay`](crate::Options).

use super::child::Status;
use super::node::Node;
use super::{Found, Search, setting};
use crate::killer::Start;
use crate::limits::{Meter, Reason};
use crate::number::{Plies, longer, shorter};
use crate::query::{Edge, Query};
use crate::resource::Resource;
use crate::table::Known;
use std::ops::Range;
use yose_board::Key;

/// The most positions of one try.
const MOST: u32 = 1_000;

/// A proof, none, or a limit.
pub(super) type Result<Q> = std::result::Result<Option<Found<<Q as crate::Game>::Resource>>, Reason>;

/// The model: a position that follows the play. It makes its moves when it is looked at, since most
/// replies are answered without a look.
pub(super) struct Model<Q: Query> {
    query: Q,
    /// The moves since the start; those that are made have what takes them back.
    played: Vec<(Q::Move, Option<Q::Undo>)>,
}

impl<Q: Query> Model<Q> {
    /// A model that stands on a position.
    pub fn new(query: &Q) -> Self {
        Model {
            query: query.clone(),
            played: Vec::new(),
        }
    }

    /// Plays a move.
    pub fn make(&mut self, m: Q::Move) {
        self.played.push((m, None));
    }

    /// Takes the last move back.
    pub fn unmake(&mut self) {
        if let Some((m, Some(undo))) = self.played.pop() {
            self.query.unmake(m, undo);
        }
    }

    /// The position.
    pub fn at(&mut self) -> &mut Q {
        let made = self.played.iter().rposition(|(_, undo)| undo.is_some());
        for (m, undo) in &mut self.played[made.map_or(0, |i| i + 1)..] {
            *undo = Some(self.query.make(*m));
        }
        &mut self.query
    }

    /// Moves made since the moves of `query` were counted last.
    pub fn moves_beyond(&self, made: u64) -> u64 {
        self.query.moves_made() - made
    }
}

/// The plies of a position from those after a move. In the ground plies do not count.
#[inline(always)]
fn above<Q: Query>(plies: Plies) -> Plies {
    if Q::GROUND { plies } else { longer(plies) }
}

/// Whether no plies are left to play a move.
#[inline(always)]
fn is_over<Q: Query>(within: Plies) -> bool {
    !Q::GROUND && within == 0
}

/// Whether the table knows a proof that may be played again, and its move.
#[inline(always)]
pub(super) fn is_model<Q: Query>(known: &Known) -> bool {
    let proved = match Q::GROUND {
        true => known.yes_from == 0,
        false => known.yes_from < Plies::MAX,
    };
    proved && known.mv != 0
}

impl<Q: Query> Search<'_, Q> {
    /// At the defender's turn: tries to prove the best child by a known proof played again.
    #[inline(always)]
    pub(super) fn replayed(&mut self, node: &Node<Q::Resource>, meter: &mut Meter<'_>) -> Result<Q> {
        let child = &self.children[node.best()];
        if !child.seen {
            let within = match Q::GROUND {
                true => 0,
                false => node.below::<Q>(&child.edge),
            };
            let restored = self.restored(child.edge.mv, within, meter)?;
            if restored.is_some() {
                return Ok(restored);
            }
        }
        if Q::GROUND {
            return self.threat_played(node, meter);
        }
        if self.options.killer.start == Start::Never {
            return Ok(None);
        }
        self.killed(node, meter)
    }

    /// Tries to answer `reply` by restoring, and then as if it had not been played. The result is a
    /// proof of the position after the reply, within at most `within` plies from there.
    fn restored(&mut self, reply: Q::Move, within: Plies, meter: &mut Meter<'_>) -> Result<Q> {
        if !self.options.replay {
            return Ok(None);
        }
        let Some(answer) = self.query.restore(reply) else {
            return Ok(None);
        };
        let mut model = Model::new(&self.query);
        let mut left = MOST;
        let made = self.query.moves_made();
        let result = self.restore(&mut model, reply, answer, within, &mut left, meter);
        self.query.add_moves_made(model.moves_beyond(made));
        self.spare.clear();
        result
    }

    /// Tries to answer the best child as one of its siblings was answered, or as a pass
    /// ([`Options::killer`](crate::Options)), once a visit and child. A first look alone comes too
    /// early: df-pn looks into most replies long before it has an answer to one.
    #[cold]
    fn killed(&mut self, node: &Node<Q::Resource>, meter: &mut Meter<'_>) -> Result<Q> {
        let child = node.best();
        let within = node.below::<Q>(&self.children[child].edge);
        if self.children[child].replayed {
            return Ok(None);
        }
        let reply = self.children[child].edge.mv;
        let killer = self.options.killer;
        let sibling = self.children[node.base..].iter().find(|c| {
            c.status == Status::Proved
                && c.plies > 1
                && killer.start.holds(c.plies, self.query.takes(c.edge.mv))
        });
        let mut similar = self.query.clone();
        match sibling {
            Some(sibling) => {
                similar.make(sibling.edge.mv);
            }
            None if killer.pass && similar.pass() => {}
            None => return Ok(None),
        }
        self.children[child].replayed = true;
        let known = self.table.look(similar.key(), similar.resource());
        if known.mv == 0 || !similar.prover_to_move() {
            return Ok(None);
        }
        let mut model = Model::new(&similar);
        let undo = self.query.make(reply);
        let mut left = MOST;
        let before = meter.nodes();
        let result = if self.query.prover_to_move() {
            self.attack(&mut model, known.mv, within, &mut left, meter)
        } else {
            Ok(None)
        };
        self.query.unmake(reply, undo);
        self.spare.clear();
        let found = result?;
        meter.hits.killer(found.is_some());
        meter.hits.replayed += meter.nodes() - before;
        Ok(found)
    }

    /// Puts the moves of a position on top of the stack, those of the ground if the game has one.
    /// The caller truncates the stack again.
    fn list(stack: &mut Vec<Edge<Q::Move, Q::Resource>>, query: &mut Q) -> Range<usize> {
        let start = stack.len();
        if !Q::GROUND {
            query.expand(stack);
        } else if query.expand_first(true, stack) {
            query.expand_rest(stack);
        }
        start..stack.len()
    }

    /// What the table knows of a position whose proof may be played again.
    fn look(&self, key: Key, resource: Q::Resource) -> Known {
        match Q::GROUND {
            true => self
                .table
                .look_in(setting::<Q>(self.options.setting, 0), key, resource),
            false => self.table.look(key, resource),
        }
    }

    fn restore(
        &mut self,
        model: &mut Model<Q>,
        reply: Q::Move,
        answer: Q::Move,
        within: Plies,
        left: &mut u32,
        meter: &mut Meter<'_>,
    ) -> Result<Q> {
        let undo = self.query.make(reply);
        let mut result = Ok(None);
        if !is_over::<Q>(within) && self.query.prover_to_move() {
            let list = Self::list(&mut self.spare, &mut self.query);
            let start = list.start;
            let possible = self.spare[list].iter().any(|e| e.mv == answer);
            self.spare.truncate(start);
            if possible {
                result = self.answered(model, None, answer, within, left, meter);
            }
        }
        self.query.unmake(reply, undo);
        result
    }

    /// The prover plays `ours` here and `theirs`, if there is such a move, in the model.
    fn answered(
        &mut self,
        model: &mut Model<Q>,
        theirs: Option<Q::Move>,
        ours: Q::Move,
        within: Plies,
        left: &mut u32,
        meter: &mut Meter<'_>,
    ) -> Result<Q> {
        let before = *left;
        let undo = self.query.make(ours);
        if let Some(m) = theirs {
            model.make(m);
        }
        let result = self.replies(model, shorter(within), left, meter);
        if theirs.is_some() {
            model.unmake();
        }
        self.query.unmake(ours, undo);
        let Some(found) = result? else {
            return Ok(None);
        };
        let need = self.generalised(|query| query.need_before(ours, found.need_or_bound));
        let plies = above::<Q>(found.plies);
        let (key, mv) = (self.query.key(), self.query.pack_move(ours));
        self.table.prove(key, need, plies, mv, before - *left);
        Ok(Some(Found::proved(plies, need)))
    }

    /// The defender is to move: every reply must be answered.
    fn replies(
        &mut self,
        model: &mut Model<Q>,
        within: Plies,
        left: &mut u32,
        meter: &mut Meter<'_>,
    ) -> Result<Q> {
        let known = self.look(self.query.key(), self.query.resource());
        if let Some(found) = Found::known_proof(&known, within) {
            return Ok(Some(found));
        }
        if known.no_below > within || *left == 0 || self.query.prover_to_move() {
            return Ok(None);
        }
        meter.tick()?;
        *left -= 1;
        let before = *left;
        let ours = Self::list(&mut self.spare, &mut self.query);
        let start = ours.start;
        let result = if ours.is_empty() {
            Ok(Some((None, 0)))
        } else if is_over::<Q>(within) {
            Ok(None)
        } else {
            self.each_reply(model, ours, shorter(within), left, meter)
        };
        self.spare.truncate(start);
        let Some((joined, plies)) = result? else {
            return Ok(None);
        };
        let need = self.generalised(|query| query.need_of_all(joined));
        self.table
            .prove(self.query.key(), need, plies, 0, 1 + before - *left);
        Ok(Some(Found::proved(plies, need)))
    }

    /// The need of all replies together, and the plies from here.
    #[allow(clippy::type_complexity)]
    fn each_reply(
        &mut self,
        model: &mut Model<Q>,
        ours: Range<usize>,
        within: Plies,
        left: &mut u32,
        meter: &mut Meter<'_>,
    ) -> std::result::Result<Option<(Option<Q::Resource>, Plies)>, Reason> {
        let mut joined: Option<Q::Resource> = None;
        let mut plies = 0;
        let mut theirs = None;
        for i in ours {
            let edge = self.spare[i];
            let Some(found) = self.reply(model, &edge, &mut theirs, within, left, meter)? else {
                return Ok(None);
            };
            plies = plies.max(above::<Q>(found.plies));
            let need = self.query.need_before(edge.mv, found.need_or_bound);
            joined = Some(joined.map_or(need, |j| j.join(need)));
        }
        Ok(Some((joined, plies)))
    }

    /// Answers one reply: by the table, at once, as in the model, or by restoring. `theirs` are the
    /// replies of the model on the stack, once they are listed.
    fn reply(
        &mut self,
        model: &mut Model<Q>,
        edge: &Edge<Q::Move, Q::Resource>,
        theirs: &mut Option<Range<usize>>,
        within: Plies,
        left: &mut u32,
        meter: &mut Meter<'_>,
    ) -> Result<Q> {
        let known = self.look(edge.key, edge.resource);
        if let Some(found) = Found::known_proof(&known, within) {
            return Ok(Some(found));
        }
        if known.no_below > within {
            return Ok(None);
        }
        let undo = self.query.make(edge.mv);
        let ours = self.query.prover_to_move();
        let judged = if ours && !known.seen && self.options.judge {
            self.judged(within)
        } else {
            None
        };
        let mut result = Ok(judged.filter(|found| found.pn == 0));
        if judged.is_none() && ours {
            let theirs = theirs.get_or_insert_with(|| Self::list(&mut self.spare, model.at()));
            let same = self.spare[theirs.clone()].iter().find(|e| e.mv == edge.mv);
            if let Some(known) = same.map(|e| self.look(e.key, e.resource))
                && is_model::<Q>(&known)
            {
                model.make(edge.mv);
                result = self.attack(model, known.mv, within, left, meter);
                model.unmake();
            }
        }
        self.query.unmake(edge.mv, undo);
        match (judged, result) {
            (None, Ok(None)) => match self.query.restore(edge.mv) {
                Some(answer) => self.restore(model, edge.mv, answer, within, left, meter),
                None => Ok(None),
            },
            (_, result) => result,
        }
    }

    /// The prover is to move: plays as in the model, where `packed` is the proving move.
    pub(super) fn attack(
        &mut self,
        model: &mut Model<Q>,
        packed: u16,
        within: Plies,
        left: &mut u32,
        meter: &mut Meter<'_>,
    ) -> Result<Q> {
        if is_over::<Q>(within) {
            return Ok(None);
        }
        if self.options.killer.start != Start::Never
            && let Some(m) = self.query.find_move(packed)
        {
            // Games with killer trees find a move without a list of all moves.
            return self.answered(model, Some(m), m, within, left, meter);
        }
        let find = |query: &Q, edges: &[Edge<Q::Move, Q::Resource>]| {
            let mut moves = edges.iter().map(|e| e.mv);
            moves.find(|&m| query.pack_move(m) == packed)
        };
        let ours = Self::list(&mut self.spare, &mut self.query);
        let start = ours.start;
        let same = find(&self.query, &self.spare[ours.clone()]);
        let pair = same.map(|m| (m, m)).or_else(|| {
            let theirs = Self::list(&mut self.spare, model.at());
            let m = find(model.at(), &self.spare[theirs])?;
            Some((m, self.query.counterpart(model.at(), m, &self.spare[ours])?))
        });
        self.spare.truncate(start);
        match pair {
            Some((theirs, ours)) => self.answered(model, Some(theirs), ours, within, left, meter),
            None => Ok(None),
        }
    }
}

/// Each test names a mutation that it finds.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::EVER;
    use crate::options::Options;
    use crate::table::Table;
    use crate::toy::{BLOCK, LIKE_TWO, Labelled, TAKE, by, key, metered};

    /// The model: at node 0 the reply 1 is answered by the move 2. The reply [`BLOCK`] is taken,
    /// and then node 4 has these replies.
    fn blocked(replies: Vec<u16>, answer: u16) -> Labelled<false> {
        let after = [(1, 5), (7, 9)];
        let replies = replies
            .iter()
            .filter_map(|&m| after.iter().find(|&&(mv, _)| mv == m));
        Labelled::new(vec![
            vec![by(1, 1), by(BLOCK, 3)],
            vec![by(2, 2)],
            vec![],
            vec![by(TAKE, 4)],
            replies.map(|&(m, to)| by(m, to)).collect(),
            vec![by(answer, 6)],
            vec![],
            vec![],
            vec![],
            vec![],
        ])
    }

    /// The plies of the proof after [`BLOCK`] by replay, and what the table knows of it then.
    fn restored(game: Labelled<false>, within: Plies, options: Options) -> (Option<Plies>, Known) {
        let table = Table::new(1);
        table.prove(key(1), (), 1, 2, 1);
        let mut search = Search::new(game, &table, options);
        let found = metered(|meter| search.restored(BLOCK, within, meter));
        assert_eq!(search.query().at, 0, "the position is as before");
        assert!(search.spare.is_empty(), "the stack is as before");
        let plies = found.ok().flatten().map(|found| found.plies);
        (plies, table.look(key(3), ()))
    }

    /// Fails if a position of the replay counts no ply, or if its proof is not stored with its
    /// move.
    #[test]
    fn the_proof_before_a_block_is_played_again_after_it() {
        let (plies, known) = restored(blocked(vec![1], 2), EVER, Options::default());
        assert_eq!(plies, Some(3));
        assert_eq!((known.yes_from, known.mv), (3, TAKE));
    }

    /// Fails if the plies that are left do not go down on the way, or if the last one is not used.
    #[test]
    fn a_replay_keeps_to_its_bound() {
        let ask = |within| restored(blocked(vec![1], 2), within, Options::default()).0;
        assert_eq!((ask(3), ask(2)), (Some(3), None));
    }

    /// Fails if `each_reply` passes over a reply that the model has not.
    #[test]
    fn a_reply_without_an_answer_ends_the_replay() {
        let (plies, known) = restored(blocked(vec![1, 7], 2), EVER, Options::default());
        assert_eq!((plies, known.yes_from), (None, Plies::MAX));
    }

    /// Fails if the move of the model is looked for by its code alone.
    #[test]
    fn a_counterpart_stands_in_for_a_move_that_is_missing() {
        let ask = |answer| restored(blocked(vec![1], answer), EVER, Options::default()).0;
        assert_eq!((ask(LIKE_TWO), ask(8)), (Some(3), None));
    }

    /// Fails if [`Options::replay`] is not looked at.
    #[test]
    fn replay_can_be_switched_off() {
        let options = Options {
            replay: false,
            ..Options::default()
        };
        assert_eq!(restored(blocked(vec![1], 2), EVER, options).0, None);
    }

    /// Fails if [`Model::at`] makes a move twice, or if [`Model::unmake`] takes back one that was
    /// not made.
    #[test]
    fn a_model_makes_its_moves_when_it_is_looked_at() {
        let mut model = Model::new(&blocked(vec![1], 2));
        model.make(1);
        assert_eq!(model.query.at, 0);
        assert_eq!(model.at().at, 1);
        model.make(2);
        model.unmake();
        assert_eq!(model.at().at, 1);
        model.make(2);
        assert_eq!(model.at().at, 2);
        model.unmake();
        model.unmake();
        assert_eq!(model.at().at, 0);
    }

    /// Fails if a game with a ground takes any proof for a model, or one without its move.
    #[test]
    fn in_a_game_with_a_ground_only_proofs_of_the_ground_are_models() {
        let table = Table::new(1);
        table.prove(key(1), (), 3, 2, 1);
        table.prove(key(2), (), 0, 2, 1);
        table.prove(key(3), (), 0, 0, 1);
        let models = [1, 2, 3, 4].map(|node| table.look(key(node), ()));
        let ground = models.each_ref().map(is_model::<Labelled<true>>);
        assert_eq!(ground, [false, true, false, false]);
        let plain = models.each_ref().map(is_model::<Labelled<false>>);
        assert_eq!(plain, [true, true, false, false]);
    }
}
