//! What a prover can have more or less of on the same board: the pieces in hand.
//!
//! The table compares resources on one assumption: *more never hurts the prover*, and a piece that
//! the prover has more, the other side has less. For hands this holds if both hands add up to a
//! constant; problems with other totals must not share a table (see [`crate::Table::renew`]).
//!
//! Superiority of hands: komori-n 2021. A question switches the comparison off by putting the whole
//! position into its keys (mates: `dominance=off`). Figures: docs/lab/search.md.

/// A partially ordered resource that packs into a word.
///
/// *Law.* [`Resource::covers`] is a partial order, [`Resource::join`] its least upper bound and
/// [`Resource::meet`] its greatest lower bound.
pub trait Resource: Copy + Eq + std::fmt::Debug {
    /// The word that the table stores.
    ///
    /// *Law.* Below 2^40, and [`Resource::unpack`] gives the resource back.
    fn pack(self) -> u64;
    /// The resource back from its word.
    fn unpack(word: u64) -> Self;
    /// Whether this is at least as much as `other`.
    fn covers(self, other: Self) -> bool;
    /// The least that covers both.
    #[must_use]
    fn join(self, other: Self) -> Self;
    /// The most that both cover.
    #[must_use]
    fn meet(self, other: Self) -> Self;
}

/// No resource at all.
impl Resource for () {
    fn pack(self) -> u64 {
        0
    }
    fn unpack(_: u64) -> Self {}
    fn covers(self, (): ()) -> bool {
        true
    }
    fn join(self, (): ()) -> Self {}
    fn meet(self, (): ()) -> Self {}
}
