//! A game and a question, as the checker needs them: the one seam between evidence and rules.
//!
//! The checkers of the three sections ([`check`](super::check())) know no game. They talk to a [`Referee`], which answers
//! from the rules alone. A new question is a file with an implementation, a word in [`Question`](super::Question), and an
//! arm in [`check`](super::check()).
//!
//! # What an implementation promises
//!
//! *Turns alternate*: the prover moves in positions that are stored, the other side in those after
//! [`Referee::after`] of a prover's move, and so on. *The rules look at the position only*: whatever depends on the way to
//! it (repetition) must be of no use to the prover.
//!
//! *Resources are sound.* If [`Referee::suffices`]`(more, less)`, then for every board, with `P` set up with `more` and
//! `Q` with `less`:
//!
//! 1. every move of the prover in `Q` is one in `P`;
//! 2. after the same move, if `Q` is won so is `P`; if the game is over without a win in `Q` then it is won or over in `P`,
//!    and every reply in `P` is a reply in `Q`;
//! 3. after the same move and reply, what the prover has in `P` still suffices for what it has in `Q`, and one is
//!    won, or over, exactly if the other is.
//!
//! So a winning strategy for `Q` is one for `P`, in as many plies; and replies that hold in `P` hold in `Q`.

mod loa_win;
mod shogi_win;
mod tsume;
mod tsume_without_drops;

pub(super) use loa_win::LoaWin;
pub(super) use shogi_win::ShogiWin;
pub(super) use tsume::Tsume;
pub(super) use tsume_without_drops::TsumeWithoutDrops;

use crate::Side;

/// Why a text does not describe a position of the game at hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SetUpError {
    /// The reason.
    pub(super) message: String,
    /// The fault is in the number of pieces only.
    pub(super) too_many: bool,
}

/// Why a text is no move of the prover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The rules do not allow it.
    Illegal,
    /// The rules do, the question does not: in tsume, a move that gives no check.
    NotAsked,
}

/// How a position stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// The game goes on.
    Open,
    /// The prover has reached its goal.
    Won,
    /// The game is over, and it has not.
    Over,
}

/// What the other side can do after a move of the prover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Replies<M> {
    /// All its moves; at least one.
    Open(Vec<M>),
    /// Nothing: the prover has reached its goal.
    Won,
    /// Nothing: the game is over, and the prover has not.
    Over,
}

/// A game and a question about it.
pub(super) trait Referee {
    /// A position of either side to move.
    type Position;
    /// A move of either side.
    type Move: Copy + PartialEq;
    /// What the prover has beside the board.
    type Resource;

    /// The position the claims are about: the prover is to move, or, if a loss is asked about, the other side.
    fn root(&self) -> &Self::Position;

    /// The side that is to reach the goal.
    fn prover(&self) -> Side;

    /// The goal can only be reached by a move of the prover, so that all lengths are odd.
    fn lengths_are_odd(&self) -> bool;

    /// The position with this board and resource and the prover to move. The other side has the rest of what there is
    /// at the root.
    fn set_up(&self, board: &str, resource: &Self::Resource) -> Result<Self::Position, SetUpError>;

    /// Appends the board as [`Referee::set_up`] reads it: equal for equal boards only.
    fn write_board(&self, position: &Self::Position, text: &mut String);

    /// Reads a resource.
    fn read_resource(&self, text: &str) -> Result<Self::Resource, SetUpError>;

    /// What the prover has.
    fn resource<'a>(&self, position: &'a Self::Position) -> &'a Self::Resource;

    /// Whether `more` is as good as `less` for the prover, on every board; see the promises above.
    fn suffices(&self, more: &Self::Resource, less: &Self::Resource) -> bool;

    /// All moves of the prover that the question allows.
    fn moves(&self, position: &Self::Position) -> Vec<Self::Move>;

    /// The move of the prover with this text.
    fn find_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, Refusal>;

    /// All moves of the other side.
    fn replies(&self, position: &Self::Position) -> Replies<Self::Move>;

    /// The move of the other side with this text; none if the game is over.
    fn find_reply(&self, position: &Self::Position, text: &str) -> Option<Self::Move>;

    /// Whether the prover has reached its goal with the move just made.
    fn is_won(&self, position: &Self::Position) -> bool;

    /// How a position with the prover to move stands.
    fn state(&self, position: &Self::Position) -> State;

    /// The position after a legal move.
    fn after(&self, position: &Self::Position, play: Self::Move) -> Self::Position;

    /// The move as text.
    fn move_text(&self, position: &Self::Position, play: Self::Move) -> String;
}
