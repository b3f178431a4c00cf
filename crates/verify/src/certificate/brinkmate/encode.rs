//! Writes a certificate as text. Reading that text gives the same certificate.

use super::{Certificate, Section, VERSION};
use crate::certificate::{MAGIC, Question};
use std::io::{self, Write};

impl Certificate {
    /// Writes the file.
    ///
    /// # Errors
    /// Any error of the writer.
    pub fn encode(&self, mut out: impl Write) -> io::Result<()> {
        let mates = &self.mates;
        writeln!(out, "{MAGIC} {VERSION}")?;
        writeln!(out, "game {}", mates.game.head())?;
        for piece in mates.game.pieces() {
            writeln!(out, "piece {piece}")?;
        }
        writeln!(out, "question {}", Question::Hisshi)?;
        writeln!(out, "root {}", mates.root)?;
        for claim in &mates.claims {
            writeln!(out, "claim {}", claim.text(Question::Hisshi))?;
        }
        for section in Section::ALL {
            if self.count(section) > 0 {
                writeln!(out, "section {section}")?;
                for index in 0..self.count(section) {
                    writeln!(out, "{}", self.text(section, index))?;
                }
            }
        }
        writeln!(out, "end {}", self.records())
    }
}
