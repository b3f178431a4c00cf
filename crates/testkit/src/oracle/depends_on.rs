//! The features that a verdict depends on, and their letters.

use std::fmt;

/// The features that a verdict depends on. See [`oracle`](super) for the changed rule of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct DependsOn {
    /// A dropped interposition.
    pub interposition: bool,
    /// A mate by a dropped pawn that the rules forbid.
    pub pawn_drop: bool,
    /// A counter-check.
    pub counter_check: bool,
    /// A piece that declines a promotion although promotion only gains, for the sake of a pawn
    /// drop.
    pub unpromoted: bool,
    /// Repetition: the attack is endless.
    pub repetition: bool,
}

impl fmt::Display for DependsOn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = [
            (self.counter_check, "c"),
            (self.interposition, "i"),
            (self.pawn_drop, "p"),
            (self.repetition, "r"),
            (self.unpromoted, "u"),
        ];
        if letters.iter().all(|(on, _)| !on) {
            return f.write_str("-");
        }
        letters
            .iter()
            .filter(|(on, _)| *on)
            .try_for_each(|(_, letter)| f.write_str(letter))
    }
}

impl std::str::FromStr for DependsOn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut on = DependsOn::default();
        for letter in text.chars() {
            match letter {
                '-' => {}
                'c' => on.counter_check = true,
                'i' => on.interposition = true,
                'p' => on.pawn_drop = true,
                'r' => on.repetition = true,
                'u' => on.unpromoted = true,
                _ => return Err(format!("`{letter}` is nothing a verdict turns on")),
            }
        }
        Ok(on)
    }
}
