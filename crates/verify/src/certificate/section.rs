//! The three kinds of evidence.

use std::fmt;

/// A section of a certificate, in file order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Section {
    /// Winning moves with ranks.
    Proof,
    /// Replies that prevent the goal for a number of plies.
    Bounded,
    /// Replies that prevent the goal for ever.
    Closed,
}

impl Section {
    /// All sections in file order.
    pub const ALL: [Section; 3] = [Section::Proof, Section::Bounded, Section::Closed];

    /// The word in the file.
    pub fn name(self) -> &'static str {
        match self {
            Section::Proof => "proof",
            Section::Bounded => "bounded",
            Section::Closed => "closed",
        }
    }

    /// The section with this word.
    pub fn from_name(name: &str) -> Option<Section> {
        Section::ALL.into_iter().find(|section| section.name() == name)
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
