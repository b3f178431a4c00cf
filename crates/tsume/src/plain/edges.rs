//! The moves of a position as edges: first guesses of their numbers, and which of them wait.
//!
//! *Estimates* (df-pn+, Nagai 2002; switch `estimates`). A check is the easier to answer the more
//! squares the king can flee to, and often a gift if nothing supports the piece. A defence that
//! takes is hard to overcome. An interposition is a defence of the last resort.
//!
//! *Late edges* (the idea is that of KomoringHeights; switch `late`). A defence that does not
//! promote waits for the same move with promotion where promoting loses nothing. An attack does not
//! wait, it only looks harder: to disprove the promotion may take for ever just where not promoting
//! is the point, to keep a pawn's drop from mating. Drops that block a check on one square wait for
//! each other. Squares that no piece of the defender guards make one chain from the king outwards,
//! and wait until everything else is answered: such drops are mostly futile, and once the nearest
//! is answered, the taking piece stands where the answer to the next one leads as well.
//!
//! Each side has its own sink ([`Attacks`], [`Defences`]), because this code is a large part of the
//! search.

mod attacks;
mod defences;

pub use attacks::Attacks;
pub use defences::Defences;

/// The group of a move with promotion and the same move without: alike, and unlike their
/// neighbours. Squares are below 128.
fn promotion_group(to: yose_board::Square) -> u8 {
    1 + to.index() as u8
}
