//! The cost of a quiet attack (df-pn+ of A. Nagai, 2002; Nagai 2011 has the cost 2).
//!
//! A quiet attack leaves the defender every legal reply, and a check only a few. At first both have
//! the same estimate, because the replies to a quiet attack are listed late (`defences.rs`). So a
//! cost is added to the proof number of the position after a quiet attack: the search looks at
//! checks first, and at quiet attacks when checks become as hard.
//!
//! *Why no answer changes.* A cost is part of the number of an undecided position only, and numbers
//! only choose what is searched next ([`Edge::cost`]). To a proved position nothing is added: its
//! number is 0. If the cost were added there too, no number before a quiet move could become 0, and
//! nothing would ever be proved through one. A child is searched up to a threshold without the
//! cost, because it counts without it.
//!
//! The pass and the replies have no cost: the defender must be answered everywhere.
//!
//! Switch: [`Techniques::quiet_cost`](crate::Techniques), 0 for none. What it is worth
//! (docs/lab/hisshi.md): without it most problems take a little less, and a few take fifty times as
//! much. Costs of 4 and more gain little, and lose up to a factor of ten.

use yose_andor::Edge;

/// The cost that Nagai 2011 uses.
pub(crate) const USUAL: u16 = 2;

/// A quiet attack with its cost.
pub(crate) fn quiet<M, R>(edge: Edge<M, R>, cost: u16) -> Edge<M, R> {
    edge.with_cost(cost)
}
