//! What every line of a mate must be.

use yose_shogi::{Geometry, Move, Position};

/// Plays a line through: it is legal, as long as stated, every move of the attacker checks, and the end is mate.
pub fn walk<G: Geometry>(p: &Position<G>, line: &[Move], length: u32) -> Result<(), String> {
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
