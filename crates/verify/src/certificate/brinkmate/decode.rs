//! Reads the text of a certificate: syntax only.

use super::{Certificate, Section, VERSION};
use crate::certificate::decode::{Lines, Sections, read_claims, read_game, read_magic, read_sections};
use crate::certificate::record::LineFault;
use crate::certificate::{Bound, EscapeRecord, Fault, FaultKind, ProofRecord, Question};
use std::io::BufRead;

/// Reads a certificate, line by line.
///
/// # Errors
/// The first fault of the text with its place.
pub fn decode(reader: impl BufRead) -> Result<Certificate, Fault> {
    let mut lines = Lines::new(reader);
    lines.advance()?;
    read_magic(&lines, VERSION)?;
    lines.advance_or_truncated()?;
    let game = read_game(&mut lines)?;
    if lines.text() != "question hisshi" {
        return Err(lines.fault(0, FaultKind::Expected("`question hisshi`")));
    }
    lines.advance_or_truncated()?;
    let (root, claims) = read_claims(&mut lines, Question::Hisshi)?;
    let mut certificate = Certificate::new(game, root, claims);
    read_sections(&mut lines, &mut certificate)?;
    Ok(certificate)
}

impl Sections for Certificate {
    type Section = Section;

    fn find(name: &str) -> Option<Section> {
        Section::ALL.into_iter().find(|section| section.name() == name)
    }

    fn unknown(name: &str) -> FaultKind {
        FaultKind::BrinkmateSection(name.into())
    }

    fn out_of_order(section: Section) -> FaultKind {
        FaultKind::BrinkmateSectionOrder(section.name())
    }

    fn read_in(&self, section: Section) -> usize {
        self.count(section)
    }

    fn read_in_all(&self) -> usize {
        self.records()
    }

    fn read_record(&mut self, section: Section, text: &str) -> Result<(), LineFault> {
        match section {
            Section::Mate => self.mates.proof.push(ProofRecord::read(text)?),
            Section::NoMate => {
                let record = EscapeRecord::read(text)?;
                if record.bound() != Bound::Unlimited {
                    return Err((record.line().position().len() + 1, FaultKind::FiniteMate));
                }
                self.mates.closed.push(record);
            }
            Section::Hisshi => self.hisshi.push(ProofRecord::read(text)?),
            Section::NoHisshi => self.nohisshi.push(EscapeRecord::read_of_brinkmate(text)?),
        }
        Ok(())
    }
}
