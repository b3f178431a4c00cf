//! Writes a certificate as text. Reading that text gives the same certificate.

use std::io::{self, Write};

use super::{Certificate, MAGIC, Section, VERSION};

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
        writeln!(out, "question {}", self.question)?;
        writeln!(out, "root {}", self.root)?;
        for claim in &self.claims {
            writeln!(out, "claim {}", claim.text(self.question))?;
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

    /// The file as a text.
    pub fn to_text(&self) -> String {
        let mut bytes = Vec::new();
        self.encode(&mut bytes)
            .expect("a vector takes everything it is given");
        String::from_utf8(bytes).expect("nothing but text was written")
    }
}
