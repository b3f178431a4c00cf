//! The rules in which rule sets of Lines of Action differ.

/// A rule set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Variant {
    /// The nine rules of Sakuta, Nagashima, Hashimoto and Iida 2002: a side that connects both
    /// sides at once wins, a side that cannot move loses, and the second occurrence of a position
    /// is a draw.
    Paper,
    /// The rules of the Mind Sports Olympiad: connecting both sides at once is a draw, a side that
    /// cannot move passes, and the third occurrence of a position is a draw.
    Mso,
}

impl Variant {
    /// How often a position, including the side to move, must occur for a draw.
    pub fn occurrences_to_draw(self) -> usize {
        match self {
            Variant::Paper => 2,
            Variant::Mso => 3,
        }
    }
}
