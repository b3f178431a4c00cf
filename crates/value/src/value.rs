//! The value of a shogi position by search: the two questions of `yose_andor::worth`, asked as [`Win`].

use crate::oracle::Oracle;
use crate::win::Win;
use std::sync::Arc;
pub use yose_andor::worth::{Method, Worth, options};
use yose_andor::{Limits, Progress, worth};
use yose_shogi::{Ending, Geometry, Move, Position, Stalemate};

/// A value and what it cost.
pub type Valuation = worth::Valuation<Move>;

/// The value of a position.
pub fn worth<G: Geometry>(
    position: &Position<G>,
    method: Method,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Valuation {
    probing(position, method, None, limits, report)
}

/// The value of a position by a search that may ask somebody who knows values. (The paper's method asks nobody.)
pub fn probing<G: Geometry>(
    position: &Position<G>,
    method: Method,
    oracle: Option<&Arc<dyn Oracle<G>>>,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Valuation {
    match position.ending() {
        Some(Ending::Stalemate(Stalemate::Draws)) => return Valuation::known(Worth::Draw),
        Some(_) => return Valuation::known(Worth::Loss(0)),
        None => {}
    }
    let question = |ask: worth::Ask<'_>| {
        let mover = position.turn();
        let prover = if ask.mover { mover } else { mover.other() };
        let query = Win::new(position.clone(), prover);
        if let Method::Paper(_) = method {
            // The paper knows no mirror images.
            return query.without_folding();
        }
        let query = match ask.theirs {
            Some(theirs) => query.after(theirs.clone()),
            None => query,
        };
        match oracle {
            Some(oracle) => query.probing(oracle.clone()),
            None => query,
        }
    };
    worth::worth(question, method, limits, report)
}
