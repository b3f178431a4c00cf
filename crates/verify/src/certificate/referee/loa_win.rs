//! Lines of Action: the prover wins.
//!
//! Both sides may play any legal move. The goal is a position that the rules call won for the
//! prover. A move of either side can reach the goal, because a capture may leave the captured side
//! with one group. So lengths may be even. There are no hands, so a record covers its own board
//! only.
//!
//! # Why repetition plays no part
//!
//! A position that has occurred before, or too often, is a draw, and a draw is not a win.
//!
//! *In a proof* no position occurs twice, if the prover plays by the records.
//! [`Tsume`](super::Tsume) gives the argument, which uses nothing of shogi.
//!
//! *In a closed set* a repetition ends the game at a point where it would otherwise stay in the
//! set. Neither is a win.

use super::{Referee, Refusal, Replies, SetUpError, State};
use crate::Side;
use crate::loa::{Error, Move, Position, Status, Variant};

/// The question `win` or `loss` about one root.
pub(in crate::certificate) struct LoaWin {
    root: Position,
    prover: Side,
}

impl LoaWin {
    /// The question about this root; `prover` gives the prover for the side to move.
    ///
    /// # Errors
    /// Why the question cannot be asked.
    pub(in crate::certificate) fn new(
        files: u8,
        ranks: u8,
        variant: Variant,
        root: &str,
        prover: impl Fn(Side) -> Side,
    ) -> Result<LoaWin, String> {
        if root.split(' ').count() != 2 {
            return Err("expected a board and a side to move, separated by one space".into());
        }
        let root = Position::parse(root, variant).map_err(|error| error.to_string())?;
        if root.size() != (usize::from(files), usize::from(ranks)) {
            return Err(format!("the board is not {files}x{ranks}"));
        }
        if root.status() != Status::Running {
            return Err("the game is over".into());
        }
        let prover = prover(root.side());
        Ok(LoaWin { root, prover })
    }

    fn state_of(&self, position: &Position) -> State {
        match position.status() {
            Status::Running => State::Open,
            Status::Win { winner } if winner == self.prover() => State::Won,
            Status::Win { .. } | Status::Draw => State::Over,
        }
    }
}

impl From<Error> for SetUpError {
    fn from(error: Error) -> SetUpError {
        SetUpError {
            message: error.to_string(),
            too_many: false,
        }
    }
}

impl Referee for LoaWin {
    type Position = Position;
    type Move = Move;
    type Resource = ();

    fn root(&self) -> &Position {
        &self.root
    }

    fn prover(&self) -> Side {
        self.prover
    }

    fn lengths_are_odd(&self) -> bool {
        false
    }

    fn set_up(&self, board: &str, (): &()) -> Result<Position, SetUpError> {
        let fen = format!("{board} {}", self.prover().letter());
        let position = Position::parse(&fen, self.root.variant())?;
        if position.size() != self.root.size() {
            return Err(SetUpError {
                message: "the board is not as large as the root's".into(),
                too_many: false,
            });
        }
        Ok(position)
    }

    fn write_board(&self, position: &Position, text: &mut String) {
        position.write_board(text);
    }

    fn read_resource(&self, text: &str) -> Result<(), SetUpError> {
        match text {
            "-" => Ok(()),
            _ => Err(SetUpError {
                message: format!("hand `{text}`: there are no hands in this game, expected `-`"),
                too_many: false,
            }),
        }
    }

    fn resource<'a>(&self, _: &'a Position) -> &'a () {
        &()
    }

    fn suffices(&self, (): &(), (): &()) -> bool {
        true
    }

    fn moves(&self, position: &Position) -> Vec<Move> {
        position.legal()
    }

    fn find_move(&self, position: &Position, text: &str) -> Result<Move, Refusal> {
        position.find(text).ok_or(Refusal::Illegal)
    }

    fn replies(&self, position: &Position) -> Replies<Move> {
        match self.state_of(position) {
            State::Won => Replies::Won,
            State::Over => Replies::Over,
            State::Open => Replies::Open(position.legal()),
        }
    }

    fn find_reply(&self, position: &Position, text: &str) -> Option<Move> {
        position.find(text)
    }

    fn is_won(&self, position: &Position) -> bool {
        self.state_of(position) == State::Won
    }

    fn state(&self, position: &Position) -> State {
        self.state_of(position)
    }

    fn after(&self, position: &Position, play: Move) -> Position {
        position.after(play)
    }

    fn move_text(&self, _: &Position, play: Move) -> String {
        play.text()
    }
}
