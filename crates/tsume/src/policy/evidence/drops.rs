//! Why drops on a square are futile, or why one counts.

use super::{FutileDrops, Gatherer, NoEvidence, PolicyEvidenceWriter, Refutation, Task, Tasks, after};
use crate::policy::Policy;
use crate::policy::taking::{Taken, takings};
use crate::{Meter, Reason};
use yose_andor::Plies;
use yose_board::Square;
use yose_shogi::{Geometry, Kind, Move, Position};

/// Whether drops on a square are futile, with the facts that show it.
pub(super) enum DropEvidence<G: Geometry> {
    /// The drops are futile.
    Futile(FutileDrops, Tasks<G>),
    /// The drops count because of a core of this number of plies. `None`: for the plies in question
    /// the drops count, or the core is longer.
    Counts(Option<Plies>, Tasks<G>),
}

impl<G: Geometry, N: PolicyEvidenceWriter<G>> Gatherer<'_, '_, '_, G, N> {
    /// Either the drops on a square are futile, or these facts answer each of them.
    pub(super) fn futile_or_answered(
        &mut self,
        p: &Position<G>,
        square: Square,
        on: &[Move],
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<(Option<FutileDrops>, Tasks<G>), NoEvidence> {
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
            DropEvidence::Futile(entry, tasks) => Ok((Some(entry), tasks)),
            DropEvidence::Counts(..) => Err(NoEvidence::False),
        }
    }

    /// Whether drops on a square are futile, and why.
    pub(super) fn futile(
        &mut self,
        p: &Position<G>,
        square: Square,
        on: &[Move],
        most: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(FutileDrops, Tasks<G>)>, NoEvidence> {
        let takings = self.takings_of(p, square, on)?;
        if let Some(entry) = taken_with_mate(p, square, &takings) {
            return Ok(Some((entry, Vec::new())));
        }
        match self.judge(p, square, &takings, most, meter)? {
            DropEvidence::Futile(entry, tasks) => Ok(Some((entry, tasks))),
            DropEvidence::Counts(..) => Ok(None),
        }
    }

    /// Why a drop counts for `plies`: the core because of which it counts, or `None` for `plies`
    /// itself.
    #[allow(clippy::type_complexity)]
    pub(super) fn counts(
        &mut self,
        p: &Position<G>,
        drop: Move,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(Option<Plies>, Tasks<G>)>, NoEvidence> {
        let takings = self.takings_of(p, drop.to(), &[drop])?;
        match self.judge(p, drop.to(), &takings, plies, meter)? {
            DropEvidence::Futile(..) => Ok(None),
            DropEvidence::Counts(core, tasks) => Ok(Some((core, tasks))),
        }
    }

    fn takings_of(&self, p: &Position<G>, square: Square, on: &[Move]) -> Result<Vec<Taken<G>>, NoEvidence> {
        let kind: Option<Kind> = on.first().and_then(|r| r.dropped());
        let kind = kind.ok_or(NoEvidence::False)?;
        Ok(takings(p, kind, square, self.policy == Policy::Usual))
    }

    /// The first taking after which, with the piece given back, there is a mate within `most`
    /// plies.
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

    /// Whether drops on a square are futile, as far as that matters for a mate within `most` plies.
    fn judge(
        &mut self,
        p: &Position<G>,
        square: Square,
        takings: &[Taken<G>],
        most: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<DropEvidence<G>, NoEvidence> {
        let Some((mut i, mut plies)) = self.least(takings, most, meter)? else {
            return self.broken(p, takings, most, None, meter);
        };
        let mut held = None;
        while plies > 0 {
            held = self.refutation(p, Some(square), plies - 2, meter)?;
            if held.is_some() {
                break;
            }
            // The core has fewer plies.
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
                held = self.refutation(p, Some(square), plies, meter)?;
                if held.is_none() {
                    return self.broken(p, takings, plies, Some(square), meter);
                }
                plies += 2;
            }
        }
        let (refutation, mut tasks) = held.map_or((None, Vec::new()), |(refutation, tasks)| {
            (Some(refutation), tasks)
        });
        let taken = takings[i].clone();
        let entry = futile_drops(p, square, &taken, plies, refutation);
        tasks.push(match self.policy {
            Policy::Strict => Task::Alike(p.clone(), taken, plies),
            _ => Task::Mated(taken.position, None, plies),
        });
        Ok(DropEvidence::Futile(entry, tasks))
    }

    /// The drops count: whichever way the piece is taken, with the piece given back there is no
    /// mate within `plies`, or not the same one. With a square, `plies` are those of the core.
    fn broken(
        &mut self,
        p: &Position<G>,
        takings: &[Taken<G>],
        plies: Plies,
        core: Option<Square>,
        meter: &mut Meter<'_>,
    ) -> Result<DropEvidence<G>, NoEvidence> {
        let mut tasks = Vec::new();
        for taken in takings {
            tasks.extend(self.failure(p, taken, plies, meter)?);
        }
        tasks.extend(core.map(|square| Task::Mated(p.clone(), Some(square), plies)));
        Ok(DropEvidence::Counts(core.map(|_| plies), tasks))
    }
}

/// Drops that are taken with mate.
fn taken_with_mate<G: Geometry>(
    p: &Position<G>,
    square: Square,
    takings: &[Taken<G>],
) -> Option<FutileDrops> {
    let mut takings = takings.iter();
    let taken = takings.find(|taken| taken.position.evading_moves().is_empty())?;
    Some(futile_drops(p, square, taken, 0, None))
}

fn futile_drops<G: Geometry>(
    p: &Position<G>,
    square: Square,
    taken: &Taken<G>,
    plies: Plies,
    refutation: Option<Refutation>,
) -> FutileDrops {
    let kind = |p: &Position<G>, square| p.piece_on(square).map(|piece| piece.kind());
    let promotes = kind(p, taken.from) != kind(&taken.position, taken.to);
    FutileDrops {
        square,
        taking: Move::board(taken.from, taken.to, promotes),
        plies,
        refutation,
    }
}
