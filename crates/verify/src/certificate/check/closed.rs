//! The section `closed`: the prover never wins.
//!
//! # Why it is sound
//!
//! The records of bound `*` are a set that the other side need not leave: *all* moves of the prover are generated here;
//! none of them wins; each after which the game goes on has a legal reply in the record, and the position after it is
//! not won, and covered by a record of bound `*` again. So however long the prover plays, it never wins. Cycles are no
//! harm: a disproof need not end, only never lose. (In other words: each such record is true for every bound `n`, by
//! induction on `n`.)

use super::cover::UNLIMITED;
use super::{Checker, Failure};
use crate::certificate::referee::Referee;
use crate::certificate::{Bound, EscapeRecord, RejectedKind};

impl<R: Referee> Checker<'_, R> {
    /// Checks one record; `text` is scratch.
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

    /// Checks a record of bound `*`, in whichever section.
    pub(super) fn check_unlimited(
        &self,
        record: &EscapeRecord,
        position: &R::Position,
        text: &mut String,
    ) -> Result<(), Failure> {
        self.check_answers(record, position, |next| self.check_bound(next, UNLIMITED, text))
    }
}
