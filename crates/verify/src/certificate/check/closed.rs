//! The section `closed`: the prover never wins.
//!
//! # Why it is sound
//!
//! The records of bound `*` form a set of positions that the other side never has to leave. The
//! checker generates *all* moves of the prover. No move wins. Every move after which the game goes
//! on has a legal reply in the record; the position after the reply is not won, and a record of
//! bound `*` covers it. So the prover never wins, however long it plays. Cycles do no harm: a
//! disproof need not end. (In other words: each such record is true for every bound `n`, by
//! induction on `n`.)

use super::cover::UNLIMITED;
use super::{Checker, Failure};
use crate::certificate::referee::Referee;
use crate::certificate::{Bound, EscapeRecord, RejectedKind};

impl<R: Referee> Checker<'_, R> {
    /// Checks one record; `text` is a scratch buffer.
    pub(in crate::certificate) fn check_closed(
        &self,
        index: usize,
        text: &mut String,
    ) -> Result<(), Failure> {
        let record = &self.certificate.closed[index];
        let covering = self.certificate.bounded.len() + index;
        let position = self.set_up(record.line(), self.escapes.resource(covering), text)?;
        if record.bound() != Bound::Unlimited {
            return Err(Failure::from(RejectedKind::FiniteBound));
        }
        self.check_unlimited(record, &position, text)
    }

    /// Checks a record of bound `*`, in either section.
    pub(super) fn check_unlimited(
        &self,
        record: &EscapeRecord,
        position: &R::Position,
        text: &mut String,
    ) -> Result<(), Failure> {
        self.check_answers(record, position, |next| self.check_bound(next, UNLIMITED, text))
    }
}
