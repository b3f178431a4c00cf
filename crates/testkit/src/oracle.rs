//! The plain oracle of tsume-shogi: list the positions that checks and evasions reach, layer by layer, and work back
//! from the mates. It shares the rules with the search and nothing else: no dominance, no numbers, no table.
//!
//! The list grows until it holds everything within as many plies as a mate of the root takes (no shorter one can hide
//! then) or until nothing new is reached (then what is not mated never is). Besides the verdict it
//! says what the verdict *turns on*, by asking the same list again with something changed:
//!
//! | letter | the verdict or the length is another one if |
//! | --- | --- |
//! | `i` | the defender may not drop pieces (in check every drop is an interposition) |
//! | `p` | mate by a dropped pawn is allowed |
//! | `c` | the defender may not answer check with check |
//! | `u` | a piece that only gains by promoting must promote: the attacker's pieces, or the defender's |
//! | `r` | an endless attack wins: there is no mate, but the attacker can give check for ever |
//!
//! The first four only ever take moves away from one side or add a mate in one, so a mate found in so many plies
//! is decided again within as many. The last is what "the no-mate rests on repetition" means: where the attacker can go
//! on for ever, every refutation must use that a position may not come again; where he cannot, the
//! defender leads him to a position without checks and no refutation needs it.
//!
//! | file | way to decide |
//! | --- | --- |
//! | `list` | all of the above |
//! | `deepening` | "mate within N plies?" for growing N; the same letters but `r`, as far as the budget shows them |
//! | `closure` | a set of positions that the defender can stay in for ever; no letters |
//!
//! The rules are those of `yose-shogi`, which the tests `perft`, `referee` and `oracles` compare with the work of other
//! hands.

mod closure;
mod deepening;
mod key;
mod list;
mod marks;
mod pawn_drop;
mod turns_on;

pub use closure::mates;
pub use deepening::deepened;
pub use list::listed;
pub use turns_on::TurnsOn;

use yose_shogi::{Geometry, Move, Position};

/// The answer to a tsume.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Truth {
    /// The length of the shortest mate; `None` if there is none.
    pub length: Option<u32>,
    /// The line: the first attack that keeps to the shortest mate, the first defence that resists longest.
    pub line: Vec<Move>,
    /// What the verdict turns on.
    pub turns_on: TurnsOn,
    /// How many positions were listed; 0 if it was decided otherwise.
    pub positions: usize,
}

/// What the oracle may spend on one problem.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Positions on the list.
    pub positions: usize,
    /// Nodes of each deepening.
    pub nodes: usize,
    /// Attacker's positions in a closed set.
    pub closed: usize,
}

/// Decides a tsume: by the list; else by deepening; else, if there is no mate, by a closed set. `None` if the budget is
/// not enough. Only the list knows everything a verdict turns on; what the other two cannot tell is not claimed.
pub fn decide<G: Geometry>(root: &Position<G>, budget: Budget) -> Option<Truth> {
    listed(root, budget.positions)
        .or_else(|| deepened(root, budget.nodes))
        .or_else(|| (!mates(root, budget.closed)?).then(Truth::default))
}
