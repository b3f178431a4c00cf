//! The section `bounded`: the prover does not win within a number of plies.
//!
//! # Why it is sound
//!
//! By induction on `n`, every record of bound `n` is true: from its position, and so from every
//! position that it covers, the prover cannot force the goal within `n` plies.
//!
//! The checker generates *all* moves of the prover and takes none from the file. No move wins at
//! once. For bound 1 that is all, so such a record lists nothing. From bound 2 on, every move after
//! which the game goes on has a legal reply in the record, and the reply does not reach the goal.
//! From bound 3 on, a record of bound `n - 2` or more (`*` is larger than every number) covers the
//! position after the reply. That record is true by induction, or by the argument of
//! [`closed`](super::closed).

use super::cover::{Found, UNLIMITED};
use super::{Checker, Failure};
use crate::certificate::referee::{Referee, Refusal, Replies, State};
use crate::certificate::{Bound, EscapeRecord, RejectedKind, Section};

impl<R: Referee> Checker<'_, R> {
    /// Checks one record; `text` is a scratch buffer.
    pub(in crate::certificate) fn check_bounded(
        &self,
        index: usize,
        text: &mut String,
    ) -> Result<(), Failure> {
        let record = &self.certificate.bounded[index];
        let position = self.set_up(record.line(), self.escapes.resource(index), text)?;
        match record.bound() {
            Bound::Unlimited => self.check_unlimited(record, &position, text),
            Bound::Plies(bound) => {
                self.check_parity(bound)?;
                if bound == 1 {
                    self.check_no_move_wins(&position)
                } else {
                    self.check_answers(record, &position, |next| match bound {
                        2 => Ok(()),
                        _ => self.check_bound(next, bound - 2, text),
                    })
                }
            }
        }
    }

    /// Bound 1: no move of the prover reaches the goal.
    fn check_no_move_wins(&self, position: &R::Position) -> Result<(), Failure> {
        for play in self.referee.moves(position) {
            if self.referee.is_won(&self.referee.after(position, play)) {
                return Err(Failure {
                    moves: vec![self.referee.move_text(position, play)],
                    kind: RejectedKind::MoveWins,
                });
            }
        }
        Ok(())
    }

    /// Every move of the prover after which the game goes on must have a legal reply, and
    /// `check_next` must accept the position after the reply.
    pub(super) fn check_answers(
        &self,
        record: &EscapeRecord,
        position: &R::Position,
        mut check_next: impl FnMut(&R::Position) -> Result<(), RejectedKind>,
    ) -> Result<(), Failure> {
        let referee = self.referee;
        let mut unanswered = referee.moves(position);
        for (play_text, reply_text) in record.answers() {
            let at_move = |kind| Failure {
                moves: vec![play_text.to_string()],
                kind,
            };
            let at_reply = |kind| Failure {
                moves: vec![play_text.to_string(), reply_text.to_string()],
                kind,
            };
            let play = referee
                .find_move(position, play_text)
                .map_err(|refusal| match refusal {
                    Refusal::Illegal => at_move(RejectedKind::IllegalMove),
                    Refusal::NotAsked => at_move(RejectedKind::NotAsked),
                })?;
            let before = unanswered.len();
            unanswered.retain(|&other| other != play);
            if unanswered.len() == before {
                return Err(at_move(RejectedKind::AnsweredTwice));
            }
            let after = referee.after(position, play);
            let Some(reply) = referee.find_reply(&after, reply_text) else {
                return Err(match referee.is_won(&after) {
                    true => at_move(RejectedKind::MoveWins),
                    false => at_reply(RejectedKind::IllegalReply),
                });
            };
            let next = referee.after(&after, reply);
            match referee.state(&next) {
                State::Over => {}
                State::Won => return Err(at_reply(RejectedKind::ReplyWins)),
                State::Open => check_next(&next).map_err(at_reply)?,
            }
        }
        for play in unanswered {
            let kind = match referee.replies(&referee.after(position, play)) {
                Replies::Over => continue,
                Replies::Won => RejectedKind::MoveWins,
                Replies::Open(_) => RejectedKind::MissingReply,
            };
            return Err(Failure {
                moves: vec![referee.move_text(position, play)],
                kind,
            });
        }
        Ok(())
    }

    /// A record of bound `needed` or more must cover the position.
    pub(super) fn check_bound(
        &self,
        position: &R::Position,
        needed: u32,
        text: &mut String,
    ) -> Result<(), RejectedKind> {
        match self.covered_escape(position, text) {
            Found::Best { number, .. } if number >= needed => Ok(()),
            Found::Best { number, index } => Err(RejectedKind::BoundTooSmall {
                needed: if needed == UNLIMITED { 0 } else { needed },
                best: number,
                line: self.escape_line(index),
            }),
            Found::OtherResource => Err(RejectedKind::HandUncovered),
            Found::Nothing => Err(RejectedKind::Uncovered),
        }
    }

    /// The record with the greatest bound that covers a position: its hand allows all the prover
    /// has.
    pub(in crate::certificate) fn covered_escape(&self, position: &R::Position, text: &mut String) -> Found {
        text.clear();
        self.referee.write_board(position, text);
        let held = self.referee.resource(position);
        self.escapes
            .find(text, |allowed| self.referee.suffices(allowed, held))
    }

    /// The line of a record by its index in `bounded` followed by `closed`.
    pub(super) fn escape_line(&self, index: usize) -> u64 {
        let bounded = self.certificate.bounded.len();
        match index.checked_sub(bounded) {
            Some(index) => self.certificate.line(Section::Closed, index),
            None => self.certificate.line(Section::Bounded, index),
        }
    }
}
