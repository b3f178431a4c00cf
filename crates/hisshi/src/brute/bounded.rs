//! `A(P, n)` and `D(Q, n)` by recursion, word for word as defined, for positions whose full
//! fixpoint is too large.

use super::BruteError;
use super::closure::replies;
use super::hisshi::threatened;
use super::mate::Mates;
use super::state::{State, StateMap, suitable};
use yose_board::Color;
use yose_shogi::{Geometry, Move, Position};

/// Decides `A` and `D` for small `n` and one attacker, and remembers every decision.
pub struct Bounded {
    mates: Mates,
    known: StateMap<Known>,
    limit: usize,
}

/// What is known of a state: true from one `n` on, false below another.
#[derive(Clone, Copy)]
struct Known {
    true_from: u32,
    false_below: u32,
}

impl Bounded {
    /// Brinkmates by `attacker`. All decisions together may visit `limit` positions in each of the
    /// two modes.
    pub fn new(attacker: Color, limit: usize) -> Bounded {
        Bounded::with(Mates::new(attacker, limit), limit)
    }

    /// The same with the decisions of mates that are already known.
    pub(crate) fn with(mates: Mates, limit: usize) -> Bounded {
        Bounded {
            mates,
            known: StateMap::default(),
            limit,
        }
    }

    /// The decider of plain mates.
    pub fn mates(&mut self) -> &mut Mates {
        &mut self.mates
    }

    /// `A(P, n)`: the attacker, who is to move, has a brinkmate of at most `n` plies.
    pub fn attacks<G: Geometry>(&mut self, position: &Position<G>, n: u32) -> Result<bool, BruteError> {
        if self.mates.mates(position)? {
            return Ok(true);
        }
        if n == 0 {
            return Ok(false);
        }
        self.remembered(position, n, |this| {
            let mut after = position.clone();
            for m in position.legal_moves() {
                let undo = after.make(m);
                if this.holds(&after, n - 1)? {
                    return Ok(true);
                }
                after.unmake(m, undo);
            }
            Ok(false)
        })
    }

    /// `D(Q, n)`: the defender, who is to move, is in a brinkmate of at most `n` more plies.
    pub fn holds<G: Geometry>(&mut self, position: &Position<G>, n: u32) -> Result<bool, BruteError> {
        suitable(position, position.turn())?;
        if !threatened(&mut self.mates, position)? {
            return Ok(false);
        }
        self.remembered(position, n, |this| {
            let mut after = position.clone();
            for reply in replies(position) {
                let undo = after.make(reply);
                if !this.attacks(&after, n.saturating_sub(1))? {
                    return Ok(false);
                }
                after.unmake(reply, undo);
            }
            Ok(true)
        })
    }

    /// The first moves that work within `n` plies, each with its length.
    pub fn first_moves<G: Geometry>(
        &mut self,
        position: &Position<G>,
        n: u32,
    ) -> Result<Vec<(Move, u32)>, BruteError> {
        suitable(position, position.turn().other())?;
        let mut moves = Vec::new();
        let mut after = position.clone();
        for m in position.legal_moves() {
            let undo = after.make(m);
            for length in 1..=n {
                if self.holds(&after, length - 1)? {
                    moves.push((m, length));
                    break;
                }
            }
            after.unmake(m, undo);
        }
        Ok(moves)
    }

    fn remembered<G: Geometry>(
        &mut self,
        position: &Position<G>,
        n: u32,
        decide: impl FnOnce(&mut Bounded) -> Result<bool, BruteError>,
    ) -> Result<bool, BruteError> {
        let state = State::of(position);
        match self.known.get(&state) {
            Some(known) if n >= known.true_from => return Ok(true),
            Some(known) if n < known.false_below => return Ok(false),
            _ => {}
        }
        let answer = decide(self)?;
        if self.known.len() >= self.limit {
            return Err(BruteError::TooLarge);
        }
        let known = self.known.entry(state).or_insert(Known {
            true_from: u32::MAX,
            false_below: 0,
        });
        if answer {
            known.true_from = known.true_from.min(n);
        } else {
            known.false_below = known.false_below.max(n + 1);
        }
        Ok(answer)
    }
}
