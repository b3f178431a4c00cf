//! The interface between evidence and rules: a game with a question, as the checker sees it.
//!
//! The checkers of the three sections ([`check`](super::check())) know no game. They ask a
//! [`Referee`], which answers from the rules alone. A new question needs a file with an
//! implementation, a word in [`Question`](super::Question), and an arm in
//! [`check`](super::check()).
//!
//! # What an implementation promises
//!
//! *Turns alternate.* The prover moves in the positions that a file stores. The other side moves in
//! the positions after a move of the prover, and so on.
//!
//! *The rules depend on the position only.* Anything that depends on the history of the game
//! (repetition) must not help the prover.
//!
//! *Resources are sound.* If [`Referee::suffices`]`(more, less)`, then the following holds for
//! every board. Let `P` be the position set up with `more`, and `Q` the position set up with
//! `less`.
//!
//! 1. Every move of the prover in `Q` is also a move in `P`.
//! 2. After the same move: if `Q` is won, so is `P`. If the game is over without a win in `Q`, it
//!    is won or over in `P`. Every reply in `P` is also a reply in `Q`.
//! 3. After the same move and reply: the resource in `P` still suffices for the resource in `Q`.
//!    One position is won, or over, exactly if the other is.
//!
//! So a winning strategy for `Q` also wins `P` in as many plies, and replies that prevent the goal
//! in `P` also prevent it in `Q`.

mod loa_win;
mod shogi_win;
mod tsume;
mod tsume_without_drops;

pub(super) use loa_win::LoaWin;
pub(super) use shogi_win::ShogiWin;
pub(super) use tsume::Tsume;
pub(super) use tsume_without_drops::TsumeWithoutDrops;

use crate::Side;

/// Why a text does not describe a position of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SetUpError {
    /// The message for the user.
    pub(super) message: String,
    /// The only fault is the number of pieces.
    pub(super) too_many: bool,
}

/// Why a text is not a move of the prover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The rules do not allow the move.
    Illegal,
    /// The rules allow the move, but the question does not: in tsume, a move that gives no check.
    NotAsked,
}

/// The state of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// The game is not over.
    Open,
    /// The prover has reached the goal.
    Won,
    /// The game is over, and the prover has not reached the goal.
    Over,
}

/// The replies of the other side to a move of the prover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Replies<M> {
    /// All replies; at least one.
    Open(Vec<M>),
    /// None: the prover has reached the goal.
    Won,
    /// None: the game is over, and the prover has not reached the goal.
    Over,
}

/// A game and a question about it.
pub(super) trait Referee {
    /// A position with either side to move.
    type Position;
    /// A move of either side.
    type Move: Copy + PartialEq;
    /// What the prover has besides the board: a hand.
    type Resource;

    /// The position that the claims are about. The prover is to move; in the question `loss`, the
    /// other side is to move.
    fn root(&self) -> &Self::Position;

    /// The side that has the goal.
    fn prover(&self) -> Side;

    /// Whether only a move of the prover can reach the goal, so that all lengths are odd.
    fn lengths_are_odd(&self) -> bool;

    /// The position with this board and resource and the prover to move. The other side has the
    /// rest of the root's pieces.
    fn set_up(&self, board: &str, resource: &Self::Resource) -> Result<Self::Position, SetUpError>;

    /// Appends the board in the form that [`Referee::set_up`] reads. Different boards have
    /// different texts.
    fn write_board(&self, position: &Self::Position, text: &mut String);

    /// Reads a resource.
    fn read_resource(&self, text: &str) -> Result<Self::Resource, SetUpError>;

    /// The prover's resource.
    fn resource<'a>(&self, position: &'a Self::Position) -> &'a Self::Resource;

    /// Whether `more` is as good as `less` for the prover on every board; see the promises above.
    fn suffices(&self, more: &Self::Resource, less: &Self::Resource) -> bool;

    /// All moves of the prover that the question allows.
    fn moves(&self, position: &Self::Position) -> Vec<Self::Move>;

    /// The move of the prover with this text.
    fn find_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, Refusal>;

    /// All moves of the other side.
    fn replies(&self, position: &Self::Position) -> Replies<Self::Move>;

    /// The move of the other side with this text; `None` if it is illegal or the game is over.
    fn find_reply(&self, position: &Self::Position, text: &str) -> Option<Self::Move>;

    /// Whether the prover has reached the goal with the move that led to this position.
    fn is_won(&self, position: &Self::Position) -> bool;

    /// The state of a position with the prover to move.
    fn state(&self, position: &Self::Position) -> State;

    /// The position after a legal move.
    fn after(&self, position: &Self::Position, play: Self::Move) -> Self::Position;

    /// The move as text.
    fn move_text(&self, position: &Self::Position, play: Self::Move) -> String;
}
