//! Is this a correct tsume-shogi? The length, the solution, every other mating move, and the
//! verdict.

pub(crate) mod author;
pub(crate) mod convention;
pub(crate) mod cook;
mod grade;
pub(crate) mod main_line;
mod variations;

pub use author::{Author, Departure, Kind as DepartureKind};
pub use convention::Convention;
pub use cook::{Class, Cook, Parameters, differ_in_promotion, difference};
pub use grade::{Grade, Open, cooks, culprit, mating_line};
pub use main_line::{CONVENTION, Variation, count_in_hand};
pub use variations::{Walked, defences, variations};

use crate::policy::Policy;
use crate::policy::lengths::{Lengths, Tables};
use crate::{Limits, Meter, Progress, Reason, Tsume, with_big_stack};
use std::convert::Infallible;
use std::time::Duration;
use thiserror::Error;
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
    /// For C: the number of the cook that decided the verdict, if a cook did.
    pub culprit: Option<usize>,
    /// The length of the solution under the policy, proved.
    pub length: Option<u32>,
    /// The length of best play under the policy, proved. It is more than that of the solution where
    /// longer variations leave pieces over and the convention does not count those.
    pub longest: Option<u32>,
    /// The solution.
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
        if let Err(reason) = examine(&mut lengths, tsume.position(), terms, &mut checked, &mut meter) {
            checked.verdict = CheckVerdict::Unknown(reason);
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
    checked.line = match clean {
        Some(clean) => lengths.clean_line(root, length, clean, meter)?,
        None => lengths.line(root, length, meter)?,
    };
    let mut end = root.clone();
    for &m in &checked.line {
        end.make(m);
    }
    checked.left = crate::check::main_line::count_in_hand(end.hand(root.turn()));
    checked.variations = match clean {
        Some(_) => lengths.clean_variations(root, length, &checked.line, meter)?,
        None => lengths.variations(root, &checked.line, meter)?,
    };
    if let Some(author) = &terms.author {
        checked.departures = author::compare(lengths, root, author, (length, clean), meter)?;
    }
    find_cooks(lengths, root, &terms.parameters, checked, meter);
    judge(&terms.parameters, checked);
    Ok(())
}

/// Every other mating move at every turn of the attacker.
fn find_cooks<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    parameters: &Parameters,
    checked: &mut Checked,
    meter: &mut Meter<'_>,
) {
    let undecided = &mut checked.undecided;
    let Ok(found) = cooks(root, &checked.line, parameters, |at, p, played| {
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

/// The verdict. An undecided move may still cook the problem, unless the problem is cooked already
/// or the move is free: at the last ply, or with the solution's promotion changed.
fn judge(parameters: &Parameters, checked: &mut Checked) {
    let length = checked.line.len();
    let culprit = culprit(&checked.cooks, length, parameters);
    let open = checked.undecided.iter().find(|open| {
        let played = checked.line[open.at - 1];
        open.at < length && !crate::check::cook::differ_in_promotion(open.mv, played)
    });
    checked.culprit = culprit;
    checked.verdict = match (checked.left, culprit, open) {
        (1.., _, _) => CheckVerdict::Leftover,
        (_, Some(_), _) => CheckVerdict::Cooked,
        (_, None, Some(open)) => CheckVerdict::Unknown(open.reason),
        _ => match Grade::of_cooks(&checked.cooks, length, parameters) {
            Grade::A => CheckVerdict::Complete,
            Grade::B => CheckVerdict::Minor,
            Grade::C => CheckVerdict::Cooked,
        },
    };
}
