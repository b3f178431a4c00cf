//! The part that all questions about a problem share: one table, in which each question has its own
//! keys, and the facts about drops.

use crate::policy::Policy;
use crate::policy::taking::{Exact, Taken, exact, takings};
use crate::{InHand, Reason};
use std::cell::RefCell;
use std::collections::HashMap;
use yose_andor::{EVER, Edge, Late, Options, Plies, Table};
use yose_board::{Key, Square};
use yose_shogi::{Geometry, Kind, Move, Position};

// The marks of the questions, random numbers. The question in which every drop counts has no mark.

/// No drop of the defender counts.
pub(crate) const NO_DROPS: Key = 0x6a09_e667_f3bc_c908;
/// Drops that can be taken for nothing are left aside (`lower_bound.rs`).
pub(crate) const LOWER_BOUND: Key = 0xbb67_ae85_84ca_a73b;
/// The policy itself (`under_policy.rs`).
pub(crate) const UNDER_POLICY: Key = 0x3c6e_f372_fe94_f82b;

/// Whether drops on a square of a position count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DropStatus {
    Futile,
    Real,
    /// With the piece taken and given back there is no mate within this number of plies; or, under
    /// `strict`, the core is longer than that. So the drop refutes a mate within them.
    NotWithin(Plies),
}

/// The shared part.
pub(crate) struct Shared<'t> {
    pub policy: Policy,
    pub table: &'t Table,
    pub options: Options,
    pub drops: RefCell<HashMap<(Exact, Square), DropStatus>>,
    pub alike: RefCell<HashMap<(Exact, Exact, Plies), bool>>,
    room: usize,
}

/// The memory one entry of a map can take, growth included.
pub(crate) const ENTRY: usize = 7 * size_of::<(Exact, Exact, Plies, bool)>() / 2;

impl<'t> Shared<'t> {
    pub fn new(policy: Policy, table: &'t Table, options: Options, room: usize) -> Self {
        Shared {
            policy,
            table,
            options,
            drops: RefCell::default(),
            alike: RefCell::default(),
            room,
        }
    }

    /// Entries in use.
    pub fn used(&self) -> usize {
        self.drops.borrow().len() + self.alike.borrow().len()
    }

    /// Whether one more entry fits.
    pub fn has_room(&self) -> Result<(), Reason> {
        if self.used() < self.room {
            Ok(())
        } else {
            Err(Reason::Memory)
        }
    }

    /// The facts of the questions that know dominance: proved from, disproved below.
    #[inline]
    pub fn bounds(&self, key: Key, hand: InHand) -> (Plies, Plies) {
        let (yes_from, no_below) = self.ends(key, hand);
        (
            yes_from,
            no_below.max(self.table.look(key ^ LOWER_BOUND, hand).no_below),
        )
    }

    /// The same of two questions: every drop counts, no drop counts.
    #[inline]
    pub fn ends(&self, key: Key, hand: InHand) -> (Plies, Plies) {
        let every = self.table.look(key, hand);
        if every.no_below > EVER {
            return (Plies::MAX, every.no_below);
        }
        (every.yes_from, self.table.look(key ^ NO_DROPS, hand).no_below)
    }

    /// Every way in which a dropped piece is taken, as far as the policy distinguishes.
    pub fn takings<G: Geometry>(&self, p: &Position<G>, kind: Kind, square: Square) -> Vec<Taken<G>> {
        takings(p, kind, square, self.policy == Policy::Usual)
    }

    /// Whether drops on a square are futile where only drops are legal, because taking them mates.
    pub fn futile_at_once<G: Geometry>(&self, p: &Position<G>, drop: Move) -> bool {
        let Some(kind) = drop.dropped().filter(|_| self.policy != Policy::None) else {
            return false;
        };
        let key = (exact(p), drop.to());
        if let Some(&status) = self.drops.borrow().get(&key) {
            return status == DropStatus::Futile;
        }
        let futile = self.takings(p, kind, drop.to()).iter().any(|taken| {
            let replies = taken.position.evading_moves();
            // Moves on the board come first, and refute without a look at the drops.
            let mut drops = replies.iter().filter(|r| r.dropped().is_some());
            replies.iter().all(|r| r.dropped().is_some())
                && drops.all(|&r| self.futile_at_once(&taken.position, r))
        });
        // Without room the drops are looked at again.
        if self.has_room().is_ok() {
            let status = if futile {
                DropStatus::Futile
            } else {
                DropStatus::NotWithin(0)
            };
            self.drops.borrow_mut().insert(key, status);
        }
        futile
    }
}

/// Takes futile drops out of the defender's edges behind `start`. `futile` is asked once for each
/// square, and receives whether only drops are legal. The other drops come last, but are no last
/// resort: that is for the question in which every drop counts.
pub(crate) fn leave_out(
    out: &mut Vec<Edge<Move, InHand>>,
    start: usize,
    mut futile: impl FnMut(Move, bool) -> bool,
) {
    // Moves on the board come first, then drops, square by square.
    let Some(first) = out[start..].iter().position(|e| e.mv.dropped().is_some()) else {
        return;
    };
    let mut last = None;
    let mut kept = start + first;
    for i in start + first..out.len() {
        let mut edge = out[i];
        if edge.mv.dropped().is_some() {
            let futile = match last {
                Some((to, futile)) if to == edge.mv.to() => futile,
                _ => futile(edge.mv, first == 0),
            };
            last = Some((edge.mv.to(), futile));
            if futile {
                continue;
            }
            if edge.late == Late::Rest {
                edge.late = Late::Last;
            }
        }
        out[kept] = edge;
        kept += 1;
    }
    out.truncate(kept);
}

/// The game of the question `inner`, except for the moves: `expand`, and with it `find_move`,
/// differ.
macro_rules! forward {
    () => {
        #[inline(always)]
        fn prover_to_move(&self) -> bool {
            self.inner.prover_to_move()
        }

        #[inline(always)]
        fn key(&self) -> Key {
            self.inner.key()
        }

        #[inline(always)]
        fn resource(&self) -> InHand {
            self.inner.resource()
        }

        #[inline(always)]
        fn make(&mut self, m: Move) -> Undo {
            self.inner.make(m)
        }

        #[inline(always)]
        fn unmake(&mut self, m: Move, undo: Undo) {
            self.inner.unmake(m, undo);
        }

        #[inline(always)]
        fn pack_move(&self, m: Move) -> u16 {
            m.packed()
        }
    };
}
pub(crate) use forward;

/// The hints of the question `inner`.
macro_rules! forward_hints {
    () => {
        fn takes(&self, m: Move) -> bool {
            self.inner.takes(m)
        }

        fn pass(&mut self) -> bool {
            self.inner.pass()
        }

        fn unpass(&mut self) {
            self.inner.unpass();
        }

        fn threatens(&mut self, m: Move) -> bool {
            self.inner.threatens(m)
        }

        fn restore(&self, reply: Move) -> Option<Move> {
            self.inner.restore(reply)
        }

        fn counterpart(&self, similar: &Self, m: Move, edges: &[Edge<Move, InHand>]) -> Option<Move> {
            self.inner.counterpart(&similar.inner, m, edges)
        }
    };
}
pub(crate) use forward_hints;
