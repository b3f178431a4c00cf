//! Is this a correct tsume-shogi? The length, the solution, everything else that mates, and the verdict.

pub(crate) mod author;
pub(crate) mod convention;
pub(crate) mod cook;
pub(crate) mod main_line;
mod variations;

pub use author::{Author, Departure, Kind as DepartureKind};
pub use convention::Convention;
pub use cook::{Class, Cook, Parameters, difference, twins};
pub use main_line::{CONVENTION, Variation, count_in_hand};
pub use variations::{Walked, defences, variations};

use crate::policy::Policy;
use crate::policy::lengths::{Lengths, Tables};
use crate::{Limits, Meter, Progress, Reason, Tsume, with_big_stack};
use std::time::Duration;
use thiserror::Error;
use yose_shogi::{Geometry, Move, Position};

/// What is asked of a problem.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// What counts as a futile interposition.
    pub policy: Policy,
    /// Which line is the solution.
    pub convention: Convention,
    /// When cooks are minor.
    pub parameters: Parameters,
    /// What the author says.
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
pub enum Judged {
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

/// A move whose fate a limit left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undecided {
    /// The ply, from 1.
    pub at: usize,
    /// The move.
    pub mv: Move,
    /// Whether it is known to mate, and only its line is not.
    pub mates: bool,
    /// Which limit.
    pub reason: Reason,
}

/// All that was found.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The verdict.
    pub judged: Judged,
    /// Why, for C: the cook that decided it, if it was one.
    pub culprit: Option<usize>,
    /// The length of the solution under the policy, proved.
    pub length: Option<u32>,
    /// The length of best play under the policy, proved: more than that of the solution where longer variations leave pieces
    /// over and the convention does not count those.
    pub longest: Option<u32>,
    /// The solution.
    pub line: Vec<Move>,
    /// Pieces left in hand at its end.
    pub left: u32,
    /// Defences as long.
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
            judged: Judged::Unknown(Reason::Memory),
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
            checked.judged = Judged::Unknown(reason);
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
        checked.judged = Judged::NoMate;
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
    cooks(lengths, root, &terms.parameters, checked, meter);
    judge(&terms.parameters, checked);
    Ok(())
}

/// Every other mating move at every attacker's turn of the solution.
fn cooks<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    parameters: &Parameters,
    checked: &mut Checked,
    meter: &mut Meter<'_>,
) {
    let mut p = root.clone();
    for (i, &played) in checked.line.iter().enumerate() {
        if i % 2 == 0 {
            for m in p.checking_moves() {
                if m == played {
                    continue;
                }
                let mut next = p.clone();
                next.make(m);
                let open = |mates, reason| Undecided {
                    at: i + 1,
                    mv: m,
                    mates,
                    reason,
                };
                match lengths.mates(&next, meter) {
                    Ok(None) => {}
                    Err(reason) => checked.undecided.push(open(false, reason)),
                    Ok(Some(_)) => match best_line(lengths, &next, meter) {
                        Ok(rest) => {
                            let mut line = vec![m];
                            line.extend(rest);
                            checked
                                .cooks
                                .push(Cook::new(&checked.line, i + 1, line, parameters));
                        }
                        Err(reason) => checked.undecided.push(open(true, reason)),
                    },
                }
            }
        }
        p.make(played);
    }
}

fn best_line<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    p: &Position<G>,
    meter: &mut Meter<'_>,
) -> Result<Vec<Move>, Reason> {
    match lengths.length(p, meter)? {
        Some(length) => lengths.line(p, length, meter),
        None => Ok(Vec::new()),
    }
}

/// The verdict on what was found. What is open may still cook the problem, unless it is cooked already or the last
/// move, which is free, is all that is open.
fn judge(parameters: &Parameters, checked: &mut Checked) {
    let length = checked.line.len();
    let cooks = &checked.cooks;
    let counted = || cooks.iter().filter(|cook| !cook.is_free());
    let at_one_turn = |at| counted().filter(|cook| cook.at == at).count();
    let mut turns: Vec<usize> = counted().map(|cook| cook.at).collect();
    turns.dedup();
    let culprit = cooks
        .iter()
        .position(|cook| !cook.is_minor(length, parameters))
        .or_else(|| {
            let too_many = parameters.most?;
            cooks
                .iter()
                .position(|cook| !cook.is_free() && at_one_turn(cook.at) > too_many)
        })
        .or_else(|| {
            let one_too_many = turns.get(parameters.turns)?;
            cooks
                .iter()
                .position(|cook| cook.at == *one_too_many && !cook.is_free())
        });
    let open = checked.undecided.iter().find(|open| {
        let played = checked.line[open.at - 1];
        open.at < length && !crate::check::cook::twins(open.mv, played)
    });
    checked.culprit = culprit;
    checked.judged = match (checked.left, culprit, open) {
        (1.., _, _) => Judged::Leftover,
        (_, Some(_), _) => Judged::Cooked,
        (_, None, Some(open)) => Judged::Unknown(open.reason),
        (_, None, None) if turns.is_empty() => Judged::Complete,
        _ => Judged::Minor,
    };
}
