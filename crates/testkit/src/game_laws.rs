//! The laws that a game keeps so that the answers of a search are right, one function each.
//!
//! The documentation of [`yose_andor::Game`] and of its capabilities states the laws; the functions
//! here check them on a list of positions. To check a game of your own, collect positions that
//! differ much (random games, positions near the goal, the same board with other resources), and
//! call [`all`]. A list is about one question: the questions of the two sides are two lists.
//!
//! Laws about outcomes compare with brute force ([`reaches_goal`]), so their cost grows with the
//! number of moves to the power of `plies`. They hold for games in which every reply counts
//! ([`yose_andor::Links::counts`]). In the ground ([`yose_andor::Game::GROUND`]) plies do not
//! count, so brute force ends there after [`GROUND_PLIES`]: what it does not decide breaks no law.
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
pub use self::dominance::{bounds_of_the_ground, needs_and_bounds_of_moves, needs_and_bounds_of_results};
pub use self::moves::{
    constants_are_true, edges_say_what_follows, estimates_are_positive, expand_depends_on_the_position,
    find_move_inverts_pack_move, first_moves_and_rest_are_all, free_replies_stay_free, ground_has_its_moves,
    keys_are_not_zero, keys_tell_the_turn, packed_moves_tell_moves_apart, passes_are_one_move,
    unmake_undoes_make,
};
pub use self::outcomes::{
    at_horizon_is_true, elsewhere_is_true, glance_is_true, judge_is_true, more_never_hurts,
};
pub use self::resources::{resources_are_ordered, resources_fit_the_table};

use std::collections::HashMap;
use std::fmt;
use yose_andor::{Count, Edge, Plies, Query};
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
    keys_tell_the_turn(positions)?;
    packed_moves_tell_moves_apart(positions)?;
    passes_are_one_move(positions)?;
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
    counts_reaches_far_enough(positions, plies)?;
    more_never_hurts(positions, plies)?;
    judge_is_true(positions, plies)?;
    glance_is_true(positions, plies)?;
    elsewhere_is_true(positions, plies)?;
    at_horizon_is_true(positions, plies)?;
    needs_and_bounds_of_moves(positions)?;
    bounds_of_the_ground(positions)?;
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

/// The moves of the ground.
fn moves_of_the_ground<Q: Query>(at: &mut Q) -> Vec<Edge<Q::Move, Q::Resource>> {
    let mut edges = Vec::new();
    if at.expand_first(true, &mut edges) {
        at.expand_rest(&mut edges);
    }
    edges
}

/// The plies after which brute force gives up in the ground.
pub const GROUND_PLIES: u8 = 4;

/// What a search does at a position with the bound `plies`: the moves that it may play, each with
/// the bound after it. `None` if no plies are left to decide the position.
#[allow(clippy::type_complexity)]
fn choices<Q: Query>(at: &mut Q, plies: Plies) -> Option<Vec<(Edge<Q::Move, Q::Resource>, Plies)>> {
    let prover = at.prover_to_move();
    let list = match Q::GROUND && plies == 0 {
        true => moves_of_the_ground(at),
        false => moves(at),
    };
    let takes_a_ply = |edge: &Edge<Q::Move, Q::Resource>| prover || !edge.free;
    if !Q::GROUND && plies == 0 && list.iter().any(takes_a_ply) {
        return None;
    }
    let below = |edge: &Edge<Q::Move, Q::Resource>| match edge.count {
        Count::ToGround => 0,
        Count::Ply | Count::UnlessGround => plies.saturating_sub(takes_a_ply(edge).into()),
    };
    Some(list.into_iter().map(|edge| (edge, below(&edge))).collect())
}

/// Whether the prover reaches its goal within `plies` plies, by the definition: every move is
/// tried, and nothing is remembered. Looks at the horizon are not asked for. `None` if that is not
/// decided after [`GROUND_PLIES`] plies in the ground.
pub fn reaches_goal<Q: Query>(at: &mut Q, plies: Plies) -> Option<bool> {
    reaches_goal_within(at, plies, GROUND_PLIES)
}

fn reaches_goal_within<Q: Query>(at: &mut Q, plies: Plies, in_ground: u8) -> Option<bool> {
    let prover = at.prover_to_move();
    let Some(choices) = choices(at, plies) else {
        return Some(false);
    };
    if choices.is_empty() {
        return Some(!prover);
    }
    let in_ground = match Q::GROUND && plies == 0 {
        true => in_ground.checked_sub(1)?,
        false => in_ground,
    };
    let mut all = Some(!prover);
    for (edge, below) in choices {
        match after(at, edge.mv, |at| reaches_goal_within(at, below, in_ground)) {
            Some(reached) if reached == prover => return Some(prover),
            Some(_) => {}
            None => all = None,
        }
    }
    all
}
