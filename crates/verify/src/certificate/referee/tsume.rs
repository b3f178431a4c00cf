//! Tsume-shogi of every size: the prover mates by checks alone.
//!
//! A move of the prover is a legal move after which the other king is in check; the goal is that the other side has no
//! legal reply. Under the Try rule a king on the far rank after a move of its side ends the game: for the prover, if the
//! move was a check, that is the goal too; for the other side it is an escape. (So a prover whose king stands there at the
//! root, which no game leads to, wins by any check. The engine has it the same way.)
//!
//! # Why more in hand is as good
//!
//! Pieces change owners but not their number (armies for which that is not so are refused), so if the prover has more in
//! hand on the same board, the other side has less. Call the position where the prover has more `P`, the other `Q`.
//!
//! Whether a king is attacked, whether a piece may stand somewhere, nifu, and the Try rule depend on the board. The
//! hands decide two things only: what can be dropped, and whether a dropped pawn mates, which may be forbidden.
//! *A pawn's drop that mates does not depend on the hands*: the king was not in check before, a drop opens no line, so the
//! pawn alone gives check; it checks by a step, which nothing dropped can block; so the replies are moves on the board,
//! and those depend on the board. For an army whose pawns slide this is not so, and then only equal hands are as good as
//! each other.
//!
//! Hence: (1) every check in `Q` is one in `P`, drops included; (2) after it the other side has the same moves on the
//! board and fewer drops in `P`, and since it is in check, having none is being mated; (3) both moves change both
//! positions alike, so the hands differ by as much as before. These are the promises of
//! [`Referee`]. Stalemate plays no part: the side that could be stalemated is in check.
//!
//! # Why repetition plays no part
//!
//! In a proof: let the value of a position with the prover to move be the least rank of a record that covers it. Playing
//! that record's move, values strictly fall, so no such position comes twice; nor does one of the other side, for any reply
//! in it was answered by a value that has been passed. In a closed set: whatever a repetition is worth, it is not mate.

use std::sync::Arc;

use super::{Referee, Refusal, Replies, SetUpError, State};
use crate::Side;
use crate::shogi::{Error, Hand, Move, Position, Rules};

/// The question asked of one root.
pub(in crate::certificate) struct Tsume {
    rules: Arc<Rules>,
    root: Position,
    /// The side that is to reach the goal.
    prover: Side,
    /// The pieces there are, by what a captor would hold.
    all: Hand,
    /// More in hand is as good; otherwise only as much is.
    larger_hand_is_as_good: bool,
}

impl Tsume {
    /// Asks the question.
    ///
    /// # Errors
    /// Why it cannot be asked.
    pub(in crate::certificate) fn new(
        files: u8,
        ranks: u8,
        rules: &Rules,
        root: &str,
    ) -> Result<Tsume, String> {
        Tsume::for_prover(files, ranks, rules, root, |to_move| to_move)
    }

    /// The same for a prover who need not be the side to move at the root.
    pub(super) fn for_prover(
        files: u8,
        ranks: u8,
        rules: &Rules,
        root: &str,
        prover: impl Fn(Side) -> Side,
    ) -> Result<Tsume, String> {
        let army = &rules.army;
        if !army.conserves_pieces() {
            return Err("pieces of this army vanish or turn into others when captured".into());
        }
        if root.split(' ').count() != 3 {
            return Err("expected a board, a side to move and hands, separated by one space".into());
        }
        let root = Position::parse(root, rules).map_err(|error| error.to_string())?;
        if root.size() != (files, ranks) {
            return Err(format!("the board is not {files}x{ranks}"));
        }
        let prover = prover(root.side());
        if !root.has_king(prover.other()) {
            return Err(format!("{} has no king to mate", prover.other()));
        }
        for kind in army.ids() {
            let held = root.hand(Side::Black).count(kind) + root.hand(Side::White).count(kind);
            if held > 0 && army.capture(kind) != Some(kind) {
                let name = &army.kind(kind).name;
                return Err(format!(
                    "`{name}` is in hand, but once captured it would not be again"
                ));
            }
        }
        let pawns_step = army
            .kinds()
            .iter()
            .all(|kind| !kind.pawn || kind.slides.is_empty());
        Ok(Tsume {
            rules: Arc::new(rules.clone()),
            all: root.all_pieces(),
            root,
            prover,
            larger_hand_is_as_good: pawns_step || !rules.drop_pawn_mate_forbidden,
        })
    }
}

impl Tsume {
    /// More in hand is as good.
    pub(in crate::certificate) fn larger_hand_is_as_good(&self) -> bool {
        self.larger_hand_is_as_good
    }

    /// The position with this board and this side to move, in which the prover holds so much.
    ///
    /// # Errors
    /// Why there is none.
    pub(in crate::certificate) fn set_up_with_turn(
        &self,
        board: &str,
        turn: Side,
        hand: &Hand,
    ) -> Result<Position, SetUpError> {
        let position = Position::set_up_for(&self.rules, board, turn, self.prover(), hand, &self.all)?;
        if position.size() != self.root.size() {
            return Err(SetUpError {
                message: "the board is not as large as the root's".into(),
                too_many: false,
            });
        }
        Ok(position)
    }
}

impl From<Error> for SetUpError {
    fn from(error: Error) -> SetUpError {
        SetUpError {
            message: error.to_string(),
            too_many: matches!(error, Error::TooMany(_)),
        }
    }
}

impl Referee for Tsume {
    type Position = Position;
    type Move = Move;
    type Resource = Hand;

    fn root(&self) -> &Position {
        &self.root
    }

    fn prover(&self) -> Side {
        self.prover
    }

    fn lengths_are_odd(&self) -> bool {
        true
    }

    fn set_up(&self, board: &str, hand: &Hand) -> Result<Position, SetUpError> {
        let position = Position::set_up(&self.rules, board, self.prover(), hand, &self.all)?;
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

    fn read_resource(&self, text: &str) -> Result<Hand, SetUpError> {
        Ok(Position::read_hand(text, self.prover(), &self.rules.army)?)
    }

    fn resource<'a>(&self, position: &'a Position) -> &'a Hand {
        position.hand(self.prover())
    }

    fn suffices(&self, more: &Hand, less: &Hand) -> bool {
        if self.larger_hand_is_as_good {
            more.at_least(less)
        } else {
            more == less
        }
    }

    fn moves(&self, position: &Position) -> Vec<Move> {
        position.legal_checks()
    }

    fn find_move(&self, position: &Position, text: &str) -> Result<Move, Refusal> {
        let play = position.find(text).ok_or(Refusal::Illegal)?;
        if position.after(play).in_check(self.prover().other()) {
            Ok(play)
        } else {
            Err(Refusal::NotAsked)
        }
    }

    fn replies(&self, position: &Position) -> Replies<Move> {
        let replies = position.legal();
        if replies.is_empty() {
            Replies::Won
        } else {
            Replies::Open(replies)
        }
    }

    fn find_reply(&self, position: &Position, text: &str) -> Option<Move> {
        position.find(text)
    }

    fn is_won(&self, position: &Position) -> bool {
        !position.has_legal()
    }

    fn state(&self, position: &Position) -> State {
        if position.opponent_has_tried() {
            State::Over
        } else {
            State::Open
        }
    }

    fn after(&self, position: &Position, play: Move) -> Position {
        position.after(play)
    }

    fn move_text(&self, position: &Position, play: Move) -> String {
        position.move_text(play)
    }
}
