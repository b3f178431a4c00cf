//! Two positions at once: `alike` and `unlike`, and F for a drop that is taken and given back.

use super::{Failure, PolicyChecker};
use crate::certificate::RejectedKind as PlainKind;
use crate::certificate::referee::Referee;
use crate::certificate::under_policy::fact::{parse_answered_reply, parse_refutation};
use crate::certificate::under_policy::{Fact, RejectedKind};
use crate::shogi::{Move, Position};

impl PolicyChecker<'_> {
    /// F(D, D/s, n) holds: D(D/s, n), or W(D, D/s, n) under a policy that compares the play.
    pub(super) fn check_given_back_mated(
        &self,
        position: &Position,
        given_back: &Position,
        plies: u32,
    ) -> Result<(), Failure> {
        let compares = self.certificate.policy.compares_play();
        if compares && !self.are_alike(position, given_back, plies) {
            let beside = self.key(given_back);
            return Err(RejectedKind::NotAlike { beside, plies }.into());
        }
        if !compares && !self.is_mated(given_back, plies) {
            return Err(RejectedKind::NotMated(plies).into());
        }
        Ok(())
    }

    /// F(D, D/s, n) fails: not D(D/s, n), or not W(D, D/s, n).
    pub(super) fn check_given_back_escapes(
        &self,
        position: &Position,
        given_back: &Position,
        plies: u32,
    ) -> Result<(), Failure> {
        let compares = self.certificate.policy.compares_play();
        if self.escapes(given_back, plies) || (compares && self.are_unlike(position, given_back, plies)) {
            return Ok(());
        }
        let given_back = self.key(given_back);
        Err(match compares {
            true => RejectedKind::FutileAlike { given_back, plies }.into(),
            false => RejectedKind::Futile { given_back, plies }.into(),
        })
    }

    /// The two positions of a record of `alike` or `unlike`.
    fn set_up_pair(&self, fact: &Fact, text: &mut String) -> Result<(Position, Position), Failure> {
        let policy = self.certificate.policy;
        if !policy.compares_play() {
            return Err(RejectedKind::ComparesNoPlay(policy.to_string()).into());
        }
        let first = self.set_up(fact, false, text)?;
        let second = self.set_up_board(fact, fact.first_word(), text)?;
        Ok((first, second))
    }

    /// W(X, Y, n): every reply of Y is stripped, or is also a reply of X and has the same answer in
    /// both.
    pub(super) fn check_alike(&self, fact: &Fact, text: &mut String) -> Result<(), Failure> {
        let (x, y) = self.set_up_pair(fact, text)?;
        let mut answers: Vec<(&str, &str)> = fact.words().skip(1).filter_map(parse_answered_reply).collect();
        self.check_replies(&y, fact.plies(), None, fact, |reply| {
            let name = y.move_text(reply);
            let found = answers.iter().position(|&(reply, _)| reply == name);
            let (_, check) = answers.swap_remove(found.ok_or(RejectedKind::NoAnswer)?);
            self.check_same_answer(&x, &y, reply, check, fact.plies())
        })?;
        match answers.first() {
            Some(&(reply, _)) if y.find(reply).is_none() => {
                Err(Failure::from(PlainKind::IllegalReply).after(reply))
            }
            Some(&(reply, _)) => Err(Failure::from(RejectedKind::NeedlessAnswer).after(reply)),
            None => Ok(()),
        }
    }

    /// The check answers the reply in Y, and the same check answers it in X.
    fn check_same_answer(
        &self,
        x: &Position,
        y: &Position,
        reply: Move,
        check: &str,
        plies: u32,
    ) -> Result<(), Failure> {
        let left = plies.checked_sub(2).ok_or(RejectedKind::NoPlyLeft)?;
        if !y.shares(x, reply) {
            return Err(RejectedKind::NotShared.into());
        }
        let (x, y) = (x.after(reply), y.after(reply));
        let there = self.find_check(&y, check)?;
        let failure = |kind: RejectedKind| Err(Failure::from(kind).after(check));
        let same = x.same_checks(&y).into_iter().find(|&(_, other)| other == there);
        let Some((here, _)) = same else {
            return failure(RejectedKind::NoSameCheck);
        };
        let (x, y) = (x.after(here), y.after(there));
        if !self.is_mated(&x, left) {
            return failure(RejectedKind::NotMatedInFirst(left));
        }
        if !self.are_alike(&x, &y, left) {
            let (beside, plies) = (self.key(&y), left);
            return failure(RejectedKind::NotAlike { beside, plies });
        }
        Ok(())
    }

    /// Not W(X, Y, n): a reply of Y counts, and either it is not a reply of X or no check answers
    /// it in both.
    pub(super) fn check_unlike(&self, fact: &Fact, text: &mut String) -> Result<(), Failure> {
        let (x, y) = self.set_up_pair(fact, text)?;
        let Some(refutation) = fact.words().nth(1).and_then(parse_refutation) else {
            return Err(PlainKind::MissingReply.into());
        };
        let Some(reply) = y.find(refutation.reply) else {
            return Err(Failure::from(PlainKind::IllegalReply).after(refutation.reply));
        };
        self.check_counts(&y, reply, fact.plies(), refutation)
            .map_err(|failure| failure.after(refutation.reply))?;
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
                let kind = RejectedKind::AnswersBoth {
                    first: self.key(&next_x),
                    plies: left,
                };
                return Err(Failure::from(kind)
                    .after(&y.move_text(there))
                    .after(refutation.reply));
            }
        }
        Ok(())
    }

    /// The key of a pair in `alike` and `unlike`: the first position, and the board of the second
    /// one. `None` if the hands differ. No record is about such a pair, and giving a piece back
    /// never leads to one.
    fn pair_key(&self, x: &Position, y: &Position) -> Option<(String, String)> {
        let mut second = String::new();
        self.tsume.write_board(y, &mut second);
        (self.tsume.resource(x) == self.tsume.resource(y)).then(|| (self.key(x), second))
    }

    /// Whether the records or the board say W(X, Y, n).
    fn are_alike(&self, x: &Position, y: &Position, plies: u32) -> bool {
        let recorded = self.pair_key(x, y).is_some_and(|(x, y)| {
            let known = self.alike.get(&(x.as_str(), y.as_str()));
            known.is_some_and(|&least| least <= plies)
        });
        recorded || !y.has_legal() || (self.key(x) == self.key(y) && self.is_mated(y, plies))
    }

    /// Whether the records or the board say that W(X, Y, n) fails.
    fn are_unlike(&self, x: &Position, y: &Position, plies: u32) -> bool {
        let recorded = self.pair_key(x, y).is_some_and(|(x, y)| {
            let known = self.unlike.get(&(x.as_str(), y.as_str()));
            known.is_some_and(|&most| most >= plies)
        });
        recorded || self.escapes(y, plies)
    }
}
