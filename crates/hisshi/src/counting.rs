//! Which moves count together in the numbers of a node (Nagai 2011, section 3.1).
//!
//! The paper sums the numbers of the defender's king moves. Captures count by the piece they take,
//! each piece with the largest number of its captures. Moves that make room for the king, guards,
//! and blocks count once a class, with the largest number of the class. The other replies do not
//! count at all (`defences.rs`). The attacker's moves count by the direction from which they come
//! to the king, captures by the piece they take.
//!
//! Here every reply that is listed at once is summed, and the attacker's moves have weak numbers:
//! that makes fewer moves (docs/lab/hisshi.md). Groups are set all the same. Switch:
//! [`Combine::Groups`](yose_andor::Combine) for either side; the attacker's moves need
//! [`Techniques::by_direction`](crate::Techniques) too, because a group must be listed together.

use crate::defences::Class;
use crate::zone::Board;
use yose_board::Square;
use yose_shogi::{Geometry, Move, Position};

/// Squares are below 128.
const CLASSES: u8 = 128;

/// The group of moves that take the piece on a square.
fn taking(square: Square) -> u8 {
    1 + square.index() as u8
}

/// The group of a reply to a quiet attack; 0: it counts alone.
pub(crate) fn reply_group(class: Class, m: Move) -> u8 {
    match class {
        Class::Capture => taking(m.to()),
        Class::Room | Class::Guard | Class::Block => CLASSES + class as u8,
        Class::King | Class::FarCapture | Class::Slider | Class::Other => 0,
    }
}

/// The group of an attack on a king: by the piece it takes, or by the direction it comes from.
pub(crate) fn attack_group<G: Geometry>(position: &Position<G>, king: Square, m: Move) -> u8 {
    if m.from().is_some() && position.piece_on(m.to()).is_some() {
        return taking(m.to());
    }
    let board = Board::of(position);
    let ((file, rank), (to_file, to_rank)) = (board.place(king), board.place(m.to()));
    let (files, ranks) = (to_file - file, to_rank - rank);
    // A knight's jump away is a direction of its own.
    let direction = match (files.abs(), ranks.abs()) {
        (1, 2) => 9 + (1 + files.signum()) + i8::from(ranks > 0),
        _ => 3 * (1 + files.signum()) + (1 + ranks.signum()),
    };
    CLASSES + 16 + direction as u8
}
