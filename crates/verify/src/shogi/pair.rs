//! Two positions side by side: which replies and which checks of one exist in the other, too.
//!
//! The boards differ where a piece stands elsewhere, perhaps promoted. The code does not depend on
//! how the boards came to differ.

use super::board::Square;
use super::moves::Move;
use super::position::Position;

impl Position {
    /// Whether a legal move of this position is also legal in the other and takes the same piece,
    /// or none.
    pub(crate) fn shares(&self, other: &Position, play: Move) -> bool {
        let (Move::OnBoard { to, .. } | Move::Drop { to, .. }) = play;
        !self.differs(other, to) && other.legal().contains(&play)
    }

    /// The checks that are the same in both positions. A check is the same if it is one move in
    /// both. For a piece that stands elsewhere in the other position, it is a move to the same
    /// square after which the same piece stands there.
    pub(crate) fn same_checks(&self, other: &Position) -> Vec<(Move, Move)> {
        let theirs = other.legal_checks();
        let mut same = Vec::new();
        for here in self.legal_checks() {
            for &there in &theirs {
                if self.same_move(here, other, there) {
                    same.push((here, there));
                }
            }
        }
        same
    }

    /// Whether `here` in this position and `there` in the other are the same move.
    fn same_move(&self, here: Move, other: &Position, there: Move) -> bool {
        let moved = |play: Move| matches!(play, Move::OnBoard { from, .. } if self.differs(other, from));
        if !moved(here) && !moved(there) {
            return here == there;
        }
        let (Move::OnBoard { to, .. }, Move::OnBoard { to: square, .. }) = (here, there) else {
            return false;
        };
        let stands = self.board_after(here).at(to) == other.board_after(there).at(to);
        moved(here) && moved(there) && to == square && stands
    }

    /// Whether the boards differ on the square.
    fn differs(&self, other: &Position, square: Square) -> bool {
        self.board.at(square) != other.board.at(square)
    }
}

#[cfg(test)]
mod tests {
    use crate::shogi::{Position, Rules};

    /// The rook on 9d, and the rook nearer to the king after it took a piece; the defender to move.
    fn pair(near: &str) -> (Position, Position) {
        let read = |rank: &str| {
            let text = format!("9/9/6g1l/{rank}/9/9/9/9/9 w 2Grb 1");
            Position::parse(&text, &Rules::standard()).unwrap()
        };
        (read("R7k"), read(near))
    }

    #[test]
    fn a_reply_is_shared_unless_it_takes_the_piece_that_stands_elsewhere() {
        let (far, near) = pair("6R1k");
        let shared: Vec<String> = near
            .legal()
            .into_iter()
            .filter(|&reply| near.shares(&far, reply))
            .map(|reply| near.move_text(reply))
            .collect();
        assert!(shared.contains(&"B*2d".to_owned()) && shared.contains(&"1d2c".to_owned()));
        // In the first position the gold steps between; in the second it takes.
        let takes = near.find("3c3d").unwrap();
        assert!(far.legal().contains(&takes) && !near.shares(&far, takes));
        for beyond in ["B*5d", "3c4d"] {
            let reply = far.find(beyond).unwrap();
            assert!(!far.shares(&near, reply), "{beyond}: the check comes from nearer");
        }
    }

    #[test]
    fn checks_are_the_same_move_or_lead_the_moved_piece_to_the_same_place() {
        for (rank, promoted) in [("6R1k", false), ("6+R1k", true)] {
            let (far, near) = pair(rank);
            let reply = far.find("1d1e").unwrap();
            let (far, near) = (far.after(reply), near.after(reply));
            let same = far.same_checks(&near);
            let texts: Vec<(String, String)> = same
                .into_iter()
                .map(|(here, there)| (far.move_text(here), near.move_text(there)))
                .collect();
            let has = |here: &str, there: &str| texts.contains(&(here.to_owned(), there.to_owned()));
            assert!(has("G*1f", "G*1f"), "{texts:?}");
            // The rook reaches the square from both places, but as another piece if it promoted
            // when it took.
            assert_eq!(has("9d1d", "3d1d"), !promoted, "{texts:?}");
            assert!(!has("9d1d", "G*1d") && !has("G*1f", "G*2e"), "{texts:?}");
            assert!(
                texts
                    .iter()
                    .all(|(here, there)| here == there || here.starts_with("9d"))
            );
        }
    }
}
