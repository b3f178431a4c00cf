//! `H`: the attacker has a brinkmate, of any length; and the answer for one position.

use super::bounded::Bounded;
use super::closure::{Attacks, Decisions, replies};
use super::mate::Mates;
use super::state::{passed, suitable};
use super::{Answer, BruteError, Verdict};
use yose_board::Color;
use yose_shogi::{Geometry, Move, Position, Stalemate};

/// Decides `H` for many positions of one attacker, and remembers every decision.
pub struct Brinkmates {
    mates: Mates,
    decisions: Decisions,
    /// How many positions may still be visited in hisshi mode.
    budget: usize,
}

impl Brinkmates {
    /// Brinkmates by `attacker`. All decisions together may visit `limit` positions in each of the
    /// two modes.
    pub fn new(attacker: Color, limit: usize) -> Brinkmates {
        Brinkmates {
            mates: Mates::new(attacker, limit),
            decisions: Decisions::default(),
            budget: limit,
        }
    }

    /// The decider of plain mates.
    pub fn mates(&mut self) -> &mut Mates {
        &mut self.mates
    }

    /// How many positions all decisions together have visited, in both modes.
    pub fn visited(&self) -> usize {
        self.decisions.visited() + self.mates.visited()
    }

    /// `H_A(P)`: the attacker, who is to move, has a mate or a brinkmate.
    pub fn attacks<G: Geometry>(&mut self, position: &Position<G>) -> Result<bool, BruteError> {
        if self.mates.mates(position)? {
            return Ok(true);
        }
        self.decisions
            .decide(position, &mut AllMoves(&mut self.mates), &mut self.budget)
    }

    /// `H_D(Q)`: the defender, who is to move, is in a brinkmate.
    pub fn holds<G: Geometry>(&mut self, position: &Position<G>) -> Result<bool, BruteError> {
        suitable(position, position.turn())?;
        if !threatened(&mut self.mates, position)? {
            return Ok(false);
        }
        let mut after = position.clone();
        for reply in replies(position) {
            let undo = after.make(reply);
            if !self.attacks(&after)? {
                return Ok(false);
            }
            after.unmake(reply, undo);
        }
        Ok(true)
    }
}

/// Whether the defender, who is to move, is in check, or is mated after a pass and not saved by a
/// stalemate.
pub(crate) fn threatened<G: Geometry>(mates: &mut Mates, position: &Position<G>) -> Result<bool, BruteError> {
    if position.in_check() {
        return Ok(true);
    }
    if position.variant().rules.stalemate == Stalemate::Draws && !position.has_legal_move() {
        return Ok(false);
    }
    mates.mates(&passed(position))
}

/// The attacker's moves in hisshi mode: checks and threats. No other move can work.
struct AllMoves<'a>(&'a mut Mates);

impl<G: Geometry> Attacks<G> for AllMoves<'_> {
    fn attacks(&mut self, position: &Position<G>) -> Result<Vec<(Move, Vec<Move>)>, BruteError> {
        let mut lines = Vec::new();
        let mut after = position.clone();
        for m in position.legal_moves() {
            let undo = after.make(m);
            if threatened(self.0, &after)? {
                // Replies that run into a plain mate are done.
                let mut left = Vec::new();
                for reply in replies(&after) {
                    let undo = after.make(reply);
                    if !self.0.mates(&after)? {
                        left.push(reply);
                    }
                    after.unmake(reply, undo);
                }
                lines.push((m, left));
            }
            after.unmake(m, undo);
        }
        Ok(lines)
    }
}

/// Solves a position: the verdict by the least fixpoint, the lengths by `A(P, n)` for growing `n`.
/// The side to move attacks. `limit` bounds the positions in each of the two modes.
pub fn solve<G: Geometry>(position: &Position<G>, limit: usize) -> Result<Answer, BruteError> {
    let attacker = position.turn();
    suitable(position, attacker.other())?;
    let mut brinkmates = Brinkmates::new(attacker, limit);
    let mate = brinkmates.mates.mates(position)?;
    let mut threats = Vec::new();
    let mut working = Vec::new();
    let mut after = position.clone();
    for m in position.legal_moves() {
        let undo = after.make(m);
        if threatened(&mut brinkmates.mates, &after)? {
            if !after.in_check() {
                threats.push(m);
            }
            if brinkmates.holds(&after)? {
                working.push(m);
            }
        }
        after.unmake(m, undo);
    }
    let states = brinkmates.visited();
    let mut bounded = Bounded::with(brinkmates.mates, limit);
    let mut moves = Vec::new();
    for m in working {
        let undo = after.make(m);
        let mut n = 0;
        while !bounded.holds(&after, n)? {
            n += 1;
        }
        moves.push((m, n + 1));
        after.unmake(m, undo);
    }
    let verdict = match moves.iter().map(|(_, length)| *length).min() {
        _ if mate => Verdict::Mate,
        Some(length) => Verdict::Hisshi(length),
        None => Verdict::None,
    };
    Ok(Answer {
        verdict,
        moves,
        threats,
        states,
    })
}
