//! Move generation.
//!
//! - [`legal`](Position::legal): all legal moves.
//! - [`checks`](Position::checks): the legal moves that give check, generated directly.
//! - [`evasions`](Position::evasions): the legal moves of a side in check, generated directly.
//! - [`mate_in_one`](Position::mate_in_one): whether some check mates, without making most checks.
//!
//! The generators pass sets of target squares to a [`Sink`]. The direct generators exist because
//! searches for mate need only checks and evasions. The bench compares them with filtering.

mod checks;
mod dominance;
mod drops;
mod evasions;
mod flights;
mod legal;
mod mate;
mod trial;

pub use flights::Flights;
pub use mate::MateInOne;

use crate::geometry::Geometry;
use crate::moves::{Any, Move, MoveList, Sink};
use crate::piece::Kind;
use crate::position::Position;
use crate::rules::Stalemate;
use crate::tables::NONE;
use yose_board::{Bits, Color, Square};

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The side to move is in check and has no legal move.
    Mate,
    /// The side to move has no legal move and is not in check. The rules define the result.
    Stalemate(Stalemate),
    /// The opponent's king is on its far rank under the Try rule. The side to move has lost.
    Try,
}

impl<G: Geometry> Position<G> {
    /// Splits the targets of a piece into those that it can reach without promoting and those that
    /// it can reach with promotion.
    #[inline(always)]
    pub(crate) fn split(&self, kind: Kind, from: Square, targets: G::Bits) -> (G::Bits, G::Bits) {
        let t = self.t();
        let us = self.turn.index();
        if t.promoted[kind.index()] == NONE {
            return (targets & !t.dead[us][kind.index()], G::Bits::EMPTY);
        }
        let promoted = if t.zone[us].has(from) {
            targets
        } else {
            targets & t.zone[us]
        };
        let plain = targets & !t.dead[us][kind.index()];
        (if t.compulsory { plain & !promoted } else { plain }, promoted)
    }

    /// Whether the Try rule applies and the opponent's king is on its far rank.
    #[inline(always)]
    fn tried(&self) -> bool {
        let t = self.t();
        t.try_rule
            && self
                .king(self.turn.other())
                .is_some_and(|king| t.far[self.turn.other().index()].has(king))
    }

    /// All legal moves, as a list.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.legal(&mut list);
        list
    }

    /// All legal moves that give check, as a list.
    pub fn checking_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.checks(&mut list);
        list
    }

    /// All legal moves of a side in check, as a list; all legal moves if it is not in check.
    pub fn evading_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.evasions(&mut list);
        list
    }

    /// Whether the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        let mut any = Any::default();
        self.legal(&mut any);
        any.0
    }

    /// Whether a move is legal in this position.
    pub fn is_legal(&self, m: Move) -> bool {
        self.legal_moves().contains(&m)
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, m: Move) -> bool {
        let mut after = self.clone();
        after.make(m);
        after.in_check()
    }

    /// Why the game is over in this position; `None` if it is not over.
    pub fn ending(&self) -> Option<Ending> {
        if self.tried() {
            return Some(Ending::Try);
        }
        if self.has_legal_move() {
            return None;
        }
        Some(if self.in_check() {
            Ending::Mate
        } else {
            Ending::Stalemate(self.variant().rules.stalemate)
        })
    }

    /// Generates the steps of the king of the side to move to those squares of `mask` on which it
    /// cannot be taken.
    #[inline(always)]
    fn king_moves<S: Sink<G::Bits>>(&self, king: Square, mask: G::Bits, sink: &mut S) -> bool {
        let t = self.t();
        let us = self.turn.index();
        let targets = t.steps[us][t.royal_shape as usize & 15][king.index()] & !self.by_color[us] & mask;
        if targets.is_empty() {
            return false;
        }
        let safe = targets & !self.danger(king, self.turn.other());
        !safe.is_empty() && sink.board(king, safe, G::Bits::EMPTY)
    }

    /// Whether the other side attacks a side's king. In a validated position this is never true for
    /// the side that is not to move.
    pub(crate) fn king_in_danger(&self, side: Color) -> bool {
        !self.checkers(side).is_empty()
    }
}
