//! The moves of a position as edges: first guesses of their numbers, and which of them wait.
//!
//! *Estimates* (df-pn+: A. Nagai, 2002; switch `estimates`). A check is the easier to answer the more squares the king can
//! flee to, and often a gift if nothing supports the piece; a defence that takes is hard to overcome; a piece put in
//! between is a defence of the last resort.
//!
//! *Late edges* (the idea is KomoringHeights'; switch `late`). A defence that does not promote waits for its promoted twin
//! where promoting loses nothing. An attack does not wait, it only looks harder: to refute the promoted twin may take
//! for ever just where not promoting is the point, to keep a pawn's drop from mating (Zuko 37 and 89: 4,000,000 nodes
//! and no mate when it waited, 205,000 and 112,000 now). Drops that block a check on one square wait for each other. Squares that no piece of the defender's guards
//! make one chain from the king outwards, and wait until everything else is answered: such drops are mostly futile, and
//! once the nearest is answered the taking piece stands where the answer to the next one leads as well.
//!
//! The two sides have a sink each ([`Attacks`], [`Defences`]): this is a third of the search's instructions.

mod attacks;
mod defences;

pub(crate) use attacks::Attacks;
pub(crate) use defences::Defences;

/// The group of a move that may promote and its twin that does not: alike, and unlike their neighbours (squares are
/// below 128).
fn twins(to: yose_board::Square) -> u8 {
    1 + to.index() as u8
}
