//! The paper's variations, limits and columns.

use crate::number::Number;

/// What goes when a candidate is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deletion {
    /// Every candidate and everything affected, as the paper does.
    All,
    /// What the wrong candidate influenced (definition 4), which the paper leaves for later.
    Influenced,
}

/// How to search. The default is the paper's first experiment.
#[derive(Clone, Copy, Debug)]
pub struct Switches {
    /// Table entries.
    pub entries: usize,
    /// The deepest line.
    pub depth: usize,
    /// Candidates at a time.
    pub candidates: usize,
    /// Check searches take turns, a threshold each.
    pub interleaved: bool,
    /// Numbers of undecided positions are forgotten at a re-search.
    pub clear_numbers: bool,
    /// Numbers of undecided positions with other hands are bounds.
    pub share_numbers: bool,
    /// Beyond this threshold positions met nearer to the root are not counted.
    pub countermeasure: Option<Number>,
    /// What goes when a candidate is won.
    pub deletion: Deletion,
}

impl Default for Switches {
    fn default() -> Self {
        Switches {
            entries: 1 << 22,
            depth: 1 << 10,
            candidates: 400_000,
            interleaved: false,
            clear_numbers: false,
            share_numbers: true,
            countermeasure: Some(100_000),
            deletion: Deletion::All,
        }
    }
}

/// What a search cost, in the paper's columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Re-searches.
    pub researches: u32,
    /// Check searches.
    pub checks: u32,
    /// The most candidates at a time.
    pub candidates: u32,
    /// The deepest line.
    pub depth: u32,
}
