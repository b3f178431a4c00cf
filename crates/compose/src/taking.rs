//! A piece put in between and taken at once, with the piece given back: the board then differs from the one before only in
//! where the checking piece stands, and perhaps in its promotion.

use arrayvec::ArrayVec;
use yose_board::{Bits, Square};
use yose_shogi::{Geometry, Hand, Kind, Move, Position};

/// The exact position: board and side to move, and both hands in full.
pub(crate) type Exact = (u64, Hand, Hand);

/// The exact position.
pub(crate) fn exact<G: Geometry>(p: &Position<G>) -> Exact {
    let hands = p.hands();
    (p.board_key(), hands.0[0], hands.0[1])
}

/// The position after the piece was taken and given back; the checking piece went `from` `to`.
pub(crate) struct Taken<G: Geometry> {
    pub position: Position<G>,
    pub from: Square,
    pub to: Square,
}

/// Every way (with and without promotion) in which the checking piece takes what is dropped on a square with check.
/// Which kind it is does not matter: it is gone again, and the attacker's king was not in check before.
pub(crate) fn takings<G: Geometry>(p: &Position<G>, kind: Kind, to: Square) -> ArrayVec<Taken<G>, 2> {
    let mut out = ArrayVec::new();
    let checkers = p.checkers(p.turn());
    if checkers.count() != 1 {
        return out;
    }
    let from = checkers.lowest();
    let mut blocked = p.clone();
    blocked.make(Move::drop(kind, to));
    let legal = blocked.checking_moves();
    for promotes in [true, false] {
        let m = Move::board(from, to, promotes);
        if legal.contains(&m) {
            let mut taken = blocked.clone();
            taken.make(m);
            out.push(Taken {
                position: taken.with_hands(p.hands()),
                from,
                to,
            });
        }
    }
    out
}
