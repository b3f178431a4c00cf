//! "Is there a mate within N plies?", depth first, with a memory of decided positions.
//!
//! Mate within N is a fact of the position and N alone: the induction goes down with N, so no line
//! is endless and repetition needs no care. That makes this search the reference.

use crate::{Meter, Reason};
use std::collections::HashMap;
use yose_shogi::{Geometry, Hand, Move, Position};

/// Whether there is a mate within a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounded {
    /// There is a mate.
    Mate,
    /// There is no mate within the bound.
    NotWithin,
    /// There is no mate at all: the bound cut off no line of the search.
    Never,
}

/// The facts about an attacker's position.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// A mate within this many plies exists (odd); `u32::MAX` if none is known.
    proved: u32,
    /// No mate within this many plies exists.
    disproved: u32,
}

/// The exact position: board key, and both hands in full.
type Exact = (u64, Hand, Hand);

/// The most memory that one entry can take in the map: a map doubles when it is seven eighths full,
/// and while it grows the old one is still there.
const ENTRY_BYTES: usize = 7 * size_of::<(Exact, Known)>() / 2;

/// The search.
pub struct Deepening<G: Geometry> {
    position: Position<G>,
    known: HashMap<Exact, Known>,
    most: usize,
    /// Whether a line is being read off a finished search.
    recovering: bool,
}

impl<G: Geometry> Deepening<G> {
    /// A search from a position that remembers as much as fits into `hash_mb` MB.
    pub fn new(position: Position<G>, hash_mb: usize) -> Self {
        Deepening {
            position,
            known: HashMap::new(),
            most: (hash_mb << 20) / ENTRY_BYTES,
            recovering: false,
        }
    }

    /// Whether the side to move mates within `plies`.
    pub fn mate_within(&mut self, plies: u32, meter: &mut Meter<'_>) -> Result<Bounded, Reason> {
        let mut position = self.position.clone();
        let mut cut = false;
        let mate = self.attack(&mut position, plies, &mut cut, meter)?;
        Ok(match (mate, cut) {
            (true, _) => Bounded::Mate,
            (false, true) => Bounded::NotWithin,
            (false, false) => Bounded::Never,
        })
    }

    fn attack(
        &mut self,
        p: &mut Position<G>,
        plies: u32,
        cut: &mut bool,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        meter.tick()?;
        let exact = (p.board_key(), p.hands().0[0], p.hands().0[1]);
        if let Some(known) = self.known.get(&exact) {
            if known.proved <= plies {
                return Ok(true);
            }
            if known.disproved >= plies {
                *cut |= known.disproved != u32::MAX;
                return Ok(false);
            }
        }
        let mut own_cut = false;
        let mut mate = false;
        for m in p.checking_moves() {
            if plies == 0 {
                own_cut = true;
                break;
            }
            let undo = p.make(m);
            let result = self.defend(p, plies - 1, &mut own_cut, meter);
            p.unmake(m, undo);
            if result? {
                mate = true;
                break;
            }
        }
        *cut |= own_cut && !mate;
        if self.known.len() >= self.most && !self.known.contains_key(&exact) {
            // While the line is read off, positions that do not fit are searched again.
            return if self.recovering {
                Ok(mate)
            } else {
                Err(Reason::Memory)
            };
        }
        let known = self.known.entry(exact).or_insert(Known {
            proved: u32::MAX,
            disproved: 0,
        });
        if mate {
            known.proved = known.proved.min(plies);
        } else if own_cut {
            known.disproved = known.disproved.max(plies);
        } else {
            known.disproved = u32::MAX;
        }
        Ok(mate)
    }

    fn defend(
        &mut self,
        p: &mut Position<G>,
        plies: u32,
        cut: &mut bool,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        for m in p.evading_moves() {
            if plies == 0 {
                *cut = true;
                return Ok(false);
            }
            let undo = p.make(m);
            let result = self.attack(p, plies - 1, cut, meter);
            p.unmake(m, undo);
            if !result? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The line of a mate in exactly `length` plies that is proved shortest. The attacker keeps to
    /// a shortest mate, the defender resists longest, and the first such move of each list is
    /// taken.
    pub fn line(&mut self, length: u32) -> Vec<Move> {
        let mut line = Vec::new();
        let mut p = self.position.clone();
        let limits = crate::Limits::default();
        let mut quiet = |_| {};
        let mut meter = Meter::new(&limits, &mut quiet);
        self.recovering = true;
        let mut left = length;
        while left > 0 {
            let Some(m) = self.choose_attack(&mut p, left, &mut meter) else {
                break;
            };
            p.make(m);
            line.push(m);
            left -= 1;
            if left == 0 {
                break;
            }
            let Some(m) = self.choose_defence(&mut p, left, &mut meter) else {
                break;
            };
            p.make(m);
            line.push(m);
            left -= 1;
        }
        line
    }

    fn choose_attack(&mut self, p: &mut Position<G>, left: u32, meter: &mut Meter<'_>) -> Option<Move> {
        p.checking_moves().into_iter().find(|&m| {
            let undo = p.make(m);
            let mates = self.defend(p, left - 1, &mut false, meter);
            p.unmake(m, undo);
            mates == Ok(true)
        })
    }

    /// The first move after which the attacker needs all of the remaining plies.
    fn choose_defence(&mut self, p: &mut Position<G>, left: u32, meter: &mut Meter<'_>) -> Option<Move> {
        p.evading_moves().into_iter().find(|&m| {
            let undo = p.make(m);
            let sooner = left >= 3 && self.attack(p, left - 3, &mut false, meter) == Ok(true);
            p.unmake(m, undo);
            !sooner
        })
    }
}
