//! The oracle of the tsume tests: a plain solver that shares the rules with the proof search and
//! nothing else. It has no dominance, no proof numbers and no transposition table.
//!
//! The oracle lists the positions that checks and evasions reach, ply by ply, and works back from
//! the mates. The list grows until one of two things is true. Either the list holds every position
//! within as many plies as a mate of the root takes: then there is no shorter mate. Or no new
//! position is reached: then a position that is not mated on the list is never mated.
//!
//! Besides the verdict, the oracle says which features the verdict *depends on*. For each feature
//! it solves the same list again under a changed rule and compares the verdict and the length:
//!
//! | letter | the changed rule |
//! | --- | --- |
//! | `i` | the defender may not drop pieces (in check every drop is an interposition) |
//! | `p` | mate by a dropped pawn is allowed |
//! | `c` | the defender may not answer check with check |
//! | `u` | the attacker, or the defender, must promote wherever promotion only gains |
//! | `r` | an endless attack wins: there is no mate, but the attacker can give check for ever |
//!
//! The first four rules only take moves away from one side or add a mate in one, so a mate in `n`
//! plies is decided again within `n` plies. The letter `r` means that the no-mate rests on
//! repetition. If the attacker can give check for ever, every disproof must use the rule that a
//! position may not recur. If he cannot, the defender leads him to a position without checks, and
//! no disproof needs that rule.
//!
//! | file | way to decide |
//! | --- | --- |
//! | `list` | the list of positions described above |
//! | `deepening` | "mate within N plies?" for growing N; all letters but `r`, within the budget |
//! | `closed_set` | a set of positions that the defender never has to leave; no letters |
//!
//! The rules are those of `yose-shogi`. The tests `perft`, `referee` and `other_libraries` compare
//! these rules with independent work.

mod closed_set;
mod deepening;
mod depends_on;
mod key;
mod list;
mod marks;
mod pawn_drop;

pub use closed_set::has_mate;
pub use deepening::solve_by_deepening;
pub use depends_on::DependsOn;
pub use list::solve_by_listing;

use yose_shogi::{Geometry, Move, Position};

/// The answer to a tsume problem.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Truth {
    /// The length of the shortest mate; `None` if there is none.
    pub length: Option<u32>,
    /// The line. Of the attacks that keep to the shortest mate, and of the replies that resist
    /// longest, it has the first one generated.
    pub line: Vec<Move>,
    /// The features that the verdict depends on.
    pub depends_on: DependsOn,
    /// How many positions were listed; 0 if another way decided the problem.
    pub positions: usize,
}

/// What the oracle may spend on one problem.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Positions on the list.
    pub positions: usize,
    /// Nodes of each deepening.
    pub nodes: usize,
    /// Positions with the attacker to move in a closed set.
    pub closed: usize,
}

/// Decides a tsume problem by the list of positions, else by deepening, else, if there is no mate,
/// by a closed set. `None` if the budget does not suffice. Only the list finds every feature that a
/// verdict depends on. The other two ways leave out the features that they cannot find.
pub fn decide<G: Geometry>(root: &Position<G>, budget: Budget) -> Option<Truth> {
    solve_by_listing(root, budget.positions)
        .or_else(|| solve_by_deepening(root, budget.nodes))
        .or_else(|| (!has_mate(root, budget.closed)?).then(Truth::default))
}
