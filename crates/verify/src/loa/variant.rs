//! The points on which rule sets of Lines of Action differ.

/// A rule set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Variant {
    /// The nine rules of the paper by Sakuta, Nagashima, Hashimoto and Iida: who connects both sides at once wins, who
    /// cannot move loses, and the second occurrence of a position draws.
    Paper,
    /// As at the Mind Sports Olympiad: connecting both sides at once draws, who cannot move passes, and the third
    /// occurrence of a position draws.
    Mso,
}

impl Variant {
    /// How often a position, side to move included, must have occurred for a draw.
    pub fn occurrences_to_draw(self) -> usize {
        match self {
            Variant::Paper => 2,
            Variant::Mso => 3,
        }
    }
}
