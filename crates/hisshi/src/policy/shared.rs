//! The part that all questions about a problem share: one table, in which each question has its own
//! keys, the question in which every drop counts, and the facts about drops.

use crate::line::ask;
use crate::policy::Policy;
use crate::policy::taking::Exact;
use crate::question::Question;
use std::cell::RefCell;
use std::collections::HashMap;
use yose_andor::{Meter, Options, Outcome, Plies, Reason, Search, Table};
use yose_shogi::{Geometry, Move, Position};
use yose_tsume::InHand;

/// Whether a drop counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DropStatus {
    /// It does not.
    Futile,
    /// It does.
    Real,
    /// After no taking is there a brinkmate within this number of the attacker's moves. So the drop
    /// refutes one within them, futile or not.
    NotWithin(Plies),
}

/// What is known of a core, in moves of the attacker.
#[derive(Clone, Copy)]
pub(crate) struct Core {
    /// It is at most this.
    pub most: Plies,
    /// It is at least this.
    pub least: Plies,
}

impl Core {
    pub const UNKNOWN: Core = Core {
        most: Plies::MAX,
        least: 0,
    };
}

/// The shared part.
pub(crate) struct Shared<'t, G: Geometry> {
    pub policy: Policy,
    pub table: &'t Table,
    pub options: Options,
    /// The question in which every drop counts.
    every: RefCell<Search<'t, Question<G>>>,
    /// Drops by position, packed move and level.
    pub drops: RefCell<HashMap<(Exact, u16, u8), DropStatus>>,
    /// Cores by position and level.
    pub cores: RefCell<HashMap<(Exact, u8), Core>>,
    room: usize,
}

/// The memory one entry of a map can take, growth included.
const ENTRY: usize = 7 * size_of::<(Exact, u16, u8, DropStatus)>() / 2;

impl<'t, G: Geometry> Shared<'t, G> {
    /// `every` is the question in which every drop counts; `mb` is the room for the facts about
    /// drops.
    pub fn new(every: Question<G>, policy: Policy, table: &'t Table, options: Options, mb: usize) -> Self {
        Shared {
            policy,
            table,
            options,
            every: RefCell::new(Search::new(every, table, options)),
            drops: RefCell::default(),
            cores: RefCell::default(),
            room: (mb << 20) / ENTRY,
        }
    }

    /// Whether one more fact fits.
    pub fn has_room(&self) -> Result<(), Reason> {
        if self.drops.borrow().len() + self.cores.borrow().len() < self.room {
            Ok(())
        } else {
            Err(Reason::Memory)
        }
    }

    /// Asks the question in which every drop counts.
    pub fn ask_every(
        &self,
        at: &Question<G>,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome, Reason> {
        ask(&mut self.every.borrow_mut(), at, plies, meter)
    }

    /// What the table knows where every drop counts: plies of a proof, and whether there is no
    /// brinkmate at all.
    pub fn every_after(&self, every: &Question<G>, p: &Position<G>, m: Move) -> (Plies, bool) {
        let (key, resource) = every.place_after(p, m);
        self.look(key, resource)
    }

    /// The same of a position.
    pub fn every_at(&self, every: &Question<G>, p: &Position<G>) -> (Plies, bool) {
        let (key, resource) = every.place(p);
        self.look(key, resource)
    }

    fn look(&self, key: yose_board::Key, resource: InHand) -> (Plies, bool) {
        let known = self.table.look(key, resource);
        (known.yes_from, known.no_below == Plies::MAX)
    }
}
