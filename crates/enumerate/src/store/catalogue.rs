//! A finished enumeration, open for reading: problems by length and grade, a page at a time.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io;

/// An enumeration that is open for reading. Threads can share it.
pub trait Catalogue: Debug + Send + Sync {
    /// What the enumeration is about.
    fn about(&self) -> &About;

    /// The mates that pass a filter, longest first and then by number: `most` of them after the
    /// first `from`, and how many there are in all.
    ///
    /// # Errors
    /// If the file cannot be read.
    fn mates(&self, filter: &Filter, from: u64, most: u64) -> io::Result<(u64, Vec<Listed>)>;
}

/// What an enumeration is about, and how many problems it has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The name of the space.
    pub space: String,
    /// The question asked.
    pub terms: String,
    /// Diagrams, kings in check included.
    pub diagrams: u64,
    /// Diagrams not in check.
    pub problems: u64,
    /// Mates.
    pub mates: u64,
    /// Diagrams without mate.
    pub never: u64,
    /// Diagrams that a limit left open.
    pub undecided: u64,
    /// The mates of each length by their grade.
    pub lengths: BTreeMap<u32, ByGrade>,
}

/// Counts of mates by grade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByGrade {
    /// Without cooks.
    pub a: u64,
    /// With minor cooks.
    pub b: u64,
    /// Cooked.
    pub c: u64,
    /// Too short to be graded, or with too many lines of best play.
    pub none: u64,
}

/// A grade to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfGrade {
    /// A: without cooks.
    A,
    /// B: with minor cooks.
    B,
    /// C: cooked.
    C,
}

impl OfGrade {
    /// The grade of a word: `A`, `B` or `C`.
    pub fn of_word(word: &str) -> Option<OfGrade> {
        [OfGrade::A, OfGrade::B, OfGrade::C]
            .into_iter()
            .find(|grade| grade.word() == word)
    }

    /// `A`, `B` or `C`.
    pub const fn word(self) -> &'static str {
        match self {
            OfGrade::A => "A",
            OfGrade::B => "B",
            OfGrade::C => "C",
        }
    }
}

/// Which mates to list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// At least this length.
    pub least: Option<u32>,
    /// At most this length.
    pub most: Option<u32>,
    /// Of this grade.
    pub grade: Option<OfGrade>,
    /// Only the first problem of each group of alike solutions.
    pub distinct: bool,
}

/// A mate of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The number of the diagram.
    pub number: u64,
    /// The diagram.
    pub sfen: String,
    /// Its length.
    pub length: u32,
    /// A line of best play, as USI moves.
    pub line: String,
    /// `A`, `B`, `C` or `unknown`; `None` if it was not graded.
    pub grade: Option<String>,
}
