//! The grade of a problem is that of the definition in docs/guide/convention.md, written down here
//! once more: over the tree of all lines of best play, with lengths by brute force, and without a
//! graph.

use std::collections::HashMap;

use yose_shogi::notation::sfen;
use yose_shogi::{Geometry, Move, Position, Setup, with_position};
use yose_testkit::{Random, collection};
use yose_tsume::brute::graph;
use yose_tsume::brute::under_policy::Brute;
use yose_tsume::{
    CheckVerdict, Limits, Meter, Parameters, Policy, Terms, Tsume, check, count_in_hand, differ_in_promotion,
};

/// The longest mate of a problem.
const MOST: u32 = 7;
/// The longest mate of a cook. A problem with a longer cook is left out.
const LONGEST_COOK: u32 = 13;

/// What brute force could not find out.
struct Unknown;

impl<T> From<T> for Unknown
where
    T: std::fmt::Debug,
{
    fn from(_: T) -> Self {
        Unknown
    }
}

type Found<T> = Result<T, Unknown>;

/// The turns of a line at which other moves mate, or `None` if a cook is not minor.
type Turns = Option<usize>;

fn after<G: Geometry>(p: &Position<G>, m: Move) -> Position<G> {
    let mut next = p.clone();
    next.make(m);
    next
}

/// Moves that are free to choose from: the last moves, and moves that differ in promotion alone.
fn groups(moves: &[Move], plies: u32) -> Vec<Vec<Move>> {
    if plies == 1 {
        return vec![moves.to_vec()];
    }
    let mut groups: Vec<Vec<Move>> = Vec::new();
    for &m in moves {
        match groups.iter_mut().find(|group| differ_in_promotion(group[0], m)) {
            Some(group) => group.push(m),
            None => groups.push(vec![m]),
        }
    }
    groups
}

struct Oracle<'m, 'a, G: Geometry> {
    brute: Brute<G>,
    /// The moves of best play of positions, and the pieces that they leave.
    known: HashMap<(u64, u32), (Vec<Move>, u32)>,
    meter: &'m mut Meter<'a>,
    parameters: Parameters,
}

impl<G: Geometry> Oracle<'_, '_, G> {
    /// The length after a check; `None` if the check does not mate.
    fn after_check(&mut self, p: &Position<G>) -> Found<Option<u32>> {
        for r in p.evading_moves() {
            if graph::decide(&after(p, r), 3_000, self.meter)? == graph::Decided::NoMate {
                return Ok(None);
            }
        }
        for plies in (0..LONGEST_COOK).step_by(2) {
            if self.brute.defend(p, plies, self.meter)? {
                return Ok(Some(plies));
            }
        }
        Err(Unknown)
    }

    /// The moves of best play, `plies` before the end.
    fn best(&mut self, p: &Position<G>, plies: u32) -> Found<Vec<Move>> {
        Ok(self.play(p, plies)?.0)
    }

    /// The moves of best play, `plies` before the end, and the pieces left after them.
    fn play(&mut self, p: &Position<G>, plies: u32) -> Found<(Vec<Move>, u32)> {
        if plies == 0 {
            return Ok((Vec::new(), count_in_hand(p.hand(p.turn().other()))));
        }
        if let Some(known) = self.known.get(&(p.key(), plies)) {
            return Ok(known.clone());
        }
        let attacks = plies % 2 == 1;
        let moves: Vec<Move> = if attacks {
            p.checking_moves().into_iter().collect()
        } else {
            self.brute.replies(p, self.meter)?
        };
        let mut found = Vec::new();
        for m in moves {
            let next = after(p, m);
            let keeps = if attacks {
                self.brute.defend(&next, plies - 1, self.meter)?
            } else {
                self.brute.length(&next, plies - 1, self.meter)? == Some(plies - 1)
            };
            if keeps {
                let (_, left) = self.play(&next, plies - 1)?;
                found.push((m, left));
            }
        }
        let lefts = found.iter().map(|&(_, left)| left);
        let wanted = if attacks { lefts.max() } else { lefts.min() }.unwrap_or(0);
        found.retain(|&(_, left)| left == wanted);
        let best: Vec<Move> = found.into_iter().map(|(m, _)| m).collect();
        self.known.insert((p.key(), plies), (best.clone(), wanted));
        Ok((best, wanted))
    }

