//! Which line is *the* solution. The length of a problem is that of its solution.
//!
//! By either convention the attacker plays the shortest mates under the policy. `modern`: the
//! defender resists longest, and the pieces left over in hand only decide between lines of one
//! length. `classical`: a variation that leaves the attacker pieces (駒余り) does not count if
//! another leaves none. docs/guide/convention.md has the definition and the reasons.
//!
//! The computation: the true length is known. For L from there downwards the question is whether
//! the defender can last at least L plies and leave nothing, whichever of the shortest attacks is
//! played. Only replies after which the true length is L less the plies so far matter, and no line
//! has more drops than the attacker has moves.

use crate::check::main_line::{Variation, count_in_hand, in_order};
use crate::policy::lengths::Lengths;
use crate::policy::line::plays_by_lengths;
use crate::policy::taking::exact;
use crate::{Meter, Reason};
use yose_andor::Plies;
use yose_andor::walk::{Choice, Play, walk};
use yose_shogi::{Geometry, Move, Position};

/// Which of the lines with shortest attacks is the solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Convention {
    /// A line that lasts longest; of those, one that leaves as little as possible.
    #[default]
    Modern,
    /// A line that leaves nothing; of those, one that lasts longest. If every line leaves
    /// something, as `Modern`.
    Classical,
}

impl Convention {
    /// Every convention.
    pub const ALL: [Convention; 2] = [Convention::Modern, Convention::Classical];

    /// The word used in options and answers.
    pub const fn word(self) -> &'static str {
        match self {
            Convention::Modern => "modern",
            Convention::Classical => "classical",
        }
    }

    /// The name and version of the rule that picks and grades the solution in a check.
    pub const fn picks(self) -> &'static str {
        match self {
            Convention::Modern => crate::check::main_line::CONVENTION,
            Convention::Classical => "classical-2",
        }
    }
}

/// Lines that leave nothing, from a position with the attacker to move: the defender can last
/// `lasts` plies, and cannot last `fails` plies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clean {
    lasts: Plies,
    fails: Plies,
}

/// The moves of the line that leaves nothing. The plies left are those of that line.
struct CleanLine<'l, 't, 'm, 'a, G: Geometry> {
    lengths: &'l mut Lengths<'t, G>,
    /// The true length of the position at which the walk stands, with the attacker to move.
    length: Plies,
    meter: &'m mut Meter<'a>,
}

plays_by_lengths!(CleanLine);

impl<G: Geometry> Choice for CleanLine<'_, '_, '_, '_, G> {
    type Stop = Reason;

    fn best_move(&mut self, at: &mut Position<G>, clean: Plies) -> Result<Option<(Plies, Move)>, Reason> {
        let found = self.lengths.clean_attack(at, self.length, clean, self.meter)?;
        Ok(found.map(|m| (clean - 1, m)))
    }

    fn longest_reply(&mut self, at: &mut Position<G>, clean: Plies) -> Result<Option<(Plies, Move)>, Reason> {
        let length = self.length - 1;
        let replies = self.lengths.clean_replies(at, length, clean, true, self.meter)?;
        Ok(replies.into_iter().next().map(|(r, left)| {
            self.length = left;
            (clean - 1, r)
        }))
    }
}

