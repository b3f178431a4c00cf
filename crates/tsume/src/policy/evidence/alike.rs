//! Why two positions are mated alike, or are not. The second arises from the first when a dropped
//! piece is taken and given back.

use super::{Gatherer, NoEvidence, PolicyEvidenceWriter, Refutation, Task, Tasks, drops};
use crate::policy::taking::{Taken, exact};
use crate::{Meter, Reason};
use yose_andor::Plies;
use yose_shogi::{Geometry, Move, Position};

/// The fact that a position is not mated within `plies`. For 0 plies a move on the board is enough,
/// and the checker of certificates sees it without the fact.
fn escape<G: Geometry>(p: &Position<G>, plies: Plies) -> Option<Task<G>> {
    let on_the_board = || p.evading_moves().iter().any(|r| r.dropped().is_none());
    (plies > 0 || !on_the_board()).then(|| Task::Escape(p.clone(), plies))
}

impl<G: Geometry, N: PolicyEvidenceWriter<G>> Gatherer<'_, '_, '_, G, N> {
    /// The first taking after which the mate within `plies` is the same.
    pub(super) fn first_alike(
        &mut self,
        p: &Position<G>,
        takings: &[Taken<G>],
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<usize>, Reason> {
        for (i, taken) in takings.iter().enumerate() {
            if self.lengths.alike(p, taken, plies, meter)? {
                return Ok(Some(i));
            }
        }
        Ok(None)
    }

    /// The fact that after a taking there is no mate within `plies`, or not the same one. `None` if
    /// the board shows it.
    pub(super) fn failure(
        &mut self,
        x: &Position<G>,
        taken: &Taken<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Task<G>>, Reason> {
        if self.within(&taken.position, plies, meter)?.is_none() {
            return Ok(escape(&taken.position, plies));
        }
        Ok(Some(Task::Unlike(x.clone(), taken.clone(), plies)))
    }

    pub(super) fn gather_alike(
        &mut self,
        x: &Position<G>,
        taken: &Taken<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<(), NoEvidence> {
        let y = &taken.position;
        let key = [exact(x), exact(y)];
        if key[0] == key[1] {
            self.work.push(Task::Mated(y.clone(), None, plies));
            return Ok(());
        }
        let replies = y.evading_moves();
        if replies.is_empty() || self.alike.get(&key).is_some_and(|&known| known <= plies) {
            return Ok(());
        }
        self.alike.insert(key, plies);
        let mut answers = Vec::new();
        for r in replies {
            if r.dropped().is_none() {
                answers.push((r, self.same_answer(x, taken, r, plies, meter)?));
            }
        }
        let mut futile_drops = Vec::new();
        for (square, on) in drops(y, None) {
            if let Some((entry, tasks)) = self.futile(y, square, &on, plies, meter)? {
                futile_drops.push(entry);
                self.work.extend(tasks);
                continue;
            }
            for r in on {
                answers.push((r, self.same_answer(x, taken, r, plies, meter)?));
            }
        }
        self.writer.alike([x, y], plies, &answers, &futile_drops);
        Ok(())
    }

    /// The check that answers a reply in both positions.
    fn same_answer(
        &mut self,
        x: &Position<G>,
        taken: &Taken<G>,
        reply: Move,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Move, NoEvidence> {
        let left = plies.checked_sub(2).ok_or(NoEvidence::False)?;
        for (next, taken, check) in taken.same_checks(x, reply) {
            if self.within(&next, left, meter)?.is_some() && self.lengths.alike(&next, &taken, left, meter)? {
                self.work.push(Task::Mated(next.clone(), None, left));
                self.work.push(Task::Alike(next, taken, left));
                return Ok(check);
            }
        }
        Err(NoEvidence::False)
    }

    pub(super) fn gather_unlike(
        &mut self,
        x: &Position<G>,
        taken: &Taken<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<(), NoEvidence> {
        let y = &taken.position;
        let key = [exact(x), exact(y)];
        if self.unlike.get(&key).is_some_and(|&known| known >= plies) {
            return Ok(());
        }
        self.unlike.insert(key, plies);
        let (refutation, tasks) = self
            .difference(x, taken, plies, meter)?
            .ok_or(NoEvidence::False)?;
        self.work.extend(tasks);
        self.writer.unlike([x, y], plies, refutation);
        Ok(())
    }

    /// A reply of the second position that counts, and that the first does not have or that no
    /// check answers in both.
    fn difference(
        &mut self,
        x: &Position<G>,
        taken: &Taken<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(Refutation, Tasks<G>)>, NoEvidence> {
        let y = &taken.position;
        // A position that is mated within 0 plies has futile drops only.
        let left = plies.checked_sub(2).ok_or(NoEvidence::False)?;
        let shared = taken.shared(x);
        let mut replies: Vec<Move> = y.evading_moves().into_iter().collect();
        // Replies that need the least evidence come first: moves on the board that the first
        // position does not have, then the other moves on the board.
        replies.sort_by_key(|&r| (r.dropped().is_some(), shared.contains(&r)));
        for reply in replies {
            let mut tasks = Vec::new();
            if shared.contains(&reply) {
                match self.unmatched(x, taken, reply, left, meter)? {
                    Some(why) => tasks = why,
                    None => continue,
                }
            }
            if reply.dropped().is_none() {
                return Ok(Some((Refutation { reply, core: None }, tasks)));
            }
            if let Some((core, more)) = self.counts(y, reply, plies, meter)? {
                tasks.extend(more);
                return Ok(Some((Refutation { reply, core }, tasks)));
            }
        }
        Ok(None)
    }

    /// Why no check answers a reply that both positions have; `None` if a check does.
    fn unmatched(
        &mut self,
        x: &Position<G>,
        taken: &Taken<G>,
        reply: Move,
        left: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Tasks<G>>, Reason> {
        let mut tasks = Vec::new();
        for (next, taken, _) in taken.same_checks(x, reply) {
            if self.within(&next, left, meter)?.is_none() {
                tasks.extend(escape(&next, left));
            } else if self.lengths.alike(&next, &taken, left, meter)? {
                return Ok(None);
            } else {
                tasks.extend(self.failure(&next, &taken, left, meter)?);
            }
        }
        Ok(Some(tasks))
    }
}
