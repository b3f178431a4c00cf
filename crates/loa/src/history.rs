//! The positions of a path, and how often each has occurred.
//!
//! Repetition is a fact about a path, not about a position, so it is kept apart: enter every position of a
//! game or of a line of search, the first included, and leave it when the move is taken back.
//!
//! Positions are told apart by their keys. Two different ones have the same key with a probability of 2^-64
//! for each pair; a checker that must not rely on that compares positions.

use crate::Repetition;
use yose_board::Key;

/// The keys of a path, from its first position to its last.
#[derive(Clone, Debug, Default)]
pub struct History {
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: Key,
    /// No position before this entry can be equal to it or to one after it.
    fresh_from: usize,
}

impl History {
    /// A path without a position.
    pub fn new() -> Self {
        Self::default()
    }

    /// A path without a position, with room for so many.
    pub fn with_capacity(positions: usize) -> Self {
        History {
            entries: Vec::with_capacity(positions),
        }
    }

    /// The path goes on with a position. `captured` says that a stone was taken on the way: nothing before
    /// can then occur again and is not looked at. `false` is always right. Returns how often the position
    /// has now occurred, this time included.
    #[inline]
    pub fn enter(&mut self, key: Key, captured: bool) -> usize {
        let here = self.entries.len();
        let fresh_from = match self.entries.last() {
            Some(last) if !captured => last.fresh_from,
            _ => here,
        };
        self.entries.push(Entry { key, fresh_from });
        self.occurrences()
    }

    /// The last position of the path is taken back.
    #[inline]
    pub fn leave(&mut self) {
        self.entries.pop();
    }

    /// How often the last position has occurred, this time included; 0 for a path without a position.
    #[inline]
    pub fn occurrences(&self) -> usize {
        let Some(last) = self.entries.last() else { return 0 };
        // Sides alternate, so an equal position is an even number of plies back.
        self.entries[last.fresh_from..]
            .iter()
            .rev()
            .step_by(2)
            .filter(|entry| entry.key == last.key)
            .count()
    }

    /// Whether the last position is a draw by repetition.
    #[inline]
    pub fn is_draw(&self, repetition: Repetition) -> bool {
        self.occurrences() >= repetition.limit()
    }

    /// The number of positions on the path.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the path has no position.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occurrences_are_counted_along_the_path() {
        let mut path = History::new();
        assert_eq!(path.occurrences(), 0);
        for (key, times) in [
            (1, 1),
            (2, 1),
            (3, 1),
            (4, 1),
            (1, 2),
            (2, 2),
            (3, 2),
            (4, 2),
            (1, 3),
        ] {
            assert_eq!(path.enter(key, false), times);
            assert_eq!(path.is_draw(Repetition::SecondOccurrenceDraws), times >= 2);
            assert_eq!(path.is_draw(Repetition::ThirdOccurrenceDraws), times >= 3);
        }
        path.leave();
        assert_eq!((path.len(), path.occurrences()), (8, 2));
        assert_eq!(path.enter(9, true), 1);
        assert_eq!(path.enter(4, false), 1, "not looked for before a capture");
        path.leave();
        path.leave();
        assert_eq!(path.enter(1, false), 3, "what the capture hid is back");
    }
}
