//! The variations, limits and columns of Shibahara, Tajima and Kotani 2006.

use crate::number::Number;

/// Which entries are deleted when a candidate is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deletion {
    /// Every candidate and everything affected, as the paper does.
    All,
    /// The entries that the wrong candidate influenced (definition 4), which the paper leaves for
    /// later work.
    Influenced,
}

/// The settings of the search. The default is the first experiment of the paper.
#[derive(Clone, Copy, Debug)]
pub struct Switches {
    /// Table entries.
    pub entries: usize,
    /// The deepest line.
    pub depth: usize,
    /// Candidates at a time.
    pub candidates: usize,
    /// Check searches alternate, one threshold each.
    pub interleaved: bool,
    /// A re-search forgets the numbers of open positions.
    pub clear_numbers: bool,
    /// Numbers of open positions with other resources are bounds.
    pub share_numbers: bool,
    /// Beyond this threshold, positions that the search met nearer to the root are not counted.
    pub countermeasure: Option<Number>,
    /// Which entries are deleted when a candidate is won.
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

/// The effort of a search, in the columns of the paper.
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
