//! The laws that a game keeps so that the answers of a search are right, one function each.
//!
//! The documentation of [`yose_andor::Game`] and of its capabilities states the laws; the functions
//! here check them on a list of positions. To check a game of your own, collect positions that
//! differ much (random games, positions near the goal, the same board with other resources), and
//! call [`all`]. A list is about one question: the questions of the two sides are two lists.
//!
//! Laws about outcomes compare with brute force ([`reaches_goal`]), so their cost grows with the
//! number of moves to the power of `plies`. They hold for games in which every reply counts
//! ([`yose_andor::Links::counts`]) and that have no ground ([`yose_andor::Game::GROUND`]): a game
//! with a ground needs a brute force of its own.
//!
//! ```
//! use yose_testkit::game_laws;
//! use yose_testkit::graph::{Graph, Hooks, MIXED};
//!
//! let graph = Graph::random(&MIXED, 1);
//! let positions: Vec<_> = graph
//!     .states()
//!     .map(|(node, stock)| graph.ask(node, stock, Hooks::ALL))
//!     .collect();
//! game_laws::all(&positions, 3)?;
//! # Ok::<(), game_laws::Breach>(())
//! ```

mod capabilities;
mod dominance;
mod moves;
mod outcomes;
mod resources;

pub use self::capabilities::{
    counts_reaches_far_enough, exact_keys_follow, hints_change_nothing, passes_are_taken_back,
};
pub use self::dominance::{needs_and_bounds_of_moves, needs_and_bounds_of_results};
pub use self::moves::{
    constants_are_true, edges_say_what_follows, estimates_are_positive, expand_depends_on_the_position,
    find_move_inverts_pack_move, first_moves_and_rest_are_all, free_replies_stay_free, ground_has_its_moves,
    keys_are_not_zero, packed_moves_tell_moves_apart, unmake_undoes_make,
};
pub use self::outcomes::{
    at_horizon_is_true, elsewhere_is_true, glance_is_true, judge_is_true, more_never_hurts,
};
pub use self::resources::{resources_are_ordered, resources_fit_the_table};

use std::collections::HashMap;
use std::fmt;
use yose_andor::{Edge, Plies, Query};
use yose_board::Key;

/// A law that a position breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The function that found it.
    pub law: &'static str,
    /// The number of the position in the list.
    pub position: usize,
    /// The breach in words.
    pub what: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: position {}: {}", self.law, self.position, self.what)
    }
}

impl std::error::Error for Breach {}

/// The result of a check.
pub type Checked = Result<(), Breach>;

/// Refuses with a text unless a condition holds.
macro_rules! demand {
    ($law:literal, $position:expr, $holds:expr, $($what:tt)+) => {
        if !$holds {
            return Err(Breach {
                law: $law,
                position: $position,
                what: format!($($what)+),
            });
        }
    };
}
use demand;

/// Checks every law. Laws about outcomes look `plies` plies ahead.
pub fn all<Q: Query>(positions: &[Q], plies: Plies) -> Checked {
    unmake_undoes_make(positions)?;
    expand_depends_on_the_position(positions)?;
    edges_say_what_follows(positions)?;
    keys_are_not_zero(positions)?;
    packed_moves_tell_moves_apart(positions)?;
    find_move_inverts_pack_move(positions)?;
    estimates_are_positive(positions)?;
    constants_are_true(positions)?;
    free_replies_stay_free(positions)?;
    first_moves_and_rest_are_all(positions)?;
    ground_has_its_moves(positions)?;
    resources_fit_the_table(positions)?;
    resources_are_ordered(positions)?;
    exact_keys_follow(positions)?;
    passes_are_taken_back(positions)?;
    hints_change_nothing(positions)?;
    if Q::GROUND {
        return needs_and_bounds_of_moves(positions);
    }
    counts_reaches_far_enough(positions, plies)?;
    more_never_hurts(positions, plies)?;
    judge_is_true(positions, plies)?;
    glance_is_true(positions, plies)?;
    elsewhere_is_true(positions, plies)?;
    at_horizon_is_true(positions, plies)?;
    needs_and_bounds_of_moves(positions)?;
    needs_and_bounds_of_results(positions, plies)
}

/// An edge as far as a search uses it.
type Offer<Q> = (
    <Q as yose_andor::Game>::Move,
    Key,
    <Q as yose_andor::Game>::Resource,
    u32,
    u32,
);

/// All that can be seen of a position.
struct View<Q: Query> {
    prover: bool,
    keys: (Key, Key),
    resource: Q::Resource,
    offers: Vec<Offer<Q>>,
}

impl<Q: Query> View<Q> {
    fn of(at: &mut Q) -> Self {
        let offers = moves(at)
            .into_iter()
            .map(|e| (e.mv, e.key, e.resource, e.pn, e.dn))
            .collect();
        View {
            prover: at.prover_to_move(),
            keys: (at.key(), at.exact_key()),
            resource: at.resource(),
            offers,
        }
    }

    /// What differs, in words.
    fn difference(&self, other: &Self) -> Option<&'static str> {
        if self.prover != other.prover {
            Some("the side to move")
        } else if self.keys != other.keys {
            Some("the key")
        } else if self.resource != other.resource {
            Some("the resource")
        } else if self.offers != other.offers {
            Some("the moves")
        } else {
            None
        }
    }
}

fn moves<Q: Query>(at: &mut Q) -> Vec<Edge<Q::Move, Q::Resource>> {
    let mut edges = Vec::new();
    at.expand(&mut edges);
    edges
}

/// Does something in the position after a move.
fn after<Q: Query, T>(at: &mut Q, m: Q::Move, look: impl FnOnce(&mut Q) -> T) -> T {
    let undo = at.make(m);
    let result = look(at);
    at.unmake(m, undo);
    result
}

/// The positions by board: those of one board differ in the resource.
fn boards<Q: Query>(positions: &[Q]) -> HashMap<Key, Vec<&Q>> {
    let mut boards: HashMap<Key, Vec<&Q>> = HashMap::new();
    for at in positions {
        boards.entry(at.exact_key()).or_default().push(at);
    }
    boards
}

/// Whether the prover reaches its goal within `plies` plies, by the definition: every move is
/// tried, and nothing is remembered. Looks at the horizon are not asked for.
pub fn reaches_goal<Q: Query>(at: &mut Q, plies: Plies) -> bool {
    let list = moves(at);
    let prover = at.prover_to_move();
    if plies == 0 && (prover || list.iter().any(|e| !e.free)) {
        return false;
    }
    if prover {
        list.iter()
            .any(|e| after(at, e.mv, |at| reaches_goal(at, plies - 1)))
    } else {
        let below = |free: bool| plies - Plies::from(!free);
        list.iter()
            .all(|e| after(at, e.mv, |at| reaches_goal(at, below(e.free))))
    }
}
