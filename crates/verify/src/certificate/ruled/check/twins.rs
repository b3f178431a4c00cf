//! Two positions at once: `alike` and `unlike`, and what a policy asks of a drop that was taken and given back.

use super::super::super::RejectedKind;
use super::super::super::referee::Referee;
use super::super::fact::{hold, matched};
use super::super::{Fact, Why};
use super::{RuledChecker, Wrong};
use crate::shogi::{Move, Position};

impl RuledChecker<'_> {
    /// With the piece given back the mate stands within n: D(D/s, n), or W(D, D/s, n).
    pub(super) fn check_goes_on(
        &self,
        position: &Position,
        taken: &Position,
        plies: u32,
    ) -> Result<(), Wrong> {
        let compares = self.certificate.policy.compares_play();
        if compares && !self.are_alike(position, taken, plies) {
            let beside = self.key(taken);
            return Err(Why::NotAlike { beside, plies }.into());
        }
        if !compares && !self.is_mated(taken, plies) {
            return Err(Why::NotMated(plies).into());
        }
        Ok(())
    }

    /// It does not: not D(D/s, n), or not W(D, D/s, n).
    pub(super) fn check_breaks_off(
        &self,
        position: &Position,
        taken: &Position,
        plies: u32,
    ) -> Result<(), Wrong> {
        let compares = self.certificate.policy.compares_play();
        if self.escapes(taken, plies) || (compares && self.are_unlike(position, taken, plies)) {
            return Ok(());
        }
        let taken = self.key(taken);
        Err(match compares {
            true => Why::FutileAlike { taken, plies }.into(),
            false => Why::Futile { taken, plies }.into(),
        })
    }

    fn set_up_twins(&self, fact: &Fact, text: &mut String) -> Result<(Position, Position), Wrong> {
        let policy = self.certificate.policy;
        if !policy.compares_play() {
            return Err(Why::Compared(policy.to_string()).into());
        }
        let first = self.set_up(fact, false, text)?;
        let second = self.set_up_board(fact, fact.first(), text)?;
        Ok((first, second))
    }

    /// W(X, Y, n): every reply of Y is stripped there, or is one of X and has an answer that is the same in both.
    pub(super) fn check_alike(&self, fact: &Fact, text: &mut String) -> Result<(), Wrong> {
        let (x, y) = self.set_up_twins(fact, text)?;
        let mut answers: Vec<(&str, &str)> = fact.words().skip(1).filter_map(matched).collect();
        self.check_replies(&y, fact.plies(), None, fact, |reply| {
            let name = y.move_text(reply);
            let found = answers.iter().position(|&(reply, _)| reply == name);
            let (_, check) = answers.swap_remove(found.ok_or(Why::NoAnswer)?);
            self.check_matched(&x, &y, reply, check, fact.plies())
        })?;
        match answers.first() {
            Some(&(reply, _)) if y.find(reply).is_none() => {
                Err(Wrong::from(RejectedKind::IllegalReply).after(reply))
            }
            Some(&(reply, _)) => Err(Wrong::from(Why::NeedlessAnswer).after(reply)),
            None => Ok(()),
        }
    }

    /// A check of Y·ρ is one of X·ρ too and answers both.
    fn check_matched(
        &self,
        x: &Position,
        y: &Position,
        reply: Move,
        check: &str,
        plies: u32,
    ) -> Result<(), Wrong> {
        let left = plies.checked_sub(2).ok_or(Why::Spent)?;
        if !y.shares(x, reply) {
            return Err(Why::NotShared.into());
        }
        let (x, y) = (x.after(reply), y.after(reply));
        let there = self.find_check(&y, check)?;
        let wrong = |why: Why| Err(Wrong::from(why).after(check));
        let same = x.same_checks(&y).into_iter().find(|&(_, other)| other == there);
        let Some((here, _)) = same else {
            return wrong(Why::NoLike);
        };
        let (x, y) = (x.after(here), y.after(there));
        if !self.is_mated(&x, left) {
            return wrong(Why::FirstOpen(left));
        }
        if !self.are_alike(&x, &y, left) {
            let (beside, plies) = (self.key(&y), left);
            return wrong(Why::NotAlike { beside, plies });
        }
        Ok(())
    }

    /// Not W(X, Y, n): a reply of Y that counts is none of X, or no check answers it in both.
    pub(super) fn check_unlike(&self, fact: &Fact, text: &mut String) -> Result<(), Wrong> {
        let (x, y) = self.set_up_twins(fact, text)?;
        let Some(hold) = fact.words().nth(1).and_then(hold) else {
            return Err(RejectedKind::MissingReply.into());
        };
        let Some(reply) = y.find(hold.reply) else {
            return Err(Wrong::from(RejectedKind::IllegalReply).after(hold.reply));
        };
        self.check_counts(&y, reply, fact.plies(), hold)
            .map_err(|wrong| wrong.after(hold.reply))?;
        let Some(left) = fact.plies().checked_sub(2) else {
            return Ok(());
        };
        if !y.shares(&x, reply) {
            return Ok(());
        }
        let (x, y) = (x.after(reply), y.after(reply));
        for (here, there) in x.same_checks(&y) {
            let (next_x, next_y) = (x.after(here), y.after(there));
            if !self.escapes(&next_x, left) && !self.are_unlike(&next_x, &next_y, left) {
                let why = Why::AnswersBoth {
                    first: self.key(&next_x),
                    plies: left,
                };
                return Err(Wrong::from(why).after(&y.move_text(there)).after(hold.reply));
            }
        }
        Ok(())
    }

    /// Two positions as `alike` and `unlike` name them: the second by its board, its hands being those of the first. Nothing is
    /// said there of positions whose hands differ; what was taken and given back leads to none.
    fn names(&self, x: &Position, y: &Position) -> Option<(String, String)> {
        let mut second = String::new();
        self.tsume.write_board(y, &mut second);
        (self.tsume.resource(x) == self.tsume.resource(y)).then(|| (self.key(x), second))
    }

    /// W(X, Y, n), as the records or the board have it.
    fn are_alike(&self, x: &Position, y: &Position, plies: u32) -> bool {
        let recorded = self.names(x, y).is_some_and(|(x, y)| {
            let known = self.alike.get(&(x.as_str(), y.as_str()));
            known.is_some_and(|&least| least <= plies)
        });
        recorded || !y.has_legal() || (self.key(x) == self.key(y) && self.is_mated(y, plies))
    }

    /// Not W(X, Y, n), as the records or the board have it.
    fn are_unlike(&self, x: &Position, y: &Position, plies: u32) -> bool {
        let recorded = self.names(x, y).is_some_and(|(x, y)| {
            let known = self.unlike.get(&(x.as_str(), y.as_str()));
            known.is_some_and(|&most| most >= plies)
        });
        recorded || self.escapes(y, plies)
    }
}
