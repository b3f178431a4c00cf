//! Shogi of every size: the prover wins the game.
//!
//! Every legal move of both sides counts. The goal is that the other side has no legal move: it is mated, or stalemated where
//! that loses, or, under the Try rule, the prover's king has arrived. Where stalemate draws, leaving the other side without a
//! move but not in check ends the game without a win.
//!
//! # Why more in hand is as good
//!
//! As in [`Tsume`]: moves on the board, attacks, nifu and what a dropped pawn does depend on the board; with more the prover
//! keeps its moves and the other side gets none. What is new is a side without a move that is not in check. For the other side
//! that is a loss, and it has fewer moves in `P`, so what is won in `Q` is won in `P`. For the prover it is no win in
//! `Q`, which asks nothing of `P`. Where stalemate draws this fails: less may save the other side. There only equal hands are as
//! good as each other.
//!
//! Repetition plays no part, for the reasons given in [`Tsume`].

use super::{Referee, Refusal, Replies, SetUpError, State, Tsume};
use crate::Side;
use crate::shogi::{Hand, Move, Position, Rules};

/// The question asked of one root.
pub(in crate::certificate) struct ShogiWin {
    tsume: Tsume,
    stalemate_loses: bool,
}

impl ShogiWin {
    /// Asks the question of the side that `prover` makes of the side to move.
    ///
    /// # Errors
    /// Why it cannot be asked.
    pub(in crate::certificate) fn new(
        files: u8,
        ranks: u8,
        rules: &Rules,
        root: &str,
        prover: impl Fn(Side) -> Side,
    ) -> Result<ShogiWin, String> {
        Ok(ShogiWin {
            tsume: Tsume::for_prover(files, ranks, rules, root, prover)?,
            stalemate_loses: rules.stalemate_loses,
        })
    }

    /// The other side is to move and has no move: whether that is a win.
    fn no_move_wins(&self, position: &Position) -> bool {
        self.stalemate_loses || position.in_check(position.side()) || position.opponent_has_tried()
    }
}

impl Referee for ShogiWin {
    type Position = Position;
    type Move = Move;
    type Resource = Hand;

    fn root(&self) -> &Position {
        self.tsume.root()
    }

    fn prover(&self) -> Side {
        self.tsume.prover()
    }

    fn lengths_are_odd(&self) -> bool {
        true
    }

    fn set_up(&self, board: &str, hand: &Hand) -> Result<Position, SetUpError> {
        self.tsume.set_up(board, hand)
    }

    fn write_board(&self, position: &Position, text: &mut String) {
        self.tsume.write_board(position, text);
    }

    fn read_resource(&self, text: &str) -> Result<Hand, SetUpError> {
        self.tsume.read_resource(text)
    }

    fn resource<'a>(&self, position: &'a Position) -> &'a Hand {
        self.tsume.resource(position)
    }

    fn suffices(&self, more: &Hand, less: &Hand) -> bool {
        if self.stalemate_loses {
            self.tsume.suffices(more, less)
        } else {
            more == less
        }
    }

    fn moves(&self, position: &Position) -> Vec<Move> {
        position.legal()
    }

    fn find_move(&self, position: &Position, text: &str) -> Result<Move, Refusal> {
        position.find(text).ok_or(Refusal::Illegal)
    }

    fn replies(&self, position: &Position) -> Replies<Move> {
        let replies = position.legal();
        if !replies.is_empty() {
            Replies::Open(replies)
        } else if self.no_move_wins(position) {
            Replies::Won
        } else {
            Replies::Over
        }
    }

    fn find_reply(&self, position: &Position, text: &str) -> Option<Move> {
        position.find(text)
    }

    fn is_won(&self, position: &Position) -> bool {
        !position.has_legal() && self.no_move_wins(position)
    }

    fn state(&self, position: &Position) -> State {
        self.tsume.state(position)
    }

    fn after(&self, position: &Position, play: Move) -> Position {
        position.after(play)
    }

    fn move_text(&self, position: &Position, play: Move) -> String {
        position.move_text(play)
    }
}
