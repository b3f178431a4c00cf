//! The positions on a path, and how often each of them has occurred.
//!
//! Repetition depends on the path, not on the position alone. Therefore [`History`] is separate
//! from `Position`. Callers enter every position of a game or of a search path, the first one
//! included, and leave it when they take the move back.
//!
//! Positions are compared by their keys. For two different positions the keys are equal with
//! probability 2^-64. Code that must not rely on this has to compare the positions themselves.

use crate::Repetition;
use yose_board::Key;

/// The keys of a path, from the first position to the last.
#[derive(Clone, Debug, Default)]
pub struct History {
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: Key,
    /// The index of the first entry that can equal this entry or a later one.
    fresh_from: usize,
}

impl History {
    /// An empty path.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty path with capacity for `positions` positions.
    pub fn with_capacity(positions: usize) -> Self {
        History {
            entries: Vec::with_capacity(positions),
        }
    }

    /// Appends a position to the path and returns how often the position has now occurred, this
    /// time included.
    ///
    /// `captured` says that the last move took a stone. No earlier position can occur again after a
    /// capture, so earlier positions are not compared. Passing `false` is always correct.
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

    /// Removes the last position of the path.
    #[inline]
    pub fn leave(&mut self) {
        self.entries.pop();
    }

    /// How often the last position has occurred, this time included; 0 for an empty path.
    #[inline]
    pub fn occurrences(&self) -> usize {
        let Some(last) = self.entries.last() else { return 0 };
        // The sides alternate, so an equal position is an even number of plies back.
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

    /// Whether the path is empty.
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
