//! All variations for a reader: every defence that counts at every turn of a solution, each with
//! its mate; and, where there is no mate, the reply that refutes each check.

use crate::check::CheckFault;
use crate::check::main_line::{Variation, count_in_hand};
use crate::policy::Policy;
use crate::policy::lengths::{Lengths, Tables};
use crate::policy::line::exact;
use crate::{Limits, Meter, Reason, Tsume, with_big_stack};
use yose_andor::Plies;
use yose_shogi::{Geometry, Move, Position};

/// Variations or defences, and whether a limit ended the walk early.
#[derive(Clone, Debug, Default)]
pub struct Walked {
    /// Defences other than the solution's, each with its mate, in the order of the solution.
    pub variations: Vec<Variation>,
    /// Every check of a problem without a mate, with the reply that refutes it.
    pub defences: Vec<(Move, Move)>,
    /// Which limit left something out.
    pub stopped: Option<Reason>,
}

/// Every defence that counts, at every turn of the defender, with its mate. `line` is the solution
/// of a problem whose length is `longest`. That is the length of the line, unless a convention does
/// not count a longer line.
pub fn variations<G: Geometry>(
    tsume: &Tsume<G>,
    policy: Policy,
    line: &[Move],
    longest: u32,
    limits: &Limits,
) -> Result<Walked, CheckFault> {
    walked(tsume, policy, limits, |lengths, meter, found| {
        let mut p = tsume.position().clone();
        for (i, &played) in line.iter().enumerate() {
            if i % 2 == 1 {
                let left = (longest as usize).saturating_sub(i) as Plies;
                for r in p.evading_moves() {
                    if r == played || !lengths.counts(&p, r, left, meter)? {
                        continue;
                    }
                    let variation = after(lengths, &p, r, i + 1, tsume, meter)?;
                    found.variations.extend(variation);
                }
            }
            p.make(played);
        }
        Ok(())
    })
}

/// The reply that refutes each check of a problem without a mate.
pub fn defences<G: Geometry>(tsume: &Tsume<G>, limits: &Limits) -> Walked {
    walked(tsume, Policy::None, limits, |lengths, meter, found| {
        let p = tsume.position();
        for m in p.checking_moves() {
            let mut next = p.clone();
            next.make(m);
            for r in next.evading_moves() {
                let mut then = next.clone();
                then.make(r);
                if lengths.mates(&then, meter)?.is_none() {
                    found.defences.push((m, r));
                    break;
                }
            }
        }
        Ok(())
    })
    .unwrap_or_default()
}

fn walked<G: Geometry>(
    tsume: &Tsume<G>,
    policy: Policy,
    limits: &Limits,
    work: impl FnOnce(&mut Lengths<'_, G>, &mut Meter<'_>, &mut Walked) -> Result<(), Reason> + Send,
) -> Result<Walked, CheckFault> {
    if policy != Policy::None && !tsume.more_is_as_good() {
        return Err(CheckFault::Policy);
    }
    let found = with_big_stack(|| {
        let tables = Tables::new(limits.hash_mb);
        let mut lengths = Lengths::new(tsume, policy, &tables, limits.hash_mb);
        let mut quiet = |_| {};
        let mut meter = Meter::new(limits, &mut quiet);
        let mut found = Walked::default();
        found.stopped = work(&mut lengths, &mut meter, &mut found).err();
        found
    });
    Ok(found.unwrap_or(Walked {
        stopped: Some(Reason::Memory),
        ..Walked::default()
    }))
}

fn after<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    p: &Position<G>,
    reply: Move,
    at: usize,
    tsume: &Tsume<G>,
    meter: &mut Meter<'_>,
) -> Result<Option<Variation>, Reason> {
    let mut next = p.clone();
    next.make(reply);
    let Some(length) = lengths.length(&next, meter)? else {
        return Ok(None);
    };
    let mut line = vec![reply];
    line.extend(exact(lengths, &next, length, meter)?);
    for &m in &line[1..] {
        next.make(m);
    }
    Ok(Some(Variation {
        at,
        line,
        left: count_in_hand(next.hand(tsume.attacker())),
    }))
}
