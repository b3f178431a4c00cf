//! Legal moves: the pseudo-legal moves after which the mover's king cannot be taken.
//!
//! Every move is tested on the board after it. Two shortcuts save most of this work. First, a drop
//! removes nothing and so opens no line: a piece that could not take the king before a drop cannot
//! take it afterwards, and a drop gives check only with the dropped piece. Second, a drop fills the
//! same square whatever kind is dropped, so each square is tested once for all kinds. A test
//! compares the result with the definition.

use super::board::{Piece, Square};
use super::moves::Move;
use super::position::Position;

/// The king of the side to move and the pieces that threaten it.
struct Danger {
    king: Option<Square>,
    /// All pieces of the opponent.
    enemies: Vec<(Square, Piece)>,
    /// The pieces of the opponent that could take the king if it were their turn.
    threats: Vec<(Square, Piece)>,
}

impl Position {
    /// The legal move with this text.
    pub(crate) fn find(&self, usi: &str) -> Option<Move> {
        let play = self.find_pseudo_legal(usi)?;
        let danger = self.danger();
        (!self.opponent_has_tried() && self.is_safe(play, &danger) && !self.is_forbidden_mate(play))
            .then_some(play)
    }

    /// All legal moves; none if the game is over.
    pub(crate) fn legal(&self) -> Vec<Move> {
        if self.opponent_has_tried() {
            return Vec::new();
        }
        let danger = self.danger();
        let mut plays = self.all_board_moves();
        plays.retain(|&play| self.is_safe(play, &danger));
        let squares = self.safe_drop_squares(&danger);
        for kind in self.held() {
            let mut drops = self.drops(kind, &squares);
            drops.retain(|&play| !self.is_forbidden_mate(play));
            plays.append(&mut drops);
        }
        plays
    }

    /// Whether there is any legal move.
    pub(crate) fn has_legal(&self) -> bool {
        !self.opponent_has_tried() && self.has_safe_move()
    }

    /// The legal moves after which the opponent is in check.
    pub(crate) fn legal_checks(&self) -> Vec<Move> {
        let opponent = self.side.other();
        let Some(target) = self.board.king(&self.rules.army, opponent) else {
            return Vec::new();
        };
        if self.opponent_has_tried() {
            return Vec::new();
        }
        let danger = self.danger();
        let mut plays = self.all_board_moves();
        // A king is never taken, so the opponent's king stays on its square.
        plays.retain(|&play| {
            self.rules.attacked(&self.board_after(play), target, self.side) && self.is_safe(play, &danger)
        });
        // The opponent is not in check now, because it is not its turn. So a drop gives check only
        // with the dropped piece.
        let squares = self.safe_drop_squares(&danger);
        for kind in self.held() {
            let side = self.side;
            let checks = |to| self.rules.takes(&self.board, to, Piece { side, kind }, target);
            let from_here: Vec<Square> = squares.iter().copied().filter(|&to| checks(to)).collect();
            let mut drops = self.drops(kind, &from_here);
            drops.retain(|&play| !self.is_forbidden_mate(play));
            plays.append(&mut drops);
        }
        plays
    }

    /// Whether some move keeps the mover's king safe and does not mate by a dropped pawn.
    fn has_safe_move(&self) -> bool {
        let danger = self.danger();
        if self
            .all_board_moves()
            .into_iter()
            .any(|play| self.is_safe(play, &danger))
        {
            return true;
        }
        let squares = self.safe_drop_squares(&danger);
        self.held().any(|kind| {
            let mut drops = self.drops(kind, &squares).into_iter();
            drops.any(|play| !self.is_forbidden_mate(play))
        })
    }

    /// The threats to the king of the side to move.
    fn danger(&self) -> Danger {
        let king = self.board.king(&self.rules.army, self.side);
        let enemies: Vec<(Square, Piece)> = self.board.pieces(self.side.other()).collect();
        let takes_king = |&(from, piece): &(Square, Piece)| {
            king.is_some_and(|king| self.rules.takes(&self.board, from, piece, king))
        };
        Danger {
            king,
            threats: enemies.iter().copied().filter(takes_king).collect(),
            enemies,
        }
    }

    /// Whether the mover's king cannot be taken after a pseudo-legal move.
    fn is_safe(&self, play: Move, danger: &Danger) -> bool {
        let Some(king) = danger.king else {
            return true;
        };
        let board = self.board_after(play);
        let (king, to) = match play {
            Move::OnBoard { from, to, .. } if from == king => (to, to),
            Move::OnBoard { to, .. } | Move::Drop { to, .. } => (king, to),
        };
        // A piece that stood on the target square has been taken.
        danger
            .enemies
            .iter()
            .filter(|(from, _)| *from != to)
            .all(|&(from, piece)| !self.rules.takes(&board, from, piece, king))
    }

