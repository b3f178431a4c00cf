//! Tsume without the defender's drops: the rules for the section `bare`.
//!
//! Every policy leaves out drops only. So if there is no mate within `n` plies here, there is none
//! within `n` plies under any policy.
//!
//! More in the prover's hand is as good, for the reasons given in `tsume.rs`. Replies do not depend
//! on hands at all.

use super::{Referee, Refusal, Replies, SetUpError, State, Tsume};
use crate::Side;
use crate::shogi::{Hand, Move, Position};

/// The question `tsume` about one root, without the defender's drops.
pub(in crate::certificate) struct TsumeWithoutDrops<'a>(pub(in crate::certificate) &'a Tsume);

impl TsumeWithoutDrops<'_> {
    /// The legal replies that are not drops.
    fn on_the_board(position: &Position) -> Vec<Move> {
        let mut replies = position.legal();
        replies.retain(|reply| reply.dropped_on().is_none());
        replies
    }
}

impl Referee for TsumeWithoutDrops<'_> {
    type Position = Position;
    type Move = Move;
    type Resource = Hand;

    fn root(&self) -> &Position {
        self.0.root()
    }

    fn prover(&self) -> Side {
        self.0.prover()
    }

    fn lengths_are_odd(&self) -> bool {
        true
    }

    fn set_up(&self, board: &str, hand: &Hand) -> Result<Position, SetUpError> {
        self.0.set_up(board, hand)
    }

    fn write_board(&self, position: &Position, text: &mut String) {
        self.0.write_board(position, text);
    }

    fn read_resource(&self, text: &str) -> Result<Hand, SetUpError> {
        self.0.read_resource(text)
    }

    fn resource<'a>(&self, position: &'a Position) -> &'a Hand {
        self.0.resource(position)
    }

    fn suffices(&self, more: &Hand, less: &Hand) -> bool {
        self.0.suffices(more, less)
    }

    fn moves(&self, position: &Position) -> Vec<Move> {
        self.0.moves(position)
    }

    fn find_move(&self, position: &Position, text: &str) -> Result<Move, Refusal> {
        self.0.find_move(position, text)
    }

    fn replies(&self, position: &Position) -> Replies<Move> {
        let replies = Self::on_the_board(position);
        if replies.is_empty() {
            Replies::Won
        } else {
            Replies::Open(replies)
        }
    }

    fn find_reply(&self, position: &Position, text: &str) -> Option<Move> {
        self.0
            .find_reply(position, text)
            .filter(|reply| reply.dropped_on().is_none())
    }

    fn is_won(&self, position: &Position) -> bool {
        Self::on_the_board(position).is_empty()
    }

    fn state(&self, position: &Position) -> State {
        self.0.state(position)
    }

    fn after(&self, position: &Position, play: Move) -> Position {
        self.0.after(position, play)
    }

    fn move_text(&self, position: &Position, play: Move) -> String {
        self.0.move_text(position, play)
    }
}
