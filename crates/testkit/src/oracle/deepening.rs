//! "Is there a mate within N plies?"

use super::key::{Index, exact};
use super::marks::{mark, marks};
use super::pawn_drop::{loose, refuses_pawn};
use super::{Truth, TurnsOn};
use yose_shogi::{Geometry, Move, Position, Variant};

/// Deepening goes no further than this.
const DEEPEST: u32 = 25;

/// Decides a tsume by "is there a mate within N plies?" for growing N, with a memory of what was decided.
pub fn deepened<G: Geometry>(root: &Position<G>, nodes: usize) -> Option<Truth> {
    let loose = loose(root.variant());
    let ask = |without, pawn_mates, budget| Deepening {
        known: Index::default(),
        without,
        loose: loose.filter(|_| pawn_mates),
        left: budget,
    };
    let mut p = root.clone();
    let mut plain = ask(0, false, nodes);
    let mut length = 1;
    let found = loop {
        let mut cut = false;
        if plain.attack(&mut p, length, &mut cut)? {
            break Some(length);
        }
        if !cut {
            break None;
        }
        if length == DEEPEST {
            return None;
        }
        length += 2;
    };
    let mut sooner = |without, pawn_mates| {
        // What would make a mate of none is looked for a little further than it took to see that there is none.
        let last = match found {
            Some(length) => length.saturating_sub(2),
            None => length + 8,
        };
        let mut other = ask(without, pawn_mates, nodes);
        (1..=last)
            .step_by(2)
            .find_map(|n| other.attack(&mut p, n, &mut false).filter(|mate| *mate))
            .unwrap_or(false)
    };
    let mut turns_on = TurnsOn {
        interposition: sooner(mark::DROP, false),
        counter_check: sooner(mark::COUNTER, false),
        pawn_drop: sooner(0, true),
        unpromoted: sooner(mark::DEFENDER_DECLINES, false),
        repetition: false,
    };
    if found.is_some() {
        turns_on.unpromoted |= !ask(mark::DECLINES, false, nodes).attack(&mut p, length, &mut false)?;
    }
    Some(Truth {
        length: found,
        line: match found {
            Some(length) => plain.line(root, length)?,
            None => Vec::new(),
        },
        turns_on,
        positions: 0,
    })
}

/// "Is there a mate within N plies?", without the moves that carry one of the marks.
struct Deepening {
    /// Of attacker's positions: a mate within so many plies, none within so many.
    known: Index<(u32, u32)>,
    without: u8,
    /// The rules by which a dropped pawn mates, if it may.
    loose: Option<&'static Variant>,
    left: usize,
}

impl Deepening {
    /// Whether the attacker mates within so many plies; `cut` if a line was cut off by them. `None`: out of nodes.
    fn attack<G: Geometry>(&mut self, p: &mut Position<G>, plies: u32, cut: &mut bool) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        let key = exact(p);
        let (yes, no) = self.known.get(&key).copied().unwrap_or((u32::MAX, 0));
        if yes <= plies {
            return Some(true);
        }
        if no == u32::MAX || (no >= plies && plies > 0) {
            *cut |= no != u32::MAX;
            return Some(false);
        }
        let moves = p.checking_moves();
        if plies == 0 {
            *cut |= !moves.is_empty();
            return Some(false);
        }
        let mut own_cut = false;
        let mut mate = self.loose.is_some_and(|loose| refuses_pawn(p, &moves, loose));
        for &m in &moves {
            if mate {
                break;
            }
            if self.without & marks(p, m, &moves, true) != 0 {
                continue;
            }
            let undo = p.make(m);
            let answered = self.defend(p, plies - 1, &mut own_cut);
            p.unmake(m, undo);
            mate = answered?;
        }
        let known = self.known.entry(key).or_insert((u32::MAX, 0));
        if mate {
            known.0 = known.0.min(plies);
        } else {
            known.1 = if own_cut { known.1.max(plies) } else { u32::MAX };
            *cut |= own_cut;
        }
        Some(mate)
    }

    fn defend<G: Geometry>(&mut self, p: &mut Position<G>, plies: u32, cut: &mut bool) -> Option<bool> {
        let moves = p.evading_moves();
        for &m in &moves {
            let undo = p.make(m);
            let counter = self.without & mark::COUNTER != 0 && p.in_check();
            p.unmake(m, undo);
            if counter || self.without & marks(p, m, &moves, false) != 0 {
                continue;
            }
            if plies == 0 {
                *cut = true;
                return Some(false);
            }
            let undo = p.make(m);
            let mate = self.attack(p, plies - 1, cut);
            p.unmake(m, undo);
            if !mate? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The line of a mate of this length.
    fn line<G: Geometry>(&mut self, root: &Position<G>, length: u32) -> Option<Vec<Move>> {
        let mut p = root.clone();
        let mut line = Vec::new();
        for left in (1..=length).rev() {
            let attacks = line.len() % 2 == 0;
            let moves = if attacks {
                p.checking_moves()
            } else {
                p.evading_moves()
            };
            let mut chosen = None;
            for m in moves {
                let undo = p.make(m);
                let right = if attacks {
                    self.defend(&mut p, left - 1, &mut false)
                } else if left < 3 {
                    Some(true)
                } else {
                    self.attack(&mut p, left - 3, &mut false).map(|sooner| !sooner)
                };
                p.unmake(m, undo);
                if right? {
                    chosen = Some(m);
                    break;
                }
            }
            let m = chosen?;
            p.make(m);
            line.push(m);
        }
        Some(line)
    }
}
