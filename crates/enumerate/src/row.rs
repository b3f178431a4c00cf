//! The rows of the final files: every diagram that is not in check, in the order of numbers.

use crate::alike;
use crate::leftover::Leftovers;
use crate::part::{Graded, Mate, Part};
use crate::space::Space;
use std::collections::HashMap;
use yose_shogi::SHOGI;
use yose_shogi::notation::sfen;

/// The result for a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Mate.
    Mate(Box<Mate>),
    /// No mate, proved.
    Never,
    /// Unknown: a limit was reached first.
    Open(String),
}

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The number of the diagram.
    pub number: u64,
    /// The diagram.
    pub sfen: String,
    /// File and rank of the block's top right corner, as in `27`; empty without a block.
    pub corner: String,
    /// The king's square.
    pub king: String,
    /// The result.
    pub verdict: Verdict,
    /// The first diagram of the group of alike solutions, for graded mates.
    pub alike: Option<u64>,
}

/// The groups of alike solutions: maps each graded mate to the first diagram of its group.
pub struct Groups(HashMap<u64, u64>);

impl Groups {
    /// Groups the graded mates with alike solutions. Grades A and B are grouped apart.
    pub fn new(space: &Space, parts: &[Part]) -> Groups {
        let mut first: HashMap<(String, &'static str), u64> = HashMap::new();
        let mut of = HashMap::new();
        for mate in parts.iter().flat_map(|part| &part.mates) {
            let Some(graded) = &mate.graded else { continue };
            let Some(position) = space.problem(mate.number) else {
                continue;
            };
            let Some(signature) = alike::signature(&position, &mate.line) else {
                continue;
            };
            let group = first.entry((signature, graded.word())).or_insert(mate.number);
            of.insert(mate.number, *group);
        }
        Groups(of)
    }

    /// The first of a mate's group.
    pub fn of(&self, number: u64) -> Option<u64> {
        self.0.get(&number).copied()
    }
}

impl Row {
    /// The mate.
    pub fn mate(&self) -> Option<&Mate> {
        match &self.verdict {
            Verdict::Mate(mate) => Some(mate),
            _ => None,
        }
    }

    /// Pieces left under each convention.
    pub fn lefts(&self) -> Option<Leftovers> {
        self.mate().map(|mate| mate.lefts)
    }

    /// The grade.
    pub fn graded(&self) -> Option<&Graded> {
        self.mate()?.graded.as_ref()
    }

    /// `mate`, `nomate` or `unknown`.
    pub fn word(&self) -> &'static str {
        match self.verdict {
            Verdict::Mate(_) => "mate",
            Verdict::Never => "nomate",
            Verdict::Open(_) => "unknown",
        }
    }
}

/// Calls `show` for every row of the parts, in order. Stops at the first error.
///
/// # Errors
/// The error of `show`.
pub fn each_row<E>(
    space: &Space,
    parts: &[Part],
    groups: &Groups,
    mut show: impl FnMut(&Row) -> Result<(), E>,
) -> Result<(), E> {
    for part in parts {
        let Some(frame) = space.frames().get(part.frame) else {
            continue;
        };
        let corner = frame
            .corner
            .map_or_else(String::new, |(file, rank)| format!("{}{}", file + 1, rank + 1));
        let king = SHOGI.square_name(frame.king);
        let mut found: Vec<(u64, Verdict)> = Vec::new();
        found.extend(part.never.iter().map(|&number| (number, Verdict::Never)));
        found.extend(
            part.mates
                .iter()
                .map(|mate| (mate.number, Verdict::Mate(Box::new(mate.clone())))),
        );
        found.extend(
            part.open
                .iter()
                .map(|(number, why)| (*number, Verdict::Open(why.clone()))),
        );
        found.sort_by_key(|&(number, _)| number);
        for (number, verdict) in found {
            let Some(position) = space.problem(number) else {
                continue;
            };
            show(&Row {
                number,
                sfen: sfen::write(&position, 1),
                corner: corner.clone(),
                king: king.clone(),
                verdict,
                alike: groups.of(number),
            })?;
        }
    }
    Ok(())
}
