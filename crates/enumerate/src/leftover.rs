//! Pieces left in the attacker's hand at the end (駒余り), under every plausible convention.
//!
//! The length comes first: the attacker plays a shortest mate and the defender resists longest. The
//! conventions differ in which of these equally long lines counts. Section 2 of K. Noshita and T.
//! Iida says that the attacker prefers many pieces left and the defender few (`paper`). The figures
//! of their tables fit no convention that we tried, so all conventions are computed side by side.

use std::collections::HashMap;
use yose_andor::Plies;
use yose_shogi::{Geometry, Position};
use yose_tsume::{Lengths, count_in_hand};
use yose_tsume::{Meter, Reason};

/// A convention: which lines count, and which pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Convention {
    /// Its name.
    pub name: &'static str,
    /// A description.
    pub what: &'static str,
    attacker_most: bool,
    defender_most: bool,
    /// The last move leaves as few as it can.
    last_least: bool,
    /// The piece that the last move captures is not counted.
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

/// Every convention. The first is that of section 2 of Noshita and Iida and of `yose check`.
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

/// The number of pieces left under each convention.
pub type Leftovers = [u8; CONVENTIONS];

/// Counts the pieces left after exact play. Remembers positions, all of one piece set.
#[derive(Default)]
pub struct Leftover {
    known: HashMap<(u64, u64, u64), Leftovers>,
}

fn better(best: &mut Option<Leftovers>, found: Leftovers, wants_most: impl Fn(&Convention) -> bool) {
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

impl Leftover {
    /// The pieces left after a mate in exactly `plies`, the attacker to move. `None` without a
    /// mate.
    pub fn attack<G: Geometry>(
        &mut self,
        lengths: &mut Lengths<'_, G>,
        p: &mut Position<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Leftovers>, Reason> {
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

    /// The pieces left after a check. `None` if the check does not mate within `plies` more.
    pub fn after<G: Geometry>(
        &mut self,
        lengths: &mut Lengths<'_, G>,
        p: &mut Position<G>,
        plies: Plies,
        takes: bool,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Leftovers>, Reason> {
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

    /// The pieces left after a reply. `None` if the reply allows a mate in less than `plies`.
    pub fn reply<G: Geometry>(
        &mut self,
        lengths: &mut Lengths<'_, G>,
        p: &mut Position<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Leftovers>, Reason> {
        if plies > 2 && lengths.within(p, plies - 2, meter)? {
            return Ok(None);
        }
        self.attack(lengths, p, plies, meter)
    }
}
