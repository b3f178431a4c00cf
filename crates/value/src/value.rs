//! The value of a shogi position by search: the two questions of [`yose_prove::value`], asked as
//! [`Win`].

use crate::oracle::Oracle;
use crate::win::Win;
use std::sync::Arc;
use yose_andor::{Limits, Progress};
use yose_prove::value::{self, Side};
pub use yose_prove::value::{GameValue, Ideas, Method, search_options};
use yose_shogi::{Ending, Geometry, Move, Position, Stalemate};

/// A value and the work that it took.
pub type Valuation = value::Valuation<Move>;

/// Finds the value of a position.
pub fn find<G: Geometry>(
    position: &Position<G>,
    method: Method,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Valuation {
    find_with(position, method, None, limits, report)
}

/// The same by a search that may ask an oracle. ([`Method::Paper`] asks nobody.)
pub fn find_with<G: Geometry>(
    position: &Position<G>,
    method: Method,
    oracle: Option<&Arc<dyn Oracle<G>>>,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Valuation {
    match position.ending() {
        Some(Ending::Stalemate(Stalemate::Draws)) => return Valuation::known(GameValue::Draw),
        Some(_) => return Valuation::known(GameValue::Loss(0)),
        None => {}
    }
    let question = |side: Side<'_>| {
        let mover = position.turn();
        let prover = if side.mover { mover } else { mover.other() };
        let mut query = Win::new(position.clone(), prover);
        // The method of Shibahara, Tajima and Kotani does not fold mirror images.
        if !method.ideas().mirror_images {
            query = query.without_folding();
        }
        if !method.ideas().dominance {
            query = query.without_dominance();
        }
        if let Method::Paper(_) = method {
            return query;
        }
        let query = match side.theirs {
            Some(theirs) => query.after(theirs.clone()),
            None => query,
        };
        match oracle {
            Some(oracle) => query.probing(oracle.clone()),
            None => query,
        }
    };
    value::find(question, method, limits, report)
}
