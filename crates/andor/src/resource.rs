//! What a prover can have more or less of on the same board: the pieces in hand.
//!
//! The table's notion of dominance rests on one assumption: *more never hurts the prover*, and what the
//! prover has more of, the other side has less of. For hands that holds when both hands add up to a
//! constant; problems with other totals must not share a table (see [`crate::Table::renew`]).
//!
//! (komori-n 2021: superiority of hands.) A question switches it off by putting the whole position into its keys (mates:
//! `dominance=off`). Worth: docs/lab/search.md.

/// A partially ordered resource that packs into a word.
pub trait Resource: Copy + Eq + std::fmt::Debug {
    /// The word that is stored: below 2^40.
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
