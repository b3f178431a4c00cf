//! Tsume-shogi of every size: the prover mates by checks alone.
//!
//! A move of the prover is a legal move after which the other king is in check. The goal is that
//! the other side has no legal reply.
//!
//! Under the Try rule, a king that stands on its far rank after a move of its side ends the game.
//! If the prover's king does so with a check, the prover has reached the goal. If the other king
//! does so, it has escaped. (A prover whose king stands there at the root therefore wins by any
//! check. No game leads to such a root. The engine follows the same rule.)
//!
//! # Why more in hand is as good
//!
//! Pieces change owners, but their number stays the same; armies for which that is not so are
//! refused. So if the prover has more in hand on the same board, the other side has less. Call the
//! position in which the prover has more `P`, and the other position `Q`.
//!
//! Attacks on kings, the squares on which a piece may stand, nifu and the Try rule depend on the
//! board. The hands decide only two things: which pieces can be dropped, and whether a dropped pawn
//! mates, which may be forbidden.
//!
//! *Whether a dropped pawn mates does not depend on the hands.* The king was not in check before. A
//! drop opens no line, so only the pawn gives check. It checks by a step, and no drop can block a
//! step. So all replies are moves on the board, and these depend on the board. For an army whose
//! pawns slide the argument fails. There, only equal hands are as good as each other.
//!
//! The promises of [`Referee`] follow:
//!
//! 1. Every check in `Q` is a check in `P`, including drops.
//! 2. After the check, the other side has the same moves on the board in `P` and fewer drops. It is
//!    in check, so having no reply means mate.
//! 3. A move and a reply change both positions in the same way, so the difference of the hands
//!    stays the same.
//!
//! Stalemate plays no part, because the side that could be stalemated is in check.
//!
//! # Why repetition plays no part
//!
//! *In a proof* no position occurs twice, if the prover plays by the records. Let the value of a
//! position with the prover to move be the least rank of a record that covers it. When the prover
//! plays the move of that record, values strictly fall, so no such position occurs twice. Now
//! suppose that a position `D` of the other side occurs twice. Let `x` be the reply that was played
//! the first time, and `w` the value of the position after `x`. All later values are at most `w`,
//! so the record whose move leads to `D` the second time has a rank of at most `w`. Therefore every
//! reply in `D`, `x` included, leads to a value of less than `w`. But `x` leads to the value `w`: a
//! contradiction.
//!
//! *In a closed set* a repetition is not mate, whatever else the rules make of it.

use std::sync::Arc;

use super::{Referee, Refusal, Replies, SetUpError, State};
use crate::Side;
use crate::shogi::{Error, Hand, Move, Position, Rules};

/// The question `tsume` about one root.
pub(in crate::certificate) struct Tsume {
    rules: Arc<Rules>,
    root: Position,
    /// The side that has the goal.
    prover: Side,
    /// All pieces of the game, as a captor would hold them.
    all: Hand,
    /// Whether more in hand is as good for the prover. Otherwise only equal hands cover each other.
    larger_hand_is_as_good: bool,
}

impl Tsume {
    /// The question about this root; the side to move is the prover.
    ///
    /// # Errors
    /// Why the question cannot be asked.
    pub(in crate::certificate) fn new(
        files: u8,
        ranks: u8,
        rules: &Rules,
        root: &str,
    ) -> Result<Tsume, String> {
        Tsume::for_prover(files, ranks, rules, root, |to_move| to_move)
    }

    /// The question about this root; `prover` gives the prover for the side to move.
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
        if let Some(set) = army.full_set() {
            let all = root.all_pieces();
            let excess = army.ids().find(|&kind| all.count(kind) > set.count(kind));
            if let Some(kind) = excess {
                let (found, most) = (all.count(kind), set.count(kind));
                let name = &army.kind(kind).name;
                return Err(format!("{found} pieces of kind `{name}`, but the set has {most}"));
            }
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
    /// Whether more in hand is as good for the prover.
    pub(in crate::certificate) fn larger_hand_is_as_good(&self) -> bool {
        self.larger_hand_is_as_good
    }

    /// The position with this board and side to move, in which the prover holds `hand`.
    ///
    /// # Errors
    /// Why there is no such position.
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
