//! Faults in the input. Readers collect all faults, each with its place, instead of stopping at the
//! first one: a person who typed a bad board wants to see every fault at once.

use std::fmt;

/// The place of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The whole input.
    Whole,
    /// A square by its name (`5a` in shogi, `c8` in Lines of Action).
    Square(String),
    /// The hand of one side.
    Hand(crate::Color),
    /// A column of a one-line text, counted in characters from 1.
    Column(usize),
    /// A line and a column of a text file, both counted from 1.
    Line {
        /// The line.
        line: usize,
        /// The column in characters; 0 if the fault concerns the whole line.
        column: usize,
    },
    /// A square that was read at a line and column of a text file.
    SquareAt {
        /// The square's name.
        square: String,
        /// The line.
        line: usize,
        /// The column in characters.
        column: usize,
    },
    /// A path into structured data (`moves[3].move.to`).
    Path(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Whole => f.write_str("input"),
            Place::Square(name) => write!(f, "square {name}"),
            Place::Hand(color) => write!(f, "{color}'s hand"),
            Place::Column(column) => write!(f, "column {column}"),
            Place::Line { line, column: 0 } => write!(f, "line {line}"),
            Place::Line { line, column } => write!(f, "line {line}, column {column}"),
            Place::SquareAt { square, line, column } => {
                write!(f, "square {square} (line {line}, column {column})")
            }
            Place::Path(path) => f.write_str(path),
        }
    }
}

/// One fault: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault<K> {
    /// The place of the fault.
    pub place: Place,
    /// What is wrong.
    pub kind: K,
}

impl<K: fmt::Display> fmt::Display for Fault<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

/// Every fault found in one input. A `Faults` value returned as an error is never empty: see
/// [`Faults::or`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults<K>(Vec<Fault<K>>);

impl<K> Default for Faults<K> {
    fn default() -> Self {
        Faults(Vec::new())
    }
}

impl<K> Faults<K> {
    /// An empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// A collection of one fault.
    pub fn one(place: Place, kind: K) -> Self {
        Faults(vec![Fault { place, kind }])
    }

    /// Adds a fault.
    pub fn push(&mut self, place: Place, kind: K) {
        self.0.push(Fault { place, kind });
    }

    /// Adds all faults of another collection.
    pub fn extend(&mut self, other: Faults<K>) {
        self.0.extend(other.0);
    }

    /// Whether the collection has no fault.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The faults in the order in which they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Fault<K>> {
        self.0.iter()
    }

    /// The same faults, with each description replaced by `f(description)`.
    pub fn map<L>(self, mut f: impl FnMut(K) -> L) -> Faults<L> {
        Faults(
            self.0
                .into_iter()
                .map(|x| Fault {
                    place: x.place,
                    kind: f(x.kind),
                })
                .collect(),
        )
    }

    /// The same faults, with each place replaced by `f(place)`.
    pub fn relocate(self, mut f: impl FnMut(Place) -> Place) -> Self {
        Faults(
            self.0
                .into_iter()
                .map(|x| Fault {
                    place: f(x.place),
                    kind: x.kind,
                })
                .collect(),
        )
    }

    /// The same faults in text order. Faults with a line or a column come first, sorted by line and
    /// column. The other faults follow in the order in which they were found.
    #[must_use]
    pub fn in_order(mut self) -> Self {
        self.0.sort_by_key(|fault| match fault.place {
            Place::Column(column) => (0, column),
            Place::Line { line, column } | Place::SquareAt { line, column, .. } => (line, column),
            Place::Whole | Place::Square(_) | Place::Hand(_) | Place::Path(_) => (usize::MAX, 0),
        });
        self
    }

    /// `Ok(value)` if the collection is empty, otherwise the faults as the error.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl<'a, K> IntoIterator for &'a Faults<K> {
    type Item = &'a Fault<K>;
    type IntoIter = std::slice::Iter<'a, Fault<K>>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<K: fmt::Display> fmt::Display for Faults<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl<K: fmt::Display + fmt::Debug> std::error::Error for Faults<K> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_that_of_the_text() {
        let mut faults = Faults::new();
        faults.push(Place::Whole, "c");
        faults.push(Place::Column(7), "b");
        faults.push(Place::Column(1), "a");
        assert_eq!(
            faults.in_order().to_string(),
            "column 1: a; column 7: b; input: c"
        );
    }

    #[test]
    fn faults_are_listed_with_their_places() {
        let mut faults = Faults::new();
        faults.push(Place::Square("5a".into()), "two pawns");
        faults.push(Place::Line { line: 3, column: 7 }, "no such piece");
        assert_eq!(
            faults.to_string(),
            "square 5a: two pawns; line 3, column 7: no such piece"
        );
        assert!(faults.or(()).is_err());
        assert_eq!(Faults::<&str>::new().or(1), Ok(1));
    }
}