    /// The turns with cooks from here on.
    fn turns(&mut self, p: &Position<G>, plies: u32) -> Found<Turns> {
        let best = self.best(p, plies)?;
        if best.is_empty() {
            return Ok(Some(0));
        }
        // `None` is more than any number.
        let value = |turns: Turns| turns.unwrap_or(usize::MAX);
        if plies.is_multiple_of(2) {
            let mut least = None;
            for r in best {
                let turns = self.turns(&after(p, r), plies - 1)?;
                if least.is_none_or(|least| value(turns) < value(least)) {
                    least = Some(turns);
                }
            }
            return Ok(least.flatten());
        }
        let mut worst = Some(0);
        for group in groups(&best, plies) {
            let mut least: Option<Turns> = None;
            for &m in &group {
                let here = self.cooks(p, m, plies)?;
                let rest = self.turns(&after(p, m), plies - 1)?;
                let turns = here.zip(rest).map(|(here, rest)| here + rest);
                if least.is_none_or(|least| value(turns) < value(least)) {
                    least = Some(turns);
                }
            }
            let least = least.flatten();
            if value(least) > value(worst) {
                worst = least;
            }
        }
        Ok(worst)
    }

    /// One if other moves mate besides the one played, and they are minor.
    fn cooks(&mut self, p: &Position<G>, played: Move, plies: u32) -> Found<Turns> {
        let mut number = 0;
        if plies == 1 {
            return Ok(Some(0));
        }
        for m in p.checking_moves() {
            if m == played || differ_in_promotion(m, played) {
                continue;
            }
            let next = after(p, m);
            let Some(length) = self.after_check(&next)? else {
                continue;
            };
            number += 1;
            let converges = plies as usize <= self.parameters.last + 1;
            let d = self.difference(p, played, plies, (&next, length))?;
            if !converges && d.is_none_or(|d| d > self.parameters.difference) {
                return Ok(None);
            }
        }
        if self.parameters.most.is_some_and(|most| number > most) {
            return Ok(None);
        }
        Ok(Some(usize::from(number > 0)))
    }

    /// The least difference with which a cook can be made to merge.
    fn difference(
        &mut self,
        p: &Position<G>,
        played: Move,
        plies: u32,
        (cook, length): (&Position<G>, u32),
    ) -> Found<Option<usize>> {
        let mut places = vec![after(p, played)];
        if self.merges((cook, length), plies, &Goal::Move(played, &places[0]))? {
            return Ok(Some(0));
        }
        for same in (1..plies).rev() {
            if self.merges((cook, length), same, &Goal::Places(&places))? {
                return Ok(Some((plies - same) as usize));
            }
            let mut below = Vec::new();
            for place in &places {
                let moves = self.best(place, same)?;
                below.extend(moves.into_iter().map(|m| after(place, m)));
            }
            places = below;
        }
        Ok(None)
    }

