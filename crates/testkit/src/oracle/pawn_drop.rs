//! Mates by a dropped pawn that the rules refuse.

use yose_board::{Color, Square};
use yose_shogi::{Geometry, Move, Position, Setup, Variant, with_position};

/// The same game with mate by a dropped pawn allowed; `None` if it is allowed anyway.
pub(super) fn loose(variant: &'static Variant) -> Option<&'static Variant> {
    if !variant.rules.pawn_drop_mate {
        return None;
    }
    let mut loose = variant.clone();
    loose.rules.pawn_drop_mate = false;
    loose.intern().ok()
}

/// Whether the rules refuse a mate by a dropped pawn here, and nothing else does.
pub(super) fn refuses_pawn<G: Geometry>(
    p: &mut Position<G>,
    checks: &[Move],
    loose: &'static Variant,
) -> bool {
    let us = p.turn();
    let Some(king) = p.king(us.other()) else {
        return false;
    };
    let (file, rank) = loose.coordinates(king);
    let front = match us {
        Color::Black => rank.checked_add(1),
        Color::White => rank.checked_sub(1),
    };
    let Some(square) = front.and_then(|rank| loose.square(file, rank)) else {
        return false;
    };
    if p.piece_on(square).is_some() {
        return false;
    }
    let hand = p.hand(us);
    loose
        .army
        .hand_kinds()
        .filter(|&kind| loose.army.spec(kind).pawn && hand.has(kind))
        .map(|kind| Move::drop(kind, square))
        .any(|m| !checks.contains(&m) && !two_pawns(p, m, square) && no_answer(p, m) && mates_in(p, m, loose))
}

/// Whether nothing answers the move. Another quick look: whether the move itself is legal is not asked here.
fn no_answer<G: Geometry>(p: &mut Position<G>, m: Move) -> bool {
    let undo = p.make(m);
    let mates = p.in_check() && !p.has_legal_move();
    p.unmake(m, undo);
    mates
}

/// A quick look that spares most of the trials.
fn two_pawns<G: Geometry>(p: &Position<G>, m: Move, square: Square) -> bool {
    let variant = p.variant();
    let (file, _) = variant.coordinates(square);
    variant.rules.nifu
        && (0..variant.ranks).any(|rank| {
            let there = variant.square(file, rank).and_then(|sq| p.piece_on(sq));
            there.is_some_and(|piece| piece.color() == p.turn() && Some(piece.kind()) == m.dropped())
        })
}

/// Whether a move is legal and mates in another game on the same board.
fn mates_in<G: Geometry>(p: &Position<G>, m: Move, variant: &'static Variant) -> bool {
    let setup = Setup {
        variant,
        ..Setup::of(p, 1)
    };
    let Ok(position) = setup.validate() else {
        return false;
    };
    with_position!(position, |p| {
        let mut p = p;
        if !p.checking_moves().contains(&m) {
            return false;
        }
        p.make(m);
        !p.has_legal_move()
    })
}
