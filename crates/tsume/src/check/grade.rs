//! The grade of a problem by its cooks, with the parameters of K. Noshita and T. Iida.
//!
//! The grade is a property of the problem: it does not depend on the choice between equally good
//! lines. A turn of the attacker is a *turn with cooks* if another move mates there too. The last
//! turn of a line is never one. The grade follows from the number of turns with cooks, and from
//! whether every cook is minor. Among equally good lines
//!
//! - every attack counts, at its worst: a mate as short by another move is a cook;
//! - of defences that are equally good the best counts: they are variations (変同), which Noshita
//!   and Iida do not call flaws, and cooks in a variation are not cooks of the solution;
//! - of promotions and last moves, which are free, the best counts as well.

use crate::check::Undecided;
use crate::check::best_play::BestPlay;
use crate::check::cook::{Cook, Parameters, differ_in_promotion};
use crate::check::merge::{Merge, attacks};
use crate::policy::lengths::Lengths;
use crate::policy::taking::{Exact, exact};
use crate::{Meter, Reason};
use std::collections::HashMap;
use std::rc::Rc;
use yose_andor::Plies;
use yose_shogi::{Geometry, Move, Position};

/// The grade of a problem, or of one of its lines of best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// No cook but at the last move and in promotions.
    A,
    /// Minor cooks only.
    B,
    /// Cooked.
    C,
}

impl Grade {
    /// The letter.
    pub const fn letter(self) -> &'static str {
        match self {
            Grade::A => "A",
            Grade::B => "B",
            Grade::C => "C",
        }
    }

    /// The grade of a letter.
    pub fn of(letter: &str) -> Option<Grade> {
        [Grade::A, Grade::B, Grade::C]
            .into_iter()
            .find(|grade| grade.letter() == letter)
    }

    /// The grade of a line of `length` plies with these cooks, listed from the first turn to the
    /// last.
    pub fn of_cooks(cooks: &[Cook], length: usize, parameters: &Parameters) -> Grade {
        if culprit(cooks, length, parameters).is_some() {
            Grade::C
        } else if cooks.iter().any(|cook| !cook.is_free()) {
            Grade::B
        } else {
            Grade::A
        }
    }
}

/// The number of the cook that makes a line of `length` plies cooked: one that is not minor, one of
/// too many at one turn, or the first of one turn too many. `None` if the line is not cooked.
pub fn culprit(cooks: &[Cook], length: usize, parameters: &Parameters) -> Option<usize> {
    let counted = || cooks.iter().filter(|cook| !cook.is_free());
    let at_one_turn = |at| counted().filter(|cook| cook.at == at).count();
    let mut turns: Vec<usize> = counted().map(|cook| cook.at).collect();
    turns.dedup();
    cooks
        .iter()
        .position(|cook| !cook.is_minor(length, parameters))
        .or_else(|| {
            let most = parameters.most?;
            cooks
                .iter()
                .position(|cook| !cook.is_free() && at_one_turn(cook.at) > most)
        })
        .or_else(|| {
            let one_too_many = turns.get(parameters.turns)?;
            cooks
                .iter()
                .position(|cook| cook.at == *one_too_many && !cook.is_free())
        })
}

/// The cooks of a line, from the first turn of the attacker to the last. `others` answers for each
/// turn, given the ply (from 1), the position and the move of the line: which other moves mate?
/// Each of them comes with its line, itself first.
pub fn cooks<G: Geometry, E>(
    root: &Position<G>,
    line: &[Move],
    parameters: &Parameters,
    mut others: impl FnMut(usize, &Position<G>, Move) -> Result<Vec<Vec<Move>>, E>,
) -> Result<Vec<Cook>, E> {
    let mut p = root.clone();
    let mut cooks = Vec::new();
    for (i, &played) in line.iter().enumerate() {
        if i % 2 == 0 {
            for other in others(i + 1, &p, played)? {
                cooks.push(Cook::new(line, i + 1, other, parameters));
            }
        }
        p.make(played);
    }
    Ok(cooks)
}

/// A move of which a limit left open whether it mates, or by which line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// Whether the move is known to mate, and only its line is not known.
    pub mates: bool,
    /// Which limit.
    pub reason: Reason,
}

/// The line of a check, the check first, if it mates.
pub fn mating_line<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    p: &Position<G>,
    check: Move,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Move>>, Open> {
    let mut next = p.clone();
    next.make(check);
    let open = |mates| move |reason| Open { mates, reason };
    if lengths.mates(&next, meter).map_err(open(false))?.is_none() {
        return Ok(None);
    }
    let mut line = vec![check];
    if let Some(length) = lengths.length(&next, meter).map_err(open(true))? {
        line.extend(lengths.line(&next, length, meter).map_err(open(true))?);
    }
    Ok(Some(line))
}

