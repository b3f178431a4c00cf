//! Why two positions, of which the second comes of the first by a drop that was taken and given back, are mated alike, or are not.

use super::{Hold, Notary, Task, Tasks, Teller, Untold, drops};
use crate::policy::taking::{Taken, exact};
use crate::{Meter, Reason};
use yose_andor::Plies;
use yose_shogi::{Geometry, Move, Position};

/// That a position is not mated within so many plies. Against no plies a move on the board is enough, and the referee sees it.
fn escape<G: Geometry>(p: &Position<G>, plies: Plies) -> Option<Task<G>> {
    let on_the_board = || p.evading_moves().iter().any(|r| r.dropped().is_none());
    (plies > 0 || !on_the_board()).then(|| Task::Escape(p.clone(), plies))
}

impl<G: Geometry, N: Notary<G>> Teller<'_, '_, '_, G, N> {
    /// The first taking after which the mate is the same within so many plies.
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

    /// What shows that within so many plies there is no mate, or not the same one, after a taking; nothing if the board does.
    pub(super) fn failure(
        &mut self,
        x: &Position<G>,
        twin: &Taken<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Task<G>>, Reason> {
        if self.within(&twin.position, plies, meter)?.is_none() {
            return Ok(escape(&twin.position, plies));
        }
        Ok(Some(Task::Unlike(x.clone(), twin.clone(), plies)))
    }

    pub(super) fn tell_alike(
        &mut self,
        x: &Position<G>,
        twin: &Taken<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<(), Untold> {
        let y = &twin.position;
        let key = [exact(x), exact(y)];
        if key[0] == key[1] {
            self.work.push(Task::Mated(y.clone(), None, plies));
            return Ok(());
        }
        let replies = y.evading_moves();
        if replies.is_empty() || self.alike.get(&key).is_some_and(|&told| told <= plies) {
            return Ok(());
        }
        self.alike.insert(key, plies);
        let mut answers = Vec::new();
        for r in replies {
            if r.dropped().is_none() {
                answers.push((r, self.same_answer(x, twin, r, plies, meter)?));
            }
        }
        let mut stripped = Vec::new();
        for (square, on) in drops(y, None) {
            if let Some((entry, tasks)) = self.futile(y, square, &on, plies, meter)? {
                stripped.push(entry);
                self.work.extend(tasks);
                continue;
            }
            for r in on {
                answers.push((r, self.same_answer(x, twin, r, plies, meter)?));
            }
        }
        self.notary.alike([x, y], plies, &answers, &stripped);
        Ok(())
    }

    /// The check that answers a reply in both.
    fn same_answer(
        &mut self,
        x: &Position<G>,
        twin: &Taken<G>,
        reply: Move,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Move, Untold> {
        let left = plies.checked_sub(2).ok_or(Untold::False)?;
        for (next, twin, check) in twin.same_checks(x, reply) {
            if self.within(&next, left, meter)?.is_some() && self.lengths.alike(&next, &twin, left, meter)? {
                self.work.push(Task::Mated(next.clone(), None, left));
                self.work.push(Task::Alike(next, twin, left));
                return Ok(check);
            }
        }
        Err(Untold::False)
    }

    pub(super) fn tell_unlike(
        &mut self,
        x: &Position<G>,
        twin: &Taken<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<(), Untold> {
        let y = &twin.position;
        let key = [exact(x), exact(y)];
        if self.unlike.get(&key).is_some_and(|&told| told >= plies) {
            return Ok(());
        }
        self.unlike.insert(key, plies);
        let (hold, tasks) = self.difference(x, twin, plies, meter)?.ok_or(Untold::False)?;
        self.work.extend(tasks);
        self.notary.unlike([x, y], plies, hold);
        Ok(())
    }

    /// A reply of the second position that counts, and that the first does not have or that no check answers in both.
    fn difference(
        &mut self,
        x: &Position<G>,
        twin: &Taken<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(Hold, Tasks<G>)>, Untold> {
        let y = &twin.position;
        // Mated within no plies, it has only drops that are futile.
        let left = plies.checked_sub(2).ok_or(Untold::False)?;
        let shared = twin.shared(x);
        let mut replies: Vec<Move> = y.evading_moves().into_iter().collect();
        // Those that need the fewest words first: moves on the board that the first does not have, then the other moves.
        replies.sort_by_key(|&r| (r.dropped().is_some(), shared.contains(&r)));
        for reply in replies {
            let mut tasks = Vec::new();
            if shared.contains(&reply) {
                match self.unmatched(x, twin, reply, left, meter)? {
                    Some(why) => tasks = why,
                    None => continue,
                }
            }
            if reply.dropped().is_none() {
                return Ok(Some((Hold { reply, core: None }, tasks)));
            }
            if let Some((core, more)) = self.counts(y, reply, plies, meter)? {
                tasks.extend(more);
                return Ok(Some((Hold { reply, core }, tasks)));
            }
        }
        Ok(None)
    }

    /// Why no check answers a reply that both have; `None` if one does.
    fn unmatched(
        &mut self,
        x: &Position<G>,
        twin: &Taken<G>,
        reply: Move,
        left: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Tasks<G>>, Reason> {
        let mut tasks = Vec::new();
        for (next, twin, _) in twin.same_checks(x, reply) {
            if self.within(&next, left, meter)?.is_none() {
                tasks.extend(escape(&next, left));
            } else if self.lengths.alike(&next, &twin, left, meter)? {
                return Ok(None);
            } else {
                tasks.extend(self.failure(&next, &twin, left, meter)?);
            }
        }
        Ok(Some(tasks))
    }
}