    /// The empty squares on which a dropped piece of any kind leaves the mover's king safe.
    fn safe_drop_squares(&self, danger: &Danger) -> Vec<Square> {
        let mut squares: Vec<Square> = self.board.squares().collect();
        squares.retain(|&square| self.board.at(square).is_none());
        if let (Some(king), Some(&(_, blocker))) = (danger.king, danger.threats.first()) {
            let mut board = self.board;
            squares.retain(|&square| {
                // All kinds block a line equally well, so any piece will do.
                board.set(square, Some(blocker));
                let mut threats = danger.threats.iter();
                let safe = threats.all(|&(from, piece)| !self.rules.takes(&board, from, piece, king));
                board.set(square, None);
                safe
            });
        }
        squares
    }

    /// Whether the move is a mate by a dropped pawn that the rules forbid.
    fn is_forbidden_mate(&self, play: Move) -> bool {
        let pawn_dropped = matches!(play, Move::Drop { kind, .. } if self.rules.army.kind(kind).pawn);
        if !(self.rules.drop_pawn_mate_forbidden && pawn_dropped) {
            return false;
        }
        let after = self.after(play);
        // Each level of this recursion takes a pawn out of a hand, so the recursion ends.
        after.in_check(after.side) && !after.has_safe_move()
    }

    /// Whether the opponent's king stands on its far rank. It cannot be captured there, because no
    /// position is ever reached in which a king could be captured.
    pub(crate) fn opponent_has_tried(&self) -> bool {
        let opponent = self.side.other();
        self.rules.try_rule
            && self
                .board
                .king(&self.rules.army, opponent)
                .is_some_and(|king| self.board.ranks_ahead(king, opponent) == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Rules;

    /// All pseudo-legal moves.
    fn pseudo_legal(position: &Position) -> Vec<Move> {
        let squares: Vec<Square> = position.board.squares().collect();
        let mut plays = position.all_board_moves();
        for kind in position.held() {
            plays.extend(position.drops(kind, &squares));
        }
        plays
    }

    /// The definition: after the move, no pseudo-legal move of the opponent takes the king, and the
    /// move is not a forbidden mate by a dropped pawn.
    fn legal(position: &Position) -> Vec<Move> {
        let mut plays = pseudo_legal(position);
        plays.retain(|&play| {
            let after = position.after(play);
            let drop = matches!(play, Move::Drop { kind, .. } if position.rules.army.kind(kind).pawn);
            let mates = || after.in_check(after.side) && legal(&after).is_empty();
            let forbidden = drop && position.rules.drop_pawn_mate_forbidden && mates();
            !king_can_be_taken(&after) && !forbidden
        });
        plays
    }

    /// Whether the side to move has a pseudo-legal move to the square of the other king.
    fn king_can_be_taken(position: &Position) -> bool {
        let Some(king) = position.board.king(&position.rules.army, position.side.other()) else {
            return false;
        };
        let onto = |&play: &Move| matches!(play, Move::OnBoard { to, .. } if to == king);
        pseudo_legal(position).iter().any(onto)
    }

    /// Random games: all legal moves, all checks, single moves by text, and whether there is any
    /// legal move, each against the definition.
    #[test]
    fn shortcuts_agree_with_the_definition() {
        let starts = [
            (
                "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
                Rules::standard(),
            ),
            ("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", Rules::standard()),
            ("rbsgk/4p/5/P4/KGSBR b 2P2p 1", Rules::with_zone(1)),
            ("rkb/1p1/1P1/BKR b - 1", Rules::dobutsu()),
            ("nkn/3/1p1/NKP b GSgs 1", Rules::with_zone(1)),
        ];
        let mut seed = 1u64;
        let mut random = |bound: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % bound
        };
        let mut in_check = 0;
        for (sfen, rules) in starts {
            for _ in 0..10 {
                let mut position = Position::parse(sfen, &rules).unwrap();
                for _ in 0..80 {
                    if position.opponent_has_tried() {
                        break;
                    }
                    let expected = legal(&position);
                    let found = position.legal();
                    assert_eq!(found.len(), expected.len(), "{}", position.key());
                    assert!(found.iter().all(|play| expected.contains(play)));
                    assert_eq!(position.has_legal(), !expected.is_empty());
                    let opponent = position.side.other();
                    let mut checks = expected.clone();
                    checks.retain(|&play| position.after(play).in_check(opponent));
                    let found = position.legal_checks();
                    assert_eq!(found.len(), checks.len(), "{}", position.key());
                    assert!(found.iter().all(|play| checks.contains(play)));
                    for play in pseudo_legal(&position) {
                        let text = position.move_text(play);
                        let found = position.find(&text);
                        assert_eq!(
                            found,
                            expected.contains(&play).then_some(play),
                            "{text} {}",
                            position.key()
                        );
                    }
                    in_check += usize::from(position.in_check(position.side));
                    // Checks are rare, so the test prefers them.
                    let pool = if checks.is_empty() || random(3) == 0 {
                        &expected
                    } else {
                        &checks
                    };
                    let Some(&play) = pool.get(random(pool.len().max(1))) else {
                        break;
                    };
                    position = position.after(play);
                }
            }
        }
        assert!(in_check > 300, "{in_check}");
    }
}
