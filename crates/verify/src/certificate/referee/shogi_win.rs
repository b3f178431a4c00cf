//! Shogi of every size: the prover wins the game.
//!
//! Both sides may play any legal move. The goal is that the other side has no legal move: it is
//! mated; or it is stalemated, where stalemate loses; or, under the Try rule, the prover's king has
//! reached the far rank. Where stalemate draws, a side without a move that is not in check ends the
//! game without a win.
//!
//! # Why more in hand is as good
//!
//! The argument is that of [`Tsume`], with its names `P` (the prover has more) and `Q` (it has
//! less). Moves on the board, attacks, nifu and mates by a dropped pawn depend on the board. In `P`
//! the prover keeps its moves, and the other side gets no new ones.
//!
//! The new case is a side that has no move and is not in check. For the other side that is a loss,
//! and it has fewer moves in `P`; so a position that is won in `Q` is won in `P`. For the prover it
//! is no win in `Q`, and then nothing has to hold in `P`.
//!
//! Where stalemate draws the argument fails: a smaller hand may save the other side by stalemate.
//! There, only equal hands are as good as each other.
//!
//! Repetition plays no part, for the reasons given in [`Tsume`].

use super::{Referee, Refusal, Replies, SetUpError, State, Tsume};
use crate::Side;
use crate::shogi::{Hand, Move, Position, Rules};

/// The question `win` or `loss` about one root.
pub(in crate::certificate) struct ShogiWin {
    tsume: Tsume,
    stalemate_loses: bool,
}

impl ShogiWin {
    /// The question about this root; `prover` gives the prover for the side to move.
    ///
    /// # Errors
    /// Why the question cannot be asked.
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

    /// Whether the prover has won, if the other side is to move and has no legal move.
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
