//! Mates by a dropped pawn that the rules forbid.

use yose_board::{Color, Square};
use yose_shogi::{Geometry, Move, Position, Setup, Variant, with_position};

/// The same variant with mate by a dropped pawn allowed; `None` if the variant allows it already.
pub(super) fn allowing_pawn_mate(variant: &'static Variant) -> Option<&'static Variant> {
    if !variant.rules.pawn_drop_mate {
        return None;
    }
    let mut allowing = variant.clone();
    allowing.rules.pawn_drop_mate = false;
    allowing.intern().ok()
}

/// Whether a pawn drop would mate here that only the rule against pawn-drop mate forbids.
/// `pawn_mate_rules` is the same variant without that rule.
pub(super) fn refuses_pawn<G: Geometry>(
    p: &mut Position<G>,
    checks: &[Move],
    pawn_mate_rules: &'static Variant,
) -> bool {
    let us = p.turn();
    let Some(king) = p.king(us.other()) else {
        return false;
    };
    let (file, rank) = pawn_mate_rules.coordinates(king);
    let front = match us {
        Color::Black => rank.checked_add(1),
        Color::White => rank.checked_sub(1),
    };
    let Some(square) = front.and_then(|rank| pawn_mate_rules.square(file, rank)) else {
        return false;
    };
    if p.piece_on(square).is_some() {
        return false;
    }
    let hand = p.hand(us);
    pawn_mate_rules
        .army
        .hand_kinds()
        .filter(|&kind| pawn_mate_rules.army.spec(kind).pawn && hand.has(kind))
        .map(|kind| Move::drop(kind, square))
        .any(|m| {
            !checks.contains(&m)
                && !second_pawn(p, m, square)
                && leaves_no_reply(p, m)
                && mates_in(p, m, pawn_mate_rules)
        })
}

/// Whether the move leaves no reply. This quick filter does not test whether the move is legal.
fn leaves_no_reply<G: Geometry>(p: &mut Position<G>, m: Move) -> bool {
    let undo = p.make(m);
    let mates = p.in_check() && !p.has_legal_move();
    p.unmake(m, undo);
    mates
}

/// Whether the drop is a second pawn on its file. This quick filter spares most calls of
/// `mates_in`.
fn second_pawn<G: Geometry>(p: &Position<G>, m: Move, square: Square) -> bool {
    let variant = p.variant();
    let (file, _) = variant.coordinates(square);
    variant.rules.nifu
        && (0..variant.ranks).any(|rank| {
            let there = variant.square(file, rank).and_then(|sq| p.piece_on(sq));
            there.is_some_and(|piece| piece.color() == p.turn() && Some(piece.kind()) == m.dropped())
        })
}

/// Whether the move is legal and mates in another variant on the same board.
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
