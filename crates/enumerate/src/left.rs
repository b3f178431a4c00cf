//! Pieces left in hand at the end (駒余り), under every convention that somebody might mean.
//!
//! The length comes first: the attacker plays a shortest mate, the defender resists longest. Among such play the pieces that
//! the attacker still holds are counted. Section 2 of the paper says that the attacker then wants many and the defender few
//! (`paper`); its figures fit no convention that was tried, so all of them are computed side by side.

use std::collections::HashMap;
use yose_andor::Plies;
use yose_shogi::{Geometry, Position};
use yose_tsume::{Lengths, count_in_hand};
use yose_tsume::{Meter, Reason};

/// How what is left is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Convention {
    /// Its name.
    pub name: &'static str,
    /// What it is, in words.
    pub what: &'static str,
    attacker_most: bool,
    defender_most: bool,
    /// The last move leaves as few as it can.
    last_least: bool,
    /// What the last move takes is not counted.
    taken_free: bool,
}

const fn convention(
    name: &'static str,
    what: &'static str,
    most: (bool, bool),
    last: (bool, bool),
) -> Convention {
    Convention {
        name,
        what,
        attacker_most: most.0,
        defender_most: most.1,
        last_least: last.0,
        taken_free: last.1,
    }
}

/// How many conventions there are.
pub const CONVENTIONS: usize = 7;

/// Every convention; the first is that of section 2 of the paper and of `yose check`.
pub const ALL: [Convention; CONVENTIONS] = [
    convention(
        "paper",
        "the attacker wants many, the defender few",
        (true, false),
        (false, false),
    ),
    convention("max-max", "both want many", (true, true), (false, false)),
    convention("min-min", "both want few", (false, false), (false, false)),
    convention(
        "min-max",
        "the attacker wants few, the defender many",
        (false, true),
        (false, false),
    ),
    convention(
        "last-min",
        "as paper, but the last move leaves few",
        (true, false),
        (true, false),
    ),
    convention(
        "taken-free",
        "as paper, what the last move takes not counted",
        (true, false),
        (false, true),
    ),
    convention(
        "last-min-taken-free",
        "both of the last",
        (true, false),
        (true, true),
    ),
];

/// What is left under each convention.
pub type Lefts = [u8; CONVENTIONS];

/// What is left at the end of exact play from positions of one piece set.
#[derive(Default)]
pub struct Left {
    known: HashMap<(u64, u64, u64), Lefts>,
}

fn better(best: &mut Option<Lefts>, found: Lefts, wants_most: impl Fn(&Convention) -> bool) {
    let Some(best) = best else {
        *best = Some(found);
        return;
    };
    for ((best, found), convention) in best.iter_mut().zip(found).zip(&ALL) {
        *best = if wants_most(convention) {
            (*best).max(found)
        } else {
            (*best).min(found)
        };
    }
}

impl Left {
    /// What is left after a mate in exactly so many plies, the attacker to move; `None` if there is none.
    pub fn attack<G: Geometry>(
        &mut self,
        lengths: &mut Lengths<'_, G>,
        p: &mut Position<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Lefts>, Reason> {
        let hands = p.hands();
        let key = (p.board_key(), hands.0[0].packed(), hands.0[1].packed());
        if let Some(&known) = self.known.get(&key) {
            return Ok(Some(known));
        }
        let mut best = None;
        for m in p.checking_moves() {
            let undo = p.make(m);
            let found = self.after(lengths, p, plies - 1, undo.captured().is_some(), meter);
            p.unmake(m, undo);
            if let Some(found) = found? {
                better(&mut best, found, |c| {
                    c.attacker_most && !(plies == 1 && c.last_least)
                });
            }
        }
        if let Some(best) = best {
            self.known.insert(key, best);
        }
        Ok(best)
    }

    /// What is left after a check that mates within so many plies more; `None` if it does not.
    pub fn after<G: Geometry>(
        &mut self,
        lengths: &mut Lengths<'_, G>,
        p: &mut Position<G>,
        plies: Plies,
        takes: bool,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Lefts>, Reason> {
        if !lengths.within(p, plies, meter)? {
            return Ok(None);
        }
        if plies == 0 {
            let held = count_in_hand(p.hand(p.turn().other())).min(255) as u8;
            return Ok(Some(ALL.map(|convention| {
                held - u8::from(takes && convention.taken_free && held > 0)
            })));
        }
        let mut worst = None;
        for r in lengths.replies(p, plies, meter)? {
            let undo = p.make(r);
            let found = self.reply(lengths, p, plies - 1, meter);
            p.unmake(r, undo);
            if let Some(found) = found? {
                better(&mut worst, found, |c| c.defender_most);
            }
        }
        Ok(worst)
    }

    /// What is left after a reply; `None` if the mate is then shorter than so many plies.
    pub fn reply<G: Geometry>(
        &mut self,
        lengths: &mut Lengths<'_, G>,
        p: &mut Position<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Lefts>, Reason> {
        if plies > 2 && lengths.within(p, plies - 2, meter)? {
            return Ok(None);
        }
        self.attack(lengths, p, plies, meter)
    }
}
