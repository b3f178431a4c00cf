//! The sections of version 3.

use std::fmt;

/// A section of a certificate of a brinkmate, in file order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Section {
    /// Plain mates with ranks.
    Mate,
    /// Positions without a plain mate.
    NoMate,
    /// Brinkmates.
    Hisshi,
    /// Positions without a brinkmate, within a number of plies or at all.
    NoHisshi,
}

impl Section {
    /// All sections in file order. Those of plain mates come first, as in version 1.
    pub const ALL: [Section; 4] = [Section::Mate, Section::NoMate, Section::Hisshi, Section::NoHisshi];

    /// The word in the file.
    pub fn name(self) -> &'static str {
        match self {
            Section::Mate => "mate",
            Section::NoMate => "nomate",
            Section::Hisshi => "hisshi",
            Section::NoHisshi => "nohisshi",
        }
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
