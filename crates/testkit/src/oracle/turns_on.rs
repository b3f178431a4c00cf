//! What a verdict turns on, as letters.

use std::fmt;

/// What a verdict turns on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TurnsOn {
    /// A dropped interposition.
    pub interposition: bool,
    /// A mate by a dropped pawn that the rules refuse.
    pub pawn_drop: bool,
    /// A counter-check.
    pub counter_check: bool,
    /// A move that could have promoted and loses nothing by it but the pawn-drop mate.
    pub unpromoted: bool,
    /// Repetition: the attack is endless.
    pub repetition: bool,
}

impl fmt::Display for TurnsOn {
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

impl std::str::FromStr for TurnsOn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut on = TurnsOn::default();
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
