//! The nine kinds of evidence.

use std::fmt;

/// A part of a certificate, in the order in which files have them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Section {
    /// The attacker to move mates.
    Win,
    /// The defender to move is mated.
    Mated,
    /// The attacker to move does not mate.
    Safe,
    /// The defender to move is not mated.
    Escape,
    /// Two positions with the defender to move are mated alike.
    Alike,
    /// They are not.
    Unlike,
    /// The attacker mates with every drop counted.
    Proof,
    /// The attacker does not mate with no drop counted.
    Bare,
    /// The attacker never mates.
    Closed,
}

impl Section {
    /// All parts in their order.
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
