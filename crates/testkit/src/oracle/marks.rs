//! Marks of moves that a changed rule leaves out.

use yose_shogi::{Army, Geometry, Kind, Move, Position};

/// The marks.
pub(super) mod mark {
    /// A drop of the defender.
    pub const DROP: u8 = 1;
    /// A check by the defender.
    pub const COUNTER: u8 = 2;
    /// A move of the attacker that declines a promotion that only gains.
    pub const DECLINES: u8 = 4;
    /// The same of the defender.
    pub const DEFENDER_DECLINES: u8 = 8;
}

/// The marks of a move, except `COUNTER`, which needs the position after the move.
pub(super) fn marks<G: Geometry>(p: &Position<G>, m: Move, moves: &[Move], attacks: bool) -> u8 {
    let Some(from) = m.from() else {
        return if attacks { 0 } else { mark::DROP };
    };
    let declines = !m.promotes()
        && moves.contains(&Move::board(from, m.to(), true))
        && p.piece_on(from)
            .is_some_and(|piece| only_gains(&p.variant().army, piece.kind()));
    match (declines, attacks) {
        (false, _) => 0,
        (true, true) => mark::DECLINES,
        (true, false) => mark::DEFENDER_DECLINES,
    }
}

/// Whether the promoted piece has every move of the unpromoted one.
fn only_gains(army: &Army, kind: Kind) -> bool {
    let plain = army.spec(kind);
    plain.promotes.map(|to| army.spec(to)).is_some_and(|promoted| {
        let slides = yose_shogi::army::steps(promoted.slides);
        plain.slides & !promoted.slides == 0 && plain.steps & !(promoted.steps | slides) == 0
    })
}
