//! A piece that is dropped in between, taken at once and given back. The board then differs from
//! the board before only in the square of the piece that took, and perhaps in its promotion.

use yose_board::{Bits, Square};
use yose_shogi::{Geometry, Hand, Kind, Move, Position};

/// The exact position: board and side to move, and both hands in full.
pub(crate) type Exact = (u64, Hand, Hand);

/// The exact position.
pub(crate) fn exact<G: Geometry>(p: &Position<G>) -> Exact {
    let hands = p.hands();
    (p.board_key(), hands.0[0], hands.0[1])
}

/// The position after the piece was taken and given back. The piece that took went from `from` to
/// `to`.
#[derive(Clone)]
pub(crate) struct Taken<G: Geometry> {
    pub position: Position<G>,
    pub from: Square,
    pub to: Square,
}

impl<G: Geometry> Taken<G> {
    /// The replies of the position before the drop that do not take the piece that took. If such a
    /// reply is legal here, it takes the same piece here as there.
    pub fn shared(&self, before: &Position<G>) -> Vec<Move> {
        let replies = before.evading_moves().into_iter();
        replies
            .filter(|r| r.to() != self.from && r.to() != self.to)
            .collect()
    }

    /// The two positions after a reply and a check that is the same in both, for every such check;
    /// and the check as it is played here.
    pub fn same_checks(&self, before: &Position<G>, reply: Move) -> Vec<(Position<G>, Taken<G>, Move)> {
        let (mut x, mut y) = (before.clone(), self.position.clone());
        x.make(reply);
        y.make(reply);
        let mut same = Vec::new();
        let in_x = x.checking_moves();
        for n in y.checking_moves() {
            let moves_taker = n.from() == Some(self.to);
            let like = in_x.iter().copied().find(|&m| {
                if moves_taker {
                    m.from() == Some(self.from) && m.to() == n.to() && x.kind_after(m) == y.kind_after(n)
                } else {
                    m == n && m.from() != Some(self.from)
                }
            });
            let Some(m) = like else { continue };
            let (mut next, mut position) = (x.clone(), y.clone());
            next.make(m);
            position.make(n);
            let (from, to) = (self.from, self.to);
            same.push((next, Taken { position, from, to }, n));
        }
        same
    }
}

/// Whether the first of two squares between the king in check and the checking piece is nearer to
/// the king. Along a ray the numbers of the squares rise or fall by one step.
pub(crate) fn nearer<G: Geometry>(p: &Position<G>, a: Square, b: Square) -> bool {
    p.king(p.turn())
        .is_some_and(|king| a.raw().abs_diff(king.raw()) < b.raw().abs_diff(king.raw()))
}

/// Every way in which a piece that is dropped on a square is taken with check: by the checking
/// piece, with and without promotion, or, if `any`, by any piece that then gives check from there.
/// The kind of the dropped piece does not matter: it is gone again, and the attacker's king was not
/// in check before.
///
/// The piece that takes gives check from nearer than the checking piece did, so a chain of such
/// drops ends.
pub(crate) fn takings<G: Geometry>(p: &Position<G>, kind: Kind, to: Square, any: bool) -> Vec<Taken<G>> {
    let mut out = Vec::new();
    let checkers = p.checkers(p.turn());
    if checkers.count() != 1 {
        return out;
    }
    let mut blocked = p.clone();
    blocked.make(Move::drop(kind, to));
    for m in blocked.checking_moves() {
        let Some(from) = m.from().filter(|_| m.to() == to) else {
            continue;
        };
        if !any && !checkers.has(from) {
            continue;
        }
        let mut taken = blocked.clone();
        taken.make(m);
        if taken.checkers(taken.turn()).has(to) {
            out.push(Taken {
                position: taken.with_hands(p.hands()),
                from,
                to,
            });
        }
    }
    // The checking piece comes first: mostly that taking is meant.
    out.sort_by_key(|taken| !checkers.has(taken.from));
    out
}
