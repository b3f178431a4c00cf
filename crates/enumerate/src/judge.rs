//! Cooks and grades over every main line.
//!
//! K. Noshita and T. Iida leave open which of several best lines is *the* solution. Here every line
//! of best play (the convention `paper` in `leftover.rs`) is graded: A without cooks, B with minor
//! cooks, C otherwise, by the parameters of their paper. `yose-tsume` finds the cooks, their
//! classes and the grade. The line of each cook is the main line by the convention of `yose-tsume`.
//! The main line that `yose check` shows has a separate grade.

use crate::leftover::Leftover;
use std::collections::HashMap;
use yose_andor::Plies;
use yose_shogi::{Geometry, Move, Position};
pub use yose_tsume::Grade;
use yose_tsume::{Cook, Lengths, Parameters, cooks, mating_line};
use yose_tsume::{Meter, Reason};

/// At most this number of main lines is graded.
pub const MOST_LINES: usize = 1_000;

/// The grades of the main lines of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The grade of the main line that `yose check` shows.
    pub grade: Grade,
    /// The cooks of that line that count.
    pub cooks: Vec<Cook>,
    /// The number of main lines with each grade, at most [`MOST_LINES`] in all.
    pub lines: [u32; 3],
}

type Exact = (u64, u64, u64);

/// For every mating move of a position: its line, which starts with the move itself.
type Mating = std::rc::Rc<Vec<Vec<Move>>>;

/// Grades problems with the same set of pieces.
#[derive(Default)]
pub struct Judge {
    mating: HashMap<Exact, Mating>,
}

fn exact<G: Geometry>(p: &Position<G>) -> Exact {
    let hands = p.hands();
    (p.board_key(), hands.0[0].packed(), hands.0[1].packed())
}

impl Judge {
    /// Grades a problem. `main` is the main line, which leaves the attacker nothing in hand.
    pub fn judge<G: Geometry>(
        &mut self,
        lengths: &mut Lengths<'_, G>,
        left: &mut Leftover,
        root: &Position<G>,
        main: &[Move],
        parameters: &Parameters,
        meter: &mut Meter<'_>,
    ) -> Result<Judgement, Reason> {
        let (grade, cooks) = self.grade(lengths, root, main, parameters, meter)?;
        let mut all = Vec::new();
        let mut line = Vec::new();
        let mut p = root.clone();
        main_lines(
            lengths,
            left,
            &mut p,
            main.len() as Plies,
            &mut line,
            &mut all,
            meter,
        )?;
        let mut lines = [0; 3];
        for line in &all {
            let (grade, _) = self.grade(lengths, root, line, parameters, meter)?;
            lines[grade as usize] += 1;
        }
        Ok(Judgement { grade, cooks, lines })
    }

    /// The grade of a line, and the cooks of the line that count.
    fn grade<G: Geometry>(
        &mut self,
        lengths: &mut Lengths<'_, G>,
        root: &Position<G>,
        line: &[Move],
        parameters: &Parameters,
        meter: &mut Meter<'_>,
    ) -> Result<(Grade, Vec<Cook>), Reason> {
        let mut cooks = cooks(root, line, parameters, |at, p, played| {
            // Cooks at the last move do not count.
            if at == line.len() {
                return Ok(Vec::new());
            }
            let mating = self.mating(lengths, p, meter)?;
            let others = mating.iter().filter(|other| other.first() != Some(&played));
            Ok(others.cloned().collect())
        })?;
        cooks.retain(|cook| !cook.is_free());
        Ok((Grade::of_cooks(&cooks, line.len(), parameters), cooks))
    }

    fn mating<G: Geometry>(
        &mut self,
        lengths: &mut Lengths<'_, G>,
        p: &Position<G>,
        meter: &mut Meter<'_>,
    ) -> Result<Mating, Reason> {
        let key = exact(p);
        if let Some(known) = self.mating.get(&key) {
            return Ok(known.clone());
        }
        let mut found = Vec::new();
        for m in p.checking_moves() {
            found.extend(mating_line(lengths, p, m, meter).map_err(|open| open.reason)?);
        }
        let found = Mating::new(found);
        self.mating.insert(key, found.clone());
        Ok(found)
    }
}

/// Every line of best play: the shortest mate against the longest resistance, then the best count
/// of pieces left over. Moves come in the order of the move generator.
fn main_lines<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    left: &mut Leftover,
    p: &mut Position<G>,
    plies: Plies,
    line: &mut Vec<Move>,
    all: &mut Vec<Vec<Move>>,
    meter: &mut Meter<'_>,
) -> Result<(), Reason> {
    if plies == 0 {
        all.push(line.clone());
        return Ok(());
    }
    let attack = plies % 2 == 1;
    let moves: Vec<Move> = if attack {
        p.checking_moves().into_iter().collect()
    } else {
        lengths.replies(p, plies, meter)?
    };
    let mut values = Vec::new();
    for &m in &moves {
        let undo = p.make(m);
        let value = if attack {
            left.after(lengths, p, plies - 1, false, meter)
        } else {
            left.reply(lengths, p, plies - 1, meter)
        };
        p.unmake(m, undo);
        values.push(value?.map(|lefts| lefts[0]));
    }
    let found = values.iter().flatten();
    let best = if attack { found.max() } else { found.min() }.copied();
    for (&m, value) in moves.iter().zip(&values) {
        if all.len() >= MOST_LINES {
            break;
        }
        if value.is_none() || *value != best {
            continue;
        }
        let undo = p.make(m);
        line.push(m);
        let result = main_lines(lengths, left, p, plies - 1, line, all, meter);
        line.pop();
        p.unmake(m, undo);
        result?;
    }
    Ok(())
}