/// A number of turns with cooks, as far as it is known. One more than the parameters allow stands
/// for every problem that is cooked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TurnCount {
    least: usize,
    most: usize,
}

impl TurnCount {
    const NONE: TurnCount = TurnCount { least: 0, most: 0 };

    fn exactly(turns: usize) -> TurnCount {
        TurnCount {
            least: turns,
            most: turns,
        }
    }

    fn plus(self, other: TurnCount, cooked: usize) -> TurnCount {
        TurnCount {
            least: (self.least + other.least).min(cooked),
            most: (self.most + other.most).min(cooked),
        }
    }

    fn max(self, other: TurnCount) -> TurnCount {
        TurnCount {
            least: self.least.max(other.least),
            most: self.most.max(other.most),
        }
    }

    fn min(self, other: TurnCount) -> TurnCount {
        TurnCount {
            least: self.least.min(other.least),
            most: self.most.min(other.most),
        }
    }
}

/// The number of turns that stands for "cooked".
fn cooked(parameters: &Parameters) -> usize {
    parameters.turns + 1
}

/// Another mating move: the move, and the length after it or what is open.
type Other = (Move, Result<Plies, Open>);

/// What the attacker could play at one turn besides the move of the solution.
pub(crate) struct Turn {
    /// The other mating moves. Plies are counted from this turn.
    pub cooks: Vec<Cook>,
    /// Moves left open.
    pub open: Vec<(Move, Open)>,
    counts: TurnCount,
}

/// Grades problems with the same set of pieces, under one policy and the same parameters. What was
/// found out about a position serves every problem that leads there: the plies of a place of best
/// play are the length of its position, so a position alone is the key.
pub struct Judge {
    parameters: Parameters,
    others: HashMap<Exact, Rc<Vec<Other>>>,
    turns: HashMap<(Exact, Move), Rc<Turn>>,
    /// The turns with cooks from a position on, with the move that decides.
    values: HashMap<Exact, (TurnCount, Move)>,
    /// The first limit that left a move open.
    stopped: Option<Reason>,
}

/// The grade of a problem, with an example of the lines that decide it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grading {
    /// The grade.
    pub grade: Grade,
    /// A line of best play that has this grade. Equal moves go by the order of the tie-break.
    pub line: Vec<Move>,
    /// The cooks along that line, up to the last turn but one.
    pub cooks: Vec<Cook>,
    /// The number of lines of best play with each grade; `None` if a limit left some open.
    pub lines: Option<[u64; 3]>,
}

/// A line that decides a grade.
pub(crate) struct Example {
    pub line: Vec<Move>,
    /// The cooks up to the last turn but one.
    pub cooks: Vec<Cook>,
    /// Moves left open at these turns.
    pub open: Vec<Undecided>,
}

impl Judge {
    /// A judge who knows nothing yet.
    pub fn new(parameters: Parameters) -> Judge {
        Judge {
            parameters,
            others: HashMap::new(),
            turns: HashMap::new(),
            values: HashMap::new(),
            stopped: None,
        }
    }

