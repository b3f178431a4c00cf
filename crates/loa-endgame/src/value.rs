//! The value of a Lines of Action position by search: the two questions of [`yose_prove::value`].
//!
//! The second occurrence of a position is a draw. So a repetition is a failure of the prover in
//! both questions, as the search has it: a side that can win can win without repeating. A side
//! without a move has lost.

use crate::endgame::Endgame;
use crate::question::Techniques;
use yose_andor::{Limits, Progress};
use yose_loa::{Geometry, Move};
use yose_prove::value::{self, Side};
pub use yose_prove::value::{GameValue, Method};

/// A value and the work that it took.
pub type Valuation = value::Valuation<Move>;

/// Finds the value of a position.
pub fn find<G: Geometry>(
    endgame: &Endgame<G>,
    method: Method,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Valuation {
    if !endgame.position().has_legal_move() {
        return Valuation::known(GameValue::Loss(0));
    }
    let techniques = Techniques::default();
    let question = |side: Side<'_>| {
        if side.mover {
            endgame.question(techniques)
        } else {
            endgame.against(techniques)
        }
    };
    value::find(question, method, limits, report)
}
