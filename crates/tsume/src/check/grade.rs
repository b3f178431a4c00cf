//! The grade of a line by its cooks, with the parameters of K. Noshita and T. Iida.

use crate::check::cook::{Cook, Parameters};
use crate::policy::lengths::Lengths;
use crate::{Meter, Reason};
use yose_shogi::{Geometry, Move, Position};

/// The grade of a problem, or of one of its main lines.
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