    /// Grades a problem whose length under the policy is `length`, by the convention
    /// [`crate::CONVENTION`], and counts its lines.
    ///
    /// # Errors
    /// The limit that left the grade open; [`Reason::Lines`] if the lines of best play lead through
    /// too many positions.
    pub fn judge<G: Geometry>(
        &mut self,
        lengths: &mut Lengths<'_, G>,
        root: &Position<G>,
        length: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Grading, Reason> {
        let play = BestPlay::new(lengths, root, length, None, meter)?;
        let grading = self.grade(lengths, &play, meter).map(|grade| {
            let Example { line, mut cooks, .. } = self.example(lengths, &play, meter);
            cooks.retain(|cook| !cook.is_free());
            Grading {
                grade,
                line,
                cooks,
                lines: self.count(lengths, &play, meter),
            }
        });
        if self.stopped.is_some() {
            // The next problem may have more time, and decide what was left open.
            *self = Judge::new(self.parameters);
        }
        grading
    }

    /// The grade of a problem with these lines of best play.
    pub(crate) fn grade<G: Geometry>(
        &mut self,
        lengths: &mut Lengths<'_, G>,
        play: &BestPlay<G>,
        meter: &mut Meter<'_>,
    ) -> Result<Grade, Reason> {
        let TurnCount { least, most } = self.value(lengths, play, 0, meter);
        if self.of_turns(least) == self.of_turns(most) {
            Ok(self.of_turns(most))
        } else {
            Err(self.stopped.unwrap_or(Reason::Memory))
        }
    }

    fn of_turns(&self, turns: usize) -> Grade {
        match turns {
            0 => Grade::A,
            n if n < cooked(&self.parameters) => Grade::B,
            _ => Grade::C,
        }
    }

    /// A line that decides the grade. From the turn on at which it is cooked, the line follows the
    /// order of the tie-break.
    pub(crate) fn example<G: Geometry>(
        &mut self,
        lengths: &mut Lengths<'_, G>,
        play: &BestPlay<G>,
        meter: &mut Meter<'_>,
    ) -> Example {
        let cooked = cooked(&self.parameters);
        let mut found = Example {
            line: Vec::new(),
            cooks: Vec::new(),
            open: Vec::new(),
        };
        let mut turns = TurnCount::NONE;
        let mut at = 0;
        while let place = play.place(at)
            && place.plies > 0
        {
            let mut decides = None;
            if turns.least < cooked {
                self.value(lengths, play, at, meter);
                decides = self.values.get(&exact(&place.position)).map(|&(_, m)| m);
            }
            let next = place.next.iter().find(|&&(m, _)| Some(m) == decides);
            let Some(&(m, to)) = next.or(place.next.first()) else {
                break;
            };
            if place.attacks() && place.plies > 1 {
                let at_ply = found.line.len() + 1;
                let turn = self.turn(lengths, play, at, (m, to), meter);
                turns = turns.plus(turn.counts, cooked);
                let cooks = turn.cooks.iter().cloned();
                found.cooks.extend(cooks.map(|cook| Cook { at: at_ply, ..cook }));
                found.open.extend(turn.open.iter().map(|&(mv, open)| Undecided {
                    at: at_ply,
                    mv,
                    mates: open.mates,
                    reason: open.reason,
                }));
            }
            found.line.push(m);
            at = to;
        }
        found
    }

    /// The turns with cooks from a place on.
    fn value<G: Geometry>(
        &mut self,
        lengths: &mut Lengths<'_, G>,
        play: &BestPlay<G>,
        at: usize,
        meter: &mut Meter<'_>,
    ) -> TurnCount {
        let place = play.place(at);
        if place.plies == 0 {
            return TurnCount::NONE;
        }
        let key = exact(&place.position);
        if let Some(&(turns, _)) = self.values.get(&key) {
            return turns;
        }
        let found = if place.attacks() {
            self.attack(lengths, play, at, meter)
        } else {
            self.best(place.next.iter().copied(), |judge, (_, to)| {
                judge.value(lengths, play, to, meter)
            })
        };
        // A place with plies left has a move: best play ends only in the mate.
        let (turns, decides) = found.expect("best play goes on before the mate");
        self.values.insert(key, (turns, decides));
        turns
    }

    /// The turns from a turn of the attacker on: the worst attack, the best of free moves.
    fn attack<G: Geometry>(
        &mut self,
        lengths: &mut Lengths<'_, G>,
        play: &BestPlay<G>,
        at: usize,
        meter: &mut Meter<'_>,
    ) -> Option<(TurnCount, Move)> {
        let cooked = cooked(&self.parameters);
        let place = play.place(at);
        let mut worst: Option<(TurnCount, Move)> = None;
        for group in attacks(place) {
            let found = self.best(group.into_iter(), |judge, (m, to)| {
                let here = judge.turn(lengths, play, at, (m, to), meter).counts;
                if here.least == cooked {
                    return here;
                }
                here.plus(judge.value(lengths, play, to, meter), cooked)
            });
            let Some((turns, m)) = found else { continue };
            worst = Some(match worst {
                None => (turns, m),
                Some((before, decides)) => {
                    let more = (turns.least, turns.most) > (before.least, before.most);
                    (before.max(turns), if more { m } else { decides })
                }
            });
            if turns.least == cooked {
                break;
            }
        }
        worst
    }

    /// The least of the values of moves, with the first move that has it.
    fn best(
        &mut self,
        moves: impl Iterator<Item = (Move, usize)>,
        mut value: impl FnMut(&mut Self, (Move, usize)) -> TurnCount,
    ) -> Option<(TurnCount, Move)> {
        let mut best: Option<(TurnCount, Move)> = None;
        for (m, to) in moves {
            let turns = value(self, (m, to));
            best = Some(match best {
                None => (turns, m),
                Some((before, decides)) => {
                    let less = (turns.most, turns.least) < (before.most, before.least);
                    (before.min(turns), if less { m } else { decides })
                }
            });
            if turns == TurnCount::NONE {
                break;
            }
        }
        best
    }

    /// What the attacker could play besides the move of the solution. The last turn has no cooks.
    fn turn<G: Geometry>(
        &mut self,
        lengths: &mut Lengths<'_, G>,
        play: &BestPlay<G>,
        at: usize,
        played: (Move, usize),
        meter: &mut Meter<'_>,
    ) -> Rc<Turn> {
        let place = play.place(at);
        let key = (exact(&place.position), played.0);
        if let Some(known) = self.turns.get(&key) {
            return known.clone();
        }
        let (mut cooks, mut open) = (Vec::new(), Vec::new());
        if place.plies > 1 {
            let rest = usize::from(place.plies);
            meter.state.ply = meter.state.settled.saturating_sub(u32::from(place.plies)) + 1;
            for &(m, after) in self.others(lengths, &place.position, meter).iter() {
                if m == played.0 {
                    continue;
                }
                let mut next = place.position.clone();
                next.make(m);
                let found = after.and_then(|length| {
                    let reason = |reason| Open { mates: true, reason };
                    BestPlay::new(lengths, &next, length, None, meter).map_err(reason)
                });
                match found {
                    Ok(cook) => {
                        let (d, after) = Merge::new(play, at, played, &cook).find();
                        let line: Vec<Move> = std::iter::once(m).chain(after).collect();
                        cooks.push(Cook::merging(1, rest, played.0, (line, d), &self.parameters));
                    }
                    Err(why) => {
                        self.stopped.get_or_insert(why.reason);
                        open.push((m, why));
                    }
                }
            }
        }
        let counts = self.counts(&cooks, &open, played.0, usize::from(place.plies));
        let turn = Rc::new(Turn { cooks, open, counts });
        self.turns.insert(key, turn.clone());
        turn
    }

    /// Whether a turn is one with cooks, or is cooked.
    fn counts(&self, cooks: &[Cook], open: &[(Move, Open)], played: Move, rest: usize) -> TurnCount {
        let cooked = cooked(&self.parameters);
        if culprit(
            cooks,
            rest,
            &Parameters {
                turns: 1,
                ..self.parameters
            },
        )
        .is_some()
        {
            return TurnCount::exactly(cooked);
        }
        let counted = cooks.iter().any(|cook| !cook.is_free());
        let mut open = open.iter().filter(|(m, _)| !differ_in_promotion(*m, played));
        let found = TurnCount::exactly(usize::from(counted).min(cooked));
        match open.next() {
            None => found,
            Some(_) => TurnCount {
                most: cooked,
                ..found
            },
        }
    }

    /// Every move of a position that mates, or that a limit left open.
    fn others<G: Geometry>(
        &mut self,
        lengths: &mut Lengths<'_, G>,
        p: &Position<G>,
        meter: &mut Meter<'_>,
    ) -> Rc<Vec<Other>> {
        let key = exact(p);
        if let Some(known) = self.others.get(&key) {
            return known.clone();
        }
        let mut found: Vec<Other> = Vec::new();
        for m in p.checking_moves() {
            let mut next = p.clone();
            next.make(m);
            let open = |mates| move |reason| Open { mates, reason };
            let length = match lengths.mates(&next, meter) {
                Ok(None) => continue,
                Ok(Some(_)) => lengths.length(&next, meter).map_err(open(true)),
                Err(reason) => Err(open(false)(reason)),
            };
            // The policy does not change whether there is a mate, so a mate has a length.
            found.push((m, length.map(|length| length.expect("a mate has a length"))));
        }
        let found = Rc::new(found);
        self.others.insert(key, found.clone());
        found
    }

    /// The number of lines of best play with each grade.
    fn count<G: Geometry>(
        &mut self,
        lengths: &mut Lengths<'_, G>,
        play: &BestPlay<G>,
        meter: &mut Meter<'_>,
    ) -> Option<[u64; 3]> {
        let cooked = cooked(&self.parameters);
        let levels = play.levels(0);
        // For each place, the number of lines from there on by their turns with cooks.
        let mut counted: HashMap<usize, Vec<u64>> = HashMap::new();
        for &at in levels.iter().flatten() {
            let place = play.place(at);
            let mut lines = vec![0u64; cooked + 1];
            if place.plies == 0 {
                lines[0] = 1;
            }
            for &(m, to) in &place.next {
                let mut here = 0;
                if place.attacks() {
                    let turn = self.turn(lengths, play, at, (m, to), meter);
                    let TurnCount { least, most } = turn.counts;
                    if least != most {
                        return None;
                    }
                    here = least;
                }
                for (turns, &n) in counted.get(&to).into_iter().flatten().enumerate() {
                    let sum = &mut lines[(turns + here).min(cooked)];
                    *sum = sum.saturating_add(n);
                }
            }
            counted.insert(at, lines);
        }
        let mut of_grade = [0u64; 3];
        for (turns, &n) in counted.get(&0).into_iter().flatten().enumerate() {
            let sum = &mut of_grade[self.of_turns(turns) as usize];
            *sum = sum.saturating_add(n);
        }
        Some(of_grade)
    }
}
