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
        writeln!(out, "{MAGIC} {VERSION}")?;
        writeln!(out, "game {}", self.game.head())?;
        for piece in self.game.pieces() {
            writeln!(out, "piece {piece}")?;
        }
        writeln!(out, "question tsume")?;
        writeln!(out, "policy {}", self.policy)?;
        writeln!(out, "root {}", self.root)?;
        for claim in &self.claims {
            writeln!(out, "claim {}", claim.text(Question::Tsume))?;
        }
        for section in Section::ALL {
            if self.count(section) > 0 {
                writeln!(out, "section {section}")?;
                for text in self.texts(section) {
                    writeln!(out, "{text}")?;
                }
            }
        }
        writeln!(out, "end {}", self.records())
    }
}
