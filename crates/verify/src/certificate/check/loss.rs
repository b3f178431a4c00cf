//! The claims of the question `loss`: the prover is the other side, and the side to move at the
//! root moves first.
//!
//! # Why it is sound
//!
//! Records are about positions with the prover to move, as in the other questions.
//!
//! *Lost within `n`*: the checker generates all moves at the root and takes none from the file.
//! Each move leads to a position that the prover has won, or that a record of rank `n - 1` or less
//! covers. So a file that forgets a single move is rejected, and the error names the move.
//!
//! *Not lost*: one move is enough. After it a record says that the prover does not win, for ever or
//! within `n - 1` plies, or the game is over without a win.

use super::cover::{Found, UNLIMITED};
use super::{Checker, Failure};
use crate::certificate::referee::{Referee, Replies, State};
use crate::certificate::{Claim, RejectedKind, Section};

impl<R: Referee> Checker<'_, R> {
    /// Checks a claim of the question `loss`; `text` is a scratch buffer. Whether the records are
    /// true is checked separately.
    pub(super) fn check_loss(&self, claim: Claim, text: &mut String) -> Result<(), Failure> {
        if let Claim::Within(plies) | Claim::NotWithin(plies) = claim
            && self.referee.lengths_are_odd()
            && !plies.is_multiple_of(2)
        {
            return Err(RejectedKind::Odd(plies).into());
        }
        match claim {
            Claim::Within(plies) => self.check_lost(claim, plies, text),
            Claim::NotWithin(plies) => self.check_not_lost(claim, plies - 1, text),
            Claim::Never => self.check_not_lost(claim, UNLIMITED, text),
        }
    }

    /// All moves at the root.
    fn root_moves(&self) -> Vec<R::Move> {
        match self.referee.replies(self.referee.root()) {
            Replies::Open(moves) => moves,
            Replies::Won | Replies::Over => Vec::new(),
        }
    }

    /// After every move at the root the prover wins within `plies - 1` plies.
    fn check_lost(&self, claim: Claim, plies: u32, text: &mut String) -> Result<(), Failure> {
        let (referee, root) = (self.referee, self.referee.root());
        for play in self.root_moves() {
            let next = referee.after(root, play);
            let kind = match referee.state(&next) {
                State::Won => continue,
                State::Over => RejectedKind::ReplyEnds,
                State::Open => match self.covered_win(&next, text) {
                    Found::Best { number, .. } if number < plies => continue,
                    Found::Best { number, index } => RejectedKind::RootNumber {
                        claim: claim.text(self.certificate.question),
                        best: number,
                        line: self.certificate.line(Section::Proof, index),
                    },
                    Found::OtherResource => RejectedKind::HandUncovered,
                    Found::Nothing => RejectedKind::Uncovered,
                },
            };
            return Err(Failure {
                moves: vec![referee.move_text(root, play)],
                kind,
            });
        }
        Ok(())
    }

    /// After some move at the root the prover does not win within `bound` plies.
    fn check_not_lost(&self, claim: Claim, bound: u32, text: &mut String) -> Result<(), Failure> {
        let (referee, root) = (self.referee, self.referee.root());
        for play in self.root_moves() {
            let next = referee.after(root, play);
            let holds = match referee.state(&next) {
                State::Won => false,
                State::Over => true,
                State::Open if bound == 0 => true,
                State::Open => {
                    matches!(self.covered_escape(&next, text), Found::Best { number, .. } if number >= bound)
                }
            };
            if holds {
                return Ok(());
            }
        }
        let words = claim.text(self.certificate.question);
        Err(RejectedKind::NothingHolds(words).into())
    }
}
