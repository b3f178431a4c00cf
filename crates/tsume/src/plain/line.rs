//! The line of a mate that a running search knows.

use crate::plain::question::{Question, Techniques};
use crate::problem::Tsume;
use yose_andor::Progress;
use yose_shogi::{Geometry, Move};

/// The first moves of the best line so far of a running search: the mate that the search knows,
/// otherwise the line at which it stands.
pub fn so_far<G: Geometry>(tsume: &Tsume<G>, progress: &Progress) -> Vec<Move> {
    let shown = &progress.state;
    let track = if shown.upper > 0 { shown.best } else { shown.line };
    track.unpack(Question::new(tsume, Techniques::default()))
}
