//! Cooks of a brinkmate problem (余必至) and their classes, in the terms of Nagai 2011, section
//! 4.2.
//!
//! At a turn of the attacker another move than the solution's may work: the attacker still has a
//! brinkmate after it. Such a move is a cook. Its length counts from the start of the problem. A
//! cook is *shorter* (早必至) if its length is less than that of the solution.
//!
//! Two classes do not count against a problem, unless they are shorter:
//!
//! - *promotion*: the solution promotes, and the cook is the same move without promotion;
//! - *placement* (打ち場所非限定): the solution drops a rook, a bishop or a lance, and the cook
//!   drops the same piece elsewhere on the same line. The line is open between both squares.
//!   Beyond the nearer one it leads to the king or to a square next to the king, whatever stands
//!   on the way.

use crate::zone::{Board, Zone};
use yose_board::{Bits, Square};
use yose_shogi::{Geometry, Move, Position};

/// The class of a cook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// A shorter brinkmate, or a plain mate (早必至).
    Shorter,
    /// The solution's move without its promotion.
    Promotion,
    /// The solution's piece dropped elsewhere on the same line.
    Placement,
    /// None of these (余必至).
    Other,
}

impl Class {
    /// Every class.
    pub const ALL: [Class; 4] = [Class::Shorter, Class::Promotion, Class::Placement, Class::Other];

    /// The word used in answers.
    pub const fn word(self) -> &'static str {
        match self {
            Class::Shorter => "shorter",
            Class::Promotion => "promotion",
            Class::Placement => "placement",
            Class::Other => "other",
        }
    }

    /// The composers' word.
    pub const fn japanese(self) -> &'static str {
        match self {
            Class::Shorter => "早必至",
            Class::Promotion => "不成",
            Class::Placement => "打ち場所非限定",
            Class::Other => "余必至",
        }
    }

    /// Whether cooks of this class do not count.
    pub const fn is_exempt(self) -> bool {
        matches!(self, Class::Promotion | Class::Placement)
    }

    /// The class of a cook that is not shorter. `position` is that before the move.
    pub(crate) fn of<G: Geometry>(position: &Position<G>, played: Move, cook: Move) -> Class {
        if loses_promotion(played, cook) {
            Class::Promotion
        } else if places_elsewhere(position, played, cook) {
            Class::Placement
        } else {
            Class::Other
        }
    }
}

/// Another attacking move that works at a turn of the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cook {
    /// The ply, from 1.
    pub at: usize,
    /// The move.
    pub mv: Move,
    /// The class.
    pub class: Class,
    /// Plies from the start of the problem up to and including the last quiet move, if the attacker
    /// plays `line`. A plain mate adds nothing. A shorter line by the same move may exist.
    pub length: u32,
    /// The line from there on, the cook first: up to the last quiet move, or the mate. `None` if a
    /// limit came before it was found.
    pub line: Option<Vec<Move>>,
}

/// Whether `played` promotes, and `cook` is the same move without promotion.
fn loses_promotion(played: Move, cook: Move) -> bool {
    let same = played.from() == cook.from() && played.to() == cook.to();
    played.from().is_some() && same && played.promotes() && !cook.promotes()
}

/// Whether both moves drop the same piece on one line that leads to the king.
fn places_elsewhere<G: Geometry>(position: &Position<G>, played: Move, cook: Move) -> bool {
    let (Some(kind), true) = (played.dropped(), played.dropped() == cook.dropped()) else {
        return false;
    };
    if position.variant().army.spec(kind).slides == 0 {
        return false;
    }
    let Some(zone) = Zone::of(position, position.turn().other()) else {
        return false;
    };
    let board = Board::of(position);
    let aims = |far: Square, near: Square| {
        let reach = position.attacks_from(far, kind, position.turn(), position.occupied());
        let ((f, r), (nf, nr)) = (board.place(far), board.place(near));
        let (files, ranks) = ((nf - f).signum(), (nr - r).signum());
        let mut ahead = std::iter::successors(Some(near), |&at| board.step(at, files, ranks));
        ahead.next();
        reach.has(near) && ahead.any(|square| square == zone.king || zone.ring.has(square))
    };
    aims(played.to(), cook.to()) || aims(cook.to(), played.to())
}

#[cfg(test)]
mod tests {
    use super::*;
    use yose_shogi::notation::{sfen, usi};
    use yose_shogi::with_position;

    fn class(position: &str, played: &str, cook: &str) -> Class {
        let (position, _) = sfen::position(position).unwrap();
        with_position!(position, |p| {
            let read = |word| usi::read_legal(word, &p).unwrap();
            Class::of(&p, read(played), read(cook))
        })
    }

    #[test]
    fn only_the_move_without_promotion_is_exempt() {
        let position = "4k4/9/9/4S4/9/9/9/9/9 b - 1";
        assert_eq!(class(position, "5d5c+", "5d5c"), Class::Promotion);
        assert_eq!(class(position, "5d5c", "5d5c+"), Class::Other);
        assert_eq!(class(position, "5d5c+", "5d4c"), Class::Other);
    }

    #[test]
    fn drops_along_a_line_to_the_king_are_exempt() {
        let position = "4k4/9/9/9/9/9/9/9/9 b RL 1";
        assert_eq!(class(position, "L*5d", "L*5h"), Class::Placement);
        assert_eq!(class(position, "L*5h", "L*5d"), Class::Placement);
        // The line may lead to a square next to the king.
        assert_eq!(class(position, "R*4e", "R*4f"), Class::Placement);
        assert_eq!(class(position, "R*9b", "R*7b"), Class::Placement);
        // Both squares are on one rank, but the rank does not lead to the king.
        assert_eq!(class(position, "R*5e", "R*6e"), Class::Other);
        // The king is between them.
        assert_eq!(class(position, "R*9a", "R*1a"), Class::Other);
        // Another piece.
        assert_eq!(class(position, "R*5d", "L*5e"), Class::Other);
        // A piece stands between them.
        let blocked = "4k4/9/9/9/4p4/9/9/9/9 b L 1";
        assert_eq!(class(blocked, "L*5d", "L*5f"), Class::Other);
        // A piece on the way to the king is no matter.
        assert_eq!(class(blocked, "L*5f", "L*5g"), Class::Placement);
    }
}
