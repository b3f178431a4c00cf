//! What [`laws`](crate::laws) need of a game.

use std::fmt::Debug;

/// A position that can be played on.
pub trait Play: Clone + PartialEq + Debug {
    /// A move.
    type Move: Copy + PartialEq + Debug;
    /// The information that takes a move back.
    type Undo;

    /// Every legal move.
    fn moves(&self) -> Vec<Self::Move>;
    /// Plays a legal move.
    fn make(&mut self, m: Self::Move) -> Self::Undo;
    /// Takes the move back.
    fn unmake(&mut self, m: Self::Move, undo: Self::Undo);
    /// The incremental key.
    fn key(&self) -> u64;
    /// The key computed from scratch.
    fn computed_key(&self) -> u64;
    /// The key after a move, without making it.
    fn key_after(&self, m: Self::Move) -> u64;
    /// The position written as text and read again.
    fn reread(&self) -> Self;
    /// Laws of this game alone, checked at every visited position.
    fn own_laws(&self) {}
}
