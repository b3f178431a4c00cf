//! Is this a correct tsume-shogi? The length, the solution, every other mating move, and the
//! verdict.

pub(crate) mod author;
pub(crate) mod best_play;
pub(crate) mod convention;
pub(crate) mod cook;
mod grade;
pub(crate) mod main_line;
mod merge;
mod variations;

pub use author::{Author, Departure, Kind as DepartureKind};
pub use best_play::MOST_POSITIONS;
pub use convention::Convention;
pub use cook::{Class, Cook, Parameters, differ_in_promotion, difference};
pub use grade::{Grade, Grading, Judge, Open, cooks, culprit, mating_line};
pub use main_line::{CONVENTION, Variation, count_in_hand};
pub use variations::{Walked, defences, variations};

use crate::policy::Policy;
use crate::policy::lengths::{Lengths, Tables};
use crate::{EVER, Limits, Meter, Progress, Reason, Tsume, with_big_stack};
use best_play::BestPlay;
use grade::Example;
use std::convert::Infallible;
use std::time::Duration;
use thiserror::Error;
use yose_andor::Plies;
use yose_shogi::{Geometry, Move, Position};

/// What is asked of a problem.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// Which interpositions are futile.
    pub policy: Policy,
    /// Which line is the solution.
    pub convention: Convention,
    /// When cooks are minor.
    pub parameters: Parameters,
    /// The author's solution.
    pub author: Option<Author>,
    /// Threads that look for the first mate together; 0 is one, too.
    pub threads: usize,
}

/// Why a problem cannot be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CheckFault {
    /// The policy rests on "more in hand is as good".
    #[error(
        "in this game more in hand may be worse, so no interposition can be called futile (--futile none)"
    )]
    Policy,
}

/// The verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckVerdict {
    /// A: the solution is unique, but for the last move and promotions.
    Complete,
    /// B: minor cooks only.
    Minor,
    /// C: cooked.
    Cooked,
    /// The solution leaves pieces in hand (駒余り).
    Leftover,
    /// There is no mate.
    NoMate,
    /// A limit was met first.
    Unknown(Reason),
}

/// A move of which a limit left open whether it cooks the problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undecided {
    /// The ply, from 1.
    pub at: usize,
    /// The move.
    pub mv: Move,
    /// Whether the move is known to mate, and only its line is not known.
    pub mates: bool,
    /// Which limit.
    pub reason: Reason,
}

/// The result of a check.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The verdict.
    pub verdict: CheckVerdict,
    /// The number of the cook that makes the line cooked, if one does.
    pub culprit: Option<usize>,
    /// The length of the solution under the policy, proved.
    pub length: Option<u32>,
    /// The length of best play under the policy, proved. It is more than that of the solution where
    /// longer variations leave pieces over and the convention does not count those.
    pub longest: Option<u32>,
    /// Where a limit was met before the length was proved: a mate within this number of plies is
    /// proved.
    pub within: Option<u32>,
    /// Then no mate is shorter than this, proved.
    pub lower: u32,
    /// The solution: one of the lines of best play, and one that decides the grade.
    pub line: Vec<Move>,
    /// Pieces left in hand at the end of the solution.
    pub left: u32,
    /// Defences that last as long as the solution's.
    pub variations: Vec<Variation>,
    /// Other mating moves.
    pub cooks: Vec<Cook>,
    /// Moves left open.
    pub undecided: Vec<Undecided>,
    /// Where the author's line or length is not best play.
    pub departures: Vec<Departure>,
    /// The attacker has a king of its own (双玉).
    pub double_king: bool,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
}

impl Checked {
    fn new(double_king: bool) -> Self {
        Checked {
            verdict: CheckVerdict::Unknown(Reason::Memory),
            culprit: None,
            length: None,
            longest: None,
            within: None,
            lower: 1,
            line: Vec::new(),
            left: 0,
            variations: Vec::new(),
            cooks: Vec::new(),
            undecided: Vec::new(),
            departures: Vec::new(),
            double_king,
            nodes: 0,
            elapsed: Duration::ZERO,
        }
    }
}

