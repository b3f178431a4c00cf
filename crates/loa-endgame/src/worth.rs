//! The value of a Lines of Action position by search: the two questions of `yose_andor::worth`.
//!
//! The second occurrence of a position is a draw, so a repetition is a failure of the prover in both questions, as the search
//! has it: a side that can win can win without repeating. A side without a move has lost.

use crate::asked::Asked;
use crate::question::Techniques;
pub use yose_andor::worth::{Method, Worth};
use yose_andor::{Limits, Progress, worth};
use yose_loa::{Geometry, Move};

/// A value and what it cost.
pub type Valuation = worth::Valuation<Move>;

/// The value of a position.
pub fn worth<G: Geometry>(
    asked: &Asked<G>,
    method: Method,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Valuation {
    if !asked.position().has_legal_move() {
        return Valuation::known(Worth::Loss(0));
    }
    let techniques = Techniques::default();
    let question = |ask: worth::Ask<'_>| {
        if ask.mover {
            asked.question(techniques)
        } else {
            asked.against(techniques)
        }
    };
    worth::worth(question, method, limits, report)
}
