//! The section `proof`: the prover wins within a number of plies.
//!
//! # Why it is sound
//!
//! By induction on ranks, every record is true: from its position, and so from every position that
//! it covers, the prover reaches the goal within `rank` plies.
//!
//! The question allows the move. If the move wins at once, one ply is enough. Otherwise the checker
//! generates *all* replies and takes none from the file. Each reply leads to a position that is won
//! (two plies), or that a record covers whose rank is smaller by at least two. That record is true
//! by induction. Ranks are positive and strictly fall. So a certificate that runs in a cycle has a
//! record whose rank does not fall, and the checker rejects that record.

use super::cover::Found;
use super::{Checker, Failure};
use crate::certificate::referee::{Referee, Refusal, Replies, State};
use crate::certificate::{RejectedKind, Section};

impl<R: Referee> Checker<'_, R> {
    /// Checks one record; `text` is a scratch buffer.
    pub(in crate::certificate) fn check_proof(&self, index: usize, text: &mut String) -> Result<(), Failure> {
        let record = &self.certificate.proof[index];
        let referee = self.referee;
        let position = self.set_up(record.line(), self.proof.resource(index), text)?;
        let rank = record.rank();
        self.check_parity(rank)?;

        let at_move = |kind| Failure {
            moves: vec![record.play().to_string()],
            kind,
        };
        let play = referee
            .find_move(&position, record.play())
            .map_err(|refusal| match refusal {
                Refusal::Illegal => at_move(RejectedKind::IllegalMove),
                Refusal::NotAsked => at_move(RejectedKind::NotAsked),
            })?;
        let after = referee.after(&position, play);
        let replies = match referee.replies(&after) {
            Replies::Won => return Ok(()),
            Replies::Over => return Err(at_move(RejectedKind::MoveEnds)),
            Replies::Open(replies) => replies,
        };
        for reply in replies {
            let at_reply = |kind| Failure {
                moves: vec![record.play().to_string(), referee.move_text(&after, reply)],
                kind,
            };
            let next = referee.after(&after, reply);
            match referee.state(&next) {
                State::Won if rank >= 2 => {}
                State::Over => return Err(at_reply(RejectedKind::ReplyEnds)),
                State::Open if rank >= 3 => self.check_falling(&next, rank, text).map_err(at_reply)?,
                State::Won | State::Open => return Err(at_reply(RejectedKind::RankSpent(rank))),
            }
        }
        Ok(())
    }

    /// A record of rank `rank - 2` or less must cover the position.
    fn check_falling(
        &self,
        position: &R::Position,
        rank: u32,
        text: &mut String,
    ) -> Result<(), RejectedKind> {
        match self.covered_win(position, text) {
            Found::Best { number, .. } if number <= rank - 2 => Ok(()),
            Found::Best { number, index } => Err(RejectedKind::RankNotFalling {
                rank,
                best: number,
                line: self.certificate.line(Section::Proof, index),
            }),
            Found::OtherResource => Err(RejectedKind::HandUncovered),
            Found::Nothing => Err(RejectedKind::Uncovered),
        }
    }

    /// The record with the least rank that covers a position: it needs no more than the prover has.
    pub(in crate::certificate) fn covered_win(&self, position: &R::Position, text: &mut String) -> Found {
        text.clear();
        self.referee.write_board(position, text);
        let held = self.referee.resource(position);
        self.proof
            .find(text, |needed| self.referee.suffices(held, needed))
    }
}