/// Checks a problem.
pub fn check<G: Geometry>(
    tsume: &Tsume<G>,
    terms: &Terms,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Result<Checked, CheckFault> {
    if terms.policy != Policy::None && !tsume.more_is_as_good() {
        return Err(CheckFault::Policy);
    }
    let double_king = tsume.position().king(tsume.attacker()).is_some();
    let checked = with_big_stack(|| {
        let tables = Tables::new(limits.hash_mb);
        let mut lengths = Lengths::new(tsume, terms.policy, &tables, limits.hash_mb);
        let mut meter = Meter::new(limits, report);
        let mut checked = Checked::new(double_king);
        if terms.threads > 1 {
            // The facts that several threads find stand in the table that the question is then
            // asked of. A limit is met again there.
            let _ = lengths.mates_by_many(tables.every(), terms.threads, &mut meter);
        }
        if let Err(reason) = examine(&mut lengths, tsume.position(), terms, &mut checked, &mut meter) {
            checked.verdict = CheckVerdict::Unknown(reason);
            if checked.longest.is_none() {
                let (within, lower) = lengths.known(tsume.position());
                checked.within = (within <= EVER).then_some(u32::from(within));
                checked.lower = u32::from(lower.max(1));
            }
        }
        checked.nodes = meter.nodes();
        checked.elapsed = meter.elapsed();
        checked
    });
    Ok(checked.unwrap_or(Checked::new(double_king)))
}

fn examine<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    terms: &Terms,
    checked: &mut Checked,
    meter: &mut Meter<'_>,
) -> Result<(), Reason> {
    let Some(length) = lengths.length(root, meter)? else {
        checked.verdict = CheckVerdict::NoMate;
        checked.departures = author::without_mate(terms.author.as_ref());
        return Ok(());
    };
    checked.longest = Some(u32::from(length));
    let clean = match terms.convention {
        Convention::Modern => None,
        Convention::Classical => lengths.clean_length(root, length, meter)?,
    };
    checked.length = Some(u32::from(clean.unwrap_or(length)));
    meter.state.settled = u32::from(clean.unwrap_or(length));
    meter.state.ply = 1;
    // A problem that leaves pieces has no grade. Which line is shown then is a matter of order.
    checked.line = match clean {
        Some(clean) => lengths.clean_line(root, length, clean, meter)?,
        None => lengths.line(root, length, meter)?,
    };
    let mut end = root.clone();
    for &m in &checked.line {
        end.make(m);
    }
    checked.left = crate::check::main_line::count_in_hand(end.hand(root.turn()));
    checked.variations = equally_long(lengths, root, (length, clean), &checked.line, meter)?;
    if let Some(author) = &terms.author {
        checked.departures = author::compare(lengths, root, author, (length, clean), meter)?;
    }
    if checked.left > 0 {
        find_cooks(lengths, root, &terms.parameters, checked, meter);
        checked.culprit = culprit(&checked.cooks, checked.line.len(), &terms.parameters);
        checked.verdict = CheckVerdict::Leftover;
        return Ok(());
    }
    let play = match BestPlay::new(lengths, root, length, clean, meter) {
        Ok(play) => play,
        Err(Reason::Lines) => {
            find_cooks(lengths, root, &terms.parameters, checked, meter);
            return Err(Reason::Lines);
        }
        Err(reason) => return Err(reason),
    };
    let shown = std::mem::take(&mut checked.line);
    find_grade(lengths, &play, &terms.parameters, checked, meter);
    if checked.line != shown {
        let other = equally_long(lengths, root, (length, clean), &checked.line, meter);
        checked.variations = other.unwrap_or_default();
    }
    Ok(())
}

/// Every other defence as long as that of the line.
fn equally_long<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    (length, clean): (Plies, Option<Plies>),
    line: &[Move],
    meter: &mut Meter<'_>,
) -> Result<Vec<Variation>, Reason> {
    match clean {
        Some(_) => lengths.clean_variations(root, length, line, meter),
        None => lengths.variations(root, line, meter),
    }
}

/// The grade, with the line that decides it as the solution.
fn find_grade<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    play: &BestPlay<G>,
    parameters: &Parameters,
    checked: &mut Checked,
    meter: &mut Meter<'_>,
) {
    let mut judge = Judge::new(*parameters);
    let grade = judge.grade(lengths, play, meter);
    let Example { line, cooks, open } = judge.example(lengths, play, meter);
    checked.line = line;
    checked.cooks = cooks;
    checked.undecided = open;
    last_cooks(lengths, &play.place(0).position, parameters, checked, meter);
    checked.verdict = match grade {
        Ok(Grade::A) => CheckVerdict::Complete,
        Ok(Grade::B) => CheckVerdict::Minor,
        Ok(Grade::C) => CheckVerdict::Cooked,
        Err(reason) => CheckVerdict::Unknown(reason),
    };
    if grade == Ok(Grade::C) {
        checked.culprit = culprit(&checked.cooks, checked.line.len(), parameters);
    }
}

/// The other mating moves at the last turn, which are free.
fn last_cooks<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    parameters: &Parameters,
    checked: &mut Checked,
    meter: &mut Meter<'_>,
) {
    let Some((&last, before)) = checked.line.split_last() else {
        return;
    };
    let mut p = root.clone();
    for &m in before {
        p.make(m);
    }
    let at = checked.line.len();
    meter.state.ply = at as u32;
    for mv in p.checking_moves() {
        if mv == last {
            continue;
        }
        match mating_line(lengths, &p, mv, meter) {
            Ok(None) => {}
            Ok(Some(line)) => checked.cooks.push(Cook::new(&checked.line, at, line, parameters)),
            Err(Open { mates, reason }) => checked.undecided.push(Undecided {
                at,
                mv,
                mates,
                reason,
            }),
        }
    }
}

/// Every other mating move at every turn of the line, for a problem without a grade.
fn find_cooks<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    parameters: &Parameters,
    checked: &mut Checked,
    meter: &mut Meter<'_>,
) {
    let undecided = &mut checked.undecided;
    let Ok(found) = cooks(root, &checked.line, parameters, |at, p, played| {
        meter.state.ply = at as u32;
        let mut others = Vec::new();
        for mv in p.checking_moves() {
            if mv == played {
                continue;
            }
            match mating_line(lengths, p, mv, meter) {
                Ok(line) => others.extend(line),
                Err(Open { mates, reason }) => undecided.push(Undecided {
                    at,
                    mv,
                    mates,
                    reason,
                }),
            }
        }
        Ok::<_, Infallible>(others)
    });
    checked.cooks = found;
}
