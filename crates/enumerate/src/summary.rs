//! The table of an enumeration: diagrams, mates and grades, by length and convention.

use crate::leftover::{ALL, CONVENTIONS};
use crate::part::Part;
use crate::row::Groups;
use crate::sample::Sample;
use crate::space::Space;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use yose_tsume::Grade;

/// A grade, and lines of best play with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// The problems with this grade.
    pub one: u64,
    /// Those of which every line of best play has it.
    pub every: u64,
    /// Those of which some line of best play has it.
    pub some: u64,
}

impl Counted {
    fn add(&mut self, one: bool, lines: u32, all: u32) {
        self.one += u64::from(one);
        self.every += u64::from(all > 0 && lines == all);
        self.some += u64::from(lines > 0);
    }

    fn and(self, other: Counted) -> Counted {
        Counted {
            one: self.one + other.one,
            every: self.every + other.every,
            some: self.some + other.some,
        }
    }
}

/// The mates of one length.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfLength {
    /// All of them.
    pub mates: u64,
    /// Those that leave no piece in hand, under each convention.
    pub none_left: [u64; CONVENTIONS],
    /// Without cooks.
    pub complete: Counted,
    /// With minor cooks.
    pub minor: Counted,
    /// Groups of alike solutions among the problems without cooks.
    pub complete_groups: u64,
    /// The same among those with minor cooks.
    pub minor_groups: u64,
}

/// The whole table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The space.
    pub space: String,
    /// Diagrams, kings in check included.
    pub diagrams: u64,
    /// Diagrams not in check (and with every piece where it may stand).
    pub problems: u64,
    /// Mates.
    pub mates: u64,
    /// Diagrams proved to have no mate.
    pub never: u64,
    /// Diagrams that a limit left open.
    pub open: u64,
    /// Mates long enough to be checked for cooks.
    pub long: u64,
    /// The least length that is checked for cooks.
    pub cooks_from: u32,
    /// Certificates of no mate, checked by the referee.
    pub disproofs: u64,
    /// By length.
    pub lengths: BTreeMap<u32, OfLength>,
}

/// Tables 1 and 2 of K. Noshita and T. Iida for kin-gin: length, no piece left, no cook, minor
/// cooks.
pub const PAPER: [(u32, u64, u64, u64); 10] = [
    (7, 1293, 310, 209),
    (9, 579, 113, 61),
    (11, 662, 69, 74),
    (13, 329, 42, 52),
    (15, 89, 22, 13),
    (17, 37, 11, 8),
    (19, 17, 0, 4),
    (21, 15, 0, 1),
    (23, 9, 0, 5),
    (25, 3, 0, 3),
];

impl Summary {
    /// The table of finished parts.
    pub fn new(space: &Space, parts: &[Part], groups: &Groups) -> Summary {
        Summary::of(space, None, parts, groups)
    }

    /// The table of finished parts of the whole space, or of a sample of it.
    pub fn of(space: &Space, sample: Option<Sample>, parts: &[Part], groups: &Groups) -> Summary {
        let sizes = |part: &Part| space.frames().get(part.frame).map_or(0, |frame| frame.diagrams);
        let mut summary = Summary {
            space: sample.map_or_else(|| space.name.clone(), |sample| sample.title(space)),
            diagrams: match sample {
                Some(_) => parts.iter().map(sizes).sum(),
                None => space.diagrams(),
            },
            cooks_from: space.least,
            ..Summary::default()
        };
        let mut seen = HashSet::new();
        for part in parts {
            summary.never += part.never.len() as u64;
            summary.open += part.open.len() as u64;
            summary.mates += part.mates.len() as u64;
            summary.disproofs += part.disproofs.len() as u64;
            for mate in &part.mates {
                let line = summary.lengths.entry(mate.length).or_default();
                line.mates += 1;
                summary.long += u64::from(mate.length >= space.least);
                for (count, &left) in line.none_left.iter_mut().zip(&mate.lefts) {
                    *count += u64::from(left == 0);
                }
                let Some(graded) = &mate.graded else { continue };
                let all: u32 = graded.lines.iter().sum();
                line.complete
                    .add(graded.grade == Some(Grade::A), graded.lines[0], all);
                line.minor
                    .add(graded.grade == Some(Grade::B), graded.lines[1], all);
                if groups.of(mate.number).is_some_and(|group| seen.insert(group)) {
                    line.complete_groups += u64::from(graded.grade == Some(Grade::A));
                    line.minor_groups += u64::from(graded.grade == Some(Grade::B));
                }
            }
        }
        summary.problems = summary.never + summary.open + summary.mates;
        summary
    }

    /// The table as Markdown.
    pub fn text(&self) -> String {
        let mut out = format!(
            "{}: {} diagrams, {} not in check, {} mates, {} proved never mate, {} undecided; {} mates of {} or more plies; {} disproofs stored and verified\n\n",
            self.space,
            self.diagrams,
            self.problems,
            self.mates,
            self.never,
            self.open,
            self.long,
            self.cooks_from,
            self.disproofs
        );
        let paper = |length: u32| {
            PAPER
                .iter()
                .find(|row| self.space == "kin-gin" && row.0 == length)
        };
        let _ = writeln!(
            out,
            "| plies | mates | nothing left ({}) | no cook: grade A / every line / some line | minor cooks: grade B / every / some | groups of alike solutions: no cook, minor |{}",
            ALL.map(|c| c.name).join(" / "),
            if self.space == "kin-gin" {
                " the paper: nothing left, no cook, minor |"
            } else {
                ""
            }
        );
        let _ = writeln!(
            out,
            "| --- | --- | --- | --- | --- | --- |{}",
            if self.space == "kin-gin" { " --- |" } else { "" }
        );
        let mut sum = OfLength::default();
        let mut paper_sum = [0; 3];
        for (&length, line) in &self.lengths {
            let theirs = paper(length).map(|&(_, left, none, minor)| [left, none, minor]);
            self.line(&mut out, &length.to_string(), line, theirs);
            if length >= self.cooks_from {
                sum = sum.and(line);
                for (sum, n) in paper_sum.iter_mut().zip(theirs.unwrap_or_default()) {
                    *sum += n;
                }
            }
        }
        let name = format!("{}-", self.cooks_from);
        self.line(&mut out, &name, &sum, Some(paper_sum));
        out
    }

    fn line(&self, out: &mut String, name: &str, line: &OfLength, paper: Option<[u64; 3]>) {
        let counted = |c: Counted| format!("{} / {} / {}", c.one, c.every, c.some);
        let left: Vec<String> = line.none_left.iter().map(u64::to_string).collect();
        let _ = write!(
            out,
            "| {name} | {} | {} | {} | {} | {}, {} |",
            line.mates,
            left.join(" / "),
            counted(line.complete),
            counted(line.minor),
            line.complete_groups,
            line.minor_groups
        );
        if self.space == "kin-gin" {
            let paper = paper.map_or_else(String::new, |[left, none, minor]| {
                format!("{left}, {none}, {minor}")
            });
            let _ = write!(out, " {paper} |");
        }
        out.push('\n');
    }
}

impl OfLength {
    fn and(&self, other: &OfLength) -> OfLength {
        let mut none_left = self.none_left;
        for (sum, n) in none_left.iter_mut().zip(other.none_left) {
            *sum += n;
        }
        OfLength {
            mates: self.mates + other.mates,
            none_left,
            complete: self.complete.and(other.complete),
            minor: self.minor.and(other.minor),
            complete_groups: self.complete_groups + other.complete_groups,
            minor_groups: self.minor_groups + other.minor_groups,
        }
    }
}