impl<G: Geometry> Lengths<'_, G> {
    /// The length of the longest line that leaves nothing, from a position with the attacker to
    /// move whose length under the policy is `length`. `None` if the attacker can leave something
    /// in every line.
    pub fn clean_length(
        &mut self,
        p: &Position<G>,
        length: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Plies>, Reason> {
        for least in (1..=length).rev().step_by(2) {
            if self.attack_is_clean(p, length, least, meter)? {
                return Ok(Some(least));
            }
        }
        Ok(None)
    }

    /// The line of that length. Of equal moves it plays the first by the tie-break of the main
    /// line.
    pub fn clean_line(
        &mut self,
        p: &Position<G>,
        length: Plies,
        clean: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Move>, Reason> {
        let mut choice = CleanLine {
            lengths: self,
            length,
            meter,
        };
        Ok(walk(&mut choice, p, clean, usize::MAX)?.moves)
    }

    /// Every other defence that leaves nothing and lasts as long, at every turn of the defender.
    pub(crate) fn clean_variations(
        &mut self,
        p: &Position<G>,
        length: Plies,
        main: &[Move],
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Variation>, Reason> {
        let mut p = p.clone();
        let mut length = length;
        let mut found = Vec::new();
        for (i, &played) in main.iter().enumerate() {
            if i % 2 == 1 {
                let clean = (main.len() - i) as Plies;
                let mut after_played = length - 2;
                for (r, left) in self.clean_replies(&p, length - 1, clean, false, meter)? {
                    if r == played {
                        after_played = left;
                        continue;
                    }
                    let mut next = p.clone();
                    next.make(r);
                    let mut line = vec![r];
                    line.extend(self.clean_line(&next, left, clean - 1, meter)?);
                    found.push(Variation {
                        at: i + 1,
                        line,
                        left: 0,
                    });
                }
                length = after_played;
            }
            p.make(played);
        }
        Ok(found)
    }

    /// A better defence, with its line, than the one that led to `next`: a defence that lasts
    /// longer and leaves nothing, or any defence that leaves nothing if that one does not. `length`
    /// and `left` are the lengths before and after the defence.
    pub(crate) fn cleaner_defence(
        &mut self,
        p: &Position<G>,
        length: Plies,
        (next, left): (&Position<G>, Plies),
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Move>>, Reason> {
        let more = self.clean_length(next, left, meter)?.map_or(2, |clean| clean + 3);
        let Some((r, left)) = self.clean_replies(p, length, more, true, meter)?.pop() else {
            return Ok(None);
        };
        let mut better = p.clone();
        better.make(r);
        let mut line = vec![r];
        if let Some(clean) = self.clean_length(&better, left, meter)? {
            line.extend(self.clean_line(&better, left, clean, meter)?);
        }
        Ok(Some(line))
    }

    /// Whether the defender can last at least `least` plies and leave nothing, whichever shortest
    /// attack is played. The length is exactly `length`.
    fn attack_is_clean(
        &mut self,
        p: &Position<G>,
        length: Plies,
        least: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        if least > length || count_in_hand(p.hand(p.turn())) > u32::from(length).div_ceil(2) {
            return Ok(false);
        }
        let key = exact(p);
        let mut known = self.clean.get(&key).copied().unwrap_or(Clean {
            lasts: 0,
            fails: Plies::MAX,
        });
        if least <= known.lasts {
            return Ok(true);
        }
        if least >= known.fails {
            return Ok(false);
        }
        meter.tick()?;
        let mut clean = true;
        for m in in_order(p.checking_moves()) {
            let mut next = p.clone();
            next.make(m);
            if self.within(&next, length - 1, meter)?
                && !self.defence_is_clean(&next, length - 1, least - 1, meter)?
            {
                clean = false;
                break;
            }
        }
        if clean {
            known.lasts = least;
        } else {
            known.fails = least;
        }
        self.has_room()?;
        self.clean.insert(key, known);
        Ok(clean)
    }

    /// The same with the defender to move.
    fn defence_is_clean(
        &mut self,
        p: &Position<G>,
        length: Plies,
        least: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        if length == 0 {
            return Ok(count_in_hand(p.hand(p.turn().other())) == 0);
        }
        Ok(!self.clean_replies(p, length, least, true, meter)?.is_empty())
    }

    /// The replies after which the defender can last at least `least` plies and leave nothing, with
    /// the length after each: the first of them, or all.
    pub(crate) fn clean_replies(
        &mut self,
        p: &Position<G>,
        length: Plies,
        least: Plies,
        one: bool,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<(Move, Plies)>, Reason> {
        let mut found = Vec::new();
        if length == 0 {
            return Ok(found);
        }
        let attacker = p.turn().other();
        // A line that leaves nothing has at least one more turn of the attacker.
        let least = least.max(2) - 1;
        for r in in_order(p.evading_moves()) {
            let mut next = p.clone();
            next.make(r);
            if count_in_hand(next.hand(attacker)) > u32::from(length / 2) {
                continue;
            }
            let short = least > 2 && self.within(&next, least - 2, meter)?;
            if short || !self.counts(p, r, length, meter)? {
                continue;
            }
            let mut left = length - 1;
            while left > least {
                match self.shorter(&next, left, meter)? {
                    Some(plies) => left = plies,
                    None => break,
                }
            }
            if self.attack_is_clean(&next, left, least, meter)? {
                found.push((r, left));
                if one {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// The first of the shortest attacks against which no line that leaves nothing lasts longer
    /// than `clean`.
    fn clean_attack(
        &mut self,
        p: &Position<G>,
        length: Plies,
        clean: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Move>, Reason> {
        for m in in_order(p.checking_moves()) {
            if self.is_clean_attack(p, m, length, clean, meter)? {
                return Ok(Some(m));
            }
        }
        Ok(None)
    }

    /// All of these attacks, in order.
    pub(crate) fn clean_attacks(
        &mut self,
        p: &Position<G>,
        length: Plies,
        clean: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Move>, Reason> {
        let mut found = Vec::new();
        for m in in_order(p.checking_moves()) {
            if self.is_clean_attack(p, m, length, clean, meter)? {
                found.push(m);
            }
        }
        Ok(found)
    }

    fn is_clean_attack(
        &mut self,
        p: &Position<G>,
        m: Move,
        length: Plies,
        clean: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        let mut next = p.clone();
        next.make(m);
        let longer = clean + 1;
        Ok(self.within(&next, length - 1, meter)?
            && (longer > length - 1 || !self.defence_is_clean(&next, length - 1, longer, meter)?))
    }
}
