//! Facts across the flag of Nagai 2011, section 3.2.
//!
//! The flag says that a pass is on the path: from there on the attacker has only checks. The same
//! position with and without the flag is easier for the attacker without it. Here the flag is the
//! bound 0 (`question.rs`), and both share their entries of the table: a mate found after a pass is
//! a mate before it, and a position without a brinkmate has no mate after a pass. The paper stores
//! the flag with each entry and compares entries across it; an entry with two bounds needs no
//! comparison.
//!
//! Switch: [`Techniques::across_flag`](crate::Techniques). Switched off, positions after a pass
//! have keys of their own, and nothing that is found on one side of the pass serves on the other.
//! What it is worth: docs/lab/hisshi.md.

use yose_board::Key;

/// What is added to keys after a pass where facts do not cross it.
const AFTER_PASS: Key = 0x9d8f_1c3a_62b7_e541;

/// Whether a pass is on the path, as far as keys tell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flag {
    across: bool,
    mark: Key,
}

impl Flag {
    /// No pass is on the path. `across`: facts cross the pass.
    pub fn new(across: bool) -> Self {
        Flag { across, mark: 0 }
    }

    /// The same, with another choice for passes to come.
    pub fn with(self, across: bool) -> Self {
        Flag { across, ..self }
    }

    /// What is added to the keys of this position and of its moves.
    #[inline(always)]
    pub fn mark(self) -> Key {
        self.mark
    }

    /// What is added to the key after a pass.
    pub fn mark_after_pass(self) -> Key {
        if self.across { 0 } else { AFTER_PASS }
    }

    /// Makes a pass. There is never a second one: after the first, the defender is always in check.
    pub fn pass(&mut self) {
        self.mark = self.mark_after_pass();
    }

    /// Takes the pass back.
    pub fn unpass(&mut self) {
        self.mark = 0;
    }
}
