//! Best play (Noshita and Iida, *Generalized Solution-sequences in Games*, section 2).
//!
//! The attacker plays a shortest mate; of those, one that leaves the most pieces in hand. The
//! defender resists longest; of those replies, one that leaves the attacker the fewest pieces. All
//! such lines are lines of best play (`best_play.rs`), and the grade decides further
//! (`grade.rs`). Where no grade is asked for, the first of equal moves is taken: promotions before
//! the rest, moves on the board before drops, then by the target square (file 1 first, from rank a
//! down), then by the origin or the kind dropped. So the line depends on the position and the
//! policy alone.

use crate::policy::lengths::Lengths;
use crate::policy::line::plays_by_lengths;
use crate::policy::taking::exact;
use crate::{Meter, Reason};
use yose_andor::Plies;
use yose_andor::walk::{Choice, Play, walk};
use yose_shogi::{Geometry, Hand, Move, Position};

/// The convention that picks the solution and grades it.
pub const CONVENTION: &str = "paper-2";

/// A defence as long as that of the main line that leaves as little (変同).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The ply at which the defence leaves the main line, from 1.
    pub at: usize,
    /// The line from there on; its first move is the other defence.
    pub line: Vec<Move>,
    /// Pieces that the attacker holds at the end of the line.
    pub left: u32,
}

fn rank(m: &Move) -> (bool, bool, usize, u16) {
    (!m.promotes(), m.dropped().is_some(), m.to().index(), m.packed())
}

/// Moves in the order of the tie-break.
pub(crate) fn in_order(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort_by_key(rank);
    moves
}

/// The number of pieces in a hand.
pub fn count_in_hand(hand: Hand) -> u32 {
    hand.counts().iter().map(|&n| u32::from(n)).sum()
}

/// The moves of the main line.
struct MainLine<'l, 't, 'm, 'a, G: Geometry> {
    lengths: &'l mut Lengths<'t, G>,
    meter: &'m mut Meter<'a>,
}

plays_by_lengths!(MainLine);

impl<G: Geometry> Choice for MainLine<'_, '_, '_, '_, G> {
    type Stop = Reason;

    fn best_move(&mut self, at: &mut Position<G>, left: Plies) -> Result<Option<(Plies, Move)>, Reason> {
        let best = self.lengths.best_attack(at, left, self.meter)?;
        Ok(best.map(|(m, _)| (left - 1, m)))
    }

    fn longest_reply(&mut self, at: &mut Position<G>, left: Plies) -> Result<Option<(Plies, Move)>, Reason> {
        let best = self.lengths.best_defence(at, left, self.meter)?;
        Ok(best.map(|(m, _)| (left - 1, m)))
    }
}

impl<G: Geometry> Lengths<'_, G> {
    /// The main line from a position, whoever is to move, whose length under the policy is
    /// `length`.
    pub fn line(
        &mut self,
        p: &Position<G>,
        length: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Move>, Reason> {
        let mut choice = MainLine { lengths: self, meter };
        Ok(walk(&mut choice, p, length, usize::from(length))?.moves)
    }

    /// Every defence as long as that of the main line, at every turn of the defender.
    pub fn variations(
        &mut self,
        p: &Position<G>,
        main: &[Move],
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Variation>, Reason> {
        let mut p = p.clone();
        let mut found = Vec::new();
        for (i, &played) in main.iter().enumerate() {
            if i % 2 == 1 {
                let left = (main.len() - i) as Plies;
                for (r, count) in self.longest(&mut p, left, meter)? {
                    if r != played {
                        let mut next = p.clone();
                        next.make(r);
                        let mut line = vec![r];
                        line.extend(self.line(&next, left - 1, meter)?);
                        found.push(Variation {
                            at: i + 1,
                            line,
                            left: count,
                        });
                    }
                }
            }
            p.make(played);
        }
        Ok(found)
    }

    /// The best attack of a mate in exactly `left`, with the pieces that it leaves in hand.
    fn best_attack(
        &mut self,
        p: &mut Position<G>,
        left: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(Move, u32)>, Reason> {
        let mut best: Option<(Move, u32)> = None;
        for m in in_order(p.checking_moves()) {
            let undo = p.make(m);
            let count = self.left_by(p, left - 1, meter);
            p.unmake(m, undo);
            if let Some(count) = count?
                && best.is_none_or(|(_, most)| count > most)
            {
                best = Some((m, count));
            }
        }
        Ok(best)
    }

    /// Every attack of best play in a mate in exactly `left`, in order.
    pub(crate) fn best_attacks(
        &mut self,
        p: &mut Position<G>,
        left: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Move>, Reason> {
        let mut found = Vec::new();
        for m in in_order(p.checking_moves()) {
            let undo = p.make(m);
            let count = self.left_by(p, left - 1, meter);
            p.unmake(m, undo);
            found.extend(count?.map(|count| (m, count)));
        }
        let most = found.iter().map(|&(_, count)| count).max();
        found.retain(|&(_, count)| Some(count) == most);
        Ok(found.into_iter().map(|(m, _)| m).collect())
    }

    /// Every reply of best play to a check that mates in exactly `left` more, in order.
    pub(crate) fn best_defences(
        &mut self,
        p: &mut Position<G>,
        left: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Move>, Reason> {
        let mut longest = self.longest(p, left, meter)?;
        let fewest = longest.iter().map(|&(_, count)| count).min();
        longest.retain(|&(_, count)| Some(count) == fewest);
        Ok(longest.into_iter().map(|(r, _)| r).collect())
    }

    /// The pieces that a check leaves in hand if it mates within `left` more plies.
    fn left_by(
        &mut self,
        p: &mut Position<G>,
        left: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Reason> {
        if !self.within(p, left, meter)? {
            return Ok(None);
        }
        if left == 0 {
            return Ok(Some(count_in_hand(p.hand(p.turn().other()))));
        }
        Ok(self.best_defence(p, left, meter)?.map(|(_, count)| count))
    }

    /// The best reply to a check that mates in exactly `left` more.
    fn best_defence(
        &mut self,
        p: &mut Position<G>,
        left: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(Move, u32)>, Reason> {
        let longest = self.longest(p, left, meter)?;
        let fewest = longest.iter().map(|&(_, count)| count).min();
        Ok(longest.into_iter().find(|&(_, count)| Some(count) == fewest))
    }

    /// The replies that last longest, in order, with the pieces that each leaves the attacker.
    fn longest(
        &mut self,
        p: &mut Position<G>,
        left: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<(Move, u32)>, Reason> {
        let mut longest = Vec::new();
        for r in in_order(p.evading_moves()) {
            let mut next = p.clone();
            next.make(r);
            if !self.lasts(&next, left, meter)? || !self.counts(p, r, left, meter)? {
                continue;
            }
            if let Some(count) = self.left_after(&mut next, left - 1, meter)? {
                longest.push((r, count));
            }
        }
        Ok(longest)
    }

    /// The pieces left after a reply whose mate takes exactly `left`.
    fn left_after(
        &mut self,
        p: &mut Position<G>,
        left: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Reason> {
        let key = exact(p);
        if let Some(&count) = self.left.get(&key) {
            return Ok(Some(count));
        }
        meter.tick()?;
        let count = self.best_attack(p, left, meter)?.map(|(_, count)| count);
        if let Some(count) = count {
            self.has_room()?;
            self.left.insert(key, count);
        }
        Ok(count)
    }
}