    /// Whether the last `same` moves of the cook are those of the solution, as far as the defender
    /// and free moves can have it so.
    fn merges(&mut self, (u, plies): (&Position<G>, u32), same: u32, goal: &Goal<'_, G>) -> Found<bool> {
        if plies < same {
            return Ok(false);
        }
        if plies > same {
            return self.each(u, plies, |oracle, m| {
                oracle.merges((&after(u, m), plies - 1), same, goal)
            });
        }
        match goal {
            Goal::Places(places) => {
                for place in *places {
                    if self.goes_like(u, place, same)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Goal::Move(played, next) => self.each(u, plies, |oracle, m| {
                Ok(m == *played && oracle.goes_like(&after(u, m), next, plies - 1)?)
            }),
        }
    }

    /// Whether the play from `u` goes like that from `v`.
    fn goes_like(&mut self, u: &Position<G>, v: &Position<G>, plies: u32) -> Found<bool> {
        if plies == 0 {
            return Ok(true);
        }
        let there = self.best(v, plies)?;
        self.each(u, plies, |oracle, m| {
            Ok(there.contains(&m) && oracle.goes_like(&after(u, m), &after(v, m), plies - 1)?)
        })
    }

    /// Whether `holds` for every attack, for some defence, and for some of free moves.
    fn each(
        &mut self,
        u: &Position<G>,
        plies: u32,
        mut holds: impl FnMut(&mut Self, Move) -> Found<bool>,
    ) -> Found<bool> {
        let best = self.best(u, plies)?;
        let groups = if plies.is_multiple_of(2) {
            vec![best]
        } else {
            groups(&best, plies)
        };
        for group in groups {
            let mut any = false;
            for m in group {
                any = any || holds(self, m)?;
            }
            if !any {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The least number of turns at which another move mates, over every line one by one.
    fn fewest(&mut self, p: &Position<G>, plies: u32, budget: &mut usize) -> Found<usize> {
        *budget = budget.checked_sub(1).ok_or("too many lines")?;
        let mut fewest = None;
        for m in self.best(p, plies)? {
            let mut here = 0;
            if plies % 2 == 1 && plies > 1 {
                for other in p.checking_moves() {
                    let free = other == m || differ_in_promotion(other, m);
                    if !free && self.after_check(&after(p, other))?.is_some() {
                        here = 1;
                    }
                }
            }
            let turns = here + self.fewest(&after(p, m), plies - 1, budget)?;
            fewest = Some(fewest.map_or(turns, |n: usize| n.min(turns)));
        }
        Ok(fewest.unwrap_or(0))
    }
}

/// What a cook merges with.
enum Goal<'p, G: Geometry> {
    /// This move, after which the position is this.
    Move(Move, &'p Position<G>),
    /// One of these positions.
    Places(&'p [Position<G>]),
}

#[derive(Default, Debug)]
struct Tally {
    complete: usize,
    minor: usize,
    cooked: usize,
    long: usize,
}

fn compare<G: Geometry>(
    tsume: &Tsume<G>,
    setup: &Setup,
    policy: Policy,
    parameters: Parameters,
    tally: &mut Tally,
) -> Found<()> {
    let limits = Limits {
        nodes: Some(30_000),
        hash_mb: 8,
        ..Limits::default()
    };
    let terms = Terms {
        policy,
        parameters,
        ..Terms::default()
    };
    let checked = check(tsume, &terms, &limits, &mut |_| {})?;
    let graded = matches!(
        checked.verdict,
        CheckVerdict::Complete | CheckVerdict::Minor | CheckVerdict::Cooked
    );
    let length = checked
        .length
        .filter(|&n| graded && n <= MOST && n > 1)
        .ok_or("no grade")?;
    let mut quiet = |_| {};
    let mut oracle = Oracle {
        brute: Brute::new(policy),
        known: HashMap::new(),
        meter: &mut Meter::new(&limits, &mut quiet),
        parameters,
    };
    let root = tsume.position();
    let turns = oracle.turns(root, length)?;
    let expected = match turns {
        Some(0) => CheckVerdict::Complete,
        Some(n) if n <= parameters.turns => CheckVerdict::Minor,
        _ => CheckVerdict::Cooked,
    };
    let text = format!("{policy:?} {parameters:?} of {}", sfen::write_setup(setup));
    assert_eq!(checked.verdict, expected, "{text}");
    // Complete means that some line of best play is without cooks.
    if let Ok(fewest) = oracle.fewest(root, length, &mut 2_000) {
        assert_eq!(fewest == 0, expected == CheckVerdict::Complete, "{text}");
    }
    // The line shown has the grade that the problem has.
    let shown = yose_tsume::Grade::of_cooks(&checked.cooks, checked.line.len(), &parameters);
    let shown = [CheckVerdict::Complete, CheckVerdict::Minor, CheckVerdict::Cooked][shown as usize];
    assert_eq!(shown, expected, "{text}: the line shown");
    match expected {
        CheckVerdict::Complete => tally.complete += 1,
        CheckVerdict::Minor => tally.minor += 1,
        _ => tally.cooked += 1,
    }
    tally.long += usize::from(length > 3);
    Ok(())
}

#[test]
fn the_grade_is_that_of_the_definition() {
    let mut tally = Tally::default();
    let mut left_out = 0;
    let strict = Parameters {
        turns: 1,
        difference: 2,
        last: 2,
        most: Some(2),
    };
    let mut random = Random::new(19);
    let problems = collection::read()
        .into_iter()
        .filter(|decided| decided.truth.length.is_some_and(|n| (3..=MOST).contains(&n)))
        .filter(|decided| decided.setup.board.len() <= 16 || decided.truth.length == Some(3));
    for (i, decided) in problems.enumerate() {
        if !random.one_in(10) {
            continue;
        }
        let setup = decided.setup;
        let policy = [Policy::Usual, Policy::None][i % 2];
        let parameters = [Parameters::default(), strict][i / 2 % 2];
        with_position!(setup.validate().unwrap(), |p| {
            let Ok(tsume) = Tsume::new(p) else { continue };
            // What brute force cannot decide is left out.
            if compare(&tsume, &setup, policy, parameters, &mut tally).is_err() {
                left_out += 1;
            }
        });
    }
    println!("{left_out} left out");
    println!("{tally:?}");
    assert!(
        tally.complete > 8 && tally.minor > 2 && tally.cooked > 2 && tally.long > 2,
        "{tally:?}"
    );
}
