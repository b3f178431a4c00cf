//! Why drops on a square are futile, or why one counts.

use super::{Hold, Notary, Stripped, Task, Tasks, Teller, Untold, after};
use crate::policy::Policy;
use crate::policy::taking::{Taken, takings};
use crate::{Meter, Reason};
use yose_andor::Plies;
use yose_board::Square;
use yose_shogi::{Geometry, Kind, Move, Position};

/// What is known of drops on a square, with the facts that it rests on.
pub(super) enum Judged<G: Geometry> {
    /// They are futile.
    Futile(Stripped, Tasks<G>),
    /// They count, by a core; `None` for the plies asked about: then they count, or the core is longer.
    Counts(Option<Plies>, Tasks<G>),
}

impl<G: Geometry, N: Notary<G>> Teller<'_, '_, '_, G, N> {
    /// Whether drops on a square are stripped, or else the facts that answer each.
    pub(super) fn strip_or_answer(
        &mut self,
        p: &Position<G>,
        square: Square,
        on: &[Move],
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<(Option<Stripped>, Tasks<G>), Untold> {
        let takings = self.takings_of(p, square, on)?;
        if let Some(entry) = taken_with_mate(p, square, &takings) {
            return Ok((Some(entry), Vec::new()));
        }
        let mut answers = Vec::new();
        if let Some(left) = plies.checked_sub(1) {
            for &r in on {
                let next = after(p, r);
                if self.within(&next, left, meter)?.is_none() {
                    break;
                }
                answers.push(Task::Win(next, left));
            }
        }
        if answers.len() == on.len() {
            return Ok((None, answers));
        }
        match self.judge(p, square, &takings, plies, meter)? {
            Judged::Futile(entry, tasks) => Ok((Some(entry), tasks)),
            Judged::Counts(..) => Err(Untold::False),
        }
    }

    /// Whether drops on a square are futile.
    pub(super) fn futile(
        &mut self,
        p: &Position<G>,
        square: Square,
        on: &[Move],
        most: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(Stripped, Tasks<G>)>, Untold> {
        let takings = self.takings_of(p, square, on)?;
        if let Some(entry) = taken_with_mate(p, square, &takings) {
            return Ok(Some((entry, Vec::new())));
        }
        match self.judge(p, square, &takings, most, meter)? {
            Judged::Futile(entry, tasks) => Ok(Some((entry, tasks))),
            Judged::Counts(..) => Ok(None),
        }
    }

    /// Why a drop counts against so many plies: the core by which it does, `None` for these plies themselves.
    #[allow(clippy::type_complexity)]
    pub(super) fn counts(
        &mut self,
        p: &Position<G>,
        drop: Move,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(Option<Plies>, Tasks<G>)>, Untold> {
        let takings = self.takings_of(p, drop.to(), &[drop])?;
        match self.judge(p, drop.to(), &takings, plies, meter)? {
            Judged::Futile(..) => Ok(None),
            Judged::Counts(core, tasks) => Ok(Some((core, tasks))),
        }
    }

    fn takings_of(&self, p: &Position<G>, square: Square, on: &[Move]) -> Result<Vec<Taken<G>>, Untold> {
        let kind: Option<Kind> = on.first().and_then(|r| r.dropped());
        let kind = kind.ok_or(Untold::False)?;
        Ok(takings(p, kind, square, self.policy == Policy::Usual))
    }

    /// The first taking after which, the piece given back, there is a mate within so many plies.
    fn least(
        &mut self,
        takings: &[Taken<G>],
        most: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(usize, Plies)>, Reason> {
        for (i, taken) in takings.iter().enumerate() {
            if let Some(plies) = self.within(&taken.position, most, meter)? {
                return Ok(Some((i, plies)));
            }
        }
        Ok(None)
    }

    /// Judges drops on a square, as far as that matters where there is to be a mate within so many plies.
    fn judge(
        &mut self,
        p: &Position<G>,
        square: Square,
        takings: &[Taken<G>],
        most: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Judged<G>, Untold> {
        let Some((mut i, mut plies)) = self.least(takings, most, meter)? else {
            return self.broken(p, takings, most, None, meter);
        };
        let mut held = None;
        while plies > 0 {
            held = self.hold(p, Some(square), plies - 2, meter)?;
            if held.is_some() {
                break;
            }
            // The core is shorter.
            match self.least(takings, plies - 2, meter)? {
                Some(shorter) => (i, plies) = shorter,
                None => return self.broken(p, takings, plies - 2, Some(square), meter),
            }
        }
        if self.policy == Policy::Strict {
            // From here up to the core: is the mate the same?
            loop {
                if let Some(like) = self.first_alike(p, takings, plies, meter)? {
                    i = like;
                    break;
                }
                if plies >= most {
                    return self.broken(p, takings, most, None, meter);
                }
                held = self.hold(p, Some(square), plies, meter)?;
                if held.is_none() {
                    return self.broken(p, takings, plies, Some(square), meter);
                }
                plies += 2;
            }
        }
        let (hold, mut tasks) = held.map_or((None, Vec::new()), |(hold, tasks)| (Some(hold), tasks));
        let taken = takings[i].clone();
        let entry = stripped(p, square, &taken, plies, hold);
        tasks.push(match self.policy {
            Policy::Strict => Task::Alike(p.clone(), taken, plies),
            _ => Task::Mated(taken.position, None, plies),
        });
        Ok(Judged::Futile(entry, tasks))
    }

    /// The drops count: with the piece given back there is no mate within so many plies, or not the same one, whichever way it is
    /// taken. With a square, these plies are those of the core.
    fn broken(
        &mut self,
        p: &Position<G>,
        takings: &[Taken<G>],
        plies: Plies,
        core: Option<Square>,
        meter: &mut Meter<'_>,
    ) -> Result<Judged<G>, Untold> {
        let mut tasks = Vec::new();
        for taken in takings {
            tasks.extend(self.failure(p, taken, plies, meter)?);
        }
        tasks.extend(core.map(|square| Task::Mated(p.clone(), Some(square), plies)));
        Ok(Judged::Counts(core.map(|_| plies), tasks))
    }
}

/// Drops that are taken with mate on the board.
fn taken_with_mate<G: Geometry>(p: &Position<G>, square: Square, takings: &[Taken<G>]) -> Option<Stripped> {
    let mut takings = takings.iter();
    let taken = takings.find(|taken| taken.position.evading_moves().is_empty())?;
    Some(stripped(p, square, taken, 0, None))
}

fn stripped<G: Geometry>(
    p: &Position<G>,
    square: Square,
    taken: &Taken<G>,
    plies: Plies,
    hold: Option<Hold>,
) -> Stripped {
    let kind = |p: &Position<G>, square| p.piece_on(square).map(|piece| piece.kind());
    let promotes = kind(p, taken.from) != kind(&taken.position, taken.to);
    Stripped {
        square,
        taking: Move::board(taken.from, taken.to, promotes),
        plies,
        hold,
    }
}
