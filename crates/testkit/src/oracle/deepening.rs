//! Iterative deepening: "is there a mate within N plies?" for growing N.

use super::key::{PositionMap, position_key};
use super::marks::{mark, marks};
use super::pawn_drop::{allowing_pawn_mate, refuses_pawn};
use super::{DependsOn, Truth};
use yose_shogi::{Geometry, Move, Position, Variant};

/// The largest N.
const DEEPEST: u32 = 25;

/// Decides a tsume problem by iterative deepening with a memory of decided positions. `None` if
/// `nodes` nodes or `DEEPEST` plies do not suffice.
pub fn solve_by_deepening<G: Geometry>(root: &Position<G>, nodes: usize) -> Option<Truth> {
    let pawn_mate_rules = allowing_pawn_mate(root.variant());
    let ask = |without, pawn_mates, budget| Deepening {
        known: PositionMap::default(),
        without,
        pawn_mate_rules: pawn_mate_rules.filter(|_| pawn_mates),
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
        // Without a mate, a changed rule is given a few more plies than the disproof needed.
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
    let mut depends_on = DependsOn {
        interposition: sooner(mark::DROP, false),
        counter_check: sooner(mark::COUNTER, false),
        pawn_drop: sooner(0, true),
        unpromoted: sooner(mark::DEFENDER_DECLINES, false),
        repetition: false,
    };
    if found.is_some() {
        depends_on.unpromoted |= !ask(mark::DECLINES, false, nodes).attack(&mut p, length, &mut false)?;
    }
    Some(Truth {
        length: found,
        line: match found {
            Some(length) => plain.line(root, length)?,
            None => Vec::new(),
        },
        depends_on,
        positions: 0,
    })
}

/// Decides "is there a mate within N plies?" without the moves that carry one of the marks.
struct Deepening {
    /// For each position with the attacker to move: the plies within which there is a mate, and the
    /// plies within which there is none.
    known: PositionMap<(u32, u32)>,
    /// The marks of the moves that are left out.
    without: u8,
    /// The rules that allow mate by a dropped pawn, if the question allows it.
    pawn_mate_rules: Option<&'static Variant>,
    /// The nodes that are left.
    left: usize,
}

impl Deepening {
    /// Whether the attacker mates within `plies` plies. Sets `cut` if the limit on plies cut off a
    /// line. `None` if the nodes run out.
    fn attack<G: Geometry>(&mut self, p: &mut Position<G>, plies: u32, cut: &mut bool) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        let key = position_key(p);
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
        let mut mate = self
            .pawn_mate_rules
            .is_some_and(|pawn_mate_rules| refuses_pawn(p, &moves, pawn_mate_rules));
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

    /// The line of a mate of this length. `None` if the nodes run out.
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
