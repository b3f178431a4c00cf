//! Lengths under a policy, word for word as docs/guide/hisshi.md defines them.
//!
//! [`Futile`] shares nothing with the search but the rules: it lists candidates by trying every
//! answer to every drop, finds each core by asking for every length from 0 on, and judges each
//! candidate.

use super::BruteError;
use super::closure::replies;
use super::hisshi::threatened;
use super::mate::Mates;
use super::state::{State, suitable};
use crate::policy::{LEVELS, Policy};
use std::collections::HashMap;
use yose_board::Color;
use yose_shogi::{Geometry, Move, Position};

/// Decides `A` and `D` under one policy for one attacker, and remembers every decision.
pub struct Futile {
    policy: Policy,
    mates: Mates,
    known: HashMap<(State, u8), Known>,
    limit: usize,
}

/// What is known of a state: true from one `n` on, false below another.
#[derive(Clone, Copy)]
struct Known {
    true_from: u32,
    false_below: u32,
}

/// The symbols of the line pieces.
const LINE_PIECES: [&str; 5] = ["R", "B", "L", "+R", "+B"];

impl Futile {
    /// Brinkmates by `attacker` under `policy`. All decisions together may visit `limit` positions
    /// in each of the two modes.
    pub fn new(policy: Policy, attacker: Color, limit: usize) -> Futile {
        Futile {
            policy,
            mates: Mates::new(attacker, limit),
            known: HashMap::new(),
            limit,
        }
    }

    /// The level at which the policy is asked: `returned` has [`LEVELS`], `kept` has one that
    /// judges by itself, and level 0 strips nothing.
    fn top(&self) -> u8 {
        match self.policy {
            Policy::None => 0,
            Policy::Kept => 1,
            Policy::Returned => LEVELS,
        }
    }

    /// `A(P, n)` under the policy.
    pub fn attacks<G: Geometry>(&mut self, position: &Position<G>, n: u32) -> Result<bool, BruteError> {
        suitable(position, position.turn().other())?;
        self.attacks_at(position, n, self.top())
    }

    /// `D(Q, n)` under the policy.
    pub fn holds<G: Geometry>(&mut self, position: &Position<G>, n: u32) -> Result<bool, BruteError> {
        suitable(position, position.turn())?;
        self.holds_at(position, n, self.top())
    }

    /// Whether a reply is a candidate that is futile, in a position `Q` with `D(Q, n)`.
    pub fn is_futile<G: Geometry>(
        &mut self,
        position: &Position<G>,
        reply: Move,
        n: u32,
    ) -> Result<bool, BruteError> {
        let takings = takings(position, reply);
        let level = self.top();
        match self.core(position, n, level)? {
            Some(core) if level > 0 => self.judge(position, reply, &takings, core, level),
            _ => Ok(false),
        }
    }

    fn attacks_at<G: Geometry>(
        &mut self,
        position: &Position<G>,
        n: u32,
        level: u8,
    ) -> Result<bool, BruteError> {
        if self.mates.mates(position)? {
            return Ok(true);
        }
        if n == 0 {
            return Ok(false);
        }
        self.remembered(position, n, level, |this| {
            let mut after = position.clone();
            for m in position.legal_moves() {
                let undo = after.make(m);
                if this.holds_at(&after, n - 1, level)? {
                    return Ok(true);
                }
                after.unmake(m, undo);
            }
            Ok(false)
        })
    }

    fn holds_at<G: Geometry>(
        &mut self,
        position: &Position<G>,
        n: u32,
        level: u8,
    ) -> Result<bool, BruteError> {
        if !threatened(&mut self.mates, position)? {
            return Ok(false);
        }
        self.remembered(position, n, level, |this| {
            // Without a core within n some reply that is no candidate refutes.
            let Some(core) = this.core(position, n, level)? else {
                return Ok(false);
            };
            for reply in replies(position) {
                let takings = takings(position, reply);
                if takings.is_empty() || this.attacks_after(position, reply, n, level)? {
                    continue;
                }
                if level == 0 || !this.judge(position, reply, &takings, core, level)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    /// `A(Q·r, max(n - 1, 0))`.
    fn attacks_after<G: Geometry>(
        &mut self,
        position: &Position<G>,
        reply: Move,
        n: u32,
        level: u8,
    ) -> Result<bool, BruteError> {
        let mut after = position.clone();
        after.make(reply);
        self.attacks_at(&after, n.saturating_sub(1), level)
    }

    /// `core(Q)`, if it is at most `n`. That the last move threatens is known.
    fn core<G: Geometry>(
        &mut self,
        position: &Position<G>,
        n: u32,
        level: u8,
    ) -> Result<Option<u32>, BruteError> {
        let all = replies(position).into_iter();
        let counted: Vec<Move> = all.filter(|&r| takings(position, r).is_empty()).collect();
        'lengths: for c in 0..=n {
            for &reply in &counted {
                if !self.attacks_after(position, reply, c, level)? {
                    continue 'lengths;
                }
            }
            return Ok(Some(c));
        }
        Ok(None)
    }

    /// Whether a candidate is futile.
    fn judge<G: Geometry>(
        &mut self,
        position: &Position<G>,
        reply: Move,
        takings: &[Move],
        core: u32,
        level: u8,
    ) -> Result<bool, BruteError> {
        for &taking in takings {
            let mut after = position.clone();
            after.make(reply);
            after.make(taking);
            let holds = match self.policy {
                Policy::None => false,
                Policy::Kept => self.holds_at(&after, core, level)?,
                Policy::Returned => self.holds_at(&after.with_hands(position.hands()), core, level - 1)?,
            };
            if holds {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn remembered<G: Geometry>(
        &mut self,
        position: &Position<G>,
        n: u32,
        level: u8,
        decide: impl FnOnce(&mut Futile) -> Result<bool, BruteError>,
    ) -> Result<bool, BruteError> {
        let state = (State::of(position), level);
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

/// Every legal move of a line piece that takes the piece which `reply` drops; none if it drops none.
fn takings<G: Geometry>(position: &Position<G>, reply: Move) -> Vec<Move> {
    if reply.dropped().is_none() {
        return Vec::new();
    }
    let mut after = position.clone();
    after.make(reply);
    let army = &position.variant().army;
    let mut takings = Vec::new();
    for m in after.legal_moves() {
        let Some(piece) = m.from().and_then(|from| after.piece_on(from)) else {
            continue;
        };
        if m.to() == reply.to() && LINE_PIECES.contains(&army.spec(piece.kind()).symbol) {
            takings.push(m);
        }
    }
    takings
}
