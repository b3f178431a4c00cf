//! The sections of version 2.

use std::fmt;

/// A section of a certificate under a policy, in file order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Section {
    /// The attacker is to move and mates.
    Win,
    /// The defender is to move and is mated.
    Mated,
    /// The attacker is to move and does not mate.
    Safe,
    /// The defender is to move and is not mated.
    Escape,
    /// The defender is to move in two positions, and the same moves mate both.
    Alike,
    /// The defender is to move in two positions, and the same moves do not mate both.
    Unlike,
    /// The attacker mates even if every drop counts.
    Proof,
    /// The attacker does not mate even if no drop counts.
    Bare,
    /// The attacker never mates.
    Closed,
}

impl Section {
    /// All sections in file order.
    pub const ALL: [Section; 9] = [
        Section::Win,
        Section::Mated,
        Section::Safe,
        Section::Escape,
        Section::Alike,
        Section::Unlike,
        Section::Proof,
        Section::Bare,
        Section::Closed,
    ];

    /// The word in the file.
    pub fn name(self) -> &'static str {
        match self {
            Section::Win => "win",
            Section::Mated => "mated",
            Section::Safe => "safe",
            Section::Escape => "escape",
            Section::Alike => "alike",
            Section::Unlike => "unlike",
            Section::Proof => "proof",
            Section::Bare => "bare",
            Section::Closed => "closed",
        }
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
