//! A piece that is dropped and taken at once by a line piece.

use crate::policy::Policy;
use yose_shogi::{Geometry, Hand, Move, Position};

/// The exact position: board and side to move, and both hands in full.
pub(crate) type Exact = (u64, Hand, Hand);

/// The exact position.
pub(crate) fn exact<G: Geometry>(p: &Position<G>) -> Exact {
    let hands = p.hands();
    (p.board_key(), hands.0[0], hands.0[1])
}

/// Whether a reply is a candidate: a drop that some line piece can legally take.
pub(crate) fn is_candidate<G: Geometry>(p: &Position<G>, reply: Move) -> bool {
    !takings(p, reply).is_empty()
}

/// Every move of a line piece that takes a dropped piece at once, with and without promotion. The
/// kind of the dropped piece does not matter: the attacker was not in check before the drop, and
/// the piece is gone after the taking.
pub(crate) fn takings<G: Geometry>(p: &Position<G>, drop: Move) -> Vec<Move> {
    if drop.dropped().is_none() || !is_borne_on(p, drop) {
        return Vec::new();
    }
    let mut after = p.clone();
    after.make(drop);
    let army = &p.variant().army;
    let slides = |m: &Move| {
        let piece = m.from().and_then(|from| after.piece_on(from));
        piece.is_some_and(|piece| army.spec(piece.kind()).slides != 0)
    };
    let moves = after.legal_moves();
    let takes = moves.into_iter().filter(|m| m.to() == drop.to());
    takes.filter(slides).collect()
}

/// Whether a line piece of the other side bears on the square of a drop: a look before the moves
/// are listed.
fn is_borne_on<G: Geometry>(p: &Position<G>, drop: Move) -> bool {
    use yose_board::Bits;
    let army = &p.variant().army;
    let attackers = p.attackers(drop.to(), p.turn().other());
    attackers.squares().any(|from| {
        let piece = p.piece_on(from);
        piece.is_some_and(|piece| army.spec(piece.kind()).slides != 0)
    })
}

/// The position after a drop and its taking, as a policy judges it.
pub(crate) fn taken<G: Geometry>(p: &Position<G>, drop: Move, taking: Move, policy: Policy) -> Position<G> {
    let mut after = p.clone();
    after.make(drop);
    after.make(taking);
    match policy {
        Policy::Returned => after.with_hands(p.hands()),
        Policy::None | Policy::Kept => after,
    }
}
