//! Lengths of brinkmates: from those of the positions after each move, and as a table knows them.
//!
//! The rules are the rows of the table in `question.rs`.

use crate::question::Question;
use yose_andor::{Count, Edge, Game, Plies, Table};
use yose_shogi::{Geometry, Move};
use yose_tsume::InHand;

/// No length is known.
pub(crate) const UNKNOWN: Plies = Plies::MAX;

/// An edge of the question.
pub(crate) type Offer = Edge<Option<Move>, InHand>;

/// The length of a position, by a move after which the length is `after`.
pub(crate) fn before(count: Count, after: Plies) -> Plies {
    match count {
        _ if after == UNKNOWN => UNKNOWN,
        Count::UnlessGround if after == 0 => 0,
        Count::Ply | Count::UnlessGround => after + 1,
        // The pass shows a threat. Only a plain mate does.
        Count::ToGround if after == 0 => 0,
        Count::ToGround => UNKNOWN,
    }
}

/// Every move of a position.
pub(crate) fn offers<G: Geometry>(at: &mut Question<G>) -> Vec<Offer> {
    let mut offers = Vec::new();
    at.expand(&mut offers);
    offers
}

/// The length after a move, as the table knows it. A position in which the defender is mated needs
/// no entry.
pub(crate) fn known_after<G: Geometry>(table: &Table, at: &mut Question<G>, offer: &Offer) -> Plies {
    let known = table.look(offer.key, offer.resource).yes_from;
    if known == UNKNOWN && at.prover_to_move() {
        let undo = at.make(offer.mv);
        let mated = at.position().in_check() && !at.position().has_legal_move();
        at.unmake(offer.mv, undo);
        if mated {
            return 0;
        }
    }
    known
}
