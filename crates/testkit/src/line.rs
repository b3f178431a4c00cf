//! Checks of mating lines.

use yose_shogi::{Geometry, Move, Position};
use yose_tsume::brute::deepening::{Bounded, Deepening};
use yose_tsume::{Limits, Meter};

/// Brute force may spend this many nodes on one question. Questions that need more are skipped.
const NODES: u64 = 100_000;

/// Whether brute force finds a mate within `plies` plies; `None` if it runs out of nodes.
fn within<G: Geometry>(p: &Position<G>, plies: u32) -> Option<bool> {
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let mut quiet = |_| {};
    let mut meter = Meter::new(&limits, &mut quiet);
    let found = Deepening::new(p.clone(), 1).mate_within(plies, &mut meter).ok()?;
    Some(matches!(found, Bounded::Mate))
}

/// Checks by brute force that both sides play their best on a mating line. After each attack every
/// reply is mated within the remaining plies, and the reply of the line is not mated any sooner.
pub fn check_best_play<G: Geometry>(p: &Position<G>, line: &[Move]) -> Result<(), String> {
    let mut p = p.clone();
    let mut left = line.len() as u32;
    for (i, pair) in line.chunks(2).enumerate() {
        let [attack, reply] = *pair else { break };
        p.make(attack);
        left -= 2;
        for r in p.evading_moves() {
            let mut next = p.clone();
            next.make(r);
            if within(&next, left) == Some(false) {
                return Err(format!("move {} does not keep to the shortest mate", 2 * i + 1));
            }
        }
        p.make(reply);
        if left > 2 && within(&p, left - 2) == Some(true) {
            return Err(format!("move {} does not resist longest", 2 * i + 2));
        }
    }
    Ok(())
}

/// Plays a mating line through: every move is legal, every move of the attacker checks, the last
/// position is mate, and the line has the stated length.
pub fn check_mate<G: Geometry>(p: &Position<G>, line: &[Move], length: u32) -> Result<(), String> {
    if line.len() != length as usize || length.is_multiple_of(2) {
        return Err(format!("{} moves for a mate in {length}", line.len()));
    }
    let mut p = p.clone();
    for (i, &m) in line.iter().enumerate() {
        if !p.is_legal(m) {
            return Err(format!("move {} is not legal", i + 1));
        }
        p.make(m);
        if i % 2 == 0 && !p.in_check() {
            return Err(format!("move {} does not check", i + 1));
        }
    }
    if p.has_legal_move() {
        return Err("the end is not mate".to_owned());
    }
    Ok(())
}
