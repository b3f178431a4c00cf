//! The author's solution compared with best play: early mates (早詰) and longer variations (変長).

use crate::policy::lengths::Lengths;
use crate::{Meter, Reason};
use yose_andor::Plies;
use yose_shogi::{Geometry, Move, Position};

/// The author's solution, as far as it is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Author {
    /// Mate in this number of plies.
    Length(u32),
    /// Mate by this line.
    Line(Vec<Move>),
}

impl Author {
    /// The author's length.
    pub fn length(&self) -> u32 {
        match self {
            Author::Length(length) => *length,
            Author::Line(line) => line.len() as u32,
        }
    }
}

/// How the author's solution is not best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A shorter mate exists (早詰).
    Early,
    /// A defence lasts longer (変長).
    Longer,
    /// The author's move does not mate, or there is no mate at all (不詰).
    NoMate,
    /// The author's line does not check, is not legal, or ends before the mate. (The line may play
    /// futile interpositions.)
    Broken,
}

impl Kind {
    /// The word used in answers.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Early => "early",
            Kind::Longer => "longer",
            Kind::NoMate => "nomate",
            Kind::Broken => "broken",
        }
    }
}

/// Where the author's solution departs from best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// In which way.
    pub kind: Kind,
    /// The ply, from 1; `None` if only the length is known.
    pub at: Option<usize>,
    /// Plies to mate by best play there (under the policy).
    pub best: Option<u32>,
    /// Best play from there.
    pub line: Vec<Move>,
}

/// The departures of a problem that has no mate.
pub(crate) fn without_mate(author: Option<&Author>) -> Vec<Departure> {
    author
        .map(|_| Departure {
            kind: Kind::NoMate,
            at: None,
            best: None,
            line: Vec::new(),
        })
        .into_iter()
        .collect()
}

/// Compares the author's solution with best play. `length` is that of the problem; `clean` is that
/// of a solution that leaves nothing, where longer defences that leave something do not count.
pub(crate) fn compare<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    author: &Author,
    (length, clean): (Plies, Option<Plies>),
    meter: &mut Meter<'_>,
) -> Result<Vec<Departure>, Reason> {
    let Author::Line(line) = author else {
        let length = clean.unwrap_or(length);
        let kind = match author.length().cmp(&u32::from(length)) {
            std::cmp::Ordering::Equal => return Ok(Vec::new()),
            std::cmp::Ordering::Greater => Kind::Early,
            std::cmp::Ordering::Less => Kind::Longer,
        };
        return Ok(vec![Departure {
            kind,
            at: None,
            best: Some(u32::from(length)),
            line: Vec::new(),
        }]);
    };
    let mut p = root.clone();
    let mut best = length;
    let mut found = Vec::new();
    for (i, &m) in line.iter().enumerate() {
        let attacks = i % 2 == 0;
        let moves = if attacks {
            p.checking_moves()
        } else {
            p.evading_moves()
        };
        let departs = |kind, best: Option<Plies>, line| Departure {
            kind,
            at: Some(i + 1),
            best: best.map(u32::from),
            line,
        };
        if !moves.contains(&m) {
            found.push(departs(Kind::Broken, Some(best), Vec::new()));
            return Ok(found);
        }
        let mut next = p.clone();
        next.make(m);
        let Some(after) = lengths.length(&next, meter)? else {
            found.push(departs(Kind::NoMate, None, Vec::new()));
            return Ok(found);
        };
        if attacks && after + 1 > best {
            let better = lengths.line(&p, best, meter)?;
            found.push(departs(Kind::Early, Some(best), better));
        } else if !attacks
            && clean.is_some()
            && let Some(better) = lengths.cleaner_defence(&p, best, (&next, after), meter)?
        {
            found.push(departs(Kind::Longer, Some(better.len() as Plies), better));
        } else if !attacks && clean.is_some() && lengths.clean_length(&next, after, meter)?.is_some() {
            // A longer defence leaves something, and this one does not.
        } else if !attacks && after + 1 < best {
            let better = lengths.line(&p, best, meter)?;
            found.push(departs(Kind::Longer, Some(best), better));
        }
        p = next;
        best = after;
    }
    if best > 0 {
        found.push(Departure {
            kind: Kind::Broken,
            at: Some(line.len() + 1),
            best: Some(u32::from(best)),
            line: Vec::new(),
        });
    }
    Ok(found)
}
