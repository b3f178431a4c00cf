//! Similar positions: which moves do there what known moves do here (`yose_andor::Hints`).

use yose_board::Bits;
use yose_shogi::{Geometry, Move, Position};

/// The attacker's answer to an interposition that brings the position before it back as nearly as
/// possible: the piece that gives check takes it. `None` for every other reply. The defender is to
/// move.
pub fn restoring<G: Geometry>(p: &Position<G>, reply: Move) -> Option<Move> {
    let to = reply.to();
    reply.dropped()?;
    let checkers = p.checkers(p.turn());
    if checkers.count() != 1 {
        return None;
    }
    let checker = checkers.lowest();
    let kind = p.piece_on(checker)?.kind();
    let us = p.turn().other();
    let promotes = p.may_promote(us, kind, checker, to) && p.promotion_loses_nothing(us, kind, checker, to);
    Some(Move::board(checker, to, promotes))
}

/// The move of `moves` in a position that does there what `m` does in a `similar` one: a piece of
/// the same kind goes to the same square.
pub fn counterpart<G: Geometry>(
    p: &Position<G>,
    similar: &Position<G>,
    m: Move,
    mut moves: impl Iterator<Item = Move>,
) -> Option<Move> {
    let kind = similar.piece_on(m.from()?)?.kind();
    moves.find(|o| {
        o.to() == m.to()
            && o.promotes() == m.promotes()
            && o.from()
                .and_then(|from| p.piece_on(from))
                .is_some_and(|piece| piece.kind() == kind)
    })
}
